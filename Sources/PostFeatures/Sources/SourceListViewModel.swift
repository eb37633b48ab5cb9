public import Core
import Foundation

/// The list of sources of one site: shows it, and adds, removes, moves and verifies sources.
///
/// ```swift
/// let list = SourceListViewModel()
/// let token = list.state.observe { draw($0) }
/// await list.load()
/// list.type("swif")                        // state.field says what is still wrong with the text
/// await list.add("r/Swift")                // it is in state.rows, verified or pending
/// ```
///
/// In an app of several sites each has a list: `SourceListViewModel(site: .hackerNews)`. For a site without one the
/// list is ``Phase/failed``, and its banner says so.
///
/// It starts nothing by itself: call ``load()``. From then on it follows all changes of the list, and verifies pending
/// sources when servers answer again after an outage, until ``stop()`` or until it is released. The result of a method
/// is in ``state`` when it returns. Nothing throws: a failure becomes ``State/banner`` and never removes a row, and a
/// cancelled task leaves the list as it was.
@MainActor
public final class SourceListViewModel {
    /// The state to draw.
    public let state = ObservableValue(State())
    /// The parser of the site's names.
    public var names: SourceNameParser { provider.names }

    /// The provider of the list, for the other parts of this type.
    let provider: any SourceProvider
    /// The provider of subscriptions on servers; `nil` in an app that cannot write.
    let subscriptions: (any SubscriptionProvider)?
    private let connectivity: any ConnectivityProvider
    private let time: any TimeProvider
    /// The list as it was read last.
    private var stored: StoredSources?
    /// The sources that were removed here and not restored, the last one last.
    private var removed: [SubscribedSource] = []
    private var followers: [Task<Void, Never>] = []
    /// Grows with every load; results of an earlier one are ignored.
    private var generation = 0

    /// The number of removals that can be undone.
    private static let undoLimit = 20

    /// Creates a view model of a list, and starts nothing.
    ///
    /// It resolves `SourceProviders` or `SourceProvider`, and `ConnectivityProvider`, `TimeProvider` and
    /// `SubscriptionProvider` where they are registered.
    ///
    /// - Parameter site: The site of the list; by default that of the registered `SourceProvider`, the app's first
    ///   site.
    public init(site: Site? = nil) {
        provider = Self.provider(of: site)
        let canWrite = Dependency.current.isRegistered((any SubscriptionProvider).self)
        subscriptions = canWrite ? Dependency.resolve((any SubscriptionProvider).self) : nil
        time = Dependency.clock
        connectivity = Dependency.resolve((any ConnectivityProvider).self, default: DefaultConnectivityProvider())
    }

    /// The provider of a site's list; for a site without one, a provider that fails.
    static func provider(of site: Site?) -> any SourceProvider {
        guard let site else { return Dependency.resolve((any SourceProvider).self) }
        let container = Dependency.current
        if container.isRegistered(SourceProviders.self), let list = Dependency.resolve(SourceProviders.self)[site] {
            return list
        }
        if container.isRegistered((any SourceProvider).self) {
            let only = Dependency.resolve((any SourceProvider).self)
            if only.names.site == site { return only }
        }
        return MissingSourceProvider(site: site)
    }

    deinit {
        for follower in followers { follower.cancel() }
    }

    /// Reads the list, and follows its changes from then on.
    ///
    /// Calling it again reads the list again.
    public func load() async {
        follow()
        generation += 1
        let mine = generation
        state.update { if $0.phase != .idle { $0.phase = .loading } }
        do {
            try await reread()
        } catch {
            guard mine == generation else { return }
            let isCancelled = error is CancellationError || Task.isCancelled
            let isEmpty = stored == nil
            state.update { state in
                state.phase = !isEmpty ? .idle : isCancelled ? .initial : .failed
                if !isCancelled {
                    state.banner = Banner(DataError(error), cause: .content, isDismissible: !isEmpty)
                }
            }
        }
    }

    /// Stops following changes; ``load()`` starts again.
    public func stop() {
        for follower in followers { follower.cancel() }
        followers = []
        generation += 1
        if state.value.phase == .loading { state.update { $0.phase = stored == nil ? .initial : .idle } }
    }

    /// Checks the text of the field for a new source while it is typed; the result is ``State/field``.
    ///
    /// - Parameter text: The text of the field.
    public func type(_ text: String) {
        let field = field(for: text)
        state.update { state in
            state.text = text
            state.field = field
        }
    }

    /// Adds a source; does nothing while another one is being added.
    ///
    /// For a source that is added as pending or restricted, the banner gives the reason. The field is cleared after a
    /// success, unless another text was typed meanwhile.
    ///
    /// - Parameter text: The typed or pasted text; ``State/text`` by default.
    public func add(_ text: String? = nil) async {
        guard !state.value.isAdding else { return }
        if let text { type(text) }
        let typed = state.value.text
        state.update { $0.isAdding = true }
        defer { state.update { $0.isAdding = false } }
        await act {
            let addition = try await self.provider.add(typed)
            self.removed.removeAll { $0.id == addition.source.id }
            if self.state.value.text == typed { self.type("") }
            self.state.update { $0.added = addition.source.id }
            return addition.reason
        }
    }

    /// Verifies the pending sources; does nothing while that is under way.
    ///
    /// For sources that stay pending, the banner gives the reason. They are verified again after the next outage.
    public func verifyPending() async {
        await verify(saysWhy: true)
    }

