public import Foundation

/// An intent as it is given to the closures of its kind.
public struct IntentRequest<Payload: Sendable>: Sendable {
    /// The id of the item: the same at each try, 32 characters, so it is the key for a server that takes an idempotency
    /// key.
    public let id: OutboxItem.ID
    /// The account that sends it.
    public let account: AccountKey
    /// What is to be done.
    public let payload: Payload
    /// The site's own id of what it is about; `nil` where it is about nothing.
    public let target: String?
    /// The kind of what it is about, such as a post or a comment; `nil` where it is about nothing.
    public let targetKind: StatusTarget.Kind?
    /// For a change of a text of one's own, the site's own id of what that text answers, as far as it is stored: for a
    /// server that names a comment by its post as well; `nil` where it is not known, and for everything else.
    public let parent: String?
    /// The site's own ids of what its parts made, in their order; without the uploads of its files.
    public let parts: [String]
    /// What the server names its files by, such as their paths, in the files' order: all that the calls of its ``UploadKind``
    /// gave.
    public let uploaded: [String]
    /// The files that belong to it, in their order.
    public let files: [UploadFile]
    /// For a look, the site's own ids of what other intents of the lane have made: none of them is this one's.
    public let claimed: Set<String>
    /// The time since the first try of which nobody knows what became of it; `nil` where there was none, and where it
    /// was before the machine was started.
    public let doubt: Duration?
    /// The date of the first try of which nobody knows what became of it, by this device's clock; `nil` where there was
    /// none.
    package let attempted: Date?
    /// The moment of that try; `nil` where there was none, and in a request that a test has made.
    package private(set) var attempt: OutboxTime?
    /// The requests with the account's own session, never with another one's.
    ///
    /// Give a request that must not be done twice `isSentOnce`: then nothing below repeats it.
    public let requests: any RequestProvider
    private let read: @Sendable (UploadFile) async throws -> Data

    /// Creates a request as the outbox does, for a test of a kind's closures.
    ///
    /// - Parameters:
    ///   - payload: What is to be done.
    ///   - id: The id of the item.
    ///   - account: The account that sends it.
    ///   - target: The site's own id of what it is about; nothing by default.
    ///   - targetKind: The kind of that; nothing by default.
    ///   - parent: For a change of a text, the site's own id of what that answers; not known by default.
    ///   - parts: The site's own ids of what its parts made; none by default.
    ///   - uploaded: What the server names its files by; none by default.
    ///   - files: The files that belong to it, with their bytes; none by default.
    ///   - claimed: For a look, what other intents of the lane have made; nothing by default.
    ///   - doubt: The time since the first try of which nobody knows what became of it; `nil`, the default, for none.
    ///   - attempted: The date of that try; `nil`, the default, for none.
    ///   - requests: The requests with the account's session.
    public init(
        _ payload: Payload, id: OutboxItem.ID, as account: AccountKey, about target: String? = nil,
        of targetKind: StatusTarget.Kind? = nil, below parent: String? = nil, parts: [String] = [],
        uploaded: [String] = [], files: [UploadRequest.File] = [], claimed: Set<String> = [], doubt: Duration? = nil,
        attempted: Date? = nil, by requests: any RequestProvider
    ) {
        self.id = id
        self.account = account
        self.payload = payload
        self.target = target
        self.targetKind = targetKind
        self.parent = parent
        self.parts = parts
        self.uploaded = uploaded
        self.files = files.map(\.file)
        read = { wanted in
            guard let file = files.first(where: { $0.file.id == wanted.id }) else { throw DataError(.fileMissing) }
            return file.data
        }
        self.claimed = claimed
        self.doubt = doubt
        self.attempted = attempted
        self.requests = requests
    }

    /// Creates the request of an entry.
    ///
    /// - Parameters:
    ///   - request: The entry.
    ///   - payload: What is to be done.
    ///   - writer: The account that sends it.
    package init(_ request: OutboxRequest, _ payload: Payload, _ writer: OutboxWriter) {
        id = OutboxItem.ID(rawValue: request.entry.id.rawValue)
        account = request.entry.account
        self.payload = payload
        target = request.target
        targetKind = request.entry.target?.kind
        parent = request.entry.container
        parts = request.parts.filter { UploadResult.paths(in: $0) == nil }
        uploaded = request.parts.flatMap { UploadResult.paths(in: $0) ?? [] }
        claimed = request.claimed
        doubt = request.doubt.map { .seconds($0) }
        attempt = request.entry.doubtfulSince
        attempted = attempt?.date
        requests = writer.requests
        files = request.entry.files
        read = { [uploads = writer.uploads] file in
            guard let uploads else { throw DataError.noUploads }
            return try await uploads.data(of: file)
        }
    }

    /// Reads a file that belongs to it.
    ///
    /// - Parameter file: One of ``files``.
    /// - Returns: The bytes.
    /// - Throws: ``DataError`` with the code `invalidInput` where it is not there or damaged, which fails the intent; a
    ///   ``CodedError`` when it cannot be read now.
    public func data(of file: UploadFile) async throws -> Data {
        do {
            return try await read(file)
        } catch let error as DataError where [.fileMissing, .malformed].contains(error.code) {
            throw DataError(.invalidInput, message: error.message, underlying: error)
        }
    }
}

