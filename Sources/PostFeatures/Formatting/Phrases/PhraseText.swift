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

extension PhraseText {
    /// The text with a number or another text in it; nil where it lacks the form that the number asks for.
    func filled(_ filling: String, count: Int, _ plurals: PluralRule) -> String? {
        switch self {
        case .fixed(let text): text
        case .filled(let text): Self.fill(text, with: filling)
        case .counted(let forms): forms[plurals.category(count.magnitude)].map { Self.fill($0, with: filling) }
        }
    }

    private static func fill(_ text: String, with filling: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: filling)
    }
}
