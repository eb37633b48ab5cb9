import AppScreens
import Core
import PostFeatures

/// What a person does with an open post, or with the comment that is chosen in it: votes, marks, and what takes them back.
@MainActor
struct PostMarks {
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

    /// Does something; another action than these does nothing.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - comment: The comment that is chosen; nil for the post.
    func perform(_ action: ReaderAction, on comment: Comment.ID?) {
        switch action {
        case .upvote: vote(.up, on: comment)
        case .downvote: vote(.down, on: comment)
        case .save:
            if let comment {
                context.act { [thread] in await thread.toggleSaved(comment) }
            } else {
                mark { await $0.toggleSaved() }
            }
        case .favourite: mark { await $0.toggleFavourite() }
        case .undo: undo()
        default: break
        }
    }

    private func vote(_ vote: Vote, on comment: Comment.ID?) {
        if let comment {
            context.act { [thread] in await thread.toggleVote(vote, for: comment) }
        } else {
            mark { await $0.toggleVote(vote) }
        }
    }

    private func mark(_ work: @escaping @MainActor (PostDetailViewModel) async -> Void) {
        let marks = { @MainActor [post] in post.state.value.item?.status }
        context.act(changing: marks) { [post] in await work(post) }
    }

    private func undo() {
        context.act { [context, post] in
            let act = await post.undoLast()
            context.tell(act, banner: post.state.value.banner)
        }
    }
}
