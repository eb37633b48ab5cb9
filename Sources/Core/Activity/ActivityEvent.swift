public import Foundation

/// Something that a person may want to know about the network: why a fetch was held back, skipped, repeated or lost.
///
/// It holds no path, no query, no header and nothing that a person typed: a host, a code, a time. The type sees to
/// that: whatever it is made from, also when it is decoded, all but the host's name is cut off, and what is no host,
/// no code or no road's name does not get in.
public struct ActivityEvent: Hashable, Sendable, Codable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// It waits until ``ActivityEvent/until``.
        case held
        /// It failed and is sent again at ``ActivityEvent/until``.
        case retried
        /// It was not sent at all.
        case skipped
        /// It failed for good.
        case failed
        /// A road is closed, and others are asked until ``ActivityEvent/until``.
        case closed
        /// A road is open again.
        case reopened
    }

    /// Why it happened.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The server's budget for this window is used up.
        case budget
        /// The server said to wait.
        case serverAsked
        /// Requests to this host are kept apart.
        case spacing
        /// More urgent requests go first.
        case priority
        /// The feed was refreshed a short while ago.
        case fresh
        /// The server closed this road, or does not know the thing, and that is remembered.
        case remembered
        /// There is no connection.
        case offline
        /// It failed; the code says how.
        case failure
    }

    /// When.
    public var date: Date
    /// What happened.
    public var kind: Kind
    /// Why.
    public var reason: Reason
    /// The server's host in lower case, without port; `unknown` for what is none.
    public let host: String
    /// The error's code, where one is known.
    public let code: ErrorCode?
    /// Who waits for it.
    public var priority: RequestPriority?
    /// Until when, where that is known.
    public var until: Date?
    /// Which of several roads to the same site, by the name that the app gave it: `reddit-json`, for one.
    public let road: String?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - date: When.
    ///   - kind: What happened.
    ///   - reason: Why.
    ///   - host: The server's host; of a URL or an authority only the host is kept.
    ///   - code: The error's code; one that is no word of ASCII letters and digits becomes `unknown`.
    ///   - priority: Who waits for it.
    ///   - until: Until when.
    ///   - road: Which of several roads to the same site; 1 to 64 of `A-Z a-z 0-9 . _ -`, and dropped when it is not.
    public init(
        date: Date, kind: Kind, reason: Reason, host: String, code: ErrorCode? = nil,
        priority: RequestPriority? = nil, until: Date? = nil, road: String? = nil
    ) {
        self.date = date
        self.kind = kind
        self.reason = reason
        self.host = Redaction.host(in: host)
        self.code = code.map(Redaction.code)
        self.priority = priority
        self.until = until
        self.road = road.flatMap(Redaction.name)
    }

    private enum CodingKeys: String, CodingKey {
        case date, kind, reason, host, code, priority, until, road
    }

    /// Reads an event, and keeps no more of it than a new one would hold.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for what is no event.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            date: try values.decode(Date.self, forKey: .date), kind: try values.decode(Kind.self, forKey: .kind),
            reason: try values.decode(Reason.self, forKey: .reason),
            host: try values.decode(String.self, forKey: .host),
            code: try values.decodeIfPresent(ErrorCode.self, forKey: .code),
            priority: try values.decodeIfPresent(RequestPriority.self, forKey: .priority),
            until: try values.decodeIfPresent(Date.self, forKey: .until),
            road: try values.decodeIfPresent(String.self, forKey: .road))
    }

    /// Whether another event says the same of the same road at another time.
    ///
    /// - Parameter other: The other one.
    /// - Returns: True when nothing differs but the date, ``until`` and who waits.
    func repeats(_ other: ActivityEvent) -> Bool {
        kind == other.kind && reason == other.reason && host == other.host && road == other.road
            && code == other.code
    }
}
