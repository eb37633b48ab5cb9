public import Core
public import PostFeatures

/// A view model of the comments of a post, the newest first, and of the field in which the person writes one.
///
/// It starts nothing by itself: call ``load()``. An own comment is first at once, marked until the server has it; one
/// that is deleted is gone at once, and comes back where that fails for good.
@MainActor
public final class CommunityCommentsViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The comments, the newest first.
        public internal(set) var comments: [CommunityComment] = []
        /// The field: a text of more than 300 code points, and one with a line end, is not taken.
        public internal(set) var text = TextEntry(.comment)
        /// Whether a comment is being stored.
        public internal(set) var isSending = false
        /// The phase of the screen.
        public internal(set) var phase = CommentThreadViewModel.Phase.initial
        /// The failure to show, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of comments that were not loaded yet.
        public init() {}

        /// Whether the button can be used: there is a text, and not of blanks alone.
        public var canSend: Bool {
            text.isValid && text.text.contains { !$0.isWhitespace }
        }
    }

    /// The id of the post.
    public let id: CommunityPost.ID
    /// The state to draw.
    public let state = ObservableValue(State())

    private let model: CommunityThreadModel
    private var deletions = Throttle(.milliseconds(100))
    /// The draft of the comment that is typed.
    private let line: TypedLine

    /// Creates a view model of the registered services; it starts nothing.
    ///
    /// - Parameter id: The post, by the server's id.
    public init(_ id: CommunityPost.ID) {
        self.id = id
        let state = state
        let model = CommunityThreadModel(id) { content in
            state.update { shown in
                (shown.comments, shown.phase, shown.banner) = (content.comments, content.phase, content.banner)
            }
        }
        self.model = model
        let post = model.thread.id
        line = TypedLine(.reply, about: .post(post), in: post, by: model.viewer) { [weak model] error in
            model?.show { $0.banner = Banner(DataError(error), cause: .action) }
        }
    }

    /// Brings back what was typed, shows what is stored, asks the server, and follows what the person does from then on.
    public func load() async {
        await restoreDraft()
        await model.load()
    }

    /// Brings back what was typed here and not sent, also by an earlier run; ``load()`` does so too, and one call counts.
    ///
    /// - Parameter unstored: What was typed and could not be stored, in the place of what was; nothing by default.
    public func restoreDraft(_ unstored: String? = nil) async {
        await line.restore(unstored, typed: typed, show: show)
    }

    /// Stores at once what is typed, and not a moment later as while somebody types.
    ///
    /// - Returns: Whether it is stored; false where it cannot be.
    @discardableResult
    public func saveDraft() async -> Bool { await line.store() }

    /// Takes what the field has now, or refuses it: then it falls back to the last text that was allowed.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public func setText(_ text: String, isComposing: Bool = false) {
        let before = typed()
        state.update { $0.text.set(text, isComposing: isComposing) }
        if typed() != before { line.changed(to: typed()) }
    }

    private func typed() -> String { state.value.text.text }
    private func show(_ text: String) { state.update { $0.text.set(text) } }

    /// Writes the comment: it is first when this returns, and the field is empty.
    ///
    /// A text that cannot be stored is in the field again.
    public func send() async { await beginSending()?() }

    /// Takes the comment out of the field, to be sent as ``send()`` does; what is typed behind this call is of the next one,
    /// however late the work begins.
    ///
    /// Each call that takes a text sends it, however soon it comes behind another one: comments are stored in the order of
    /// the calls. Those that could not be stored are in the field again, in that order.
    ///
    /// - Returns: The work that stores the comment; `nil` where nothing can be sent.
    public func beginSending() -> (@MainActor () async -> Void)? {
        guard state.value.canSend else { return nil }
        line.take(typed())
        state.update { ($0.text, $0.isSending) = (TextEntry(.comment), true) }
        return { [self] in
            // The work of an earlier call may have taken it along.
            guard line.isSending else { return }
            let failure = await line.queueTaken(typed: typed, show: show) { [model] sent in
                guard await model.thread.reply(sent.text, as: sent.id) == nil else { return }
                throw model.thread.state.value.banner?.error ?? CancellationError()
            }
            state.update { $0.isSending = line.isSending }
            // One behind it that could be stored has taken it away.
            if let failure, !(failure is CancellationError), model.content.banner == nil {
                model.show { $0.banner = Banner(DataError(failure), cause: .action) }
            }
        }
    }

    /// Deletes a comment, which is the person's own; a tap within 100 ms of one that counted is dropped.
    ///
    /// - Parameter comment: The comment; with somebody else's the banner says that this cannot be.
    public func delete(_ comment: CommunityComment.ID) async {
        guard let shown = state.value.comments.first(where: { $0.id == comment }), deletions.admits() else { return }
        guard shown.isOwn else {
            let message = "It is somebody else's. One deletes one's own comments only."
            return model.show { $0.banner = Banner(DataError(.forbidden, message: message), cause: .action) }
        }
        await model.thread.delete(Comment.ID(site: .community, native: comment))
    }

    /// Sends a comment or a deletion again that has failed.
    ///
    /// - Parameter item: The item of the outbox, as ``CommunityComment/own`` names it.
    public func retry(_ item: OutboxItem.ID) async { await model.thread.retry(item) }

    /// Gives up a comment or a deletion that is not sent.
    ///
    /// - Parameter item: The item of the outbox.
    public func cancel(_ item: OutboxItem.ID) async { await model.thread.cancel(item) }

    /// Takes a comment as arrived of which nobody could find that out.
    ///
    /// - Parameter item: The item of the outbox.
    public func takeAsArrived(_ item: OutboxItem.ID) async { await model.thread.takeAsArrived(item) }

    /// Dismisses the banner.
    public func dismissBanner() {
        model.thread.dismissBanner()
        model.show { $0.banner = nil }
    }
}
