import Foundation

/// The rules of writing on a site: its longest texts, and what may be done with entries of each kind.
package struct WritingRules: Sendable {
    /// The name of the site for people.
    private let name: String
    /// The greatest number of code points of a comment.
    package let commentLimit: Int
    /// The greatest number of code points of a post's text.
    package let postLimit: Int
    /// The numbers of code points that a title may have.
    package let titleLimits: ClosedRange<Int>
    /// Whether a title has to be one line.
    private let isTitleOneLine: Bool
    /// The text in front of a comment's id in the result of the entry that made it.
    private let commentPrefix: String
    /// The greatest numbers of entries in one request, of kinds that have more than one.
    private let batchLimits: [OutboxEntry.Kind: Int]

    /// The rules of Reddit, and of a server in its place.
    package static let reddit = WritingRules(
        name: "Reddit", commentLimit: 10_000, postLimit: 40_000, titleLimits: 1...300, isTitleOneLine: false,
        commentPrefix: "", batchLimits: [.hide: 50, .read: 25])

    /// The rules of Lemmy.
    package static let lemmy = WritingRules(
        name: "Lemmy", commentLimit: 10_000, postLimit: 50_000, titleLimits: 3...200, isTitleOneLine: true,
        commentPrefix: lemmyCommentPrefix, batchLimits: [.hide: 50, .read: 50])

    /// The rules of a site to which only an app's own kinds are sent.
    package static let none = WritingRules(
        name: "This site", commentLimit: 0, postLimit: 0, titleLimits: 0...0, isTitleOneLine: true, commentPrefix: "",
        batchLimits: [:])

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
    /// - Parameter kind: The kind.
    /// - Returns: For a wish, that it is repeated until it is there. For an edit, that its text is read before it is
    ///   repeated. For a text, that it is looked for, and that it asks after three days.
    package func policy(of kind: OutboxEntry.Kind) -> OutboxEntry.Policy {
        var policy = OutboxEntry.Policy(kind.makesThing ? .never : kind == .edit ? .afterReading : .always)
        policy.isToggle = kind.isToggle
        policy.makesThing = kind.makesThing
        policy.ageLimit = kind.makesThing ? 3 * 86400 : nil
        policy.batchLimit = batchLimits[kind] ?? 1
        return policy
    }
}

extension WritingRules {
    /// Checks the text of a comment.
    ///
    /// - Parameter comment: The text.
    /// - Throws: `DataError` with the code `invalidInput` for one that is blank or too long.
    package func check(comment: String) throws(DataError) {
        guard !Self.isBlank(comment) else { throw Self.refusal("A comment needs at least one word.") }
        try check(comment, "comment", limit: commentLimit)
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
        guard !Self.isBlank(title) else { throw Self.refusal("A post needs a title.") }
        let length = Self.length(title.trimmingCharacters(in: .whitespacesAndNewlines))
        guard length >= titleLimits.lowerBound else {
            throw Self.refusal("A title on \(name) has at least \(titleLimits.lowerBound) characters.")
        }
        try check(title, "title", limit: titleLimits.upperBound)
        guard !isTitleOneLine || !title.contains(where: \.isNewline) else {
            throw Self.refusal("A title on \(name) is one line.")
        }
        guard text == nil || url == nil else {
            throw Self.refusal("A post has a text or a link. Leave one of them out.")
        }
        if let text { try check(post: text) }
        if let url, !Self.isLink(url) {
            throw Self.refusal("The link of a post begins with https:// or http:// and a host.")
        }
    }

    /// Checks the text of a post.
    ///
    /// - Parameter post: The text, which may be empty.
    /// - Throws: `DataError` with the code `invalidInput` for one that is too long.
    package func check(post: String) throws(DataError) {
        try check(post, "post", limit: postLimit)
    }

    private func check(_ text: String, _ what: String, limit: Int) throws(DataError) {
        let length = Self.length(text)
        guard length <= limit else {
            throw Self.refusal("A \(what) on \(name) has at most \(limit) characters, and this one has \(length).")
        }
    }

    /// The number of code points, which is what these servers count.
    private static func length(_ text: String) -> Int { text.unicodeScalars.count }

    private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

    private static func isLink(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(percentEncoded: false) else { return false }
        return ["http", "https"].contains(url.scheme?.lowercased()) && !host.isEmpty
    }

    private static func refusal(_ message: String) -> DataError { DataError(.invalidInput, message: message) }
}
