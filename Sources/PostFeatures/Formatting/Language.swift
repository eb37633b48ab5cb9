public import Core

/// A language as a value: its code, how it counts, and its texts.
///
/// English stands beside each phrase. Any other language is tables from phrases to texts, the built-in Ukrainian too, and
/// an app makes one in the same way; what it adds to English takes the place of Lantern's words. What a language misses,
/// a phrase or a form of it, is English.
///
/// ```swift
/// let korean = Language("ko", plurals: .none)
///     .adding([ListPhrase.gap: .fixed("여기에 글이 빠져 있습니다")])
///     .adding([ShelfPhrase.shelves: .counted([.other: "선반 %개"])])
/// let format = PostFormat(language: korean)
/// ```
///
/// Two languages are equal when their codes are.
public struct Language: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The code, such as `en`, `uk` or `pt-BR`.
    public let code: String
    /// Which form a number asks for.
    public let plurals: PluralRule
    /// The sign between the whole and its tenths.
    public let decimalSeparator: String
    /// The text behind a number of percent.
    public let percentSign: String
    /// The texts by the phrases' types and the phrases' names.
    private var texts: [ObjectIdentifier: [String: PhraseText]] = [:]

    /// Creates a language without texts: everything is English until some are added.
    ///
    /// - Parameters:
    ///   - code: The code, such as `ko`.
    ///   - plurals: Which form a number asks for; as in English by default.
    ///   - decimalSeparator: What separates the whole from its tenths; a point by default.
    ///   - percentSign: What stands behind a number of percent; `%` by default.
    public init(
        _ code: String, plurals: PluralRule = .english, decimalSeparator: String = ".", percentSign: String = "%"
    ) {
        self.code = code
        self.plurals = plurals
        self.decimalSeparator = decimalSeparator
        self.percentSign = percentSign
    }

    /// English: the texts that stand beside the phrases.
    public static let english = Language("en")

    /// The languages that are built in.
    public static let allCases: [Language] = [.english, .ukrainian]

    /// The language with more texts: of Lantern's phrases or of an app's own.
    ///
    /// - Parameter more: The texts of some phrases of one type; they take the place of those that are there.
    /// - Returns: The language with them.
    public func adding<Topic: LocalizedPhrase>(_ more: [Topic: PhraseText]) -> Language {
        var language = self
        let named = Dictionary(more.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
        language.texts[ObjectIdentifier(Topic.self), default: [:]].merge(named) { $1 }
        return language
    }

    /// How a phrase reads in this language; `nil` where it has no text for it, and English takes its place.
    ///
    /// - Parameter phrase: Which text.
    /// - Returns: The text.
    public func text(of phrase: some LocalizedPhrase) -> PhraseText? {
        // An app may say it in other words in English, too.
        ownText(of: phrase) ?? (self == .english ? phrase.english : nil)
    }

    /// The text that was added for a phrase; `nil` where none was.
    func ownText<Topic: LocalizedPhrase>(of phrase: Topic) -> PhraseText? {
        texts[ObjectIdentifier(Topic.self)]?[phrase.rawValue]
    }

    /// The code itself.
    public var description: String { code }

    /// Whether two have the same code.
    public static func == (left: Language, right: Language) -> Bool { left.code == right.code }

    /// Takes the code into a hash.
    ///
    /// - Parameter hasher: The hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }

    // MARK: Choosing

    /// The first language of a person's list that there are texts in; English when there is none.
    ///
    /// - Parameters:
    ///   - preferred: Language tags as systems give them, the favourite first: `uk-UA`, `en_GB`, `de`.
    ///   - languages: The languages of the app; the built-in ones by default.
    /// - Returns: The language to write in.
    public static func preferred(from preferred: [String], among languages: [Language] = allCases) -> Language {
        for tag in preferred {
            let whole = tag.prefix { $0 != "." }.lowercased().replacing("_", with: "-")
            let code = String(whole.prefix { $0 != "-" })
            let exact = languages.first { $0.code.lowercased() == whole }
            if let language = exact ?? languages.first(where: { $0.code.lowercased() == code }) { return language }
        }
        return .english
    }

    /// The language that a person has chosen, or that their system speaks.
    ///
    /// - Parameters:
    ///   - setting: What they have set; a code that there are no texts for is English.
    ///   - preferred: The system's language tags, the favourite first, as `Locale.preferredLanguages` gives them.
    ///   - languages: The languages of the app; the built-in ones by default.
    /// - Returns: The language to write in.
    public static func chosen(
        _ setting: InterfaceLanguage, preferred: [String], among languages: [Language] = allCases
    ) -> Language {
        self.preferred(from: setting == .system ? preferred : [setting.rawValue], among: languages)
    }

    // MARK: Counting

    /// The plural category of a whole number, by the rules of Unicode's CLDR.
    ///
    /// - Parameter count: The number; the sign does not matter.
    /// - Returns: The category.
    public func pluralCategory(of count: Int) -> PluralCategory { plurals.category(count.magnitude) }

    /// The categories that whole numbers have in the language.
    public var pluralCategories: Set<PluralCategory> { plurals.categories }
}
