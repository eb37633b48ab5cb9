import Core

/// A line that somebody types under a post or in a room, as a draft: it is stored within half a second, goes with the
/// commit that queues it, and comes back where it was typed.
@MainActor
final class TypedLine {
    /// A line that was taken to be queued, whose draft stays until it is.
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
    /// The lines that were taken and are not in the outbox yet, in the order in which they are queued.
    private var taken: [Sent] = []
    /// The lines that could not be queued, in their order, until they are in hand again.
    private var refused: [Sent] = []
    /// Queues what was taken, and gives the last failure.
    private var queueing: Task<(any Error)?, Never>?
    private var isRestored = false

    /// Whether something that was taken is not in the outbox yet.
    var isSending: Bool { !taken.isEmpty || queueing != nil }

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
            let all = try await drafts.drafts()
            let known = Set(([keeper] + (taken + refused).map(\.keeper)).flatMap(\.ids))
            draft = all.filter { draft in
                draft.kind == kind && draft.target == target && draft.account == account && draft.text != nil
                    && !known.contains(draft.id)
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
        if let draft { goOn(with: makeKeeper(of: draft.id, isThere: true)) }
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

    /// Stores at once what was typed, and what was taken and is not in the outbox yet.
    ///
    /// - Returns: Whether what was typed is stored.
    func store() async -> Bool {
        for sent in taken { _ = await sent.keeper.flush() }
        return await keeper.flush()
    }

    /// Goes on with another draft, which has the words of this one as well.
    private func goOn(with other: LineKeeper) {
        other.replace(keeper)
        keeper = other
    }

    // MARK: Sending

    /// Takes the line out of the hand, to be queued under its id behind those that were taken before; what is typed from
    /// here on is another one.
    ///
    /// - Parameter text: The text.
    func take(_ text: String) {
        taken.append(Sent(text: text, keeper: keeper))
        keeper = makeKeeper(of: Draft.ID(random: random))
    }

    /// Queues what was taken, one line after the other, also those that are taken meanwhile.
    ///
    /// Lines that cannot be queued are in hand again at the end, in their order and in front of what was typed meanwhile; one
    /// behind it is queued all the same.
    ///
    /// - Parameters:
    ///   - typed: Gives the text of the field.
    ///   - show: Has the field show a text, which it may refuse.
    ///   - queue: Queues a line, whose commit removes the draft.
    /// - Returns: The reason why the last of those could not be queued; `nil` where all were.
    func queueTaken(
        typed: @escaping @MainActor () -> String, show: @escaping @MainActor (String) -> Void,
        by queue: @escaping @MainActor (Sent) async throws -> Void
    ) async -> (any Error)? {
        if let queueing { return await queueing.value }
        let task = Task { () -> (any Error)? in
            var failure: (any Error)?
            while let sent = taken.first {
                do {
                    // Otherwise the drafts whose words it has would come back once it is sent.
                    await sent.keeper.removeReplaced()
                    try await queue(sent)
                    sent.keeper.forget()
                } catch {
                    failure = error
                    refused.append(sent)
                }
                taken.removeFirst()
            }
            while let sent = refused.popLast() { takeBack(sent, typed: typed, show: show) }
            queueing = nil
            return failure
        }
        queueing = task
        return await task.value
    }

    private func takeBack(_ sent: Sent, typed: @MainActor () -> String, show: @MainActor (String) -> Void) {
        let begun = typed()
        // They were two lines.
        let isApart = begun.isEmpty || begun.first?.isWhitespace == true || sent.text.last?.isWhitespace == true
        let text = sent.text + (isApart ? "" : " ") + begun
        show(text)
        // What does not fit in front of what is typed now stays a draft of its own.
        guard typed() == text else { return }
        goOn(with: sent.keeper)
        changed(to: text)
    }
}
