import Foundation
import ServerKit

/// Posts and likes.
extension CommunityDesk {
    private struct PostFields: Decodable {
        var title: String?
        var content: String?
        var content2: String?
        var content3: String?
        var category: String?
        var files: [String]?

        private enum CodingKeys: String, CodingKey {
            case title, content, content2, content3, files
            case category = "product_id"
        }

        /// Puts the given values into a post, and leaves everything else as it is.
        func apply(to post: inout StoredPost) {
            post.title = title ?? post.title
            post.content = content ?? post.content
            post.content2 = content2 ?? post.content2
            post.content3 = content3 ?? post.content3
            post.category = category ?? post.category
            post.files = files ?? post.files
        }
    }

    private struct LikeFields: Decodable {
        var isLiked: Bool?

        private enum CodingKeys: String, CodingKey {
            case isLiked = "like_status"
        }
    }

    /// Writes a post; for whatever is missing the service has one status, 410.
    func writePost(_ visit: Visit) throws -> Answer {
        let nothing = Refusal(410, "Nothing was created.")
        // The status of a body that cannot be read, too.
        guard let fields = try? visit.request.fields(PostFields.self), let category = fields.category,
            !category.isBlank
        else { throw nothing }
        let time = store.time
        let json = try store.change { state in
            guard areUploaded(fields.files ?? [], by: visit.me.id, for: nil, in: state) else { throw nothing }
            var post = StoredPost(id: state.newID(), author: visit.me.id, created: time, category: category)
            fields.apply(to: &post)
            state.posts.append(post)
            return Renderer(state: state).post(post)
        }
        return .json(json)
    }

    func editPost(_ visit: Visit) throws -> Answer {
        let fields: PostFields = try visit.request.fields()
        if fields.category?.isBlank == true { throw Refusal.missing("product_id") }
        let json = try store.change { state in
            let index = try ownPost(visit, in: state)
            let files = (fields.files ?? []).filter { !state.posts[index].files.contains($0) }
            guard (fields.files ?? []).count <= Picture.greatestCount,
                areUploaded(files, by: visit.me.id, for: nil, in: state)
            else { throw Refusal(400, "The files are not those of uploaded pictures, 5 at most.") }
            fields.apply(to: &state.posts[index])
            return Renderer(state: state).post(state.posts[index])
        }
        return .json(json)
    }

    func deletePost(_ visit: Visit) throws -> Answer {
        try store.change { state in
            let index = try ownPost(visit, in: state)
            state.posts.remove(at: index)
        }
        return .empty
    }

    func post(_ visit: Visit) throws -> Answer {
        guard let index = visit.state.index(ofPost: visit.route[0]) else {
            throw Refusal(400, "There is no such post.")
        }
        return .json(Renderer(state: visit.state).post(visit.state.posts[index]))
    }

    func like(_ visit: Visit) throws -> Answer {
        let fields: LikeFields = try visit.request.fields()
        guard let isLiked = fields.isLiked else { throw Refusal.missing("like_status") }
        try store.change { state in
            guard let index = state.index(ofPost: visit.route[0]) else { throw Refusal.postNotFound }
            state.posts[index].likes.removeAll { $0 == visit.me.id }
            if isLiked { state.posts[index].likes.append(visit.me.id) }
        }
        return .json(.object([("like_status", .bool(isLiked))]))
    }

    private func ownPost(_ visit: Visit, in state: CommunityState) throws -> Int {
        guard let index = state.index(ofPost: visit.route[0]) else { throw Refusal.postNotFound }
        guard state.posts[index].author == visit.me.id else { throw Refusal.notTheOwner }
        return index
    }
}

/// Pages of posts.
extension CommunityDesk {
    private static let end = "0"

    func postsOfPerson(_ visit: Visit) throws -> Answer {
        let person = try member(visit.route[0], in: visit.state)
        return try page(visit) { $0.author == person.id }
    }

    /// Posts with a hashtag, which is asked for without `#`; without any text, all posts.
    func hashtag(_ visit: Visit) throws -> Answer {
        let tag = visit.request.queryValue("hashTag") ?? ""
        return try page(visit) { tag.isEmpty || Hashtags.all(in: $0.content).contains(tag) }
    }

    /// A page of the posts that belong to a list, the newest first.
    ///
    /// A cursor is the id of the last post of the page before, which may be deleted by now.
    func page(_ visit: Visit, of belongs: (StoredPost) -> Bool) throws -> Answer {
        let size = try pageSize(visit.request)
        let cursor = visit.request.queryValue("next") ?? ""
        guard cursor.isEmpty || (cursor.count == 24 && cursor.allSatisfy(\.isHexDigit)) else {
            throw Refusal(400, "'next' is not one of the server's cursors.")
        }
        let categories = visit.request.query.filter { $0.name == "product_id" }.compactMap(\.value)
            .filter { !$0.isEmpty }
        var found: [StoredPost] = []
        for post in visit.state.posts.reversed() where found.count <= size {
            guard cursor.isEmpty || post.id < cursor, categories.isEmpty || categories.contains(post.category),
                belongs(post)
            else { continue }
            found.append(post)
        }
        let next = found.count > size ? found[size - 1].id : Self.end
        let renderer = Renderer(state: visit.state)
        return .json(
            .object([
                ("data", .array(found.prefix(size).map(renderer.post))), ("next_cursor", .string(next)),
            ]))
    }

    private func pageSize(_ request: CommunityRequest) throws -> Int {
        guard let text = request.queryValue("limit"), !text.isEmpty else { return configuration.pageSize }
        guard let size = Int(text), size > 0 else { throw Refusal(400, "'limit' is a number of 1 or more.") }
        return min(size, configuration.greatestPageSize)
    }
}
