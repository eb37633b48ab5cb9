public import Core
import Foundation

extension SubscribedSource.ID: IndexValue {
    /// The written form as a key; it has the same order as the ids.
    public var indexKey: IndexKey { .text(description) }
}

/// A source of a list as it is stored, or that it was removed.
///
/// Of what was removed nothing stays but which one and when: so that two lists that are put together agree on it. Where
/// they were put together, also what another device knows of it.
struct SourceRecord: StoredRecord, Equatable {
    let id: SubscribedSource.ID
    /// As the server spells it.
    var name: String
    var state: String
    /// Why the server does not show it.
    var restriction: String?
    var title: String?
    var isNSFW: Bool?
    var subscribers: Int?
    var added: Date
    var opened: Date?
    var checked: Date?
    /// When the person added, moved or removed it last.
    var changed: Date
    var position: Double
    var isRemoved: Bool

    /// How many removed ones are remembered, of all sites together; the ones removed first are forgotten first.
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

    /// What stays of a source that is removed.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - id: What it was known by.
    ///   - date: When.
    init(removed source: SubscribedSource, as id: SubscribedSource.ID, at date: Date) {
        self.init(SubscribedSource(storedID: id, name: source.name, added: source.added))
        changed = date
        isRemoved = true
    }

    /// A source as an archive has it.
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

    /// The name that it is kept by, as the server spells it.
    fileprivate var spelledName: SourceName {
        let spelled = SourceName(id.kind, name)
        // Of one that has another name now, or written by hand, it may be another; then nobody could move or remove
        // what it is kept as.
        let isItsOwn = id.isID(of: spelled)
        return isItsOwn ? spelled : SourceName(id.kind, String(id.name.dropFirst(id.kind.rawValue.count + 1)))
    }

    /// The site and then the position, so that a list is one range; null where it was removed.
    var place: String? {
        guard !isRemoved else { return nil }
        // The bits of a number, turned so that texts sort as the numbers do: below zero all of them, else the sign.
        let bits = position.bitPattern
        let sortable = bits >> 63 == 1 ? ~bits : bits | 1 << 63
        return "\(id.site)\u{1}\(String(sortable, radix: 16).zeroPadded(to: 16))"
    }

    static func places(of site: Site) -> Range<IndexKey> { .text("\(site)\u{1}")..<(.text("\(site)\u{2}")) }

    /// All that were removed.
    static let removals: Range<IndexKey> = .double(-.greatestFiniteMagnitude)..<(.text(""))

    /// When it was removed; null where it was not.
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
        // A word of a later version says nothing here: the server can be asked again.
        default: .pending
        }
    }
}

extension ArchivedSource {
    /// A source as it is stored.
    init(_ record: SourceRecord) {
        // Dates as they are written: a record that was not read back has them more exact.
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

/// The collection that lists of sources are kept in.
enum SourceSchemas {
    static let sources = CollectionSchema<SourceRecord>(
        name: "sources", indexes: [Index("place", \.place), Index("removed", \.removed)])

    static var place: Index<SourceRecord> { sources.indexes[0] }
    static var removed: Index<SourceRecord> { sources.indexes[1] }
}
