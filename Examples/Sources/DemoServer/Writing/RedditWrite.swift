/// The calls of Reddit's API that change something.
enum RedditWrite: String, Sendable, CaseIterable {
    case vote
    case save
    case unsave
    case hide
    case unhide
    case readMessage = "read_message"
    case unreadMessage = "unread_message"
    case readAllMessages = "read_all_messages"
    case comment
    case edit = "editusertext"
    case delete = "del"
    case submit
    case subscribe

    /// The call of a path such as `/api/vote` or `/api/vote.json`; nil for any other.
    init?(path: String) {
        var parts = path.lowercased().split(separator: "/")
        guard parts.count == 2, parts[0] == "api" else { return nil }
        if parts[1].hasSuffix(".json") { parts[1] = parts[1].dropLast(5) }
        self.init(rawValue: String(parts[1]))
    }

    var act: DemoAct {
        switch self {
        case .vote: .vote
        case .save, .unsave: .save
        case .hide, .unhide: .hide
        case .readMessage, .unreadMessage, .readAllMessages: .read
        case .comment: .reply
        case .edit: .edit
        case .delete: .delete
        case .submit: .submit
        case .subscribe: .subscribe
        }
    }

    /// The OAuth scope that a token must have for it.
    var scope: String {
        switch self {
        case .vote: "vote"
        case .save, .unsave: "save"
        case .hide, .unhide: "report"
        case .readMessage, .unreadMessage, .readAllMessages: "privatemessages"
        case .comment, .submit: "submit"
        case .edit, .delete: "edit"
        case .subscribe: "subscribe"
        }
    }
}
