/// A stored setting that could not be used; its default took its place.
public struct SettingsIssue: Hashable, Sendable {
    /// The setting's key.
    public var key: String
    /// What is stored, as JSON.
    public var value: String
    /// What is wrong with it and what is allowed, for a person.
    public var reason: String

    /// Creates an issue.
    ///
    /// - Parameters:
    ///   - key: The setting's key.
    ///   - value: What is stored.
    ///   - reason: What is wrong with it.
    public init(key: String, value: String, reason: String) {
        self.key = key
        self.value = value
        self.reason = reason
    }
}
