import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InMemoryOfflineSourceProviderTests {
    @Test(arguments: OfflineSourceProviderContract.checks)
    func keepsTheContract(_ check: OfflineSourceProviderContract.Check) async {
        await OfflineSourceProviderContract { InMemoryOfflineSourceProvider() }.run(check)
    }

    @Test func scriptedFailuresAreThrown() async throws {
        let store = InMemoryOfflineSourceProvider([.mock("r/a1"), .mock("u/ann", site: .reddit), .mock("r/b1")])
        store.fail(with: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await store.remove(.mock("r/a1"), at: .distantPast) }
        #expect(try await store.sources(on: .demo).sources.map(\.name.text) == ["a1", "b1"])
        #expect(try await store.sources(on: .reddit).sources.map(\.name.text) == ["ann"])
    }

    /// A store that breaks a rule is found out.
    @Test func theContractFindsBrokenRules() async {
        let contract = OfflineSourceProviderContract { Forgetful() }
        var broken = 0
        for check in OfflineSourceProviderContract.checks where await !contract.failures(of: check).isEmpty {
            broken += 1
        }
        #expect(broken >= OfflineSourceProviderContract.checks.count - 3)
    }
}

/// Keeps nothing.
private final class Forgetful: OfflineSourceProvider {
    func sources(on site: Site) async throws -> StoredSources { StoredSources() }
    func add(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource { source }
    func update(
        _ id: SubscribedSource.ID, with result: SourceLookupResult, at date: Date
    ) async throws -> SubscribedSource? { nil }
    func remove(_ id: SubscribedSource.ID, at date: Date) async throws -> SubscribedSource? { nil }
    func restore(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource { source }
    func move(_ id: SubscribedSource.ID, to index: Int, at date: Date) async throws -> Bool { true }
    func open(_ id: SubscribedSource.ID, at date: Date) async throws -> Bool { true }
    func changes() -> AsyncStream<SourcesChange> { AsyncStream { $0.finish() } }
}
