import Core
import Foundation
import Mocks
import Testing

@Suite struct InMemoryOfflinePostProviderTests {
    @Test(arguments: OfflinePostProviderContract.checks)
    func keepsTheContract(_ check: OfflinePostProviderContract.Check) async {
        await OfflinePostProviderContract { InMemoryOfflinePostProvider() }.run(check)
    }

    /// The ten thousand are the database's; see ``OfflinePostProviderOracle`` for more of them.
    @Test(arguments: OfflinePostProviderOracle.seeds(3))
    func agreesWithTheOracle(seed: UInt64) async {
        await OfflinePostProviderOracle { InMemoryOfflinePostProvider() }.run(seed: seed, operations: 1_000)
    }

    @Test func theOracleFindsAStoreThatLosesAPost() async {
        // Given a store that does not read the whole of a long feed
        let oracle = OfflinePostProviderOracle { ForgetfulOfflinePostProvider() }
        // When
        let failures = await oracle.failures(seed: 1, operations: 1_000)
        // Then
        #expect(!failures.isEmpty)
        #expect(failures.allSatisfy { $0.check.contains("FEED_ORACLE_SEED=1") })
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
            // Unscripted calls are described, and Foundation on Linux cannot describe a date that is not finite.
            provider.onCommit.fails(with: DataError(.diskFailure))
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

/// A store that reads every post but the last of a long feed.
private struct ForgetfulOfflinePostProvider: OfflinePostProvider {
    let store = InMemoryOfflinePostProvider()

    func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        var stored = try await store.storedFeed(feed)
        if stored.items.count > 12 { stored.items.removeLast() }
        return stored
    }

    func storedFeeds() async throws -> [StoredFeedSummary] { try await store.storedFeeds() }

    func items(_ ids: [Post.ID]) async throws -> [FeedItem] { try await store.items(ids) }

    func commit(_ page: Page, to feed: Feed, at placement: PagePlacement, date: Date) async throws -> PageReceipt {
        try await store.commit(page, to: feed, at: placement, date: date)
    }

    func store(_ posts: [Post], completeness: Completeness) async throws {
        try await store.store(posts, completeness: completeness)
    }

    func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        try await store.apply(mutation, at: date)
    }

    func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt { try await store.evict(ids) }

    func forgetMarks(before date: Date) async throws -> Int { try await store.forgetMarks(before: date) }

    func changes() -> AsyncStream<StoredChange> { store.changes() }
}
