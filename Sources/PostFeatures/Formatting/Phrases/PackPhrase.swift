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
    /// Its files wait, as nothing is to be downloaded.
    case stoppedByPolicy
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

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .of: .fixed("of")
        case .posts: .counted([.one: "% post", .other: "% posts"])
        case .allPosts: .counted([.one: "% post", .other: "% posts"])
        case .threads: .counted([.one: "comments of % post", .other: "comments of % posts"])
        case .thumbnails: .counted([.one: "% thumbnail", .other: "% thumbnails"])
        case .files: .counted([.one: "% file", .other: "% files"])
        case .missing: .counted([.one: "% is gone from its server", .other: "% are gone from their server"])
        case .complete: .fixed("Complete")
        case .partialThreads:
            .counted([.one: "Complete but for parts of % thread", .other: "Complete but for parts of % threads"])
        case .stoppedByBytes: .fixed("Its space is used up")
        case .stoppedByTime: .fixed("Its time is over")
        case .stoppedByNetwork: .fixed("Waiting for a network")
        case .stoppedByPolicy: .fixed("Media wait: downloads are off in the settings")
        case .paused: .fixed("Paused")
        case .failed: .fixed("Something failed")
        case .about: .filled("about %")
        case .availableOffline: .fixed("Available offline")
        case .textAndComments: .fixed("Text and comments offline")
        case .partly: .fixed("Partly offline")
        case .textOnly: .fixed("Text offline")
        case .notAvailable: .fixed("Not on this device")
        }
    }
}
