import Core
import Foundation
import Mocks
import Testing

@Suite struct InMemoryOfflinePostProviderTests {
    @Test(arguments: OfflinePostProviderContract.checks)
    func keepsTheContract(_ check: OfflinePostProviderContract.Check) async {
        await OfflinePostProviderContract { InMemoryOfflinePostProvider() }.run(check)
    }

    @Test func scriptedFailuresChangeNothing() async throws {
        // Given
        let provider = InMemoryOfflinePostProvider()
        provider.fail(with: FileError(.noSpace, path: "/store", operation: "write"))
        // When
        await #expect(throws: FileError.self) {
            _ = try await provider.commit(.mock("a"), to: .mock(), at: .head, date: .distantPast)
        }
        // Then
        #expect(try await provider.storedFeed(.mock()) == StoredFeed(feed: .mock()))
    }

    @Test func theContractFindsABrokenProvider() async {
        // Given a provider whose every commit fails
        let contract = OfflinePostProviderContract {
            let provider = MockOfflinePostProvider()
            provider.onStoredFeed.answers { StoredFeed(feed: $0) }
            return provider
        }
        // When
        var broken = 0
        for check in OfflinePostProviderContract.checks where await !contract.failures(of: check).isEmpty {
            broken += 1
        }
        // Then only the rule about the feed that was never fetched holds
        #expect(broken == OfflinePostProviderContract.checks.count - 1)
    }

    @Test func checksHaveDistinctNames() {
        let names = OfflinePostProviderContract.checks.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
