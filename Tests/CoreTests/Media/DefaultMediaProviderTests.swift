import Core
import Foundation
import Mocks
import Synchronization
import Testing

@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DefaultMediaProviderTests {
    private let mocks = TestInjector.mocks
    private let posts = InMemoryOfflinePostProvider()
    private let packs = MockPacks()
    private let media: InMemoryOfflineMediaProvider
    private let keeper: DefaultMediaProvider
    private let offlineKeeper: DefaultMediaProvider
    private let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2])

    init() {
        mocks.imageCache.keepImages()
        media = InMemoryOfflineMediaProvider(files: mocks.fileSystem, posts: posts)
        let packs = packs
        Dependency.register((any OfflinePackProvider).self) { packs }
        keeper = DefaultMediaProvider(
            sites: [.demo], online: mocks.onlineMediaProvider, offline: media, posts: posts)
        offlineKeeper = DefaultMediaProvider(sites: [.demo], online: nil, offline: media, posts: posts)
    }

    private func post(_ native: String, full: String, thumbnail: String? = nil) -> Post {
        var post = Post.mock(native, media: Media(kind: .image, source: MediaSource(link: ResourceLink.mock(full))))
        post.thumbnail = thumbnail.map { ResourceLink.mock($0) }
        return post
    }

    private func favour(_ stored: Post...) async throws {
        try await posts.store(stored, completeness: .full)
        _ = try await posts.apply(.set(.favourite(true), stored.map(\.id)), at: mocks.clock.now)
    }

    private var asked: [ResourceLink] { mocks.onlineMediaProvider.onDownload.calls.map(\.link) }

    private func keep(_ post: Post, maximumBytes: Int = 1000) async throws -> MediaReceipt {
        try await keeper.keep(post, Set(MediaRole.allCases), maximumBytes: maximumBytes, priority: .background)
    }

    // MARK: One post

    @Test func missingFilesAreDownloadedOnceAndHeld() async throws {
        mocks.onlineMediaProvider.onDownload.answers { call in Data(repeating: 1, count: call.link.text.utf8.count)
        }
        let post = post("a", full: "/full.jpg", thumbnail: "/t.jpg")
        let receipt = try await keep(post)
        #expect(receipt.added == FileUsage(files: 2, bytes: 15) && receipt.held == receipt.added)
        #expect(asked == [ResourceLink.mock("/t.jpg"), ResourceLink.mock("/full.jpg")], "the small one first")
        #expect(mocks.onlineMediaProvider.onDownload.calls.allSatisfy { $0.priority == .background })
        let again = try await keep(post)
        #expect(again == MediaReceipt(held: FileUsage(files: 2, bytes: 15)))
        #expect(asked.count == 2)
        #expect(
            try await media.files(of: [post.id])[post.id]?.map { $0.holders[post.id] } == [.thumbnail, .full])
    }

    private func video(hasAudio: Bool? = nil) -> Post {
        let streams = VideoStreams(
            dash: ResourceLink.mock("/x/a.mpd?v=1"), fallback: ResourceLink.mock("/x/v.mp4"), hasAudio: hasAudio)
        return .mock("v", media: Media(kind: .video, video: streams))
    }

    private func answer(manifest: String) {
        mocks.onlineMediaProvider.onDownload.answers { call in
            call.link.text.contains(".mpd") ? Data(manifest.utf8) : Data(call.link.text.utf8)
        }
    }

    @Test func theSoundOfAVideoIsTheFileThatItsManifestNames() async throws {
        answer(
            manifest: "<MPD><Period><AdaptationSet mimeType='audio/mp4'><Representation><BaseURL>CMAF_AUDIO_64.mp4"
                + "</BaseURL></Representation></AdaptationSet></Period></MPD>")
        let receipt = try await keep(video())
        let links = ["/x/v.mp4", "/x/a.mpd?v=1", "/x/CMAF_AUDIO_64.mp4"].map { ResourceLink.mock($0) }
        #expect(asked == links && receipt.added.files == 3 && receipt.missing.isEmpty)
        let again = try await keep(video())
        #expect(asked == links && again.held == receipt.held && again.added == FileUsage())
        // Without a network what is kept is found all the same.
        let dark = try await offlineKeeper.keep(
            video(), Set(MediaRole.allCases), maximumBytes: 1000, priority: .background)
        #expect(dark.held == receipt.held && dark.missing.isEmpty)
        #expect(try await keeper.keep(video(), [.thumbnail], maximumBytes: 9, priority: .background) == MediaReceipt())
    }

    @Test(arguments: ["", "<html>", "<MPD></MPD>"])
    func aManifestThatNamesNoSoundCostsNothingElse(_ manifest: String) async throws {
        answer(manifest: manifest)
        let receipt = try await keep(video(hasAudio: true))
        #expect(receipt.missing.isEmpty && asked.count == 2)
    }

    @Test func aVideoThatIsKnownToBeSilentHasNoManifestToAskFor() async throws {
        answer(manifest: "<MPD/>")
        _ = try await keep(video(hasAudio: false))
        #expect(asked == [ResourceLink.mock("/x/v.mp4")])
    }

    @Test func aFileOfAnotherPostIsHeldWithoutADownload() async throws {
        mocks.onlineMediaProvider.onDownload.answers { _ in Data([1, 2, 3]) }
        _ = try await keep(post("a", full: "/x.jpg"))
        let receipt = try await keep(post("b", full: "/x.jpg"), maximumBytes: 1)
        #expect(receipt == MediaReceipt(held: FileUsage(files: 1, bytes: 3)), "it is there, whatever its length")
        #expect(asked.count == 1)
        #expect(try await media.file(for: ResourceLink.mock("/x.jpg"))?.holders.count == 2)
    }

    @Test func aPictureIsTakenFromTheCache() async throws {
        let post = post("a", full: "/x.png")
        mocks.imageCache.keepImages([ResourceLink.mock("/x.png"): picture])
        let receipt = try await offlineKeeper.keep(post, [.full], maximumBytes: 10, priority: .userInitiated)
        #expect(receipt.added == FileUsage(files: 1, bytes: 10) && receipt.missing.isEmpty)
        mocks.imageCache.keepImages([ResourceLink.mock("/y.png"): picture])
        let large = try await keeper.keep(
            self.post("b", full: "/y.png"), [.full], maximumBytes: 9, priority: .background)
        #expect(large.missing.map(\.reason) == [.tooLarge])
        #expect(asked.isEmpty)
    }

    @Test func aCachedBodyThatIsNoPictureIsDownloadedAgain() async throws {
        mocks.imageCache.keepImages([ResourceLink.mock("/x.png"): Data("<html>".utf8)])
        mocks.onlineMediaProvider.onDownload.returns(picture)
        #expect(try await keep(post("a", full: "/x.png")).added.bytes == 10)
    }

    @Test func aCompleteFileFromBeforeAKillIsNotDownloadedAgain() async throws {
        let link = ResourceLink.mock("/x.jpg")
        try mocks.fileSystem.replace(try await media.place(for: link), with: [1, 2])
        #expect(try await keep(post("a", full: "/x.jpg")).added == FileUsage(files: 1, bytes: 2))
        #expect(asked.isEmpty)
    }

    static let refusals: [(any CodedError, MediaReceipt.Reason)] = [
        (NetworkError(.notFound, status: 410), .gone), (NetworkError(.tooLarge), .tooLarge),
        (NetworkError(.forbidden, status: 403), .refused), (NetworkError(.accessClosed, status: 403), .refused),
        (NetworkError(.badRequest, status: 400), .refused), (DataError(.invalidInput), .refused),
        (NetworkError(.malformed), .broken), (NetworkError(.redirected), .refused),
    ]

    @Test(arguments: refusals)
    func whatCannotBeHadIsSaidAndCostsNothingElse(error: any CodedError, reason: MediaReceipt.Reason) async throws {
        mocks.onlineMediaProvider.onDownload.fails(with: error)
        mocks.onlineMediaProvider.onDownload.answers { _ in Data([1]) }
        let receipt = try await keep(post("a", full: "/full.jpg", thumbnail: "/t.jpg"))
        #expect(
            receipt.missing == [.init(ResourceLink.mock("/t.jpg"), of: .mock("a"), as: .thumbnail, reason: reason)])
        #expect(receipt.added == FileUsage(files: 1, bytes: 1))
    }

    static let failures: [any CodedError] = [
        NetworkError(.offline), NetworkError(.timedOut), NetworkError(.serverError, status: 500),
        NetworkError(.rateLimited, status: 429), NetworkError(.captivePortal), NetworkError(.badRequest, status: 408),
        FileError(.noSpace, path: "/media/1", operation: "write"),
    ]

    @Test(arguments: failures)
    func whatFailsIsThrownAndWhatCameStays(error: any CodedError) async throws {
        mocks.onlineMediaProvider.onDownload.returns(Data([1]))
        mocks.onlineMediaProvider.onDownload.fails(with: error)
        let post = post("a", full: "/full.jpg", thumbnail: "/t.jpg")
        let thrown = await #expect(throws: DataError.self) { try await keep(post) }
        #expect(thrown?.code == error.code)
        #expect(try await media.files(of: [post.id])[post.id]?.map(\.link) == [ResourceLink.mock("/t.jpg")])
    }

    // MARK: Several at once

    @Test func twoPostsThatShareAFileFetchItOnce() async throws {
        let held = mocks.onlineMediaProvider.onDownload.holds()
        let (a, b) = (post("a", full: "/x.jpg"), post("b", full: "/x.jpg"))
        async let first = keep(a)
        try await held.arrival()
        async let second = keep(b)
        held.release(returning: Data([1, 2]))
        let receipts = try await [first, second]
        #expect(receipts.map(\.added.files).sorted() == [0, 1], "it is counted once")
        #expect(receipts.map(\.held.files) == [1, 1])
        #expect(asked.count == 1)
    }

    @Test func cancellingEndsADownloadUnlessAnotherTaskWaits() async throws {
        let held = mocks.onlineMediaProvider.onDownload.holds()
        let post = post("a", full: "/x.jpg")
        let task = Task { try await keep(post) }
        try await held.arrival()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await held.cancellation()
        mocks.onlineMediaProvider.onDownload.returns(Data([1]))
        #expect(try await keep(post).added.files == 1)
    }

    /// A fetch of somebody with a smaller limit says nothing of what fits a larger one.
    @Test func aSmallerLimitOfAJoinedDownloadDoesNotApply() async throws {
        let held = mocks.onlineMediaProvider.onDownload.holds()
        mocks.onlineMediaProvider.onDownload.answers { _ in Data(repeating: 1, count: 50) }
        let (a, b) = (post("a", full: "/x.jpg"), post("b", full: "/x.jpg"))
        async let small = keep(a, maximumBytes: 10)
        try await held.arrival()
        async let large = keep(b, maximumBytes: 100)
        held.release(throwing: NetworkError(.tooLarge))
        #expect(try await small.missing.map(\.reason) == [.tooLarge])
        #expect(try await large.added.bytes == 50)
    }

    @Test func withDownloadsOffOnlyFilesOnTheDeviceAreKept() async throws {
        try await mocks.settings.update { $0.downloadPolicy = .never }
        mocks.imageCache.keepImages([ResourceLink.mock("/t.png"): picture])
        let receipt = try await keep(post("a", full: "/a.jpg", thumbnail: "/t.png"))
        #expect(receipt.held.files == 1 && receipt.missing.map(\.reason) == [.waiting])
        #expect(asked.isEmpty)
    }

    // MARK: Favourites

    @Test func theMediaFilesOfFavouritesAreKept() async throws {
        mocks.onlineMediaProvider.onDownload.answers { _ in Data([1, 2]) }
        try await favour(post("a", full: "/a.jpg", thumbnail: "/t.jpg"), post("b", full: "/b.jpg"))
        try await posts.store([post("c", full: "/c.jpg")], completeness: .full)
        #expect(try await keeper.keepFavourites().added == FileUsage(files: 3, bytes: 6))
        #expect(Set(asked.map(\.text)) == ["/a.jpg", "/t.jpg", "/b.jpg"])
        #expect(mocks.onlineMediaProvider.onDownload.calls.allSatisfy { $0.maximumBytes == 100_000_000 })
        #expect(try await keeper.keepFavourites().added == FileUsage())
        #expect(asked.count == 3)
    }

    @Test(arguments: DownloadPolicy.allCases, NetworkPath.Interface.allCases)
    func favouritesAreFetchedByAnyNetworkUnlessThePersonWantsNone(
        policy: DownloadPolicy, interface: NetworkPath.Interface
    ) async throws {
        try await mocks.settings.update { $0.downloadPolicy = policy }
        mocks.networkPath.path.set(NetworkPath(interface, isConstrained: true))
        mocks.imageCache.keepImages([ResourceLink.mock("/t.png"): picture])
        mocks.onlineMediaProvider.onDownload.answers { _ in Data([1, 2]) }
        try await favour(post("a", full: "/a.jpg", thumbnail: "/t.png"))
        let receipt = try await keeper.keepFavourites()
        let mayFetch = policy != .never
        #expect(receipt.held.files == (mayFetch ? 2 : 1), "what is on the device is kept in any case")
        #expect(receipt.missing.map(\.reason) == (mayFetch ? [] : [.waiting]))
        #expect(asked.isEmpty != mayFetch)
        let said = mocks.activity.events.map { "\($0.kind) \($0.subject.map { "\($0)" } ?? "-"): \($0.reason)" }
        #expect(said == (mayFetch ? [] : ["skipped favourites: downloadsOff"]))
    }

    @Test func withoutANetworkFilesOnTheDeviceAreStillKept() async throws {
        mocks.imageCache.keepImages([ResourceLink.mock("/a.png"): picture])
        // The newest comes first.
        try await favour(post("a", full: "/a.png"))
        mocks.clock.advance(by: .seconds(1))
        try await favour(post("b", full: "/b.jpg"))
        mocks.onlineMediaProvider.onDownload.fails(with: NetworkError(.offline))
        let error = await #expect(throws: DataError.self) { try await keeper.keepFavourites() }
        #expect(error?.code == .offline)
        #expect(try await media.file(for: ResourceLink.mock("/a.png")) != nil)
        #expect(asked.count == 1)
    }

    @Test func aFavouriteThatIsUnmarkedDuringItsDownloadHoldsNoFile() async throws {
        let held = mocks.onlineMediaProvider.onDownload.holds()
        let post = post("a", full: "/a.jpg")
        try await favour(post)
        async let kept = keeper.keepFavourites()
        try await held.arrival()
        _ = try await posts.apply(.set(.favourite(false), [post.id]), at: mocks.clock.now)
        held.release(returning: Data([1]))
        _ = try await kept
        #expect(try await media.usage() == FileUsage())
    }

    @Test func aPackedPostKeepsItsFilesThen() async throws {
        let held = mocks.onlineMediaProvider.onDownload.holds()
        let post = post("a", full: "/a.jpg")
        try await favour(post)
        async let kept = keeper.keepFavourites()
        try await held.arrival()
        packs.ids = [post.id]
        _ = try await posts.apply(.set(.favourite(false), [post.id]), at: mocks.clock.now)
        held.release(returning: Data([1]))
        _ = try await kept
        #expect(try await media.usage() == FileUsage(files: 1, bytes: 1))
    }

    @Test func followingKeepsTheFilesOfNewFavourites() async throws {
        mocks.onlineMediaProvider.onDownload.answers { _ in Data([1]) }
        let (a, b) = (post("a", full: "/a.jpg"), post("b", full: "/b.jpg"))
        try await favour(a)
        let changes = media.changes()
        let following = Task { await keeper.followFavourites() }
        defer { following.cancel() }
        for await _ in changes { break }
        let later = media.changes()
        try await favour(b)
        for await _ in later {
            if try await media.file(for: ResourceLink.mock("/b.jpg")) != nil { break }
        }
        #expect(asked.map(\.text) == ["/a.jpg", "/b.jpg"])
    }
}

/// Packs of which nothing is known but what was packed.
private final class MockPacks: OfflinePackProvider {
    private let packed = Mutex<[Post.ID]>([])

    var ids: [Post.ID] {
        get { packed.withLock { $0 } }
        set { packed.withLock { $0 = newValue } }
    }

    func packs() async throws -> [StoredPack] { [] }
    func store(_ pack: StoredPack) async throws {}
    func packedPosts() async throws -> [PackedPost] {
        ids.map { PackedPost(id: $0, feed: "", date: .distantPast, position: 0) }
    }
    func add(_ posts: [PackedPost]) async throws {}
    func remove(_ ids: [Post.ID]) async throws -> [Post.ID] { [] }
    func forget(_ ids: [String]) async throws {}
}
