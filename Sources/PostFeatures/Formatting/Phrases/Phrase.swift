/// Ages, counts, badges, and what became of a fetch: the texts that most screens share.
///
/// The texts of one topic alone have an enum of their own beside this one.
public enum Phrase: String, LocalizedPhrase {
    /// Less than a minute ago.
    case justNow
    /// So many minutes ago.
    case minutesAgo
    /// So many hours ago.
    case hoursAgo
    /// So many days ago.
    case daysAgo
    /// So many weeks ago.
    case weeksAgo
    /// So many months ago.
    case monthsAgo
    /// So many years ago.
    case yearsAgo
    /// No comments.
    case noComments
    /// So many comments.
    case comments
    /// So many points.
    case points
    /// Behind a number in thousands.
    case thousands
    /// Behind a number in millions.
    case millions
    /// Behind a number in thousands of millions.
    case billions
    /// A badge: saved for later.
    case saved
    /// A badge: kept with its media.
    case favourite
    /// A badge: not safe for work.
    case notSafeForWork
    /// A badge: gives something away.
    case spoiler
    /// A badge: kept at the top by moderators.
    case stickied
    /// So many times.
    case times
    /// Offline since a time.
    case offlineSince
    /// When something is tried next.
    case nextTryAt

    // MARK: What happened to a fetch, with and without a time

    /// It waits.
    case waits
    /// It waits until a time.
    case waitsUntil
    /// It is sent again.
    case triesAgain
    /// It is sent again at a time.
    case triesAgainAt
    /// It was not sent.
    case notAsked
    /// It is not sent before a time.
    case notAskedUntil
    /// A feed was shown as it is stored.
    case notRefreshed
    /// A feed is shown as it is stored until a time.
    case notRefreshedUntil
    /// It failed.
    case failed
    /// It failed, and is worth another try at a time.
    case failedTryAt
    /// A road is closed.
    case closed
    /// A road is closed until a time.
    case closedUntil
    /// A road is open again.
    case openAgain

    // MARK: Why

    /// The budget of the server's window is used up.
    case budgetUsedUp
    /// The server asked for a pause.
    case serverAskedToWait
    /// Requests to a host are kept apart.
    case requestsAreSpaced
    /// What is more urgent goes first.
    case urgentGoesFirst
    /// It was refreshed a short while ago.
    case refreshedLately
    /// The server refused it before.
    case refusedBefore
    /// There is no connection.
    case noConnection
    /// It failed in a way that has no text of its own.
    case otherFailure
    /// The network costs something.
    case waitsForFreeNetwork
    /// Nobody knows what the network costs.
    case waitsForKnownNetwork
    /// The person asked for little to be sent.
    case waitsForMoreData
    /// The person wants no media downloaded.
    case downloadsAreOff

    // MARK: What waits, where it is about no single server

    /// Packs for the time without a network.
    case packs
    /// The media of favourites.
    case favourites
    /// Pictures that are seen, or are about to be.
    case pictures

    // MARK: How it failed

    /// The code `offline`.
    case serverNotReached
    /// The code `timedOut`.
    case serverTooSlow
    /// The code `accessClosed`.
    case wayInClosed
    /// The code `forbidden`.
    case notShown
    /// The code `unauthorized`.
    case signInNeeded
    /// The code `sessionExpired`.
    case sessionEnded
    /// The code `notFound`.
    case notKnown
    /// The code `badRequest`.
    case notUnderstood
    /// The code `rateLimited`.
    case tooManyRequests
    /// The code `serverError`.
    case serverTrouble
    /// The code `tooLarge`.
    case answerTooLarge
    /// The code `malformed`.
    case answerMalformed
    /// The code `captivePortal`.
    case portalAnswered
    /// The code `redirected`.
    case sentElsewhere
    /// The code `pinMismatch`.
    case notTheServer
    /// The code `invalidInput`.
    case cannotBeAskedThere
}

