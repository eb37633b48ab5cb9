/// What a setting is called.
///
/// A case is named as the setting's key.
public enum SettingPhrase: String, LocalizedPhrase {
    /// How many posts a page has.
    case pageSize
    /// What becomes of posts that are not safe for work.
    case nsfw
    /// What becomes of posts that give something away.
    case spoilers
    /// Which kinds of media are shown.
    case mediaKinds
    /// Words that no post has that is shown.
    case blockedWords
    /// Authors whose posts are left out.
    case blockedAuthors
    /// Hosts whose links are left out.
    case blockedDomains
    /// Whether feeds leave out what was read.
    case hideRead
    /// Whether videos begin by themselves.
    case autoplay
    /// How things look.
    case theme
    /// The language of the texts.
    case language
    /// How many posts automatic packs keep.
    case localSaveLimit
    /// Whether all that is known of a post is shown.
    case showFullMemeInfo
    /// How much the image cache may take.
    case imageCacheMegabytes
    /// How much one pack may take.
    case packBudgetMegabytes
    /// When media may be downloaded.
    case downloadPolicy
    /// How old a feed may be before it is refreshed.
    case refreshAgeMinutes
    /// How long a post is kept that nobody kept.
    case postRetentionDays
    /// How long it is kept that a post was read.
    case readRetentionDays
    /// A stored value could not be used; the name of its setting.
    case unusable
    /// A stored value is a newer version's; the name of its setting.
    case newer
    /// A value was refused; the name of its setting.
    case refused
    /// What a setting can be: some choices, or a range of numbers.
    case allowed
    /// What a setting can be: a list of words.
    case allowedWords
    /// What a setting can be: a list of names.
    case allowedAuthors
    /// What a setting can be: a list of sites.
    case allowedDomains
    /// The values that a setting can have: a list of texts.
    case allowedTexts
    /// The values that a setting can have: a text.
    case allowedText

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .pageSize: .fixed("Posts per page")
        case .nsfw: .fixed("Not safe for work")
        case .spoilers: .fixed("Spoilers")
        case .mediaKinds: .fixed("Kinds of posts")
        case .blockedWords: .fixed("Blocked words")
        case .blockedAuthors: .fixed("Blocked authors")
        case .blockedDomains: .fixed("Blocked sites")
        case .hideRead: .fixed("Hide what I have read")
        case .autoplay: .fixed("Play videos by themselves")
        case .theme: .fixed("Theme")
        case .language: .fixed("Language")
        case .localSaveLimit: .fixed("Posts kept for reading offline")
        case .showFullMemeInfo: .fixed("Show all that is known of a post")
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
        case .allowedTexts: .fixed("Allowed: texts with commas")
        case .allowedText: .fixed("Allowed: a text on one line")
        }
    }
}
