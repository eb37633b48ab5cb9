import Core
import Foundation
import Mocks
import Testing

/// Kinds of media, and those that only another version knows.
struct MediaKindTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// A post with pictures and streams, of a kind that only a newer version knows.
    private var song: Post {
        let link = ResourceLink.mock("/a.mp4")
        var post = Post.mock(
            "a",
            media: Media(
                kind: Media.Kind(rawValue: "audio"), source: MediaSource(link: link, width: 30, height: 40),
                previews: [MediaSource(link: ResourceLink.mock("/cover.jpg"), width: 320, height: 320)],
                gallery: [GalleryItem(id: "1", source: MediaSource(link: link))],
                video: VideoStreams(fallback: link)))
        post.thumbnail = ResourceLink.mock("/t.jpg")
        return post
    }

    private func text(of post: Post) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(post), as: UTF8.self)
    }

    @Test func everyKnownKindHasItsWord() {
        let words = [
            "image", "animated", "video", "gallery", "embed", "link", "text", "poll", "crosspost", "removed",
        ]
        #expect(Media.Kind.allCases.map(\.rawValue) == words)
        for (word, kind) in zip(words, Media.Kind.allCases) {
            #expect(Media.Kind(rawValue: word) == kind && "\(kind)" == word)
            if case .unknown = Media.Kind(rawValue: word) { Issue.record("\(word) is known") }
        }
        #expect(Media.Kind(rawValue: "Image") == .unknown("Image"), "words are what they are")
        #expect(Media.Kind(rawValue: "audio") != Media.Kind(rawValue: "3d"))
    }

    @Test(arguments: ["audio", "3d", "звук", "e\u{301}", "", "a \"b\"", "Image"])
    func anUnknownWordIsReadAndWrittenByteForByte(_ word: String) throws {
        let kind = Media.Kind(rawValue: word)
        #expect(Array(kind.rawValue.utf8) == Array(word.utf8))
        let read = try JSONDecoder().decode([Media.Kind].self, from: try JSONEncoder().encode([word]))
        #expect(read == [kind] && read.map { Array($0.rawValue.utf8) } == [Array(word.utf8)])
        #expect(try JSONEncoder().encode(read) == JSONEncoder().encode([word]))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Media.Kind].self, from: Data("[7]".utf8)) }
    }

    @Test func aPostOfANewerVersionIsReadAndWrittenAsItWas() throws {
        let golden = try text(of: song)
        #expect(golden.contains(#""kind":"audio""#))
        let read = try JSONDecoder().decode(Post.self, from: Data(golden.utf8))
        #expect(read == song && read.media.kind == .unknown("audio"))
        #expect(try text(of: read) == golden)
    }

    @Test func anArchiveTakesItAlong() throws {
        let archive = Archive(date: start, posts: [song])
        let data = try ArchiveCoder.encode(archive)
        #expect(String(decoding: data, as: UTF8.self).contains(#""kind":"audio""#))
        let read = try ArchiveCoder.decode(data)
        #expect(read == archive)
        #expect(try ArchiveCoder.encode(read) == data)
        // Of two copies the one that was not taken down counts, whatever it is.
        let gone = Post.mock("a", media: Media(kind: .removed))
        #expect(gone.merging(song).media == song.media && song.merging(gone).media == song.media)
    }

    @Test func nothingOfItIsTakenForWhatItMayNotBe() {
        let plan = PostMediaFiles(song)
        #expect(plan.full.isEmpty, "nobody here knows what its files are")
        #expect(plan.thumbnail == ResourceLink.mock("/t.jpg"), "a small picture is one for every post")
        #expect(plan.part(of: .full, in: []) == .notApplicable)
        let bare = Media(kind: Media.Kind(rawValue: "audio"), source: MediaSource(link: ResourceLink.mock("/a")))
        #expect(bare.preview(for: PixelSize(width: 100)) == nil)
    }

    @Test func aFilterKnowsItByItsWord() {
        var settings = ReadingSettings()
        settings.mediaKinds = [.image]
        let reason = PostFilter(settings, for: .home).reason(for: FeedItem(post: song))
        #expect(reason == .mediaKind(.unknown("audio")) && reason?.rule == "audio" && reason?.key == .mediaKinds)
        settings.mediaKinds = [.image, Media.Kind(rawValue: "audio")]
        #expect(PostFilter(settings, for: .home).reason(for: FeedItem(post: song)) == nil)
    }

    @Test func aPoorerCopyOfTheSameKindTakesNothingAway() {
        let poor = Media(kind: Media.Kind(rawValue: "audio"))
        #expect(poor.filled(from: song.media) == song.media)
        #expect(Media(kind: .link).filled(from: song.media) == Media(kind: .link))
    }
}
