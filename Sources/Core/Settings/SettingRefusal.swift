/// A value that a setting cannot have: what the ``DataError`` of one that is refused has as its `underlying`.
///
/// The error's message says the same in English; this is for front ends that say it in another language.
public struct SettingRefusal: Error, Hashable, Sendable {
    /// Which setting.
    public let key: SettingKey
    /// The value, or the part of it that is not allowed, as a person reads it.
    public let value: String
    /// The definition of the setting.
    public let definition: SettingDefinition?

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - key: Which setting.
    ///   - value: The value, or the part of it that is not allowed.
    ///   - definition: What is known of the setting; that of the built-in one by default.
    public init(key: SettingKey, value: String, definition: SettingDefinition? = nil) {
        self.key = key
        self.value = value
        self.definition = definition ?? ReadingSettings().definition(of: key)
    }
}
