import Foundation
import Testing

@testable import Core

/// The stored form of an entry.
struct OutboxEntryCodingTests {
    private let now = OutboxTime(date: Date(timeIntervalSince1970: 1_795_000_000.5), boot: "boot-1", uptime: 77.25)
    private let account = AccountKey(site: .reddit, name: "t2_anna")

    private func text(_ entry: OutboxEntry) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(entry), as: UTF8.self)
    }

    private func entry(_ text: String) throws -> OutboxEntry {
        try JSONDecoder().decode(OutboxEntry.self, from: Data(text.utf8))
    }

    private func vote() -> OutboxEntry {
        var policy = OutboxEntry.Policy(.always)
        policy.isToggle = true
        return OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-1"), account: account, kind: OutboxEntry.Kind(rawValue: "vote"),
            payload: RawJSON(compact: "{}"), target: StatusTarget(.post, site: .reddit, native: "t3_a"), field: "vote",
            thing: "t3_a", value: "1", policy: policy, at: now)
    }

    /// An entry of which nothing is as it usually is.
    private func unusual() -> OutboxEntry {
        var policy = OutboxEntry.Policy(.afterReading)
        (policy.holdsLaneWhileUnsure, policy.makesThing, policy.isPart) = (true, true, true)
        policy.needsConsent = true
        (policy.settleTime, policy.ageLimit, policy.batchLimit) = (5, 600, 20)
        policy.holdsLaneWhileWaiting = true
        let part = OutboxEntry.ID(rawValue: "entry-2")
        var entry = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-3"), account: account, kind: OutboxEntry.Kind(rawValue: "edit"),
            version: 2, payload: RawJSON(compact: #"{"text":"words"}"#),
            target: StatusTarget(.post, site: .reddit, native: "t3_a"), thread: Post.ID(site: .reddit, native: "t3_a"),
            field: "target", thing: "t3_a", policy: policy, container: "t3_p", parts: [part],
            amendment: OutboxEntry.Amendment(of: part, replacement: RawJSON(compact: "1"), dependants: .drafts),
            waitsFor: [OutboxEntry.ID(rawValue: "entry-4")], at: now)
        let later = OutboxTime(date: now.date + 9, boot: "boot-2", uptime: 1)
        (entry.queued, entry.state, entry.number, entry.attempts) = (later, .checking, 7, 3)
        (entry.doubtfulSince, entry.lastAttempt) = (later, later)
        entry.outdatedFor = [AccountKey(site: .reddit, name: "t2_bert")]
        entry.pause = OutboxPause(30, from: later, cause: .server)
        entry.reason = OutboxEntry.Reason(.timedOut, "It took too long.")
        entry.check = OutboxEntry.Check(settling: OutboxPause(60, from: later), failures: 2)
        return entry
    }

    @Test func whatIsUsualIsLeftOutAndReadBack() throws {
        let text = try text(vote())
        #expect(
            text == #"{"account":"reddit/t2_anna","field":"vote","id":"entry-1","kind":"vote","number":0,"#
                + #""payload":{},"policy":{"isToggle":true,"repetition":"always"},"#
                + #""queued":{"boot":"boot-1","date":816692800.5,"uptime":77.25},"state":"pending","#
                + #""target":"post|reddit/t3_a","thing":"t3_a","value":"1"}"#)
        #expect(try entry(text) == vote())
    }

    @Test func whatIsUnusualIsKept() throws {
        let unusual = unusual()
        #expect(try entry(text(unusual)) == unusual)
        var given = vote()
        given.account = AccountKey(site: .reddit, name: "t2_bert")
        #expect(try entry(text(given)) == given)
    }

    @Test func whatOnlyALaterVersionKnowsIsKept() throws {
        let later = try text(vote())
            .replacing(#""repetition":"always""#, with: #""repetition":"twice""#)
            .replacing(#""state":"pending""#, with: #""state":"resting""#)
        let entry = try entry(later)
        #expect(entry.isOfLaterVersion)
        #expect(entry.$state == "resting" && entry.policy.$repetition == "twice")
        #expect(try self.entry(text(entry)) == entry)
    }

    /// Nothing was left out before.
    @Test func anEntryOfAnEarlierVersionIsRead() throws {
        let time = #"{"date":816692800.5,"boot":"boot-1","uptime":77.25}"#
        let earlier = """
            {"id":"entry-1","account":"reddit/t2_anna","kind":"vote","version":1,"payload":{},\
            "target":"post|reddit/t3_a","thread":null,\
            "lane":{"account":"reddit/t2_anna","field":"vote","thing":"t3_a"},"value":"1",\
            "policy":{"repetition":"always","isToggle":true,"holdsLaneWhileUnsure":false,"makesThing":false,\
            "isPart":false,"settleTime":60.0,"ageLimit":null,"batchLimit":1},"container":null,"parts":[],\
            "based":\(time),"amendment":null,"state":"pending","waitsFor":[],"number":0,"queued":\(time),\
            "created":816692800.5,"attempts":0,"doubtfulSince":null,"lastAttempt":null,"pause":null,"reason":null,\
            "check":null}
            """
        #expect(try entry(earlier) == vote())
    }
}
