import Core
import Foundation

/// The settings that a store's records come to.
struct StoredSettings: Equatable, Sendable {
    /// What is set; the default for each key whose value is not there or cannot be used.
    private(set) var settings = ReadingSettings()
    /// What cannot be used, in the order of the keys.
    private(set) var issues: [SettingsIssue] = []

    /// Reads the settings.
    ///
    /// Records of other keys, which a newer version has written, are not looked at.
    ///
    /// - Parameter record: Reads one record by its key.
    /// - Throws: `StoreError` when the disk fails.
    init(reading record: (SettingKey) throws -> SettingRecord?) throws {
        for key in SettingKey.allCases {
            if let record = try record(key) { take(record, for: key) }
        }
    }

    /// The settings of a snapshot.
    init(_ snapshot: StoreSnapshot) throws {
        try self.init { try snapshot.record($0.rawValue, in: SettingRecord.schema) }
    }

    private mutating func take(_ record: SettingRecord, for key: SettingKey) {
        guard record.version <= SettingRecord.currentVersion else {
            report(
                key, record.value,
                "A newer version has set \(key.rawValue), and this one does not know how to read it.",
                .newerVersion)
            return
        }
        do throws(DataError) {
            try settings.set(record.value, for: key)
        } catch {
            report(key, record.value, error.message, .notAllowed)
        }
    }

    private mutating func report(
        _ key: SettingKey, _ value: SettingValue, _ reason: String, _ cause: SettingsIssue.Cause
    ) {
        issues.append(SettingsIssue(key: key.rawValue, value: value.json, reason: reason, cause: cause))
    }
}
