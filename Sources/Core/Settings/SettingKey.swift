/// The name of a setting, as commands and files have it: one of the built-in ones, or an app's own.
///
/// ```swift
/// var settings = ReadingSettings()
/// try settings.set("a word, another", for: .blockedWords)
/// settings.text(of: .pageSize)   // "25"
/// ```
public struct SettingKey: RawRepresentable, Hashable, Sendable, Codable, CaseIterable, CustomStringConvertible {
    /// The name itself.
    public let rawValue: String

    /// Creates a key.
    ///
    /// - Parameter rawValue: The name, exactly; it need not be one of ``allCases``.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// ``ReadingSettings/pageSize``.
    public static let pageSize = SettingKey(rawValue: "pageSize")
    /// ``ReadingSettings/nsfw``.
    public static let nsfw = SettingKey(rawValue: "nsfw")
    /// ``ReadingSettings/spoilers``.
    public static let spoilers = SettingKey(rawValue: "spoilers")
    /// ``ReadingSettings/mediaKinds``.
    public static let mediaKinds = SettingKey(rawValue: "mediaKinds")
    /// ``ReadingSettings/blockedWords``.
    public static let blockedWords = SettingKey(rawValue: "blockedWords")
    /// ``ReadingSettings/blockedAuthors``.
    public static let blockedAuthors = SettingKey(rawValue: "blockedAuthors")
    /// ``ReadingSettings/blockedDomains``.
    public static let blockedDomains = SettingKey(rawValue: "blockedDomains")
    /// ``ReadingSettings/hideRead``.
    public static let hideRead = SettingKey(rawValue: "hideRead")
    /// ``ReadingSettings/autoplay``.
    public static let autoplay = SettingKey(rawValue: "autoplay")
    /// ``ReadingSettings/theme``.
    public static let theme = SettingKey(rawValue: "theme")
    /// ``ReadingSettings/language``.
    public static let language = SettingKey(rawValue: "language")
    /// ``ReadingSettings/localSaveLimit``.
    public static let localSaveLimit = SettingKey(rawValue: "localSaveLimit")
    /// ``ReadingSettings/showFullMemeInfo``.
    public static let showFullMemeInfo = SettingKey(rawValue: "showFullMemeInfo")
    /// ``ReadingSettings/imageCacheMegabytes``.
    public static let imageCacheMegabytes = SettingKey(rawValue: "imageCacheMegabytes")
    /// ``ReadingSettings/packBudgetMegabytes``.
    public static let packBudgetMegabytes = SettingKey(rawValue: "packBudgetMegabytes")
    /// ``ReadingSettings/downloadPolicy``.
    public static let downloadPolicy = SettingKey(rawValue: "downloadPolicy")
    /// ``ReadingSettings/refreshAgeMinutes``.
    public static let refreshAgeMinutes = SettingKey(rawValue: "refreshAgeMinutes")
    /// ``ReadingSettings/postRetentionDays``.
    public static let postRetentionDays = SettingKey(rawValue: "postRetentionDays")
    /// ``ReadingSettings/readRetentionDays``.
    public static let readRetentionDays = SettingKey(rawValue: "readRetentionDays")

    /// The keys of the built-in settings, in the order in which they are listed.
    public static let allCases: [SettingKey] = [
        .pageSize, .nsfw, .spoilers, .mediaKinds, .blockedWords, .blockedAuthors, .blockedDomains, .hideRead, .autoplay,
        .theme, .language, .localSaveLimit, .showFullMemeInfo, .imageCacheMegabytes, .packBudgetMegabytes,
        .downloadPolicy, .refreshAgeMinutes, .postRetentionDays, .readRetentionDays,
    ]

    /// Finds a built-in key by its name.
    ///
    /// - Parameter name: The name, exactly.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message names all built-in keys.
    public init(named name: String) throws(DataError) {
        self.init(rawValue: name)
        guard isBuiltIn else { throw Self.unknown(name, among: Self.allCases) }
    }

    /// The name itself.
    public var description: String { rawValue }

    /// Whether it is one of ``allCases``.
    public var isBuiltIn: Bool { SettingField(self) != nil }

    /// The kind of value that the setting has; ``SettingKind/unknown`` for a key that is not built in.
    ///
    /// Of an app's own setting ``ReadingSettings/definition(of:)`` knows.
    public var kind: SettingKind { SettingField(self)?.kind ?? .unknown }

    /// The values that are allowed, for a person: "a number from 1 to 100"; for a key that is not built in, that only
    /// another version knows them.
    public var allowed: String { SettingField(self)?.allowed ?? "known to another version only" }

    /// The value until somebody sets another one; ``SettingValue/null`` for a key that is not built in.
    public var defaultValue: SettingValue { ReadingSettings()[self] }

    static func unknown(_ name: String, among keys: [SettingKey]) -> DataError {
        let names = keys.map(\.rawValue).joined(separator: ", ")
        return DataError(.invalidInput, message: "There is no setting '\(name)'. The settings are \(names).")
    }
}
