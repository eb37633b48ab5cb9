public import Core

/// The row of a setting on the settings screen.
public struct SettingRow: Identifiable, Hashable, Sendable {
    /// The setting's key.
    public let key: SettingKey
    /// The current value.
    public let value: SettingValue
    /// The current value as text, in the form in which it can be set; `PostFormat.text(of:)` writes it for a person.
    public let text: String
    /// The problem with the stored value, where it could not be used; `value` is the default then.
    public let issue: SettingsIssue?

    /// The definition; `nil` for a setting of another version, which is shown by its key and cannot be changed.
    public let definition: SettingDefinition?

    public var id: SettingKey { key }

    /// The kind of its values, which decides the control that is shown.
    public var kind: SettingKind { definition?.kind ?? .unknown }

    /// Whether it has its default value.
    public var isDefault: Bool { value == definition?.defaultValue }

    package init(_ key: SettingKey, in settings: ReadingSettings, issues: [SettingsIssue] = []) {
        self.key = key
        value = settings[key]
        definition = settings.definition(of: key)
        text = settings.text(of: key)
        issue = issues.first { $0.key == key.rawValue }
    }
}
