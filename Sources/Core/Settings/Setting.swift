/// A setting of an app's own: its name, what it may be, and its default, with the type that the app reads it as.
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
/// Its key, as commands, files and archives have it, is its name: 1 to 64 of `A-Z a-z 0-9 . _ -` that begin with a
/// letter, and none of the built-in ones. Whether that holds, and whether the default is allowed, is found out when the
/// provider is made. A prefix of the app's own, as in `shelf.columns`, keeps it apart from what later versions build in.
public struct Setting<Value: Sendable>: Sendable {
    /// The definition of the setting, the same for every type of value.
    public let definition: SettingDefinition
    /// The value until somebody sets another one.
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
    /// Declares a switch.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: What it is called in English; its key by default.
    ///   - defaultValue: What it is until somebody sets it.
    public init(_ name: String, title: String? = nil, default defaultValue: Bool) {
        self.init(name, title, .toggle, defaultValue) { value in
            if case .bool(let isOn) = value { isOn } else { nil }
        } write: {
            .bool($0)
        }
    }
}

extension Setting where Value == Int {
    /// Declares a whole number.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: What it is called in English; its key by default.
    ///   - defaultValue: What it is until somebody sets it.
    ///   - range: What is allowed.
    public init(_ name: String, title: String? = nil, default defaultValue: Int, in range: ClosedRange<Int>) {
        self.init(name, title, .number(range), defaultValue) {
            SettingField.wholeNumber($0)
        } write: {
            .integer($0)
        }
    }
}

extension Setting where Value == String {
    /// Declares a choice among words.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: What it is called in English; its key by default.
    ///   - defaultValue: What it is until somebody sets it.
    ///   - choices: The words.
    ///   - choiceTitles: What the choices are called in English, by their words; by default as Lantern calls such a
    ///     word, else the words themselves.
    public init(
        _ name: String, title: String? = nil, default defaultValue: String, choices: [String],
        choiceTitles: [String: String] = [:]
    ) {
        self.init(name, title, .choice(choices), defaultValue, choiceTitles: choiceTitles, read: Self.text) {
            .text($0)
        }
    }

    /// Declares a text on one line.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: What it is called in English; its key by default.
    ///   - defaultValue: What it is until somebody sets it; empty by default.
    ///   - maximumLength: How many characters it has at most; 1,000 by default.
    public init(_ name: String, title: String? = nil, default defaultValue: String = "", maximumLength: Int = 1000) {
        self.init(name, title, .text(maximumLength: maximumLength), defaultValue, read: Self.text) { .text($0) }
    }

    private static func text(_ value: SettingValue) -> String? {
        if case .text(let text) = value { text } else { nil }
    }
}

extension Setting where Value: RawRepresentable<String> & CaseIterable {
    /// Declares a choice among the cases of an enum.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: What it is called in English; its key by default.
    ///   - defaultValue: What it is until somebody sets it.
    ///   - choiceTitles: What the cases are called in English, by their raw values; by default as Lantern calls such a
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
    /// Declares a list of texts that the person types, without commas in them.
    ///
    /// - Parameters:
    ///   - name: Its key.
    ///   - title: What it is called in English; its key by default.
    ///   - defaultValue: What it is until somebody sets it; empty by default.
    public init(_ name: String, title: String? = nil, default defaultValue: [String] = []) {
        self.init(name, title, .list, defaultValue) {
            $0.texts
        } write: {
            .list($0)
        }
    }
}
