import ServerKit

/// Answers and mentions.
extension LemmySite {
    func replies(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        .object([("replies", .array(try messages(query, areMentions: false).compactMap(renderer.view)))])
    }

    func mentions(_ query: LemmyQuery) throws(LemmyRefusal) -> JSONValue {
        .object([("mentions", .array(try messages(query, areMentions: true).compactMap(renderer.view)))])
    }

    func unreadCount() throws(LemmyRefusal) -> JSONValue {
        if account == nil { throw .notSignedIn }
        let unread = snapshot.messages.filter { !$0.notice.isRead }
        return .object([
            ("replies", .int(unread.count { !$0.notice.isMention })),
            ("mentions", .int(unread.count { $0.notice.isMention })), ("private_messages", .int(0)),
        ])
    }

    private func messages(
        _ query: LemmyQuery, areMentions: Bool
    ) throws(LemmyRefusal) -> ArraySlice<SiteContent.Message> {
        if account == nil { throw .notSignedIn }
        let error = "couldnt_get_comments"
        let limit = try query.limit(orElse: error)
        let start = (try query.page(orElse: error) - 1) * limit
        var messages = snapshot.messages.filter { $0.notice.isMention == areMentions }
        if query["unread_only"] == "true" { messages.removeAll { $0.notice.isRead } }
        if try query.sort(default: .new) == .old { messages.reverse() }
        return messages.dropFirst(start).prefix(limit)
    }
}

extension LemmyRenderer {
    /// An answer or a mention: the comment's view, and who was told; nil where the comment is not there.
    func view(_ message: SiteContent.Message) -> JSONValue? {
        guard let index = snapshot.state.commentIndex(message.notice.commentID),
            let comment = LemmyComment(snapshot.state.comments[index], in: snapshot),
            case .object(var view)? = view(comment)
        else { return nil }
        let notice = message.notice
        let name = snapshot.spelled(notice.recipient) ?? notice.recipient
        view.add([
            (
                notice.isMention ? "person_mention" : "comment_reply",
                .object([
                    ("id", .int(notice.number)), ("recipient_id", .int(personID(name))),
                    ("comment_id", .int(LemmyID.number(notice.commentID))), ("read", .bool(notice.isRead)),
                    ("published", date(message.comment.age)),
                ])
            ),
            ("recipient", person(name)),
        ])
        return .object(view)
    }
}
