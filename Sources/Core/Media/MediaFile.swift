public import Foundation

/// A file of media that is kept on this device: whole, and held by at least one post.
public struct MediaFile: Hashable, Sendable {
    /// What it was fetched by, as posts hold it.
    public var link: ResourceLink
    /// Where it lies: its name is made from the link's hash, and nothing of a URL is in it.
    public var path: String
    /// Its length.
    public var bytes: Int
    /// When it was kept.
    public var date: Date
    /// The posts that hold it, and what each has it for.
    public var holders: [Post.ID: MediaRole]

    /// Creates a description of a file.
    ///
    /// - Parameters:
    ///   - link: What it was fetched by.
    ///   - path: Where it lies.
    ///   - bytes: Its length.
    ///   - date: When it was kept.
    ///   - holders: The posts that hold it.
    public init(link: ResourceLink, path: String, bytes: Int, date: Date, holders: [Post.ID: MediaRole]) {
        self.link = link
        self.path = path
        self.bytes = bytes
        self.date = date
        self.holders = holders
    }
}
