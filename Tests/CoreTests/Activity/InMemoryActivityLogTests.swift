import Core
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ActivityJournalTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func event(
        _ second: Double, _ kind: ActivityEvent.Kind = .held, _ reason: ActivityEvent.Reason = .budget,
        host: String = "a", code: ErrorCode? = nil, priority: RequestPriority? = nil, until: Double? = nil,
        backend: String? = nil
    ) -> ActivityEvent {
        var event = ActivityEvent(kind, reason: reason, host: host, date: start + second, code: code)
        event.priority = priority
        event.until = until.map { start + $0 }
        event.backend = backend
        return event
    }

    @Test func theNewestEventComesFirst() {
        let journal = InMemoryActivityLog()
        let events = [event(1, host: "a"), event(2, host: "b"), event(3, .failed, .failure, host: "a")]
        for event in events { journal.record(event) }
        #expect(journal.events == events.reversed())
        #expect(journal.entries.map(\.count) == [1, 1, 1])
        #expect(Set(journal.entries.map(\.id)).count == 3)
    }

    @Test func whatHappensAgainCountsAndMovesToTheFront() throws {
        let journal = InMemoryActivityLog()
        journal.record(event(1, host: "a", priority: .background, until: 10))
        let id = try #require(journal.entries.first?.id)
        journal.record(event(2, host: "b"))
        journal.record(event(3, host: "a", priority: .userInitiated, until: 20))
        let entry = try #require(journal.entries.first)
        #expect(journal.entries.count == 2)
        #expect(entry.event == event(3, host: "a", priority: .userInitiated, until: 20))
        #expect(entry.count == 2)
        #expect(entry.firstDate == start + 1)
        #expect(entry.id == id)
    }

    @Test(arguments: 0..<4)
    func whatDiffersIsARowOfItsOwn(_ index: Int) {
        let journal = InMemoryActivityLog()
        journal.record(event(1, .failed, .failure, code: .offline, backend: "x"))
        journal.record(
            [
                event(2, .retried, .failure, code: .offline, backend: "x"),
                event(2, .failed, .offline, code: .offline, backend: "x"),
                event(2, .failed, .failure, code: .timedOut, backend: "x"),
                event(2, .failed, .failure, code: .offline, backend: "y"),
            ][index])
        #expect(journal.entries.map(\.count) == [1, 1])
    }

    @Test func somethingElseInBetweenBeginsANewRow() {
        let journal = InMemoryActivityLog()
        journal.record(event(1, .suspended, .failure))
        journal.record(event(2, .resumed, .suspendedEarlier))
        journal.record(event(3, .suspended, .failure))
        #expect(journal.events.map(\.kind) == [.suspended, .resumed, .suspended])
    }

    @Test func itKeepsAFixedNumberOfRows() {
        let journal = InMemoryActivityLog(capacity: 3)
        for number in 1...10 { journal.record(event(Double(number), host: "host\(number)")) }
        #expect(journal.events.map(\.host) == ["host10", "host9", "host8"])
        #expect(InMemoryActivityLog().capacity == 500)
        #expect(InMemoryActivityLog(capacity: 0).capacity == 1)
    }

    @Test func aServerThatIsDownForADayTakesOneRow() {
        let journal = InMemoryActivityLog(capacity: 2)
        journal.record(event(0, host: "other"))
        for second in 1...1000 { journal.record(event(Double(second), .failed, .failure, host: "down")) }
        #expect(journal.entries.map(\.count) == [1000, 1])
    }

    @Test func everyChangeIsTold() {
        let journal = InMemoryActivityLog()
        let first = journal.revision.value
        journal.record(event(1))
        let second = journal.revision.value
        journal.record(event(2))
        let third = journal.revision.value
        journal.removeAll()
        #expect(first < second && second < third && third < journal.revision.value)
        #expect(journal.entries.isEmpty)
    }

    @Test func aFollowerThatIsWokenFindsTheEvent() async {
        let journal = InMemoryActivityLog()
        let values = journal.revision.values
        let event = event(1)
        Task.detached { journal.record(event) }
        for await _ in values where !journal.entries.isEmpty { break }
        #expect(journal.events == [event])
    }

    @Test func nothingIsLostWhenManyRecordAtOnce() async {
        let journal = InMemoryActivityLog(capacity: 1000)
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask { [start] in
                    for number in 0..<100 {
                        let host = "host\(task * 10 + number % 10)"
                        journal.record(ActivityEvent(.held, reason: .spacing, host: host, date: start))
                    }
                }
            }
        }
        #expect(journal.entries.count == 80)
        #expect(journal.entries.allSatisfy { $0.count == 10 })
        #expect(journal.revision.value == 800)
    }
}
