/// A rule that picks the plural form of a word for a whole number, as in Unicode's CLDR.
public struct PluralRule: Sendable {
    /// The plural forms of the language.
    let categories: Set<PluralCategory>
    let category: @Sendable (UInt) -> PluralCategory

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - categories: The plural forms of the language.
    ///   - category: Picks the form for a number, which is given without its sign.
    public init(_ categories: Set<PluralCategory>, category: @escaping @Sendable (UInt) -> PluralCategory) {
        self.categories = categories
        self.category = category
    }

    /// The rule of a language with one form for all numbers, `other`, as Korean, Japanese and Chinese.
    public static let none = PluralRule([.other]) { _ in .other }

    /// The rule of a language with one form for 1 and another for all other numbers, as English and German.
    public static let english = PluralRule([.one, .other]) { $0 == 1 ? .one : .other }

    /// The rule of Ukrainian: `one` for 1, 21, 31; `few` for 2 to 4, 22 to 24; `many` for all others, 11 to 14
    /// included.
    public static let ukrainian = PluralRule([.one, .few, .many]) { count in
        if (11...14).contains(count % 100) { return .many }
        return switch count % 10 {
        case 1: .one
        case 2...4: .few
        default: .many
        }
    }
}

/// A plural form of a word, by the names of Unicode's CLDR.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// The form for 0, in some languages.
    case zero
    /// The form for 1.
    case one
    /// The form for 2, in some languages.
    case two
    /// The form for a few; in Ukrainian, for 2, 3 and 4.
    case few
    /// The form for many; in Ukrainian, for 5 to 20.
    case many
    /// The form for all other numbers; in English, for all but 1.
    case other
}
