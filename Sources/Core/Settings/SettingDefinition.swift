/// The definition of a setting: its key, its kind of values, the allowed values, and its default.
///
/// An app defines its own settings with ``Setting`` and passes the definitions to its settings provider.
public struct SettingDefinition: Hashable, Sendable, Identifiable {
    /// The setting's key.
    public let key: SettingKey
    /// The English title of an app's own setting; `nil` for a built-in one, whose title is one of Lantern's texts.
    public let title: String?
    /// The English titles of the choices of an app's own setting, by their words; the word itself where there is none.
    package let choiceTitles: [String: String]
    /// The kind of its values.
    public let kind: SettingKind
    /// The allowed values as an English phrase, such as "a number from 1 to 100".
    package let allowed: String
    /// The default value.
    public let defaultValue: SettingValue
    /// The rule for values of an app's own setting; nil for a built-in one.
    let rule: SettingRule?

    public var id: SettingKey { key }

    init(
        _ key: SettingKey, title: String?, choiceTitles: [String: String], rule: SettingRule, defaultValue: SettingValue
    ) {
        self.key = key
        self.title = title
        self.choiceTitles = choiceTitles
        kind = rule.kind
        allowed = rule.allowed
        self.defaultValue = defaultValue
        self.rule = rule
    }

    init(_ key: SettingKey, _ field: BuiltInSetting) {
        self.key = key
        title = nil
        choiceTitles = [:]
        kind = field.kind
        allowed = field.allowed
        defaultValue = field.value(in: ReadingSettings())
        rule = nil
    }

    /// The value in the form in which it is stored.
    ///
    /// - Throws: `DataError` with the code `invalidInput`, which says what is allowed.
    func normalized(_ value: SettingValue) throws(DataError) -> SettingValue {
        guard let rule else { return value }
        do throws(BuiltInSetting.NotAllowed) {
            return try rule.normalized(value)
        } catch {
            throw invalidValueError(error.value.shown)
        }
    }

    func invalidValueError(_ value: String) -> DataError {
        DataError(
            .invalidInput, message: "'\(value)' is not allowed for \(key). It is \(allowed).",
            underlying: InvalidSettingValue(key: key, value: value, definition: self))
    }
}

/// A rule for the values of an app's own setting.
enum SettingRule: Hashable, Sendable {
    case toggle
    case number(ClosedRange<Int>)
    case choice([String])
    case text(maximumLength: Int)
    case list

    var kind: SettingKind {
        switch self {
        case .toggle: .toggle
        case .number(let range): .number(range)
        case .choice(let words): .choice(words)
        case .text: .text
        case .list: .list
        }
    }

    var allowed: String {
        switch self {
        case .toggle: "true or false"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let words): BuiltInSetting.alternatives(words)
        case .text(let length): "a text on one line, of at most \(length) characters"
        case .list: "a list with commas of texts"
        }
    }

    func normalized(_ value: SettingValue) throws(BuiltInSetting.NotAllowed) -> SettingValue {
        switch self {
        case .toggle:
            guard case .bool = value else { throw BuiltInSetting.NotAllowed(value) }
            return value
        case .number(let range):
            guard let number = BuiltInSetting.wholeNumber(value), range.contains(number) else {
                throw BuiltInSetting.NotAllowed(value)
            }
            return .integer(number)
        case .choice(let words):
            guard case .text(let word) = value, words.contains(word) else { throw BuiltInSetting.NotAllowed(value) }
            return value
        case .text(let length):
            guard case .text(let text) = value, text.count <= length, !text.contains(where: \.isNewline) else {
                throw BuiltInSetting.NotAllowed(value)
            }
            return value
        case .list:
            guard let texts = value.texts else { throw BuiltInSetting.NotAllowed(value) }
            return .list(try SettingList.texts.normalized(texts))
        }
    }

    /// The value that a text names; one that cannot be of this setting is the text itself.
    func value(from text: String) -> SettingValue {
        let text = text.trimmingWhiteSpace
        return switch self {
        case .toggle: Bool(text).map(SettingValue.bool) ?? .text(text)
        case .number: BuiltInSetting.digits(text).map(SettingValue.integer) ?? .text(text)
        case .choice, .text: .text(text)
        case .list: .list(BuiltInSetting.parts(of: text))
        }
    }
}

/// The kind of a setting's values, which decides the control that a front end shows for it.
public enum SettingKind: Hashable, Sendable {
    /// On or off: a switch.
    case toggle
    /// One of some words; numbers are written as words.
    case choice([String])
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// A list of texts that the person types.
    case list
    /// Some of the words, or `all`, which includes words of later versions.
    case selection([String])
    /// A text on one line that the person types.
    case text
    /// Unknown: the setting of another version, which is shown but never changed.
    case unknown

    /// The values to choose from; empty where the values are not limited to some.
    package var allowedValues: [String] {
        switch self {
        case .toggle: ["true", "false"]
        case .choice(let words), .selection(let words): words
        case .number, .list, .text, .unknown: []
        }
    }
}
