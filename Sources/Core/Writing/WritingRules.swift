import Foundation

/// The rules of writing on a site: its longest texts, and what may be done with entries of each kind.
///
/// Lengths are counted in code points, as these servers do.
public struct WritingRules: Hashable, Sendable {
    /// The name of the site for people.
    public let name: String
    /// The greatest number of code points of a comment.
    public let commentLimit: Int
    /// The greatest number of code points of a post's text.
    public let postLimit: Int
    /// The numbers of code points that a title may have.
    public let titleLimits: ClosedRange<Int>
    /// Whether a title has to be one line.
    public let isTitleOneLine: Bool
    /// Whether a comment has to be one line.
    public let isCommentOneLine: Bool
    /// Whether the site keeps for each account which posts it has read.
    public let keepsRead: Bool
    /// The text in front of a comment's id in the result of the entry that made it.
    private let commentPrefix: String
    /// The greatest numbers of entries in one request, of kinds that have more than one.
    private let batchLimits: [OutboxEntry.Kind: Int]
    /// Whether several answers are marked by one request.
    private let areAnswersBatched: Bool

    /// Creates the rules of a site of an app's own: results are the site's ids as they are, and one request sends one
    /// intent.
    ///
    /// - Parameters:
    ///   - name: The name of the site for people.
    ///   - commentLimit: The greatest number of code points of a comment.
    ///   - postLimit: The greatest number of code points of a post's text; 0, the default, where posts have none.
    ///   - titleLimits: The numbers of code points that a title may have; 1 to 300 by default.
    ///   - isTitleOneLine: Whether a title has to be one line; true by default.
    ///   - isCommentOneLine: Whether a comment has to be one line; false by default.
    public init(
        name: String, commentLimit: Int, postLimit: Int = 0, titleLimits: ClosedRange<Int> = 1...300,
        isTitleOneLine: Bool = true, isCommentOneLine: Bool = false
    ) {
        self.init(
            name: name, commentLimit: commentLimit, postLimit: postLimit, titleLimits: titleLimits,
            isTitleOneLine: isTitleOneLine, isCommentOneLine: isCommentOneLine, keepsRead: false, commentPrefix: "",
            batchLimits: [:], areAnswersBatched: false)
    }

    private init(
        name: String, commentLimit: Int, postLimit: Int, titleLimits: ClosedRange<Int>, isTitleOneLine: Bool,
        isCommentOneLine: Bool = false, keepsRead: Bool, commentPrefix: String, batchLimits: [OutboxEntry.Kind: Int],
        areAnswersBatched: Bool
    ) {
        self.name = name
        self.commentLimit = commentLimit
        self.postLimit = postLimit
        self.titleLimits = titleLimits
        self.isTitleOneLine = isTitleOneLine
        self.isCommentOneLine = isCommentOneLine
        self.keepsRead = keepsRead
        self.commentPrefix = commentPrefix
        self.batchLimits = batchLimits
        self.areAnswersBatched = areAnswersBatched
    }

    /// The rules of Reddit, and of a server in its place.
    public static let reddit = WritingRules(
        name: "Reddit", commentLimit: 10_000, postLimit: 40_000, titleLimits: 1...300, isTitleOneLine: false,
        keepsRead: false, commentPrefix: "", batchLimits: [.hide: 50, .read: 25], areAnswersBatched: true)

    /// The rules of Lemmy.
    public static let lemmy = WritingRules(
        name: "Lemmy", commentLimit: 10_000, postLimit: 50_000, titleLimits: 3...200, isTitleOneLine: true,
        keepsRead: true, commentPrefix: lemmyCommentPrefix, batchLimits: [.hide: 50, .read: 50],
        areAnswersBatched: false)

    /// The rules of a site to which only an app's own kinds are sent.
    package static let none = WritingRules(
        name: "This site", commentLimit: 0, postLimit: 0, titleLimits: 0...0, isTitleOneLine: true,
        keepsRead: false, commentPrefix: "", batchLimits: [:], areAnswersBatched: false)

    /// The text in front of a comment's id where Lemmy's posts have the same numbers.
    package static let lemmyCommentPrefix = "comment/"

    /// Returns the site's own id of something by the result of the entry that made it.
    ///
    /// - Parameter result: The result.
    /// - Returns: The id.
    package func native(of result: String) -> String {
        result.hasPrefix(commentPrefix) ? String(result.dropFirst(commentPrefix.count)) : result
    }

    /// Returns the name of a comment as the result of the entry that made it.
    ///
    /// - Parameter comment: The comment.
    /// - Returns: The site's own id; with `comment/` in front on Lemmy, where posts have the same numbers.
    package func result(of comment: Comment.ID) -> String { commentPrefix + comment.native }

