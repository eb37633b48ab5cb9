import Core
import Foundation

/// What a look has found that could be what an attempt made, and the time since when the server can have made it.
///
/// The server's clock decides: its date when the look began, less the age of the attempt, less ``slack``. Where one of
/// the two is not known, everything counts that is not older than our own date of the attempt by ``longestError``; what
/// is older and equal cannot be told.
struct LookMatches {
    /// The seconds by which a server's dates may be wrong in themselves: they are cut to whole ones, and its machines
    /// differ.
    static let slack: TimeInterval = 5
    /// The seconds by which our own clock is taken to differ from a server's, where nothing better is known.
    static let longestError: TimeInterval = 3600

    private struct Match {
        let native: String
        let created: Date?
        /// The order of dates, and of ids where they are equal.
        var place: (Date, String) { (created ?? .distantFuture, native) }
    }

    private let request: OutboxRequest
    private let kind: StatusTarget.Kind
    /// The ids of things that are another entry's, or were stored when this one was queued.
    private let others: Set<String>
    private var matches: [Match] = []
    /// What is equal in author and place, and not in text.
    private var changed: [Match] = []
    /// The server's date of the first attempt that may have arrived; `nil` while it is not known.
    private var attempt: Date?

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - request: The entry that is looked for.
    ///   - kind: The kind of the thing that it makes.
    ///   - known: The ids of things that were stored when it was queued.
    init(for request: OutboxRequest, making kind: StatusTarget.Kind, known: [String]) {
        self.request = request
        self.kind = kind
        others = request.claimed.union(known)
    }

    /// Takes the server's date.
    ///
    /// - Parameter date: The server's date when the look began; `nil` where it tells none.
    mutating func note(_ date: Date?) {
        guard attempt == nil, let date, let doubt = request.doubt else { return }
        attempt = date - doubt
    }

    /// Takes a thing that is equal in author, place and text.
    ///
    /// - Parameters:
    ///   - native: The site's own id.
    ///   - created: Its date by the server's clock; `nil` where it has none.
    mutating func add(_ native: String, created: Date?) {
        guard !matches.contains(where: { $0.native == native }) else { return }
        matches.append(Match(native: native, created: created))
    }

    /// Takes a thing of the same author in the same place with another text, on a site that changes texts.
    ///
    /// - Parameters:
    ///   - native: The site's own id.
    ///   - created: Its date by the server's clock; `nil` where it has none.
    mutating func addChanged(_ native: String, created: Date?) {
        changed.append(Match(native: native, created: created))
    }

    /// Whether something that the server dates was there before the attempt, so that a list in the order of dates
    /// reaches back far enough.
    func isBefore(_ created: Date?) -> Bool {
        guard let created, let start else { return false }
        return created < start
    }

    private var start: Date? {
        if let attempt { return attempt - Self.slack }
        return request.entry.doubtfulSince.map { $0.date - Self.longestError }
    }

    /// Returns what all of it comes to.
    ///
    /// - Parameters:
    ///   - problem: The reason for which what is not there says nothing; `nil` where it does.
    ///   - known: The memory of what was stored before the attempt; `nil` for none.
    /// - Returns: What was found, the oldest first; absent, or unclear.
    /// - Throws: The errors of the memory.
    func finding(problem: OutboxEntry.Reason?, known: (any KnownThings)?) async throws -> OutboxFinding {
        let own = matches.filter { !others.contains($0.native) }
        let found = try await new(among: own, known)
        if !found.isEmpty {
            return .found(found.sorted { $0.place < $1.place }.map(\.native))
        }
        if let problem { return .unclear(problem) }
        let changed = changed.filter { !others.contains($0.native) }
        if try await !new(among: changed, known).isEmpty { return .unclear(.changedByServer) }
        // Nobody knows how old the attempt is, and there is one that could be of then.
        if attempt == nil, own.contains(where: { isBefore($0.created) }) { return .unclear(.olderEqual) }
        return .absent
    }

    /// Those that are not older than the attempt, and were not stored before it.
    private func new(among matches: [Match], _ known: (any KnownThings)?) async throws -> [Match] {
        let recent = matches.filter { !isBefore($0.created) }
        let stored = try await stored(among: recent, known)
        return recent.filter { !stored.contains(target(of: $0)) }
    }

    /// Those that were stored before the attempt.
    ///
    /// What the server's clock says to be newer is not asked about: our own dates could say anything.
    private func stored(among recent: [Match], _ known: (any KnownThings)?) async throws -> Set<StatusTarget> {
        guard let known, let date = request.entry.doubtfulSince?.date else { return [] }
        let doubtful = recent.filter { match in
            guard let attempt, let created = match.created else { return true }
            return created <= attempt + Self.slack
        }
        guard !doubtful.isEmpty else { return [] }
        return try await known.stored(doubtful.map(target), before: date)
    }

    private func target(of match: Match) -> StatusTarget {
        // A result says what kind of thing it is where the site's numbers do not.
        let native = match.native.split(separator: "/").last.map(String.init) ?? match.native
        return StatusTarget(kind, site: request.entry.account.site, native: native)
    }
}

/// The reasons for which a look does not tell.
extension OutboxEntry.Reason {
    /// What it answers is gone.
    static let answeredGone = OutboxEntry.Reason(
        .notFound, "What it answers is gone, so nobody can tell whether it arrived. Look on the site.")
    /// What it answers is locked.
    static let answeredLocked = OutboxEntry.Reason(
        .forbidden, "What it answers was locked, so it is not sent again. Look on the site whether it is there.")
    /// The list of what one has written cannot be read.
    static let ownListClosed = OutboxEntry.Reason(
        .forbidden, "The site does not show what you have written. Look there whether it arrived.")
    /// The list of what one has written does not reach back to the attempt.
    static let ownListCut = OutboxEntry.Reason(
        .malformed, "What you have written since is more than the site lists. Look there whether it arrived.")
    /// An equal text is there that could be older than the attempt.
    static let olderEqual = OutboxEntry.Reason(
        .unknown, "The same words of yours are there, and it is not known when they were sent. Look on the site.")
    /// A newer text of one's own is there that could be what a server made of this one.
    static let changedByServer = OutboxEntry.Reason(
        .unknown, "Other words of yours came there at that time, which may be what the site made of these. Look there.")
    /// The text that is to be changed was changed from elsewhere.
    static let changedElsewhere = OutboxEntry.Reason(
        .unknown, "The text was changed from elsewhere meanwhile. Look at it, and then send yours again or give it up.")
    /// The text that is to be changed is gone.
    static let textGone = OutboxEntry.Reason(
        .notFound, "The text that is to be changed is gone from the site.")
}
