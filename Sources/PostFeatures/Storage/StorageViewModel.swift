public import Core

/// The storage screen: what takes space, what could be deleted, and deleting it.
///
/// ```swift
/// let screen = StorageViewModel()
/// await screen.load()
/// // "Clear downloads? 12.3 MB": screen.state.value.erasable[.downloads]
/// await screen.erase(.downloads)
/// ```
///
/// It starts nothing by itself: call ``load()``. The result of a method is in ``state`` when it returns; a failure
/// becomes ``State/banner``, and what was shown stays.
@MainActor
public final class StorageViewModel {
    /// The state to draw.
    public let state: ObservableValue<State>

    private let provider: any StorageProvider
    private let settings: any SettingsProvider
    private var observation: ObservationToken?
    /// Grows with each action: the results of those before are ignored.
    private var generation = 0

    /// Creates a storage screen; resolves `StorageProvider`, and `SettingsProvider` where there is one.
    public init() {
        provider = Dependency.resolve((any StorageProvider).self)
        settings = Dependency.settings
        state = ObservableValue(State(settings: settings.settings.value))
    }

    /// Reads what is on the disk and what could be deleted, and follows the limits in the settings.
    ///
    /// The report is shown before it is known what could be deleted. Does nothing while something is being deleted:
    /// that ends by loading again.
    public func load() async {
        if observation == nil {
            observation = settings.settings.observe { [weak self] in self?.limitsChanged(to: $0) }
        }
        guard !isChanging else { return }
        await perform(.loading) { _ in nil }
    }

    /// Stops following the limits; ``load()`` begins again.
    public func stop() {
        observation = nil
    }

    /// Deletes a part of what can be fetched again, and reads the report again; does nothing while something is being
    /// deleted.
    ///
    /// - Parameter scope: The part to delete.
    public func erase(_ scope: EraseScope) async {
        guard !isChanging else { return }
        await perform(.erasing) { try await $0.erase(scope).bytes }
    }

    /// Deletes what is beyond the limits in the settings, and reads the report again; does nothing while something is
    /// being deleted.
    public func trim() async {
        guard !isChanging else { return }
        await perform(.trimming) { try await $0.applyRetention(nil).bytes }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Whether something is being deleted: a report read meanwhile would not see all of it.
    private var isChanging: Bool { state.value.phase == .erasing || state.value.phase == .trimming }

    /// Runs some work, shows its result, and reads the report again.
    private func perform(_ phase: Phase, _ work: @MainActor (any StorageProvider) async throws -> Int?) async {
        generation += 1
        let mine = generation
        state.update { $0.phase = phase }
        do {
            if let freed = try await work(provider) { state.update { $0.freedBytes = freed } }
            await readAgain(phase, mine, after: nil)
        } catch {
            if error is CancellationError || Task.isCancelled { return fail(phase, mine, error, after: nil) }
            // Some of it may be deleted all the same.
            await readAgain(phase, mine, after: DataError(error))
        }
    }

    /// Reads the report again after some work, whose failure it shows.
    private func readAgain(_ phase: Phase, _ mine: Int, after failure: DataError?) async {
        do {
            // The amounts in questions are not true any more.
            if phase != .loading { forgetAmounts() }
            try await look(mine)
            guard mine == generation else { return }
            state.update { state in
                state.banner = failure.map { Banner($0, cause: .action) }
                state.phase = .idle
            }
        } catch {
            fail(phase, mine, error, after: failure)
        }
    }

    /// Shows that the work was cancelled, or that the report could not be read.
    private func fail(_ phase: Phase, _ mine: Int, _ error: any Error, after failure: DataError?) {
        guard mine == generation else { return }
        if phase != .loading { forgetAmounts() }
        let isCancelled = error is CancellationError || Task.isCancelled
        state.update { state in
            state.phase = state.report != nil ? .idle : isCancelled ? .initial : .failed
            if isCancelled, failure == nil { return }
            state.banner = Banner(failure ?? DataError(error), cause: phase == .loading ? .content : .action)
        }
    }

    /// Reads the report and the plans, unless something else is asked for meanwhile.
    private func look(_ mine: Int) async throws {
        let report = try await provider.report()
        guard mine == generation else { return }
        state.update { $0.report = report }
        var erasable: [EraseScope: EraseReport] = [:]
        for scope in EraseScope.allCases { erasable[scope] = try await provider.planErase(scope) }
        let retention = try await retention()
        guard mine == generation else { return }
        state.update { state in
            state.erasable = erasable
            state.retention = retention
        }
    }

    /// Plans retention by the limits that are set when the plan is ready.
    private func retention() async throws -> RetentionReport {
        while true {
            let limits = state.value.limits
            let report = try await provider.planRetention(nil)
            if limits == state.value.limits { return report }
        }
    }

    private func forgetAmounts() {
        state.update { state in
            state.erasable = [:]
            state.retention = nil
        }
    }

    /// Shows new limits; the plan by the old ones is void.
    private func limitsChanged(to settings: ReadingSettings) {
        let limits = State.rows(of: settings)
        guard limits != state.value.limits else { return }
        state.update { state in
            state.limits = limits
            state.retention = nil
        }
        // Work that is under way uses the new limits.
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
