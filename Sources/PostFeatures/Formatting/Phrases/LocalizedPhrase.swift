/// A type whose values are phrases to show to people, each with its English text; other languages are tables.
///
/// Each topic is an enum with a case for each phrase. They are code because Foundation has no string catalogues on
/// Linux. An app's own phrases get right plurals, and other languages, in the same way:
///
/// ```swift
/// enum ShelfPhrase: String, LocalizedPhrase {
///     case shelves
///
///     var english: PhraseText {
///         switch self {
///         case .shelves: .counted([.one: "% shelf", .other: "% shelves"])
///         }
///     }
/// }
///
/// let ukrainian = Language.ukrainian.adding([
///     ShelfPhrase.shelves: .counted([.one: "% полиця", .few: "% полиці", .many: "% полиць"])
/// ])
/// PostFormat(language: ukrainian).text(ShelfPhrase.shelves, counting: 3)   // "3 полиці"
/// ```
public protocol LocalizedPhrase: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The English text, which is also used in every language that has no text for the phrase.
    var english: PhraseText { get }
}

extension LocalizedPhrase {
    /// The phrases' texts in a language, so that a test can tell which are missing.
    ///
    /// - Parameter language: The language.
    /// - Returns: The texts that the language has by phrase; for English, all.
    public static func texts(in language: Language) -> [Self: PhraseText] {
        Dictionary(allCases.compactMap { phrase in language.text(of: phrase).map { (phrase, $0) } }) { first, _ in first
        }
    }
}

/// The text of a phrase in one language.
public enum PhraseText: Hashable, Sendable {
    /// A text that is always the same.
    case fixed(String)
    /// A text with a place, `%`, for another text.
    case filled(String)
    /// A text with a place, `%`, for a number: a form for each plural category of the language.
    case counted([PluralCategory: String])
}

extension PhraseText {
    /// The text with a number or another text in it; nil where it lacks the plural form for the number.
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
