import Core
import Foundation
import Testing

@testable import Database

/// Posts are written by `Codable` and read by their fields: both ways have to agree whatever the bytes are.
struct PostFieldsTests {
    private let posts = RecordCodec<Post>.make()
    private let statuses = RecordCodec<PostStatus>.make()

    private func bytes<Record>(of record: Record, _ codec: RecordCodec<Record>) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try codec.encode(record, to: &bytes)
        return bytes
    }

    /// What the quick way alone gives; nil where it leaves the bytes to the complete decoder.
    private func quick<Record: FieldReadable>(_ bytes: [UInt8], as type: Record.Type) -> Record? {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = FieldReader(bytes, of: Record.self, Record.storedFields)
            // What it throws only means that it is not its business.
            guard let record = try? Record.read(from: &reader), reader.isWholeRecord() else { return nil }
            return record
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>) func aPostIsReadAsItWasWritten(seed: UInt64) throws {
        let post = RandomPost(seed: seed).post()
        let bytes = try bytes(of: post, posts)
        #expect(quick(bytes, as: Post.self) == post, "seed \(seed)")
        #expect(try bytes.withUnsafeBytes { try posts.decode($0) } == post, "seed \(seed)")
        #expect(try JSONDecoder.storeDecoder.decode(Post.self, from: Data(bytes)) == post, "seed \(seed)")
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>) func aStatusIsReadAsItWasWritten(seed: UInt64) throws {
        let status = RandomPost(seed: seed).status()
        let bytes = try bytes(of: status, statuses)
        #expect(quick(bytes, as: PostStatus.self) == status, "seed \(seed)")
        #expect(try bytes.withUnsafeBytes { try statuses.decode($0) } == status, "seed \(seed)")
    }

    @Test(arguments: ["є/ще", "a\nb", "\u{1}"])
    func anIDThatIsNoPlainASCIIIsReadAlike(native: String) throws {
        let post = Post(id: Post.ID(site: Site(rawValue: "їжак"), native: native), title: "Назва")
        let bytes = try bytes(of: post, posts)
        #expect(quick(bytes, as: Post.self) == post)
        #expect(try bytes.withUnsafeBytes { try posts.decode($0) } == post)
        #expect(try JSONDecoder.storeDecoder.decode(Post.self, from: Data(bytes)) == post)
    }

    @Test func otherKeysAnotherOrderAndWhiteSpaceAreReadToo() throws {
        let json =
            #"{ "later": 1, "title": "A", "media": {"gallery": [], "previews": [], "kind": "text"}, "id": "demo/a" }"#
        let post = try Array(json.utf8).withUnsafeBytes { try posts.decode($0) }
        #expect(post == Post(id: Post.ID(site: .demo, native: "a"), title: "A"))
    }

    @Test(arguments: ["audio", "3d", "звук", #"a \"b\" \\"#])
    func aKindOfMediaThatOnlyANewerVersionKnowsIsWrittenAsItWasFound(word: String) throws {
        let source = MediaSource(link: ResourceLink("/a.ogg", on: .demo), width: 3, height: 4)
        let media = Media(kind: .video, source: source, previews: [source])
        let post = Post(id: Post.ID(site: .demo, native: "a"), title: "A song", media: media)
        let known = String(decoding: try bytes(of: post, posts), as: UTF8.self)
        #expect(known.contains(#""kind":"video""#))
        // The line as a newer version has it.
        let line = Array(known.replacing(#""kind":"video""#, with: #""kind":"\#(word)""#).utf8)
        let read = try #require(quick(line, as: Post.self))
        #expect(read.media.source == source && !Media.Kind.allCases.contains(read.media.kind))
        #expect(try line.withUnsafeBytes { try posts.decode($0) } == read)
        #expect(try JSONDecoder.storeDecoder.decode(Post.self, from: Data(line)) == read)
        #expect(try bytes(of: read, posts) == line)
    }

    @Test(arguments: 201...220 as ClosedRange<UInt64>)
    func theLastFieldsAreWrittenWhereOneOfThemIsThere(seed: UInt64) throws {
        var post = RandomPost(seed: seed).post()
        (post.crosspostParent, post.removal, post.thumbnailWord) = (nil, nil, nil)
        // As earlier versions wrote it.
        let short = try bytes(of: post, posts)
        #expect(!String(decoding: short, as: UTF8.self).contains("crosspostParent"))
        #expect(quick(short, as: Post.self) == post, "seed \(seed)")
        #expect(try short.withUnsafeBytes { try posts.decode($0) } == post, "seed \(seed)")
        #expect(try JSONDecoder.storeDecoder.decode(Post.self, from: Data(short)) == post, "seed \(seed)")
        post.removal = .removed(by: nil)
        let long = String(decoding: try bytes(of: post, posts), as: UTF8.self)
        #expect(long.hasSuffix(#","crosspostParent":null,"removal":"","thumbnailWord":null}"#))
        #expect(quick(Array(long.utf8), as: Post.self) == post, "seed \(seed)")
    }

    @Test(arguments: 301...304 as ClosedRange<UInt64>) func cutAnywhereAPostIsAnError(seed: UInt64) throws {
        let bytes = try bytes(of: RandomPost(seed: seed).post(), posts)
        for count in bytes.indices {
            #expect(throws: (any Error).self, "seed \(seed), \(count) bytes") {
                try bytes[..<count].withUnsafeBytes { try posts.decode($0) }
            }
        }
    }

    @Test(arguments: 401...404 as ClosedRange<UInt64>)
    func withAFlippedByteBothWaysAgree(seed: UInt64) throws {
        let bytes = try bytes(of: RandomPost(seed: seed).post(), posts)
        for position in bytes.indices {
            for flip: UInt8 in [0x01, 0x20, 0x80] {
                var flipped = bytes
                flipped[position] ^= flip
                guard let quick = quick(flipped, as: Post.self) else { continue }
                // Which error it is does not matter here.
                let complete = try? JSONDecoder.storeDecoder.decode(Post.self, from: Data(flipped))
                #expect(quick == complete, "seed \(seed), byte \(position) ^ \(flip)")
            }
        }
    }
}

/// Posts that have everything, or lack anything.
private struct RandomPost {
    private let random: SeededRandomSource
    private let site: Site

    init(seed: UInt64) {
        random = SeededRandomSource(seed: seed)
        site = seed.isMultiple(of: 2) ? .demo : .lemmy("example.org")
    }

    private func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? { below(3) == 0 ? nil : value() }

    private func text() -> String {
        let pieces = [
            "lantern", "ліхтар ", "\n", "\"", "\\", "\t", "\r", "\u{1}", "\u{1F}", "/", "🏮", "e\u{301}", "", " - ",
            "a rather long piece without anything in it ", "\u{2028}", "\u{7F}",
        ]
        return (0..<below(12)).map { _ in pieces[below(pieces.count)] }.joined()
    }

    private func link() -> ResourceLink { ResourceLink("https://example.org/" + text(), on: site) }

    private func source() -> MediaSource {
        MediaSource(link: link(), width: maybe(below(5000)), height: maybe(below(5000)))
    }

    private func date() -> Date {
        Date(timeIntervalSince1970: Double(below(2_000_000_000)) + Double(below(1000)) / 1000)
    }

    private func id() -> Post.ID {
        Post.ID(site: site, native: ["t3_a", "1/2", "x y"][below(3)])
    }

    func post() -> Post {
        let kinds = Media.Kind.allCases
        var media = Media(kind: kinds[below(kinds.count)], source: maybe(source()))
        media.previews = (0..<below(4)).map { _ in source() }
        media.gallery = (0..<below(3)).map { _ in
            GalleryItem(id: text(), source: maybe(source()), caption: maybe(text()))
        }
        media.video = maybe(
            VideoStreams(
                hls: maybe(link()), dash: maybe(link()), fallback: maybe(link()),
                duration: maybe(Double(below(900)) / 7),
                hasAudio: maybe(below(2) == 0)))
        var post = Post(id: id(), title: text(), media: media)
        post.author = maybe(text())
        post.authorFullname = maybe(text())
        post.subreddit = maybe(text())
        post.created = maybe(date())
        post.commentCount = maybe(below(1000))
        post.score = maybe(below(1000) - 500)
        post.domain = maybe(text())
        post.permalink = maybe(text())
        post.url = maybe(link())
        post.thumbnail = maybe(link())
        post.text = maybe(text())
        post.flair = maybe(text())
        post.isNSFW = maybe(below(2) == 0)
        post.isSpoiler = maybe(below(2) == 0)
        post.isStickied = maybe(below(2) == 0)
        post.edited = maybe([.never, .atUnknownTime, .at(date())][below(3)])
        post.crosspostParent = maybe(id())
        post.removal = maybe([.deletedByAuthor, .removed(by: nil), .removed(by: "moderator")][below(3)])
        post.thumbnailWord = maybe([.nsfw, .text, Post.ThumbnailWord(rawValue: text())][below(3)])
        return post
    }

    func status() -> PostStatus {
        var status = PostStatus(id: id())
        status.isRead = below(2) == 0
        status.isSaved = below(2) == 0
        status.isFavourite = below(2) == 0
        status.isDismissed = below(2) == 0
        status.isHidden = below(2) == 0
        status.vote = maybe(below(2) == 0 ? .up : .down)
        status.savedAt = maybe(date())
        status.favouritedAt = maybe(date())
        status.firstSeen = maybe(date())
        status.changed = maybe(date())
        for mark in StatusMark.alwaysDated { status.dates[mark] = maybe(date()) }
        return status
    }
}
