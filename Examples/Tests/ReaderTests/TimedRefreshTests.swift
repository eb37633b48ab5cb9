import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import ReaderKit

/// The refreshes of the interactive reader.
@Suite(.timeLimit(.minutes(5)))
struct TimedRefreshTests {
    /// Notes its runs, and schedules the next one as the real one does.
    private final class Refresher: BackgroundRefreshProvider {
        let report = ObservableValue<RefreshReport?>(nil)
        let count = ObservableValue(0)
        let scopes = Mutex<[RefreshScope]>([])
        private let timer: TimerScheduler

        init(_ timer: TimerScheduler) {
            self.timer = timer
        }

        func lastReport() async throws -> RefreshReport? { nil }

        func run(deadline: Duration, scope: RefreshScope) async -> RefreshReport {
            timer.schedule(after: .seconds(3600))
            scopes.withLock { $0.append(scope) }
            count.update { $0 += 1 }
            return RefreshReport(started: Date(timeIntervalSince1970: 0))
        }
    }

    @Test func aRunComesSoonAfterTheStartAndThenOnceForEachRefreshAge() async throws {
        let clock = ManualClock()
        let timer = TimerScheduler(time: clock)
        let refresher = Refresher(timer)
        let task = Task { await TimedRefresh(timer: timer, refresher: refresher).run() }
        try await clock.waitForSleepers(1)
        clock.advance(by: TimedRefresh.delay - .seconds(1))
        #expect(refresher.count.value == 0)
        clock.advance(by: .seconds(1))
        for await count in refresher.count.values where count == 1 { break }
        for expected in 2...4 {
            try await clock.waitForSleepers(1)
            clock.advance(by: .seconds(3600))
            for await count in refresher.count.values where count == expected { break }
        }
        #expect(refresher.scopes.withLock { $0 } == [.stale, .stale, .stale, .stale])
        task.cancel()
        await task.value
    }
}
