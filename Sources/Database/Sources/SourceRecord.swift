public import Core
import Foundation

extension SubscribedSource.ID: IndexValue {
    // The text has the same order as the ids.
    public var indexKey: IndexKey { .text(description) }
}

/// The stored record of a source, or of its removal.
///
/// Of a removed source only its id and the date are kept, so that two merged lists agree on the removal; after a merge
/// also what the other device knows of it.
struct SourceRecord: StoredRecord, Equatable {
    let id: SubscribedSource.ID
    /// As the server spells it.
    var name: String
    var state: String
    /// The reason that the server does not show it.
    var restriction: String?
    var title: String?
    var isNSFW: Bool?
    var subscribers: Int?
    var added: Date
    var opened: Date?
    var checked: Date?
    /// The date when the person added, moved or removed it last.
    var changed: Date
    var position: Double
    var isRemoved: Bool

    /// The number of removals that are remembered, of all sites together; the oldest are forgotten first.
    static let maximumRemoved = ArchivedSource.maximumRemovedCount

    init(_ source: SubscribedSource) {
        id = source.id
        name = source.name.text
        (state, restriction) = Self.words(of: source.state)
        title = source.title
        isNSFW = source.isNSFW
        subscribers = source.subscriberCount
        added = source.added
        opened = source.lastOpened
        checked = source.checked
        changed = source.changed
        position = source.position
        isRemoved = false
    }

    /// Creates the record of a removed source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - id: The id that it was stored by.
    ///   - date: The date of the removal.
    init(removed source: SubscribedSource, as id: SubscribedSource.ID, at date: Date) {
        self.init(SubscribedSource(storedID: id, name: source.name, added: source.added))
        changed = date
        isRemoved = true
    }

    /// Creates the record of an archived source.
    init(_ archived: ArchivedSource) {
        id = archived.id
        name = archived.name
        (state, restriction) = (archived.state, archived.restriction)
        (title, isNSFW, subscribers) = (archived.title, archived.isNSFW, archived.subscribers)
        (added, opened, checked, changed) = (archived.added, archived.opened, archived.checked, archived.changed)
        position = archived.position
        isRemoved = archived.isRemoved
    }

    /// The source; `nil` where it was removed.
    var source: SubscribedSource? {
        guard !isRemoved else { return nil }
        var source = SubscribedSource(
            storedID: id, name: spelledName, state: stateValue, added: added, position: position)
        source.title = title
        source.isNSFW = isNSFW
        source.subscriberCount = subscribers
        source.lastOpened = opened
        source.checked = checked
        source.changed = changed
        return source
    }

    /// The name as the server spells it, where it fits the id, else the id's.
    fileprivate var spelledName: SourceName {
        let spelled = SourceName(id.kind, name)
        // A record that was renamed, or written by hand, may have a name of another id; the source could not be moved
        // or removed by that name.
        let isItsOwn = id.isID(of: spelled)
        return isItsOwn ? spelled : SourceName(id.kind, String(id.name.dropFirst(id.kind.rawValue.count + 1)))
    }

    /// The index key: the site and then the position, so that a list is one range; null for a removed source.
    var place: String? {
        guard !isRemoved else { return nil }
        // The bits of the number, flipped so that texts sort as the numbers do: all bits below zero, else the sign bit.
        let bits = position.bitPattern
        let sortable = bits >> 63 == 1 ? ~bits : bits | 1 << 63
        return "\(id.site)\u{1}\(String(sortable, radix: 16).zeroPadded(to: 16))"
    }

    static func places(of site: Site) -> Range<IndexKey> { .text("\(site)\u{1}")..<(.text("\(site)\u{2}")) }

    /// The range of all removed sources.
    static let removals: Range<IndexKey> = .double(-.greatestFiniteMagnitude)..<(.text(""))

    /// The date of the removal; null for a source that was not removed.
    var removed: Double? { isRemoved ? changed.timeIntervalSince1970 : nil }

    private static func words(of state: SubscribedSource.State) -> (String, String?) {
        switch state {
        case .verified: ("verified", nil)
        case .pending: ("pending", nil)
        case .unknown: ("unknown", nil)
        case .restricted(let restriction): ("restricted", restriction.rawValue)
        }
    }

    private var stateValue: SubscribedSource.State {
        switch state {
        case "verified": .verified
        case "unknown": .unknown
        case "restricted": .restricted(restriction.flatMap(SourceRestriction.init) ?? .forbidden)
        // The word of a later version is unknown here: the source can be looked up again.
        default: .pending
        }
    }
}

extension ArchivedSource {
    /// Creates the archived form of a stored source.
    init(_ record: SourceRecord) {
        // Dates as they are written: a record that was not read back has more exact ones.
        func stored(_ date: Date) -> Date { Date(timeIntervalSince1970: date.timeIntervalSince1970) }
        self.init(
            id: record.id, name: record.spelledName.text, added: stored(record.added), position: record.position,
            isRemoved: record.isRemoved)
        changed = stored(record.changed)
        (state, restriction) = (record.state, record.restriction)
        (title, isNSFW, subscribers) = (record.title, record.isNSFW, record.subscribers)
        (opened, checked) = (record.opened.map(stored), record.checked.map(stored))
    }
}
