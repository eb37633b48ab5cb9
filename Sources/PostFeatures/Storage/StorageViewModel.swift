public import Core

/// The storage screen: what takes room, what could go, and letting it go.
///
/// ```swift
/// let screen = StorageViewModel()
/// await screen.load()
/// // "Clear downloads? 12.3 MB": screen.state.value.erasable[.downloads]
/// await screen.erase(.downloads)
/// ```
///
/// It starts nothing by itself: call ``load()``. What a method does is in ``state`` when it returns; a failure becomes
/// ``State/banner``, and what was shown stays.
@MainActor
public final class StorageViewModel {
    /// What there is to draw.
    public let state: ObservableValue<State>

    private let provider: any StorageProvider
    private let settings: any SettingsProvider
    private var observation: ObservationToken?
    /// Grows with everything the person does: the results of what was done before are void.
    private var generation = 0

    /// Creates a storage screen; resolves `StorageProvider`, and `SettingsProvider` where there is one.
    public init() {
        provider = Dependency.resolve((any StorageProvider).self)
        settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        state = ObservableValue(State(settings: settings.settings.value))
    }

    /// Looks at the disk, and finds out what could go; follows the limits that are set.
    ///
    /// The report is shown before it is known what could go. While something is let go of nothing happens: that ends by
    /// looking anew.
    public func load() async {
        if observation == nil {
            observation = settings.settings.observe { [weak self] in self?.limitsChanged(to: $0) }
        }
        guard !isChanging else { return }
        await perform(.loading) { _ in nil }
    }

    /// Ends following the limits; ``load()`` begins anew.
    public func stop() {
        observation = nil
    }

    /// Lets go of what can be fetched again, and looks at the disk anew; nothing happens while something is let go of.
    ///
    /// - Parameter scope: What of it.
    public func erase(_ scope: EraseScope) async {
        guard !isChanging else { return }
        await perform(.erasing) { try await $0.erase(scope, isDryRun: false).bytes }
    }

    /// Lets go of what is too old by the person's limits, and looks at the disk anew; nothing happens while something
    /// is let go of.
    public func trim() async {
        guard !isChanging else { return }
        await perform(.trimming) { try await $0.applyRetention(nil, isDryRun: false).bytes }
    }

    /// Puts the banner away.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Whether something is let go of: nobody else looks meanwhile, who would not see all of it.
    private var isChanging: Bool { state.value.phase == .erasing || state.value.phase == .trimming }

    /// Does something, shows what came of it, and what there is now.
    private func perform(_ phase: Phase, _ work: @MainActor (any StorageProvider) async throws -> Int?) async {
        generation += 1
        let mine = generation
        state.update { $0.phase = phase }
        var failure: DataError?
        do {
            do {
                if let freed = try await work(provider) { state.update { $0.freedBytes = freed } }
            } catch {
                if error is CancellationError || Task.isCancelled { throw error }
                // Some of it may be gone all the same: that is looked at below.
                failure = DataError(error)
            }
            // What a question would name is not true any more.
            if phase != .loading { forgetAmounts() }
            try await look(mine)
            guard mine == generation else { return }
            state.update { state in
                state.banner = failure.map { Banner($0, cause: .action) }
                state.phase = .idle
            }
        } catch {
            guard mine == generation else { return }
            if phase != .loading { forgetAmounts() }
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.phase = state.report != nil ? .idle : isCancelled ? .initial : .failed
                if isCancelled, failure == nil { return }
                state.banner = Banner(failure ?? DataError(error), cause: phase == .loading ? .content : .action)
            }
        }
    }

    /// Reads what there is, and what could go, until something else is asked for.
    private func look(_ mine: Int) async throws {
        let report = try await provider.report()
        guard mine == generation else { return }
        state.update { $0.report = report }
        var erasable: [EraseScope: EraseReport] = [:]
        for scope in EraseScope.allCases { erasable[scope] = try await provider.erase(scope, isDryRun: true) }
        let retention = try await retention()
        guard mine == generation else { return }
        state.update { state in
            state.erasable = erasable
            state.retention = retention
        }
    }

    /// What would go by the limits that are set when it is known.
    private func retention() async throws -> RetentionReport {
        while true {
            let limits = state.value.limits
            let report = try await provider.applyRetention(nil, isDryRun: true)
            if limits == state.value.limits { return report }
        }
    }

    private func forgetAmounts() {
        state.update { state in
            state.erasable = [:]
            state.retention = nil
        }
    }

    /// Shows the limits, and what would go by them: what went by others is no answer any more.
    private func limitsChanged(to settings: ReadingSettings) {
        let limits = State.rows(of: settings)
        guard limits != state.value.limits else { return }
        state.update { state in
            state.limits = limits
            state.retention = nil
        }
        // Whatever is under way finds out by these.
        guard state.value.phase == .idle else { return }
        generation += 1
        let mine = generation
        Task { [weak self] in await self?.lookAtLimits(mine) }
    }

    private func lookAtLimits(_ mine: Int) async {
        do {
            let retention = try await retention()
            if mine == generation { state.update { $0.retention = retention } }
        } catch {
            guard mine == generation, !(error is CancellationError) else { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }
}
