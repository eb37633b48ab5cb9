public import Core

/// One setting as a screen shows it.
public struct SettingRow: Identifiable, Hashable, Sendable {
    /// Which setting.
    public let key: SettingKey
    /// What is set.
    public let value: SettingValue
    /// What is set, as commands take it: the words of the choices, lists with commas.
    ///
    /// `PostFormat.text(of:)` says it for a person.
    public let text: String
    /// The stored value that could not be used, where there is one: `value` is the default then.
    public let issue: SettingsIssue?

    /// The definition; `nil` for a setting that only another version knows: it is shown by its key, and never changed.
    public let definition: SettingDefinition?

    /// The key.
    public var id: SettingKey { key }

    /// With what the person changes it, and what there is to choose among.
    public var kind: SettingKind { definition?.kind ?? .unknown }

    /// Whether it is what it would be if nobody had set it.
    public var isDefault: Bool { value == definition?.defaultValue }

    /// Describes a setting.
    ///
    /// - Parameters:
    ///   - key: Which setting.
    ///   - settings: What is set.
    ///   - issues: The stored values that could not be used.
    public init(_ key: SettingKey, in settings: ReadingSettings, issues: [SettingsIssue] = []) {
        self.key = key
        value = settings[key]
        definition = settings.definition(of: key)
        text = settings.text(of: key)
        issue = issues.first { $0.key == key.rawValue }
    }
}
