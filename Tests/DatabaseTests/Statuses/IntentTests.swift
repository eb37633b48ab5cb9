import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What the outbox says of posts and comments, as it is kept beside it and shown.
@Suite(.timeLimit(.minutes(20)))
struct IntentTests {
    private let files = InMemoryFileSystem()
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let anna = AccountKey(site: .demo, name: "t2_anna")
    private let post = StatusTarget.post(.mock("t3_a"))
    private let comment = StatusTarget.comment(.mock("t1_a"))
    private let kinds = ["vote", "saved", "text"].map { OutboxEntry.Kind(rawValue: $0) }

    private var now: OutboxTime { OutboxTime(date: start, boot: "boot", uptime: 100) }

    private func open() throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", files: files, time: ManualClock())
    }

    private func outbox(of content: OutboxContent = OutboxContent()) -> Outbox {
        var limits = Outbox.Limits()
        for kind in kinds { limits.kinds[kind] = 1...1 }
        return Outbox(content, limits: limits)
    }

    /// A store with a feed of three posts and the thread of the first.
    private func filled() async throws -> JSONStore {
        let store = try open()
        _ = try await DatabasePostProvider(store: store, time: ManualClock()).commit(
            Page.mock("t3_a", "t3_b", "t3_c"), to: .mock(), at: .head, date: start)
        _ = try await DatabaseCommentProvider(store: store).commit(
            .mock("t1_a", " t1_b", post: .mock("t3_a")), of: .mock("t3_a"), sort: nil, date: start)
        return store
    }

    private func toggle(
        _ number: Int, _ field: String = "vote", _ value: String = "1", on target: StatusTarget,
        by account: AccountKey? = nil
    ) throws -> OutboxEntry {
        var policy = OutboxEntry.Policy(.always)
        policy.isToggle = true
        return OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-\(number)"), account: account ?? anna,
            kind: OutboxEntry.Kind(rawValue: field), payload: try RawJSON("{}"), target: target, field: field,
            thing: target.native, value: value, policy: policy, at: now)
    }

    private func text(
        _ number: Int, on target: StatusTarget?, thread: Post.ID? = nil, waitsFor: [OutboxEntry.ID] = []
    ) throws -> OutboxEntry {
        var policy = OutboxEntry.Policy(.never)
        policy.makesThing = true
        return OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-" + String(repeating: "a", count: 25) + "\(number)"), account: anna,
            kind: OutboxEntry.Kind(rawValue: "text"), payload: try RawJSON(#"{"text":"words"}"#), target: target,
            thread: thread, field: "text", thing: target?.native ?? "r/swift", policy: policy, waitsFor: waitsFor,
            at: now)
    }

    private func commit(_ step: OutboxStep, of outbox: Outbox, to store: JSONStore) async throws {
        try await DatabaseOutboxStore(store: store).commit(OutboxCommit(OutboxChanges(step.changes, of: outbox)))
    }

    private func queue(_ entries: OutboxEntry..., in outbox: inout Outbox, to store: JSONStore) async throws {
        for entry in entries {
            try await commit(try outbox.queue(entry, known: nil, at: now), of: outbox, to: store)
        }
    }

    private func intents(_ store: JSONStore) throws -> [IntentRecord.ID] {
        try store.read { try $0.window(of: StatusSchemas.intents) }.map(\.id)
    }

    // MARK: What is kept

    @Test func anEntryAndWhatIsShownOfItAreOneCommit() async throws {
        let store = try await filled()
        var outbox = outbox()
        let before = store.snapshot().version
        try await queue(toggle(1, on: post), in: &outbox, to: store)
        #expect(store.snapshot().version == before + 1)
        #expect(
            try intents(store).map(\.description)
                == ["demo/t2_anna|post|demo/t3_a|vote|0000000000000001|1|1700000000.0|entry-1"])
        // Signed in, it is sent.
        let step = outbox.handle(.session(anna, epoch: 1), at: now)
        try #require(step.changes == [.entry(OutboxEntry.ID(rawValue: "entry-1"))])
        var commits = store.commits().makeAsyncIterator()
        try await commit(step, of: outbox, to: store)
        let changed = await commits.next()?.ids(in: StatusSchemas.intents)
        #expect(changed == [], "its state alone changes nothing of it")
    }

    @Test func whatIsWrittenIsReadBackWhateverTheIdIsLike() throws {
        for native in ["t3_a", "a|b", "|", "a%7c", "x\u{1}y", "e\u{301}|vote", "-|post|demo/t3_a|vote|1"] {
            for account in [anna, AccountKey(site: .demo, name: "a|b%c")] {
                let target = StatusTarget.post(Post.ID(site: .demo, native: native))
                let ids = IntentRecord.ID.all(of: try toggle(1, on: target, by: account))
                #expect(ids.count == 1)
                for id in ids { #expect(IntentRecord.ID(id.description) == id) }
            }
        }
        #expect(IntentRecord.ID("demo/t2_anna|post|demo/t3_a|vote|1") == nil)
    }

    @Test func whatDisagreesWithTheOutboxIsMadeAnewWhenThatIsRead() async throws {
        var store = try await filled()
        var outbox = outbox()
        try await queue(
            toggle(1, on: post), toggle(2, "saved", on: comment), text(3, on: comment, thread: .mock("t3_a")),
            in: &outbox, to: store)
        let whole = try intents(store)
        #expect(whole.count == 4)
        try await store.write(.synced) { transaction in
            // As a store of a version that did not keep them, with one that belongs to nothing.
            for id in whole.dropFirst() { try transaction.delete(id, from: StatusSchemas.intents) }
            let stray = try toggle(9, on: .post(.mock("t3_b")))
            for id in IntentRecord.ID.all(of: stray) {
                try transaction.upsert(IntentRecord(id: id), in: StatusSchemas.intents)
            }
        }
        try await store.close()
        store = try open()
        let content = try await DatabaseOutboxStore(store: store).content()
        #expect(content.entries.count == 3)
        #expect(try intents(store) == whole)
        let version = store.snapshot().version
        _ = try await DatabaseOutboxStore(store: store).content()
        #expect(store.snapshot().version == version, "what agrees is not written")
    }

    @Test func whatThisVersionCannotReadStaysUnsent() async throws {
        let store = try await filled()
        var outbox = outbox()
        for number in 1...9 {
            try await queue(toggle(number, on: .post(.mock("t3_\(number)"))), in: &outbox, to: store)
        }
        let whole = try intents(store)
        try await store.close()
        // One entry gets another form, and one is gone.
        let other = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Self.foreign)], files: files,
            time: ManualClock())
        try await other.write(.synced) { transaction in
            try transaction.upsert(Foreign(id: "entry-1", form: 9), in: Self.foreign)
            try transaction.delete("entry-2", from: Self.foreign)
        }
        try await other.close()
        let reopened = try open()
        let content = try await DatabaseOutboxStore(store: reopened).content()
        #expect(content.unreadableCount == 1 && content.entries.count == 7)
        #expect(try intents(reopened) == whole.filter { $0.entry != "entry-2" })
    }

    private struct Foreign: StoredRecord {
        let id: String
        var form: Int?
    }

    private static let foreign = CollectionSchema<Foreign>(name: "outbox")

    // MARK: What is shown

    @Test func theNewestIntentIsShownAndARefusedOneIsNot() async throws {
        let store = try await filled()
        var outbox = outbox()
        _ = outbox.handle(.session(anna, epoch: 1), at: now)
        try await queue(toggle(1, on: post), in: &outbox, to: store)
        try await commit(outbox.handle(.woke, at: now), of: outbox, to: store)
        try await queue(toggle(2, "vote", "-1", on: post), in: &outbox, to: store)
        #expect(outbox.all.count == 2)
        let posts = DatabasePostProvider(store: store, owner: .account(anna))
        func vote() async throws -> Vote? { try await posts.items([.mock("t3_a")]).first?.status.vote }
        #expect(try await vote() == .down)
        let first = OutboxEntry.ID(rawValue: "entry-1")
        try await commit(
            outbox.handle(.answered([first], attempt: 1, .done(result: nil, value: nil)), at: now), of: outbox,
            to: store)
        #expect(try await vote() == .down)
        let reason = OutboxEntry.Reason(.refused, "No.")
        let second = OutboxEntry.ID(rawValue: "entry-2")
        try await commit(
            outbox.handle(.answered([second], attempt: 2, .refused(reason)), at: now), of: outbox, to: store)
        #expect(outbox.all.map(\.state) == [.failed])
        #expect(try await vote() == nil)
        #expect(try await posts.evict([.mock("t3_a")]).kept.map(\.reason) == [.unsent], "it is unsent all the same")
    }

    @Test func anIntentReachesFeedsThreadsAndSearch() async throws {
        let store = try await filled()
        var outbox = outbox()
        let posts = DatabasePostProvider(store: store, owner: .account(anna))
        let comments = DatabaseCommentProvider(store: store, owner: .account(anna))
        var feeds = posts.changes().makeAsyncIterator()
        var threads = comments.changes().makeAsyncIterator()
        var searches = DatabasePostSearchProvider(store: store, owner: .account(anna)).changes().makeAsyncIterator()
        try await queue(toggle(1, on: post), in: &outbox, to: store)
        var change = await feeds.next()
        #expect(change?.posts == [.mock("t3_a")] && change?.comments == [])
        _ = await searches.next()
        try await queue(toggle(2, on: comment), in: &outbox, to: store)
        change = await feeds.next()
        #expect(change?.posts == [] && change?.comments == [.mock("t1_a")])
        let thread = await threads.next()
        #expect(thread == [.mock("t3_a")])
        // One that leaves is announced as well.
        let step = try outbox.decide(.giveUp(nil), on: OutboxEntry.ID(rawValue: "entry-1"), at: now)
        try await commit(step, of: outbox, to: store)
        change = await feeds.next()
        #expect(change?.posts == [.mock("t3_a")])
        #expect(try await comments.storedThread(of: .mock("t3_a"))?.statuses[.mock("t1_a")]?.vote == .up)
        #expect(try await posts.items([.mock("t3_a")]).first?.status.vote == nil)
    }

    @Test func whoFollowsAFeedSeesAnIntentAndNobodyElse() async throws {
        let store = try await filled()
        var outbox = outbox()
        let ben = AccountKey(site: .demo, name: "t2_ben")
        let (feed, clock) = (Feed.mock(), ManualClock())
        let providers = [MarkOwner.account(anna), .account(ben), .nobody].map { owner in
            DefaultPostProvider(
                offline: DatabasePostProvider(store: store, owner: owner, time: clock), online: nil, time: clock)
        }
        var updates = providers.map { $0.updates(of: feed).makeAsyncIterator() }
        for index in updates.indices { _ = await updates[index].next() }
        try await queue(toggle(1, on: post), in: &outbox, to: store)
        for (index, vote) in [Vote.up, nil, nil].enumerated() {
            // All that follow it are told of the commit.
            let status = await updates[index].next()?.items.first?.status
            #expect(status?.vote == vote && status?.pending == (vote == nil ? [] : [.vote]))
        }
        let item = try await providers[0].items([.mock("t3_a")]).first
        #expect(item?.status.voteDelta == 1)
    }

    @Test func whatAThreadsCommitReturnsShowsWhatIsPending() async throws {
        let store = try await filled()
        var outbox = outbox()
        try await queue(toggle(1, on: comment), in: &outbox, to: store)
        let comments = DatabaseCommentProvider(store: store, owner: .account(anna))
        var thread = CommentThread.mock("t1_a", " t1_b", post: .mock("t3_a"))
        thread.confirmation = Confirmation(
            account: anna,
            values: [comment: .init(vote: .down, isSaved: true), .comment(.mock("t1_b")): .init(vote: .down)])
        let stored = try await comments.commit(thread, of: .mock("t3_a"), sort: nil, date: start + 1)
        let marks = try #require(stored.statuses[.mock("t1_a")])
        #expect(marks.vote == .up && marks.isSaved && marks.pending == [.vote] && marks.voteDelta == 2)
        #expect(stored.statuses[.mock("t1_b")]?.vote == .down)
        let read = try await comments.storedThread(of: .mock("t3_a"))
        #expect(read?.statuses == stored.statuses)
    }

    @Test func aFeedThatIsReadAgainAfterACommitThatFailedShowsWhatIsStored() async throws {
        let store = try await filled()
        var outbox = outbox()
        try await queue(toggle(1, on: post), in: &outbox, to: store)
        let posts = DatabasePostProvider(store: store, owner: .account(anna))
        #expect(try await posts.storedFeed(.mock()).items.map(\.status.vote) == [.up, nil, nil])
        files.fail(.sync, with: .noSpace)
        var failed = outbox
        let step = try failed.queue(try toggle(2, on: .post(.mock("t3_b"))), known: nil, at: now)
        let commit = OutboxCommit(OutboxChanges(step.changes, of: failed))
        await #expect(throws: (any Error).self) { try await DatabaseOutboxStore(store: store).commit(commit) }
        files.stopFailing()
        #expect(try await posts.storedFeed(.mock()).items.map(\.status.vote) == [.up, nil, nil])
        try await queue(toggle(3, on: .post(.mock("t3_c"))), in: &outbox, to: store)
        #expect(try await posts.storedFeed(.mock()).items.map(\.status.vote) == [.up, nil, .up])
    }

    // MARK: What stays

    @Test func whatSomethingUnsentIsAboutIsNotEvicted() async throws {
        let store = try await filled()
        var outbox = outbox()
        let posts = DatabasePostProvider(store: store)
        let comments = DatabaseCommentProvider(store: store)
        try await posts.store(
            Confirmation(account: anna, values: [comment: .init(vote: .up), post: .init(vote: .up)]))
        try await queue(
            text(1, on: comment), toggle(2, "vote", on: .post(.mock("t3_b"))), in: &outbox, to: store)
        let all: [Post.ID] = [.mock("t3_a"), .mock("t3_b"), .mock("t3_c")]
        let storage = DatabaseStorageProvider(store: store)
        let candidates = try await storage.posts()
        #expect(candidates.filter { $0.kept == .unsent }.map(\.id).sorted() == Array(all.dropLast()))
        let receipt = try await posts.evict(all)
        #expect(receipt.evicted == [.mock("t3_c")] && receipt.kept.map(\.reason) == [.unsent, .unsent])
        #expect(try await comments.evictThreads(of: all) == 0)
        #expect(try await comments.storedThread(of: .mock("t3_a"))?.thread.comments.count == 2)
        #expect(try await posts.confirmed(of: [comment, post], for: anna).count == 2)
        for entry in outbox.all {
            try await commit(try outbox.decide(.giveUp(nil), on: entry.id, at: now), of: outbox, to: store)
        }
        #expect(try await posts.evict(all).evicted == Array(all.dropLast()))
        #expect(try await posts.confirmed(of: [comment, post], for: anna).isEmpty)
    }

    @Test func anAnswerToWhatIsUnsentHoldsItsThread() async throws {
        let store = try await filled()
        var outbox = outbox()
        _ = outbox.handle(.session(anna, epoch: 1), at: now)
        let parent = try text(1, on: comment, thread: .mock("t3_a"))
        let child = try text(
            2, on: .comment(Comment.ID(site: .demo, native: parent.id.rawValue)), waitsFor: [parent.id])
        try await queue(parent, child, in: &outbox, to: store)
        try await commit(outbox.handle(.woke, at: now), of: outbox, to: store)
        let posts = DatabasePostProvider(store: store)
        #expect(try await posts.evict([.mock("t3_a")]).evicted.isEmpty)
        // Its parent arrives, and comes with the thread by the name that the site gave it.
        try await commit(
            outbox.handle(.answered([parent.id], attempt: 1, .done(result: "t1_b", value: nil)), at: now), of: outbox,
            to: store)
        #expect(outbox.all.map(\.id) == [child.id])
        #expect(try await posts.evict([.mock("t3_a")]).evicted.isEmpty)
    }

    @Test func aPostThatIsSavedOnItsSiteIsKept() async throws {
        let store = try await filled()
        let posts = DatabasePostProvider(store: store, owner: .account(anna), time: ManualClock())
        try await posts.store(Confirmation(account: anna, values: [post: .init(isSaved: true)]))
        #expect(try await posts.evict([.mock("t3_a")]).kept.map(\.reason) == [.saved])
        let kept = try await DatabaseStorageProvider(store: store).posts().filter { $0.kept == .saved }
        #expect(kept.map(\.id) == [.mock("t3_a")])
    }

    // MARK: Sync of statuses

    @Test func anIntentTakesThePlaceOfTheOwnMarkInItsCommit() async throws {
        let store = try await filled()
        var outbox = outbox()
        let posts = DatabasePostProvider(store: store, owner: .account(anna))
        _ = try await posts.apply(.set(.saved(true), [.mock("t3_a"), .mock("t3_b")]), at: start + 1)
        let entry = try toggle(1, "saved", "0", on: post)
        var commit = OutboxCommit(OutboxChanges(try outbox.queue(entry, known: nil, at: now).changes, of: outbox))
        commit.untouched = [try #require(entry.statusIntent)]
        try await DatabaseOutboxStore(store: store).commit(commit)
        let saved = Feed(site: .demo, source: .saved)
        #expect(try await posts.storedFeed(saved).items.map(\.id) == [.mock("t3_b")])
        let own = try store.read { try $0.record(OwnedTarget(.account(anna), post), in: StatusSchemas.marks) }
        #expect(own?.marks.isSaved == false && own?.marks.dates[.saved] == nil)
        // What the server says counts from now on.
        let step = try outbox.decide(.giveUp(nil), on: entry.id, at: now)
        try await self.commit(step, of: outbox, to: store)
        try await posts.store(Confirmation(account: anna, values: [post: .init(isSaved: true)]))
        #expect(try await posts.storedFeed(saved).items.count == 2)
        let nobody = DatabasePostProvider(store: store)
        #expect(try await nobody.storedFeed(saved).items.isEmpty)
    }
}
