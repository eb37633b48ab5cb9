public import Core

/// Texts about answers: replies to what a person wrote, and mentions.
public enum InboxPhrase: String, LocalizedPhrase {
    /// The title of the screen.
    case title
    /// Who replied.
    case replied
    /// Who mentioned the person.
    case mentioned
    /// Somebody whose name is not known.
    case somebody
    /// There are no answers.
    case empty
    /// There is nothing that is not read.
    case nothingUnread
    /// The number of answers that are not read.
    case unread
    /// The number of answers that came.
    case new
    /// Show only what is not read.
    case unreadOnly
    /// Mark everything as read.
    case markAllRead
    /// Mark as unread.
    case markUnread
    /// A mark is not sent yet.
    case notSent
    /// The text of an answer was taken away.
    case removed
    /// Nobody is signed in.
    case signedOut

    public var english: PhraseText {
        switch self {
        case .title: .fixed("Answers")
        case .replied: .filled("% replied to you")
        case .mentioned: .filled("% mentioned you")
        case .somebody: .fixed("Somebody")
        case .empty: .fixed("Nobody has answered you yet")
        case .nothingUnread: .fixed("You have read everything")
        case .unread: .counted([.one: "% unread answer", .other: "% unread answers"])
        case .new: .counted([.one: "% new answer", .other: "% new answers"])
        case .unreadOnly: .fixed("Unread only")
        case .markAllRead: .fixed("Mark all as read")
        case .markUnread: .fixed("Mark as unread")
        case .notSent: .fixed("Marked here, not sent yet")
        case .removed: .fixed("The text was removed")
        case .signedOut: .fixed("Sign in to see who answered you")
        }
    }
}

extension InboxPhrase {
    static let ukrainian: KeyValuePairs<InboxPhrase, PhraseText> = [
        .title: .fixed("Відповіді"),
        .replied: .filled("Вам відповідає %"),
        .mentioned: .filled("Вас згадує %"),
        .somebody: .fixed("Хтось"),
        .empty: .fixed("Вам ще ніхто не відповів"),
        .nothingUnread: .fixed("Ви прочитали все"),
        .unread: .counted(
            [
                .one: "% непрочитана відповідь", .few: "% непрочитані відповіді",
                .many: "% непрочитаних відповідей",
            ]),
        .new: .counted([.one: "% нова відповідь", .few: "% нові відповіді", .many: "% нових відповідей"]),
        .unreadOnly: .fixed("Лише непрочитані"),
        .markAllRead: .fixed("Позначити все прочитаним"),
        .markUnread: .fixed("Позначити непрочитаним"),
        .notSent: .fixed("Позначено тут, ще не надіслано"),
        .removed: .fixed("Текст вилучено"),
        .signedOut: .fixed("Увійдіть, щоб бачити, хто вам відповів"),
    ]
}

extension PostFormat {
    /// Describes who answered, and how.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: Such as "ann replied to you" or "ben mentioned you".
    public func text(of answer: Answer) -> String {
        let name = answer.author ?? text(InboxPhrase.somebody)
        return text(answer.kind == .reply ? InboxPhrase.replied : .mentioned, filling: name)
    }

    /// Describes an inbox without rows.
    ///
    /// - Parameter state: The state of the inbox.
    /// - Returns: A sentence; `nil` where there are rows, and while the first ones are fetched.
    public func emptyText(of state: InboxViewModel.State) -> String? {
        if state.phase == .signedOut { return text(InboxPhrase.signedOut) }
        guard state.items.isEmpty, state.phase == .idle, state.banner == nil else { return nil }
        return text(state.isUnreadOnly ? InboxPhrase.nothingUnread : .empty)
    }
}
