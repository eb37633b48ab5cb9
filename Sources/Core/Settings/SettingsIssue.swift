/// A stored setting that could not be used; its default took its place.
public struct SettingsIssue: Hashable, Sendable {
    /// What is wrong with a stored value.
    public enum Cause: Hashable, Sendable {
        /// It is malformed or out of range.
        case notAllowed
        /// A newer version has written it, and this one does not know how to read it.
        case newerVersion
    }

    /// The setting's key.
    public var key: String
    /// What is stored, as JSON.
    public var value: String
    /// What is wrong with it and what is allowed, for a person; in English.
    public var reason: String
    /// What is wrong with it, for front ends that say it in another language.
    public var cause: Cause
    /// The definition of the setting; `nil` where it is none of this version's.
    public var definition: SettingDefinition?

    /// Creates an issue.
    ///
    /// - Parameters:
    ///   - key: The setting's key.
    ///   - value: What is stored.
    ///   - reason: What is wrong with it, as a sentence.
    ///   - cause: What is wrong with it; that it is not allowed by default.
    ///   - definition: What is known of the setting; that of the built-in one by default.
    public init(
        key: String, value: String, reason: String, cause: Cause = .notAllowed, definition: SettingDefinition? = nil
    ) {
        self.definition = definition ?? ReadingSettings().definition(of: SettingKey(rawValue: key))
        self.key = key
        self.value = value
        self.reason = reason
        self.cause = cause
    }
}
