/// Why a post is left out of a list: the rule of the settings that it falls under.
public enum FilterReason: Hashable, Sendable {
    /// It is not safe for work.
    case nsfw
    /// It gives something away.
    case spoiler
    /// Its media are of a kind that is not shown.
    case mediaKind(Media.Kind)
    /// It has a blocked word, as that was typed.
    case word(String)
    /// Its author is blocked, as that was typed.
    case author(String)
    /// It leads to a blocked host, as that was typed.
    case domain(String)
    /// It was read.
    case read
}

extension FilterReason {
    /// The stable word for the kind of rule: `nsfw`, `spoiler`, `mediaKind`, `word`, `author`, `domain` or `read`.
    ///
    /// It never holds anything a person typed.
    public var code: String {
        switch self {
        case .nsfw: "nsfw"
        case .spoiler: "spoiler"
        case .mediaKind: "mediaKind"
        case .word: "word"
        case .author: "author"
        case .domain: "domain"
        case .read: "read"
        }
    }

    /// What the rule names: a blocked word, author or host as it was typed, or a kind of media; `nil` for the others.
    public var rule: String? {
        switch self {
        case .word(let text), .author(let text), .domain(let text): text
        case .mediaKind(let kind): kind.rawValue
        case .nsfw, .spoiler, .read: nil
        }
    }

    /// The setting that the rule belongs to: where a person can change it.
    public var key: SettingKey {
        switch self {
        case .nsfw: .nsfw
        case .spoiler: .spoilers
        case .mediaKind: .mediaKinds
        case .word: .blockedWords
        case .author: .blockedAuthors
        case .domain: .blockedDomains
        case .read: .hideRead
        }
    }
}
