public import Foundation

/// Something that a person may want to know about the network: why work was held back, skipped, repeated or lost.
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
        /// The network costs something; it waits for one that costs nothing.
        case costlyNetwork
        /// Nobody knows what the network costs; it waits for one that is known to cost nothing.
        case unknownNetwork
        /// The person asked for little to be sent by this network; it waits until that is over.
        case lowData
        /// The person wants no media downloaded: the setting `downloadPolicy` is `never`.
        case downloadsOff
    }

    /// Work of the app's own that is about no single server.
    public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
        /// Packs for the time without a network.
        case packs
        /// The media of favourites.
        case favourites
        /// Pictures that are seen, or are about to be.
        case pictures
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
    /// Which work of the app's own it is about; `nil` for a request to a server.
    public let subject: Subject?

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
    ///   - subject: Which work of the app's own it is about; none by default.
    public init(
        date: Date, kind: Kind, reason: Reason, host: String, code: ErrorCode? = nil,
        priority: RequestPriority? = nil, until: Date? = nil, road: String? = nil, subject: Subject? = nil
    ) {
        self.date = date
        self.kind = kind
        self.reason = reason
        self.host = Redaction.host(in: host)
        self.code = code.map(Redaction.code)
        self.priority = priority
        self.until = until
        self.road = road.flatMap(Redaction.name)
        self.subject = subject
    }

    /// Says why some work of the app's own waits for another network.
    ///
    /// - Parameters:
    ///   - subject: Which work.
    ///   - date: When.
    ///   - policy: What the person has set; `nil` for work that no policy is about.
    ///   - path: Which network there is.
    package init(waiting subject: Subject, date: Date, policy: DownloadPolicy?, path: NetworkPath) {
        let reason: Reason
        if policy == .never {
            reason = .downloadsOff
        } else if path.interface == .none {
            reason = .offline
        } else if path.isConstrained {
            reason = .lowData
        } else {
            reason = path.interface == .unknown && !path.isExpensive ? .unknownNetwork : .costlyNetwork
        }
        self.init(
            date: date, kind: reason == .downloadsOff ? .skipped : .held, reason: reason, host: "", subject: subject)
    }

    private enum CodingKeys: String, CodingKey {
        case date, kind, reason, host, code, priority, until, road, subject
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
            road: try values.decodeIfPresent(String.self, forKey: .road),
            subject: try values.decodeIfPresent(Subject.self, forKey: .subject))
    }

    /// Whether another event says the same of the same road at another time.
    ///
    /// - Parameter other: The other one.
    /// - Returns: True when nothing differs but the date, ``until`` and who waits.
    func repeats(_ other: ActivityEvent) -> Bool {
        kind == other.kind && reason == other.reason && host == other.host && road == other.road
            && code == other.code && subject == other.subject
    }
}
