/// A way for a request to go wrong.
///
/// A fault that sends the right answer late or damaged has done what was asked for; ``delay(_:)`` does it late. Every
/// other fault has not, unless it is within ``acted(_:)``. Faults count after the server's key and before everything else.
public enum CommunityFault: Sendable, Hashable {
    /// Any status, with extra headers such as `Retry-After` and a sentence as JSON.
    case status(Int, headers: [String: String] = [:])
    /// The right answer, but late.
    case delay(Duration)
    /// The right answer, whose head comes at once and whose body comes in pieces, with a pause before each.
    case drip(byteCount: Int = 1, every: Duration)
    /// No answer until the server is stopped, which closes the connection.
    case hang
    /// Half of the right answer, in a response that is complete as far as HTTP goes.
    case truncated
    /// The sign-in page of a hotel's network: 200 with HTML.
    case captivePortal
    /// 200 and the content type of JSON, but bytes that are neither JSON nor UTF-8.
    case garbage
    /// The connection is closed in an orderly way (FIN) without an answer or in the middle of one.
    case reset(ResetPoint = .beforeResponse)
    /// The same, with the connection thrown away (RST) and not closed.
    case abort(ResetPoint = .beforeResponse)
    /// The right answer with a `Content-Length` that is wrong by so many bytes, and then the end of the connection.
    case wrongLength(by: Int)
    /// An empty page followed by blanks up to that many bytes; they are sent without being held in memory.
    case hugeBody(byteCount: Int)
    /// A list with nothing in it, and nothing after it; another answer stays as it is.
    case emptyList
    /// A list without `data`; another answer stays as it is.
    case missingData
    /// A list one of whose elements has values of the wrong types; an index past the end means the last.
    case corruptElement(at: Int)
    /// The access token of the request has ended: 419, until it is refreshed.
    case accessExpired
    /// The same, and every refresh token of that person has ended too: the refresh is answered with 418.
    case refreshExpired
    /// Every token of that person is forgotten: 401, at the refresh too.
    case sessionOver
    /// The message that the request sends gets the time of the room's newest, so that only their ids tell them apart.
    case sameTime
    /// The event of the message that the request sends has the id of the room's message before; what is stored has its own.
    case sameID
    /// The event of the message that the request sends goes out two times.
    case eventTwice
    /// The event of the message that the request sends goes out later than it should.
    case eventLate(Duration)
    /// The request that sends a message is answered only when every client of the socket has its event, or is gone: but
    /// after five seconds at most.
    ///
    /// A client has it when it has come back for more.
    case eventBeforeAnswer
    /// The connection of the socket that the request belongs to is dropped once so many more packets were sent on it.
    ///
    /// The packet of the handshake does not count. The next poll then ends without an answer, and the session is unknown.
    case socketDrop(after: Int)
    /// It is done at once, and then the other fault comes in place of the answer.
    indirect case acted(CommunityFault)

    /// The point at which a connection breaks.
    public enum ResetPoint: String, Sendable, Hashable {
        /// Not one byte is sent.
        case beforeResponse
        /// The headers and half of the promised body are sent.
        case midBody
    }
}

extension CommunityFault {
    /// The words ``init(_:)`` understands, for a help text.
    public static let words = """
        status:CODE, delay:SECONDS, drip:SECONDS, hang, truncated, captivePortal, garbage, reset, reset:midBody, \
        abort, abort:midBody, wrongLength:BYTES, hugeBody:BYTES, emptyList, missingData, corruptElement:INDEX, \
        accessExpired, refreshExpired, sessionOver, sameTime, sameID, eventTwice, eventLate:SECONDS, \
        eventBeforeAnswer, socketDrop:PACKETS, act:FAULT
        """

