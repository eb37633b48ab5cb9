import Cloud
public import Core
import Foundation

extension OutboxItem.Kind {
    /// Making a post; the stored name is `publish`.
    public static let publishPost = OutboxItem.Kind(rawValue: "publish")
    /// Changing a post; the stored name is `editPost`, as `edit` is a kind of Lantern's own that has a text alone.
    public static let editPost = OutboxItem.Kind(rawValue: "editPost")
}

/// What a person publishes: new posts and changes of them, with their pictures.
///
/// ```swift
/// let publishing = CommunityPublishing(configuration)
/// // Once, when the app is wired: services.ownKinds = publishing.kinds
/// let picture = try await PicturePreparation(codec: codec).prepare(data)
/// let file = try await uploads.keep(picture.data, name: "cat.jpeg", type: "image/jpeg")
/// try await writing.queue(
///     try publishing.post(NewPost(text: "Look!", category: category, aspect: picture.aspect), with: [file]),
///     as: account)
/// ```
///
/// The pictures of a post go in one call before it, and what that gave is stored before the post is sent. A post of which
/// nobody knows whether it arrived is looked for by the paths of its pictures, which no other post has.
public struct CommunityPublishing: Sendable {
    /// The kind of new posts; it needs pictures.
    public let newPosts: IntentKind<NewPost>
    /// The kind of changes of posts.
    public let edits: IntentKind<PostEdit>
    /// How pictures are uploaded.
    public let pictures: UploadKind

    /// The rule of a post's text: 1 to 49 code points in at most four lines.
    public static let rule = TextRule.post

    private let configuration: CommunityConfiguration

    /// Creates the kinds; name them in `AppServices.Configuration.ownKinds`.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - answered: Told of each post as the server answered it, and of who made or changed it, before it leaves the
    ///     outbox: to bring stored lists up to date. It may be told twice of one.
    public init(
        _ configuration: CommunityConfiguration,
        answered: @escaping @Sendable (WirePost, AccountKey) async -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        let calls = PublishingCalls(requests: CommunityRequests(configuration), answered: answered)
        pictures = UploadKind("pictures", on: .community, upTo: PictureRule.maximumCount) { request in
            try await PictureUpload(calls.requests).send(request, to: nil, of: .uploadPictures)
        }
        var newPosts = IntentKind<NewPost>(
            OutboxItem.Kind.publishPost.rawValue, on: .community,
            send: { try await calls.publish($0) }, look: { try await calls.look(for: $0) })
        newPosts.makesThing = true
        newPosts.edit = { post, text in
            try Self.check(text: text)
            var post = post
            post.text = text
            return post
        }
        self.newPosts = newPosts
        var edits = IntentKind<PostEdit>(
            OutboxItem.Kind.editPost.rawValue, on: .community, repetition: .afterReading,
            send: { try await calls.edit($0) }, look: { try await calls.look(atEdited: $0) })
        edits.edit = { edit, text in
            guard edit.text != nil else {
                throw DataError(.invalidInput, message: "This change has no text. Give it up, or change the post anew.")
            }
            try Self.check(text: text)
            var edit = edit
            edit.text = text
            return edit
        }
        self.edits = edits
    }

    /// The categories that a post can have, in the order in which they are shown.
    public var categories: [CommunityCategory] { configuration.categories }

    /// All kinds, to be named when the app is wired.
    public var kinds: [AnyIntentKind] {
        [AnyIntentKind(newPosts), AnyIntentKind(edits), AnyIntentKind(pictures)]
    }

    // MARK: Intents

    /// Makes the intent of a new post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - files: Its pictures, one to five, in their order: JPEGs that ``PicturePreparation`` made, each once.
    /// - Returns: The intent, to be queued.
    /// - Throws: `DataError` with the code `invalidInput` for a text, a category or a number of pictures that is not
    ///   allowed.
    public func post(_ post: NewPost, with files: [UploadFile]) throws -> WriteIntent {
        try Self.check(text: post.text)
        try check(category: post.category)
        try check(files, count: files.count)
        return .own(try newPosts.intent(post, lane: "posts", with: files, uploadedBy: pictures))
    }

    /// Makes the intent that changes a post.
    ///
    /// - Parameters:
    ///   - id: The id of the post; also that of an unsent item, which is sent first then.
    ///   - edit: The change.
    ///   - files: The new pictures, as many as the change has.
    ///   - item: The unsent item that makes the post; none by default.
    /// - Returns: The intent, to be queued.
    /// - Throws: `DataError` with the code `invalidInput` for a text, a category or pictures that are not allowed, and for
    ///   a change of nothing.
    public func edit(
        _ id: String, _ edit: PostEdit, with files: [UploadFile] = [], after item: OutboxItem.ID? = nil
    ) throws -> WriteIntent {
        guard edit.text != nil || edit.category != nil || edit.pictures != nil else {
            throw DataError(
                .invalidInput, message: "Nothing of the post is changed. Name a text, a category or pictures.")
        }
        if let text = edit.text { try Self.check(text: text) }
        if let category = edit.category { try check(category: category) }
        let new = edit.pictures?.count { $0 == .new } ?? 0
        guard new == files.count else {
            throw DataError(.invalidInput, message: "The change has \(new) new pictures, and \(files.count) files.")
        }
        if let pictures = edit.pictures { try check(files, count: pictures.count) }
        // The id by itself is what the outbox follows when the post is sent.
        return .own(
            try edits.intent(
                edit, lane: id, about: StatusTarget.post(Post.ID(site: .community, native: id)),
                after: item.map { [$0] } ?? [], with: files, uploadedBy: pictures))
    }

    private static func check(text: String) throws(DataError) {
        switch rule.problem(of: text) {
        case nil: return
        case .empty: throw DataError(.invalidInput, message: "A post needs a text.")
        case .tooLong:
            throw DataError(.invalidInput, message: "A post has at most \(rule.limit) characters.")
        case .tooManyLines:
            throw DataError(.invalidInput, message: "A post has at most \(rule.lineEnds + 1) lines.")
        }
    }

    private func check(category: String) throws(DataError) {
        guard configuration.categories.contains(where: { $0.id == category }) else {
            throw DataError(.invalidInput, message: "The community has no category '\(category)'.")
        }
    }

    private func check(_ files: [UploadFile], count: Int) throws(DataError) {
        guard (1...PictureRule.maximumCount).contains(count) else {
            throw DataError(.invalidInput, message: "A post has one to \(PictureRule.maximumCount) pictures.")
        }
        guard Set(files.map(\.id)).count == files.count else {
            throw DataError(.invalidInput, message: "A picture is there twice. Take one of them away.")
        }
        guard files.allSatisfy({ $0.byteCount <= PictureRule.maximumBytes }) else {
            throw DataError(.invalidInput, message: "A picture has at most 5 MiB.")
        }
    }
}
