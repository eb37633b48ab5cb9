package import Foundation

/// A setting of an ``Archive``: a key, its value and the date when it was set.
///
/// A value that this version cannot use is kept as it is.
package struct ArchivedSetting: Hashable, Sendable, Identifiable {
    /// The raw value of a ``SettingKey``, which this version need not know.
    package let key: String
    package let value: SettingValue
    /// The date when it was set.
    package let changed: Date
    /// The version of the value's meaning: 1, or more where a newer version of the framework has set it.
    package let version: Int

    /// The newest version of a value's meaning that is understood.
    package static let currentVersion = 1

    package init(_ key: SettingKey, _ value: SettingValue, changed: Date, version: Int = 1) {
        self.init(key: key.rawValue, value: value, changed: changed, version: version)
    }

    private init(key: String, value: SettingValue, changed: Date, version: Int) {
        self.key = key
        self.value = value
        // With the precision of a file.
        self.changed = Date(timeIntervalSince1970: changed.timeIntervalSince1970)
        self.version = version
    }

    package var id: String { key }

    /// Returns the setting of two devices that was set later.
    ///
    /// Of one date the newer version counts, and of one version the value that comes later in the order of the bytes of
    /// its JSON.
    package func merging(_ other: ArchivedSetting) -> ArchivedSetting {
        if changed != other.changed { return changed < other.changed ? other : self }
        if version != other.version { return version < other.version ? other : self }
        return value.json.utf8.lexicographicallyPrecedes(other.value.json.utf8) ? other : self
    }
}

extension ArchivedSetting: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, value, changed, version
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version: Int =
            switch try values.decodeIfPresent(SettingValue.self, forKey: .version) {
            case .none, .null: 1
            case .integer(let version): version
            // A version that is no number is not understood.
            default: .max
            }
        self.init(
            key: try values.decode(String.self, forKey: .key),
            value: try values.decode(SettingValue.self, forKey: .value),
            changed: try values.decode(Date.self, forKey: .changed), version: version)
    }

    /// Encodes the version only where it is not 1.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(key, forKey: .key)
        try values.encode(value, forKey: .value)
        try values.encode(changed, forKey: .changed)
        if version != 1 { try values.encode(version, forKey: .version) }
    }
}

extension ArchivedSetting {
    /// Whether this version can use a setting.
    private enum Use {
        case usable
        /// A built-in setting with a value that this version does not allow.
        case unusable
        /// A setting whose values mean something else in a newer version, which has set it.
        case newer
    }

    private var use: Use {
        guard version <= Self.currentVersion else { return .newer }
        let key = SettingKey(rawValue: key)
        return !key.isBuiltIn || value.normalized(for: key) != nil ? .usable : .unusable
    }

    /// The setting with its value in the form in which it is stored; unchanged where this version cannot use it.
    package var normalized: ArchivedSetting {
        let name = SettingKey(rawValue: key)
        guard version <= Self.currentVersion, name.isBuiltIn, let value = value.normalized(for: name) else {
            return self
        }
        return ArchivedSetting(name, value, changed: changed, version: version)
    }

    /// Decides which settings of an archive are imported.
    ///
    /// A value that this version cannot use is imported where no usable one is stored, and the value of a newer version
    /// is replaced by no older one. A usable value replaces one that this version cannot use, whenever either was set,
    /// because that one counted as the default.
    ///
    /// - Parameters:
    ///   - wanted: The settings of the archive.
    ///   - stored: The stored settings.
    /// - Returns: The settings of the archive to import, the stored ones to merge them with, and the keys of those that
    ///   are not imported.
    package static func admitted(
        _ wanted: [ArchivedSetting], to stored: [ArchivedSetting]
    ) -> (wanted: [ArchivedSetting], stored: [ArchivedSetting], ignored: [String]) {
        let there = Dictionary(stored.map { ($0.key, $0) }) { first, _ in first }
        var admitted: [ArchivedSetting] = []
        var ignored: [String] = []
        var replaced: Set<String> = []
        for setting in wanted {
            guard let old = there[setting.key] else {
                admitted.append(setting)
                continue
            }
            switch (old.use, setting.use) {
            case (.newer, .usable), (.newer, .unusable), (.usable, .newer), (.usable, .unusable):
                ignored.append(setting.key)
            case (.unusable, .usable):
                replaced.insert(setting.key)
                admitted.append(setting)
            case (.newer, .newer), (.usable, .usable), (.unusable, .unusable), (.unusable, .newer):
                admitted.append(setting)
            }
        }
        return (admitted, stored.filter { !replaced.contains($0.key) }, ignored.sorted())
    }
}

extension Archive {
    /// Returns the archive with other settings.
    package func setting(_ settings: [ArchivedSetting]) -> Archive {
        guard settings != self.settings else { return self }
        var archive = Archive(date: date, statuses: statuses, posts: posts, sources: sources, settings: settings)
        archive.marks = marks
        archive.extras = extras
        archive.drafts = drafts
        return archive
    }
}
