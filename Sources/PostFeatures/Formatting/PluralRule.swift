/// How a language counts: which form of a word a whole number asks for, as Unicode's CLDR has it.
public struct PluralRule: Sendable {
    /// The forms that there are.
    public let categories: Set<PluralCategory>
    let category: @Sendable (UInt) -> PluralCategory

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - categories: The forms that there are.
    ///   - category: Which of them a number asks for; it is given without its sign.
    public init(_ categories: Set<PluralCategory>, category: @escaping @Sendable (UInt) -> PluralCategory) {
        self.categories = categories
        self.category = category
    }

    /// One form for all numbers, `other`, as in Korean, Japanese and Chinese.
    public static let none = PluralRule([.other]) { _ in .other }

    /// One, and all others, as in English and German.
    public static let english = PluralRule([.one, .other]) { $0 == 1 ? .one : .other }

    /// As in Ukrainian: 1, 21, 31; 2 to 4, 22 to 24; everything else, 11 to 14 included.
    public static let ukrainian = PluralRule([.one, .few, .many]) { count in
        if (11...14).contains(count % 100) { return .many }
        return switch count % 10 {
        case 1: .one
        case 2...4: .few
        default: .many
        }
    }
}
