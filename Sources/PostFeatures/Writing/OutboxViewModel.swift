public import Core

/// A view model of what is unsent: the outbox with its decisions, what was sent lately, and the number for a badge.
///
/// It starts nothing by itself: call ``load()``. From then on ``state`` follows the outbox, until ``stop()`` or until
/// it is released. A method's result is in ``state`` when it returns; an error becomes ``State/banner``.
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

    /// The unsent items that are at the same place on their way.
    public struct Group: Identifiable, Hashable, Sendable {
        /// The place.
        public let state: OutboxItem.State
        /// The items, in the order in which they were queued.
        public let items: [OutboxItem]

        public var id: OutboxItem.State { state }

        /// What a person has to decide first, then what is under way, then what waits.
        static let order: [OutboxItem.State] = [.failed, .unsure, .checking, .sending, .pending, .waiting]
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// Everything unsent of ``account``, in the order in which it was queued.
        public internal(set) var items: [OutboxItem]
        /// What ``account`` has sent lately, what was sent last first; `OutboxItem.made` is what to open.
        public internal(set) var sent: [OutboxItem]
        /// What has to be said of what is over, the newest first: wishes that a server did not take, and late copies of
        /// texts that ``account`` gave up.
        public internal(set) var notices: [OutboxNotice]
        /// The account whose items are shown; `nil` for all of them.
        public internal(set) var account: AccountKey?
        /// The accounts that have something unsent, whichever is shown.
        public internal(set) var accounts: [AccountKey]
        /// How the accounts stand on this device that have something unsent, as far as that is known.
        public internal(set) var standings: [AccountKey: OutboxStanding] = [:]
        /// The number of unsent things of all accounts, for a badge; those that this version of the app cannot read are
        /// among them.
        public internal(set) var unsentCount: Int
        /// The number of items of all accounts that wait for a person: refused ones, and those of which nobody knows.
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
        ///   - account: The account whose items are shown; all by default.
        ///   - question: The question to answer.
        ///   - banner: The error to show.
        public init(
            outbox: OutboxState = OutboxState(), account: AccountKey? = nil, question: Question? = nil,
            banner: Banner? = nil
        ) {
            items = outbox.items.filter { account == nil || $0.account == account }
            sent = outbox.sent.filter { account == nil || $0.account == account }
            notices = outbox.notices.filter { account == nil || $0.account == account }
            accounts = outbox.accounts
            self.account = account
            unsentCount = outbox.unsentCount
            undecidedCount = outbox.undecidedCount
            isBusy = outbox.isBusy
            self.question = question
            self.banner = banner
        }

        /// How the account of an item stands on this device.
        ///
        /// - Parameter item: The item.
        /// - Returns: Whose it is; an account in use where that is not known.
        public func standing(of item: OutboxItem) -> OutboxStanding { standings[item.account] ?? OutboxStanding() }

        /// Whether an item goes out only once its person has signed in, so that neither ``OutboxViewModel/sendNow()`` nor
        /// ``OutboxViewModel/retry(_:as:)`` sends it.
        ///
        /// - Parameter item: The item.
        /// - Returns: True for one that would go by itself but for the session.
        public func waitsForSignIn(_ item: OutboxItem) -> Bool { standing(of: item).keeps(item) }

        /// The unsent items by their place: what a person has to decide first, then what is under way, then what waits.
        public var groups: [Group] {
            Group.order.compactMap { place in
                let items = items.filter { $0.state == place }
                return items.isEmpty ? nil : Group(state: place, items: items)
            }
        }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any WritingProvider
    private let accounts: OutboxAccounts
    private var observation: ObservationToken?

    /// Creates a view model of the registered `WritingProvider`; it starts nothing.
    public init() {
        provider = Dependency.resolve((any WritingProvider).self)
        accounts = OutboxAccounts(provider)
    }

    /// Shows the outbox, and follows it from then on.
    public func load() async {
        guard observation == nil else { return }
        observation = provider.outbox.observe { [weak self] outbox in self?.show(outbox) }
    }

    /// Ends following the outbox; ``load()`` begins it again.
    public func stop() {
        observation = nil
        accounts.stop()
    }

    /// Sends an item now: again where it was refused, whatever the server may have where nobody knows.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - account: Another account of the site, for a text that was refused; its own by default.
    public func retry(_ id: OutboxItem.ID, as account: AccountKey? = nil) async {
        await perform(.send(as: account), on: id)
    }

    /// Sends all refused items again that are shown, each once; the last failure is shown.
    public func retryAll() async {
        state.update { $0.banner.clear(.action) }
        for item in state.value.items where item.state == .failed && item.isKnown {
            await perform(.send(as: nil), on: item.id, clearsBanner: false)
        }
    }

    /// Sends what is shown now, without the outbox's own pauses, and waits until all that is left waits.
    ///
    /// What was refused, and what a person has to decide, stays as it is.
    public func sendNow() async {
        do {
            for account in state.value.accounts where [nil, account].contains(state.value.account) {
                try await provider.send(as: account, waitingFor: nil)
            }
            state.update { $0.banner.clear(.action) }
        } catch {
            fail(error)
        }
        show(provider.outbox.value)
    }

    /// Shows the items of one account, or of all.
    ///
    /// - Parameter account: The account; `nil` for all.
    public func show(_ account: AccountKey?) {
        state.update { $0.account = account }
        show(provider.outbox.value)
    }

    /// Gives an item up; a text becomes a draft.
    ///
    /// Where others wait for it, ``State/question`` asks what becomes of them.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - isConsented: Whether the person has said, apart from everything else, that one is to be dropped which needs
    ///     that (``Core/OutboxItem/needsConsent``); false by default.
    public func cancel(_ id: OutboxItem.ID, withConsent isConsented: Bool = false) async {
        await perform(.giveUp(nil, withConsent: isConsented), on: id)
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

    /// Changes all words of a post that is not under way, and its community, such as one that was misspelt.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - post: The new title, with the text or the link.
    ///   - community: The other community, such as `swift` or `r/swift`; the same by default.
    public func edit(_ id: OutboxItem.ID, post: PostDraft, to community: String? = nil) async {
        await perform(.editPost(post, to: community), on: id)
    }

    /// Dismisses a notice.
    ///
    /// - Parameter id: The notice.
    public func dismissNotice(_ id: OutboxNotice.ID) async {
        await perform(.dismiss, on: id)
    }

    /// Deletes the late copy that a notice tells of, on the server, and dismisses the notice.
    ///
    /// The deletion is an item of its own, and goes out as any other does.
    ///
    /// - Parameter id: The notice.
    public func deleteCopy(_ id: OutboxNotice.ID) async {
        await perform(.deleteCopy, on: id)
    }

    /// Answers ``State/question``, and does what was asked for.
    ///
    /// - Parameter answer: What becomes of the items that wait; `nil` to do nothing.
    public func answer(_ answer: OutboxDependants?) async {
        guard let question = state.value.question else { return }
        state.update { $0.question = nil }
        guard let answer else { return }
        switch question.decision {
        case .giveUp(_, let isConsented):
            await perform(.giveUp(answer, withConsent: isConsented), on: question.id)
        case .arrived: await perform(.arrived(answer), on: question.id)
        // The others never ask.
        case .send, .edit, .editPost, .dismiss, .deleteCopy: break
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func perform(_ decision: OutboxDecision, on id: OutboxItem.ID, clearsBanner: Bool = true) async {
        do {
            try await provider.decide(decision, on: id)
            state.update { state in
                if clearsBanner { state.banner = nil }
                state.question = nil
            }
        } catch WritingError.hasDependants(let ids) {
            state.update { $0.question = Question(decision: decision, id: id, dependants: ids) }
        } catch {
            fail(error)
        }
        show(provider.outbox.value)
    }

    private func fail(_ error: any Error) {
        let isCancelled = error is CancellationError || Task.isCancelled
        if !isCancelled { state.update { $0.banner = Banner(DataError(error), cause: .action) } }
    }

    private func show(_ outbox: OutboxState) {
        let standings = accounts.follow(outbox) { [weak self, provider] in self?.show(provider.outbox.value) }
        state.update { state in
            var next = State(
                outbox: outbox, account: state.account, question: state.question, banner: state.banner)
            next.standings = standings
            state = next
            if let error = outbox.error, state.banner == nil { state.banner = Banner(error, cause: .content) }
        }
    }
}
