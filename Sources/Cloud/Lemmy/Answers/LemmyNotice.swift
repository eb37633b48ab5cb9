import Core

/// What a Lemmy server keeps of having told somebody of a comment: replies and mentions count for themselves.
///
/// Written as `reply/5` and `mention/5`.
struct LemmyNotice: Hashable, Sendable {
    /// The reason.
    let kind: Answer.Kind
    /// The server's number: `comment_reply.id` or `person_mention.id`.
    let number: Int

    /// Creates a notice.
    ///
    /// - Parameters:
    ///   - kind: The reason.
    ///   - number: The server's number.
    init(_ kind: Answer.Kind, _ number: Int) {
        (self.kind, self.number) = (kind, number)
    }

    /// Reads the target of an entry.
    ///
    /// - Parameter request: The entry.
    /// - Throws: `DataError` with the code `invalidInput` for a target that is none.
    init(of request: OutboxRequest) throws(DataError) {
        let text = request.target ?? ""
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Answer.Kind(rawValue: String(parts[0])),
            LemmyObject.isID(String(parts[1])), let number = Int(parts[1])
        else {
            throw DataError(.invalidInput, message: "'\(text)' is no answer of Lemmy's that this can be done with.")
        }
        self.init(kind, number)
    }

    /// The name by which it is marked.
    var native: String { "\(kind.rawValue)/\(number)" }
}

/// One of the two lists of answers that Lemmy has.
enum LemmyAnswerList: String, Sendable, CaseIterable {
    case replies
    case mentions

    /// The list that has a kind of answers.
    init(of kind: Answer.Kind) {
        self =
            switch kind {
            case .reply: .replies
            case .mention: .mentions
            }
    }

    /// The kind of its answers.
    var kind: Answer.Kind {
        switch self {
        case .replies: .reply
        case .mentions: .mention
        }
    }

    /// The path below `/api/v3`.
    var path: String {
        switch self {
        case .replies: "user/replies"
        case .mentions: "user/mention"
        }
    }

    /// The path by which one is marked.
    var markPath: String {
        switch self {
        case .replies: "comment/mark_as_read"
        case .mentions: "user/mention/mark_as_read"
        }
    }

    /// The member of a mark's body with the number.
    var markName: String {
        switch self {
        case .replies: "comment_reply_id"
        case .mentions: "person_mention_id"
        }
    }

    /// The object of a view that has the number and the mark.
    func notice(in view: JSONValue) -> JSONValue? {
        switch self {
        case .replies: view["comment_reply"]
        case .mentions: view["person_mention"]
        }
    }

    /// The views of an answer to a request for the list; `nil` for what is none.
    func views(in answer: JSONValue) -> [JSONValue]? {
        switch self {
        case .replies: answer["replies"]?.elements
        case .mentions: answer["mentions"]?.elements
        }
    }

    /// The view in the answer to a mark.
    func marked(in answer: JSONValue) -> JSONValue? {
        switch self {
        case .replies: answer["comment_reply_view"]
        case .mentions: answer["person_mention_view"]
        }
    }
}
