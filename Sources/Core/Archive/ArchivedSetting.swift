public import Foundation

/// One setting of an ``Archive``: a key, its value and when it was set.
public struct ArchivedSetting: Hashable, Sendable, Identifiable, Codable {
    /// The key's name, as in ``SettingKey``; it need not be one that this version knows.
    public let key: String
    /// The value as JSON has it.
    public let value: SettingValue
    /// When it was set.
    public let changed: Date

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - key: Which setting.
    ///   - value: Its value.
    ///   - changed: When it was set.
    public init(_ key: SettingKey, _ value: SettingValue, changed: Date) {
        self.init(key: key.rawValue, value: value, changed: changed)
    }

    init(key: String, value: SettingValue, changed: Date) {
        self.key = key
        self.value = value
        // As it is stored.
        self.changed = Date(timeIntervalSince1970: changed.timeIntervalSince1970)
    }

    /// The key's name.
    public var id: String { key }

    /// What two devices have set, put together: the value that was set later.
    ///
    /// Of one date, the value counts that comes later in the order of the bytes of its JSON.
    ///
    /// - Parameter other: The same setting on the other device.
    /// - Returns: The setting of both.
    public func merging(_ other: ArchivedSetting) -> ArchivedSetting {
        if changed != other.changed { return changed < other.changed ? other : self }
        return value.json.utf8.lexicographicallyPrecedes(other.value.json.utf8) ? other : self
    }
}
