/// Texts that most screens share: ages, numbers, badges, and what happened to a request.
public enum Phrase: String, LocalizedPhrase {
    /// The age of less than a minute.
    case justNow
    /// An age in minutes.
    case minutesAgo
    /// An age in hours.
    case hoursAgo
    /// An age in days.
    case daysAgo
    /// An age in weeks.
    case weeksAgo
    /// An age in months.
    case monthsAgo
    /// An age in years.
    case yearsAgo
    /// A post without comments.
    case noComments
    /// The number of comments.
    case comments
    /// The score.
    case points
    /// The suffix of a number in thousands.
    case thousands
    /// The suffix of a number in millions.
    case millions
    /// The suffix of a number in billions.
    case billions
    /// The badge of a saved post.
    case saved
    /// The badge of a favourite.
    case favourite
    /// The badge of a post that is not safe for work.
    case notSafeForWork
    /// The badge of a spoiler.
    case spoiler
    /// The badge of a post that moderators pinned to the top.
    case stickied
    /// The number of times that something happened.
    case times
    /// Offline, with the time since when.
    case offlineSince
    /// The time of the next attempt.
    case nextTryAt

    // MARK: What happened to a fetch, with and without a time

    /// A request waits.
    case waits
    /// A request waits until a time.
    case waitsUntil
    /// A request is sent again.
    case triesAgain
    /// A request is sent again at a time.
    case triesAgainAt
    /// A request was not sent.
    case notAsked
    /// A request is not sent before a time.
    case notAskedUntil
    /// A feed was shown as stored.
    case notRefreshed
    /// A feed is shown as stored until a time.
    case notRefreshedUntil
    /// A request failed.
    case failed
    /// A request failed, with the time of the next attempt.
    case failedTryAt
    /// A backend is suspended.
    case closed
    /// A backend is suspended until a time.
    case closedUntil
    /// A backend is in use again.
    case openAgain

    // MARK: Why

    /// The reason that the server's rate limit is used up.
    case budgetUsedUp
    /// The reason that the server asked for a pause.
    case serverAskedToWait
    /// The reason that requests to a host keep a distance in time.
    case requestsAreSpaced
    /// The reason that more urgent requests go first.
    case urgentGoesFirst
    /// The reason that the feed was refreshed a short while ago.
    case refreshedLately
    /// The reason that the server refused the request before.
    case refusedBefore
    /// The reason that there is no connection.
    case noConnection
    /// The reason of a failure that has no text of its own.
    case otherFailure
    /// The reason that the network costs money.
    case waitsForFreeNetwork
    /// The reason that it is not known whether the network costs money.
    case waitsForKnownNetwork
    /// The reason that the network is in low data mode.
    case waitsForMoreData
    /// The reason that media downloads are off.
    case downloadsAreOff

    // MARK: What waits, where it is about no single server

    /// The name of the download of packs.
    case packs
    /// The name of the download of favourites' media.
    case favourites
    /// The name of the download of visible pictures.
    case pictures

    // MARK: How it failed

    /// The reason for the code `offline`.
    case serverNotReached
    /// The reason for the code `timedOut`.
    case serverTooSlow
    /// The reason for the code `accessClosed`.
    case wayInClosed
    /// The reason for the code `forbidden`.
    case notShown
    /// The reason for the code `unauthorized`.
    case signInNeeded
    /// The reason for the code `sessionExpired`.
    case sessionEnded
    /// The reason for the code `notFound`.
    case notKnown
    /// The reason for the code `badRequest`.
    case notUnderstood
    /// The reason for the code `rateLimited`.
    case tooManyRequests
    /// The reason for the code `serverError`.
    case serverTrouble
    /// The reason for the code `tooLarge`.
    case answerTooLarge
    /// The reason for the code `malformed`.
    case answerMalformed
    /// The reason for the code `captivePortal`.
    case portalAnswered
    /// The reason for the code `redirected`.
    case sentElsewhere
    /// The reason for the code `pinMismatch`.
    case notTheServer
    /// The reason for the code `invalidInput`.
    case cannotBeAskedThere
}

extension Phrase {
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
        case .closed: .fixed("Suspended")
        case .closedUntil: .filled("Suspended until %")
        case .openAgain: .fixed("Resumed")
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
        case .wayInClosed: .fixed("the server no longer allows this access")
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
