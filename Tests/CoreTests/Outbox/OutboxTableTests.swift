import Foundation
import Testing

@testable import Core

/// The table of events by states in `Documentation/Writing.md`, which these tests print from the rules themselves.
struct OutboxTableTests {
    /// One row of the table: what happens, and to which entry.
    private struct Row {
        let name: String
        /// Whether its account has a session; without one nothing begins, so that only the event itself shows.
        var isSignedIn = false
        var policy = OutboxWorld.Kinds.policy(OutboxWorld.Kinds.reply)
        let happen: @Sendable (inout Outbox, OutboxEntry) throws -> OutboxStep
    }

    private static let account = AccountKey(site: .reddit, name: "t2_me")
    private static let parent = OutboxEntry.ID(rawValue: "entry-parent")
    private static let start = OutboxTime(date: Date(timeIntervalSince1970: 1_700_000_000), boot: "boot", uptime: 1000)
    /// Some seconds later, within the settle time.
    private static let soon = later(5)
    /// When the settle time is over.
    private static let settled = later(100)

    private static func later(_ seconds: TimeInterval) -> OutboxTime {
        OutboxTime(date: start.date + seconds, boot: start.boot, uptime: start.uptime + seconds)
    }

    private static let reason = OutboxEntry.Reason(.unknown, "So it is.")
    private static let repeatable = OutboxEntry.Policy(.always)
    private static let toggle = {
        var policy = OutboxEntry.Policy(.always)
        policy.isToggle = true
        return policy
    }()

    private static func answered(_ answer: OutboxAnswer) -> @Sendable (inout Outbox, OutboxEntry) -> OutboxStep {
        { outbox, entry in
            outbox.handle(.answered([entry.id], attempt: outbox.running[entry.id] ?? 0, answer), at: soon)
        }
    }

    private static func looked(
        _ finding: OutboxFinding, begun: OutboxTime = soon
    ) -> @Sendable (inout Outbox, OutboxEntry) -> OutboxStep {
        { outbox, entry in
            // The look of `outbox(in:_:)` began at once; one that begins later counts.
            if begun == settled, let look = outbox.looking[entry.id] {
                outbox.looking[entry.id] = Outbox.Look(attempt: look.attempt, counts: true)
            }
            return outbox.handle(.looked(entry.id, attempt: outbox.looking[entry.id]?.attempt ?? 0, finding), at: begun)
        }
    }

    private static func decided(_ choice: OutboxChoice) -> @Sendable (inout Outbox, OutboxEntry) throws -> OutboxStep {
        { outbox, entry in
            try outbox.decide(choice, on: entry.id, at: soon)
        }
    }

    private static let rows: [Row] = [
        Row(name: "what it waits for arrived") { outbox, _ in
            outbox.handle(
                .answered([parent], attempt: outbox.running[parent] ?? 0, .done(result: "t1", value: nil)), at: soon)
        },
        Row(name: "its turn: lane free, time come, signed in", isSignedIn: true) { outbox, _ in
            outbox.handle(.woke, at: soon)
        },
        Row(name: "done", happen: answered(.done(result: "t2", value: nil))),
        Row(name: "done, and the answer was cut", happen: answered(.doneWithoutResult)),
        Row(name: "refused for good", happen: answered(.refused(reason))),
        Row(name: "refused for now", happen: answered(.later(reason, scope: .entry, after: 9, until: nil))),
        Row(name: "the server has ended the session", isSignedIn: true) { outbox, _ in
            outbox.handle(.sessionEnded(account), at: soon)
        },
        Row(name: "what is under way is refused since the session is over", happen: answered(.sessionOver(reason))),
        Row(
            name: "nobody knows, may be repeated", policy: repeatable,
            happen: answered(.unknown(reason, isAnswered: false))),
        Row(name: "nobody knows, may not be repeated", happen: answered(.unknown(reason, isAnswered: false))),
        Row(name: "found", happen: looked(.found(["t2"]))),
        Row(name: "absent, within the settle time", happen: looked(.absent)),
        Row(name: "absent, the settle time is over", happen: looked(.absent, begun: settled)),
        Row(name: "the look cannot tell", happen: looked(.unclear(reason))),
        Row(name: "the look failed, and may not again", happen: looked(.failed(reason, isPassing: true))),
        Row(name: "the look failed for good", happen: looked(.failed(reason, isPassing: false))),
        Row(name: "relaunched, may be repeated", policy: repeatable) { outbox, _ in relaunch(&outbox) },
        Row(name: "relaunched, may not be repeated") { outbox, _ in relaunch(&outbox) },
        Row(name: "signed out", isSignedIn: true) { outbox, _ in outbox.handle(.session(account, epoch: nil), at: soon)
        },
        Row(name: "a person: send now, or again", happen: decided(.send(as: nil))),
        Row(
            name: "a person: send from another account",
            happen: decided(.send(as: AccountKey(site: .reddit, name: "t2_o")))),
        Row(name: "a person: it arrived", happen: decided(.arrived(result: "t2", nil))),
        Row(name: "a person: given up", happen: decided(.giveUp(nil))),
        Row(name: "a person: edited", happen: decided(.edit(RawJSON(compact: "\"new\"")))),
        Row(name: "a newer intent of its lane, for a toggle", policy: toggle) { outbox, entry in
            try outbox.queue(
                OutboxEntry(
                    id: OutboxEntry.ID(rawValue: "entry-newer"), account: account, kind: entry.kind,
                    payload: entry.payload, target: entry.target, field: "text", thing: "t3_a", value: "0",
                    policy: toggle, at: soon), known: nil, at: soon)
        },
    ]

