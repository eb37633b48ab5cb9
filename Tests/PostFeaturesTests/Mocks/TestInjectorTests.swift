import Core
import Foundation
import Mocks
import Synchronization
import Testing

@Suite(.testInjector, .timeLimit(.minutes(5)))
struct TestInjectorTests {
    private static let seen = Mutex<Set<ObjectIdentifier>>([])

    @Test(arguments: 0..<10)
    func everyCaseHasMocksOfItsOwn(_ number: Int) {
        // Kept for the whole run, so that no address is used twice.
        let container = Dependency.current
        Self.keep(container)
        #expect(Self.seen.withLock { $0.insert(ObjectIdentifier(container)).inserted })
        #expect(TestInjector.mocks.postProvider.onPerform.calls.isEmpty)
    }

    private static let kept = Mutex<[DependencyContainer]>([])
    private static func keep(_ container: DependencyContainer) { kept.withLock { $0.append(container) } }

    @Test func everythingThatItLoadsIsTheSameThatIsResolved() throws {
        let mocks = TestInjector.mocks
        #expect(Dependency.resolve((any PostProvider).self) as? MockPostProvider === mocks.postProvider)
        #expect(
            Dependency.resolve((any OfflinePostProvider).self) as? MockOfflinePostProvider
                === mocks.offlinePostProvider)
        #expect(
            Dependency.resolve((any OnlinePostProvider).self) as? MockOnlinePostProvider === mocks.onlinePostProvider)
        #expect(Dependency.resolve((any CommentProvider).self) as? MockCommentProvider === mocks.commentProvider)
        #expect(
            Dependency.resolve((any OnlineCommentProvider).self) as? MockOnlineCommentProvider
                === mocks.onlineCommentProvider)
        #expect(Dependency.resolve((any RequestProvider).self) as? MockRequestProvider === mocks.requestProvider)
        #expect(Dependency.resolve((any ImageCacheProvider).self) as? MockImageCacheProvider === mocks.imageCache)
        #expect(Dependency.resolve((any EndpointProvider).self) as? MockEndpointProvider === mocks.endpointProvider)
        #expect(Dependency.resolve((any ImageProvider).self) as? MockImageProvider === mocks.imageProvider)
        #expect(Dependency.resolve((any PictureGallery).self) as? MockPictureGallery === mocks.pictureGallery)
        #expect(Dependency.resolve((any TimeProvider).self) as? ManualClock === mocks.clock)
        #expect(Dependency.resolve((any RandomSource).self) as? SeededRandomSource === mocks.random)
        #expect(Dependency.resolve((any ArchiveProvider).self) as? MockArchiveProvider === mocks.archiveProvider)
        #expect(Dependency.resolve((any StorageProvider).self) as? MockStorageProvider === mocks.storageProvider)
        #expect(
            Dependency.resolve((any OfflineStorageProvider).self) as? InMemoryOfflineStorageProvider
                === mocks.storageStore)
        #expect(Dependency.resolve((any PackProvider).self) as? MockPackProvider === mocks.packProvider)
        #expect(Dependency.resolve((any OfflinePackProvider).self) as? InMemoryOfflinePackProvider === mocks.packStore)
        #expect(Dependency.resolve((any AvailabilityProvider).self) as? MockAvailabilityProvider === mocks.availability)
        #expect(Dependency.resolve((any MediaProvider).self) as? MockMediaProvider === mocks.mediaProvider)
        #expect(
            Dependency.resolve((any OfflineMediaProvider).self) as? InMemoryOfflineMediaProvider === mocks.mediaStore)
        #expect(
            Dependency.resolve((any BackgroundRefreshProvider).self) as? MockBackgroundRefreshProvider
                === mocks.backgroundRefresher)
        #expect(Dependency.resolve((any StateStore).self) as? InMemoryStateStore === mocks.stateStore)
        #expect(Dependency.resolve((any FileSystem).self) as? InMemoryFileSystem === mocks.fileSystem)
    }

    @Test func resetForgetsEverything() {
        TestInjector.reset()
        #expect(throws: DependencyError.self) { try Dependency.resolveOrThrow((any PostProvider).self) }
        let mocks = TestInjector.load()
        #expect(TestInjector.mocks.postProvider === mocks.postProvider)
    }

    @Test func theTraitReportsUnexpectedCalls() async throws {
        // Given a test that calls a mock without a script
        let test = try #require(Test.current)
        try await withKnownIssue {
            try await TestInjector().provideScope(for: test, testCase: nil) {
                _ = try? await TestInjector.mocks.postProvider.items([.mock("a")])  // It is the call that counts.
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("MockPostProvider.items([demo/a])") }
                && issue.sourceLocation == test.sourceLocation
        }
    }

    @Test func verifyThrowsEachUnexpectedCallOnce() async throws {
        let mocks = TestMocks()
        try mocks.verify()
        #expect(mocks.endpointProvider.url(for: ResourceLink.mock("/a")) == nil)
        #expect(mocks.endpointProvider.unexpectedCalls.map(\.method) == ["MockEndpointProvider.url"])
        #expect(throws: UnexpectedCallError([UnexpectedCall(method: "MockEndpointProvider.url", input: "/a")])) {
            try mocks.endpointProvider.verify()
        }
        try mocks.verify()
    }
}
