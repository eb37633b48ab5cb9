/// The name of a setting, as commands and files have it.
///
/// ```swift
/// var settings = ReadingSettings()
/// try settings.set("a word, another", for: .blockedWords)
/// settings.text(of: .pageSize)   // "25"
/// ```
public enum SettingKey: String, Hashable, Sendable, Codable, CaseIterable {
    /// ``ReadingSettings/pageSize``.
    case pageSize
    /// ``ReadingSettings/nsfw``.
    case nsfw
    /// ``ReadingSettings/spoilers``.
    case spoilers
    /// ``ReadingSettings/mediaKinds``.
    case mediaKinds
    /// ``ReadingSettings/blockedWords``.
    case blockedWords
    /// ``ReadingSettings/blockedAuthors``.
    case blockedAuthors
    /// ``ReadingSettings/blockedDomains``.
    case blockedDomains
    /// ``ReadingSettings/hideRead``.
    case hideRead
    /// ``ReadingSettings/autoplay``.
    case autoplay
    /// ``ReadingSettings/theme``.
    case theme
    /// ``ReadingSettings/language``.
    case language
    /// ``ReadingSettings/localSaveLimit``.
    case localSaveLimit
    /// ``ReadingSettings/imageCacheMegabytes``.
    case imageCacheMegabytes
    /// ``ReadingSettings/packBudgetMegabytes``.
    case packBudgetMegabytes
    /// ``ReadingSettings/downloadPolicy``.
    case downloadPolicy
    /// ``ReadingSettings/refreshAgeMinutes``.
    case refreshAgeMinutes
    /// ``ReadingSettings/postRetentionDays``.
    case postRetentionDays
    /// ``ReadingSettings/readRetentionDays``.
    case readRetentionDays

    /// Finds a key by its name.
    ///
    /// - Parameter name: The name, exactly.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message names all keys.
    public init(named name: String) throws(DataError) {
        guard let key = SettingKey(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw DataError(.invalidInput, message: "There is no setting '\(name)'. The settings are \(names).")
        }
        self = key
    }

    /// What its value is made of.
    public var kind: SettingKind { SettingField(self).kind }

    /// What is allowed, for a person: "a number from 1 to 100".
    public var allowed: String { SettingField(self).allowed }

    /// What it is until somebody sets it.
    public var defaultValue: SettingValue { ReadingSettings()[self] }
}
