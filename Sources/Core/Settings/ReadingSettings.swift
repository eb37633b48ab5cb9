/// A person's settings: the built-in ones on fetching, filters, appearance and storage, and an app's own.
///
/// Every filter is off by default: posts that are not safe for work and spoilers are listed, marked and covered.
public struct ReadingSettings: Hashable, Sendable {
    /// The number of posts in a page, 1 to 100; 25 by default.
    public var pageSize = 25
    /// The visibility of posts that are not safe for work; covered by default.
    public var nsfw = ContentVisibility.covered
    /// The visibility of spoilers; covered by default.
    public var spoilers = ContentVisibility.covered
    /// The kinds of media that are shown; `nil`, the default, for all, including kinds of later versions.
    ///
    /// Kinds that only another version knows are kept.
    public var mediaKinds: Set<Media.Kind>?
    /// The words and phrases by which a post is left out of lists, as they were typed.
    public var blockedWords: [String] = []
    /// The authors whose posts are left out of lists, as they were typed.
    public var blockedAuthors: [String] = []
    /// The hosts whose links are left out of lists, with their subdomains, as they were typed.
    public var blockedDomains: [String] = []
    /// The subreddits or communities whose posts are left out of lists of several, as they were typed.
    public var blockedSubreddits: [String] = []
    /// The flairs by which a post is left out of lists, as they were typed.
    public var blockedFlairs: [String] = []
    /// Whether feeds leave out posts that were read; false by default.
    public var hideRead = false
    /// Whether videos play automatically; false by default.
    public var autoplay = false
    /// The colour theme; the system's by default.
    public var theme = InterfaceTheme.system
    /// The language of the texts; the system's by default.
    public var language = InterfaceLanguage.system
    /// The number of posts that automatic packs keep together: 0 (none, the default), 50, 100 or 500.
    public var localSaveLimit = 0
    /// Whether the server is told of what an account saves and hides, and on Lemmy of what it has read; false by default.
    ///
    /// While it is on, what the server says of them to the account counts too. Switching it on tells nothing of what was
    /// done before.
    public var syncStatuses = false
    /// Whether a post is shown with its author, date, origin and size; false by default.
    public var showFullMemeInfo = false
    /// What becomes of an account's stored data when its person signs out; kept by default.
    public var accountLogoutPolicy = AccountLogoutPolicy.keep
    /// The size limit of the image cache in megabytes (10^6 bytes), 1 to 100,000; 150 by default.
    public var imageCacheMegabytes = 150
    /// The size limit of one pack in megabytes (10^6 bytes), 1 to 100,000; 200 by default.
    ///
    /// The automatic packs of one background refresh share it: each has an equal part.
    public var packBudgetMegabytes = 200
    /// The networks over which media are downloaded; unmetered ones by default.
    public var downloadPolicy = DownloadPolicy.wifi
    /// The age in minutes at which a feed is refreshed automatically, 1 to 10,080; an hour by default.
    public var refreshAgeMinutes = 60
    /// The retention of posts without a mark that keeps them, in days, 1 to 3,650; 90 by default.
    public var postRetentionDays = 90
    /// The retention of read marks, in days, 1 to 3,650; 180 by default.
    public var readRetentionDays = 180

    /// The app's own settings, and those of other versions.
    package var own = OwnSettings()

    /// Creates the default settings.
    public init() {}

    /// Creates the default settings of an app with settings of its own.
    ///
    /// - Parameters:
    ///   - own: The definitions of the app's settings: ``Setting/definition`` of each.
    ///   - languages: The languages that the app has besides the built-in ones.
    /// - Throws: ``DataError`` with the code `invalidInput` where two settings have one name, or that of a built-in
    ///   one, or a default is not allowed.
    package init(own: [SettingDefinition], languages: [InterfaceLanguage] = []) throws(DataError) {
        self.own = try OwnSettings(own, languages: languages)
    }
}

extension ReadingSettings {
    /// The definitions of all settings that can be set: the built-in ones first, then the app's own.
    public var definitions: [SettingDefinition] {
        SettingKey.allCases.compactMap(definition) + own.definitions
    }

    /// Finds the definition of a setting.
    ///
    /// - Parameter key: The setting's key.
    /// - Returns: Its definition; `nil` where it is neither built in nor declared by the app.
    public func definition(of key: SettingKey) -> SettingDefinition? {
        field(key).map { SettingDefinition(key, $0) } ?? own.definition(of: key)
    }

    /// The stored values of settings that only another version knows.
    public var unknownValues: [SettingKey: SettingValue] { own.unknown }

    private func field(_ key: SettingKey) -> BuiltInSetting? { BuiltInSetting(key, languages: own.languages) }

    /// The value of a setting as JSON.
    ///
    /// - Parameter key: The setting's key.
    /// - Returns: A number, a text, `true` or `false`, or a list of texts; ``mediaKinds`` is the text `all` or a list.
    ///   For a key that only another version knows, the stored value; `null` for an unknown key.
    public subscript(key: SettingKey) -> SettingValue { field(key)?.value(in: self) ?? own.value(of: key) }

