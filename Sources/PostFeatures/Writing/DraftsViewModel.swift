public import Core
import Foundation

/// A view model of the list of what was begun and not sent, with texts that were given up.
///
/// It shows the drafts of whoever is in use at each site, and those that nobody in particular has written. It starts
/// nothing by itself: call ``load()``, and ``state`` follows the drafts until ``stop()`` or until it is released. Open one
/// with ``ReplyViewModel/init(draft:configuration:)`` or ``SubmitViewModel/init(draft:configuration:)``.
@MainActor
public final class DraftsViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The drafts, what was changed last first; `nil` until they were read.
        public internal(set) var drafts: [Draft]?
        /// The draft that was removed last, which ``DraftsViewModel/restore()`` brings back.
        public internal(set) var removed: Draft?
        /// The error of the last call, or of the store.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview; one that is not read by default.
        ///
        /// - Parameters:
        ///   - drafts: The drafts.
        ///   - removed: The draft that was removed last.
        ///   - banner: The error to show.
        public init(drafts: [Draft]? = nil, removed: Draft? = nil, banner: Banner? = nil) {
            self.drafts = drafts
            self.removed = removed
            self.banner = banner
        }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any DraftProvider
    private let viewers: CurrentViewers
    private var all: [Draft]?
    private var task: Task<Void, Never>?
    private var observation: ObservationToken?

    /// Creates a view model of the registered `DraftProvider`; it starts nothing.
    public init() {
        provider = Dependency.resolve((any DraftProvider).self)
        viewers = Dependency.viewers
    }

    deinit {
        task?.cancel()
    }

    /// Reads the drafts, and follows them from then on.
    public func load() async {
        if task == nil {
            observation = viewers.observe { [weak self] in self?.show() }
            let lists = provider.observe()
            task = Task { [weak self] in
                do {
                    for try await drafts in lists { self?.take(drafts) }
                } catch {
                    self?.fail(error, .content)
                    // The next load follows anew; one that was stopped has done that already, or does not.
                    if !Task.isCancelled { self?.task = nil }
                }
            }
        }
        do {
            take(try await provider.drafts())
        } catch {
            fail(error, .content)
        }
    }

    /// Ends following the drafts; ``load()`` begins it again.
    public func stop() {
        task?.cancel()
        (task, observation) = (nil, nil)
    }

    /// Removes a draft.
    ///
    /// - Parameter id: The draft.
    public func remove(_ id: Draft.ID) async {
        guard let draft = all?.first(where: { $0.id == id }) else { return }
        await perform { provider in
            try await provider.remove(id)
            return { $0.removed = draft }
        }
    }

    /// Brings back the draft that was removed last.
    public func restore() async {
        guard let draft = state.value.removed else { return }
        await perform { provider in
            try await provider.store(draft)
            return { $0.removed = nil }
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    private func perform(_ work: (any DraftProvider) async throws -> (inout State) -> Void) async {
        do {
            let change = try await work(provider)
            let drafts = try await provider.drafts()
            state.update { state in
                change(&state)
                state.banner = nil
            }
            take(drafts)
        } catch {
            fail(error, .action)
        }
    }

    private func take(_ drafts: [Draft]) {
        all = drafts
        show()
    }

    private func show() {
        guard let all else { return }
        func isShown(_ draft: Draft) -> Bool {
            draft.account == nil || draft.account == viewers.owner(on: draft.site).account
        }
        let shown = all.filter(isShown)
        state.update { state in
            state.drafts = shown
            // What somebody else removed is nobody else's to see or to bring back.
            if let removed = state.removed, !isShown(removed) { state.removed = nil }
            state.banner.clear(.content)
        }
    }

    private func fail(_ error: any Error, _ cause: Banner.Cause) {
        guard !(error is CancellationError), !Task.isCancelled else { return }
        state.update { $0.banner = Banner(DataError(error), cause: cause) }
    }
}
