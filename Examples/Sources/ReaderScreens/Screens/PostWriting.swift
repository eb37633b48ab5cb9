import AppScreens
import Core
import PostFeatures

/// The answers, changes and deletions that a person makes of an open post or a comment in it.
@MainActor
struct PostWriting {
    private let context: ReaderContext
    private let post: PostDetailViewModel
    private let thread: CommentThreadViewModel

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - post: The post.
    ///   - thread: Its comments.
    init(_ context: ReaderContext, post: PostDetailViewModel, thread: CommentThreadViewModel) {
        (self.context, self.post, self.thread) = (context, post, thread)
    }

    /// Opens an answer.
    ///
    /// - Parameters:
    ///   - comment: The comment that is answered; nil for the post.
    ///   - queued: Told the text once it is queued.
    /// - Returns: The screen of the answer.
    func answer(to comment: Comment?, queued: @escaping (String) -> Void) -> ScreenChange<ReaderAction> {
        // The post may not be read yet.
        let read = post.state.value.item?.post
        let subject: ReplyViewModel.Subject =
            if let comment {
                .reply(to: .comment(comment.id), in: post.id, text: comment.body)
            } else {
                .reply(to: .post(post.id), in: post.id, text: read?.text)
            }
        return .show(ReplyScreen(context, subject, to: comment.map(\.author) ?? read?.author, queued: queued))
    }

    /// Opens what is there for other words; what is known to be somebody else's is refused.
    ///
    /// - Parameters:
    ///   - row: The row of the comment; nil for the post.
    ///   - queued: Told the text once it is queued.
    /// - Returns: The screen of the text.
    func edit(_ row: CommentRow?, queued: @escaping (String) -> Void) -> ScreenChange<ReaderAction> {
        if let refusal = refusal(of: row) { return refusal }
        let subject: ReplyViewModel.Subject
        if let row {
            guard case .comment(let id) = row.id else { return .none }
            subject = .edit(.comment(id), text: row.comment?.body)
        } else {
            guard let item = post.state.value.item else { return .none }
            subject = .edit(.post(item.id), text: item.post.text)
        }
        return .show(ReplyScreen(context, subject, to: nil, queued: queued))
    }

    /// Asks whether something is to be deleted; what is known to be somebody else's is refused.
    ///
    /// - Parameter row: The row of the comment; nil for the post.
    /// - Returns: The question.
    func deletion(of row: CommentRow?) -> ScreenChange<ReaderAction> {
        if let refusal = refusal(of: row) { return refusal }
        let options = [context.text(AppPhrase.doNothing), context.text(ScreenPhrase.remove)]
        return .show(
            ChoiceScreen(context, title: context.text(.deleteQuestion), options: options) { [context, post, thread] in
                guard $0 == 1 else { return .close }
                context.keep {
                    if case .comment(let id) = row?.id { await thread.delete(id) } else { await post.delete() }
                }
                return .close
            })
    }

    /// Refuses to change what cannot be changed; nil where it can, or where only the server knows.
    private func refusal(of row: CommentRow?) -> ScreenChange<ReaderAction>? {
        let isThere = row.map { $0.comment != nil } ?? (post.state.value.item != nil)
        guard isThere else { return .say(context.text(.notYours)) }
        guard thread.canReply else { return .say(context.text(.cannotWrite)) }
        let isSomebodyElses = row.map { thread.isSomebodyElses($0) } ?? post.isSomebodyElses
        return isSomebodyElses ? .say(context.text(.somebodyElses)) : nil
    }
}
