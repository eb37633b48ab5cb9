/// A setting that an app defines: its name, its allowed values, its default, and its Swift type.
///
/// ```swift
/// enum Shelf {
///     static let columns = Setting("columns", title: "Columns", default: 2, in: 1...4)
///     static let isDense = Setting("isDense", title: "Dense rows", default: false)
/// }
///
/// let provider = try DatabaseSettingsProvider(store: store, own: [Shelf.columns.definition, Shelf.isDense.definition])
/// provider.settings.value[Shelf.columns]                        // 2
/// try await provider.update { $0[Shelf.columns] = 3 }           // 9 would be refused: "It is a number from 1 to 4."
/// ```
///
/// Its key, as commands, files and archives have it, is its name: 1 to 64 of `A-Z a-z 0-9 . _ -`, beginning with a
/// letter, and not one of the built-in ones. The settings provider checks the name and the default when it is made. A
/// prefix, as in `shelf.columns`, avoids names that later versions build in.
public struct Setting<Value: Sendable>: Sendable {
    /// The definition of the setting, without its Swift type.
    public let definition: SettingDefinition
    /// The default value.
    public let defaultValue: Value
    let read: @Sendable (SettingValue) -> Value?
    let write: @Sendable (Value) -> SettingValue

    /// Its key.
    public var key: SettingKey { definition.key }

    private init(
        _ name: String, _ title: String?, _ rule: SettingRule, _ defaultValue: Value,
        choiceTitles: [String: String] = [:], read: @escaping @Sendable (SettingValue) -> Value?,
        write: @escaping @Sendable (Value) -> SettingValue
    ) {
        self.defaultValue = defaultValue
        self.read = read
        self.write = write
        definition = SettingDefinition(
            SettingKey(rawValue: name), title: title ?? name, choiceTitles: choiceTitles, rule: rule,
            defaultValue: write(defaultValue))
    }
}

extension Setting where Value == Bool {
    /// Creates a Boolean setting.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: Its English title; its key by default.
    ///   - defaultValue: The default value.
    public init(_ name: String, title: String? = nil, default defaultValue: Bool) {
        self.init(name, title, .toggle, defaultValue) { value in
            if case .bool(let isOn) = value { isOn } else { nil }
        } write: {
            .bool($0)
        }
    }
}

extension Setting where Value == Int {
    /// Creates a setting with a whole number.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: Its English title; its key by default.
    ///   - defaultValue: The default value.
    ///   - range: The allowed values.
    public init(_ name: String, title: String? = nil, default defaultValue: Int, in range: ClosedRange<Int>) {
        self.init(name, title, .number(range), defaultValue) {
            BuiltInSetting.wholeNumber($0)
        } write: {
            .integer($0)
        }
    }
}

extension Setting where Value == String {
    /// Creates a setting with a choice of words.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: Its English title; its key by default.
    ///   - defaultValue: The default value.
    ///   - choices: The words.
    ///   - choiceTitles: The English titles of the choices, by their words; by default Lantern's text for such a
    ///     word, else the words themselves.
    public init(
        _ name: String, title: String? = nil, default defaultValue: String, choices: [String],
        choiceTitles: [String: String] = [:]
    ) {
        self.init(name, title, .choice(choices), defaultValue, choiceTitles: choiceTitles, read: Self.text) {
            .text($0)
        }
    }

    /// Creates a setting with a text on one line.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: Its English title; its key by default.
    ///   - defaultValue: The default value; empty by default.
    ///   - maximumLength: The maximum number of characters; 1,000 by default.
    public init(_ name: String, title: String? = nil, default defaultValue: String = "", maximumLength: Int = 1000) {
        self.init(name, title, .text(maximumLength: maximumLength), defaultValue, read: Self.text) { .text($0) }
    }

    private static func text(_ value: SettingValue) -> String? {
        if case .text(let text) = value { text } else { nil }
    }
}

extension Setting where Value: RawRepresentable<String> & CaseIterable {
    /// Creates a setting with a choice of the cases of an enum.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: Its English title; its key by default.
    ///   - defaultValue: The default value.
    ///   - choiceTitles: The English titles of the cases, by their raw values; by default Lantern's text for such a
    ///     word, else the raw values themselves.
    public init(
        _ name: String, title: String? = nil, default defaultValue: Value, choiceTitles: [String: String] = [:]
    ) {
        let words = Value.allCases.map(\.rawValue)
        self.init(name, title, .choice(words), defaultValue, choiceTitles: choiceTitles) { value in
            if case .text(let word) = value { Value(rawValue: word) } else { nil }
        } write: {
            .text($0.rawValue)
        }
    }
}

extension Setting where Value == [String] {
    /// Creates a setting with a list of texts, which contain no commas.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: Its English title; its key by default.
    ///   - defaultValue: The default value; empty by default.
    public init(_ name: String, title: String? = nil, default defaultValue: [String] = []) {
        self.init(name, title, .list, defaultValue) {
            $0.texts
        } write: {
            .list($0)
        }
    }
}
