/// Why a post is hidden: a text for each case of `FilterReason`.
public enum FilterPhrase: String, LocalizedPhrase {
    /// It is not safe for work.
    case nsfw
    /// It gives something away.
    case spoiler
    /// Posts of its kind, which is named, are not shown.
    case mediaKind
    /// It has a blocked word, which is named.
    case word
    /// Its author, who is named, is blocked.
    case author
    /// It leads to a blocked site, which is named.
    case domain
    /// It was read.
    case read

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .nsfw: .fixed("Hidden: not safe for work")
        case .spoiler: .fixed("Hidden: it may give something away")
        case .mediaKind: .filled("Hidden: posts of this kind (%) are not shown")
        case .word: .filled("Hidden: the word “%” is blocked")
        case .author: .filled("Hidden: the author % is blocked")
        case .domain: .filled("Hidden: links to % are blocked")
        case .read: .fixed("Hidden: you have read it")
        }
    }
}
