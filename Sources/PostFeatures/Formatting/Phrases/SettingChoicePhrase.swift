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
    case inEnglish = "en"
    /// Ukrainian, by its own name in every language.
    case inUkrainian = "uk"
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

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .covered: .fixed("Cover")
        case .shown: .fixed("Show")
        case .hidden: .fixed("Hide")
        case .system: .fixed("As the system")
        case .light: .fixed("Light")
        case .dark: .fixed("Dark")
        case .inEnglish: .fixed("English")
        case .inUkrainian: .fixed("Українська")
        case .never: .fixed("Never")
        case .wifi: .fixed("On Wi-Fi")
        case .always: .fixed("Always")
        case .all: .fixed("All")
        case .on: .fixed("On")
        case .off: .fixed("Off")
        }
    }
}
