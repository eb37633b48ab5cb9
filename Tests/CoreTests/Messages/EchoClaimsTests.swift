import Foundation
import Testing

@testable import Core

struct EchoClaimsTests {
    private let room = ChatRoom.ID(AccountKey(site: .demo, name: "ann"), "r")
    private let first = OutboxItem.ID(rawValue: "entry-1")
    private let second = OutboxItem.ID(rawValue: "entry-2")

    private func moment(_ uptime: Double, boot: String = "boot") -> OutboxTime {
        OutboxTime(date: Date(timeIntervalSince1970: 5 - uptime), boot: boot, uptime: uptime)
    }

    private func message(
        _ id: String, _ text: String = "hi", at seconds: Double = 100, stored: Double = 50, boot: String = "boot",
        by sender: String = "ann", arrival: UInt64 = 1
    ) -> StoredMessage {
        StoredMessage(
            RemoteMessage(
                id: id, room: "r", created: Date(timeIntervalSince1970: seconds), text: text,
                sender: ChatRoom.Person(id: sender, name: sender)),
            in: room, stored: moment(stored, boot: boot), arrival: arrival)
    }

    private func sought(
        _ item: OutboxItem.ID, _ text: String = "hi", attempt: Double? = 40, known: Set<String> = []
    ) -> EchoClaims.Sought {
        EchoClaims.Sought(
            item, MessageContent(text: text), known: known, attempt: attempt.map { moment($0) },
            earliest: Date(timeIntervalSince1970: 90))
    }

    private func claims(
        _ sought: [EchoClaims.Sought], _ messages: [StoredMessage], final: [String: OutboxItem.ID] = [:]
    ) -> [String: OutboxItem.ID] {
        EchoClaims.claims(of: sought, among: messages, final: final, in: "boot")
    }

    @Test func anEqualTextOfOnesOwnThatCameSinceStandsForIt() {
        #expect(claims([sought(first)], [message("a")]) == ["a": first])
        #expect(claims([sought(first)], [message("a", by: "ben")]) == [:])
        #expect(claims([sought(first)], [message("a", "ho")]) == [:])
        #expect(claims([sought(first)], [message("a", at: 89)]) == [:], "It is older than the attempt.")
        #expect(claims([sought(first)], [message("a", stored: 39)]) == [:], "It was there before.")
        #expect(claims([sought(first)], [message("a", boot: "earlier")]) == [:], "It was there at an earlier boot.")
        #expect(claims([sought(first, known: ["a"])], [message("a")]) == [:])
        #expect(claims([sought(first, attempt: nil)], [message("a")]) == [:])
    }

    @Test func theFirstThatCameStaysTheOneWhateverComesBehindIt() {
        let messages = [message("z", at: 101, arrival: 1), message("a", at: 100, arrival: 2)]
        #expect(claims([sought(first)], messages) == ["z": first])
        #expect(claims([sought(first), sought(second)], messages) == ["z": first, "a": second])
    }

    @Test func whatIsKnownForCertainCounts() {
        let messages = [message("a"), message("b", arrival: 2)]
        #expect(claims([sought(first)], messages, final: ["b": first]) == ["b": first])
        #expect(claims([sought(second)], messages, final: ["a": first]) == ["a": first, "b": second])
    }

    // MARK: Looking

    private func remote(_ id: String, at seconds: Double) -> RemoteMessage { message(id, at: seconds).remote(in: room) }

    private func finding(
        _ messages: [RemoteMessage], besides others: Set<String> = [], notBefore: Double? = nil,
        attempted: Double? = nil
    ) -> IntentFinding {
        func date(_ seconds: Double?) -> Date? { seconds.map { Date(timeIntervalSince1970: $0) } }
        return MessageLook.finding(
            of: MessageContent(text: "hi"), among: messages, besides: others, notBefore: date(notBefore),
            attempted: date(attempted))
    }

    @Test func aLookFindsWhatIsNotOlderThanTheAttempt() {
        let messages = [remote("b", at: 100), remote("a", at: 100), remote("c", at: 10)]
        #expect(finding(messages, notBefore: 90) == .found(["a", "b"]))
        #expect(finding(messages, besides: ["a", "b"], notBefore: 90) == .absent)
        #expect(finding([], attempted: 10) == .absent)
    }

    @Test func aLookWithoutTheServersClockAsksWhereItCannotTell() {
        let old = remote("c", at: 10)
        #expect(finding([old], attempted: 3000) == .found(["c"]))
        guard case .unclear = finding([old], attempted: 4000) else {
            Issue.record("Nobody knows how old it is.")
            return
        }
        #expect(finding([old], besides: ["c"], attempted: 4000) == .absent)
    }

    @Test func whatAServerDoesToATextMakesNoOtherMessage() {
        func text(_ text: String) -> MessageContent { MessageContent(text: text) }
        #expect(text("ok ").isSame(as: text("ok")) && text("ok").isSame(as: text(" ok")))
        #expect(!text("ok").isSame(as: text("Ok")) && !text("ok").isSame(as: MessageContent(files: ["a"])))
        #expect(MessageContent(files: ["a"]).isSame(as: MessageContent(files: ["a"])))
        #expect(!MessageContent(files: ["a"]).isSame(as: MessageContent(files: ["b"])))
        let date = Date(timeIntervalSince1970: 1)
        let found = RemoteMessage(
            id: "a", room: "r", created: date, text: "ok", sender: ChatRoom.Person(id: "ann", name: "Ann"))
        let finding = MessageLook.finding(
            of: text("ok "), among: [found], besides: [], notBefore: date, attempted: date)
        #expect(finding == .found(["a"]))
    }
}