extension Phrase {
    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .justNow: .fixed("just now")
        case .minutesAgo: .counted([.one: "% minute ago", .other: "% minutes ago"])
        case .hoursAgo: .counted([.one: "% hour ago", .other: "% hours ago"])
        case .daysAgo: .counted([.one: "% day ago", .other: "% days ago"])
        case .weeksAgo: .counted([.one: "% week ago", .other: "% weeks ago"])
        case .monthsAgo: .counted([.one: "% month ago", .other: "% months ago"])
        case .yearsAgo: .counted([.one: "% year ago", .other: "% years ago"])
        case .noComments: .fixed("no comments")
        case .comments: .counted([.one: "% comment", .other: "% comments"])
        case .points: .counted([.one: "% point", .other: "% points"])
        case .thousands: .fixed("k")
        case .millions: .fixed("M")
        case .billions: .fixed("B")
        case .saved: .fixed("saved")
        case .favourite: .fixed("favourite")
        case .notSafeForWork: .fixed("NSFW")
        case .spoiler: .fixed("spoiler")
        case .stickied: .fixed("pinned")
        case .times: .counted([.one: "% time", .other: "% times"])
        case .offlineSince: .filled("offline since %")
        case .nextTryAt: .filled("next try at %")
        case .waits: .fixed("Waits")
        case .waitsUntil: .filled("Waits until %")
        case .triesAgain: .fixed("Tries again")
        case .triesAgainAt: .filled("Tries again at %")
        case .notAsked: .fixed("Not asked")
        case .notAskedUntil: .filled("Not asked until %")
        case .notRefreshed: .fixed("Not refreshed")
        case .notRefreshedUntil: .filled("Not refreshed until %")
        case .failed: .fixed("Failed")
        case .failedTryAt: .filled("Failed, try again at %")
        case .closed: .fixed("Closed")
        case .closedUntil: .filled("Closed until %")
        case .openAgain: .fixed("Open again")
        case .budgetUsedUp: .fixed("the server's budget is used up")
        case .serverAskedToWait: .fixed("the server asked for a pause")
        case .requestsAreSpaced: .fixed("requests to this server are kept apart")
        case .urgentGoesFirst: .fixed("more urgent requests go first")
        case .refreshedLately: .fixed("it was refreshed a short while ago")
        case .refusedBefore: .fixed("the server refused it before")
        case .noConnection: .fixed("there is no connection")
        case .otherFailure: .fixed("something went wrong")
        case .waitsForFreeNetwork: .fixed("this network costs something; it goes on by one that costs nothing")
        case .waitsForKnownNetwork:
            .fixed(
                "nobody knows what this network costs; it goes on by one that is known to cost nothing")
        case .waitsForMoreData: .fixed("little is to be sent by this network; it goes on by one without that limit")
        case .downloadsAreOff: .fixed("downloads are off in the settings")
        case .packs: .fixed("packs")
        case .favourites: .fixed("media of favourites")
        case .pictures: .fixed("pictures")
        case .serverNotReached: .fixed("the server cannot be reached")
        case .serverTooSlow: .fixed("the server took too long to answer")
        case .wayInClosed: .fixed("the server has closed this way in")
        case .notShown: .fixed("the server does not show this")
        case .signInNeeded: .fixed("the server wants you to sign in")
        case .sessionEnded: .fixed("the session has ended")
        case .notKnown: .fixed("the server does not know this")
        case .notUnderstood: .fixed("the server did not understand the request")
        case .tooManyRequests: .fixed("too many requests")
        case .serverTrouble: .fixed("the server has trouble")
        case .answerTooLarge: .fixed("the answer is too large")
        case .answerMalformed: .fixed("the answer is not what the server promises")
        case .portalAnswered: .fixed("the network wants you to sign in first")
        case .sentElsewhere: .fixed("the server sent the request on to where it must not go")
        case .notTheServer: .fixed("this is not the server it says it is")
        case .cannotBeAskedThere: .fixed("this cannot be asked for there")
        }
    }
}
