package import Foundation

/// A source of an ``Archive``, or the record of its removal.
///
/// The person's changes (adding, moving, removing), the date of the last visit and the server's answer are merged each
/// by its own date.
package struct ArchivedSource: Hashable, Sendable, Identifiable, Codable {
    /// The number of removed sources that are remembered, of all sites together; the oldest removals are dropped first.
    package static let maximumRemovedCount = 1000

    /// The id of the source.
    package let id: SubscribedSource.ID
    /// Its name without `r/` or `u/`, as the server spells it where it was asked.
    package var name: String
    /// The state of its verification: `verified`, `pending`, `unknown` or `restricted`.
    package var state: String
    /// The reason why the server does not show it; `nil` where it does, and where that is not known.
    package var restriction: String?
    /// Its title; `nil` where it is not known.
    package var title: String?
    /// Whether it is not safe for work; `nil` where it is not known.
    package var isNSFW: Bool?
    /// The number of its subscribers; `nil` where it is not known.
    package var subscribers: Int?
    /// The date when the person added it.
    package var added: Date
    /// The date when the person opened it last; `nil` for never.
    package var opened: Date?
    /// The date when the server was asked about it last; `nil` for never.
    package var checked: Date?
    /// The date when the person added, moved or removed it last.
    package var changed: Date
    /// The position in the list: smaller comes first, and of equal ones the smaller id.
    package var position: Double
    /// Whether it was removed.
    package var isRemoved: Bool

    /// Creates a source that was just added: ``changed`` is `added`, and it is not verified.
    package init(
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

    /// Returns the source of two devices merged.
    ///
    /// Of the list, the later change counts; of one date, being in the list, then the later date of adding, then the
    /// smaller position. The date of the last visit is the later one. The server's answer is that of the device that
    /// asked later.
    package func merging(_ other: ArchivedSource) -> ArchivedSource {
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

    /// The rank by which the larger one counts: date, presence, date of adding, and position, which is negated.
    private var placeRank: [Double] {
        [changed.timeIntervalSince1970, isRemoved ? 0 : 1, added.timeIntervalSince1970, -position]
    }

    /// The server's answer as one text, for an order that is the same everywhere.
    private var answer: [UInt8] {
        let parts = [
            state, restriction ?? "", title ?? "", isNSFW.map(String.init) ?? "", subscribers.map(String.init) ?? "",
            name,
        ]
        return Array(parts.joined(separator: "\u{1}").utf8)
    }

    /// The source with dates as they are stored: seconds since 1970.
    var rounded: ArchivedSource {
        func stored(_ date: Date) -> Date { Date(timeIntervalSince1970: date.timeIntervalSince1970) }
        var source = self
        (source.added, source.changed) = (stored(added), stored(changed))
        (source.opened, source.checked) = (opened.map(stored), checked.map(stored))
        return source
    }
}
