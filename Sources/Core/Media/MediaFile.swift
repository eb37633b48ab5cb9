public import Foundation

/// A complete media file that is kept on this device because at least one post holds it.
public struct MediaFile: Hashable, Sendable {
    /// The link that it was downloaded from, as posts have it.
    public var link: ResourceLink
    /// The path of the file; its name is a hash of the link, and has no part of a URL in it.
    public var path: String
    /// Its size in bytes.
    public var bytes: Int
    /// The date when it was kept.
    public var date: Date
    /// The posts that hold it, each with the role that the file has in it.
    public var holders: [Post.ID: MediaRole]

    /// Creates a description of a file.
    ///
    /// - Parameters:
    ///   - link: The link that it was downloaded from.
    ///   - path: The path of the file.
    ///   - bytes: Its size in bytes.
    ///   - date: The date when it was kept.
    ///   - holders: The posts that hold it.
    public init(link: ResourceLink, path: String, bytes: Int, date: Date, holders: [Post.ID: MediaRole]) {
        self.link = link
        self.path = path
        self.bytes = bytes
        self.date = date
        self.holders = holders
    }
}
