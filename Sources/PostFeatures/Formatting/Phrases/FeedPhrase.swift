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

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .frontPage: .fixed("Front page")
        case .searchFor: .filled("Search: %")
        case .savedPosts: .fixed("Saved")
        case .favouritePosts: .fixed("Favourites")
        case .downloadedPosts: .fixed("Downloads")
        case .best: .fixed("Best")
        case .hot: .fixed("Hot")
        case .new: .fixed("New")
        case .top: .fixed("Top")
        case .rising: .fixed("Rising")
        case .controversial: .fixed("Controversial")
        case .pastHour: .fixed("Past hour")
        case .pastDay: .fixed("Past 24 hours")
        case .pastWeek: .fixed("Past week")
        case .pastMonth: .fixed("Past month")
        case .pastYear: .fixed("Past year")
        case .allTime: .fixed("All time")
        case .storedOnly: .fixed("Only what is on this device")
        case .storedThenNetwork: .fixed("This device first, then the network")
        case .networkOnly: .fixed("Only the network")
        case .networkElseStored: .fixed("The network, or else this device")
        }
    }
}
