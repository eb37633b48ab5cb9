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
    /// The person wants nothing downloaded that they did not ask for.
    case downloadsAreOff

    // MARK: What waits, where it is about no single server

    /// Packs for the time without a network.
    case packs
    /// The media of favourites.
    case favourites
    /// Pictures that are about to be seen.
    case picturesAhead

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
    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [Phrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }
}
