/// What keeps a text from being queued, found before anything is.
public enum WritingProblem: Hashable, Sendable {
    /// A part of a text that has a length.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The text of a comment.
        case comment
        /// The text of a post.
        case post
        /// The title of a post.
        case title
    }

    /// A comment without a word.
    case blankComment
    /// A post without a title.
    case blankTitle
    /// A part with more code points than the site takes.
    case tooLong(Part, limit: Int, count: Int, site: String)
    /// A title with less code points than the site wants.
    case titleTooShort(minimum: Int, site: String)
    /// A comment of more than one line.
    case commentHasLines(site: String)
    /// A title of more than one line.
    case titleHasLines(site: String)
    /// A post with a text and a link.
    case textAndLink
    /// A link that is none.
    case notALink
    /// A post without a community.
    case blankCommunity
    /// A text that is no community's name.
    case notACommunity(String)

    /// A sentence that says what to do.
    package var message: String {
        switch self {
        case .blankComment: "A comment needs at least one word."
        case .blankTitle: "A post needs a title."
        case .tooLong(let part, let limit, let count, let site):
            "A \(part.rawValue) on \(site) has at most \(limit) characters, and this one has \(count)."
        case .titleTooShort(let minimum, let site): "A title on \(site) has at least \(minimum) characters."
        case .commentHasLines(let site): "A comment on \(site) is one line."
        case .titleHasLines(let site): "A title on \(site) is one line."
        case .textAndLink: "A post has a text or a link. Leave one of them out."
        case .notALink: "The link of a post begins with https:// or http:// and a host."
        case .blankCommunity: "A post needs a community. It is like 'swift' or 'r/swift'."
        case .notACommunity(let name): "'\(name)' is no community's name. It is like 'swift' or 'r/swift'."
        }
    }

    /// The error of a call that was made with such a text.
    package var error: DataError { DataError(.invalidInput, message: message) }
}
