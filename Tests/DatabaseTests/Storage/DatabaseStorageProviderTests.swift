import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What goes, in a real store: nobody's kept posts, as many bytes as were said, and the same after a new start.
struct DatabaseStorageProviderTests {
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    private func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
    }

    private func world(_ store: JSONStore, _ clock: ManualClock) -> (DatabasePostProvider, DefaultStorageProvider) {
        let posts = DatabasePostProvider(store: store, time: clock)
        let storage = DatabaseStorageProvider(store: store)
        return (
            posts,
            DefaultStorageProvider(
                storage: storage, posts: posts, providers: .init(), settings: InMemorySettingsProvider(), time: clock)
        )
    }

    @Test(arguments: OfflineStorageProviderContract.checks)
    func keepsTheContract(_ check: OfflineStorageProviderContract.Check) async {
        await OfflineStorageProviderContract {
            let store = try open(InMemoryFileSystem())
            return (DatabasePostProvider(store: store, time: ManualClock()), DatabaseStorageProvider(store: store))
        }.run(check)
    }

    @Test(arguments: OfflineStorageProviderContract.checks)
    func theInMemoryProviderKeepsTheContract(_ check: OfflineStorageProviderContract.Check) async {
        await OfflineStorageProviderContract {
            let posts = InMemoryOfflinePostProvider(time: ManualClock())
            return (posts, InMemoryOfflineStorageProvider(posts: posts))
        }.run(check)
    }

    @Test func fieldsOfOneSiteAreCountedWithTheirPostsAndGoWithThem() async throws {
        let (files, clock) = (InMemoryFileSystem(), ManualClock())
        let store = try open(files)
        let (posts, _) = world(store, clock)
        var page = Page.mock("a", "b", next: "c1")
        page.extras = [.mock("a"): try RawJSON(#"{"ratio":0.97}"#)]
        _ = try await posts.commit(page, to: .mock(), at: .head, date: clock.now)
        let line = #"{"put":"extras","value":{"id":"demo/a","value":{"ratio":0.97}}}"#
        let journal = String(decoding: files.bytes(at: "/tmp/store/journal-00000001.jsonl") ?? [], as: UTF8.self)
        #expect(journal.split(separator: "\n").contains { $0 == line }, "it is JSON as any other")
        let candidates = try store.snapshot().retentionCandidates()
        let bytes = Dictionary(uniqueKeysWithValues: candidates.map { ($0.id.native, $0.bytes) })
        #expect((bytes["a"] ?? 0) - (bytes["b"] ?? 0) == line.utf8.count + 1)
        // The same page once more writes nothing of it.
        _ = try await posts.commit(page, to: .mock(), at: .head, date: clock.now)
        let again = String(decoding: files.bytes(at: "/tmp/store/journal-00000001.jsonl") ?? [], as: UTF8.self)
        #expect(again.split(separator: "\n").count { $0 == line } == 1)
        _ = try await posts.evict([.mock("a")])
        #expect(try await posts.extras(of: [.mock("a")]).isEmpty)
        #expect(try store.snapshot().window(of: PostSchemas.extras).isEmpty)
    }

    /// Random stores: what is kept never goes, a dry run says what a real one does, and its bytes are the difference.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func retentionDeletesExactlyWhatItsPlanSays(seed: UInt64) async throws {
        let (files, clock, random) = (InMemoryFileSystem(), ManualClock(), SeededRandomSource(seed: seed))
        let store = try open(files)
        let (posts, provider) = world(store, clock)
        for round in 0..<20 {
            let ids = Set((0..<15).map { _ in "p\(random.next() % 120)" })
            let page = Page.mock(ids.sorted().map { Post.mock($0) { $0.score = round } }, next: "c\(round)")
            let then = clock.now.addingTimeInterval(-Double(random.next() % 120) * 86_400)
            _ = try await posts.commit(page, to: .mock("f\(random.next() % 4)"), at: .head, date: then)
            let some = ids.sorted().prefix(Int(random.next() % 3)).map { Post.ID.mock($0) }
            let changes: [StatusChange] = [.read(true), .saved(true), .favourite(true), .dismissed(true), .vote(.up)]
            _ = try await posts.apply(.set(changes[Int(random.next() % 5)], some), at: then.addingTimeInterval(-9e6))
        }
        let stored = try store.snapshot().retentionCandidates()
        let kept = Set(stored.filter { $0.kept != nil }.map(\.id))
        let text = stored.reduce(0) { $0 + $1.bytes }
        let policies = [
            RetentionPolicy(postDays: 100, markDays: 90), RetentionPolicy(maximumPosts: 30),
            RetentionPolicy(maximumBytes: text / 2), RetentionPolicy(postDays: 20, markDays: 1, maximumBytes: text / 4),
        ]
        for policy in policies {
            let preview = try await provider.planRetention(policy)
            let before = try await provider.report()
            var report = try await provider.applyRetention(policy)
            let after = try await provider.report()
            report.isDryRun = true
            #expect(report == preview, "seed \(seed)")
            for kind in [StorageKind.posts, .statuses] {
                #expect(before[kind].bytes - after[kind].bytes == report[kind].bytes, "seed \(seed), \(kind)")
            }
            let left = try store.snapshot().retentionCandidates()
            #expect(kept.isSubset(of: Set(left.map(\.id))), "seed \(seed)")
            if let maximum = policy.maximumPosts { #expect(left.count { $0.kept == nil } <= maximum) }
            if let maximum = policy.maximumBytes {
                #expect(left.reduce(0) { $0 + $1.bytes } <= maximum + report.excessBytes, "seed \(seed)")
            }
            // Nothing is left to do.
            #expect(try await provider.applyRetention(policy).isEmpty, "seed \(seed)")
        }
        let left = try store.snapshot().retentionCandidates().sorted { $0.id < $1.id }
        try await store.close()
        let reopened = try open(files)
        #expect(reopened.damages.isEmpty)
        #expect(try reopened.snapshot().retentionCandidates().sorted { $0.id < $1.id } == left)
    }

    /// A page that says nothing new is a sign of life, and need not be written each time.
    @Test func aPostThatStillComesDoesNotGrowOldAndIsNotWrittenEachTime() async throws {
        let clock = ManualClock()
        let store = try open(InMemoryFileSystem())
        let (posts, provider) = world(store, clock)
        let page = Page.mock("a", "b", next: "c1")
        for _ in 0..<100 {
            clock.advance(by: .seconds(86_400))
            _ = try await posts.commit(page, to: .mock(), at: .head, date: clock.now)
        }
        #expect(try await provider.planRetention(nil).isEmpty)
        let arrivals = store.snapshot().version(of: PostSchemas.arrivals)
        clock.advance(by: .seconds(3600))
        _ = try await posts.commit(page, to: .mock(), at: .head, date: clock.now)
        #expect(store.snapshot().version(of: PostSchemas.arrivals) == arrivals)
        clock.advance(by: .seconds(91 * 86_400))
        #expect(try await provider.planRetention(nil).posts.count == 2)
        try await posts.noteUnchanged(.mock(), at: clock.now)
        #expect(try await provider.planRetention(nil).isEmpty)
        try await store.close()
    }

    /// Stores from before arrivals were noted.
    @Test func aPostWithoutADateIsAsOldAsTheFeedThatHoldsIt() async throws {
        let store = try open(InMemoryFileSystem())
        let posts = DatabasePostProvider(store: store, time: ManualClock())
        _ = try await posts.commit(
            .mock([
                .mock("a") {
                    $0.created = .distantPast
                }
            ]), to: .mock(), at: .head, date: date)
        try await posts.store([.mock("alone") { $0.created = date.addingTimeInterval(-5) }], completeness: .full)
        try await store.write { batch in
            for id in [Post.ID.mock("a"), .mock("alone")] { try batch.delete(id, from: PostSchemas.arrivals) }
        }
        let candidates = try store.snapshot().retentionCandidates()
        let dates = Dictionary(uniqueKeysWithValues: candidates.map { ($0.id, $0.date) })
        #expect(dates == [.mock("a"): date, .mock("alone"): date.addingTimeInterval(-5)])
        try await store.close()
    }

    @Test func manyPostsGoInBatchesAndACancelledRunTakesNoMore() async throws {
        let store = try open(InMemoryFileSystem())
        let clock = ManualClock()
        let (posts, provider) = world(store, clock)
        let ids = (0..<600).map { "p\($0)" }
        _ = try await posts.commit(.mock(ids.map { Post.mock($0) }), to: .mock(), at: .head, date: clock.now)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await provider.applyRetention(RetentionPolicy(maximumPosts: 0))
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        let before = store.snapshot().version
        let report = try await provider.applyRetention(RetentionPolicy(maximumPosts: 0))
        #expect(report[.posts].count == 600)
        #expect(store.snapshot().version == before + 3)
        #expect(try store.snapshot().retentionCandidates().isEmpty)
        try await store.close()
    }
}
