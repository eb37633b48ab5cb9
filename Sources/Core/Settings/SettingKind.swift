/// What a setting's value is made of, and with what a front end lets a person change it.
public enum SettingKind: Hashable, Sendable {
    /// On or off: a switch.
    case toggle
    /// One of some words, or of some numbers written as words.
    case choice([String])
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// A list of texts that the person types.
    case list
    /// Some of the words, or all of them, also those that are yet to come: `all`.
    case selection([String])
    /// A text on one line that the person types.
    case text
    /// Of a setting that only another version knows: it is shown, and never changed.
    case unknown

    /// The values to choose among; empty where there are no such.
    public var allowedValues: [String] {
        switch self {
        case .toggle: ["true", "false"]
        case .choice(let words), .selection(let words): words
        case .number, .list, .text, .unknown: []
        }
    }
}
