import Cloud
public import Core
public import Foundation

/// A post to be made, or what it is changed to.
public struct PostDraft: Hashable, Sendable {
    /// The title; empty by default, as ordinary posts have none.
    public var title: String
    /// The text.
    public var text: String
    /// The category.
    public var category: String
    /// The ratio of the first picture (``RatioText``); empty for a post without pictures.
    public var aspect: String
    /// The paths of the pictures, as the upload has given them; `nil` for none.
    public var files: [String]?

    /// Creates a post.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - category: The category.
    ///   - title: The title; empty by default.
    ///   - aspect: The ratio of the first picture; empty by default.
    ///   - files: The paths of the pictures; none by default.
    public init(text: String, category: String, title: String = "", aspect: String = "", files: [String]? = nil) {
        self.title = title
        self.text = text
        self.category = category
        self.aspect = aspect
        self.files = files
    }
}

/// A list of posts that the server pages through.
public enum PostListing: Hashable, Sendable {
    /// All posts, or those of a category.
    case all(category: String?)
    /// A person's posts, all or those of a category.
    case of(user: String, category: String?)
    /// The posts with a hashtag, of all categories or of one.
    case hashtag(String, category: String?)
    /// The posts that the person likes.
    case liked
}

extension CommunityRequests {
    // MARK: Posts

