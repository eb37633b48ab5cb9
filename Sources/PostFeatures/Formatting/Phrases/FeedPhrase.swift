/// What a feed is called: where its posts come from, in which order, how far back, and what reading it may cost.
public enum FeedPhrase: String, LocalizedPhrase {
    // MARK: Where posts come from

    /// The front page.
    case frontPage
    /// What the server finds for some words.
    case searchFor
    /// What the person saved.
    case savedPosts
    /// What the person keeps with its media.
    case favouritePosts
    /// What was packed for later.
    case downloadedPosts

    // MARK: In which order

    /// The server's pick for this person.
    case best
    /// What is talked about now.
    case hot
    /// The newest first.
    case new
    /// The highest score in a period.
    case top
    /// What is becoming hot.
    case rising
    /// What people disagree on.
    case controversial

    // MARK: How far back

    /// The last hour.
    case pastHour
    /// The last 24 hours.
    case pastDay
    /// The last week.
    case pastWeek
    /// The last month.
    case pastMonth
    /// The last year.
    case pastYear
    /// All time.
    case allTime

    // MARK: What reading may cost

    /// Only what is stored.
    case storedOnly
    /// What is stored, then the network.
    case storedThenNetwork
    /// The network.
    case networkOnly
    /// The network; when it fails, what is stored.
    case networkElseStored

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [FeedPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [FeedPhrase: PhraseText] = [
        .frontPage: .fixed("Front page"),
        .searchFor: .filled("Search: %"),
        .savedPosts: .fixed("Saved"),
        .favouritePosts: .fixed("Favourites"),
        .downloadedPosts: .fixed("Downloads"),
        .best: .fixed("Best"),
        .hot: .fixed("Hot"),
        .new: .fixed("New"),
        .top: .fixed("Top"),
        .rising: .fixed("Rising"),
        .controversial: .fixed("Controversial"),
        .pastHour: .fixed("Past hour"),
        .pastDay: .fixed("Past 24 hours"),
        .pastWeek: .fixed("Past week"),
        .pastMonth: .fixed("Past month"),
        .pastYear: .fixed("Past year"),
        .allTime: .fixed("All time"),
        .storedOnly: .fixed("Only what is on this device"),
        .storedThenNetwork: .fixed("This device first, then the network"),
        .networkOnly: .fixed("Only the network"),
        .networkElseStored: .fixed("The network, or else this device"),
    ]

    private static let ukrainian: [FeedPhrase: PhraseText] = [
        .frontPage: .fixed("Головна"),
        .searchFor: .filled("Пошук: %"),
        .savedPosts: .fixed("Збережене"),
        .favouritePosts: .fixed("Улюблене"),
        .downloadedPosts: .fixed("Завантажене"),
        .best: .fixed("Найкращі"),
        .hot: .fixed("Гарячі"),
        .new: .fixed("Нові"),
        .top: .fixed("Топ"),
        .rising: .fixed("Набирають популярності"),
        .controversial: .fixed("Суперечливі"),
        .pastHour: .fixed("За годину"),
        .pastDay: .fixed("За добу"),
        .pastWeek: .fixed("За тиждень"),
        .pastMonth: .fixed("За місяць"),
        .pastYear: .fixed("За рік"),
        .allTime: .fixed("За весь час"),
        .storedOnly: .fixed("Лише те, що є на пристрої"),
        .storedThenNetwork: .fixed("Спершу з пристрою, потім із мережі"),
        .networkOnly: .fixed("Лише з мережі"),
        .networkElseStored: .fixed("З мережі, а без неї — з пристрою"),
    ]
}