    /// Dismisses the banner, if it is dismissible.
    public func dismissBanner() {
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }

    // MARK: Work

    /// Performs an action and shows its result; an error that the action returns is shown although it succeeded.
    func act(_ work: @MainActor () async throws -> DataError?) async {
        do {
            let reason = try await work()
            state.update { $0.banner = reason.map { Banner($0, cause: .action, retryAt: self.date(after: $0)) } }
            try await reread()
        } catch {
            showUndo()
            if error is CancellationError || Task.isCancelled { return }
            let error = DataError(error)
            state.update { $0.banner = Banner(error, cause: .action, retryAt: self.date(after: error)) }
        }
    }

    private func verify(saysWhy: Bool) async {
        guard !state.value.isVerifying else { return }
        state.update { $0.isVerifying = true }
        defer { state.update { $0.isVerifying = false } }
        do {
            let result = try await provider.verifyPending()
            if saysWhy {
                let banner = result.error.map { Banner($0, cause: .action, retryAt: date(after: $0)) }
                state.update { $0.banner = banner }
            }
            try await reread()
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            // Network failures are part of the result; this is the database's.
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    private func date(after error: DataError) -> Date? {
        error.retryAfter.map { time.now + $0 / .seconds(1) }
    }

    // MARK: Showing

    private func follow() {
        // Where there is no list nothing changes, and nothing waits to be checked.
        guard followers.isEmpty, !(provider is MissingSourceProvider) else { return }
        // Asked for here and not in the tasks, so that nothing is missed between this call and their start.
        let changes = provider.changes()
        let reconnections = connectivity.reconnections
        followers = [
            Task { [weak self] in
                for await _ in changes {
                    guard let self, !Task.isCancelled else { return }
                    await self.followChange()
                }
            },
            Task { [weak self] in
                for await _ in reconnections {
                    guard let self, !Task.isCancelled else { return }
                    await self.verifyAfterOutage()
                }
            },
        ]
        followSubscriptions().map { followers.append($0) }
    }

    private func followChange() async {
        do {
            try await reread()
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            let isEmpty = stored == nil
            state.update { $0.banner = Banner(DataError(error), cause: .content, isDismissible: !isEmpty) }
        }
    }

    private func verifyAfterOutage() async {
        // Nothing is asked where nothing is pending, also when the list was not read yet.
        guard stored?.sources.contains(where: { $0.state == .pending }) ?? true else { return }
        // No person asked for it, so a failure is not shown.
        await verify(saysWhy: false)
    }

    private func reread() async throws {
        let read = try await provider.sources()
        // Of two readings, the later one may end first.
        guard read.version >= stored?.version ?? 0 else { return }
        stored = read
        let rows = rows(in: state.value.order)
        let field = field(for: state.value.text)
        state.update { state in
            state.rows = rows
            state.field = field
            state.phase = .idle
            // The list can be read again.
            if state.banner?.cause == .content { state.banner = nil }
        }
        showUndo()
        try await readSubscriptions()
    }

    private func showUndo() {
        let last = removed.last.map(SourceRow.init)
        state.update { $0.undo = last }
    }

    private func rows(in order: SourceOrder) -> [SourceRow] {
        order.sorted(stored?.sources ?? []).map(SourceRow.init)
    }

    private func field(for text: String) -> Field {
        switch names.input(text) {
        case .empty: return .empty
        case .tooShort(let error): return .tooShort(error)
        case .invalid(let error): return .invalid(error)
        case .name(let name):
            guard let known = stored?.source(named: name, on: names.profile) else { return .ok(name) }
            return .duplicate(known.id)
        }
    }
}

// MARK: - Actions

extension SourceListViewModel {
    /// Removes a source from the list; ``undoRemove()`` restores it.
    ///
    /// - Parameter id: The source's id.
    public func remove(_ id: SubscribedSource.ID) async {
        await act {
            let source = try await self.provider.remove(id)
            self.removed.append(source)
            // When it is added again, `added` has to change so that the front end scrolls to it.
            self.state.update { if $0.added == id { $0.added = nil } }
            self.removed.removeFirst(max(0, self.removed.count - Self.undoLimit))
            return nil
        }
    }

    /// Restores the source that was removed here last, at its former place; does nothing when there is none.
    public func undoRemove() async {
        guard let source = removed.popLast() else { return }
        let place = removed.count
        await act {
            do {
                try await self.provider.restore(source)
            } catch {
                // It can be tried again, before sources that were removed meanwhile.
                self.removed.insert(source, at: min(place, self.removed.count))
                throw error
            }
            return nil
        }
    }

    /// Moves a source to another place in the person's own order; does nothing while another order is shown.
    ///
    /// - Parameters:
    ///   - id: The source's id.
    ///   - index: The index of its row after the move, from 0; clamped to the list.
    public func move(_ id: SubscribedSource.ID, to index: Int) async {
        guard state.value.order == .own else { return }
        await act {
            try await self.provider.move(id, to: index)
            return nil
        }
    }

    /// Shows the list in another order, which is not stored.
    ///
    /// - Parameter order: The order.
    public func setOrder(_ order: SourceOrder) {
        state.update { state in
            state.order = order
            state.rows = rows(in: order)
        }
    }

    /// Stores that the person opened a source, for the order `recentFirst`.
    ///
    /// - Parameter id: The source's id.
    public func open(_ id: SubscribedSource.ID) async {
        await act {
            try await self.provider.open(id)
            return nil
        }
    }
}
