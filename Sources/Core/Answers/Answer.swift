public import Foundation

/// Something that was written to an account: a reply to a post or comment of its own, or a text that mentions it.
///
/// It is a comment with what a person must know to judge it without its thread. The server may tell of one comment
/// twice, as a reply and as a mention; that is one answer with two ``notices``, and a ``Kind/reply``.
public struct Answer: Identifiable, Hashable, Sendable {
    /// The identity of an answer: the account that it is for, and the comment.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The account that it is for.
        public let account: AccountKey
        /// The comment.
        public let comment: Comment.ID

        /// Creates an id.
        ///
        /// - Parameters:
        ///   - account: The account that it is for.
        ///   - comment: The comment.
        public init(_ account: AccountKey, _ comment: Comment.ID) {
            self.account = account
            self.comment = comment
        }

        public var description: String { "\(MarkOwner.account(account))|\(comment)" }

        public static func < (left: ID, right: ID) -> Bool { left.description < right.description }
    }

    /// The reason why somebody was told of a comment.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// It answers a post or a comment of the account.
        case reply
        /// It mentions the account.
        case mention
    }

    /// What a server keeps for itself of having told somebody: it has the mark of being read.
    public struct Notice: Hashable, Sendable {
        /// The site's own name of it, by which it is marked: `t1_abc` on Reddit, `reply/5` and `mention/5` on Lemmy.
        public let native: String
        /// The reason.
        public let kind: Kind
        /// Whether it is read: as the server says in an answer of its own, and as it is shown in what is stored.
        public var isRead: Bool
        /// Whether its mark is not sent yet; false in an answer of a server.
        public package(set) var isPending = false

        /// Creates a notice.
        ///
        /// - Parameters:
        ///   - native: The site's own name of it.
        ///   - kind: The reason.
        ///   - isRead: Whether it is read.
        public init(_ native: String, kind: Kind, isRead: Bool) {
            self.native = native
            self.kind = kind
            self.isRead = isRead
        }
    }

    /// The account that it is for, and the comment.
    public let id: ID
    /// The post in whose thread it stands; `nil` where the server does not say.
    public var post: Post.ID?
    /// The post or the comment that it answers; `nil` where the server does not say.
    public var parent: Comment.Parent?
    /// The author's name, as the server says it.
    public var author: String?
    /// The text as it was written; `nil` where it was taken away.
    public var body: String?
    /// The date at which it was written.
    public var created: Date?
    /// The community, without prefix, as the server spells it.
    public var community: String?
    /// The title of the post; `nil` where the server does not say.
    public var postTitle: String?
    /// What the server keeps of having told of it: one, or one for each reason.
    public var notices: [Notice]

    /// Creates an answer of which only what identifies it is known.
    ///
    /// - Parameters:
    ///   - id: The account that it is for, and the comment.
    ///   - notices: What the server keeps of having told of it.
    public init(_ id: ID, notices: [Notice]) {
        self.id = id
        self.notices = notices
    }

    /// The comment.
    public var comment: Comment.ID { id.comment }

    /// The reason why the account was told: a reply where it is one, whatever it mentions.
    public var kind: Kind { notices.contains { $0.kind == .reply } ? .reply : notices.first?.kind ?? .reply }

    /// Whether all of it is read.
    public var isRead: Bool { notices.allSatisfy(\.isRead) }

    /// Whether a mark of it is not sent yet.
    public var isPending: Bool { notices.contains(where: \.isPending) }
}

extension StatusTarget.Kind {
    /// What a server keeps of having told an account of a comment; only its mark of being read is set.
    public static let answer = StatusTarget.Kind(rawValue: "answer")
}

extension Answer {
    /// The target by which a notice is marked.
    ///
    /// - Parameter notice: One of the answer's.
    /// - Returns: The target.
    package func target(of notice: Notice) -> StatusTarget {
        StatusTarget(.answer, site: id.account.site, native: notice.native)
    }

    /// What a server said of the marks.
    package var confirmedValues: [StatusTarget: ConfirmedValues] {
        let values = notices.map { (target(of: $0), ConfirmedValues(isRead: $0.isRead)) }
        return Dictionary(values) { first, _ in first }
    }

    /// Adds what is known of the same answer from before: notices that this one lacks, and what it does not say.
    ///
    /// - Parameter stored: The same answer as it was known before.
    /// - Returns: Both in one.
    package func merged(over stored: Answer) -> Answer {
        var merged = self
        merged.notices += stored.notices.filter { old in !notices.contains { $0.native == old.native } }
        // The same order whichever came first, so that the same answer is the same record.
        merged.notices.sort { $0.native < $1.native }
        merged.post = post ?? stored.post
        merged.parent = parent ?? stored.parent
        merged.author = author ?? stored.author
        merged.created = created ?? stored.created
        merged.community = community ?? stored.community
        merged.postTitle = postTitle ?? stored.postTitle
        return merged
    }
}
