import Core

/// A line that somebody types under a post or in a room, as a draft: it is stored within half a second, goes with the
/// commit that queues it, and comes back where it was typed.
@MainActor
final class TypedLine {
    /// A line that is being queued, whose draft stays until it is.
    struct Sent {
        /// The text.
        let text: String
        fileprivate let keeper: LineKeeper

        /// The id of the draft, and of the item.
        @MainActor var id: Draft.ID { keeper.id }
    }

    private let kind: OutboxItem.Kind
    private let target: StatusTarget
    private let thread: Post.ID?
    /// Whoever writes, also once the session is over.
    private let account: AccountKey?
    private let drafts: any DraftProvider
    private let time: any TimeProvider
    private let random: any RandomSource
    private let failed: @MainActor (any Error) -> Void
    private let keepers: LineKeepers
    private lazy var keeper = makeKeeper(of: Draft.ID(random: random))
    private var sending: Draft.ID?
    private var isRestored = false

    /// Creates a line of the registered `DraftProvider`; it reads nothing.
    ///
    /// - Parameters:
    ///   - kind: What it is to be.
    ///   - target: What it is about.
    ///   - thread: The post in whose thread it is; none by default.
    ///   - account: The account that writes.
    ///   - failed: Told why something could not be read or stored.
    init(
        _ kind: OutboxItem.Kind, about target: StatusTarget, in thread: Post.ID? = nil, by account: AccountKey?,
        failed: @escaping @MainActor (any Error) -> Void
    ) {
        (self.kind, self.target, self.thread, self.account, self.failed) = (kind, target, thread, account, failed)
        drafts = Dependency.resolve((any DraftProvider).self)
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        random = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
        // Where nobody can leave, nobody asks what is typed.
        keepers = Dependency.resolve(LineKeepers.self, default: LineKeepers())
    }

    private func makeKeeper(of id: Draft.ID, isThere: Bool = false) -> LineKeeper {
        let keeper = LineKeeper(id, isThere: isThere, in: drafts, time: time) { [failed] error in
            // Whoever may only read is not told so at each letter: what is typed is in hand.
            let code = (error as? any CodedError)?.code
            if !(error is CancellationError), code != .readOnly, code != .storeBusy { failed(error) }
        }
        keepers.add(keeper, of: account)
        return keeper
    }

    // MARK: Typing

    /// Brings back the draft with which the person goes on, in front of what was typed meanwhile; once.
    ///
    /// - Parameters:
    ///   - unstored: What was typed and could not be stored, which is newer than the draft.
    ///   - typed: Gives the text of the field.
    ///   - show: Has the field show a text, which it may refuse.
    func restore(
        _ unstored: String?, typed: @MainActor () -> String, show: @MainActor (String) -> Void
    ) async {
        guard !isRestored else { return }
        isRestored = true
        let draft: Draft?
        do {
            let (own, all) = (keeper.id, try await drafts.drafts())
            draft = all.filter { draft in
                draft.kind == kind && draft.target == target && draft.account == account && draft.text != nil
                    && draft.id != own && draft.id != sending
            }.max { $0.date < $1.date }
        } catch {
            isRestored = false
            if !(error is CancellationError) { failed(error) }
            return
        }
        guard let text = unstored ?? draft?.text else { return }
        let begun = typed()
        show(text + begun)
        // What does not fit in front of what is typed now stays a draft of its own.
        guard typed() == text + begun else { return }
        if let draft {
            keeper.keep(nil)
            keeper = makeKeeper(of: draft.id, isThere: true)
        }
        if text + begun != draft?.text { changed(to: text + begun) }
    }

    /// Has a text stored soon; an empty one removes the draft.
    func changed(to text: String) {
        var draft = Draft(
            id: keeper.id, account: account, kind: kind, site: target.site, target: target, thread: thread,
            date: time.now)
        draft.text = text
        keeper.keep(draft.isEmpty ? nil : draft)
    }

    /// Stores at once what was typed.
    ///
    /// - Returns: Whether it is stored.
    func store() async -> Bool { await keeper.flush() }

    // MARK: Sending

    /// Takes the line out of the hand, to be queued under its id; what is typed from here on is another one.
    ///
    /// - Parameter text: The text.
    /// - Returns: The line, for ``queued(_:)`` or ``takeBack(_:typed:show:)``.
    func take(_ text: String) -> Sent {
        let sent = Sent(text: text, keeper: keeper)
        sending = keeper.id
        keeper = makeKeeper(of: Draft.ID(random: random))
        return sent
    }

    /// Forgets a line that is in the outbox, whose commit has removed the draft.
    func queued(_ sent: Sent) {
        sending = nil
        sent.keeper.forget()
    }

    /// Has a line in hand again that could not be queued, in front of what was typed meanwhile.
    ///
    /// - Parameters:
    ///   - sent: The line.
    ///   - typed: Gives the text of the field.
    ///   - show: Has the field show a text, which it may refuse.
    func takeBack(_ sent: Sent, typed: @MainActor () -> String, show: @MainActor (String) -> Void) {
        sending = nil
        let begun = typed()
        show(sent.text + begun)
        // What does not fit in front of what is typed now stays a draft of its own.
        guard typed() == sent.text + begun else { return }
        keeper.keep(nil)
        keeper = sent.keeper
        if !begun.isEmpty { changed(to: sent.text + begun) }
    }
}
