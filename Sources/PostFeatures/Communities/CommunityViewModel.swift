public import Core
public import Foundation

/// A view model of what a site says of a community: its description, its rules, its numbers, and whether the account
/// that looks is subscribed.
///
/// ```swift
/// let about = CommunityViewModel(SourceName(.subreddit, "swift"), on: .reddit)
/// let token = about.state.observe { draw($0) }
/// await about.load()
/// ```
///
/// It starts nothing by itself: call ``load()``. From then on ``state`` follows what is stored, what is not sent and who
/// looks, until ``stop()`` or until it is released. Nothing throws: an error becomes ``State/banner``, beside what is
/// stored.
@MainActor
public final class CommunityViewModel {
    /// The phase of the screen.
    public enum Phase: Hashable, Sendable {
        /// ``CommunityViewModel/load()`` was not called.
        case initial
        /// Nothing is there yet, and it is being asked for.
        case loading
        /// There is a description to show.
        case idle
        /// The server says that there is no such community, and nothing is stored of it.
        case missing
        /// There is nothing to show, and the banner says why.
        case failed
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The phase.
        public internal(set) var phase = Phase.initial
        /// The name: as the server spells it once that is known.
        public internal(set) var name: String
        /// The title; `nil` where there is none.
        public internal(set) var title: String?
        /// The description in Markdown; `nil` where there is none.
        public internal(set) var text: String?
        /// The rules; `nil` where the site has no list of them, and they stand in the description.
        public internal(set) var rules: [CommunityRule]?
        /// The number of subscribers; `nil` where it is not known.
        public internal(set) var subscriberCount: Int?
        /// Whether the account that looks is subscribed, what is not sent yet included; `nil` where nobody looks, or that
        /// is not known.
        public internal(set) var isSubscribed: Bool?
        /// Whether a subscription, or its end, is not sent yet.
        public internal(set) var isSubscriptionPending = false
        /// Whether it is not safe for work; `nil` where that is not known.
        public internal(set) var isNSFW: Bool?
        /// The date when it was founded; `nil` where it is not known.
        public internal(set) var created: Date?
        /// The date when the server was asked for it; `nil` where nothing is stored.
        public internal(set) var fetched: Date?
        /// Whether the server would be asked again now.
        public internal(set) var isStale = true
        /// Whether the server is being asked.
        public internal(set) var isRefreshing = false
        /// The error of the last request or of the last action.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview; nothing is loaded in it.
        ///
        /// - Parameter name: The name.
        public init(name: String) {
            self.name = name
        }

        /// Returns the time since the server was asked.
        ///
        /// - Parameter date: The date of now.
        /// - Returns: The time; `nil` where nothing is stored.
        public func age(at date: Date) -> Duration? {
            fetched.map { .seconds(max(0, date.timeIntervalSince($0))) }
        }
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private let id: SubscribedSource.ID
    private let name: SourceName
    private let provider: any ResourceProvider<SubscribedSource.ID, CommunityDescription>
    private let writing: (any WritingProvider)?
    private let statuses: (any OfflineStatusProvider)?
    private let viewers: CurrentViewers
    private let time: any TimeProvider
    private var known = ResourceState<CommunityDescription>()
    /// Grows with ``stop()``, and with each load; results of an earlier one are ignored.
    private var generation = 0
    private var following: Task<Void, Never>?
    private var observation: ObservationToken?
    private var observationOfViewers: ObservationToken?
    /// What the server last said to the account that looks.
    private var isConfirmed: Bool?
    /// The error of the last action, which the next one takes away.
    private var refusal: DataError?

    /// Creates a view model of a community, and starts nothing.
    ///
    /// It resolves the provider of descriptions, and `SiteProfiles`, `WritingProvider`, `OfflineStatusProvider` and
    /// `TimeProvider` where they are registered.
    ///
    /// - Parameters:
    ///   - name: The name of the community.
    ///   - site: The site.
    public init(_ name: SourceName, on site: Site) {
        self.name = name
        let container = Dependency.current
        id =
            container.isRegistered(SiteProfiles.self)
            ? Dependency.resolve(SiteProfiles.self)[site].sourceID(of: name)
            : SubscribedSource.ID(site: site, name: name)
        provider = Dependency.resolve((any ResourceProvider<SubscribedSource.ID, CommunityDescription>).self)
        writing =
            container.isRegistered((any WritingProvider).self)
            ? Dependency.resolve((any WritingProvider).self) : nil
        statuses =
            container.isRegistered((any OfflineStatusProvider).self)
            ? Dependency.resolve((any OfflineStatusProvider).self) : nil
        viewers = Dependency.viewers
        time = Dependency.clock
        state = ObservableValue(State(name: name.text))
    }

    deinit {
        following?.cancel()
    }

    /// Whether somebody can subscribe and unsubscribe here.
    public var canSubscribe: Bool {
        writing?.kinds(on: id.site).contains(.subscribe) ?? false
    }

    /// Shows what is stored, asks the server where that is old, and follows it from then on.
    ///
    /// What the server said, or why it did not, is in the state when this returns.
    public func load() async {
        follow()
        generation += 1
        let mine = generation
        if state.value.phase != .idle { state.update { $0.phase = .loading } }
        await ask(mine, isRefresh: false)
    }

    /// Asks the server, however old what is stored is.
    public func refresh() async {
        generation += 1
        let mine = generation
        await ask(mine, isRefresh: true)
    }

    /// Ends following; ``load()`` begins it again.
    public func stop() {
        generation += 1
        following?.cancel()
        following = nil
        observation = nil
        observationOfViewers = nil
    }

