public import Core
import Foundation

/// The list of sources: shows it, adds, removes and moves, and keeps what could not be checked in mind.
///
/// ```swift
/// let list = SourceListViewModel()
/// let token = list.state.observe { draw($0) }
/// await list.load()
/// list.type("swif")                        // state.field says what is wrong with it so far
/// await list.add("r/Swift")                // it is in state.rows, verified or pending
/// ```
///
/// In an app of several sites each has a list: `SourceListViewModel(site: .hackerNews)`. For a site without one the list
/// is ``Phase/failed``, and its banner says so.
///
/// It starts nothing by itself: call ``load()``. From then on it follows what else changes the list, and checks what is
/// pending when servers answer again after an outage, until ``stop()`` or until it is released. What a method does is in
/// ``state`` when it returns. Nothing throws: a failure becomes ``State/banner`` and never removes a row, and a cancelled
/// task leaves the list as it was. Rows are named by id, never by their place.
@MainActor
public final class SourceListViewModel {
    /// What there is to draw.
    public let state = ObservableValue(State())
    /// Whose list, and how names are read there.
    public var names: SourceNames { provider.names }

    let provider: any SourceProvider
    private let connectivity: any ConnectivityProvider
    private let time: any TimeProvider
    /// The list as it was read last, in the person's own order.
    private var stored: StoredSources?
    /// What was removed here and not put back, the last one last.
    var removed: [SubscribedSource] = []
    private var followers: [Task<Void, Never>] = []
    /// Grows with every load: what an earlier one finds is void.
    private var generation = 0

    /// How many removals can be undone, one after the other.
    static let undoLimit = 20

    /// Creates a list; resolves `SourceProviders` or `SourceProvider`, and `ConnectivityProvider` and `TimeProvider`
    /// where they are registered, and starts nothing.
    ///
    /// - Parameter site: Whose list, of those in `SourceProviders`, or else `SourceProvider` where it has that site's; the
    ///   list of `SourceProvider`, which is that of the app's first site, by default.
    public init(site: Site? = nil) {
        provider = Self.provider(of: site)
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        connectivity = Dependency.resolve((any ConnectivityProvider).self, default: ConnectivityTracker())
    }

    private static func provider(of site: Site?) -> any SourceProvider {
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

    /// Shows the list, and follows it from then on.
    ///
    /// Calling it again reads it again.
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

    /// Ends following; ``load()`` begins anew.
    public func stop() {
        for follower in followers { follower.cancel() }
        followers = []
        generation += 1
        if state.value.phase == .loading { state.update { $0.phase = stored == nil ? .initial : .idle } }
    }

    /// Says what a text is as the name of a source, while it is being typed: ``State/field``.
    ///
    /// - Parameter text: What stands in the field.
    public func type(_ text: String) {
        let field = field(for: text)
        state.update { state in
            state.text = text
            state.field = field
        }
    }

    /// Adds a source; does nothing while another one is being added.
    ///
    /// A source that is pending or restricted is added, and the banner says why it is not verified. The field is empty
    /// again after a success, unless something else was typed meanwhile.
    ///
    /// - Parameter text: What was typed or pasted; ``State/text`` by default.
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

    /// Checks what is pending; does nothing while that is under way.
    ///
    /// What could not be checked stays pending, and the banner says why. It is tried again after the next outage.
    public func verifyPending() async {
        await verify(saysWhy: true)
    }

    /// Puts the banner away, if it can be.
    public func dismissBanner() {
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }

    // MARK: Doing

    /// Does something and shows what it came to; its result is what a person should hear of all the same.
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
            // The cloud's failures are values; this is the database.
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
        // Nobody has asked, so nobody has to hear why it did not work.
        await verify(saysWhy: false)
    }

    private func reread() async throws {
        let read = try await provider.sources()
        // Of two readings the later one may come first.
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
    }

    private func showUndo() {
        let last = removed.last.map(SourceRow.init)
        state.update { $0.undo = last }
    }

    func rows(in order: SourceOrder) -> [SourceRow] {
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
