/// What the choices of settings are called.
///
/// A case has the choice's own word as its raw value.
public enum SettingChoicePhrase: String, LocalizedPhrase {
    /// Listed, with covered pictures.
    case covered
    /// Listed like any other.
    case shown
    /// Left out.
    case hidden
    /// As the system has it.
    case system
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
    /// English, by its own name in every language.
    case english = "en"
    /// Ukrainian, by its own name in every language.
    case ukrainian = "uk"
    /// Never.
    case never
    /// On a network that costs nothing.
    case wifi
    /// On any network.
    case always
    /// Every kind.
    case all
    /// Yes.
    case on = "true"
    /// No.
    case off = "false"

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [SettingChoicePhrase: PhraseText] {
        switch language {
        case .english: englishTexts
        case .ukrainian: ukrainianTexts
        }
    }

    private static let englishTexts: [SettingChoicePhrase: PhraseText] = [
        .covered: .fixed("Cover"),
        .shown: .fixed("Show"),
        .hidden: .fixed("Hide"),
        .system: .fixed("As the system"),
        .light: .fixed("Light"),
        .dark: .fixed("Dark"),
        .english: .fixed("English"),
        .ukrainian: .fixed("Українська"),
        .never: .fixed("Never"),
        .wifi: .fixed("On Wi-Fi"),
        .always: .fixed("Always"),
        .all: .fixed("All"),
        .on: .fixed("On"),
        .off: .fixed("Off"),
    ]

    private static let ukrainianTexts: [SettingChoicePhrase: PhraseText] = [
        .covered: .fixed("Прикривати"),
        .shown: .fixed("Показувати"),
        .hidden: .fixed("Приховувати"),
        .system: .fixed("Як у системі"),
        .light: .fixed("Світла"),
        .dark: .fixed("Темна"),
        .english: .fixed("English"),
        .ukrainian: .fixed("Українська"),
        .never: .fixed("Ніколи"),
        .wifi: .fixed("Лише через Wi-Fi"),
        .always: .fixed("Завжди"),
        .all: .fixed("Усі"),
        .on: .fixed("Увімкнено"),
        .off: .fixed("Вимкнено"),
    ]
}
