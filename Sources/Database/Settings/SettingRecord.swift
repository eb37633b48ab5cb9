import Core
import Foundation

/// One setting as it is stored: a record of its own, so that what two devices have set can be merged key by key.
struct SettingRecord: StoredRecord {
    /// The key's name.
    let id: String
    /// The value as natural JSON, whatever it is.
    let value: SettingValue
    /// When the person set it.
    let changed: Date
    /// The version of the value's meaning; goes up when a key's values come to mean something else.
    let version: Int

    /// The version that is written, and the newest that is understood.
    static let currentVersion = ArchivedSetting.currentVersion

    static let schema = CollectionSchema<SettingRecord>(name: "settings")

    init(_ key: SettingKey, _ value: SettingValue, changed: Date) {
        id = key.rawValue
        self.value = value
        self.changed = changed
        version = Self.currentVersion
    }

    /// The record of a setting of an archive, which a newer version may have set.
    init(_ setting: ArchivedSetting) {
        id = setting.key
        value = setting.value
        changed = setting.changed
        version = setting.version
    }

    /// Reads a record, whatever its fields are: one that could not be read would keep the whole store from opening.
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
            // The first version may have been written without; what is no number is nothing that is understood.
            case .none, .null: 1
            default: .max
            }
    }
}
