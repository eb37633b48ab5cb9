import Core
import Foundation

/// The collections of kept media: the files, the posts that hold them, and pending files.
enum MediaSchemas {
    /// The media files that are kept.
    static let files = CollectionSchema<MediaRecord>(name: "media")

    /// The posts that need a file, and for what.
    static let holds = CollectionSchema<MediaReference>(name: "mediaHolds", indexes: [Index("post", \.post)])

    /// The files that are being downloaded or are to be deleted.
    static let places = CollectionSchema<PendingMediaFile>(
        name: "mediaPlaces", indexes: [Index("released", \.released)]
    )
    .replaceable()

    static let all = [AnyCollectionSchema(files), AnyCollectionSchema(holds), AnyCollectionSchema(places)]
}

/// The record of a kept file, which is complete before the record is written, and deleted after it.
struct MediaRecord: StoredRecord {
    /// The hash of the link, which is the name of the file.
    let id: String
    /// The link's text.
    let link: String
    /// The link's site; nil for a file of earlier versions, which belongs to the posts that hold it, of any site.
    let site: Site?
    let bytes: Int
    let date: Date
}

/// The two ids that a link's file may have.
struct MediaKey {
    /// The hash of the site and the text.
    let id: String
    /// The hash of the text alone, as earlier versions named files, the same for all sites with that path.
    let sitelessID: String

    init(_ link: ResourceLink) {
        id = MediaFolder.id(of: link)
        sitelessID = MediaFolder.sitelessID(of: link.text)
    }
}

/// The record that a post holds a file; one for each post, so that a file which thousands share is not rewritten each
/// time.
struct MediaReference: StoredRecord {
    /// The file's id, and the post's.
    let id: String
    let post: Post.ID
    let role: MediaRole

    init(_ file: String, _ post: Post.ID, _ role: MediaRole) {
        id = Self.id(file, post)
        self.post = post
        self.role = role
    }

    /// The file's id.
    var file: String { String(id.prefix { $0 != "|" }) }

    static func id(_ file: String, _ post: Post.ID) -> String { "\(file)|\(post)" }

    /// The range of ids of all references to a file.
    static func holders(of file: String) -> Range<IndexKey> { .text("\(file)|")..<(.text("\(file)}")) }

    /// The range of ids of the references to a file by posts of a site.
    static func holders(of file: String, on site: Site) -> Range<IndexKey> {
        // 0 comes next after the slash behind the site.
        .text("\(file)|\(site)/")..<(.text("\(file)|\(site)0"))
    }

    /// The range of all references of a post in the index `post`.
    static func held(by post: Post.ID) -> Range<IndexKey> { .text("\(post)")..<(.text("\(post)\u{0}")) }
}

/// The record of a path in the folder without a kept file: a running download, or a released file that is to be
/// deleted.
struct PendingMediaFile: StoredRecord {
    /// The hash of the link.
    let id: String
    /// The date when the path was last reserved for a download; nil for a released file that is to be deleted.
    let promised: Date?

    /// The index key: null for all but released files.
    var released: Int? { promised == nil ? 1 : nil }

    /// The range of all released files in the index `released`.
    static let released: Range<IndexKey> = .integer(1)..<(.integer(2))

    /// The time that a part is kept; servers change their files, and signed links expire.
    static let lifetime: TimeInterval = 7 * 86_400

    /// Whether a download can still be resumed; a date in the future, after the clock was set back, counts by distance.
    func isPromised(at now: Date) -> Bool {
        promised.map { abs(now.timeIntervalSince($0)) < Self.lifetime } ?? false
    }
}
