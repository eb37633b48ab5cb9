/// Every text that Lantern's own formatting writes.
///
/// The tables are code because Foundation has no string catalogues on Linux. A test fails when a language misses one.
public enum Phrase: String, Hashable, Sendable, CaseIterable {
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

/// How a phrase reads: always the same, with a text in place of `%`, or with the number `%` in the form that it asks
/// for.
enum PhraseText: Sendable {
    case fixed(String)
    case filled(String)
    case counted([PluralCategory: String])
}

extension Language {
    /// How a phrase reads; `nil` when the table misses it, or the form that the number asks for.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - count: The number that decides on the form.
    ///   - number: How the number is written, or what else comes in place of `%`.
    /// - Returns: The text.
    func entry(_ phrase: Phrase, count: Int, number: String) -> String? {
        switch table[phrase] {
        case .fixed(let text): text
        case .filled(let text): Self.fill(text, with: number)
        case .counted(let forms): forms[pluralCategory(of: count)].map { Self.fill($0, with: number) }
        case nil: nil
        }
    }

    private static func fill(_ text: String, with filling: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: filling)
    }

    var table: [Phrase: PhraseText] {
        switch self {
        case .english: Self.englishPhrases
        case .ukrainian: Self.ukrainianPhrases
        }
    }
}
