import Dispatch
import Foundation
import Testing

@testable import Database

@Suite struct MaintenancePaceTests {
    @Test(.timeLimit(.minutes(5))) func aWriterDoesNotPauseWithoutMaintenanceWork() {
        let pace = MaintenancePace(longestPause: .seconds(600))
        pace.giveWay()
        pace.begin()
        pace.end()
        pace.giveWay()
    }

    @Test(.timeLimit(.minutes(5))) func theEndOfMaintenanceWorkEndsTheWritersPause() {
        let pace = MaintenancePace(longestPause: .seconds(600))
        for _ in 0..<1_000 {
            pace.begin()
            let ending = DispatchSemaphore(value: 0)
            Thread {
                pace.end()
                ending.signal()
            }.start()
            pace.giveWay()
            ending.wait()
        }
    }

    @Test func anEarlierEndOfWorkDoesNotShortenALaterPause() {
        let pace = MaintenancePace(longestPause: .milliseconds(20))
        for _ in 0..<100 {
            pace.begin()
            pace.end()
        }
        pace.begin()
        let clock = ContinuousClock()
        let waited = clock.measure { pace.giveWay() }
        #expect(waited >= .milliseconds(19))
    }

    // MARK: The maintenance thread makes room for the writer

    private func waiting(
        _ isShared: Bool = true, patience: Duration = .zero, spacing: Duration = .seconds(600)
    ) -> MaintenancePace {
        let pace = MaintenancePace(longestPause: .milliseconds(1), patience: patience, spacing: spacing)
        pace.endWriting(isMore: false, isStalled: false, isShared: isShared)
        return pace
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func theEndOfACommitEndsThePauseOfMaintenance(isUrgent: Bool) {
        let pace = MaintenancePace(longestPause: .seconds(600), patience: .zero)
        for _ in 0..<1_000 {
            pace.endWriting(isMore: false, isStalled: false, isShared: true)
            pace.beginWriting()
            let ending = DispatchSemaphore(value: 0)
            Thread {
                pace.endWriting(isMore: false, isStalled: false, isShared: true)
                ending.signal()
            }.start()
            pace.makeWay(isUrgent: isUrgent)
            ending.wait()
        }
    }

    @Test func maintenancePausesSomeTimesForACommitThatWaitsOn() {
        let pace = waiting(spacing: .zero)
        pace.beginWriting()
        // The commit does not end, so each pause takes as long as it may, and the next one is due.
        var count = 0
        while pace.makeWay() { count += 1 }
        #expect(count == 8)
    }

    @Test func eachOfBothPausesSomeTimes() {
        let pace = waiting(spacing: .zero)
        pace.beginWriting()
        for isUrgent in [false, true] {
            var count = 0
            while pace.makeWay(isUrgent: isUrgent) { count += 1 }
            #expect(count == 8)
        }
    }

    @Test func maintenancePausesOnceInAWhileForACommitThatWaits() {
        let pace = waiting()
        pace.expectWriter()
        #expect(pace.makeWay())
        #expect(!pace.makeWay())
        pace.beginWriting()
        #expect(pace.makeWay())
        #expect(!pace.makeWay())
    }

    @Test func maintenanceDoesNotPauseForACommitThatIsOnItsWay() {
        let pace = waiting(patience: .seconds(600))
        pace.beginWriting()
        #expect(!pace.makeWay())
    }

    @Test func maintenanceDoesNotPauseWhenNobodyReads() {
        let pace = waiting(false)
        pace.beginWriting()
        #expect(!pace.makeWay())
    }

    @Test func maintenanceDoesNotPauseWithoutACommit() {
        let pace = waiting()
        #expect(!pace.makeWay())
    }

    @Test func maintenanceDoesNotPauseForAWriterThatWaitsForIt() {
        let pace = waiting()
        pace.beginWriting()
        pace.endWriting(isMore: true, isStalled: true, isShared: true)
        #expect(!pace.makeWay())
        pace.expectWriter()
        #expect(!pace.makeWay())
        pace.resumeWriter()
        #expect(pace.makeWay())
    }

    @Test func aPauseOfTheWriterIsNoReasonForOneOfMaintenance() {
        let pace = MaintenancePace(longestPause: .milliseconds(20), patience: .seconds(600))
        pace.endWriting(isMore: false, isStalled: false, isShared: true)
        pace.begin()
        pace.beginWriting()
        pace.giveWay()
        #expect(!pace.makeWay())
    }
}