    /// An outbox whose entry is in a state, reached as it is in life.
    private static func outbox(in state: OutboxEntry.State, _ policy: OutboxEntry.Policy) throws -> Outbox? {
        var limits = Outbox.Limits()
        limits.kinds = [OutboxWorld.Kinds.reply: 1...1]
        var outbox = Outbox(limits: limits)
        let isWaiting = state == .waiting
        if isWaiting {
            _ = try outbox.queue(
                entry(parent, OutboxWorld.Kinds.policy(OutboxWorld.Kinds.reply)), known: nil, at: start)
        }
        _ = try outbox.queue(entry(id, policy, waitsFor: isWaiting ? [parent] : []), known: nil, at: start)
        if state == .pending {
            outbox.sessions[account] = 1
            return outbox
        }
        _ = outbox.handle(.session(account, epoch: 1), at: start)
        func answer(_ answer: OutboxAnswer) {
            _ = outbox.handle(.answered([id], attempt: outbox.running[id] ?? 0, answer), at: start)
        }
        switch state {
        case .waiting, .pending, .sending: break
        case .failed: answer(.refused(reason))
        case .checking, .unsure:
            answer(.unknown(reason, isAnswered: false))
            if state == .unsure {
                _ = outbox.handle(.looked(id, attempt: outbox.looking[id]?.attempt ?? 0, .unclear(reason)), at: start)
            }
        }
        return outbox.entries[id]?.state == state ? outbox : nil
    }

    private static let id = OutboxEntry.ID(rawValue: "entry-a")

    private static func entry(
        _ id: OutboxEntry.ID, _ policy: OutboxEntry.Policy, waitsFor: [OutboxEntry.ID] = []
    ) -> OutboxEntry {
        OutboxEntry(
            id: id, account: account, kind: OutboxWorld.Kinds.reply, payload: RawJSON(compact: "\"words\""),
            target: StatusTarget(.post, site: .reddit, native: "t3_a"), field: "text",
            thing: waitsFor.first?.rawValue ?? "t3_a", value: policy.isToggle ? "1" : nil, policy: policy,
            waitsFor: waitsFor, at: start)
    }

    /// The process ends and begins again, without a sign-in yet.
    private static func relaunch(_ outbox: inout Outbox) -> OutboxStep {
        outbox = Outbox(
            entries: outbox.all, lanes: Array(outbox.lanes.values), sent: Array(outbox.sent.values),
            limits: outbox.limits)
        return outbox.handle(.opened, at: soon)
    }

    private static func cell(_ row: Row, _ state: OutboxEntry.State) throws -> String {
        guard var outbox = try outbox(in: state, row.policy), let before = outbox.entries[id] else { return "" }
        if !row.isSignedIn { outbox.sessions = [:] }
        let step: OutboxStep
        do {
            step = try row.happen(&outbox, before)
        } catch let refusal as OutboxRefusal {
            switch refusal {
            case .underWay: return "refused: under way"
            case .unsure: return "refused: unsure"
            default: return "refused"
            }
        }
        guard let after = outbox.entries[id] else {
            let isDraft = step.outcomes.contains { if case .draft = $0 { true } else { false } }
            return isDraft ? "leaves, a draft" : "leaves"
        }
        let looks = state == .checking && step.actions.contains { if case .look(id, _) = $0 { true } else { false } }
        if after.state == state, looks { return "`\(state.rawValue)`, looked for" }
        if after == before || after.state == state && before.reason == after.reason && !looks {
            return after.payload != before.payload ? "`\(state.rawValue)`, changed" : "–"
        }
        if after.state == state { return "`\(state.rawValue)`" }
        return "`\(after.state.rawValue)`"
    }

    private static func table() throws -> String {
        let states = OutboxEntry.State.allCases
        var lines = ["| event | " + states.map { "`\($0.rawValue)`" }.joined(separator: " | ") + " |"]
        lines.append("| --- |" + String(repeating: " --- |", count: states.count))
        for row in rows {
            lines.append("| \(row.name) | " + (try states.map { try cell(row, $0) }).joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func theDocumentedTableIsWhatTheRulesSay() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Documentation/Writing.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        let begin = try #require(text.range(of: "<!-- table: begin -->\n"))
        let end = try #require(text.range(of: "<!-- table: end -->"))
        let table = try Self.table()
        if ProcessInfo.processInfo.environment["WRITE_TABLE"] != nil {
            try text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: table)
                .write(to: path, atomically: true, encoding: .utf8)
            return
        }
        #expect(text[begin.upperBound..<end.lowerBound] == table, "Run this test with WRITE_TABLE=1 to print it anew.")
    }
}
