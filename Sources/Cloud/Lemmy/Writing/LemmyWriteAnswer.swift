import Core
import Foundation

/// The meaning of a Lemmy server's answer to what it was told.
///
/// A refusal always has a status of 4xx, so that 200 is done even where its body was cut.
///
/// | answer | means |
/// | --- | --- |
/// | 200 with the view | done, with the id of what was made, and the value that it has now |
/// | 200 whose JSON was cut | done, and the id is not known |
/// | `incorrect_login`, `not_logged_in` | the session is over |
/// | `rate_limit_error` | later, for the whole site, in a minute unless the server names a time |
/// | what is to be deleted is not found, or an answer that is to be marked | done |
/// | anything else | as ``WriteFailure`` says |
struct LemmyWriteAnswer {
    /// The first of the entries.
    let entry: OutboxEntry
    /// The date, from which a pause counts.
    let now: Date

    private var kind: OutboxEntry.Kind { entry.kind }

    /// The seconds to wait where the server names none: its budgets are for a minute and more.
    private static let pause: TimeInterval = 60

    /// Returns what an answer of 200 to 299 means.
    ///
    /// - Parameter response: The answer.
    /// - Returns: The answer for the outbox.
    func answer(to response: NetworkResponse) -> OutboxAnswer {
        let body: JSONValue
        do {
            body = try response.json()
        } catch {
            let isCut = BodyKind(of: response.body) == .json
            return isCut ? .doneWithoutResult : .unknown(OutboxEntry.Reason(error), isAnswered: false)
        }
        guard body.kind == .object else {
            return .unknown(
                OutboxEntry.Reason(.malformed, DataError.message(for: .malformed)), isAnswered: false)
        }
        let view = body["comment_view"] ?? body["post_view"] ?? body["community_view"]
        if kind == .read, entry.target?.kind == .answer {
            let isRead = LemmyAnswerList.allCases.lazy.compactMap { list in
                list.marked(in: body).flatMap { list.notice(in: $0) }?["read"]?.bool
            }.first
            return .done(result: nil, value: isRead.map { FlagText.text($0, as: entry.value) })
        }
        switch kind {
        case .reply: return made(view?["comment"]?["id"]?.int, isComment: true)
        case .submit: return made(view?["post"]?["id"]?.int, isComment: false)
        // A vote that is left out is one that the answer does not tell.
        case .vote where view?["my_vote"] == nil: return .done(result: nil, value: nil)
        default: return .done(result: nil, value: view.flatMap { LemmyToggle.value(of: entry, in: $0) })
        }
    }

    private func made(_ number: Int?, isComment: Bool) -> OutboxAnswer {
        guard let number, number > 0 else { return .doneWithoutResult }
        return .done(result: LemmyThing(isComment: isComment, number: number).result, value: nil)
    }

    /// Returns what a failed request means.
    ///
    /// - Parameter error: The error.
    /// - Returns: The answer for the outbox.
    /// - Throws: `CancellationError`.
    func answer(to error: any Error) throws -> OutboxAnswer {
        let answer = try WriteFailure.answer(to: error, now: now)
        guard let error = error as? NetworkError else { return answer }
        if let status = (error.underlying as? ConnectionFailure)?.begunStatus, (200...299).contains(status) {
            return .doneWithoutResult
        }
        // A mark of what is gone has nothing left to say.
        let isOfGone = kind == .delete || entry.target?.kind == .answer
        if isOfGone, error.code == .notFound, error.isRefusalToShow { return .done(result: nil, value: nil) }
        if case .later(let reason, let scope, after: nil, _) = answer, error.code == .rateLimited, !error.isUnsent {
            return .later(reason, scope: scope, after: Self.pause, until: now + Self.pause)
        }
        return answer
    }

    /// Returns what the failure of a question means that comes before an entry is sent: nothing was done yet.
    ///
    /// - Parameter error: The error.
    /// - Returns: The answer for the outbox.
    /// - Throws: `CancellationError`.
    func answer(toQuestion error: any Error) throws -> OutboxAnswer {
        let answer = try answer(to: error)
        switch answer {
        case .unknown(let reason, _): return .later(reason, scope: .entry, after: nil, until: nil)
        case .doneWithoutResult: return .later(OutboxEntry.Reason(error), scope: .entry, after: nil, until: nil)
        case .done, .refused, .later, .sessionOver: return answer
        }
    }
}

/// The value of a toggle in a view of Lemmy's.
enum LemmyToggle {
    /// Returns the value that a view shows to who is signed in.
    ///
    /// - Parameters:
    ///   - entry: The entry, in whose words it is.
    ///   - view: A view of a post, a comment or a community.
    /// - Returns: The value; `nil` where the view does not say.
    static func value(of entry: OutboxEntry, in view: JSONValue) -> String? {
        let isOn: Bool?
        switch entry.kind {
        // A vote that there is not is left out.
        case .vote: return String((view["my_vote"]?.int ?? 0).signum())
        case .save: isOn = view["saved"]?.bool
        case .hide: isOn = view["hidden"]?.bool
        case .read: isOn = view["read"]?.bool
        // Where it is pending, the other server has not answered yet.
        case .subscribe: isOn = (view["subscribed"]?.string).map { $0 != "NotSubscribed" }
        default: isOn = nil
        }
        return isOn.map { FlagText.text($0, as: entry.value) }
    }
}
