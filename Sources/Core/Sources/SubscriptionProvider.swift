/// A provider of the subscriptions that accounts have on their servers; the list of sources on this device is another
/// thing, and neither follows the other.
///
/// Contract:
/// - What is wished is stored before it is shown, and sent when it can be, as everything of a ``WritingProvider``.
/// - Nothing of one account is in what another one sees.
/// - Safe from any thread.
public protocol SubscriptionProvider: Sendable {
    /// Returns whether accounts can subscribe to communities of a site by way of this app.
    ///
    /// - Parameter site: The site.
    /// - Returns: False where nothing can be written.
    func canSubscribe(on site: Site) -> Bool

    /// Reads the subscriptions of the account that looks, as they are shown.
    ///
    /// - Parameters:
    ///   - communities: The names of communities.
    ///   - site: Their site.
    /// - Returns: The subscription to each of which something is known; nothing for nobody.
    /// - Throws: ``DataError`` when the database fails.
    func subscriptions(to communities: [SourceName], on site: Site) async throws -> [SourceName: Subscription]

    /// Subscribes the account in use to a community, or ends that: queued, stored and shown when it returns.
    ///
    /// - Parameters:
    ///   - isSubscribed: Whether to be subscribed.
    ///   - community: The name of the community.
    ///   - site: Its site.
    /// - Returns: The item of the outbox; `nil` where the server has that already.
    /// - Throws: ``DataError`` with the code `unauthorized` where nobody is signed in, `invalidInput` for what is no
    ///   community and where nothing can be written; the database's; `CancellationError`.
    @discardableResult
    func setSubscribed(_ isSubscribed: Bool, to community: SourceName, on site: Site) async throws -> OutboxItem.ID?

    /// Announces that subscriptions may be shown otherwise, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken; it ends with its consumer.
    func changes() -> AsyncStream<Void>
}

/// The subscription of an account to a community, as it is shown.
public struct Subscription: Hashable, Sendable {
    /// Whether the account is subscribed: what it wished last, else what the server last said to it.
    public var isSubscribed: Bool
    /// Whether that is not sent yet.
    public var isPending: Bool

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - isSubscribed: Whether the account is subscribed.
    ///   - isPending: Whether that is not sent yet; false by default.
    public init(isSubscribed: Bool, isPending: Bool = false) {
        self.isSubscribed = isSubscribed
        self.isPending = isPending
    }
}
