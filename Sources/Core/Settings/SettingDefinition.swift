/// The facts of a setting: its key, the kind of its value, the values that are allowed, and its default.
///
/// An app makes those of its own with ``Setting`` and hands them to its settings provider.
public struct SettingDefinition: Hashable, Sendable, Identifiable {
    /// Which setting.
    public let key: SettingKey
    /// The name in English; `nil` where the name is a text of Lantern's.
    public let title: String?
    /// The English names of choices of an app's own setting, by their words; those that are not here have no more than
    /// their word.
    public let choiceTitles: [String: String]
    /// The kind of value that it has.
    public let kind: SettingKind
    /// The values that are allowed, for a person, in English: "a number from 1 to 100".
    public let allowed: String
    /// The value until somebody sets another one.
    public let defaultValue: SettingValue
    /// The rule that decides on values; none for a built-in setting.
    let rule: SettingRule?

    /// The key.
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

    init(_ key: SettingKey, _ field: SettingField) {
        self.key = key
        title = nil
        choiceTitles = [:]
        kind = field.kind
        allowed = field.allowed
        defaultValue = field.value(in: ReadingSettings())
        rule = nil
    }

    /// The value in the form in which it is kept.
    ///
    /// - Throws: `DataError` with the code `invalidInput`, which says what is allowed.
    func normalized(_ value: SettingValue) throws(DataError) -> SettingValue {
        guard let rule else { return value }
        do throws(SettingField.NotAllowed) {
            return try rule.normalized(value)
        } catch {
            throw refusal(of: error.value.shown)
        }
    }

    func refusal(of value: String) -> DataError {
        DataError(
            .invalidInput, message: "'\(value)' is not allowed for \(key). It is \(allowed).",
            underlying: SettingRefusal(key: key, value: value, definition: self))
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
        case .choice(let words): SettingField.alternatives(words)
        case .text(let length): "a text on one line, of at most \(length) characters"
        case .list: "a list with commas of texts"
        }
    }

    func normalized(_ value: SettingValue) throws(SettingField.NotAllowed) -> SettingValue {
        switch self {
        case .toggle:
            guard case .bool = value else { throw SettingField.NotAllowed(value) }
            return value
        case .number(let range):
            guard let number = SettingField.wholeNumber(value), range.contains(number) else {
                throw SettingField.NotAllowed(value)
            }
            return .integer(number)
        case .choice(let words):
            guard case .text(let word) = value, words.contains(word) else { throw SettingField.NotAllowed(value) }
            return value
        case .text(let length):
            guard case .text(let text) = value, text.count <= length, !text.contains(where: \.isNewline) else {
                throw SettingField.NotAllowed(value)
            }
            return value
        case .list:
            guard let texts = value.texts else { throw SettingField.NotAllowed(value) }
            return .list(try SettingList.texts.normalized(texts))
        }
    }

    /// The value that a text names; one that cannot be of this setting is the text itself.
    func value(from text: String) -> SettingValue {
        let text = text.trimmingWhiteSpace
        return switch self {
        case .toggle: Bool(text).map(SettingValue.bool) ?? .text(text)
        case .number: SettingField.digits(text).map(SettingValue.integer) ?? .text(text)
        case .choice, .text: .text(text)
        case .list: .list(SettingField.parts(of: text))
        }
    }
}
