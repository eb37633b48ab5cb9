/// What a screen about background refreshes says.
public enum RefreshPhrase: String, LocalizedPhrase {
    /// There was none.
    case never
    /// One is under way: how many feeds of how many.
    case running
    /// It brought nothing.
    case nothingNew
    /// Not one feed could be refreshed.
    case failed
    /// Time was up before everything was done.
    case outOfTime
    /// It was cancelled before everything was done.
    case cutShort
    /// So many feeds could not be refreshed.
    case failedFeeds
    /// So many feeds wait for the next time.
    case leftFeeds
    /// When it ended: how long ago.
    case lastRun
    /// When the next one may begin: a time.
    case nextRun
    /// The system takes no next run.
    case notScheduled

    /// How each text reads in English.
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
