import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredActivityLogTests {
    private let store = InMemoryStateStore()
    private let clock = ManualClock()

    private func event(_ host: String, _ kind: ActivityEvent.Kind = .failed) -> ActivityEvent {
        ActivityEvent(kind, reason: .failure, host: host, date: clock.now, code: .offline)
    }

    private func log(_ capacity: Int = 500) -> StoredActivityLog {
        StoredActivityLog(store: store, capacity: capacity, time: clock)
    }

    private func hosts(_ log: StoredActivityLog) -> [String] { log.entries.map(\.event.host) }

    @Test func whatWasRecordedIsThereInTheNextRun() async throws {
        let log = log()
        for host in ["a", "b", "b"] { log.record(event(host)) }
        await log.flush()
        clock.advance(by: .seconds(60))
        let next = self.log()
        let before = next.revision.value
        #expect(next.entries.isEmpty, "the first call begins to read")
        await next.load()
        #expect(next.revision.value > before)
        #expect(next.entries.map(\.event) == log.entries.map(\.event) && next.entries.map(\.count) == [2, 1])
        #expect(next.entries.map(\.firstDate) == log.entries.map(\.firstDate))
        // What happens again is the same entry, also one of an earlier run; ids stay apart.
        next.record(event("a"))
        next.record(event("c"))
        #expect(hosts(next) == ["c", "a", "b"] && next.entries.map(\.count) == [1, 2, 2])
        #expect(Set(next.entries.map(\.id)).count == 3)
    }

    @Test func aBurstIsWrittenOnceSomeSecondsLater() async throws {
        let log = log()
        for host in ["a", "b", "c"] { log.record(event(host)) }
        try await clock.waitForSleepers(1)
        #expect(store.values.isEmpty)
        clock.advance(by: .seconds(5))
        while store.values.isEmpty { await Task.yield() }
        let next = self.log()
        await next.load()
        #expect(hosts(next) == ["c", "b", "a"])
    }

    @Test func whatIsRecordedBeforeAnythingWasReadComesBehindIt() async {
        let first = log()
        first.record(event("a"))
        await first.flush()
        let next = log(2)
        clock.advance(by: .seconds(1))
        next.record(event("b"))
        next.record(event("c"))
        await next.flush()
        #expect(hosts(next) == ["c", "b"], "the newest, where there is room for two")
        let third = log()
        await third.load()
        #expect(hosts(third) == ["c", "b", "a"], "the store has more room")
    }

    @Test func anotherProcessesEntriesAreKept() async {
        let (one, other) = (log(), log())
        await one.load()
        await other.load()
        one.record(event("a"))
        await one.flush()
        clock.advance(by: .seconds(1))
        other.record(event("b"))
        await other.flush()
        let next = log()
        await next.load()
        #expect(hosts(next) == ["b", "a"])
    }

    @Test func clearedItIsEmptyInTheNextRunToo() async {
        let first = log()
        first.record(event("a"))
        await first.flush()
        let next = log()
        // Before anything of it was read.
        next.removeAll()
        await next.flush()
        #expect(next.entries.isEmpty)
        let third = log()
        await third.load()
        #expect(third.entries.isEmpty)
        next.record(event("b"))
        await next.flush()
        let fourth = log()
        await fourth.load()
        #expect(hosts(fourth) == ["b"])
    }

    @Test func aStoreThatFailsCostsNothingElse() async {
        let log = log()
        store.fail(with: DataError(.diskFailure))
        log.record(event("a"))
        await log.flush()
        #expect(hosts(log) == ["a"])
        store.fail(with: nil)
        // It is written with the next try.
        await log.flush()
        let next = self.log()
        await next.load()
        #expect(hosts(next) == ["a"])
    }

    @Test func aDamagedLogIsBegunAnew() async throws {
        try await store.set(Data("[{".utf8), for: "activity.json")
        let log = log()
        await log.load()
        #expect(log.entries.isEmpty)
        log.record(event("a"))
        await log.flush()
        let next = self.log()
        await next.load()
        #expect(hosts(next) == ["a"])
    }

    @Test func aThousandEntriesAreStoredAsTwoHundred() async {
        let log = log(1000)
        for number in 0..<1000 {
            clock.advance(by: .seconds(1))
            log.record(event("h\(number)"))
        }
        await log.flush()
        let next = self.log()
        await next.load()
        #expect(hosts(next).first == "h999" && next.entries.count == 200)
        #expect(store.values.values.allSatisfy { $0.count < 60_000 })
    }

    @Test func nothingIsReadOrWrittenWhereNothingHappens() async {
        let log = log()
        await log.flush()
        #expect(store.values.isEmpty)
    }
}
