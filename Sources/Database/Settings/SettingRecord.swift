import Core
import Foundation

/// The stored record of one setting, so that the settings of two devices can be merged key by key.
struct SettingRecord: StoredRecord {
    /// The key's name.
    let id: String
    /// The value, which may be any JSON.
    let value: SettingValue
    /// The date when the person set it.
    let changed: Date
    /// The version of the value's meaning, which increases when a key's values change their meaning.
    let version: Int

    /// The version that is written, and the newest that can be read.
    static let currentVersion = ArchivedSetting.currentVersion

    init(_ key: SettingKey, _ value: SettingValue, changed: Date) {
        id = key.rawValue
        self.value = value
        self.changed = changed
        version = Self.currentVersion
    }

    /// Creates the record of an archived setting, which a newer version may have written.
    init(_ setting: ArchivedSetting) {
        id = setting.key
        value = setting.value
        changed = setting.changed
        version = setting.version
    }

    /// Decodes a record whatever its fields are.
    ///
    /// A store is not opened when more than half of a collection is unreadable, and few settings are changed at all.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        value = try container.decodeIfPresent(SettingValue.self, forKey: .value) ?? .null
        changed =
            switch try container.decodeIfPresent(SettingValue.self, forKey: .changed) {
            case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
            case .number(let seconds): Date(timeIntervalSince1970: seconds)
            default: Date(timeIntervalSince1970: 0)
            }
        version =
            switch try container.decodeIfPresent(SettingValue.self, forKey: .version) {
            case .integer(let version): version
            // The first version may lack the field; anything but a number cannot be read.
            case .none, .null: 1
            default: .max
            }
    }
}
