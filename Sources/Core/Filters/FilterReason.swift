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