    /// Returns the request for a page of posts.
    ///
    /// - Parameters:
    ///   - listing: The list.
    ///   - next: The cursor of an earlier page; `nil` for the first.
    ///   - limit: The number of posts, one or more.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func posts(_ listing: PostListing, next: String? = nil, limit: Int) throws(DataError) -> NetworkRequest {
        var query = ["limit": String(max(1, limit))]
        let path: String
        switch listing {
        case .all(let category):
            path = "/posts"
            query["product_id"] = category
        case .of(let user, let category):
            path = "/posts/users/\(try segment(user))"
            query["product_id"] = category
        case .hashtag(let text, let category):
            path = "/posts/hashTags"
            let bare = text.hasPrefix("#") ? String(text.dropFirst()) : text
            query["hashTag"] = configuration.asksForHashtagWithSign ? "#" + bare : bare
            query["product_id"] = category
        case .liked:
            path = "/posts/likes/me"
        }
        query["next"] = next
        guard next == nil else { return try get(path, query: query) }
        switch configuration.firstPage {
        case .omitted: return try get(path, query: query)
        case .empty:
            query["next"] = ""
            return try get(path, query: query)
        case .valueless:
            var request = try get(path, query: query)
            // A query of names and values cannot write a name alone.
            guard let url = URL(string: request.url.absoluteString.replacing("?", with: "?next&", maxReplacements: 1))
            else { throw DataError(.invalidInput, message: "What was asked for makes no address.") }
            request.url = url
            return request
        }
    }

    /// Returns the request for one post.
    ///
    /// - Parameter id: The id of the post.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func post(_ id: String) throws(DataError) -> NetworkRequest { try get("/posts/\(segment(id))") }

    /// Returns the request that makes a post; it is sent once at most.
    ///
    /// - Parameter draft: The post.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func publish(_ draft: PostDraft) throws(DataError) -> NetworkRequest {
        try once(post("/posts", PostBody(draft)))
    }

    /// Returns the request that changes a post; it is sent once at most.
    ///
    /// - Parameters:
    ///   - id: The id of the post.
    ///   - draft: The whole post, as it is from then on.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func edit(_ id: String, _ draft: PostDraft) throws(DataError) -> NetworkRequest {
        try once(with(PostBody(draft), .put, get("/posts/\(segment(id))")))
    }

    /// Returns the request that deletes a post; it is sent once at most.
    ///
    /// - Parameter id: The id of the post.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func delete(_ id: String) throws(DataError) -> NetworkRequest {
        var request = try get("/posts/\(segment(id))")
        request.method = .delete
        return once(request)
    }

    /// Returns the request that likes a post, or ends that; it is sent once at most.
    ///
    /// - Parameters:
    ///   - id: The id of the post.
    ///   - isLiked: Whether the person likes the post from then on.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func like(_ id: String, _ isLiked: Bool) throws(DataError) -> NetworkRequest {
        try once(post("/posts/\(segment(id))/like", LikeBody(isLiked: isLiked)))
    }

    // MARK: Comments

    /// Returns the request that writes a comment; it is sent once at most.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - id: The id of the post.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func comment(_ text: String, on id: String) throws(DataError) -> NetworkRequest {
        try once(post("/posts/\(segment(id))/comments", ContentBody(content: text)))
    }

    /// Returns the request that changes a comment; it is sent once at most.
    ///
    /// - Parameters:
    ///   - comment: The id of the comment.
    ///   - text: The new text.
    ///   - id: The id of the post.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func editComment(_ comment: String, to text: String, on id: String) throws(DataError) -> NetworkRequest {
        try once(with(ContentBody(content: text), .put, get("/posts/\(segment(id))/comments/\(segment(comment))")))
    }

    /// Returns the request that deletes a comment; it is sent once at most.
    ///
    /// - Parameters:
    ///   - comment: The id of the comment.
    ///   - id: The id of the post.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func deleteComment(_ comment: String, on id: String) throws(DataError) -> NetworkRequest {
        var request = try get("/posts/\(segment(id))/comments/\(segment(comment))")
        request.method = .delete
        return once(request)
    }

    // MARK: Rooms

    /// Returns the request for the room with a person, which is made where there is none.
    ///
    /// - Parameter user: The id of the person.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func openRoom(with user: String) throws(DataError) -> NetworkRequest {
        try once(post("/chats", RoomBody(user: user)))
    }

    /// Returns the request for the rooms of the person.
    public func rooms() throws(DataError) -> NetworkRequest { try get("/chats") }

    /// Returns the request for the messages of a room, of which all come in one answer of up to 256 MiB.
    ///
    /// - Parameters:
    ///   - room: The id of the room.
    ///   - date: The date from which on they are wanted; `nil`, the default, for all.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func messages(in room: String, since date: Date? = nil) throws(DataError) -> NetworkRequest {
        var query: [String: String] = [:]
        if let date {
            guard let text = WireDate.text(date) else {
                throw DataError(.invalidInput, message: "The date from which messages are wanted is none.")
            }
            query["cursor_date"] = text
        }
        var request = try get("/chats/\(segment(room))", query: query)
        request.maximumBytes = 256 << 20
        return request
    }

    /// Returns the request that sends a text; it is sent once at most.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - room: The id of the room.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func send(_ text: String, to room: String) throws(DataError) -> NetworkRequest {
        try once(post("/chats/\(segment(room))", ContentBody(content: text)))
    }

    /// Returns the request that sends pictures; it is sent once at most.
    ///
    /// - Parameters:
    ///   - files: Their paths, as the upload has given them.
    ///   - room: The id of the room.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func send(files: [String], to room: String) throws(DataError) -> NetworkRequest {
        try once(post("/chats/\(segment(room))", FilesBody(files: files)))
    }

    // MARK: Uploads

    /// Returns the request that uploads pictures for a post or for a room.
    ///
    /// - Parameters:
    ///   - pictures: The bytes of JPEGs, one to five, by their numbers in the post or message, which make their names.
    ///   - room: The id of the room; `nil`, the default, for a post.
    ///   - random: The source of the boundary; the registered one by default, else the system's.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func upload(
        _ pictures: [(number: Int, data: Data)], to room: String? = nil,
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) throws(DataError) -> NetworkRequest {
        guard (1...PictureRule.maximumCount).contains(pictures.count) else {
            throw DataError(.invalidInput, message: "One to \(PictureRule.maximumCount) pictures are sent at once.")
        }
        var form = MultipartForm()
        for picture in pictures {
            let name = "CategoryZ_\(picture.number).jpeg"
            form.add(MultipartFile(filename: name, contentType: "image/jpeg", data: picture.data), as: "files")
        }
        let path = try room.map { room throws(DataError) in "/chats/\(try segment(room))/files" } ?? "/posts/files"
        return once(try form.encoded(random: random).attached(to: try get(path)))
    }

    private struct PostBody: Encodable {
        let title, text, content2, aspect, category: String
        let files: [String]?

        init(_ draft: PostDraft) {
            (title, text, content2) = (draft.title, draft.text, "")
            (aspect, category, files) = (draft.aspect, draft.category, draft.files)
        }

        enum CodingKeys: String, CodingKey {
            case title, content2, files
            case text = "content"
            case aspect = "content3"
            case category = "product_id"
        }
    }

    private struct LikeBody: Encodable {
        let isLiked: Bool

        enum CodingKeys: String, CodingKey {
            case isLiked = "like_status"
        }
    }

    private struct ContentBody: Encodable {
        let content: String
    }

    private struct FilesBody: Encodable {
        let files: [String]
    }

    private struct RoomBody: Encodable {
        let user: String

        enum CodingKeys: String, CodingKey {
            case user = "opponent_id"
        }
    }
}
