import Core
import Foundation

/// The new posts of an account and its changes of posts that the server does not have yet.
///
/// It is made of the outbox and laid over what the server said; nothing of it is stored with that.
struct OwnPosts: Equatable, Sendable {
    /// The changes by the id of their post, in the order in which they were queued; none that failed.
    private var changes: [String: [PostEdit]] = [:]
    /// The items that make posts, by their ids.
    private var new: [String: OutboxItem] = [:]
    /// The server's ids of what was made lately, by the ids of the items.
    private var made: [String: String] = [:]
    private var account: AccountKey?

    /// Creates a value without a post.
    init() {}

    /// Reads what an outbox has.
    ///
    /// - Parameters:
    ///   - outbox: The outbox.
    ///   - account: The account that looks; nothing is shown to nobody.
    /// - Complexity: O(*n*) in what is unsent and was sent lately.
    init(_ outbox: OutboxState, by account: AccountKey?) {
        self.account = account
        for item in outbox.sent where item.account.site == .community { made[item.id.rawValue] = item.result }
        guard let account else { return }
        for item in outbox.items where item.account == account {
            switch item.kind {
            case .publishPost: new[item.id.rawValue] = item
            case .editPost where item.state != .failed:
                guard let target = item.target?.native, let change = Self.payload(of: item, PostEdit.self) else {
                    continue
                }
                changes[native(of: target), default: []].append(change)
            default: continue
            }
        }
    }

    /// The server's id of what an item has made; the same id for everything else.
    func native(of id: String) -> String { made[id] ?? id }

    /// Whether an id is that of a post that is not sent.
    func isNew(_ id: String) -> Bool { new[id] != nil }

    /// Returns a post as its author wants it.
    ///
    /// - Parameter post: The post as the server has it.
    /// - Returns: The post with the changes that are not sent; of pictures that are not uploaded nothing is shown.
    func shown(_ post: CommunityPost) -> CommunityPost {
        guard let changes = changes[post.id] else { return post }
        var post = post
        for change in changes { post.apply(change) }
        return post
    }

    /// Returns a post that is not sent.
    ///
    /// - Parameters:
    ///   - id: The id of the item that makes it.
    ///   - author: The account's person; `nil` where they are not known.
    /// - Returns: The post, without pictures; `nil` where there is none, or another version has queued it.
    func newPost(_ id: String, by author: Person?) -> CommunityPost? {
        guard let item = new[id], let account, let content = Self.payload(of: item, NewPost.self) else { return nil }
        var post = Post(id: Post.ID(site: .community, native: id), title: "", media: Media(kind: .text))
        (post.author, post.authorFullname) = (author?.nick, account.name)
        (post.text, post.subreddit, post.created) = (content.text, content.category, item.created)
        post.commentCount = 0
        var shown = FeedItem(post: post)
        let intent = OwnText.Intent(
            id: item.id, kind: item.kind, state: item.state, reason: item.reason, text: content.text)
        shown.own = OwnText(made: item.id, unsent: [intent])
        var fields = PostFields(nil)
        (fields.category, fields.aspect) = (content.category, Double(content.aspect))
        fields.people = author.map { [$0] } ?? []
        return self.shown(CommunityPost(shown, fields))
    }

    private static func payload<Payload: Decodable>(of item: OutboxItem, _ type: Payload.Type) -> Payload? {
        // What another version has queued is kept by the outbox, and cannot be shown here.
        item.payload.flatMap { try? JSONDecoder().decode(type, from: Data($0.text.utf8)) }
    }
}

extension CommunityPost {
    /// Shows a change of it that is not sent.
    fileprivate mutating func apply(_ change: PostEdit) {
        if let text = change.text { item.post.text = text }
        if let category = change.category { self.category = category }
        if let pictures = change.pictures {
            files = pictures.compactMap { if case .kept(let path) = $0 { path } else { nil } }
            if let aspect = change.aspect.flatMap(Double.init) { self.aspect = aspect }
        }
        if !changes.contains(.editPost) { changes.append(.editPost) }
    }
}
