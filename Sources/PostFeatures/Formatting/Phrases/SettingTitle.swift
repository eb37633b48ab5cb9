public import Core

/// The name of an app's own setting, or of one of its choices: its English stands where the setting is declared, and
/// other languages have it in their tables, as any phrase.
///
/// ```swift
/// let ukrainian = Language.ukrainian.adding([
///     Shelf.columns.phrase: .fixed("Стовпці"), Shelf.layout.phrase: .fixed("Вигляд"),
///     Shelf.layout.phrase(of: .cards): .fixed("Картки"),
/// ])
/// ```
public struct SettingTitle: LocalizedPhrase {
    /// The setting's key; for a choice the key, `=` and the choice's word.
    public let rawValue: String
    /// The name in English, and in every language that has no text for it.
    public let english: PhraseText

    /// An empty list: which settings there are is for apps to say.
    public static var allCases: [SettingTitle] { [] }

    /// Creates a name without an English of its own, which is then the key.
    ///
    /// - Parameter rawValue: The setting's key; for a choice the key, `=` and the choice's word.
    public init(rawValue: String) {
        self.init(rawValue, english: rawValue)
    }

    fileprivate init(_ rawValue: String, english: String) {
        self.rawValue = rawValue
        self.english = .fixed(english)
    }
}

extension SettingDefinition {
    /// The setting's name as a phrase.
    var phrase: SettingTitle { SettingTitle(key.rawValue, english: title ?? key.rawValue) }

    /// The name of a choice as a phrase.
    func phrase(ofChoice word: String) -> SettingTitle {
        SettingTitle("\(key)=\(word)", english: choiceTitles[word] ?? word)
    }
}

extension Setting {
    /// Its name as a phrase, for the tables of other languages.
    public var phrase: SettingTitle { definition.phrase }
}

extension Setting where Value == String {
    /// The name of a choice as a phrase, for the tables of other languages.
    ///
    /// - Parameter choice: The choice's word.
    /// - Returns: The phrase.
    public func phrase(of choice: String) -> SettingTitle { definition.phrase(ofChoice: choice) }
}

extension Setting where Value: RawRepresentable<String> {
    /// The name of a choice as a phrase, for the tables of other languages.
    ///
    /// - Parameter choice: The choice.
    /// - Returns: The phrase.
    public func phrase(of choice: Value) -> SettingTitle { definition.phrase(ofChoice: choice.rawValue) }
}
