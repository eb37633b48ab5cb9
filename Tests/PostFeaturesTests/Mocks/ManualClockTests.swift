import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ManualClockTests {
    let clock = ManualClock()

    @Test func timeStandsStillUntilItIsMoved() {
        let (now, uptime) = (clock.now, clock.uptime)
        #expect(clock.now == now)
        clock.advance(by: .milliseconds(1500))
        #expect(clock.now == now + 1.5)
        #expect(clock.uptime - uptime == .milliseconds(1500))
    }

    @Test func settingTheDateWakesNobody() async throws {
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        try await clock.waitForSleepers(1)
        clock.setDate(.distantFuture)
        #expect(clock.sleeperCount == 1)
        #expect(clock.uptime == .zero)
        clock.advance(by: .seconds(5))
        try await sleeper.value
    }

    @Test func onlySleepersWhoseTimeHasComeWake() async throws {
        let early = Task { try await clock.sleep(for: .seconds(1)) }
        let late = Task { try await clock.sleep(for: .seconds(2)) }
        try await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleeperCount == 2)
        clock.advance(by: .milliseconds(1))
        try await early.value
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await late.value
    }

    @Test func aSecondSleepBeginsAtTheNewTime() async throws {
        let sleeper = Task {
            try await clock.sleep(for: .seconds(1))
            try await clock.sleep(for: .seconds(1))
        }
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        try await sleeper.value
    }

    @Test func cancellationEndsASleep() async throws {
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        try await clock.waitForSleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func aCancelledTaskDoesNotFallAsleep() async {
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .zero)
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func sleepingForNoTimeReturnsAtOnce() async throws {
        try await clock.sleep(for: .zero)
        try await clock.sleep(for: .seconds(-1))
    }
}
