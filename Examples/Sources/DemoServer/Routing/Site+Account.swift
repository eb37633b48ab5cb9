/// The site as the account that asks sees it.
extension Site {
    /// A community, and whether the account is subscribed to it.
    func about(_ subreddit: Subreddit) -> SiteContent {
        .about(subreddit, isSubscriber: isSubscriber(of: subreddit))
    }

    private func isSubscriber(of subreddit: Subreddit) -> Bool? {
        snapshot.reader.map { _ in snapshot.isSubscribed(to: subreddit) }
    }

    /// The posts and comments that the account has marked, the newest first.
    func marked(_ mark: Route.Mark, query: ListingQuery) -> SiteContent {
        var things: [SiteContent.Thing] = []
        for post in snapshot.catalog.posts {
            let account = snapshot.seen(post).account
            let isMeant =
                switch mark {
                case .saved: account.isSaved
                case .hidden: account.isHidden
                case .upvoted: account.vote == true
                case .downvoted: account.vote == false
                }
            if isMeant { things.append(.post(post)) }
        }
        if mark == .saved {
            let names = (snapshot.person?.saved ?? [:]).filter { $0.value && $0.key.hasPrefix("t1_") }.keys
            things += names.sorted().compactMap(snapshot.thing(named:))
        }
        return page(of: SiteContent.Thing.newestFirst(things), query: query)
    }

    /// The things of certain fullnames, in their order; what is not there is left out.
    func info(_ query: ListingQuery) -> SiteContent {
        let things: [SiteContent.Thing] = query.names.prefix(100).compactMap { name in
            if name.hasPrefix("t5_") {
                return snapshot.catalog.subreddits.first { "t5_" + $0.id == name && !$0.isPrivate }
                    .map { .community($0, isSubscriber: isSubscriber(of: $0)) }
            }
            guard let thing = snapshot.thing(named: name) else { return nil }
            if case .post(let post) = thing { return .post(snapshot.seen(post)) }
            return thing
        }
        return .listing(things, after: nil)
    }

    /// The texts that answer or mention the account, the newest first.
    func inbox(_ page: Route.InboxPage, query: ListingQuery) throws(SiteRefusal) -> SiteContent {
        guard snapshot.reader != nil else { throw .forbidden(reason: nil) }
        let messages = snapshot.messages.filter { message in
            switch page {
            case .inbox: true
            case .unread: !message.notice.isRead
            case .mentions: message.notice.isMention
            case .comments: !message.notice.isMention && message.parent.hasPrefix("t1_")
            case .selfreply: !message.notice.isMention && message.parent.hasPrefix("t3_")
            }
        }
        let start = query.after.flatMap { after in messages.firstIndex { $0.comment.fullname == after } }
        let rest = messages.dropFirst(start.map { $0 + 1 } ?? 0)
        let part = Array(rest.prefix(query.pageSize))
        return .inbox(part, after: part.count < rest.count ? part.last?.comment.fullname : nil)
    }
}

extension SiteSnapshot {
    /// The answers to the account that asks and the mentions of it, the newest first.
    var messages: [SiteContent.Message] {
        guard let key else { return [] }
        return state.notices.reversed().filter { $0.recipient == key }.compactMap(message)
    }

    /// A notice with the comment that it is about; nil where the comment is not there.
    func message(_ notice: SiteState.Notice) -> SiteContent.Message? {
        guard let index = state.commentIndex(notice.commentID),
            case .comment(let comment, let parent, let post)? = thing(state.comments[index])
        else { return nil }
        return SiteContent.Message(notice: notice, comment: comment, parent: parent, post: post)
    }
}
