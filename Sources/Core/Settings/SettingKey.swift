/// The key of a setting, as commands and files have it: one of the built-in ones, or an app's own.
///
/// ```swift
/// var settings = ReadingSettings()
/// try settings.set("a word, another", for: .blockedWords)
/// settings.text(of: .pageSize)   // "25"
/// ```
public struct SettingKey: RawRepresentable, Hashable, Sendable, Codable, CaseIterable, CustomStringConvertible {
    public let rawValue: String

    /// Creates a key.
    ///
    /// - Parameter rawValue: The name, exactly; it need not be one of ``allCases``.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The key of ``ReadingSettings/pageSize``.
    public static let pageSize = SettingKey(rawValue: "pageSize")
    /// The key of ``ReadingSettings/nsfw``.
    public static let nsfw = SettingKey(rawValue: "nsfw")
    /// The key of ``ReadingSettings/spoilers``.
    public static let spoilers = SettingKey(rawValue: "spoilers")
    /// The key of ``ReadingSettings/mediaKinds``.
    public static let mediaKinds = SettingKey(rawValue: "mediaKinds")
    /// The key of ``ReadingSettings/blockedWords``.
    public static let blockedWords = SettingKey(rawValue: "blockedWords")
    /// The key of ``ReadingSettings/blockedAuthors``.
    public static let blockedAuthors = SettingKey(rawValue: "blockedAuthors")
    /// The key of ``ReadingSettings/blockedDomains``.
    public static let blockedDomains = SettingKey(rawValue: "blockedDomains")
    /// The key of ``ReadingSettings/blockedSubreddits``.
    public static let blockedSubreddits = SettingKey(rawValue: "blockedSubreddits")
    /// The key of ``ReadingSettings/blockedFlairs``.
    public static let blockedFlairs = SettingKey(rawValue: "blockedFlairs")
    /// The key of ``ReadingSettings/hideRead``.
    public static let hideRead = SettingKey(rawValue: "hideRead")
    /// The key of ``ReadingSettings/autoplay``.
    public static let autoplay = SettingKey(rawValue: "autoplay")
    /// The key of ``ReadingSettings/theme``.
    public static let theme = SettingKey(rawValue: "theme")
    /// The key of ``ReadingSettings/language``.
    public static let language = SettingKey(rawValue: "language")
    /// The key of ``ReadingSettings/localSaveLimit``, the number of posts that automatic packs keep together.
    public static let localSaveLimit = SettingKey(rawValue: "localSaveLimit")
    /// The key of ``ReadingSettings/syncStatuses``, whether what is saved, hidden and read is told the server.
    public static let syncStatuses = SettingKey(rawValue: "syncStatuses")
    /// The key of ``ReadingSettings/showFullMemeInfo``, whether a post is shown with its author, date, origin and size.
    public static let showFullMemeInfo = SettingKey(rawValue: "showFullMemeInfo")
    /// The key of ``ReadingSettings/accountLogoutPolicy``.
    public static let accountLogoutPolicy = SettingKey(rawValue: "accountLogoutPolicy")
    /// The key of ``ReadingSettings/imageCacheMegabytes``.
    public static let imageCacheMegabytes = SettingKey(rawValue: "imageCacheMegabytes")
    /// The key of ``ReadingSettings/packBudgetMegabytes``.
    public static let packBudgetMegabytes = SettingKey(rawValue: "packBudgetMegabytes")
    /// The key of ``ReadingSettings/downloadPolicy``.
    public static let downloadPolicy = SettingKey(rawValue: "downloadPolicy")
    /// The key of ``ReadingSettings/refreshAgeMinutes``.
    public static let refreshAgeMinutes = SettingKey(rawValue: "refreshAgeMinutes")
    /// The key of ``ReadingSettings/postRetentionDays``.
    public static let postRetentionDays = SettingKey(rawValue: "postRetentionDays")
    /// The key of ``ReadingSettings/readRetentionDays``.
    public static let readRetentionDays = SettingKey(rawValue: "readRetentionDays")

    /// The keys of the built-in settings, in the order in which they are listed.
    public static let allCases: [SettingKey] = [
        .pageSize, .nsfw, .spoilers, .mediaKinds, .blockedWords, .blockedAuthors, .blockedDomains, .blockedSubreddits,
        .blockedFlairs, .hideRead, .autoplay,
        .theme, .language, .localSaveLimit, .syncStatuses, .showFullMemeInfo, .accountLogoutPolicy,
        .imageCacheMegabytes, .packBudgetMegabytes, .downloadPolicy, .refreshAgeMinutes, .postRetentionDays,
        .readRetentionDays,
    ]

    /// Creates a built-in key from its name.
    ///
    /// - Parameter name: The name, exactly.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message names all built-in keys.
    public init(named name: String) throws(DataError) {
        self.init(rawValue: name)
        guard isBuiltIn else { throw Self.unknown(name, among: Self.allCases) }
    }

    public var description: String { rawValue }

    /// Whether it is one of ``allCases``.
    package var isBuiltIn: Bool { BuiltInSetting(self) != nil }

    /// The kind of the setting's values; ``SettingKind/unknown`` for a key that is not built in.
    ///
    /// For an app's own setting use ``ReadingSettings/definition(of:)``.
    package var kind: SettingKind { BuiltInSetting(self)?.kind ?? .unknown }

    /// The allowed values as an English phrase, such as "a number from 1 to 100".
    public var allowed: String { BuiltInSetting(self)?.allowed ?? "known to another version only" }

    /// The default value; ``SettingValue/null`` for a key that is not built in.
    package var defaultValue: SettingValue { ReadingSettings()[self] }

    static func unknown(_ name: String, among keys: [SettingKey]) -> DataError {
        let names = keys.map(\.rawValue).joined(separator: ", ")
        return DataError(.invalidInput, message: "There is no setting '\(name)'. The settings are \(names).")
    }
}
