import Core
import Foundation

/// The meaning of Reddit's answer to what it was told.
///
/// | answer | means |
/// | --- | --- |
/// | 200 without errors | done, with the id of what was made |
/// | `RATELIMIT`, `QUOTA_FILLED` | later, for all entries of that kind |
/// | `SUBREDDIT_RATELIMIT` | later, for that entry |
/// | `USER_REQUIRED` | the session is over |
/// | `ALREADY_SUB`, where a send before may have arrived | nobody knows: somebody has posted that link |
/// | `DELETED_COMMENT` or 404 for a deletion | done |
/// | any other code | refused for good |
/// | 200 that cannot be read | nobody knows |
/// | anything else | as ``WriteFailure`` says |
struct RedditWriteAnswer {
    /// The kind of the entries.
    let kind: OutboxEntry.Kind
    /// Whether nobody knows what became of a send before.
    let isInDoubt: Bool
    /// The date, from which a pause counts.
    let now: Date

    /// Returns what an answer of 200 to 299 means.
    ///
    /// - Parameter response: The answer.
    /// - Returns: The answer for the outbox.
    func answer(to response: NetworkResponse) -> OutboxAnswer {
        let body: JSONValue
        do {
            body = try response.json()
        } catch {
            // An empty answer is one where there is nothing to be said.
            if BodyKind(of: response.body) == .empty, !isText { return .done(result: nil, value: nil) }
            return .unknown(OutboxEntry.Reason(error), isAnswered: false)
        }
        let envelope = body["json"]
        let errors = (envelope?["errors"]?.elements ?? []).map(RedditRefusal.init)
        if !errors.isEmpty { return answer(to: errors, beside: envelope?["ratelimit"]?.double) }
        guard kind.makesThing else {
            let isDone = isText ? envelope?["errors"] != nil : body.kind == .object
            return isDone ? .done(result: nil, value: nil) : Self.unreadable
        }
        guard let data = envelope?["data"] else { return Self.unreadable }
        return Self.name(of: data, kind).map { .done(result: $0, value: nil) } ?? .doneWithoutResult
    }

    /// Whether the answer has the envelope with the errors.
    private var isText: Bool { kind.makesThing || kind == .edit }

    /// Returns what a failed request means.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - request: The request, whose address says who can have answered it.
    /// - Returns: The answer for the outbox.
    /// - Throws: `CancellationError`.
    func answer(to error: any Error, of request: NetworkRequest) throws -> OutboxAnswer {
        if kind == .delete, let error = error as? NetworkError, error.code == .notFound, error.isRefusalToShow {
            return .done(result: nil, value: nil)
        }
        return try WriteFailure.answer(to: error, isOfServer: request.isSecure, now: now)
    }

    private func answer(to errors: [RedditRefusal], beside seconds: Double?) -> OutboxAnswer {
        let codes = errors.map(\.code)
        if let error = errors.first(where: { $0.code == "USER_REQUIRED" }) {
            return .sessionOver(error.reason(.sessionExpired))
        }
        if kind == .delete, codes.allSatisfy({ $0 == "DELETED_COMMENT" || $0 == "DELETED_LINK" }) {
            return .done(result: nil, value: nil)
        }
        if isInDoubt, kind == .submit, let error = errors.first, codes.allSatisfy({ $0 == "ALREADY_SUB" }) {
            return .unknown(error.reason(.refused), isAnswered: true)
        }
        // Where it is refused for good as well, waiting is no use.
        if let error = errors.first(where: { $0.pause == nil }) { return .refused(error.reason(.refused)) }
        let scope: OutboxScope = codes.allSatisfy { $0 == "SUBREDDIT_RATELIMIT" } ? .entry : .kind
        let pause = errors.compactMap(\.pause).max() ?? 0
        let named = errors.compactMap { RedditWait.seconds($0.words, beside: seconds) }.max()
        let wait = named ?? pause
        return .later(errors[0].reason(.rateLimited), scope: scope, after: wait, until: now + wait)
    }

    /// The full name of what was made: `data.things[0].data.name` or `data.name`; of a gallery only `data.id` is there,
    /// with or without its `t3_`.
    private static func name(of data: JSONValue, _ kind: OutboxEntry.Kind) -> String? {
        let prefix = kind == .reply ? "t1" : "t3"
        let thing = data["things"]?.elements?.first?["data"] ?? data
        for text in [thing["name"]?.string, thing["id"]?.string].compactMap(\.self) {
            if RedditName.isFullname(text, [prefix]) { return text }
            let name = "\(prefix)_\(text)"
            if !text.contains("_"), RedditName.isFullname(name, [prefix]) { return name }
        }
        return nil
    }

    private static let unreadable = OutboxAnswer.unknown(
        OutboxEntry.Reason(.malformed, DataError.message(for: .malformed)), isAnswered: false)
}

/// An element of `json.errors`: a code, a sentence, and the field that it is about.
private struct RedditRefusal {
    let code: String
    let words: String?

    init(_ element: JSONValue) {
        let parts = element.elements ?? []
        code = parts.first?.string ?? ""
        words = parts.dropFirst().first?.string
    }

    /// The seconds to wait where none are named; `nil` for a refusal for good.
    var pause: TimeInterval? {
        switch code {
        case "RATELIMIT", "SUBREDDIT_RATELIMIT": 600
        case "QUOTA_FILLED": 3600
        default: nil
        }
    }

    /// The reason for a person: the sentence of the site where it has one, and the code to look up.
    func reason(_ code: ErrorCode) -> OutboxEntry.Reason {
        // A stranger's text on a terminal: one line, and not a long one.
        let scalars = (words ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }
        let sentence = String(String.UnicodeScalarView(scalars)).prefix(300)
        let name = self.code.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? self.code.prefix(64) : ""
        let start = sentence.isEmpty ? DataError.message(for: code) : String(sentence)
        return OutboxEntry.Reason(code, name.isEmpty ? start : "\(start) (\(name))")
    }
}
