import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// The outbox in a JSON store.
@Suite(.timeLimit(.minutes(20)))
struct DatabaseOutboxStoreTests {
    private let files = InMemoryFileSystem()
    private let me = AccountKey(site: .reddit, name: "t2_me")
    private let kind = OutboxEntry.Kind(rawValue: "vote")
    private let now = OutboxTime(date: Date(timeIntervalSince1970: 1_700_000_000), boot: "boot-1", uptime: 12.5)

    private func open() throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabaseOutboxStore.collections, files: files, time: ManualClock())
    }

    private var journal: String {
        String(decoding: files.bytes(at: "/tmp/store/journal-00000001.jsonl") ?? [], as: UTF8.self)
    }

    private func outbox() -> Outbox {
        var limits = Outbox.Limits()
        limits.kinds = [kind: 1...1]
        var outbox = Outbox(limits: limits)
        _ = outbox.handle(.session(me, epoch: 1), at: now)
        return outbox
    }

    private func entry(_ number: Int, _ policy: OutboxEntry.Policy, value: String? = nil) throws -> OutboxEntry {
        OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-\(number)"), account: me, kind: kind,
            payload: try RawJSON(#"{"text":"Ünïcode \"quoted\"","n":[1,2.50]}"#).canonical,
            target: StatusTarget(.post, site: .reddit, native: "t3_\(number)"), field: "vote", thing: "t3_\(number)",
            value: value, policy: policy, container: "t3_p", at: now)
    }

    private func toggle() -> OutboxEntry.Policy {
        var policy = OutboxEntry.Policy(.always)
        policy.isToggle = true
        return policy
    }

    /// An outbox with one of everything that is stored.
    private func filled(into store: DatabaseOutboxStore) async throws -> Outbox {
        var outbox = outbox()
        var text = OutboxEntry.Policy(.never)
        text.makesThing = true
        text.ageLimit = 86400
        let reason = OutboxEntry.Reason(.timedOut, "It took too long.")
        var attempts: [OutboxEntry.ID: Int] = [:]
        func commit(_ step: OutboxStep) async throws {
            try await store.commit(OutboxCommit(OutboxChanges(step.changes, of: outbox)))
            for action in step.actions {
                switch action {
                case .send(let ids, let attempt): for id in ids { attempts[id] = attempt }
                case .look(let id, let attempt): attempts[id] = attempt
                case .read: break
                }
            }
        }
        func answer(_ number: Int, _ answer: OutboxAnswer) async throws {
            let id = OutboxEntry.ID(rawValue: "entry-\(number)")
            try await commit(outbox.handle(.woke, at: now))
            try await commit(outbox.handle(.answered([id], attempt: attempts[id] ?? 0, answer), at: now))
        }
        try await commit(outbox.queue(entry(1, text), known: nil, at: now))
        try await answer(1, .done(result: "t1_made", value: nil))
        try await commit(outbox.queue(entry(2, toggle(), value: "1"), known: nil, at: now))
        try await answer(2, .unknown(reason, isAnswered: false))
        // One that is looked for, with an edit that waits for it and brings a part; and one that was given up.
        try await commit(outbox.queue(entry(4, text), known: nil, at: now))
        try await commit(outbox.queue(entry(5, text), known: nil, undo: 100, at: now))
        try await answer(4, .unknown(reason, isAnswered: false))
        var edit = try entry(6, OutboxEntry.Policy(.afterReading))
        edit = OutboxEntry(
            id: edit.id, account: me, kind: kind, payload: edit.payload, target: edit.target, field: "target",
            thing: "entry-4", policy: edit.policy, parts: [OutboxEntry.ID(rawValue: "entry-5")],
            amendment: OutboxEntry.Amendment(
                of: OutboxEntry.ID(rawValue: "entry-4"), replacement: edit.payload, dependants: .drafts),
            waitsFor: [OutboxEntry.ID(rawValue: "entry-4")], at: now)
        try await commit(outbox.queue(edit, known: nil, at: now))
        try await commit(outbox.queue(entry(7, text), known: nil, at: now))
        try await answer(7, .unknown(reason, isAnswered: false))
        let last = OutboxEntry.ID(rawValue: "entry-7")
        try await commit(outbox.handle(.looked(last, attempt: attempts[last] ?? 0, .unclear(reason)), at: now))
        try await commit(outbox.decide(.giveUp(nil), on: last, at: now))
        try await commit(outbox.queue(entry(3, toggle(), value: "-1"), known: nil, at: now))
        try await answer(3, .later(reason, scope: .kind, after: 60, until: now.date + 60))
        try await commit(outbox.handle(.serverDate(now.date + 1), at: now))
        return outbox
    }

    private func equals(_ content: OutboxContent, _ outbox: Outbox) -> Bool {
        content.entries.sorted { $0.number < $1.number } == outbox.all
            && content.lanes == outbox.lanes.keys.sorted().compactMap { outbox.lanes[$0] }
            && content.sent.sorted { $0.id < $1.id } == outbox.sent.values
            && content.pauses == outbox.pauses && content.serverDate == outbox.serverDate
    }

    @Test func everythingIsReadBackAsItWas() async throws {
        let outbox: Outbox
        do {
            let store = try open()
            outbox = try await filled(into: DatabaseOutboxStore(store: store))
            #expect(!outbox.lanes.isEmpty && !outbox.sent.isEmpty && !outbox.pauses.isEmpty)
            try await store.close()
        }
        let content = try await DatabaseOutboxStore(store: open()).content()
        #expect(equals(content, outbox))
        #expect(outbox.all.map(\.state) == [.pending, .checking, .pending, .waiting, .pending])
        #expect(content.sent.map(\.givenUp).contains { $0 != nil })
    }

    @Test func whatIsGoneIsGone() async throws {
        let store = try open()
        let kept = DatabaseOutboxStore(store: store)
        var outbox = try await filled(into: kept)
        let step = outbox.discardAll(of: me, at: now)
        try await kept.commit(OutboxCommit(OutboxChanges(step.changes, of: outbox)))
        let content = try await kept.content()
        #expect(content.entries.isEmpty && content.lanes.isEmpty && content.pauses.isEmpty)
        // What was sent is no part of what is unsent.
        #expect(content.sent.count == 2)
    }

    @Test func aCommitSurvivesPowerLoss() async throws {
        let store = try open()
        let outbox = try await filled(into: DatabaseOutboxStore(store: store))
        files.crash()
        #expect(equals(try await DatabaseOutboxStore(store: open()).content(), outbox))
    }

    @Test func whatAServerConfirmsIsCommittedWithIt() async throws {
        let store = try open()
        let kept = DatabaseOutboxStore(store: store)
        let target = StatusTarget(.post, site: .reddit, native: "t3_1")
        let before = try store.read { $0.version }
        var outbox = outbox()
        let step = try outbox.queue(entry(1, toggle(), value: "1"), known: nil, at: now)
        var commit = OutboxCommit(OutboxChanges(step.changes, of: outbox))
        commit.acknowledged = [
            OutboxAcknowledgement(
                id: OwnedTarget(.account(me), target), values: ConfirmedValues(vote: .up),
                acknowledgement: .init(at: now, settle: 60), date: now.date)
        ]
        try await kept.commit(commit)
        #expect(try store.read { $0.version } == before + 1)
        let confirmed = try store.read { snapshot in
            try snapshot.record(OwnedTarget(.account(me), target), in: StatusSchemas.confirmed)
        }
        #expect(confirmed?.values.vote == .up)
    }

    @Test func everyEntryIsALineOfJSON() async throws {
        let store = try open()
        var outbox = outbox()
        let step = try outbox.queue(entry(1, toggle(), value: "1"), known: nil, at: now)
        try await DatabaseOutboxStore(store: store).commit(OutboxCommit(OutboxChanges(step.changes, of: outbox)))
        let line = try #require(journal.split(separator: "\n").first { $0.contains("entry-1") })
        #expect(line.contains(#""account":"reddit/t2_me""#))
        // In the one form in which it is read back: names sorted, numbers as they are printed.
        #expect(line.contains(#""payload":{"n":[1,2.5],"text":"Ünïcode \"quoted\""}"#))
    }
}
