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
    /// The report is shown before it is known what could go.
    public func load() async {
        if observation == nil {
            observation = settings.settings.observe { [weak self] settings in
                self?.state.update { $0.limits = State.rows(of: settings) }
            }
        }
        await perform(.loading) { _ in nil }
    }

    /// Ends following the limits; ``load()`` begins anew.
    public func stop() {
        observation = nil
    }

    /// Lets go of what can be fetched again, and looks at the disk anew.
    ///
    /// - Parameter scope: What of it.
    public func erase(_ scope: EraseScope) async {
        await perform(.erasing) { screen in
            let report = try await screen.provider.erase(scope, isDryRun: false)
            return { $0.freedBytes = report.bytes }
        }
    }

    /// Lets go of what is too old by the person's limits, and looks at the disk anew.
    public func trim() async {
        await perform(.trimming) { screen in
            let report = try await screen.provider.applyRetention(nil, isDryRun: false)
            return { $0.freedBytes = report.bytes }
        }
    }

    /// Puts the banner away.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Does something, shows what came of it, and what there is now.
    private func perform(
        _ phase: Phase, _ work: @MainActor (StorageViewModel) async throws -> ((inout State) -> Void)?
    ) async {
        generation += 1
        let mine = generation
        state.update { $0.phase = phase }
        do {
            let change = try await work(self)
            guard mine == generation else { return }
            if let change { state.update(change) }
            let report = try await provider.report()
            guard mine == generation else { return }
            state.update { $0.report = report }
            var erasable: [EraseScope: EraseReport] = [:]
            for scope in EraseScope.allCases { erasable[scope] = try await provider.erase(scope, isDryRun: true) }
            let retention = try await provider.applyRetention(nil, isDryRun: true)
            guard mine == generation else { return }
            state.update { state in
                state.erasable = erasable
                state.retention = retention
                state.banner = nil
                state.phase = .idle
            }
        } catch {
            guard mine == generation else { return }
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.phase = state.report != nil ? .idle : isCancelled ? .initial : .failed
                guard !isCancelled else { return }
                state.banner = Banner(DataError(error), cause: phase == .loading ? .content : .action)
            }
        }
    }
}
