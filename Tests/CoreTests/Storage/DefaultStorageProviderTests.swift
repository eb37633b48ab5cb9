import Core
import Foundation
import Mocks
import Testing

/// What is let go of, and that a dry run says the same.
struct DefaultStorageProviderTests {
    private let world = StorageFixture()

    @Test func theLimitsAreThoseInTheSettingsUnlessOthersAreGiven() async throws {
        try await world.list("new")
        try await world.list("old", days: 91)
        let preview = try await world.provider.planRetention(nil)
        #expect(preview.posts == [.init(.mock("old"), reason: .age)])
        #expect(preview.isDryRun && !preview.isEmpty)
        #expect(try await world.stored() == ["new", "old"])

        try await world.settings.update { $0.postRetentionDays = 100 }
        #expect(try await world.provider.applyRetention(nil).isEmpty)
        let asked = try await world.provider.applyRetention(RetentionPolicy(maximumPosts: 0))
        #expect(asked.posts.map(\.id) == [.mock("old"), .mock("new")])
        #expect(try await world.stored().isEmpty)
    }

    @Test func keptPostsAreNeverDeletedNorIsWhatBelongsToThem() async throws {
        try await world.list("saved", "favourite", "plain", days: 1000)
        try await world.mark(.saved(true), "saved")
        try await world.mark(.favourite(true), "favourite")
        world.media.hold("/shared.png", bytes: 500, by: "favourite", "plain")
        world.media.hold("/own.png", bytes: 30, by: "plain")
        let policy = RetentionPolicy(postDays: 1, maximumPosts: 0, maximumBytes: 0)
        let preview = try await world.provider.planRetention(policy)
        var report = try await world.provider.applyRetention(policy)
        #expect(report.posts.map(\.id) == [.mock("plain")])
        #expect(report[.media] == .init(count: 1, bytes: 30))
        #expect(report.excessBytes > 500)
        report.isDryRun = true
        #expect(report == preview)
        #expect(try await world.stored() == ["saved", "favourite"])
        #expect(world.comments.evicted == ["plain"])
        #expect(try await world.media.usage() == FileUsage(files: 1, bytes: 500))
    }

    @Test func readMarksAreDeletedOnceTheirPostsAre() async throws {
        try await world.list("old", days: 100)
        try await world.list("young", days: 1)
        try await world.mark(.read(true), "old", "young", "unknown", days: 200)
        try await world.mark(.read(true), "recent", days: 10)
        try await world.mark(.hidden(true), "hidden", days: 900)
        let preview = try await world.provider.planRetention(nil)
        // The mark of the post that goes in this run goes with it.
        #expect(preview[.statuses].count == 2)
        let before = try await world.storage.report()
        let report = try await world.provider.applyRetention(nil)
        let after = try await world.storage.report()
        #expect(report[.statuses] == preview[.statuses])
        #expect(before[.statuses].bytes - after[.statuses].bytes == report[.statuses].bytes)
        #expect(before[.posts].bytes - after[.posts].bytes == report[.posts].bytes)
    }

    @Test func theImageCacheIsTrimmedBeforePostsAreEvicted() async throws {
        try await world.list("a", "b")
        let bytes = try await world.storage.report()[.posts].bytes
        world.images.onTrimDisk.returns(FileUsage(files: 3, bytes: 900))
        let report = try await world.provider.applyRetention(RetentionPolicy(maximumBytes: bytes + 100))
        #expect(report.posts.isEmpty)
        #expect(report.amounts == [.images: .init(count: 3, bytes: 900)])
        #expect(world.images.onTrimDisk.calls == [.init(100, isDryRun: false)])
    }

    @Test func aPostSavedMeanwhileStaysAndIsNotReported() async throws {
        try await world.list("a", "b", days: 100)
        let storage = LateSaver(world)
        let provider = DefaultStorageProvider(
            storage: storage, posts: world.posts, providers: .init(), settings: world.settings, time: world.clock)
        let report = try await provider.applyRetention(nil)
        #expect(report.posts.map(\.id) == [.mock("b")])
        #expect(report[.posts].count == 1)
        #expect(try await world.stored() == ["a"])
    }

