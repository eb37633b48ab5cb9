/// The texts of one topic, each a case of an enum, in every language.
///
/// The tables are code because Foundation has no string catalogues on Linux. An app's own texts get right plurals by the
/// same road:
///
/// ```swift
/// enum ShelfPhrase: String, LocalizedPhrase {
///     case shelves
///
///     static func texts(in language: Language) -> [ShelfPhrase: PhraseText] {
///         switch language {
///         case .english: [.shelves: .counted([.one: "% shelf", .other: "% shelves"])]
///         case .ukrainian: [.shelves: .counted([.one: "% полиця", .few: "% полиці", .many: "% полиць"])]
///         }
///     }
/// }
///
/// format.text(ShelfPhrase.shelves, counting: 3)   // "3 shelves"
/// ```
public protocol LocalizedPhrase: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: A text for each case. One that is missing is shown by its name.
    static func texts(in language: Language) -> [Self: PhraseText]
}

extension LocalizedPhrase {
    /// How the phrase reads; `nil` when the table misses it, or the form that the number asks for.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - count: The number that decides on the form.
    ///   - number: How the number is written, or what else comes in place of `%`.
    /// - Returns: The text.
    func text(in language: Language, count: Int, number: String) -> String? {
        switch Self.texts(in: language)[self] {
        case .fixed(let text): text
        case .filled(let text): Self.fill(text, with: number)
        case .counted(let forms): forms[language.pluralCategory(of: count)].map { Self.fill($0, with: number) }
        case nil: nil
        }
    }

    private static func fill(_ text: String, with filling: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: filling)
    }
}
