/// The names of settings' choices; a case's raw value is that of the choice.
public enum SettingChoicePhrase: String, LocalizedPhrase {
    /// Listed, with covered pictures.
    case covered
    /// Listed like any other.
    case shown
    /// Not listed.
    case hidden
    /// As the system is set.
    case system
    /// The light theme.
    case light
    /// The dark theme.
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
    /// What is stored stays.
    case keep
    /// What is stored is removed.
    case wipe
    /// Every kind.
    case all
    /// A setting that is on.
    case on = "true"
    /// A setting that is off.
    case off = "false"

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
        case .keep: .fixed("Keep")
        case .wipe: .fixed("Remove")
        case .all: .fixed("All")
        case .on: .fixed("On")
        case .off: .fixed("Off")
        }
    }
}
