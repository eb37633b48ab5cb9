import Core
import Database
import Foundation
import Mocks
import Testing

/// Posts whose media are of a kind that only a newer version knows, in a store.
@Suite(.timeLimit(.minutes(5)))
struct NewerMediaKindTests {
    private let disk = ReopenedStore()
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    private var journal: String {
        String(decoding: disk.files.bytes(at: "/tmp/store/journal-00000001.jsonl") ?? [], as: UTF8.self)
    }

    @Test func itIsListedAndStaysWhatItIsWhenItIsWrittenAnew() async throws {
        let source = MediaSource(link: ResourceLink.mock("/a.ogg"), width: 3, height: 4)
        let media = Media(kind: Media.Kind(rawValue: "audio"), source: source)
        let song = Post.mock("a", media: media) { $0.score = 1 }
        let posts = try await disk.open()
        _ = try await posts.commit(.mock([song, .mock("b")], next: nil), to: .mock(), at: .head, date: date)
        #expect(journal.contains(#""kind":"audio""#))
        let reopened = try await disk.open()
        let items = try await reopened.storedFeed(.mock()).items
        #expect(items.map(\.id.native) == ["a", "b"], "it is no unreadable record")
        #expect(items.first?.post == song && items.first?.post.media.kind.rawValue == "audio")
        // Another score is a record of its own, and so are the person's marks.
        let liked = Post.mock("a", media: media) { $0.score = 2 }
        _ = try await reopened.commit(.mock([liked, .mock("b")], next: nil), to: .mock(), at: .head, date: date + 60)
        _ = try await reopened.apply(.set(.saved(true), [.mock("a")]), at: date + 61)
        let again = try await disk.open()
        let saved = try await again.storedFeed(Feed(site: .demo, source: .saved)).items
        #expect(saved.map(\.post) == [liked] && saved.first?.post.media == media)
    }
}
