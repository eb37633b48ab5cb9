import Core
import Foundation

/// The fields of a post that only a community has, as they are stored beside it.
///
/// Their names are for ever: they are stored.
struct PostFields: Codable, Hashable, Sendable {
    /// The category; empty where the server names none.
    var category = ""
    /// The hashtags, without `#`.
    var hashtags: [String] = []
    /// The paths of the pictures, as the server writes them.
    var files: [String] = []
    /// The ratio of the first picture; `nil` where it is not known.
    var aspect: Double?
    /// The people who wrote the post and its comments, the author first, each once.
    var people: [Person] = []

    /// Creates the fields of a post.
    ///
    /// - Parameter post: The post as the server sends it.
    init(_ post: WirePost) {
        category = post.category
        hashtags = post.hashtags
        files = post.files
        aspect = post.aspect
        var seen: Set<String> = []
        people = ([post.author] + post.comments.map(\.author)).filter { seen.insert($0.id).inserted }
    }

    /// Reads stored fields.
    ///
    /// - Parameter stored: What is stored; `nil` where nothing is.
    init(_ stored: RawJSON?) {
        guard let text = stored?.text else { return }
        // What another version has written is shown without them, and fetched again with the next page.
        if let fields = try? JSONDecoder().decode(PostFields.self, from: Data(text.utf8)) { self = fields }
    }

    /// The fields as they are stored.
    ///
    /// - Throws: `DataError` or `EncodingError` for what JSON cannot hold.
    func raw() throws -> RawJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try RawJSON(encoder.encode(self))
    }

    /// The person of an id; one without a picture where only the name is known, and `nil` where that is not.
    func person(_ id: String?, named nick: String?) -> Person? {
        guard let id else { return nil }
        return people.first { $0.id == id } ?? nick.map { Person(id: id, nick: $0) }
    }
}

extension WirePost {
    /// The id of the post in a store.
    var postID: Post.ID { Post.ID(site: .community, native: id) }

    /// The post as it is stored.
    ///
    /// - Parameter configuration: The configuration of the server, which makes links of paths.
    /// - Returns: The post; the likes are its score.
    func post(_ configuration: CommunityConfiguration) -> Post {
        var post = Post(id: postID, title: title, media: media(configuration))
        post.author = author.nick
        post.authorFullname = author.id
        post.subreddit = category
        post.created = created
        post.commentCount = comments.count
        post.score = Set(likes).count
        post.text = text
        return post
    }

    private func media(_ configuration: CommunityConfiguration) -> Media {
        guard !files.isEmpty else { return Media(kind: .text) }
        let sources = files.map { configuration.link(to: $0).map { MediaSource(link: $0) } }
        let first = sources.lazy.compactMap(\.self).first
        if files.count == 1 { return Media(kind: .image, source: first) }
        let items = zip(files, sources).map { GalleryItem(id: $0, source: $1) }
        return Media(kind: .gallery, source: first, gallery: items)
    }

    /// The comments as a thread, the newest first.
    ///
    /// - Parameter source: The name of the backend.
    /// - Returns: The thread, with an issue for each comment that could not be read.
    func thread(source: String) -> CommentThread {
        let entries = comments.map { comment -> CommentThread.Entry in
            var entry = Comment(id: Comment.ID(site: .community, native: comment.id), parent: .post(postID))
            entry.author = comment.author.nick
            entry.authorFullname = comment.author.id
            entry.body = comment.text
            entry.created = comment.created
            return .comment(entry)
        }
        return CommentThread(entries: entries, issues: commentIssues, source: source)
    }

    /// What the server says to an account of the post: whether it likes it.
    ///
    /// - Parameter account: The account that asked.
    /// - Returns: The vote, up or none.
    func confirmed(to account: AccountKey) -> ConfirmedValues {
        ConfirmedValues(vote: likes.contains(account.name ?? "") ? .up : .neutral)
    }
}
