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
            !isSending && text.isValid && text.text.contains { !$0.isWhitespace }
        }
    }

    /// The id of the post.
    public let id: CommunityPost.ID
    /// The state to draw.
    public let state = ObservableValue(State())

    private let model: CommunityThreadModel
    private var deletions = Throttle(.milliseconds(100))

    /// Creates a view model of the registered services; it starts nothing.
    ///
    /// - Parameter id: The post, by the server's id.
    public init(_ id: CommunityPost.ID) {
        self.id = id
        let state = state
        model = CommunityThreadModel(id) { content in
            state.update { shown in
                (shown.comments, shown.phase, shown.banner) = (content.comments, content.phase, content.banner)
            }
        }
    }

    /// Shows what is stored, asks the server, and follows what the person does from then on.
    public func load() async { await model.load() }

    /// Takes what the field has now, or refuses it: then it falls back to the last text that was allowed.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public func setText(_ text: String, isComposing: Bool = false) {
        state.update { $0.text.set(text, isComposing: isComposing) }
    }

    /// Writes the comment: it is first when this returns, and the field is empty.
    ///
    /// Where it cannot be stored, the text stays in the field.
    public func send() async {
        guard state.value.canSend else { return }
        let text = state.value.text.text
        state.update { $0.isSending = true }
        let item = await model.thread.reply(text)
        state.update { state in
            state.isSending = false
            if item != nil, state.text.text == text { state.text.set("") }
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
