import Core
import Foundation
import Mocks
import Testing

@testable import Database

@Suite(.timeLimit(.minutes(5)))
struct DatabasePackProviderTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private let downloads = Feed(site: .demo, source: .downloads)

    private func open() throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: clock)
    }

    private func packed(_ names: String..., at seconds: Double = 0) -> [PackedPost] {
        names.enumerated().map { position, name in
            PackedPost(id: .mock(name), feed: "feed", date: clock.now + seconds, position: position)
        }
    }

    private func shown(_ posts: DatabasePostProvider) async throws -> [String] {
        try await posts.storedFeed(downloads).items.map(\.id.native)
    }

    @Test(arguments: OfflinePackProviderContract.checks)
    func keepsTheContract(_ check: OfflinePackProviderContract.Check) async {
        await OfflinePackProviderContract {
            let store = try open()
            return (DatabasePackProvider(store: store), DatabasePostProvider(store: store))
        }.run(check)
    }

    @Test func everythingOfAPackIsThereWhenTheProcessWasKilled() async throws {
        let store = try open()
        let (packs, posts) = (DatabasePackProvider(store: store), DatabasePostProvider(store: store))
        try await posts.store([.mock("t3_b"), .mock("t3_a")], completeness: .full)
        try await packs.add(packed("t3_b", "t3_a"))
        var pack = StoredPack(
            request: PackRequest(feed: .mock("swift", sort: .top), posts: 2, includesMedia: true), date: clock.now)
        pack.posts = [.mock("t3_b"), .mock("t3_a")]
        pack.missing = [ResourceLink.mock("/gone.png")]
        try await packs.store(pack)

        files.killProcess()
        let reopened = try open()
        let again = DatabasePackProvider(store: reopened)
        #expect(try await again.packs() == [pack])
        #expect(try await again.packedPosts() == packed("t3_b", "t3_a"))
        #expect(try await shown(DatabasePostProvider(store: reopened)) == ["t3_b", "t3_a"])
    }

    @Test func unchangedRecordsAreNotWritten() async throws {
        let store = try open()
        let packs = DatabasePackProvider(store: store)
        try await packs.add(packed("t3_a"))
        let pack = StoredPack(request: PackRequest(feed: .mock(), posts: 2), date: clock.now)
        try await packs.store(pack)
        let version = store.snapshot().version
        try await packs.add(packed("t3_a"))
        try await packs.store(pack)
        _ = try await packs.remove([.mock("t3_z")])
        try await packs.forget(["no such pack"])
        #expect(store.snapshot().version == version)
    }

    @Test func theFeedOfDownloadsIsReadAgainAsItWouldBeReadAnew() async throws {
        let store = try open()
        let (packs, posts) = (DatabasePackProvider(store: store), DatabasePostProvider(store: store))
        let names = (0..<40).map { "t3_\($0)" }
        try await posts.store(names.map { .mock($0) }, completeness: .full)
        let random = SeededRandomSource(seed: 7)
        func chance(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        for step in 0..<60 {
            switch chance(4) {
            case 0: try await packs.add(packed("t3_\(chance(40))", "t3_\(chance(40))", at: Double(step)))
            case 1: _ = try await packs.remove([.mock("t3_\(chance(40))")])
            case 2:
                _ = try await posts.apply(.set(.read(chance(2) == 0), [.mock("t3_\(chance(40))")]), at: clock.now)
            default:
                try await posts.store([.mock("t3_\(chance(40))", title: "Step \(step)")], completeness: .full)
            }
            let anew = try FeedReading(downloads: downloads, in: store.snapshot()).stored
            #expect(try await posts.storedFeed(downloads) == anew, "step \(step)")
            #expect(try await packs.packedPosts().map(\.id) == anew.items.map(\.id), "step \(step)")
        }
    }

    @Test func theFeedOfDownloadsIsUpdatedByEachPack() async throws {
        let store = try open()
        let (packs, posts) = (DatabasePackProvider(store: store), DatabasePostProvider(store: store))
        try await posts.store([.mock("t3_a"), .mock("t3_b")], completeness: .full)
        let provider = DefaultPostProvider(offline: posts, online: nil, time: clock)
        var updates = provider.updates(of: downloads).makeAsyncIterator()
        #expect(await updates.next()?.items.isEmpty == true)
        try await packs.add(packed("t3_a"))
        #expect(await updates.next()?.items.map(\.id.native) == ["t3_a"])
        _ = try await packs.remove([.mock("t3_a")])
        #expect(await updates.next()?.items.isEmpty == true)
    }

    @Test func allPacksCanBeRemovedAtOnce() async throws {
        let store = try open()
        let (packs, posts) = (DatabasePackProvider(store: store), DatabasePostProvider(store: store))
        try await posts.store([.mock("t3_a"), .mock("t3_b"), .mock("t3_c")], completeness: .full)
        try await packs.add(packed("t3_a", "t3_b"))
        let receipt = try await posts.apply(.dismissAll(downloads), at: clock.now)
        #expect(receipt.statuses.map(\.id.native) == ["t3_a", "t3_b"])
    }

    @Test func aPackedPostKeepsItsFilesWhenItIsAFavouriteNoLonger() async throws {
        let store = try open()
        let (packs, posts) = (DatabasePackProvider(store: store), DatabasePostProvider(store: store))
        let media = DatabaseMediaProvider(store: store, folder: "/tmp/media", files: files, time: clock)
        try await posts.store([.mock("t3_a")], completeness: .full)
        _ = try await posts.apply(.set(.favourite(true), [.mock("t3_a")]), at: clock.now)
        try await packs.add(packed("t3_a"))
        _ = try await media.keep(
            Data([1, 2, 3]), as: ResourceLink.mock("/a.png"), for: .mock("t3_a"), as: .full, at: clock.now)
        _ = try await posts.apply(.set(.favourite(false), [.mock("t3_a")]), at: clock.now)
        #expect(try await media.file(for: ResourceLink.mock("/a.png"))?.bytes == 3)
        _ = try await media.sweep()
        #expect(try await media.usage() == FileUsage(files: 1, bytes: 3))
        let gone = try await media.release(try await packs.remove([.mock("t3_a")]))
        #expect(gone == FileUsage(files: 1, bytes: 3))
    }
}
