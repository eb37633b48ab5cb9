/// Reasons why a post is left out of a list, one for each case of ``Core/FilterReason``.
public enum FilterPhrase: String, LocalizedPhrase {
    /// The post is not safe for work.
    case nsfw
    /// The post is a spoiler.
    case spoiler
    /// The post has a kind of media that is not shown, which is named.
    case mediaKind
    /// The post has a blocked word, which is named.
    case word
    /// The post's author, who is named, is blocked.
    case author
    /// The post leads to a blocked site, which is named.
    case domain
    /// The post's subreddit or community, which is named, is blocked.
    case subreddit
    /// The post's flair, which is named, is blocked.
    case flair
    /// The post was read.
    case read

    public var english: PhraseText {
        switch self {
        case .nsfw: .fixed("Hidden: not safe for work")
        case .spoiler: .fixed("Hidden: it may give something away")
        case .mediaKind: .filled("Hidden: posts of this kind (%) are not shown")
        case .word: .filled("Hidden: the word “%” is blocked")
        case .author: .filled("Hidden: the author % is blocked")
        case .domain: .filled("Hidden: links to % are blocked")
        case .subreddit: .filled("Hidden: the community % is blocked")
        case .flair: .filled("Hidden: the flair “%” is blocked")
        case .read: .fixed("Hidden: you have read it")
        }
    }
}