    /// Returns the rules of a built-in kind, which are stored with each entry of it.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - target: The kind of what it is about; not known by default.
    /// - Returns: For a wish, that it is repeated until it is there. For an edit, that its text is read before it is
    ///   repeated. For a text, that it is looked for, and that it asks after three days.
    package func policy(
        of kind: OutboxEntry.Kind, on target: StatusTarget.Kind? = nil
    ) -> OutboxEntry.Policy {
        var policy = OutboxEntry.Policy(kind.makesThing ? .never : kind == .edit ? .afterReading : .always)
        policy.isToggle = kind.isToggle
        policy.makesThing = kind.makesThing
        policy.ageLimit = kind.makesThing ? 3 * 86400 : nil
        let hasBatches = target != .answer || areAnswersBatched
        policy.batchLimit = hasBatches ? batchLimits[kind] ?? 1 : 1
        return policy
    }
}

extension WritingRules {
    /// Returns what is wrong with the text of a comment.
    ///
    /// - Parameter comment: The text.
    /// - Returns: `nil` for one that can be queued.
    public func problem(inComment comment: String) -> WritingProblem? {
        if Self.isBlank(comment) { return .blankComment }
        guard !isCommentOneLine || !comment.contains(where: \.isNewline) else { return .commentHasLines(site: name) }
        return problem(in: .comment, comment, limit: commentLimit)
    }

    /// Returns what is wrong with the text of a post.
    ///
    /// - Parameter post: The text, which may be empty.
    /// - Returns: `nil` for one that can be queued.
    public func problem(inPost post: String) -> WritingProblem? { problem(in: .post, post, limit: postLimit) }

    /// Returns what is wrong with what is to be posted.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text; `nil` and an empty one are a post without text.
    ///   - url: The link; `nil` for none.
    /// - Returns: The first problem; `nil` for what can be queued.
    public func problem(inTitle title: String, text: String?, url: String?) -> WritingProblem? {
        guard !Self.isBlank(title) else { return .blankTitle }
        let length = Self.length(title.trimmingCharacters(in: .whitespacesAndNewlines))
        guard length >= titleLimits.lowerBound else {
            return .titleTooShort(minimum: titleLimits.lowerBound, site: name)
        }
        if let problem = problem(in: .title, title, limit: titleLimits.upperBound) { return problem }
        guard !isTitleOneLine || !title.contains(where: \.isNewline) else { return .titleHasLines(site: name) }
        guard text == nil || url == nil else { return .textAndLink }
        if let text, let problem = problem(inPost: text) { return problem }
        if let url, !Self.isLink(url) { return .notALink }
        return nil
    }

    /// Returns a community's name as its site has it.
    ///
    /// - Parameter typed: The name as it was typed, such as `swift`, `r/swift`, `/c/swift` or `!swift@lemmy.example`.
    /// - Returns: Such as `swift` or `swift@lemmy.example`; `nil` for what is no name.
    package static func community(_ typed: String) -> String? {
        var name = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        let prefix = ["/r/", "r/", "/c/", "c/", "!"].first { name.lowercased().hasPrefix($0) }
        name.removeFirst(prefix?.count ?? 0)
        let isName = !name.isEmpty && !name.contains { $0.isWhitespace || $0 == "/" }
        return isName ? name : nil
    }

    /// Returns what is wrong with the name of a community.
    ///
    /// - Parameter community: The name as it was typed.
    /// - Returns: `nil` for one that can be a name.
    package static func problem(inCommunity community: String) -> WritingProblem? {
        if isBlank(community) { return .blankCommunity }
        return self.community(community) == nil ? .notACommunity(community) : nil
    }

    /// Checks the text of a comment.
    ///
    /// - Parameter comment: The text.
    /// - Throws: `DataError` with the code `invalidInput` for one that is blank, too long, or not on one line where it
    ///   has to be.
    package func check(comment: String) throws(DataError) {
        if let problem = problem(inComment: comment) { throw problem.error }
    }

    /// Checks what is to be posted.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text; `nil` and an empty one are a post without text.
    ///   - url: The link; `nil` for none.
    /// - Throws: `DataError` with the code `invalidInput` for a title that is blank, too long, too short or not on one
    ///   line, for a text that is too long, for a link that is none, and for a text and a link together.
    package func check(title: String, text: String?, url: String?) throws(DataError) {
        if let problem = problem(inTitle: title, text: text, url: url) { throw problem.error }
    }

    /// Checks the text of a post.
    ///
    /// - Parameter post: The text, which may be empty.
    /// - Throws: `DataError` with the code `invalidInput` for one that is too long.
    package func check(post: String) throws(DataError) {
        if let problem = problem(inPost: post) { throw problem.error }
    }

    /// The number of code points, which is what these servers count.
    package static func length(_ text: String) -> Int { text.unicodeScalars.count }

    private func problem(in part: WritingProblem.Part, _ text: String, limit: Int) -> WritingProblem? {
        let length = Self.length(text)
        return length > limit ? .tooLong(part, limit: limit, count: length, site: name) : nil
    }

    private static func isBlank(_ text: String) -> Bool {
        // Nearly every text begins with a letter of ASCII, for which no table has to be asked.
        if let first = text.utf8.first, first > 0x20, first < 0x7F { return false }
        return text.allSatisfy(\.isWhitespace)
    }

    private static func isLink(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(percentEncoded: false) else { return false }
        return ["http", "https"].contains(url.scheme?.lowercased()) && !host.isEmpty
    }
}
