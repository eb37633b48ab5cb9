public import Core

/// A language that Lantern's texts exist in.
public enum Language: String, Hashable, Sendable, Codable, CaseIterable {
    /// English.
    case english = "en"
    /// Ukrainian.
    case ukrainian = "uk"

    /// The first language of a person's list that there are texts in; English when there is none.
    ///
    /// - Parameter preferred: Language tags as systems give them, the favourite first: `uk-UA`, `en_GB`, `de`.
    /// - Returns: The language to write in.
    public static func preferred(from preferred: [String]) -> Language {
        for tag in preferred {
            let code = tag.prefix { $0 != "-" && $0 != "_" && $0 != "." }.lowercased()
            if let language = Language(rawValue: code) { return language }
        }
        return .english
    }

    /// The language that a person has chosen, or that their system speaks.
    ///
    /// - Parameters:
    ///   - setting: What they have set.
    ///   - preferred: The system's language tags, the favourite first, as `Locale.preferredLanguages` gives them.
    /// - Returns: The language to write in.
    public static func chosen(_ setting: InterfaceLanguage, preferred: [String]) -> Language {
        // A code that there are no texts for falls back to English.
        setting == .system ? self.preferred(from: preferred) : self.preferred(from: [setting.rawValue])
    }

    /// The plural category of a whole number, by the rules of Unicode's CLDR.
    ///
    /// - Parameter count: The number; the sign does not matter.
    /// - Returns: The category.
    public func pluralCategory(of count: Int) -> PluralCategory {
        let count = count.magnitude
        switch self {
        case .english: return count == 1 ? .one : .other
        case .ukrainian:
            // 1, 21, 31 … · 2–4, 22–24 … · everything else, 11 to 14 included.
            if (11...14).contains(count % 100) { return .many }
            switch count % 10 {
            case 1: return .one
            case 2...4: return .few
            default: return .many
            }
        }
    }

    /// The categories that whole numbers have in the language.
    public var pluralCategories: Set<PluralCategory> {
        switch self {
        case .english: [.one, .other]
        case .ukrainian: [.one, .few, .many]
        }
    }

    /// What separates the whole from its tenths.
    public var decimalSeparator: String { self == .english ? "." : "," }
}
