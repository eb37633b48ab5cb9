public import Core

/// A view model of what is unsent: the outbox with its decisions, what was sent lately, and the number for a badge.
///
/// It starts nothing by itself: call ``load()``. From then on ``state`` follows the outbox, until ``stop()`` or until it
/// is released. A method's result is in ``state`` when it returns; an error becomes ``State/banner``.
///
/// ```swift
/// await outbox.load()
/// for item in outbox.state.value.items where item.state == .failed { draw(item) }
/// await outbox.retry(id)
/// ```
@MainActor
public final class OutboxViewModel {
    /// A question that a person has to answer before something can be done.
    public struct Question: Hashable, Sendable {
        /// The decision that was asked for, as it is without an answer.
        public let decision: OutboxDecision
        /// The item that it is about.
        public let id: OutboxItem.ID
        /// The items that wait for that one.
        public let dependants: [OutboxItem.ID]
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// Everything unsent, in the order in which it was queued.
        public internal(set) var items: [OutboxItem]
        /// What was sent lately, what was sent last first.
        public internal(set) var sent: [OutboxItem]
        /// The number of unsent things, for a badge; those that this version of the app cannot read are among them.
        public internal(set) var unsentCount: Int
        /// The number of items that wait for a person: refused ones, and those of which nobody knows.
        public internal(set) var undecidedCount: Int
        /// Whether something is being sent or looked for.
        public internal(set) var isBusy: Bool
        /// What becomes of the replies to an item that is to go; answer it with ``OutboxViewModel/answer(_:)``.
        public internal(set) var question: Question?
        /// The error of the last call, or of the store that keeps anything from being sent.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview; an empty one by default.
        ///
        /// - Parameters:
        ///   - outbox: What the outbox shows.
        ///   - question: The question to answer.
        ///   - banner: The error to show.
        public init(outbox: OutboxState = OutboxState(), question: Question? = nil, banner: Banner? = nil) {
            items = outbox.items
            sent = outbox.sent
            unsentCount = outbox.unsentCount
            undecidedCount = outbox.undecidedCount
            isBusy = outbox.isBusy
            self.question = question
            self.banner = banner
        }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any WritingProvider
    private var observation: ObservationToken?

    /// Creates a view model of the registered `WritingProvider`; it starts nothing.
    public init() {
        provider = Dependency.resolve((any WritingProvider).self)
    }

    /// Shows the outbox, and follows it from then on.
    public func load() async {
        guard observation == nil else { return }
        observation = provider.outbox.observe { [weak self] outbox in self?.show(outbox) }
    }

    /// Ends following the outbox; ``load()`` begins it again.
    public func stop() {
        observation = nil
    }

    /// Sends an item now: again where it was refused, whatever the server may have where nobody knows.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - account: Another account of the site, for a text that was refused; its own by default.
    public func retry(_ id: OutboxItem.ID, as account: AccountKey? = nil) async {
        await perform(.send(as: account), on: id)
    }

    /// Sends all refused items again, each once.
    public func retryAll() async {
        for item in state.value.items where item.state == .failed && item.isKnown {
            await perform(.send(as: nil), on: item.id)
        }
    }

    /// Gives an item up; a text becomes a draft.
    ///
    /// Where others wait for it, ``State/question`` asks what becomes of them.
    ///
    /// - Parameter id: The item.
    public func cancel(_ id: OutboxItem.ID) async {
        await perform(.giveUp(nil), on: id)
    }

    /// Takes an item as arrived, of which nobody knows.
    ///
    /// - Parameter id: The item.
    public func arrived(_ id: OutboxItem.ID) async {
        await perform(.arrived(nil), on: id)
    }

    /// Changes the text of an item that is not under way.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - text: The new text.
    public func edit(_ id: OutboxItem.ID, text: String) async {
        await perform(.edit(text), on: id)
    }

    /// Answers ``State/question``, and does what was asked for.
    ///
    /// - Parameter answer: What becomes of the items that wait; `nil` to do nothing.
    public func answer(_ answer: OutboxDependants?) async {
        guard let question = state.value.question else { return }
        state.update { $0.question = nil }
        guard let answer else { return }
        switch question.decision {
        case .giveUp: await perform(.giveUp(answer), on: question.id)
        case .arrived: await perform(.arrived(answer), on: question.id)
        // The others never ask.
        case .send, .edit: break
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func perform(_ decision: OutboxDecision, on id: OutboxItem.ID) async {
        do {
            try await provider.decide(decision, on: id)
            state.update { state in
                state.banner = nil
                state.question = nil
            }
        } catch WritingError.hasDependants(let ids) {
            state.update { $0.question = Question(decision: decision, id: id, dependants: ids) }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            if !isCancelled { state.update { $0.banner = Banner(DataError(error), cause: .action) } }
        }
        show(provider.outbox.value)
    }

    private func show(_ outbox: OutboxState) {
        state.update { state in
            let next = State(outbox: outbox, question: state.question, banner: state.banner)
            state = next
            if let error = outbox.error, state.banner == nil { state.banner = Banner(error, cause: .content) }
        }
    }
}
