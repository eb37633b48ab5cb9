/// The names of settings, with their keys as raw values, and texts about settings' values.
public enum SettingPhrase: String, LocalizedPhrase {
    /// The name of the number of posts on a page.
    case pageSize
    /// The name of the choice for posts that are not safe for work.
    case nsfw
    /// The name of the choice for spoilers.
    case spoilers
    /// The name of the kinds of media that are shown.
    case mediaKinds
    /// The name of the blocked words.
    case blockedWords
    /// The name of the blocked authors.
    case blockedAuthors
    /// The name of the blocked hosts.
    case blockedDomains
    /// The name of the blocked subreddits or communities.
    case blockedSubreddits
    /// The name of the blocked flairs.
    case blockedFlairs
    /// The name of the switch that hides read posts.
    case hideRead
    /// The name of the switch that plays videos by themselves.
    case autoplay
    /// The name of the theme.
    case theme
    /// The name of the language.
    case language
    /// The name of the number of posts that automatic packs keep.
    case localSaveLimit
    /// The name of the switch that tells the server what was saved, hidden and read.
    case syncStatuses
    /// The name of the switch that shows all fields of a post.
    case showFullMemeInfo
    /// The name of the choice for an account's data after signing out.
    case accountLogoutPolicy
    /// The name of the image cache's size limit.
    case imageCacheMegabytes
    /// The name of a pack's size limit.
    case packBudgetMegabytes
    /// The name of the choice of networks for media downloads.
    case downloadPolicy
    /// The name of the age at which a feed is refreshed.
    case refreshAgeMinutes
    /// The name of the time for which posts are kept.
    case postRetentionDays
    /// The name of the time for which read marks are kept.
    case readRetentionDays
    /// A stored value that cannot be used, with the setting's name.
    case unusable
    /// A stored value of a newer version, with the setting's name.
    case newer
    /// A value that was refused, with the setting's name.
    case refused
    /// The allowed choices or numbers.
    case allowed
    /// The allowed values of a list of words.
    case allowedWords
    /// The allowed values of a list of names.
    case allowedAuthors
    /// The allowed values of a list of hosts.
    case allowedDomains
    /// The allowed values of a list of subreddits.
    case allowedSubreddits
    /// The allowed values of a list of flairs.
    case allowedFlairs
    /// The allowed values of a list of texts.
    case allowedTexts
    /// The allowed value of a text.
    case allowedText

    public var english: PhraseText {
        switch self {
        case .pageSize: .fixed("Posts per page")
        case .nsfw: .fixed("Not safe for work")
        case .spoilers: .fixed("Spoilers")
        case .mediaKinds: .fixed("Kinds of posts")
        case .blockedWords: .fixed("Blocked words")
        case .blockedAuthors: .fixed("Blocked authors")
        case .blockedDomains: .fixed("Blocked sites")
        case .blockedSubreddits: .fixed("Blocked communities")
        case .blockedFlairs: .fixed("Blocked flairs")
        case .hideRead: .fixed("Hide what I have read")
        case .autoplay: .fixed("Play videos by themselves")
        case .theme: .fixed("Theme")
        case .language: .fixed("Language")
        case .localSaveLimit: .fixed("Posts kept for reading offline")
        case .syncStatuses: .fixed("Save and hide on the server too")
        case .showFullMemeInfo: .fixed("Show all that is known of a post")
        case .accountLogoutPolicy: .fixed("An account’s data after signing out")
        case .imageCacheMegabytes: .fixed("Cached pictures, in MB")
        case .packBudgetMegabytes: .fixed("One offline pack, in MB")
        case .downloadPolicy: .fixed("Download media")
        case .refreshAgeMinutes: .fixed("Refresh feeds after, in minutes")
        case .postRetentionDays: .fixed("Keep posts for, in days")
        case .readRetentionDays: .fixed("Remember what was read for, in days")
        case .unusable: .filled("“%” had a value that cannot be used; the default is in force")
        case .newer: .filled("A newer version has set “%”; the default is in force")
        case .refused: .filled("“%” cannot be set to that")
        case .allowed: .filled("Allowed: %")
        case .allowedWords: .fixed("Allowed: words and phrases with commas; * at a word's end stands for any ending")
        case .allowedAuthors: .fixed("Allowed: names with commas, such as name or u/name")
        case .allowedDomains: .fixed("Allowed: sites with commas, such as example.com")
        case .allowedSubreddits: .fixed("Allowed: names with commas, such as name, r/name or name@host")
        case .allowedFlairs: .fixed("Allowed: flairs with commas, each as posts have it")
        case .allowedTexts: .fixed("Allowed: texts with commas")
        case .allowedText: .fixed("Allowed: a text on one line")
        }
    }
}
