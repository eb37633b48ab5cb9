import Core
import Foundation
import Synchronization

/// A provider that repeats each operation on a ``ReferencePostStore`` and logs where the receipts differ.
final class ReferenceCheckingProvider: OfflinePostProvider {
    private let probe: PostContractProbe
    private let state = Mutex(ReferencePostStore())

    init(_ probe: PostContractProbe) {
        self.probe = probe
    }

    var reference: ReferencePostStore { state.withLock { $0 } }

    func storedFeed(_ feed: Feed) async throws -> StoredFeed {
        try await probe.provider.storedFeed(feed)
    }

    func storedFeeds() async throws -> [StoredFeedSummary] {
        try await probe.provider.storedFeeds()
    }

    func items(_ ids: [Post.ID]) async throws -> [FeedItem] {
        try await probe.provider.items(ids)
    }

    func commit(_ page: Page, to feed: Feed, at placement: PagePlacement, date: Date) async throws -> PageReceipt {
        do {
            let receipt = try await probe.provider.commit(page, to: feed, at: placement, date: date)
            let expected = state.withLock { $0.commit(page, to: feed, at: placement, date: date) }
            probe.expect(receipt, equals: expected, "the receipt of a page \(placement)")
            return receipt
        } catch let error as any CodedError where error.code == .superseded {
            let expected = state.withLock { $0.commit(page, to: feed, at: placement, date: date) }
            probe.expect(expected, equals: nil, "a page that was refused \(placement)")
            throw error
        }
    }

    func store(_ posts: [Post], completeness: Completeness) async throws {
        try await probe.provider.store(posts, completeness: completeness)
        state.withLock { $0.store(posts, completeness: completeness) }
    }

    func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt {
        let receipt = try await probe.provider.apply(mutation, at: date)
        var expected = state.withLock { $0.apply(mutation, at: date) }
        expected.version = receipt.version
        probe.expect(receipt, equals: expected, "the receipt of \(mutation)")
        return receipt
    }

    func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt {
        let receipt = try await probe.provider.evict(ids)
        var expected = state.withLock { $0.evict(ids) }
        expected.version = receipt.version
        probe.expect(receipt, equals: expected, "the receipt of an eviction")
        return receipt
    }

    func forgetMarks(before date: Date) async throws -> Int {
        let count = try await probe.provider.forgetMarks(before: date)
        let expected = state.withLock { $0.forgetMarks(before: date) }
        probe.expect(count, equals: expected, "how many marks were forgotten")
        return count
    }

    func changes() -> AsyncStream<StoredChange> {
        probe.provider.changes()
    }
}
