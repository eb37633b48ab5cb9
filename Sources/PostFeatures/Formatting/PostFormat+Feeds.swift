public import Core
public import Foundation

extension PostFormat {
    /// Names a feed's source.
    ///
    /// - Parameter source: The source.
    /// - Returns: Such as "Front page"; a subreddit, a user and a source that an app or a newer version adds as people
    ///   type them, `r/swift` and `u/name`, since those are names.
    public func name(of source: FeedSource) -> String {
        switch source.kind {
        case .home: text(FeedPhrase.frontPage)
        case .search: text(FeedPhrase.searchFor, filling: source.name)
        case .saved: text(FeedPhrase.savedPosts)
        case .favourites: text(FeedPhrase.favouritePosts)
        case .downloads: text(FeedPhrase.downloadedPosts)
        case .unsent: text(FeedPhrase.unsentPosts)
        default: source.description
        }
    }

    /// Names an order of posts.
    ///
    /// - Parameter sort: The order.
    /// - Returns: Such as "Hot"; the raw value of an order that is not built in.
    public func name(of sort: FeedSort) -> String {
        switch sort {
        case .best: text(FeedPhrase.best)
        case .hot: text(FeedPhrase.hot)
        case .new: text(FeedPhrase.new)
        case .top: text(FeedPhrase.top)
        case .rising: text(FeedPhrase.rising)
        case .controversial: text(FeedPhrase.controversial)
        default: sort.rawValue
        }
    }

    /// Names a period.
    ///
    /// - Parameter period: The period.
    /// - Returns: Such as "Past week"; the raw value of a period that is not built in.
    public func name(of period: FeedPeriod) -> String {
        switch period {
        case .hour: text(FeedPhrase.pastHour)
        case .day: text(FeedPhrase.pastDay)
        case .week: text(FeedPhrase.pastWeek)
        case .month: text(FeedPhrase.pastMonth)
        case .year: text(FeedPhrase.pastYear)
        case .all: text(FeedPhrase.allTime)
        default: period.rawValue
        }
    }

    /// Writes a number of unread posts, for a badge.
    ///
    /// - Parameter count: The number.
    /// - Returns: Such as "12" or "99+"; `nil` where nothing is unread.
    public func badge(of count: UnreadCount) -> String? {
        count.number == 0 ? nil : "\(count.number)\(count.isMore ? "+" : "")"
    }

    /// Says how many posts are unread.
    ///
    /// - Parameter count: The number.
    /// - Returns: Such as "12 unread posts" or "99+ unread posts"; `nil` where nothing is unread.
    public func text(of count: UnreadCount) -> String? {
        guard let badge = badge(of: count) else { return nil }
        return count.isMore
            ? text(ListPhrase.unreadPostsAtLeast, filling: badge)
            : text(ListPhrase.unreadPosts, counting: count.number)
    }

    /// Names a feed: its source, and the order and period that the server is asked for.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: Such as "r/swift · Top · Past week".
    public func name(of feed: Feed) -> String {
        guard !feed.source.isLocal else { return name(of: feed.source) }
        return [name(of: feed.source), feed.sort.map { name(of: $0) }, feed.period.map { name(of: $0) }].compactMap {
            $0
        }
        .joined(separator: " · ")
    }

    /// Names a read policy.
    ///
    /// - Parameter policy: The policy.
    /// - Returns: Such as "Only what is on this device".
    public func name(of policy: ReadPolicy) -> String {
        switch policy {
        case .storedOnly: text(FeedPhrase.storedOnly)
        case .storedThenNetwork: text(FeedPhrase.storedThenNetwork)
        case .networkOnly: text(FeedPhrase.networkOnly)
        case .networkElseStored: text(FeedPhrase.networkElseStored)
        }
    }

    /// Describes when a feed was last fetched.
    ///
    /// - Parameters:
    ///   - date: The date; `nil` for never.
    ///   - now: The date to count from.
    /// - Returns: Such as "Updated 3 hours ago", or "Not loaded yet".
    public func updated(_ date: Date?, now: Date) -> String {
        relativeDate(date, now: now).map { text(ListPhrase.updated, filling: $0) } ?? text(ListPhrase.neverUpdated)
    }

    /// Describes why a feed was shown without asking the network.
    ///
    /// - Parameters:
    ///   - skip: The reason.
    ///   - now: The current date; a time on another day is given with its date.
    ///   - timeZone: The person's time zone.
    /// - Returns: Such as "Not refreshed until 14:02: the server's budget is used up".
    public func text(of skip: FetchSkip, now: Date, in timeZone: TimeZone) -> String {
        let fact =
            skip.until.map { text(.notRefreshedUntil, filling: time($0, now: now, in: timeZone)) }
            ?? text(.notRefreshed)
        return "\(fact): \(text(skip.reason.phrase(code: nil)))"
    }

    /// Describes a part of a server's answer that could not be read.
    ///
    /// - Parameter issue: The problem; its reason is for developers and left out.
    /// - Returns: Such as "Item 4 of the answer could not be read".
    public func text(of issue: DecodeIssue) -> String {
        if issue.reason == DecodeIssue.suspiciousEmpty.reason { return text(ListPhrase.suspiciousEmpty) }
        guard let index = issue.index else { return text(ListPhrase.unreadableAnswer) }
        // People count from 1; an index that nobody could have counted to stays as it is.
        return text(ListPhrase.unreadableItem, filling: "\(index == .max ? index : index + 1)")
    }
}
