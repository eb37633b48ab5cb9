public import Foundation

/// A subreddit, a community or a user that the person has put into their list.
///
/// What the person did (adding, moving, opening) and what the server says (spelling, title, numbers) have dates of their
/// own, so that the lists of two devices can be put together.
public struct SubscribedSource: Hashable, Sendable, Identifiable {
    /// How many sources a site's list can have: 1,000.
    public static let maximumCount = 1000

    /// What is known about whether there is such a source.
    public enum State: Hashable, Sendable {
        /// The server knows it and shows it.
        case verified
        /// The server could not be asked yet.
        case pending
        /// The server says that there is no such source.
        case unknown
        /// The server knows it and does not show it.
        case restricted(SourceRestriction)
    }

    /// Whose source.
    public let site: Site
    /// Its name, as the server spells it where it was asked, else as it was typed.
    public var name: SourceName
    /// What is known about whether it exists.
    public var state: State
    /// Its title; `nil` where it is not known.
    public var title: String?
    /// Whether it is not safe for work; `nil` where it is not known.
    public var isNSFW: Bool?
    /// How many have subscribed to it; `nil` where it is not known.
    public var subscriberCount: Int?
    /// When the person put it into the list.
    public var added: Date
    /// When the person opened it last; `nil` for never.
    public var lastOpened: Date?
    /// When the server was asked about it last; `nil` for never.
    public var checked: Date?
    /// When the person changed its place in the list last: added or moved it.
    public var changed: Date
    /// Its place: smaller comes first, and nothing but the order means anything.
    public var position: Double

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - site: Whose source.
    ///   - name: Its name.
    ///   - state: What is known about whether it exists; nothing by default.
    ///   - added: When the person put it into the list; ``changed`` is the same at first.
    ///   - position: Its place; a store gives it one when it is added.
    public init(site: Site, name: SourceName, state: State = .pending, added: Date, position: Double = 0) {
        self.site = site
        self.name = name
        self.state = state
        self.added = added
        self.changed = added
        self.position = position
    }

    /// Which source: equal for two spellings of one name.
    public var id: ID { ID(site: site, name: name) }

    /// Where its posts come from.
    public var source: FeedSource { name.source }

    /// Takes over what the server says.
    ///
    /// - Parameters:
    ///   - verdict: What the server says. The name may be spelled in another way from then on, and with it the id
    ///     changes where more than the case is different.
    ///   - date: When it was asked.
    public mutating func settle(_ verdict: SourceVerdict, at date: Date) {
        checked = date
        switch verdict {
        case .unknown:
            state = .unknown
        case .known(let description):
            name = description.name
            state = description.restriction.map(State.restricted) ?? .verified
            // A road that knows less takes nothing away.
            title = description.title ?? title
            isNSFW = description.isNSFW ?? isNSFW
            subscriberCount = description.subscriberCount ?? subscriberCount
        }
    }
}
