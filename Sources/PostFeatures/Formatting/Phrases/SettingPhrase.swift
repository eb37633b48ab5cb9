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
    /// What a setting can be: a list of texts.
    case allowedTexts
    /// What a setting can be: a text.
    case allowedText

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [SettingPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [SettingPhrase: PhraseText] = [
        .pageSize: .fixed("Posts per page"),
        .nsfw: .fixed("Not safe for work"),
        .spoilers: .fixed("Spoilers"),
        .mediaKinds: .fixed("Kinds of posts"),
        .blockedWords: .fixed("Blocked words"),
        .blockedAuthors: .fixed("Blocked authors"),
        .blockedDomains: .fixed("Blocked sites"),
        .hideRead: .fixed("Hide what I have read"),
        .autoplay: .fixed("Play videos by themselves"),
        .theme: .fixed("Theme"),
        .language: .fixed("Language"),
        .localSaveLimit: .fixed("Posts kept for reading offline"),
        .showFullMemeInfo: .fixed("Show all that is known of a post"),
        .imageCacheMegabytes: .fixed("Cached pictures, in MB"),
        .packBudgetMegabytes: .fixed("One offline pack, in MB"),
        .downloadPolicy: .fixed("Download media"),
        .refreshAgeMinutes: .fixed("Refresh feeds after, in minutes"),
        .postRetentionDays: .fixed("Keep posts for, in days"),
        .readRetentionDays: .fixed("Remember what was read for, in days"),
        .unusable: .filled("“%” had a value that cannot be used; the default is in force"),
        .newer: .filled("A newer version has set “%”; the default is in force"),
        .refused: .filled("“%” cannot be set to that"),
        .allowed: .filled("Allowed: %"),
        .allowedWords: .fixed("Allowed: words and phrases with commas; * at a word's end stands for any ending"),
        .allowedAuthors: .fixed("Allowed: names with commas, such as name or u/name"),
        .allowedDomains: .fixed("Allowed: sites with commas, such as example.com"),
        .allowedTexts: .fixed("Allowed: texts with commas"),
        .allowedText: .fixed("Allowed: a text on one line"),
    ]

    private static let ukrainian: [SettingPhrase: PhraseText] = [
        .pageSize: .fixed("Дописів на сторінці"),
        .nsfw: .fixed("Вміст 18+"),
        .spoilers: .fixed("Спойлери"),
        .mediaKinds: .fixed("Види дописів"),
        .blockedWords: .fixed("Заблоковані слова"),
        .blockedAuthors: .fixed("Заблоковані автори"),
        .blockedDomains: .fixed("Заблоковані сайти"),
        .hideRead: .fixed("Приховувати прочитане"),
        .autoplay: .fixed("Автоматично відтворювати відео"),
        .theme: .fixed("Тема"),
        .language: .fixed("Мова"),
        .localSaveLimit: .fixed("Скільки дописів зберігати для читання без мережі"),
        .showFullMemeInfo: .fixed("Показувати про допис усе, що відомо"),
        .imageCacheMegabytes: .fixed("Кеш зображень, МБ"),
        .packBudgetMegabytes: .fixed("Один пакет для читання без мережі, МБ"),
        .downloadPolicy: .fixed("Завантажувати медіа"),
        .refreshAgeMinutes: .fixed("Оновлювати стрічки через, хвилин"),
        .postRetentionDays: .fixed("Зберігати дописи, днів"),
        .readRetentionDays: .fixed("Пам’ятати прочитане, днів"),
        .unusable: .filled("Значення налаштування «%» непридатне, тож діє типове"),
        .newer: .filled("Налаштування «%» задала новіша версія, тож діє типове значення"),
        .refused: .filled("Налаштування «%» не може мати такого значення"),
        .allowed: .filled("Дозволено: %"),
        .allowedWords: .fixed("Дозволено: слова й фрази через кому; * наприкінці слова замінює будь-яке закінчення"),
        .allowedAuthors: .fixed("Дозволено: імена через кому, наприклад name або u/name"),
        .allowedDomains: .fixed("Дозволено: сайти через кому, наприклад example.com"),
        .allowedTexts: .fixed("Дозволено: тексти через кому"),
        .allowedText: .fixed("Дозволено: текст в один рядок"),
    ]
}
