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

    /// The identity, made when the source is made: equal for two spellings of one name.
    public private(set) var id: ID
    /// The name, as the server spells it where it was asked, else as it was typed.
    public private(set) var name: SourceName
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

    /// Creates a source, with an id by the rules of its site.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - profile: The facts of the site whose source it is.
    ///   - state: What is known about whether it exists; nothing by default.
    ///   - added: When the person put it into the list; ``changed`` is the same at first.
    ///   - position: Its place; a store gives it one when it is added.
    public init(
        _ name: SourceName, on profile: SiteProfile, state: State = .pending, added: Date, position: Double = 0
    ) {
        self.init(storedID: profile.sourceID(of: name), name: name, state: state, added: added, position: position)
    }

    /// Creates a source, with an id by the common rules for names, which are compared without case.
    ///
    /// For a site with rules of its own use ``init(_:on:state:added:position:)``.
    ///
    /// - Parameters:
    ///   - site: Whose source.
    ///   - name: Its name.
    ///   - state: What is known about whether it exists; nothing by default.
    ///   - added: When the person put it into the list; ``changed`` is the same at first.
    ///   - position: Its place; a store gives it one when it is added.
    public init(site: Site, name: SourceName, state: State = .pending, added: Date, position: Double = 0) {
        self.init(storedID: ID(site: site, name: name), name: name, state: state, added: added, position: position)
    }

    /// Creates a source again from its stored parts; its id is taken as it is.
    ///
    /// For databases: an id is made once, and other rules of a later version must not make another source of it.
    ///
    /// - Parameters:
    ///   - storedID: The id.
    ///   - name: Its name.
    ///   - state: What is known about whether it exists; nothing by default.
    ///   - added: When the person put it into the list; ``changed`` is the same at first.
    ///   - position: Its place.
    public init(storedID: ID, name: SourceName, state: State = .pending, added: Date, position: Double = 0) {
        id = storedID
        self.name = name
        self.state = state
        self.added = added
        self.changed = added
        self.position = position
    }

    /// The site whose source it is.
    public var site: Site { id.site }

    /// Where its posts come from.
    public var source: FeedSource { name.source }

    /// Takes over what the server says.
    ///
    /// - Parameters:
    ///   - verdict: What the server says. The name may be spelled in another way from then on, and with it the id
    ///     changes where the site's rules make another one of that name.
    ///   - date: When it was asked.
    public mutating func settle(_ verdict: SourceVerdict, at date: Date) {
        checked = date
        switch verdict {
        case .unknown:
            state = .unknown
        case .known(let description, let known):
            // The common rules are not the site's: an id that fits the name is right.
            id = known ?? (id.isID(of: description.name) ? id : ID(site: site, name: description.name))
            name = description.name
            state = description.restriction.map(State.restricted) ?? .verified
            // A road that knows less takes nothing away.
            title = description.title ?? title
            isNSFW = description.isNSFW ?? isNSFW
            subscriberCount = description.subscriberCount ?? subscriberCount
        }
    }
}
