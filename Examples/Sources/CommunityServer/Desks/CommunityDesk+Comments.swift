import Foundation
import ServerKit

/// Comments.
extension CommunityDesk {
    private struct CommentFields: Decodable {
        var content: String?
    }

    func writeComment(_ visit: Visit) throws -> Answer {
        let text = try content(visit)
        let time = store.time
        let json = try store.change { state in
            guard let index = state.index(ofPost: visit.route[0]) else { throw Refusal.postNotFound }
            let comment = StoredComment(id: state.newID(), author: visit.me.id, created: time, content: text)
            state.posts[index].comments.append(comment)
            return Renderer(state: state).comment(comment)
        }
        return .json(json)
    }

    func editComment(_ visit: Visit) throws -> Answer {
        let text = try content(visit)
        let json = try store.change { state in
            let (post, place) = try ownComment(visit, in: state)
            state.posts[post].comments[place].content = text
            return Renderer(state: state).comment(state.posts[post].comments[place])
        }
        return .json(json)
    }

    func deleteComment(_ visit: Visit) throws -> Answer {
        try store.change { state in
            let (post, place) = try ownComment(visit, in: state)
            state.posts[post].comments.remove(at: place)
        }
        return .empty
    }

    private func content(_ visit: Visit) throws -> String {
        let fields: CommentFields = try visit.request.fields()
        return try given(fields.content, "content")
    }

    /// The places of a post and of a comment on it.
    private func ownComment(_ visit: Visit, in state: CommunityState) throws -> (post: Int, place: Int) {
        guard let post = state.index(ofPost: visit.route[0]),
            let place = state.posts[post].comments.firstIndex(where: { $0.id == visit.route[1] })
        else { throw Refusal(410, "The comment was not found.") }
        guard state.posts[post].comments[place].author == visit.me.id else { throw Refusal.notTheOwner }
        return (post, place)
    }
}
