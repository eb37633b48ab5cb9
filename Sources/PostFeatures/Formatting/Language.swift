public import Core

/// A language that texts are written in: its code, its plural rule and its texts.
///
/// The English text stands beside each phrase. Any other language is a value with tables from phrases to texts, the
/// built-in Ukrainian too, and an app makes one in the same way. Texts that an app adds to English replace Lantern's
/// own. A phrase or a plural form that a language lacks is shown in English.
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
    /// The rule that picks the plural form for a number.
    let plurals: PluralRule
    /// The separator between a whole number and its tenths.
    let decimalSeparator: String
    /// The text after a number of percent.
    let percentSign: String
    /// The texts by the phrases' types and raw values.
    private var texts: [ObjectIdentifier: [String: PhraseText]] = [:]

    /// Creates a language without texts: everything is English until some are added.
    ///
    /// - Parameters:
    ///   - code: The code, such as `ko`.
    ///   - plurals: The rule that picks the plural form for a number; that of English by default.
    ///   - decimalSeparator: The separator between a whole number and its tenths; a point by default.
    ///   - percentSign: The text after a number of percent; `%` by default.
    public init(
        _ code: String, plurals: PluralRule = .english, decimalSeparator: String = ".", percentSign: String = "%"
    ) {
        self.code = code
        self.plurals = plurals
        self.decimalSeparator = decimalSeparator
        self.percentSign = percentSign
    }

    /// English, whose texts stand beside the phrases.
    public static let english = Language("en")

    /// The languages that are built in.
    public static let allCases: [Language] = [.english, .ukrainian]

    /// Adds texts for phrases of one type, Lantern's or an app's own.
    ///
    /// - Parameter more: The texts by phrase; they replace those that are there.
    /// - Returns: A copy of the language with the texts.
    public func adding<Topic: LocalizedPhrase>(_ more: [Topic: PhraseText]) -> Language {
        var language = self
        for (phrase, text) in more { language.set(text, for: phrase.rawValue, in: Topic.self) }
        return language
    }

    /// Adds one of the built-in tables, which is read once and needs no index of its own.
    func adding<Topic: LocalizedPhrase>(table: KeyValuePairs<Topic, PhraseText>) -> Language {
        var language = self
        for (phrase, text) in table { language.set(text, for: phrase.rawValue, in: Topic.self) }
        return language
    }

    @inline(never)
    private mutating func set(_ text: PhraseText, for rawValue: String, in topic: Any.Type) {
        texts[ObjectIdentifier(topic), default: [:]][rawValue] = text
    }

    /// The text of a phrase in this language; `nil` where it has none, so that the English one is used.
    func text(of phrase: some LocalizedPhrase) -> PhraseText? {
        // An app may have replaced the English text, too.
        ownText(of: phrase) ?? (self == .english ? phrase.english : nil)
    }

    /// The text that was added for a phrase; `nil` where none was.
    func ownText<Topic: LocalizedPhrase>(of phrase: Topic) -> PhraseText? {
        ownText(of: phrase.rawValue, in: Topic.self)
    }

    /// The text that was added for the phrase of a type with a raw value; `nil` where none was.
    @inline(never)
    func ownText(of rawValue: String, in topic: Any.Type) -> PhraseText? {
        texts[ObjectIdentifier(topic)]?[rawValue]
    }

    public var description: String { code }

    public static func == (left: Language, right: Language) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }

    // MARK: Choosing

    /// Picks the first language of a person's list that the app has texts in; English when it has none of them.
    ///
    /// - Parameters:
    ///   - preferred: Language tags as systems give them, most preferred first: `uk-UA`, `en_GB`, `de`.
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

    /// Picks the language that a person has set, or the first of their system's languages that the app has.
    ///
    /// - Parameters:
    ///   - setting: The setting; for a code that the app has no texts for, the answer is English.
    ///   - preferred: The system's language tags, most preferred first, as `Locale.preferredLanguages` gives them.
    ///   - languages: The languages of the app; the built-in ones by default.
    /// - Returns: The language to write in.
    public static func chosen(
        _ setting: InterfaceLanguage, preferred: [String], among languages: [Language] = allCases
    ) -> Language {
        self.preferred(from: setting == .system ? preferred : [setting.rawValue], among: languages)
    }

    // MARK: Counting

    /// The plural category of a whole number, by Unicode's CLDR; the sign does not matter.
    func pluralCategory(of count: Int) -> PluralCategory { plurals.category(count.magnitude) }

    /// The plural categories of whole numbers in the language.
    var pluralCategories: Set<PluralCategory> { plurals.categories }
}
