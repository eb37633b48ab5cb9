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
}