/// The answer to a send of an intent.
public enum IntentAnswer: Sendable, Equatable {
    /// The server did it, and made this, where it made something.
    case done(result: String? = nil)
    /// The server did it, and its answer was cut: the id of what it made is looked for.
    case doneWithoutResult
    /// The server answered a wish, and this is what it has now, whatever was wished: ``done(as:)`` makes it.
    ///
    /// For an act it is as ``done(result:)``.
    case doneAs(RawJSON)
    /// The server refused it for good, for this reason.
    case refused(DataError)
    /// It was certainly not done and may be later, after the pause of the error where it names one.
    case later(DataError, holding: IntentHold = .intent)
    /// Nobody knows whether it was done.
    ///
    /// An answer that says that the server failed (`isAnswered`) counts as not done once a look finds nothing.
    case unknown(DataError, isAnswered: Bool = false)
    /// The session is over; it was certainly not done.
    case sessionOver(DataError)

    /// Makes the answer to a wish whose server says in what state it left things, such as whether somebody is followed.
    ///
    /// - Parameter payload: What the server has now, as the payload that would set it.
    /// - Returns: The answer ``doneAs(_:)``.
    /// - Throws: ``DataError`` with the code `invalidInput` for a payload that JSON cannot hold.
    public static func done<Payload: Codable & Sendable>(as payload: Payload) throws -> IntentAnswer {
        .doneAs(try IntentKind<Payload>.text(of: payload))
    }

    /// Creates the answer that an error of a request comes to.
    ///
    /// | error | answer |
    /// | --- | --- |
    /// | certainly no byte went out; a page in place of an answer; 420, 429, 444; 403 with a page | later, for the site |
    /// | 425 | later |
    /// | 401, 418, 419 | the session is over |
    /// | any other 4xx but 408; an error that is none of a request, such as bad input | refused |
    /// | 500 | nobody knows, answered |
    /// | everything else | nobody knows |
    ///
    /// - Parameter error: The error; a ``DataError`` that was made of a request's error counts as that one.
    public init(_ error: any Error) {
        let reason = DataError(error)
        guard let network = error.asNetworkError else {
            // What was wrong before a request was made stays wrong.
            self = [.invalidInput, .malformed].contains(reason.code) ? .refused(reason) : .unknown(reason)
            return
        }
        if network.needsLogin {
            self = .sessionOver(reason)
        } else if network.isUnsent || network.isWayClosed || network.code == .rateLimited {
            self = .later(reason, holding: .site)
        } else {
            switch network.status {
            case 425: self = .later(reason)
            case 500: self = .unknown(reason, isAnswered: true)
            case 408: self = .unknown(reason)
            case .some(400...499): self = .refused(reason)
            default: self = .unknown(reason)
            }
        }
    }
}

/// What a pause holds that a server asked for.
public enum IntentHold: Hashable, Sendable {
    /// The intent alone.
    case intent
    /// All intents of its kind and account.
    case kind
    /// All intents of its account.
    case account
    /// All intents for the site.
    case site
}

/// The result of a look for an intent.
public enum IntentFinding: Sendable, Equatable {
    /// It is there: the site's own ids of what could be it, the likeliest first; none where it makes nothing.
    case found([String])
    /// It is not there; for one that changes something, that is as it was before.
    case absent
    /// The look was answered and does not tell, for this reason: the person is asked.
    case unclear(DataError)
}

extension OutboxAnswer {
    /// Creates the answer for the rules of an answer of an app's own.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - entry: The entry that was sent.
    package init(_ answer: IntentAnswer, to entry: OutboxEntry) {
        self =
            switch answer {
            case .done(let result): .done(result: result, value: entry.value)
            case .doneWithoutResult: .doneWithoutResult
            case .doneAs(let value): .done(result: nil, value: entry.policy.isToggle ? value.text : entry.value)
            case .refused(let error): .refused(OutboxEntry.Reason(error))
            case .later(let error, let hold):
                .later(
                    OutboxEntry.Reason(error), scope: hold.scope, after: error.retryAfter.map { $0 / .seconds(1) },
                    until: nil)
            case .unknown(let error, let isAnswered): .unknown(OutboxEntry.Reason(error), isAnswered: isAnswered)
            case .sessionOver(let error): .sessionOver(OutboxEntry.Reason(error))
            }
    }
}

extension OutboxFinding {
    /// Creates the finding for the rules of a look for an app's own kind.
    init(_ finding: IntentFinding) {
        self =
            switch finding {
            case .found(let ids): .found(ids)
            case .absent: .absent
            case .unclear(let error): .unclear(OutboxEntry.Reason(error))
            }
    }
}

extension IntentHold {
    fileprivate var scope: OutboxScope {
        switch self {
        case .intent: .entry
        case .kind: .kind
        case .account: .account
        case .site: .site
        }
    }
}

extension Error {
    /// The error of a request that this one is or was made of.
    var asNetworkError: NetworkError? {
        self as? NetworkError ?? (self as? DataError)?.underlying as? NetworkError
    }
}

extension NetworkError {
    /// Whether the way to the server is closed for whatever goes there, so that it says nothing of what was sent.
    var isWayClosed: Bool { code == .captivePortal || code == .accessClosed || status == 444 || status == 420 }

    /// Whether the same question may be answered later: everything but a refusal of this question.
    var isPassing: Bool {
        guard let status, (400...499).contains(status) else { return true }
        return isWayClosed || code == .rateLimited || [408, 425].contains(status)
    }
}
