import Core
import Foundation

/// The settings that a store's records make.
struct StoredSettings: Equatable, Sendable {
    /// The settings; the default for each key whose value is missing or cannot be used.
    private(set) var settings: ReadingSettings
    /// The values that cannot be used, in the order of the keys.
    private(set) var issues: [SettingsIssue] = []

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - base: The default settings, with the app's definitions and the values of other versions.
    ///   - record: Reads one record by its key.
    /// - Throws: `StoreError` when the disk fails.
    init(_ base: ReadingSettings, reading record: (SettingKey) throws -> SettingRecord?) throws {
        settings = base
        for definition in base.definitions {
            if let record = try record(definition.key) { take(record, for: definition) }
        }
    }

    /// Reads the settings of a snapshot; the values of unknown keys, which another version has written, are kept.
    init(_ snapshot: StoreSnapshot, declared: OwnSettings) throws {
        let records = try snapshot.window(of: SettingSchemas.settings)
        var base = ReadingSettings()
        base.own = declared
        for record in records {
            let key = SettingKey(rawValue: record.id)
            if base.definition(of: key) == nil { base.own.keep(record.value, of: key) }
        }
        let known = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        try self.init(base) { known[$0.rawValue] }
    }

    private mutating func take(_ record: SettingRecord, for definition: SettingDefinition) {
        let key = definition.key
        guard record.version <= SettingRecord.currentVersion else {
            report(
                definition, record.value,
                "A newer version has set \(key.rawValue), and this one does not know how to read it.",
                .newerVersion)
            return
        }
        do throws(DataError) {
            try settings.set(record.value, for: key)
        } catch {
            report(definition, record.value, error.message, .notAllowed)
        }
    }

    private mutating func report(
        _ definition: SettingDefinition, _ value: SettingValue, _ reason: String, _ cause: SettingsIssue.Cause
    ) {
        issues.append(
            SettingsIssue(
                key: definition.key.rawValue, value: value.json, reason: reason, cause: cause, definition: definition))
    }
}
