/// The feeds that depend on who looks: for the one that somebody asks for, that of the account in use.
///
/// Such a feed is stored, fetched and refreshed for each account by itself, and for nobody. What was fetched for one is
/// never in the feed of another.
package struct PersonalFeeds: Sendable {
    private let viewers: CurrentViewers
    private let kinds: [Site: Set<FeedKind>]

    /// Feeds that are the same for everybody.
    package static var none: PersonalFeeds { PersonalFeeds(CurrentViewers(), profiles: []) }

    /// Creates the feeds of some sites.
    ///
    /// - Parameters:
    ///   - viewers: Who looks at each site.
    ///   - profiles: The sites, each with the kinds that depend on it.
    package init(_ viewers: CurrentViewers, profiles: [SiteProfile]) {
        self.viewers = viewers
        let personal = profiles.map { ($0.site, $0.personalFeeds) }.filter { !$0.1.isEmpty }
        kinds = viewers.canChange ? Dictionary(personal) { first, _ in first } : [:]
    }

    /// Returns the feed that stands for another one now.
    ///
    /// - Parameter feed: A feed as somebody asks for it.
    /// - Returns: The same for the account that looks, where the feed names no account and depends on that; otherwise
    ///   the feed itself.
    package func feed(_ feed: Feed) -> Feed {
        guard !kinds.isEmpty, feed.account == nil, isPersonal(feed),
            let account = viewers.feedAccount(on: feed.site)
        else { return feed }
        return feed.seen(by: account)
    }

    /// Returns a change of statuses with the feed that stands for its own now.
    ///
    /// - Parameter mutation: The change as somebody asks for it.
    /// - Returns: The change to make.
    func mutation(_ mutation: StatusMutation) -> StatusMutation {
        guard case .dismissAll(let feed) = mutation else { return mutation }
        return .dismissAll(self.feed(feed))
    }

    /// Returns whether a feed is one of the account that looks, and of nobody else.
    ///
    /// - Parameter feed: A stored feed.
    /// - Returns: False also for a feed that is the same for everybody.
    func isSeen(_ feed: Feed) -> Bool {
        guard let account = feed.account, isPersonal(feed) else { return false }
        return viewers.feedAccount(on: feed.site) == account
    }

    /// Returns the account that a feed's pages are fetched for.
    ///
    /// - Parameter feed: A feed that ``feed(_:)`` has returned.
    /// - Returns: The feed's own account, and nobody for a feed that accounts have for themselves; whoever looks for
    ///   one that is the same for everybody.
    func sender(of feed: Feed) -> RequestSender {
        guard let account = feed.account else {
            // The first request reads the accounts. Where somebody is signed in, its page is dropped as by a switch.
            return isPersonal(feed) && !viewers.isUnread(feed.site) ? .nobody : .current
        }
        // Only one that is not known by name yet is named so, and it is the one in use.
        if account.hasPrefix(CurrentViewers.unknownAccount) { return .current }
        return .account(AccountKey(site: feed.site, name: account))
    }

    private func isPersonal(_ feed: Feed) -> Bool { kinds[feed.site]?.contains(feed.source.kind) ?? false }
}

extension CurrentViewers {
    /// The beginning of the name of an account of which the server has not said yet whose it is.
    package static let unknownAccount = "?"

    /// The name under which the account that looks kept a feed of its own before its server had said whose it is.
    ///
    /// - Parameter feed: A feed.
    /// - Returns: The name; `nil` for a feed that is not the account's.
    package func earlierFeedAccount(of feed: Feed) -> String? {
        guard let name = feed.account, let current = accounts(on: feed.site)?.current, current.key?.name == name
        else { return nil }
        return Self.unknownAccount + current.id
    }

    /// The name of the account that looks at a site, for feeds; `nil` for nobody.
    ///
    /// One that is not known by the server's id yet has a name of its own, by the place of its credentials.
    ///
    /// - Parameter site: The site.
    /// - Returns: The name.
    func feedAccount(on site: Site) -> String? {
        guard let current = accounts(on: site)?.current else { return owner(on: site).account?.name }
        return current.key?.name ?? Self.unknownAccount + current.id
    }
}

/// The reason for which an answer is not stored: what was asked for is another one's for who looks now, or its account has
/// left this device.
package struct SomebodyElseLooks: Error {
    /// Creates the reason.
    package init() {}
}
