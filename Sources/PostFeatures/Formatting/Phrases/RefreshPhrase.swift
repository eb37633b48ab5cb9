/// Texts about background refreshes.
public enum RefreshPhrase: String, LocalizedPhrase {
    /// There was no background refresh yet.
    case never
    /// A background refresh is under way, with the feeds done and in all.
    case running
    /// A background refresh without new posts.
    case nothingNew
    /// A background refresh in which every feed failed.
    case failed
    /// A background refresh that ran out of time.
    case outOfTime
    /// A background refresh that was cancelled.
    case cutShort
    /// The number of feeds that could not be refreshed.
    case failedFeeds
    /// The number of feeds that are left for the next run.
    case leftFeeds
    /// The age of the last background refresh.
    case lastRun
    /// The earliest time of the next background refresh.
    case nextRun
    /// The system allows no background refresh.
    case notScheduled

    public var english: PhraseText {
        switch self {
        case .never: .fixed("Not refreshed in the background yet")
        case .running: .filled("Refreshing: %")
        case .nothingNew: .fixed("Nothing new")
        case .failed: .fixed("No feed could be refreshed")
        case .outOfTime: .fixed("Stopped when the time was up")
        case .cutShort: .fixed("Stopped before everything was done")
        case .failedFeeds: .counted([.one: "% feed could not be refreshed", .other: "% feeds could not be refreshed"])
        case .leftFeeds: .counted([.one: "% feed waits for the next time", .other: "% feeds wait for the next time"])
        case .lastRun: .filled("Last background refresh: %")
        case .nextRun: .filled("Next refresh: not before %")
        case .notScheduled: .fixed("The system allows no background refresh")
        }
    }
}
