public import Core
import Foundation

extension PostStatus: StoredRecord {}
extension OwnedMarks: StoredRecord {}
extension ConfirmedState: StoredRecord {}

extension OwnedTarget: IndexValue {
    /// The written form as a key.
    public var indexKey: IndexKey { .text(description) }
}

/// The collections that statuses are kept in, apart from the content that they are about.
///
/// ``StoreSnapshot/status(of:for:)`` and its kin read them joined.
enum StatusSchemas {
    /// The marks of posts that belong to nobody: all marks of posts in a store without accounts.
    static let statuses = CollectionSchema<PostStatus>(
        name: "statuses",
        indexes: [Index("saved", \.marks.savedPosition), Index("favourite", \.marks.favouritePosition)])

    /// The marks of posts that belong to an account, and the marks of comments, an account's or nobody's.
    static let marks = CollectionSchema<OwnedMarks>(
        name: "marks",
        indexes: [
            Index("saved") { $0.position($0.marks.savedPosition) },
            Index("favourite") { $0.position($0.marks.favouritePosition) },
            Index("target") { $0.id.target.description },
        ])

    /// The values that the server last reported to an account for a post, a comment or a source.
    static let confirmed = CollectionSchema<ConfirmedState>(
        name: "confirmed",
        indexes: [
            Index("target") { $0.id.target.description },
            Index("saved") { $0.savedPosition },
            Index("scored") { $0.scoreVote == nil ? nil : $0.id.target.description },
        ]
    ).replaceable()

    /// The intents of accounts by what they are about: what the outbox says, for whoever shows statuses.
    static let intents = CollectionSchema<IntentRecord>(name: "intents").replaceable()

    /// The texts of accounts' own that servers have taken lately, until the servers' copies are believed.
    static let ownTexts = CollectionSchema<SentText>(
        name: "ownTexts", indexes: [Index("thread") { $0.thread?.description ?? "" }]
    ).replaceable()

    /// The acts that can be undone, under the name that they had while all of them were dismissals.
    static let dismissals = CollectionSchema<ActRecord>(name: "dismissals")

    /// The last visit of an account to a thread, with the comments seen.
    static let visits = CollectionSchema<ThreadVisitRecord>(name: "threadVisits")

    /// These, and what people have begun to write.
    static let all = [
        AnyCollectionSchema(statuses), AnyCollectionSchema(marks), AnyCollectionSchema(confirmed),
        AnyCollectionSchema(intents), AnyCollectionSchema(ownTexts), AnyCollectionSchema(dismissals),
        AnyCollectionSchema(visits), AnyCollectionSchema(DraftSchemas.drafts),
    ]
}

/// The marks by which a person keeps posts, each with a feed of its own.
enum KeptMark {
    case saved, favourite

    /// The position of its index, in both collections of marks.
    var position: Int { self == .saved ? 0 : 1 }
}

extension Marks {
    /// The time when it was saved; nil unless it is.
    fileprivate var savedPosition: Double? { isSaved ? savedAt?.timeIntervalSince1970 ?? 0 : nil }

    /// The time when it became a favourite; nil unless it is one.
    fileprivate var favouritePosition: Double? { isFavourite ? favouritedAt?.timeIntervalSince1970 ?? 0 : nil }
}

extension OwnedMarks {
    fileprivate func position(_ seconds: Double?) -> String? { seconds.flatMap { id.position($0) } }
}

extension ConfirmedState {
    /// The key of a post that is saved on its site.
    fileprivate var savedPosition: String? {
        values.isSaved == true ? id.position(savedAt?.timeIntervalSince1970 ?? 0) : nil
    }
}

extension OwnedTarget {
    /// The key of a kept post: its owner, then its date, so that the posts of an owner are one range; nil for anything
    /// else.
    fileprivate func position(_ seconds: Double) -> String? {
        guard target.kind == .post else { return nil }
        // So that text sorts as numbers do: positive ones behind negative ones, and those the other way round.
        let bits = seconds.bitPattern
        let sorted = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
        return "\(owner)\u{1}\(String(sorted, radix: 16).zeroPadded(to: 16))"
    }

    /// The keys of the posts that an owner keeps.
    static func positions(of owner: MarkOwner) -> Range<IndexKey> {
        .text("\(owner)\u{1}")..<(.text("\(owner)\u{2}"))
    }
}

extension Range<IndexKey> {
    /// All keys that are texts.
    static var texts: Range<IndexKey> { .text("")..<(.text("\u{10FFFF}")) }
}

extension StatusTarget {
    /// The keys of what all owners have of the target.
    var keys: Range<IndexKey> { .text(description)..<(.text("\(description)\u{1}")) }
}

// MARK: Their JSON

extension PostStatus: FieldReadable {
    static let storedFields = FieldNames(["id"] + Marks.CodingKeys.allCases.map(\.rawValue))

    static func read(from reader: inout FieldReader) throws -> PostStatus {
        PostStatus(id: try reader.readPostID(), marks: try Marks.read(from: &reader))
    }
}

extension OwnedMarks: FieldReadable {
    static let storedFields = FieldNames(["id"] + Marks.CodingKeys.allCases.map(\.rawValue) + ["isCollapsed"])

    static func read(from reader: inout FieldReader) throws -> OwnedMarks {
        try reader.beginInBytes()
        guard let id = OwnedTarget(try reader.scanText()) else { throw reader.unusual() }
        var marks = OwnedMarks(id: id, marks: try Marks.read(from: &reader))
        marks.marks.isCollapsed = try reader.read()
        return marks
    }
}

extension Marks {
    /// Reads the fields in the order of ``Marks/CodingKeys``.
    fileprivate static func read(from reader: inout FieldReader) throws -> Marks {
        var marks = Marks()
        marks.isRead = try reader.read()
        marks.isSaved = try reader.read()
        marks.isFavourite = try reader.read()
        marks.isDismissed = try reader.read()
        marks.isHidden = try reader.read()
        marks.vote = try reader.read()
        marks.savedAt = try reader.read()
        marks.favouritedAt = try reader.read()
        marks.firstSeen = try reader.read()
        marks.changed = try reader.read()
        marks.dates = try reader.readObject(StatusDates.storedFields, StatusDates.read)
        return marks
    }
}

extension StatusDates {
    fileprivate static let storedFields = FieldNames(StatusMark.alwaysDated.map(\.rawValue))

    fileprivate static func read(from reader: inout FieldReader) throws -> StatusDates {
        var dates = StatusDates()
        for mark in StatusMark.alwaysDated { dates[mark] = try reader.read() }
        return dates
    }
}
