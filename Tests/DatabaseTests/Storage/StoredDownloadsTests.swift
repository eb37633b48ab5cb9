import Core
import Database
import Foundation
import Mocks
import Testing

/// What is downloaded, in one real store with real files: cleared, limited and counted to the byte.
@Suite(.timeLimit(.minutes(5)))
struct StoredDownloadsTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()

    /// What one start of the process has.
    private struct Session {
        let store: JSONStore
        let posts: DatabasePostProvider
        let comments: DatabaseCommentProvider
        let media: DatabaseMediaProvider
        let packs: DatabasePackProvider
        let storage: DefaultStorageProvider
        let badges: DefaultAvailabilityProvider
    }

    private func open() throws -> Session {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabaseArchiveProvider.collections, files: files, time: clock)
        let posts = DatabasePostProvider(store: store, time: clock)
        let comments = DatabaseCommentProvider(store: store)
        let media = DatabaseMediaProvider(store: store, folder: "/tmp/store/media", files: files, time: clock)
        let packs = DatabasePackProvider(store: store)
        let storage = DefaultStorageProvider(
            storage: DatabaseStorageProvider(store: store), posts: posts,
            providers: .init(comments: comments, media: media, packs: packs), settings: InMemorySettingsProvider(),
            time: clock)
        return Session(
            store: store, posts: posts, comments: comments, media: media, packs: packs, storage: storage,
            badges: DefaultAvailabilityProvider(posts: posts, comments: comments, media: media))
    }

    private static let all = ["packed", "savedPacked", "favourite", "favouritePacked", "saved", "read"]
    /// Those that have their files, and those that are kept.
    private static let full = ["packed", "savedPacked", "favourite", "favouritePacked"]
    private static let kept = ["savedPacked", "favourite", "favouritePacked", "saved"]

    private func post(_ native: String) -> Post {
        let picture = ResourceLink.mock("/\(native).png")
        var post = Post.mock(native, media: Media(kind: .image, source: MediaSource(link: picture)))
        post.text = "The words of \(native)"
        // A thumbnail that all of them share.
        post.thumbnail = ResourceLink.mock("/shared.png")
        return post
    }

    private func fill(_ session: Session) async throws {
        _ = try await session.posts.commit(
            .mock(Self.all.map(post), next: "c1"), to: .mock(), at: .head, date: clock.now)
        func set(_ change: StatusChange, _ natives: String...) async throws {
            _ = try await session.posts.apply(.set(change, natives.map { .mock($0) }), at: clock.now)
        }
        try await set(.saved(true), "saved", "savedPacked")
        try await set(.favourite(true), "favourite", "favouritePacked")
        try await set(.read(true), "read")
        var pack = StoredPack(request: PackRequest(feed: .mock(), posts: 3, includesMedia: true), date: clock.now)
        pack.posts = ["packed", "savedPacked", "favouritePacked"].map { .mock($0) }
        try await session.packs.store(pack)
        try await session.packs.add(
            pack.posts.enumerated().map { position, id in
                PackedPost(id: id, feed: pack.request.feed.key, date: clock.now, position: position)
            })
        for (size, native) in Self.full.enumerated() {
            let id = Post.ID.mock(native)
            let data = Data(repeating: 7, count: 100 << size)
            _ = try await session.media.keep(
                data, as: ResourceLink.mock("/\(native).png"), for: id, as: .full, at: clock.now)
            _ = try await session.media.keep(
                Data([1, 2, 3]), as: ResourceLink.mock("/shared.png"), for: id, as: .thumbnail, at: clock.now)
        }
        for native in Self.all where native != "read" {
            let thread = CommentThread(
                entries: [
                    .comment(
                        .mock("\(native)1") {
                            $0.body = "First of \(native)"
                        }), .comment(.mock("\(native)2")),
                ],
                source: "mock")
            _ = try await session.comments.commit(thread, of: .mock(native), sort: nil, date: clock.now)
        }
    }

    /// The badges, in words: what is there of text, comments, thumbnail and picture.
    private func badges(_ session: Session) async throws -> [String: String] {
        let badges = try await session.badges.availability(of: Self.all.map(post))
        return badges.reduce(into: [:]) { words, badge in
            let parts = [badge.value.text, badge.value.comments, badge.value.thumbnail, badge.value.media]
            words[badge.key.native] = parts.map { $0 == .complete ? "+" : "-" }.joined()
        }
    }

    private func bytes(in folder: String) -> Int {
        files.paths.filter { $0.hasPrefix("\(folder)/") }.reduce(0) { $0 + (files.bytes(at: $1)?.count ?? 0) }
    }

    @Test func clearingDownloadsLeavesWhatIsKeptAndSaysWhatItFreed() async throws {
        let session = try open()
        try await fill(session)
        #expect(
            try await badges(session) == [
                "packed": "++++", "savedPacked": "++++", "favourite": "++++", "favouritePacked": "++++",
                "saved": "++--", "read": "+---",
            ])
        let preview = try await session.storage.planErase(.downloads)
        let before = try await session.storage.report()
        #expect(before[.media] == FileUsage(files: 5, bytes: 1_503))
        #expect(before.bytes == bytes(in: "/tmp/store"))

        let report = try await session.storage.erase(.downloads)
        let after = try await session.storage.report()
        // What was freed is the difference, and what was said before.
        #expect(report == EraseReport(scope: .downloads, before: before, after: after))
        #expect(report.freed[.media] == FileUsage(files: 1, bytes: 100))
        #expect(preview.freed[.media] == report.freed[.media])
        #expect(preview.freed[.comments]?.bytes == report.freed[.comments]?.bytes)
        #expect(report.freed[.posts] == nil && before[.statuses] == after[.statuses])
        #expect(after.bytes == bytes(in: "/tmp/store"))
        #expect(after[.media].bytes == bytes(in: "/tmp/store/media"))

        // Nothing that is kept lost anything, and the badge of what is gone is true; also after a kill.
        let expected = [
            "packed": "+---", "savedPacked": "++++", "favourite": "++++", "favouritePacked": "++++", "saved": "++--",
            "read": "+---",
        ]
        #expect(try await badges(session) == expected)
        files.killProcess()
        let again = try open()
        #expect(try await badges(again) == expected)
        #expect(try await again.packs.packs().isEmpty)
        let downloads = try await again.posts.storedFeed(Feed(site: .demo, source: .downloads))
        #expect(downloads.items.map(\.id.native) == ["savedPacked", "favouritePacked"])
        #expect(
            try await again.comments.search("First of", limit: 10).map(\.post.native).sorted() == Self.kept.sorted())
        // There is nothing left to clear.
        #expect(try await again.storage.planErase(.downloads).freed.isEmpty)
        #expect(try await again.storage.erase(.downloads).bytes == 0)
    }

    @Test func whatWasSeenOfThreadsIsForgottenWithOtherOldMarks() async throws {
        let session = try open()
        try await fill(session)
        for native in ["packed", "saved", "read"] {
            _ = try await session.comments.visit(.mock(native), at: clock.now)
            try await session.comments.setCollapsed([.mock("\(native)1"): true], of: .mock(native), at: clock.now)
        }
        clock.advance(by: .seconds(30 * 86_400))
        let young = RetentionPolicy(markDays: 31, maximumBytes: 0)
        #expect(try await session.storage.planRetention(young)[.statuses].count == 0)
        let policy = RetentionPolicy(markDays: 29, maximumBytes: 0)
        let preview = try await session.storage.planRetention(policy)
        let before = try await session.storage.report()
        var report = try await session.storage.applyRetention(policy)
        let after = try await session.storage.report()
        report.isDryRun = true
        #expect(report == preview)
        // That "read" was read, and what was done with its thread and that of "packed".
        #expect(report[.statuses].count == 3)
        #expect(before[.statuses].bytes - after[.statuses].bytes == report[.statuses].bytes)
        #expect(try await session.comments.marks(of: .mock("packed")) == ThreadMarks())
        #expect(try await session.comments.marks(of: .mock("read")) == ThreadMarks())
        let kept = try await session.comments.marks(of: .mock("saved"))
        #expect(kept.seen.count == 2 && kept.collapsed.count == 1)
        try await session.store.close()
    }

    @Test func aFavouriteThatAnotherDeviceTookBackLetsItsFilesGo() async throws {
        let session = try open()
        try await fill(session)
        let provider = DatabaseArchiveProvider(store: session.store, time: clock)
        let statuses = try await provider.export().statuses.map { status in
            var status = status
            status.apply(.favourite(false), at: clock.now.addingTimeInterval(60))
            return status
        }
        _ = try await provider.merge(Archive(date: clock.now, statuses: statuses))
        try await session.media.flush()
        let badges = try await badges(session)
        #expect(badges["favourite"] == "++--" && badges["favouritePacked"] == "++++")
        #expect(try await session.media.usage() == FileUsage(files: 4, bytes: 1_103))
        #expect(bytes(in: "/tmp/store/media") == 1_103)
        try await session.store.close()
    }

    @Test func retentionTakesThreadsAndFilesWithTheirPostsAndNothingOfWhatIsKept() async throws {
        let session = try open()
        try await fill(session)
        // A thread that came when its post was gone.
        let lost = CommentThread(entries: [.comment(.mock("lost1") { $0.body = "First of lost" })], source: "mock")
        _ = try await session.comments.commit(lost, of: .mock("lost"), sort: nil, date: clock.now)
        let policy = RetentionPolicy(maximumBytes: 0)
        let preview = try await session.storage.planRetention(policy)
        let before = try await session.storage.report()
        var report = try await session.storage.applyRetention(policy)
        try await session.media.flush()
        let after = try await session.storage.report()
        report.isDryRun = true
        #expect(report == preview)
        #expect(Set(report.posts.map(\.id.native)) == ["packed", "read", "lost"])
        #expect(report[.posts].count == 2 && report[.comments].count == 2)
        for kind in [StorageKind.posts, .comments, .media] {
            #expect(before[kind].bytes - after[kind].bytes == report[kind].bytes, "\(kind)")
        }
        #expect(after.bytes == bytes(in: "/tmp/store"))
        #expect(
            try await badges(session) == [
                "packed": "----", "savedPacked": "++++", "favourite": "++++", "favouritePacked": "++++",
                "saved": "++--", "read": "----",
            ])
        #expect(
            try await session.comments.search("First of", limit: 10).map(\.post.native).sorted() == Self.kept.sorted())
        #expect(try await session.storage.applyRetention(policy).isEmpty)
        try await session.store.close()
    }
}