    /// The fault a word stands for, such as `status:503` or `act:reset`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let word = parts.first else { return nil }
        guard let fault = parts.count == 2 ? Self.fault(word, parts[1]) : Self.fault(word) else { return nil }
        self = fault
    }

    /// The word for the fault; of a status, headers are not in it.
    public var text: String {
        switch self {
        case .status(let code, _): "status:\(code)"
        case .delay(let duration): "delay:\(duration / .seconds(1))"
        case .drip(_, let pause): "drip:\(pause / .seconds(1))"
        case .hang: "hang"
        case .truncated: "truncated"
        case .captivePortal: "captivePortal"
        case .garbage: "garbage"
        case .reset(let point): point == .midBody ? "reset:midBody" : "reset"
        case .abort(let point): point == .midBody ? "abort:midBody" : "abort"
        case .wrongLength(let count): "wrongLength:\(count)"
        case .hugeBody(let count): "hugeBody:\(count)"
        case .emptyList: "emptyList"
        case .missingData: "missingData"
        case .corruptElement(let index): "corruptElement:\(index)"
        case .accessExpired: "accessExpired"
        case .refreshExpired: "refreshExpired"
        case .sessionOver: "sessionOver"
        case .sameTime: "sameTime"
        case .sameID: "sameID"
        case .eventTwice: "eventTwice"
        case .eventLate(let duration): "eventLate:\(duration / .seconds(1))"
        case .eventBeforeAnswer: "eventBeforeAnswer"
        case .socketDrop(let count): "socketDrop:\(count)"
        case .acted(let fault): "act:\(fault.text)"
        }
    }

    private static func fault(_ word: String) -> CommunityFault? {
        let plain: [CommunityFault] = [
            .hang, .truncated, .captivePortal, .garbage, .reset(), .abort(), .emptyList, .missingData, .accessExpired,
            .refreshExpired, .sessionOver, .sameTime, .sameID, .eventTwice, .eventBeforeAnswer,
        ]
        return plain.first { $0.text == word }
    }

    private static func fault(_ word: String, _ value: String) -> CommunityFault? {
        switch word {
        case "status": Int(value).flatMap { (200...599).contains($0) ? .status($0) : nil }
        case "delay": seconds(value).map { .delay($0) }
        case "drip": seconds(value).map { .drip(every: $0) }
        case "reset": ResetPoint(rawValue: value).map { .reset($0) }
        case "abort": ResetPoint(rawValue: value).map { .abort($0) }
        case "wrongLength": Int(value).map { .wrongLength(by: $0) }
        case "hugeBody": Int(value).flatMap { $0 >= 0 ? .hugeBody(byteCount: $0) : nil }
        case "corruptElement": Int(value).flatMap { $0 >= 0 ? .corruptElement(at: $0) : nil }
        case "eventLate": seconds(value).map { .eventLate($0) }
        case "socketDrop": Int(value).flatMap { $0 >= 0 ? .socketDrop(after: $0) : nil }
        case "act":
            // A status needs no word of its own there.
            CommunityFault(Int(value) == nil ? value : "status:" + value).flatMap { $0.canFollowAct ? .acted($0) : nil }
        default: nil
        }
    }

    /// Whether it can come in place of the answer to what was done.
    private var canFollowAct: Bool {
        switch self {
        case .acted, .accessExpired, .refreshExpired, .sessionOver, .sameTime, .sameID, .eventTwice, .eventLate,
            .eventBeforeAnswer, .socketDrop:
            false
        default: true
        }
    }

    /// The way in which it has a message stored and announced.
    var manner: MessageManner {
        switch self {
        case .sameTime: .sameTime
        case .sameID: .sameID
        case .eventTwice: .twice
        case .eventLate(let duration): .late(duration)
        default: .right
        }
    }

    /// Whether it comes in place of an answer, so that what was asked for is not done.
    var replacesAnswer: Bool {
        switch self {
        case .status, .hang, .captivePortal, .garbage, .hugeBody, .reset(.beforeResponse), .abort(.beforeResponse): true
        default: false
        }
    }

    /// Up to an hour.
    private static func seconds(_ text: String) -> Duration? {
        Double(text).flatMap { (0...3_600).contains($0) ? .seconds($0) : nil }
    }
}
