/// Texts about packs (offline downloads): progress, endings, and how much of a post is on this device.
public enum PackPhrase: String, LocalizedPhrase {
    // MARK: How far it is

    /// The word between the number done and the total.
    case of
    /// The number of posts of a pack that is under way.
    case posts
    /// The number of posts of a pack that has ended.
    case allPosts
    /// The number of threads of a pack that is under way.
    case threads
    /// The number of thumbnails of a pack that is under way.
    case thumbnails
    /// The number of media files of a pack that is under way.
    case files
    /// The number of items that the server does not have any more.
    case missing

    // MARK: How it ended

    /// A pack that has everything.
    case complete
    /// A pack that has everything but parts of some threads, with their number.
    case partialThreads
    /// A pack that has used up its size limit.
    case stoppedByBytes
    /// A pack that has used up its time limit.
    case stoppedByTime
    /// A pack that waits for a network.
    case stoppedByNetwork
    /// A pack whose media wait because downloads are off.
    case stoppedByPolicy
    /// A pack that is paused.
    case paused
    /// A pack that failed.
    case failed

    /// An estimated size.
    case about

    // MARK: What of a post is here

    /// The badge of a post with everything on this device.
    case availableOffline
    /// The badge of a post with its text and comments on this device.
    case textAndComments
    /// The badge of a post with its text and some of the rest on this device.
    case partly
    /// The badge of a post with its text alone on this device.
    case textOnly
    /// The badge of a post with nothing on this device.
    case notAvailable

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
