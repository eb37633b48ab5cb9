public import Foundation

/// A request, a download or a backend that was delayed, skipped, repeated or failed, for the activity log.
///
/// It holds no path, no query, no header and nothing that a person typed. The type enforces that, also when it is
/// decoded: of a host all but the name is cut off, and what is no host, no code or no backend's name is dropped.
public struct ActivityEvent: Hashable, Sendable, Codable {
    /// The kind of an event: what happened to the request or the work.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The request waits until ``ActivityEvent/until``.
        case held
        /// The request failed and is sent again at ``ActivityEvent/until``.
        case retried
        /// The request was not sent at all.
        case skipped
        /// The request failed for good.
        case failed
        /// A backend of a chain has failed and receives no requests until ``ActivityEvent/until``; the others are
        /// asked.
        case suspended = "closed"
        /// A backend of a chain that was suspended receives requests again.
        case resumed = "reopened"
    }

    /// The reason for an event.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The server's rate limit for this window is used up.
        case budget
        /// The server said to wait.
        case serverAsked
        /// Requests to this host keep a minimum interval.
        case spacing
        /// More urgent requests go first.
        case priority
        /// The feed was refreshed a short while ago.
        case fresh
        /// The backend was suspended after an earlier failure: the server refused it, or does not have the resource.
        case suspendedEarlier = "remembered"
        /// There is no connection.
        case offline
        /// The request failed with ``ActivityEvent/code``.
        case failure
        /// The network is metered; the work waits for one that is not.
        case costlyNetwork
        /// The network's cost is unknown; the work waits for a network that is known to be free.
        case unknownNetwork
        /// The network is in low data mode; the work waits until that ends.
        case lowData
        /// Downloads are turned off: the setting `downloadPolicy` is `never`.
        case downloadsOff
    }

    /// A kind of the app's own work that concerns no single server.
    public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
        /// Downloading packs for reading offline.
        case packs
        /// Downloading the media of favourites.
        case favourites
        /// Loading images that are visible, or about to be.
        case pictures
    }

    /// The date of the event.
    public var date: Date
    /// The kind of the event.
    public var kind: Kind
    /// The reason for an event.
    public var reason: Reason
    /// The server's host in lower case, without port; `unknown` for text that is no host.
    public let host: String
    /// The error's code, where one is known.
    public let code: ErrorCode?
    /// The request's priority.
    public var priority: RequestPriority?
    /// The date when the delay or suspension ends, where it is known.
    public var until: Date?
    /// The name of the backend, where several are chained for one site: `reddit-json`.
    ///
    /// It is 1 to 64 of `A-Z a-z 0-9 . _ -`; another text counts as none.
    public package(set) var backend: String? {
        didSet { backend = backend.flatMap(Redaction.name) }
    }
    /// The app's own work that the event concerns; `nil` for a request to a server.
    public package(set) var subject: Subject?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - kind: The kind of event.
    ///   - reason: The reason why it happened.
    ///   - host: The server's host; of a URL or an authority only the host is kept.
    ///   - date: The date when it happened.
    ///   - code: The error's code; one that is no word of ASCII letters and digits becomes `unknown`.
    public init(_ kind: Kind, reason: Reason, host: String, date: Date, code: ErrorCode? = nil) {
        self.date = date
        self.kind = kind
        self.reason = reason
        self.host = Redaction.host(in: host)
        self.code = code.map(Redaction.code)
    }

    /// Creates the event of work that waits for another network.
    ///
    /// - Parameters:
    ///   - subject: The work that waits.
    ///   - date: The date of now.
    ///   - policy: The person's download policy; `nil` for work that no policy is about.
    ///   - path: The network that there is.
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
        self.init(reason == .downloadsOff ? .skipped : .held, reason: reason, host: "", date: date)
        self.subject = subject
    }

    private enum CodingKeys: String, CodingKey {
        case date, kind, reason, host, code, priority, until
        case backend = "road"
        case subject
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(Kind.self, forKey: .kind), reason: try values.decode(Reason.self, forKey: .reason),
            host: try values.decode(String.self, forKey: .host), date: try values.decode(Date.self, forKey: .date),
            code: try values.decodeIfPresent(ErrorCode.self, forKey: .code))
        priority = try values.decodeIfPresent(RequestPriority.self, forKey: .priority)
        until = try values.decodeIfPresent(Date.self, forKey: .until)
        let name = try values.decodeIfPresent(String.self, forKey: .backend)
        backend = name.flatMap(Redaction.name)
        subject = try values.decodeIfPresent(Subject.self, forKey: .subject)
    }

    /// Whether another event is the same but for ``date``, ``until`` and ``priority``.
    func repeats(_ other: ActivityEvent) -> Bool {
        kind == other.kind && reason == other.reason && host == other.host && backend == other.backend
            && code == other.code && subject == other.subject
    }
}

/// Rules that keep nothing but a host, a code or a name of a text.
private enum Redaction {
    /// The host of a URL, an authority or a host's name, in lower case and without brackets; `unknown` for other text.
    static func host(in text: String) -> String {
        var rest = Substring(text)
        if let slashes = rest.firstRange(of: "//") { rest = rest[slashes.upperBound...] }
        rest = rest.prefix { !"/?#\\".contains($0) }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.first == "[" {
            rest = rest.dropFirst().prefix { $0 != "]" }
        } else if rest.count(where: { $0 == ":" }) == 1 {
            rest = rest.prefix { $0 != ":" }
        }
        let isHost = rest.allSatisfy { $0.isLetter || $0.isNumber || ".-_:".contains($0) }
        return isHost && (1...253).contains(rest.utf8.count) ? rest.lowercased() : "unknown"
    }

    /// The code itself, or `unknown` for one that is no word.
    static func code(_ code: ErrorCode) -> ErrorCode {
        let isWord = code.rawValue.utf8.allSatisfy { isLetter($0) || isDigit($0) }
        return isWord && (1...64).contains(code.rawValue.utf8.count) ? code : .unknown
    }

    /// The name itself when it is 1 to 64 of `A-Z a-z 0-9 . _ -`, else `nil`.
    static func name(_ name: String) -> String? {
        let isName = name.utf8.allSatisfy { isLetter($0) || isDigit($0) || [0x2D, 0x2E, 0x5F].contains($0) }
        return isName && (1...64).contains(name.utf8.count) ? name : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