    @Test func clearingDownloadsLeavesThePostsAndEverythingThatIsKept() async throws {
        try await world.list("packed", "saved", "favourite", "read")
        try await world.mark(.saved(true), "saved")
        try await world.mark(.favourite(true), "favourite")
        try await world.mark(.read(true), "read")
        world.media.hold("/p.png", bytes: 100, by: "packed")
        world.media.hold("/s.png", bytes: 20, by: "saved")
        world.media.hold("/f.png", bytes: 3, by: "favourite")
        world.media.hold("/all.png", bytes: 4, by: "packed", "favourite")
        try await world.packs.store(StoredPack(request: PackRequest(feed: world.feed, posts: 3), date: world.clock.now))
        try await world.packs.add(
            ["packed", "saved", "favourite"].enumerated().map { position, native in
                PackedPost(id: .mock(native), feed: world.feed.key, date: world.clock.now, position: position)
            })
        let preview = try await world.provider.planErase(.downloads)
        #expect(preview.freed == [.media: FileUsage(files: 1, bytes: 100)])
        #expect(try await world.media.usage().files == 4)

        _ = try await world.provider.erase(.downloads)
        #expect(try await world.stored() == ["packed", "saved", "favourite", "read"])
        #expect(try await world.media.usage() == FileUsage(files: 3, bytes: 27))
        #expect(world.comments.evicted == ["packed"])
        #expect(try await world.packs.packs().isEmpty)
        #expect(try await world.packs.packedPosts().map(\.id) == [.mock("saved"), .mock("favourite")])
        #expect(world.images.onClearDisk.calls.count == 1)
        let statuses = try await world.posts.items([.mock("saved"), .mock("favourite"), .mock("read")]).map(\.status)
        #expect(statuses.map(\.isSaved) == [true, false, false])
        #expect(statuses.map(\.isFavourite) == [false, true, false])
        #expect(statuses.map(\.isRead) == [false, false, true])
    }

    @Test func clearingImagesTouchesNothingElse() async throws {
        try await world.list("a")
        world.media.hold("/a.png", bytes: 1, by: "a")
        _ = try await world.provider.erase(.images)
        #expect(world.images.onClearDisk.calls.count == 1 && world.images.onClearMemory.calls.count == 1)
        #expect(try await world.stored() == ["a"])
        #expect(try await world.media.usage().files == 1)
    }

    @Test func clearingAllThatWasFetchedLeavesWhatAPersonDid() async throws {
        try await world.list("plain", "saved", days: 1)
        try await world.mark(.saved(true), "saved")
        try await world.mark(.read(true), "plain")
        let preview = try await world.provider.planErase(.fetched)
        let report = try await world.provider.erase(.fetched)
        #expect(report.freed[.posts]?.bytes == preview.freed[.posts]?.bytes)
        #expect(report.bytes > 0 && !report.isDryRun && preview.isDryRun)
        #expect(try await world.stored() == ["saved"])
        try await world.list("plain")
        #expect(try await world.posts.items([.mock("plain")]).first?.status.isRead == true)
    }

    @Test func aFailureOfTheStoreIsADataError() async throws {
        world.posts.fail(with: FileError(.noSpace, path: "/x", operation: "write"))
        let error = try await #require(throws: DataError.self) { _ = try await world.provider.report() }
        #expect(error.code == .noSpace)
    }
}

/// Says what is stored, and lets somebody save a post right after.
private struct LateSaver: OfflineStorageProvider {
    let world: StorageFixture

    init(_ world: StorageFixture) { self.world = world }

    func report() async throws -> StorageReport { try await world.storage.report() }

    func posts() async throws -> [RetentionCandidate] {
        let posts = try await world.storage.posts()
        try await world.mark(.saved(true), "a")
        return posts
    }

    func forgettableMarks(before date: Date, without gone: Set<Post.ID>) async throws -> RetentionReport.Amount {
        try await world.storage.forgettableMarks(before: date, without: gone)
    }
}
