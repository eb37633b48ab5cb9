import ServerKit

/// The reason why Reddit's API does not do what it is asked for.
enum RedditRefusal: Error {
    /// A code inside an answer with 200; the field is the parameter that it is about.
    case code(String, field: String)
    /// A status with JSON.
    case status(Int)

    /// The meanings of the codes, for people.
    private static let explanations = [
        "ALREADY_SUB": "that link has been posted there already", "BAD_URL": "that is no address",
        "DELETED_COMMENT": "that comment has been deleted", "DELETED_LINK": "that post has been deleted",
        "INVALID_OPTION": "that is none of the options", "NO_LINKS": "that community takes texts only",
        "NO_SELFS": "that community takes no texts", "NO_TEXT": "there is nothing in it",
        "NO_URL": "an address is needed", "NOT_AUTHOR": "only who wrote it can do that",
        "SUBREDDIT_NOEXIST": "there is no such community", "SUBREDDIT_NOTALLOWED": "you may not post there",
        "SUBREDDIT_REQUIRED": "a community is needed", "THREAD_LOCKED": "nobody can answer there any more",
        "TOO_LONG": "it is too long", "TOO_OLD": "it is too old to be answered",
        "USER_REQUIRED": "please sign in to do that",
    ]

    /// The answer.
    ///
    /// - Parameter isWrapped: Whether it is to be JSON that a program can read (`api_type=json`).
    /// - Returns: A code in JSON with 200, or a status.
    func answer(isWrapped: Bool) -> Answer {
        switch self {
        case .code(let code, let field): Self.answer(code: code, field: field, isWrapped: isWrapped)
        case .status(403): .forbidden(reason: nil)
        case .status(404): .notFound
        case .status(let status): .message(StatusPhrase.phrase(for: status), status: status)
        }
    }

    /// The answer with a code, and for a limit the seconds to wait.
    static func answer(code: String, text: String? = nil, field: String, wait: Double? = nil, isWrapped: Bool) -> Answer
    {
        guard isWrapped else { return .json(.object([("jquery", .array([])), ("success", .bool(false))])) }
        let text = text ?? explanations[code] ?? "that is not possible"
        var json = JSONObject([("errors", .array([.array([.string(code), .string(text), .string(field)])]))])
        if let wait { json.add("ratelimit", .double(wait)) }
        return .json(.object([("json", .object(json))]))
    }

    /// The answer to who does too much.
    ///
    /// - Parameters:
    ///   - wait: The time to wait, which the text names in milliseconds, seconds or minutes.
    ///   - isWrapped: Whether it is to be JSON that a program can read.
    /// - Returns: `RATELIMIT` in JSON with 200.
    static func limit(wait: Duration, isWrapped: Bool) -> Answer {
        let seconds = wait / .seconds(1)
        let (number, unit) =
            seconds < 1
            ? (Int(seconds * 1_000), "millisecond")
            : seconds < 60 ? (Int(seconds), "second") : (Int(seconds / 60), "minute")
        let text =
            "Looks like you've been doing that a lot. Take a break for \(number) \(unit)\(number == 1 ? "" : "s") "
            + "before trying again."
        return answer(code: "RATELIMIT", text: text, field: "ratelimit", wait: seconds, isWrapped: isWrapped)
    }
}
