import Core
import Foundation

/// The collections that kept media are noted in: the files, who holds them, and places that are no kept file's.
enum MediaSchemas {
    static let files = CollectionSchema<MediaRecord>(name: "media")

    static let holds = CollectionSchema<MediaHold>(name: "mediaHolds", indexes: [Index("post", \.post)])

    static let places = CollectionSchema<MediaPlace>(name: "mediaPlaces", indexes: [Index("released", \.released)])
        .derived()
}

/// A file that is kept: it is there whole before the record is, and goes after it.
struct MediaRecord: StoredRecord {
    /// The hash of the link, which is the name of the file.
    let id: String
    /// The link's text.
    let link: String
    /// The link's site; nil for a file of earlier versions, which belongs to the posts that hold it, of whatever site.
    let site: Site?
    let bytes: Int
    let date: Date
}

/// The two names that a link's file may have.
struct MediaKey {
    /// The hash of the site and the text.
    let id: String
    /// The hash of the text alone, as earlier versions named files: of all sites that have the same path.
    let sitelessID: String

    init(_ link: ResourceLink) {
        id = MediaFolder.id(of: link)
        sitelessID = MediaFolder.sitelessID(of: link.text)
    }
}

/// A post that holds a file: a record of its own for each, so that a file which thousands share is not written anew with
/// each of them.
struct MediaHold: StoredRecord {
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

    /// All that hold a file, in the order of ids.
    static func holders(of file: String) -> Range<IndexKey> { .text("\(file)|")..<(.text("\(file)}")) }

    /// Those of a site's posts that hold a file.
    static func holders(of file: String, on site: Site) -> Range<IndexKey> {
        // 0 comes next after the slash behind the site.
        .text("\(file)|\(site)/")..<(.text("\(file)|\(site)0"))
    }

    /// All that a post holds, in the index `post`.
    static func held(by post: Post.ID) -> Range<IndexKey> { .text("\(post)")..<(.text("\(post)\u{0}")) }
}

/// A place in the folder where something may lie that is no kept file: a download under way, or a file that was let go.
struct MediaPlace: StoredRecord {
    /// The hash of the link.
    let id: String
    /// When a download was last promised to come there; nil for a file that nobody holds any more, and is to be removed.
    let promised: Date?

    /// Null for all but what is to be removed.
    var released: Int? { promised == nil ? 1 : nil }

    /// All that are to be removed, in the index `released`.
    static let released: Range<IndexKey> = .integer(1)..<(.integer(2))

    /// For how long a part is worth keeping: servers change their files, and signed links run out.
    static let lifetime: TimeInterval = 7 * 86_400

    /// Whether a download may still go on there; a date ahead, after a clock was set back, counts by its distance.
    func isPromised(at now: Date) -> Bool {
        promised.map { abs(now.timeIntervalSince($0)) < Self.lifetime } ?? false
    }
}
