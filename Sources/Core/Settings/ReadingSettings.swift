/// The settings of a person, built-in ones and an app's own, on fetching, filtering, looks and storage.
///
/// Every filter is off by default: posts that are not safe for work and spoilers stay in, marked and covered.
public struct ReadingSettings: Hashable, Sendable {
    /// How many posts a page has, 1 to 100; 25 by default.
    public var pageSize = 25
    /// What becomes of posts that are not safe for work.
    public var nsfw = ContentVisibility.covered
    /// What becomes of posts that give something away.
    public var spoilers = ContentVisibility.covered
    /// The kinds of media that are shown; `nil`, the default, for all, also those that are yet to come.
    ///
    /// Kinds that only another version knows stay among them, and are written back.
    public var mediaKinds: Set<Media.Kind>?
    /// Words that no post has that is shown, as they were typed.
    public var blockedWords: [String] = []
    /// Authors whose posts are left out, as they were typed.
    public var blockedAuthors: [String] = []
    /// Hosts whose links are left out, as they were typed; what is below them too.
    public var blockedDomains: [String] = []
    /// Whether feeds leave out what was read.
    public var hideRead = false
    /// Whether videos begin by themselves.
    public var autoplay = false
    /// How things look.
    public var theme = InterfaceTheme.system
    /// The language of the texts.
    public var language = InterfaceLanguage.system
    /// How many posts automatic packs keep: 0 (none, the default), 50, 100 or 500.
    public var localSaveLimit = 0
    /// Whether all that is known of a post is shown with it: who, when, where from and how large; false by default.
    public var showFullMemeInfo = false
    /// How much the image cache may take, in megabytes (10^6 bytes), 1 to 100,000; 150 by default.
    public var imageCacheMegabytes = 150
    /// How much one pack may take, in megabytes (10^6 bytes), 1 to 100,000; 200 by default.
    public var packBudgetMegabytes = 200
    /// When media are downloaded; by default, where nobody asked for them one by one, on a network that costs nothing.
    public var downloadPolicy = DownloadPolicy.wifi
    /// How old a feed may be before it is refreshed by itself, in minutes, 1 to 10,080; an hour by default.
    public var refreshAgeMinutes = 60
    /// How long a post is kept that nobody kept, in days, 1 to 3,650; 90 by default.
    public var postRetentionDays = 90
    /// How long it is kept that a post was read, in days, 1 to 3,650; 180 by default.
    public var readRetentionDays = 180

    /// The settings that are not built in.
    package var own = OwnSettings()

    /// Creates the settings of somebody who has set nothing.
    public init() {}

    /// Creates the settings of somebody who has set nothing, in an app with settings of its own.
    ///
    /// - Parameters:
    ///   - own: What the app has declared: ``Setting/definition`` of each.
    ///   - languages: The languages that the app has besides the built-in ones.
    /// - Throws: ``DataError`` with the code `invalidInput` where two have one name, or that of a built-in one, or a
    ///   default is not allowed.
    public init(own: [SettingDefinition], languages: [InterfaceLanguage] = []) throws(DataError) {
        self.own = try OwnSettings(own, languages: languages)
    }
}
