public import Core

/// The button with which a person subscribes to one community on its server, for a screen that shows the community.
///
/// It starts nothing by itself: call ``load()``. From then on ``state`` follows the outbox and who looks, until ``stop()``
/// or until it is released. What a method does is in ``state`` when it returns; a failure becomes ``State/banner``.
@MainActor
public final class SubscriptionViewModel {
    /// The state of the button.
    public struct State: Equatable, Sendable {
        /// The subscription of the account that looks; `nil` for nobody, and where nothing is known.
        public internal(set) var subscription: Subscription?
        /// Whether accounts can subscribe on this site, so that there is a button at all.
        public internal(set) var canSubscribe: Bool
        /// The failure to show, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview.
        ///
        /// - Parameters:
        ///   - subscription: The subscription; none by default.
        ///   - canSubscribe: Whether there is a button; false by default.
        ///   - banner: The failure to show.
        public init(subscription: Subscription? = nil, canSubscribe: Bool = false, banner: Banner? = nil) {
            self.subscription = subscription
            self.canSubscribe = canSubscribe
            self.banner = banner
        }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let name: SourceName
    private let site: Site
    private let provider: (any SubscriptionProvider)?
    private var follower: Task<Void, Never>?

    /// Creates a view model of one community; resolves `SubscriptionProvider` where it is registered.
    ///
    /// - Parameters:
    ///   - name: The community.
    ///   - site: Its site.
    public init(_ name: SourceName, on site: Site) {
        self.name = name
        self.site = site
        let canWrite = Dependency.current.isRegistered((any SubscriptionProvider).self)
        provider = canWrite ? Dependency.resolve((any SubscriptionProvider).self) : nil
    }

    deinit { follower?.cancel() }

    /// Shows what is known, and follows it from then on.
    public func load() async {
        guard let provider, name.kind != .user, provider.canSubscribe(on: site) else { return }
        if follower == nil {
            let changes = provider.changes()
            follower = Task { [weak self] in
                for await _ in changes {
                    guard let self, !Task.isCancelled else { return }
                    await self.read()
                }
            }
        }
        await read()
    }

    /// Ends following; ``load()`` begins it again.
    public func stop() {
        follower?.cancel()
        follower = nil
    }

    /// Subscribes the account in use, or ends that: queued, and shown when this returns.
    ///
    /// - Parameter isSubscribed: Whether to be subscribed.
    public func setSubscribed(_ isSubscribed: Bool) async {
        guard let provider else { return show(DataError.noSubscriptions(on: site)) }
        do {
            try await provider.setSubscribed(isSubscribed, to: name, on: site)
            state.update { $0.banner = nil }
        } catch {
            return show(error)
        }
        await read()
    }

    /// Subscribes the account in use, or ends that where it is subscribed.
    public func toggle() async {
        await setSubscribed(!(state.value.subscription?.isSubscribed ?? false))
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func read() async {
        guard let provider else { return }
        do {
            let known = try await provider.subscriptions(to: [name], on: site)[name]
            state.update { state in
                state.subscription = known
                state.canSubscribe = true
            }
        } catch {
            show(error)
        }
    }

    private func show(_ error: any Error) {
        if error is CancellationError || Task.isCancelled { return }
        state.update { $0.banner = Banner(DataError(error), cause: .action) }
    }
}
