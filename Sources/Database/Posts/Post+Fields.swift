import Core
import Foundation

extension Post: FieldReadable {
    static let storedFields = FieldNames(Post.CodingKeys.allCases.map(\.rawValue))

    static func read(from reader: inout FieldReader) throws -> Post {
        let id = try reader.readPostID()
        var post = Post(id: id, title: try reader.read())
        post.author = try reader.read()
        post.authorFullname = try reader.read()
        post.subreddit = try reader.read()
        post.created = try reader.read()
        post.commentCount = try reader.read()
        post.score = try reader.read()
        post.domain = try reader.read()
        post.permalink = try reader.read()
        post.url = try reader.readLink(on: id.site)
        post.thumbnail = try reader.readLink(on: id.site)
        post.text = try reader.read()
        post.flair = try reader.read()
        post.media = try reader.readObject(Media.storedFields) { try Media.read(from: &$0, on: id.site) }
        post.isNSFW = try reader.read()
        post.isSpoiler = try reader.read()
        post.isStickied = try reader.read()
        post.edited = try reader.readEdited()
        // Most end here, and all that earlier versions wrote.
        if reader.endsHere() { return post }
        if let parent: String = try reader.read() {
            guard let id = Post.ID(parent) else { throw reader.unusual() }
            post.crosspostParent = id
        }
        post.removal = try (reader.read() as String?).map(Post.Removal.init(word:))
        post.thumbnailWord = try (reader.read() as String?).map(Post.ThumbnailWord.init(rawValue:))
        return post
    }
}

extension Media {
    fileprivate static let storedFields = FieldNames(Media.CodingKeys.allCases.map(\.rawValue))

    fileprivate static func read(from reader: inout FieldReader, on site: Site) throws -> Media {
        Media(
            kind: try reader.read(),
            source: try reader.readObjectIfPresent(MediaSource.storedFields) { try .read(from: &$0, on: site) },
            previews: try reader.readObjects(MediaSource.storedFields) { try .read(from: &$0, on: site) },
            gallery: try reader.readObjects(GalleryItem.storedFields) { try .read(from: &$0, on: site) },
            video: try reader.readObjectIfPresent(VideoStreams.storedFields) { try .read(from: &$0, on: site) })
    }
}

extension MediaSource {
    fileprivate static let storedFields = FieldNames(MediaSource.CodingKeys.allCases.map(\.rawValue))

    fileprivate static func read(from reader: inout FieldReader, on site: Site) throws -> MediaSource {
        MediaSource(
            link: ResourceLink(try reader.read(), on: site), width: try reader.read(), height: try reader.read())
    }
}

extension GalleryItem {
    fileprivate static let storedFields = FieldNames(GalleryItem.CodingKeys.allCases.map(\.rawValue))

    fileprivate static func read(from reader: inout FieldReader, on site: Site) throws -> GalleryItem {
        GalleryItem(
            id: try reader.read(),
            source: try reader.readObjectIfPresent(MediaSource.storedFields) { try .read(from: &$0, on: site) },
            caption: try reader.read())
    }
}

extension VideoStreams {
    fileprivate static let storedFields = FieldNames(VideoStreams.CodingKeys.allCases.map(\.rawValue))

    fileprivate static func read(from reader: inout FieldReader, on site: Site) throws -> VideoStreams {
        VideoStreams(
            hls: try reader.readLink(on: site), dash: try reader.readLink(on: site),
            fallback: try reader.readLink(on: site),
            duration: try reader.read(), hasAudio: try reader.read())
    }
}

extension FieldReader {
    /// Reads the text of a link, or null; the link is its post's site's.
    fileprivate mutating func readLink(on site: Site) throws -> ResourceLink? {
        let text: String? = try read()
        return text.map { ResourceLink($0, on: site) }
    }

    /// Reads the id of a post.
    mutating func readPostID() throws -> Post.ID {
        if let container = try begin() { return try container.keyed.decode(Post.ID.self, forKey: key) }
        return try scanPostID()
    }

    /// Goes over the id of a post, or of something else that is written in the same way.
    mutating func scanPostID() throws -> Post.ID {
        guard let (bytes, _) = try scanQuoted() else {
            // With escapes, which are rare.
            guard let id = Post.ID(try scanText()) else { throw unusual() }
            return id
        }
        guard let id = Post.ID(utf8: bytes) else { throw unusual() }
        return id
    }

    /// Reads when a post or a comment was edited, or null.
    mutating func readEdited() throws -> Post.Edited? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Post.Edited.self, forKey: key) }
        guard cursor < end, !skipNull() else { return nil }
        switch cursor.pointee {
        case UInt8(ascii: "f"), UInt8(ascii: "t"): return try scanBool() ? .atUnknownTime : .never
        default: return .at(Date(timeIntervalSince1970: try scanDouble()))
        }
    }
}

extension Post.ID {
    /// Reads the written form; nil when it is none, or no UTF-8.
    init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
            let site = String(valid: UnsafeBufferPointer(rebasing: bytes[..<slash])),
            let native = String(valid: UnsafeBufferPointer(rebasing: bytes[(slash + 1)...])),
            !site.isEmpty, !native.isEmpty
        else { return nil }
        self.init(site: Site(rawValue: site), native: native)
    }

    /// The same of bytes that are somewhere else.
    init?(utf8 bytes: ArraySlice<UInt8>) {
        let id = bytes.withUnsafeBufferPointer { Post.ID(utf8: $0) }
        guard let id else { return nil }
        self = id
    }
}

extension String {
    /// A text of UTF-8, nil when it is none; the quickest way for short ones, which are mostly ASCII.
    init?(valid bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(validating: bytes, as: UTF8.self)
        }
    }
}
