/// The texts of one topic, each a case of an enum with its English beside it; other languages are tables.
///
/// They are code because Foundation has no string catalogues on Linux. An app's own texts get right plurals, and other
/// languages, by the same road:
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
    /// How the phrase reads in English, and in every language that has no text for it.
    var english: PhraseText { get }
}

extension LocalizedPhrase {
    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The texts that it has; of English, all.
    public static func texts(in language: Language) -> [Self: PhraseText] {
        Dictionary(allCases.compactMap { phrase in language.text(of: phrase).map { (phrase, $0) } }) { first, _ in first
        }
    }
}
