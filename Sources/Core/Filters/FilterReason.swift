/// A reason why a post is left out of a list: the rule of the settings that it matches.
public enum FilterReason: Hashable, Sendable {
    /// The post is adult content.
    case nsfw
    /// The post is a spoiler.
    case spoiler
    /// The post's media are of a kind that is left out.
    case mediaKind(Media.Kind)
    /// The post contains a blocked word, given as the person typed it.
    case word(String)
    /// The post's author is blocked; the name is given as the person typed it.
    case author(String)
    /// The post links to a blocked host, given as the person typed it.
    case domain(String)
    /// The post's subreddit or community is blocked; the name is given as the person typed it.
    case subreddit(String)
    /// The post's flair is blocked, given as the person typed it.
    case flair(String)
    /// The post was read.
    case read
}

extension FilterReason {
    /// The stable name of the kind of rule, without what a person typed: `nsfw`, `spoiler`, `mediaKind`, `word`,
    /// `author`, `domain`, `subreddit`, `flair` or `read`.
    package var code: String {
        switch self {
        case .nsfw: "nsfw"
        case .spoiler: "spoiler"
        case .mediaKind: "mediaKind"
        case .word: "word"
        case .author: "author"
        case .domain: "domain"
        case .subreddit: "subreddit"
        case .flair: "flair"
        case .read: "read"
        }
    }

    /// The rule's value: a blocked word, author, host, subreddit or flair as it was typed, or a kind of media; `nil` for
    /// the others.
    package var rule: String? {
        switch self {
        case .word(let text), .author(let text), .domain(let text), .subreddit(let text), .flair(let text): text
        case .mediaKind(let kind): kind.rawValue
        case .nsfw, .spoiler, .read: nil
        }
    }

    /// The key of the setting that has the rule.
    package var key: SettingKey {
        switch self {
        case .nsfw: .nsfw
        case .spoiler: .spoilers
        case .mediaKind: .mediaKinds
        case .word: .blockedWords
        case .author: .blockedAuthors
        case .domain: .blockedDomains
        case .subreddit: .blockedSubreddits
        case .flair: .blockedFlairs
        case .read: .hideRead
        }
    }
}
