import Mocks
import Testing

@testable import Database

/// Values that were computed of collections are made anew where those have changed.
struct DerivedValuesTests {
    private let values = DerivedValues()

    private func value(_ stamps: [UInt64], of name: String = "a", isKept: Bool = true, making new: Int) -> Int {
        values.value(name, stamps: stamps, isKept: isKept) { new }
    }

    @Test func aValueIsMadeOnceForEachState() {
        #expect(value([1, 2], making: 1) == 1)
        #expect(value([1, 2], making: 2) == 1)
        #expect(value([1, 3], making: 3) == 3)
        #expect(value([1, 2], making: 4) == 4, "only the newest is kept")
        #expect(value([1, 2], of: "b", making: 5) == 5)
    }

    @Test func whatIsMadeOfACommitThatMayBeTakenBackIsNotKept() {
        #expect(value([1], isKept: false, making: 1) == 1)
        #expect(value([1], making: 2) == 2)
        #expect(value([1], isKept: false, making: 3) == 2)
    }

    @Test func aBatchSeesCommitsThatMayBeTakenBack() async throws {
        let store = try JSONStore(directory: "/tmp/store", files: InMemoryFileSystem(), time: ManualClock())
        #expect(!store.snapshot().isProvisional)
        let isProvisional = try await store.write(.synced) { $0.snapshot.isProvisional }
        #expect(isProvisional)
    }
}
