import Core
import Foundation

/// Reads the comments of one thread from their records, but for their texts.
///
/// A thread's records are alike: they begin with the same site and name the same post, and most of them end in the
/// same fields. What is like in the record before is compared as bytes and not read again.
struct CommentSkimmer: ~Copyable {
    private let texts: StoredTexts
    /// The bytes of the texts.
    private let bytes: UnsafeBufferPointer<UInt8>
    /// One for all records: they share what it refers to, and so do the threads that read other parts of the comments.
    private var reader: FieldReader
    private let post: Post.ID
    /// The beginning of an id of the post's site, with its opening quote.
    private let site: [UInt8]
    /// The post's id as it is written; empty where that needs escapes.
    private let postID: [UInt8]
    /// The fields behind ``Field/edited`` in the record before.
    private var tail: (range: Range<Int>, state: Comment.State)?

    private static let scoreName = Array(",\"score\":".utf8)

    private init(_ texts: StoredTexts, _ bytes: UnsafeBufferPointer<UInt8>, of post: Post.ID) {
        self.texts = texts
        self.bytes = bytes
        self.post = post
        reader = FieldReader(bytes, of: CommentRecord.self, CommentRecord.fields)
        let isPlain = post.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        site = isPlain ? Array("\"\(post.site)/".utf8) : []
        postID = isPlain ? Array("\"\(post)\"".utf8) : []
    }

    /// Reads records of one thread.
    ///
    /// - Parameters:
    ///   - texts: The texts of the comments, with the bytes of their records.
    ///   - post: The post of the thread.
    ///   - body: Reads them.
    /// - Throws: What `body` throws.
    static func withSkimmer(
        _ texts: StoredTexts, of post: Post.ID, _ body: (inout CommentSkimmer) throws -> Void
    ) rethrows {
        try texts.bytes.withUnsafeBufferPointer { bytes in
            var skimmer = CommentSkimmer(texts, bytes, of: post)
            try body(&skimmer)
        }
    }

    /// Reads a record but for the texts of its comment.
    ///
    /// - Parameter range: The range of the record's JSON in the bytes of the texts.
    /// - Returns: The comment, and whether it belongs to the post; `nil` where the JSON is not as it is written here,
    ///   and a complete decoder has to read it.
    mutating func skim(_ range: Range<Int>) -> (comment: Comment, isOfPost: Bool)? {
        guard let start = bytes.baseAddress, !range.isEmpty else { return nil }
        reader.restart(UnsafeBufferPointer(rebasing: bytes[range]))
        do {
            return try skim(start, range)
        } catch {
            // The complete decoder comes next: it reads what is merely unusual, and says what is wrong otherwise.
            return nil
        }
    }

    private mutating func skim(
        _ start: UnsafePointer<UInt8>, _ range: Range<Int>
    ) throws -> (comment: Comment, isOfPost: Bool) {
        let end = start + range.upperBound
        var limit = end
        if let tail, tail.range.count < range.count,
            FieldReader.isEqual(end - tail.range.count, start + tail.range.lowerBound, tail.range.count)
        {
            limit -= tail.range.count
        }
        let id = try readID()
        try reader.beginInBytes()
        let isOfPost = reader.skip(postID)
        let owner = isOfPost ? post : try reader.scanPostID()
        let parent = try readIDIfPresent()
        let depth: Int = try reader.read()
        let (first, count) = try reader.skipTexts(to: Self.scoreName, before: limit)
        let rating = Comment.Rating(
            score: try reader.read(), isScoreHidden: try reader.read(), created: try reader.read(),
            edited: try reader.readEdited())
        if tail == nil || limit == end || reader.cursor != limit {
            let first = reader.cursor - start
            let state = try reader.readCommentState()
            guard reader.end - reader.cursor == 1, reader.cursor.pointee == UInt8(ascii: "}") else {
                throw reader.unusual()
            }
            tail = (first..<range.upperBound, state)
        }
        let comment = Comment(
            id: id, parent: parent.map { .comment($0) } ?? .post(owner), depth: depth, rating: rating,
            state: tail?.state ?? Comment.State(), source: texts,
            place: StoredTexts.place(first - start, count: count))
        return (comment, isOfPost || owner == post)
    }

    private mutating func readID() throws -> Comment.ID {
        try reader.beginInBytes()
        return try scanID()
    }

    private mutating func readIDIfPresent() throws -> Comment.ID? {
        try reader.beginInBytes()
        return reader.skipNull() ? nil : try scanID()
    }

    private mutating func scanID() throws -> Comment.ID {
        if let native = reader.scanName(behind: site) { return Comment.ID(site: post.site, native: native) }
        let id = try reader.scanPostID()
        return Comment.ID(site: id.site, native: id.native)
    }
}

extension FieldReader {
    /// Reads the fields of a comment that most of a thread have alike.
    mutating func readCommentState() throws -> Comment.State {
        var state = Comment.State()
        state.isStickied = try read()
        state.isSubmitter = try read()
        state.distinguished = try read()
        state.isCollapsed = try read()
        state.collapsedReason = try read()
        state.removal = try (read() as String?).map(CommentRecord.removal)
        return state
    }
}

/// The bytes of records as they were read, from which the texts of their comments are decoded when they are asked for.
///
/// Their checksums were compared when they were read: they are what was written, and that was decoded once.
final class StoredTexts: Comment.TextSource {
    let bytes: [UInt8]

    /// The position of the first text among the fields of a record; the others stand behind it.
    private static let firstField = CommentRecord.fields.storage.names.firstIndex(of: "author") ?? 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The place of texts that begin at an offset.
    static func place(_ offset: Int, count: Int) -> Int { offset << 24 | count }

    func texts(at place: Int) -> Comment.Texts { read(at: place) { $0.scanTexts(from: Self.firstField) } }

    func author(at place: Int) -> String? { read(at: place) { $0.scanTextOrNull() } }

    private func read<Result>(at place: Int, _ body: (inout FieldReader) -> Result) -> Result {
        let start = place >> 24
        return bytes.withUnsafeBufferPointer { bytes in
            let range = start..<start + place & 0xFF_FFFF
            var reader = FieldReader(
                UnsafeBufferPointer(rebasing: bytes[range]), of: CommentRecord.self, CommentRecord.fields)
            return body(&reader)
        }
    }
}
