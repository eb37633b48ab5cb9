/// Names of feeds: their sources, orders, periods and read policies.
public enum FeedPhrase: String, LocalizedPhrase {
    // MARK: Where posts come from

    /// The name of the front page.
    case frontPage
    /// The name of a search, with its words.
    case searchFor
    /// The name of the feed of saved posts.
    case savedPosts
    /// The name of the feed of favourites.
    case favouritePosts
    /// The name of the feed of downloaded posts.
    case downloadedPosts
    /// The list of one's own posts that are not sent.
    case unsentPosts

    // MARK: In which order

    /// The name of the order by the server's pick for this person.
    case best
    /// The name of the order by current interest.
    case hot
    /// The name of the order by age, newest first.
    case new
    /// The name of the order by score in a period.
    case top
    /// The name of the order by growing interest.
    case rising
    /// The name of the order by disagreement.
    case controversial

    // MARK: How far back

    /// The name of the period of the last hour.
    case pastHour
    /// The name of the period of the last 24 hours.
    case pastDay
    /// The name of the period of the last week.
    case pastWeek
    /// The name of the period of the last month.
    case pastMonth
    /// The name of the period of the last year.
    case pastYear
    /// The name of the period without a limit.
    case allTime

    // MARK: What reading may cost

    /// The name of the policy that reads the store alone.
    case storedOnly
    /// The name of the policy that shows the stored posts, then asks the network.
    case storedThenNetwork
    /// The name of the policy that asks the network alone.
    case networkOnly
    /// The name of the policy that asks the network, and reads the store when that fails.
    case networkElseStored

    public var english: PhraseText {
        switch self {
        case .frontPage: .fixed("Front page")
        case .searchFor: .filled("Search: %")
        case .savedPosts: .fixed("Saved")
        case .favouritePosts: .fixed("Favourites")
        case .downloadedPosts: .fixed("Downloads")
        case .unsentPosts: .fixed("Unsent posts")
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
