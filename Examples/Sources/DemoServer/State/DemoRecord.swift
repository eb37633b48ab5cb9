/// The texts and marks of people, as the server holds them, whatever its answers say.
///
/// `/demo/state` answers with it as JSON. It has only what was told to the server: what was generated is not in it.
public struct DemoRecord: Sendable, Hashable, Codable {
    /// A post or a comment.
    public struct Text: Sendable, Hashable, Codable {
        /// The fullname, `t3_…` or `t1_…`; its base36 is the number that Lemmy's dialect has.
        public let id: String
        /// The account's name.
        public let author: String
        /// The fullname of what it answers; nil for a post.
        public let parent: String?
        /// The community's name; nil for a comment.
        public let community: String?
        /// The title; nil for a comment.
        public let title: String?
        /// The text as it is kept, also where it was deleted.
        public let text: String
        /// The address of a link.
        public let url: String?
        /// Unix time, in seconds.
        public let created: Int
        /// Unix time of the last edit, in seconds.
        public let edited: Int?
        /// Whether its author has deleted it.
        public let isDeleted: Bool
    }

    /// The marks of one account.
    ///
    /// A mark that was taken back is there as 0 or false.
    public struct Person: Sendable, Hashable, Codable {
        /// By fullname: 1, -1, or 0.
        public let votes: [String: Int]
        /// By fullname.
        public let saved: [String: Bool]
        /// By fullname.
        public let hidden: [String: Bool]
        /// By fullname.
        public let read: [String: Bool]
        /// By the community's name in lower case.
        public let subscriptions: [String: Bool]
    }

    /// The posts, and then the comments, each the oldest first.
    public var texts: [Text]
    /// By the account's name in lower case.
    public var people: [String: Person]
    /// The texts that people gave to what was generated, by fullname; an empty one with a deletion.
    public var changes: [String: String]

    /// The texts that an account has written, whose name may be in any case.
    public func texts(by author: String) -> [Text] {
        texts.filter { $0.author.lowercased() == author.lowercased() }
    }
}

extension DemoRecord {
    init(_ state: SiteState) {
        texts =
            state.posts.map { post in
                Text(
                    id: post.fullname, author: post.author, parent: nil, community: post.community, title: post.title,
                    text: post.text, url: post.url, created: post.created, edited: post.edited,
                    isDeleted: post.isDeleted)
            }
            + state.comments.map { comment in
                Text(
                    id: comment.fullname, author: comment.author, parent: comment.parent, community: nil, title: nil,
                    text: comment.text, url: nil, created: comment.created, edited: comment.edited,
                    isDeleted: comment.isDeleted)
            }
        people = state.people.mapValues { person in
            Person(
                votes: person.votes, saved: person.saved, hidden: person.hidden, read: person.read,
                subscriptions: person.subscriptions)
        }
        changes = state.changes.mapValues { $0.isDeleted ? "" : $0.text ?? "" }
    }
}
