/// A value that a setting cannot have: what the ``DataError`` of one that is refused has as its `underlying`.
///
/// The error's message says the same in English; this is for front ends that say it in another language.
public struct SettingRefusal: Error, Hashable, Sendable {
    /// Which setting.
    public let key: SettingKey
    /// The value, or the part of it that is not allowed, as a person reads it.
    public let value: String

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - key: Which setting.
    ///   - value: The value, or the part of it that is not allowed.
    public init(key: SettingKey, value: String) {
        self.key = key
        self.value = value
    }
}
