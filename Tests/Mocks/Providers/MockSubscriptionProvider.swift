public import Core

/// A ``Core/SubscriptionProvider`` for tests of view models that records its calls.
///
/// ``shown`` needs no script: the test sets it, and followers hear of it.
public final class MockSubscriptionProvider: SubscriptionProvider, Mock {
    /// A call of ``setSubscribed(_:to:on:)``.
    public struct Wish: Hashable, Sendable {
        /// Whether to be subscribed.
        public let isSubscribed: Bool
        /// The community.
        public let community: SourceName
        /// Its site.
        public let site: Site

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - isSubscribed: Whether to be subscribed.
        ///   - community: The community.
        ///   - site: Its site.
        public init(_ isSubscribed: Bool, to community: SourceName, on site: Site) {
            self.isSubscribed = isSubscribed
            self.community = community
            self.site = site
        }
    }

    public let log: MockLog
    /// The subscriptions of the account that looks; `nil`, at first, where nobody can subscribe.
    public let shown = ObservableValue<[SourceName: Subscription]?>(nil)
    /// Scripts and records ``setSubscribed(_:to:on:)``; by default nothing is queued.
    public let onSetSubscribed: MockMethod<Wish, OutboxItem.ID?>

    /// Creates a mock of a site to which nobody can subscribe.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onSetSubscribed = MockMethod("MockSubscriptionProvider.setSubscribed", log: log) { _ in nil }
    }

    public func canSubscribe(on site: Site) -> Bool { shown.value != nil }

    public func subscriptions(
        to communities: [SourceName], on site: Site
    ) async throws -> [SourceName: Subscription] {
        (shown.value ?? [:]).filter { communities.contains($0.key) }
    }

    @discardableResult
    public func setSubscribed(
        _ isSubscribed: Bool, to community: SourceName, on site: Site
    ) async throws -> OutboxItem.ID? {
        try await onSetSubscribed.answer(to: Wish(isSubscribed, to: community, on: site))
    }

    public func changes() -> AsyncStream<Void> {
        let changes = shown.valueAndChanges().changes
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await _ in changes { continuation.yield() }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
