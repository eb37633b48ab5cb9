/// What is said of packs, and of what of a post is on this device.
public enum PackPhrase: String, LocalizedPhrase {
    // MARK: How far it is

    /// Between two numbers: so many of so many.
    case of
    /// So many posts, of which some are there.
    case posts
    /// So many posts, all there.
    case allPosts
    /// So many threads of which some are there.
    case threads
    /// So many thumbnails of which some are there.
    case thumbnails
    /// So many files of which some are there.
    case files
    /// So many could not be had.
    case missing

    // MARK: How it ended

    /// Everything is there.
    case complete
    /// Everything that can be had is there, and of so many threads that is not all.
    case partialThreads
    /// Its bytes are used up.
    case stoppedByBytes
    /// Its time is over.
    case stoppedByTime
    /// It waits for a network.
    case stoppedByNetwork
    /// It is paused.
    case paused
    /// Something failed.
    case failed

    /// About so much, as far as is known.
    case about

    // MARK: What of a post is here

    /// Everything that it has.
    case availableOffline
    /// Its text and its comments.
    case textAndComments
    /// Its text and some of the rest.
    case partly
    /// Its text alone.
    case textOnly
    /// Nothing.
    case notAvailable

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [PackPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [PackPhrase: PhraseText] = [
        .of: .fixed("of"),
        .posts: .counted([.one: "% post", .other: "% posts"]),
        .allPosts: .counted([.one: "% post", .other: "% posts"]),
        .threads: .counted([.one: "comments of % post", .other: "comments of % posts"]),
        .thumbnails: .counted([.one: "% thumbnail", .other: "% thumbnails"]),
        .files: .counted([.one: "% file", .other: "% files"]),
        .missing: .counted([.one: "% is gone from its server", .other: "% are gone from their server"]),
        .complete: .fixed("Complete"),
        .partialThreads: .counted([
            .one: "Complete but for parts of % thread", .other: "Complete but for parts of % threads",
        ]),
        .stoppedByBytes: .fixed("Its space is used up"),
        .stoppedByTime: .fixed("Its time is over"),
        .stoppedByNetwork: .fixed("Waiting for a network"),
        .paused: .fixed("Paused"),
        .failed: .fixed("Something failed"),
        .about: .filled("about %"),
        .availableOffline: .fixed("Available offline"),
        .textAndComments: .fixed("Text and comments offline"),
        .partly: .fixed("Partly offline"),
        .textOnly: .fixed("Text offline"),
        .notAvailable: .fixed("Not on this device"),
    ]

    private static let ukrainian: [PackPhrase: PhraseText] = [
        .of: .fixed("з"),
        .posts: .counted([.one: "% допису", .few: "% дописів", .many: "% дописів"]),
        .allPosts: .counted([.one: "% допис", .few: "% дописи", .many: "% дописів"]),
        .threads: .counted(
            [.one: "коментарі % допису", .few: "коментарі % дописів", .many: "коментарі % дописів"]),
        .thumbnails: .counted([.one: "% мініатюри", .few: "% мініатюр", .many: "% мініатюр"]),
        .files: .counted([.one: "% файлу", .few: "% файлів", .many: "% файлів"]),
        .missing: .counted([
            .one: "% уже немає на сервері", .few: "% уже немає на сервері", .many: "% уже немає на сервері",
        ]),
        .complete: .fixed("Усе завантажено"),
        .partialThreads: .counted([
            .one: "Усе, крім частини % гілки", .few: "Усе, крім частин % гілок", .many: "Усе, крім частин % гілок",
        ]),
        .stoppedByBytes: .fixed("Відведене місце вичерпано"),
        .stoppedByTime: .fixed("Час вийшов"),
        .stoppedByNetwork: .fixed("Чекає на мережу"),
        .paused: .fixed("Призупинено"),
        .failed: .fixed("Щось пішло не так"),
        .about: .filled("близько %"),
        .availableOffline: .fixed("Доступно без мережі"),
        .textAndComments: .fixed("Текст і коментарі без мережі"),
        .partly: .fixed("Частково без мережі"),
        .textOnly: .fixed("Текст без мережі"),
        .notAvailable: .fixed("Немає на цьому пристрої"),
    ]
}
