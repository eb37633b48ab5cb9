import Foundation

extension Archive {
    /// The archive in the form in which a store takes it, if everything in it is allowed.
    ///
    /// Values of built-in settings come into the form in which they are kept, and dates become what a file can hold.
    /// Settings that are not built in, an app's own and those of a newer version, stay as they are, and so do values that
    /// this version cannot use: whoever takes the archive keeps them, or leaves that one setting out.
    ///
    /// - Returns: The archive.
    /// - Throws: The ``ArchiveRefusal/error`` of the first thing that cannot be.
    public func checked() throws(DataError) -> Archive {
        var settings: [ArchivedSetting] = []
        for setting in self.settings {
            guard (1...200).contains(setting.key.utf8.count), setting.changed.isStorable else {
                throw ArchiveRefusal.invalid(setting.key).error
            }
            settings.append(setting.normalized)
        }
        var sources: [ArchivedSource] = []
        for source in self.sources {
            guard source.isAllowed else { throw ArchiveRefusal.invalid("\(source.id)").error }
            sources.append(source.rounded)
        }
        for status in statuses where !status.isStorable { throw ArchiveRefusal.invalid("\(status.id)").error }
        return Archive(
            date: date, statuses: statuses, posts: posts, extras: extras, sources: sources, settings: settings)
    }
}

extension SettingValue {
    /// The value in the form in which it is kept; `nil` where the setting cannot have it.
    ///
    /// - Parameter key: Which setting.
    /// - Returns: The value.
    func normalized(for key: SettingKey) -> SettingValue? {
        var settings = ReadingSettings()
        do throws(DataError) {
            try settings.set(self, for: key)
            return settings[key]
        } catch {
            // Whoever asks says why in words of their own.
            return nil
        }
    }
}

extension ArchivedSource {
    private static let maximumNameLength = 300

    /// Whether a list can have it: what a person would have to type is a name, and it is the one that the id says.
    fileprivate var isAllowed: Bool {
        let isName =
            !name.isEmpty && name.utf8.count <= Self.maximumNameLength
            && name.unicodeScalars.allSatisfy { scalar in
                let isControl = scalar.properties.generalCategory == .control
                return !isControl && !scalar.properties.isWhitespace && !["/", "?", "#", "%", "\\"].contains(scalar)
            }
        let dates = [added, changed] + [opened, checked].compactMap { $0 }
        return isName && id.isID(of: SourceName(id.kind, name)) && position.isFinite && dates.allSatisfy(\.isStorable)
            && subscribers ?? 0 >= 0
    }
}

extension PostStatus {
    fileprivate var isStorable: Bool {
        let marks = StatusMark.allCases.map { dates[$0] }
        return ([savedAt, favouritedAt, firstSeen, changed] + marks).allSatisfy { $0?.isStorable ?? true }
    }
}

extension Date {
    /// Whether it can be written as a number, and is one that a clock can show: within ten thousand years of 1970.
    fileprivate var isStorable: Bool { abs(timeIntervalSince1970) < 3.2e11 }
}