    /// Subscribes to the community, or ends that: it is shown at once, and sent when that is possible.
    ///
    /// - Parameter isSubscribed: The wish.
    public func setSubscribed(_ isSubscribed: Bool) async {
        do {
            guard let writing else {
                throw DataError(.invalidInput, message: "Nobody can subscribe here: this backend cannot write.")
            }
            let account = try await writing.account(on: id.site)
            try await writing.queue(.subscribe(isSubscribed, to: state.value.name), as: account)
            refusal = nil
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            refusal = DataError(error)
        }
        await update()
    }

    /// Dismisses the banner of an action.
    public func dismissBanner() {
        refusal = nil
        state.update { $0.banner.dismiss() }
    }

    // MARK: Showing

    private func follow() {
        guard following == nil else { return }
        let states = provider.states(of: id)
        following = Task { [weak self] in
            for await state in states {
                guard let self, !Task.isCancelled else { return }
                await self.show(state)
            }
        }
        observation = writing?.outbox.observe { [weak self] _ in Task { await self?.update() } }
        observationOfViewers = viewers.observe { [weak self] in Task { await self?.update() } }
    }

    private func ask(_ mine: Int, isRefresh: Bool) async {
        do {
            let answer = try await isRefresh ? provider.refresh(id) : provider.get(id)
            guard mine == generation else { return }
            await show(answer)
        } catch {
            guard mine == generation else { return }
            if error is CancellationError || Task.isCancelled {
                if state.value.phase == .loading { state.update { $0.phase = .initial } }
                return
            }
            var failed = known
            if isRefresh, known.value == nil {
                // Nothing was loaded before: what is stored is shown all the same. Where that fails too, the first error
                // says more.
                failed = (try? await provider.stored(id)) ?? known
                guard mine == generation else { return }
            }
            failed.error = DataError(error)
            failed.isRefreshing = false
            await show(failed)
        }
    }

    private func show(_ next: ResourceState<CommunityDescription>) async {
        let isConfirmed = await readConfirmed(for: next)
        // Set together and after waiting, so that a call's own result is what is there when it returns.
        (known, self.isConfirmed) = (next, isConfirmed)
        show()
    }

    /// Shows what is known, with what the server said to whoever looks now.
    private func update() async {
        isConfirmed = await readConfirmed(for: known)
        show()
    }

    /// Reads whether the account that looks is subscribed, as the server last said; `nil` where that is not known.
    private func readConfirmed(for next: ResourceState<CommunityDescription>) async -> Bool? {
        while true {
            let owner = viewers.owner(on: id.site)
            let isConfirmed = await readConfirmed(for: next, by: owner)
            // What was read for the one before is nobody else's to see.
            if owner == viewers.owner(on: id.site) { return isConfirmed }
        }
    }

    private func readConfirmed(
        for next: ResourceState<CommunityDescription>, by owner: MarkOwner
    ) async -> Bool? {
        guard let statuses, case .account(let account) = owner else { return nil }
        // As the server spells it, and as it was asked for.
        let targets = [next.value?.name ?? name.text, name.text].map { text in
            StatusTarget(.source, site: id.site, native: "\(name.kind)/\(text)")
        }
        do {
            let values = try await statuses.confirmed(of: targets, for: account)
            return targets.lazy.compactMap { values[$0]?.values.isSubscribed }.first
        } catch {
            // It is not known then; the description's own error says what is wrong with the store.
            return nil
        }
    }

    private func show() {
        let (value, error, isConfirmed) = (known.value, known.error, isConfirmed)
        let wish = wish()
        state.update { state in
            if let value {
                state.name = value.name
                (state.title, state.text, state.rules) = (value.title, value.text, value.rules)
                (state.subscriberCount, state.isNSFW, state.created) = (
                    value.subscriberCount, value.isNSFW, value.created
                )
            } else {
                state = State(name: state.name, after: state)
            }
            state.isSubscribed = wish ?? isConfirmed
            state.isSubscriptionPending = wish != nil
            (state.fetched, state.isStale) = (known.fetched, known.isStale)
            state.isRefreshing = known.isRefreshing
            if value != nil {
                state.phase = .idle
            } else if let error {
                state.phase = error.code == .notFound ? .missing : .failed
            } else if state.phase != .initial {
                state.phase = .loading
            }
            if let refusal {
                state.banner = Banner(refusal, cause: .action, retryAt: date(after: refusal))
            } else {
                state.banner = error.map {
                    Banner($0, cause: .content, isDismissible: value != nil, retryAt: date(after: $0))
                }
            }
        }
    }

    private func date(after error: DataError) -> Date? {
        error.retryAfter.map { time.now + $0 / .seconds(1) }
    }

    /// What the account wants and has not sent; `nil` for nothing.
    private func wish() -> Bool? {
        guard let writing, case .account(let account) = viewers.owner(on: id.site) else { return nil }
        return writing.outbox.value.items.last { item in
            item.kind == .subscribe && item.account == account && item.state != .failed
                && item.target.map(names) ?? false
        }.map { $0.value == "1" }
    }

    /// Whether a target is the community.
    private func names(_ target: StatusTarget) -> Bool {
        guard target.kind == .source, target.site == id.site else { return false }
        let native = target.native.lowercased()
        return native == "\(name)".lowercased() || native == "r/\(state.value.name)".lowercased()
    }
}

extension CommunityViewModel.State {
    /// Creates a state of nothing, in the phase of another one.
    fileprivate init(name: String, after other: Self) {
        self.init(name: name)
        phase = other.phase
    }
}
