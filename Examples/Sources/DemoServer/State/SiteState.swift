/// The texts and marks of people since the site was generated.
///
/// It is a value: a write changes a copy, which takes the place of the one before once it is kept.
struct SiteState: Sendable, Codable, Equatable {
    /// The first number of what people write: above all that is generated, below Lemmy's end at 2³¹.
    ///
    /// Posts and comments are counted each for themselves, so that a post and a comment may have the same number, as
    /// they may on a Lemmy server.
    static let firstNumber = 2_141_000_001

    /// A change of something that was generated.
    struct Change: Sendable, Codable, Equatable {
        var text: String?
        /// Unix time of the last edit, in seconds.
        var edited: Int?
        var isDeleted = false
    }

    /// The marks of one account.
    ///
    /// A value that is there counts for more than what was generated, a false one too.
    struct Person: Sendable, Codable, Equatable {
        /// By fullname: 1, -1, or 0 for a vote that was taken back.
        var votes: [String: Int] = [:]
        /// By fullname.
        var saved: [String: Bool] = [:]
        /// By fullname.
        var hidden: [String: Bool] = [:]
        /// By fullname; known to Lemmy only.
        var read: [String: Bool] = [:]
        /// By the community's name in lower case.
        var subscriptions: [String: Bool] = [:]
    }

    /// A word to somebody that a comment answers or mentions them.
    struct Notice: Sendable, Codable, Equatable {
        /// From 1 on, the same for answers and mentions.
        let number: Int
        /// The account's name in lower case.
        let recipient: String
        /// The comment's id, without the `t1_`.
        let commentID: String
        /// Whether the comment only mentions the account.
        let isMention: Bool
        var isRead = false
    }

    /// The oldest first, so that a number is a place.
    var posts: [WrittenPost] = []
    /// The oldest first, so that a number is a place.
    var comments: [WrittenComment] = []
    /// By fullname.
    var changes: [String: Change] = [:]
    /// The points that votes have added to the scores of everything, by fullname.
    var scores: [String: Int] = [:]
    /// By the account's name in lower case.
    var people: [String: Person] = [:]
    /// The oldest first.
    var notices: [Notice] = []

    /// The place of the written post with that id, which is without the `t3_`.
    func postIndex(_ id: String) -> Int? {
        Self.index(id, count: posts.count)
    }

    /// The place of the written comment with that id, which is without the `t1_`.
    func commentIndex(_ id: String) -> Int? {
        Self.index(id, count: comments.count)
    }

    private static func index(_ id: String, count: Int) -> Int? {
        guard let number = Int(id, radix: 36), number >= firstNumber, number - firstNumber < count else { return nil }
        return number - firstNumber
    }
}

// MARK: Acts

/// The changes, without any question whether they are allowed.
extension SiteState {
    /// Sets a vote.
    ///
    /// - Parameters:
    ///   - vote: 1, -1, or 0 for none.
    ///   - thing: The fullname.
    ///   - account: The account's name in lower case.
    ///   - before: The account's vote until now.
    mutating func setVote(_ vote: Int, on thing: String, by account: String, before: Int) {
        people[account, default: Person()].votes[thing] = vote
        if vote != before { scores[thing, default: 0] += vote - before }
    }

    /// Adds a comment, with its author's vote for it, and tells whom it answers or mentions.
    ///
    /// - Parameters:
    ///   - text: The text as it is kept.
    ///   - author: The account's name.
    ///   - postID: The post, without the `t3_`.
    ///   - ancestors: The comments that it is below.
    ///   - parentAuthor: The account that is answered; nil when it was deleted.
    ///   - accounts: The names of all who can be told.
    ///   - now: Unix time, in seconds.
    /// - Returns: The comment.
    mutating func addComment(
        _ text: String, by author: String, on postID: String, below ancestors: [String],
        answering parentAuthor: String?,
        accounts: [String], now: Int
    ) -> WrittenComment {
        let comment = WrittenComment(
            number: Self.firstNumber + comments.count, author: author, postID: postID, ancestors: ancestors, text: text,
            created: now)
        comments.append(comment)
        setVote(1, on: comment.fullname, by: author.lowercased(), before: 0)
        let mentioned = Self.names(in: text)
        for account in accounts.map({ $0.lowercased() }) where account != author.lowercased() {
            let isAnswered = account == parentAuthor?.lowercased()
            guard isAnswered || mentioned.contains(account) else { continue }
            notices.append(
                Notice(
                    number: notices.count + 1, recipient: account, commentID: comment.id, isMention: !isAnswered))
        }
        return comment
    }

    /// Adds a post, with its author's vote for it.
    mutating func addPost(_ make: (_ number: Int) -> WrittenPost) -> WrittenPost {
        let post = make(Self.firstNumber + posts.count)
        posts.append(post)
        setVote(1, on: post.fullname, by: post.author.lowercased(), before: 0)
        return post
    }

    /// Gives a post or a comment another text.
    mutating func edit(_ thing: String, text: String, now: Int) {
        if thing.hasPrefix("t1_"), let index = commentIndex(String(thing.dropFirst(3))) {
            comments[index].text = text
            comments[index].edited = now
        } else if thing.hasPrefix("t3_"), let index = postIndex(String(thing.dropFirst(3))) {
            posts[index].text = text
            posts[index].edited = now
        } else {
            changes[thing, default: Change()].text = text
            changes[thing, default: Change()].edited = now
        }
    }

    /// Deletes a post or a comment, or takes that back.
    mutating func setDeleted(_ thing: String, _ isDeleted: Bool) {
        if thing.hasPrefix("t1_"), let index = commentIndex(String(thing.dropFirst(3))) {
            comments[index].isDeleted = isDeleted
        } else if thing.hasPrefix("t3_"), let index = postIndex(String(thing.dropFirst(3))) {
            posts[index].isDeleted = isDeleted
        } else {
            changes[thing, default: Change()].isDeleted = isDeleted
        }
    }

    /// Marks notices as read or not.
    mutating func setRead(_ isRead: Bool, of account: String, where isMeant: (Notice) -> Bool) {
        for index in notices.indices where notices[index].recipient == account && isMeant(notices[index]) {
            notices[index].isRead = isRead
        }
    }

    /// The names that a text mentions, as `u/name`, `@name` or `@name@host`, in lower case.
    static func names(in text: String) -> Set<String> {
        func isPart(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber || "_-/@.".contains(character))
        }
        var names: Set<String> = []
        for word in text.lowercased().split(whereSeparator: { !isPart($0) }) {
            var word = word.hasPrefix("/") ? word.dropFirst() : word
            if word.hasPrefix("u/") {
                word = word.dropFirst(2)
            } else if word.hasPrefix("@") {
                word = word.dropFirst()
            } else {
                continue
            }
            names.insert(String(word.prefix { !"/@.".contains($0) }))
        }
        return names
    }
}
