extension ArchivedSetting {
    /// The use that this version has for a setting.
    private enum Use {
        case usable
        /// A built-in one with a value that it cannot have here.
        case unusable
        /// A newer version has set it, and its values mean something else.
        case newer
    }

    private var use: Use {
        guard version <= Self.currentVersion else { return .newer }
        let key = SettingKey(rawValue: key)
        return !key.isBuiltIn || value.normalized(for: key) != nil ? .usable : .unusable
    }

    /// The setting with its value in the form in which it is kept; as it is where this version cannot use it.
    package var normalized: ArchivedSetting {
        let name = SettingKey(rawValue: key)
        guard version <= Self.currentVersion, name.isBuiltIn, let value = value.normalized(for: name) else {
            return self
        }
        return ArchivedSetting(name, value, changed: changed, version: version)
    }

    /// Finds out which settings of an archive may be put together with those that are stored.
    ///
    /// What this version cannot use is kept where nothing usable is stored, and what a newer version has set is replaced
    /// by nothing older. A usable value takes the place of one that this version cannot use, whenever either was set: it
    /// counted as the default.
    ///
    /// - Parameters:
    ///   - wanted: The settings of the archive.
    ///   - stored: The settings that are stored.
    /// - Returns: Those of the archive that may come in, what they may be put together with, and the keys of those
    ///   that may not.
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
    /// The archive with other settings.
    ///
    /// - Parameter settings: The settings, in any order.
    /// - Returns: The archive; itself where they are the same.
    package func setting(_ settings: [ArchivedSetting]) -> Archive {
        guard settings != self.settings else { return self }
        return Archive(
            date: date, statuses: statuses, posts: posts, extras: extras, sources: sources, settings: settings)
    }
}
