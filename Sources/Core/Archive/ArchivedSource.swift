public import Foundation

/// One source of an ``Archive``, or that it was removed.
///
/// What the person did (adding, moving, removing), when they opened it last and what the server says have dates of their
/// own, and are put together each by its own.
public struct ArchivedSource: Hashable, Sendable, Identifiable, Codable {
    /// How many removed ones are remembered, of all sites together: 1,000; the ones removed first are forgotten first.
    public static let maximumRemovedCount = 1000

    /// Which source.
    public let id: SubscribedSource.ID
    /// Its name without `r/` or `u/`, as the server spells it where it was asked.
    public var name: String
    /// What is known about whether it exists: `verified`, `pending`, `unknown` or `restricted`.
    public var state: String
    /// Why the server does not show it; `nil` where it does, and where that is not known.
    public var restriction: String?
    /// Its title; `nil` where it is not known.
    public var title: String?
    /// Whether it is not safe for work; `nil` where it is not known.
    public var isNSFW: Bool?
    /// How many have subscribed to it; `nil` where it is not known.
    public var subscribers: Int?
    /// When the person put it into the list.
    public var added: Date
    /// When the person opened it last; `nil` for never.
    public var opened: Date?
    /// When the server was asked about it last; `nil` for never.
    public var checked: Date?
    /// When the person added, moved or removed it last.
    public var changed: Date
    /// Its place: smaller comes first, and of equal ones the smaller id.
    public var position: Double
    /// Whether it was removed.
    public var isRemoved: Bool

    /// Creates a source of a list as it was just added.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - name: Its name without `r/` or `u/`.
    ///   - added: When the person put it into the list; ``changed`` is the same at first.
    ///   - position: Its place.
    ///   - isRemoved: Whether it was removed; false by default.
    public init(
        id: SubscribedSource.ID, name: String, added: Date, position: Double = 0, isRemoved: Bool = false
    ) {
        self.id = id
        self.name = name
        state = "pending"
        self.added = added
        changed = added
        self.position = position
        self.isRemoved = isRemoved
    }

    /// What two devices say of one source, put together.
    ///
    /// Whether it is in the list, since when and where: what was changed later counts; of one date, that it is in the
    /// list, then what was added later, then the smaller position. It was opened at the later date. What the server says
    /// is that of the device that asked later.
    ///
    /// - Parameter other: The same source on the other device.
    /// - Returns: The source of both.
    public func merging(_ other: ArchivedSource) -> ArchivedSource {
        var merged = self
        if placeRank.lexicographicallyPrecedes(other.placeRank) {
            (merged.changed, merged.isRemoved) = (other.changed, other.isRemoved)
            (merged.added, merged.position) = (other.added, other.position)
        }
        merged.opened = [opened, other.opened].compactMap { $0 }.max()
        let (asked, askedThere) = (checked ?? .distantPast, other.checked ?? .distantPast)
        if asked == askedThere ? answer.lexicographicallyPrecedes(other.answer) : asked < askedThere {
            merged.checked = other.checked
            merged.name = other.name
            (merged.state, merged.restriction) = (other.state, other.restriction)
            (merged.title, merged.isNSFW, merged.subscribers) = (other.title, other.isNSFW, other.subscribers)
        }
        return merged
    }

    /// Larger counts: the date, that it is there, when it was added, and the place, which is turned round.
    private var placeRank: [Double] {
        [changed.timeIntervalSince1970, isRemoved ? 0 : 1, added.timeIntervalSince1970, -position]
    }

    /// What the server says as one text, for a rule that is the same everywhere.
    private var answer: [UInt8] {
        let parts = [
            state, restriction ?? "", title ?? "", isNSFW.map(String.init) ?? "", subscribers.map(String.init) ?? "",
            name,
        ]
        return Array(parts.joined(separator: "\u{1}").utf8)
    }

    /// The same with dates as they are stored: seconds since 1970.
    var rounded: ArchivedSource {
        func stored(_ date: Date) -> Date { Date(timeIntervalSince1970: date.timeIntervalSince1970) }
        var source = self
        (source.added, source.changed) = (stored(added), stored(changed))
        (source.opened, source.checked) = (opened.map(stored), checked.map(stored))
        return source
    }
}
