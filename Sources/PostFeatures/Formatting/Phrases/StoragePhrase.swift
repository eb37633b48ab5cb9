/// What a screen says about what is kept, and letting it go.
public enum StoragePhrase: String, LocalizedPhrase {
    // MARK: Kinds, by the words of `StorageKind`

    /// Posts.
    case posts
    /// The order of feeds.
    case feeds
    /// Marks of posts and threads.
    case statuses
    /// Comments.
    case comments
    /// Packs.
    case packs
    /// Media that posts hold.
    case media
    /// The image cache.
    case images
    /// Settings.
    case settings
    /// Followed subreddits and users.
    case sources
    /// Where the person was reading.
    case positions
    /// Small values.
    case state
    /// Tokens.
    case tokens
    /// The database's own.
    case database
    /// Damaged files that were set aside.
    case damaged
    /// Anything else.
    case other

    // MARK: What can go

    /// The image cache, as a thing to clear.
    case clearImages
    /// Downloads, as a thing to clear.
    case clearDownloads
    /// All that was fetched, as a thing to clear.
    case clearFetched
    /// What stays in any case.
    case keptNote
    /// So much would be freed.
    case wouldFree
    /// So much was freed.
    case freed
    /// There is nothing that could go.
    case nothingToFree
    /// So many posts are older than what is set.
    case oldPosts
    /// So many marks are older than what is set.
    case oldMarks

    // MARK: Sizes

    /// Bytes.
    case bytes
    /// Thousands of bytes.
    case kilobytes
    /// Millions of bytes.
    case megabytes
    /// Billions of bytes.
    case gigabytes
    /// So many files.
    case files

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [StoragePhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [StoragePhrase: PhraseText] = [
        .posts: .fixed("Posts"),
        .feeds: .fixed("Feeds"),
        .statuses: .fixed("Marks"),
        .comments: .fixed("Comments"),
        .packs: .fixed("Packs"),
        .media: .fixed("Media"),
        .images: .fixed("Image cache"),
        .settings: .fixed("Settings"),
        .sources: .fixed("Sources"),
        .positions: .fixed("Reading positions"),
        .state: .fixed("Notes for requests"),
        .tokens: .fixed("Sign-ins"),
        .database: .fixed("Database"),
        .damaged: .fixed("Damaged, set aside"),
        .other: .fixed("Other"),
        .clearImages: .fixed("Clear the image cache"),
        .clearDownloads: .fixed("Clear downloads"),
        .clearFetched: .fixed("Clear everything that can be fetched again"),
        .keptNote: .fixed("Saved posts and favourites stay, with their media and comments"),
        .wouldFree: .filled("% will be freed"),
        .freed: .filled("% freed"),
        .nothingToFree: .fixed("Nothing to clear"),
        .oldPosts: .counted([.one: "% old post", .other: "% old posts"]),
        .oldMarks: .counted([.one: "% old mark", .other: "% old marks"]),
        .bytes: .filled("% B"),
        .kilobytes: .filled("% kB"),
        .megabytes: .filled("% MB"),
        .gigabytes: .filled("% GB"),
        .files: .counted([.one: "% file", .other: "% files"]),
    ]

    private static let ukrainian: [StoragePhrase: PhraseText] = [
        .posts: .fixed("Дописи"),
        .feeds: .fixed("Стрічки"),
        .statuses: .fixed("Позначки"),
        .comments: .fixed("Коментарі"),
        .packs: .fixed("Добірки"),
        .media: .fixed("Медіа"),
        .images: .fixed("Кеш зображень"),
        .settings: .fixed("Налаштування"),
        .sources: .fixed("Джерела"),
        .positions: .fixed("Місця читання"),
        .state: .fixed("Нотатки для запитів"),
        .tokens: .fixed("Входи"),
        .database: .fixed("База даних"),
        .damaged: .fixed("Пошкоджене, відкладене"),
        .other: .fixed("Інше"),
        .clearImages: .fixed("Очистити кеш зображень"),
        .clearDownloads: .fixed("Очистити завантажене"),
        .clearFetched: .fixed("Очистити все, що можна завантажити знову"),
        .keptNote: .fixed("Збережене й улюблене залишиться, з медіа й коментарями"),
        .wouldFree: .filled("Звільниться %"),
        .freed: .filled("Звільнено %"),
        .nothingToFree: .fixed("Очищати нічого"),
        .oldPosts: .counted([.one: "% старий допис", .few: "% старі дописи", .many: "% старих дописів"]),
        .oldMarks: .counted([.one: "% стара позначка", .few: "% старі позначки", .many: "% старих позначок"]),
        .bytes: .filled("% Б"),
        .kilobytes: .filled("% кБ"),
        .megabytes: .filled("% МБ"),
        .gigabytes: .filled("% ГБ"),
        .files: .counted([.one: "% файл", .few: "% файли", .many: "% файлів"]),
    ]
}
