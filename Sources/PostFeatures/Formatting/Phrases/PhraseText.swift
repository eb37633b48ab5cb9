/// How a phrase reads in one language.
public enum PhraseText: Hashable, Sendable {
    /// Always the same.
    case fixed(String)
    /// With another text in place of `%`.
    case filled(String)
    /// With a number in place of `%`, in the form that the number asks for.
    ///
    /// It has a form for each of ``Language/pluralCategories``.
    case counted([PluralCategory: String])
}
