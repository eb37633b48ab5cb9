public import Cloud
public import Core
public import Foundation

/// A post as the server sends it.
public struct WirePost: Hashable, Sendable, Identifiable {
    /// The server's id, `post_id`.
    public let id: String
    /// The category, `product_id`; empty where the server names none.
    public var category: String
    /// The title, which ordinary posts leave empty.
    public var title: String
    /// The text, `content`.
    public var text: String
    /// The width of the first picture divided by its height, `content3`; `nil` where it is not known.
    public var aspect: Double?
    /// The date when it was made.
    public var created: Date
    /// The author.
    public var author: Person
    /// The paths of the pictures, in their order, as the server writes them.
    public var files: [String]
    /// The ids of the people who like it.
    public var likes: [String]
    /// The hashtags, without `#`.
    public var hashtags: [String]
    /// The comments, the newest first.
    public var comments: [WireComment]
    /// An issue for each comment that could not be read.
    public var commentIssues: [DecodeIssue]

    /// Reads a post: an id, a date and an author are needed, all else may be missing.
    ///
    /// - Parameter json: The object.
    /// - Throws: ``UnreadableElement`` without one of the three. A comment that cannot be read is an issue.
    public init(_ json: JSONValue) throws(UnreadableElement) {
        id = try json.text("post_id")
        category = json["product_id"]?.string ?? ""
        title = json["title"]?.string ?? ""
        text = json["content"]?.string ?? ""
        aspect = json["content3"]?.string.flatMap(RatioText.ratio(in:))
        created = try json.date("createdAt")
        author = try json.person("creator")
        files = json["files"]?.elements?.compactMap(\.filledText) ?? []
        likes = json["likes"]?.elements?.compactMap(\.filledText) ?? []
        hashtags =
            json["hashTags"]?.elements?.compactMap(\.filledText).map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
            ?? []
        (comments, commentIssues) = WireComment.all(in: json["comments"]?.elements ?? [])
    }
}

/// A comment as the server sends it, inside of its post.
public struct WireComment: Hashable, Sendable, Identifiable {
    /// The server's id, `comment_id`.
    public let id: String
    /// The text, `content`.
    public var text: String
    /// The date when it was made.
    public var created: Date
    /// The author.
    public var author: Person

    /// Reads a comment.
    ///
    /// - Parameter json: The object.
    /// - Throws: ``UnreadableElement`` without an id, a date or an author.
    public init(_ json: JSONValue) throws(UnreadableElement) {
        id = try json.text("comment_id")
        text = json["content"]?.string ?? ""
        created = try json.date("createdAt")
        author = try json.person("creator")
    }

    /// Reads the comments of a post.
    ///
    /// - Parameter elements: The elements of its list.
    /// - Returns: The comments, the newest first, and an issue for each that cannot be read.
    static func all(in elements: [JSONValue]) -> (comments: [WireComment], issues: [DecodeIssue]) {
        var comments: [WireComment] = []
        var issues: [DecodeIssue] = []
        for (index, element) in elements.enumerated() {
            do throws(UnreadableElement) {
                comments.append(try WireComment(element))
            } catch {
                issues.append(DecodeIssue(reason: "comments.\(index).\(error)"))
            }
        }
        return (newestFirst(comments), issues)
    }

    /// Sorts comments, as no document says in which order the server sends them.
    ///
    /// - Parameter comments: The comments.
    /// - Returns: The newest first; of those of one time, the one with the lesser id.
    static func newestFirst(_ comments: [WireComment]) -> [WireComment] {
        comments.sorted { ($1.created, $0.id) < ($0.created, $1.id) }
    }
}

/// A page of posts as the server sends it.
public struct WirePage: Sendable {
    /// The posts, and an issue for each that cannot be read.
    public var posts: WireList<WirePost>
    /// The place where the next page begins; `nil` for the end, which the server writes as `"0"`.
    public var next: PageCursor?

    /// Reads a page.
    ///
    /// - Parameter json: The whole answer.
    /// - Throws: `NetworkError` with the code `malformed` for an answer without a list.
    public init(_ json: JSONValue) throws {
        posts = try WireList(json) { try WirePost($0) }
        next = PageCursor(next: json["next_cursor"]?.string)
    }
}

extension JSONValue {
    /// Returns a member that must be a date.
    ///
    /// - Parameter name: The member's name.
    /// - Returns: The date.
    /// - Throws: ``UnreadableElement`` when it is missing or no date of ISO 8601.
    func date(_ name: StaticString) throws(UnreadableElement) -> Date {
        if let date = ISODate.date(from: try string(name)) { return date }
        throw UnreadableElement("\(name)", expected: "a date of ISO 8601")
    }

    /// Returns a member that must be a person.
    ///
    /// - Parameter name: The member's name.
    /// - Returns: The person.
    /// - Throws: ``UnreadableElement`` when there is none.
    func person(_ name: StaticString) throws(UnreadableElement) -> Person {
        guard let json = self[name] else { throw UnreadableElement("\(name)", expected: nil) }
        return try Person(json)
    }
}
