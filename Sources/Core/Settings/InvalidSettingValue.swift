/// A value that a setting cannot have: the `underlying` error of the ``DataError`` that refuses it.
///
/// The message of the ``DataError`` says the same in English; this is for front ends in other languages.
public struct InvalidSettingValue: Error, Hashable, Sendable {
    /// The setting's key.
    public let key: SettingKey
    /// The value, or the part of it that is not allowed, as text.
    public let value: String
    /// The definition of the setting.
    public let definition: SettingDefinition?

    package init(key: SettingKey, value: String, definition: SettingDefinition? = nil) {
        self.key = key
        self.value = value
        self.definition = definition ?? ReadingSettings().definition(of: key)
    }
}
