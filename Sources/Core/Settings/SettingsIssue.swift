/// A stored value that could not be used, so that its setting has its default.
public struct SettingsIssue: Hashable, Sendable {
    /// The kind of problem.
    public enum Cause: Hashable, Sendable {
        /// It is malformed or out of range.
        case notAllowed
        /// It was written by a newer version, which this one cannot read.
        case newerVersion
    }

    /// The setting's key.
    public var key: String
    /// The stored value as JSON.
    public var value: String
    /// The problem and what is allowed, as an English sentence.
    public var reason: String
    /// The kind of problem, for front ends in other languages.
    public var cause: Cause
    /// The definition of the setting; `nil` for a setting of another version.
    public var definition: SettingDefinition?

    /// Creates an issue.
    ///
    /// - Parameters:
    ///   - key: The setting's key.
    ///   - value: The stored value as JSON.
    ///   - reason: The problem, as a sentence.
    ///   - cause: The kind of problem; `notAllowed` by default.
    ///   - definition: The definition of the setting; the built-in one by default.
    package init(
        key: String, value: String, reason: String, cause: Cause = .notAllowed, definition: SettingDefinition? = nil
    ) {
        self.definition = definition ?? ReadingSettings().definition(of: SettingKey(rawValue: key))
        self.key = key
        self.value = value
        self.reason = reason
        self.cause = cause
    }
}
