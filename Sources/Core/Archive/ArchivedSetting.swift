public import Foundation

/// One setting of an ``Archive``: a key, its value and when it was set.
///
/// A value that this version cannot use is carried along as it was found.
public struct ArchivedSetting: Hashable, Sendable, Identifiable {
    /// The key's name, as in ``SettingKey``; it need not be one that this version knows.
    public let key: String
    /// The value as JSON has it.
    public let value: SettingValue
    /// When it was set.
    public let changed: Date
    /// The version of the value's meaning: 1, or more where a newer version of the framework has set it.
    public let version: Int

    /// The newest version of a value's meaning that is understood.
    package static let currentVersion = 1

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - key: Which setting.
    ///   - value: Its value.
    ///   - changed: When it was set.
    ///   - version: The version of the value's meaning; 1 by default, the one that is understood.
    public init(_ key: SettingKey, _ value: SettingValue, changed: Date, version: Int = 1) {
        self.init(key: key.rawValue, value: value, changed: changed, version: version)
    }

    private init(key: String, value: SettingValue, changed: Date, version: Int) {
        self.key = key
        self.value = value
        // As it is stored.
        self.changed = Date(timeIntervalSince1970: changed.timeIntervalSince1970)
        self.version = version
    }

    /// The key's name.
    public var id: String { key }

    /// What two devices have set, put together: the value that was set later.
    ///
    /// Of one date, the newer version counts, and of one version the value that comes later in the order of the bytes of
    /// its JSON.
    ///
    /// - Parameter other: The same setting on the other device.
    /// - Returns: The setting of both.
    public func merging(_ other: ArchivedSetting) -> ArchivedSetting {
        if changed != other.changed { return changed < other.changed ? other : self }
        if version != other.version { return version < other.version ? other : self }
        return value.json.utf8.lexicographicallyPrecedes(other.value.json.utf8) ? other : self
    }
}

extension ArchivedSetting: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, value, changed, version
    }

    /// Reads a setting.
    ///
    /// - Parameter decoder: Where to read from.
    /// - Throws: `DecodingError` for what has no key, no value or no date.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version: Int =
            switch try values.decodeIfPresent(SettingValue.self, forKey: .version) {
            case .none, .null: 1
            case .integer(let version): version
            // What is no number is nothing that is understood.
            default: .max
            }
        self.init(
            key: try values.decode(String.self, forKey: .key),
            value: try values.decode(SettingValue.self, forKey: .value),
            changed: try values.decode(Date.self, forKey: .changed), version: version)
    }

    /// Writes a setting; its version only where it is not the first one.
    ///
    /// - Parameter encoder: Where to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(key, forKey: .key)
        try values.encode(value, forKey: .value)
        try values.encode(changed, forKey: .changed)
        if version != 1 { try values.encode(version, forKey: .version) }
    }
}
