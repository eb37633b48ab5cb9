/// The forms that a word takes beside a number.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// As with 0, in some languages.
    case zero
    /// As with 1.
    case one
    /// As with 2, in some languages.
    case two
    /// Ukrainian: as with 2.
    case few
    /// Ukrainian: as with 5.
    case many
    /// English: as with 2.
    case other
}
