import Synchronization
import Testing

@testable import Database

struct ConcurrentPartsTests {
    @Test(arguments: [0, 1, 2, 3, 500]) func eachPartIsDoneOnceAndItsResultStandsAtItsPlace(_ count: Int) {
        let calls = Atomic(0)
        let results = concurrentResults(count) { part in
            calls.wrappingAdd(1, ordering: .relaxed)
            return "\(part)"
        }
        #expect(results == (0..<count).map { "\($0)" })
        #expect(calls.load(ordering: .relaxed) == count)
    }

    @Test func partsMayHavePartsThemselves() {
        let sums = concurrentResults(20) { part in concurrentResults(20) { $0 * part }.reduce(0, +) }
        #expect(sums == (0..<20).map { $0 * 190 })
    }
}