    /// The value of one of the app's own settings.
    ///
    /// A new value is checked when a ``SettingsProvider`` stores the settings.
    ///
    /// - Parameter setting: The setting.
    /// - Returns: Its value; its default where it was not set, or is not declared here.
    public subscript<Value>(setting: Setting<Value>) -> Value {
        get { own.values[setting.key].flatMap(setting.read) ?? setting.defaultValue }
        set { own.values[setting.key] = setting.write(newValue) }
    }

    /// The value of a setting as text, in the form that ``set(_:for:)`` accepts.
    ///
    /// - Parameter key: The setting's key.
    /// - Returns: The text; entries of lists are separated by commas.
    public func text(of key: SettingKey) -> String {
        let value = self[key]
        return value.texts.map { $0.joined(separator: ", ") } ?? value.shown
    }

    /// Sets a setting from JSON.
    ///
    /// Entries of lists are trimmed; empty ones and repetitions in any case are dropped. Authors lose `u/`, and URLs
    /// among the domains are reduced to their host.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The setting's key.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message names the value and what is allowed. Nothing
    ///   has changed then.
    public mutating func set(_ value: SettingValue, for key: SettingKey) throws(DataError) {
        guard let field = field(key) else {
            guard let definition = own.definition(of: key) else { throw unknownKey(key) }
            own.values[key] = try definition.normalized(value)
            return
        }
        do throws(BuiltInSetting.NotAllowed) {
            try field.set(value, in: &self)
        } catch {
            throw SettingDefinition(key, field).invalidValueError(error.value.shown)
        }
    }

    private func unknownKey(_ key: SettingKey) -> DataError {
        SettingKey.unknown(key.rawValue, among: definitions.map(\.key))
    }

    /// Sets a setting from text.
    ///
    /// White space around it is ignored. Entries of lists are separated by commas.
    ///
    /// - Parameters:
    ///   - text: The text, such as `25`, `true`, `hidden` or `one, two`.
    ///   - key: The setting's key.
    /// - Throws: ``DataError`` with the code `invalidInput`; nothing has changed then.
    public mutating func set(_ text: String, for key: SettingKey) throws(DataError) {
        guard let field = field(key) else {
            guard let rule = own.definition(of: key)?.rule else { throw unknownKey(key) }
            return try set(rule.value(from: text), for: key)
        }
        let value = field.value(from: text)
        if let odd = field.notOffered(of: value, besides: self) {
            throw SettingDefinition(key, field).invalidValueError(odd.shown)
        }
        try set(value, for: key)
    }

    /// Resets a setting to its default.
    ///
    /// - Parameter key: The setting's key.
    public mutating func reset(_ key: SettingKey) {
        copy(key, from: ReadingSettings())
    }

    /// The entries of a list setting; none for any other setting, and for all kinds of media.
    package func entries(of key: SettingKey) -> [String] { self[key].texts ?? [] }

    /// Sets the entries of a list setting; does nothing for any other setting.
    ///
    /// ``validated()`` checks and normalizes them.
    package mutating func setEntries(_ entries: [String], of key: SettingKey) {
        if case .list(let property, _) = field(key) {
            self[keyPath: property] = entries
        } else if own.definition(of: key)?.kind == .list {
            own.values[key] = .list(entries)
        }
    }

    /// Checks and normalizes all settings; every provider calls it before it stores a change.
    ///
    /// - Returns: The settings in the form in which they are stored.
    /// - Throws: ``DataError`` with the code `invalidInput` for the first value that is not allowed.
    package func validated() throws(DataError) -> ReadingSettings {
        var checked = self
        for key in SettingKey.allCases { try checked.set(self[key], for: key) }
        for key in own.values.keys.sorted(by: { $0.rawValue < $1.rawValue }) { try checked.set(self[key], for: key) }
        return checked
    }

    /// Copies one setting.
    mutating func copy(_ key: SettingKey, from other: ReadingSettings) {
        switch field(key) {
        case .toggle(let property): self[keyPath: property] = other[keyPath: property]
        case .number(let property, _), .step(let property, _): self[keyPath: property] = other[keyPath: property]
        case .list(let property, _): self[keyPath: property] = other[keyPath: property]
        case .choice(let choice): _ = choice.set(choice.get(other), &self)
        case .kinds: mediaKinds = other.mediaKinds
        case .language: language = other.language
        case nil: own.values[key] = other.own.values[key]
        }
    }
}

/// The visibility of posts that not everybody wants to see.
public enum ContentVisibility: String, Hashable, Sendable, Codable, CaseIterable {
    /// Listed, with their pictures covered until the person uncovers them.
    case covered
    /// Listed like any other post.
    case shown
    /// Not listed.
    case hidden
}

/// The colour theme of a front end.
public enum InterfaceTheme: String, Hashable, Sendable, Codable, CaseIterable {
    /// The system's theme.
    case system
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
}
