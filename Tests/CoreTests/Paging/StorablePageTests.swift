import Core
import Foundation
import Mocks
import Testing

/// What a backend of an app's own may send that no store can keep.
@Suite(.timeLimit(.minutes(5)))
struct StorablePageTests {
    private let offline = InMemoryOfflinePostProvider()
    private let comments = InMemoryOfflineCommentProvider()
    private let online = MockOnlinePostProvider()
    private let onlineComments = MockOnlineCommentProvider()
    private let feed = Feed.mock()

    private func refresh(_ page: Page) async throws -> FeedUpdate {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        online.onFetchPage.returns(page)
        return try await provider.performed(.refresh, on: feed, limit: 25)
    }

    private var threads: DefaultCommentProvider {
        DefaultCommentProvider(offline: offline, comments: comments, online: onlineComments, time: ManualClock())
    }

    @Test func anEmptyIDIsOneIssueOfItsPage() async throws {
        var page = Page.mock("a", "", "b", revision: "r1")
        page.issues = [DecodeIssue(index: 0, reason: "title: missing")]
        let update = try await refresh(page)
        #expect(update.items.map(\.id.native) == ["a", "b"])
        #expect(
            update.issues == [
                DecodeIssue(index: 0, reason: "title: missing"), DecodeIssue(index: 2, reason: "id: empty"),
            ])
        #expect(
            try await offline.storedFeed(feed).head?.revision == nil, "an issue that is recognised is never told again")
    }

    @Test func aPostThatNamesAnotherSiteIsOneIssueOfItsPage() async throws {
        let update = try await refresh(.mock([.mock("a"), .mock("b", site: .reddit)]))
        #expect(update.items.map(\.id) == [.mock("a")])
        #expect(update.issues == [DecodeIssue(index: 1, reason: "id: of 'reddit', not of 'demo'")])
        #expect(try await offline.items([.mock("b", site: .reddit)]).isEmpty)
    }

    @Test func aSiteWithoutANameIsOneIssue() async throws {
        let nameless = Feed(site: Site(rawValue: ""), source: .home)
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        online.onFetchPage.returns(.mock([.mock("a", site: Site(rawValue: ""))]))
        let update = try await provider.performed(.refresh, on: nameless, limit: 25)
        #expect(update.items.isEmpty)
        #expect(update.issues == [DecodeIssue(index: 0, reason: "id: no site")])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func aDateThatIsNotFiniteIsUnknownAndSaidSo(_ seconds: Double) async throws {
        var odd = Post.mock("odd") { $0.created = Date(timeIntervalSince1970: seconds) }
        odd.edited = .at(Date(timeIntervalSince1970: seconds))
        odd.media = Media(kind: .video, video: VideoStreams(duration: seconds))
        let update = try await refresh(.mock([.mock("a"), odd]))
        #expect(update.items.map(\.id.native) == ["a", "odd"])
        #expect(update.items.last?.post.created == nil)
        #expect(
            update.issues.map(\.reason)
                == ["created: not finite", "edited: not finite", "media.video.duration: not finite"])
        #expect(update.issues.allSatisfy { $0.index == 1 })
        #expect(update.error == nil)
    }

    @Test func aTextThatIsLargerThanARecordIsOneIssue() async throws {
        var large = Post.mock("large")
        large.text = String(repeating: "\u{1}", count: 3 << 20)
        var long = Post.mock("long")
        long.text = String(repeating: "a", count: 3 << 20)
        let update = try await refresh(.mock([large, long]))
        #expect(update.items.map(\.id.native) == ["long"])
        #expect(update.issues == [DecodeIssue(index: 0, reason: "text: larger than a record may be")])
    }

    @Test func whatIsWrongWithAThreadIsItsIssuesAndTheRestIsKept() async throws {
        let strange = Core.Comment(id: .mock("t1_x", site: .reddit), parent: .post(.mock("t3_a")))
        let thread = CommentThread(
            post: .mock("t3_a") { $0.created = Date(timeIntervalSince1970: .nan) },
            entries: [.comment(.mock("t1_a")), .comment(.mock("")), .comment(strange), .more(.mock("", "m"))],
            source: "own")
        onlineComments.onFetchThread.returns(thread)
        let update = try await threads.thread(ThreadRequest(post: .mock("t3_a")))
        #expect(update.thread?.comments.map(\.id.native) == ["t1_a"])
        #expect(update.thread?.more.map(\.ids) == [[.mock("m")]])
        #expect(update.post?.post.title == "Post t3_a")
        #expect(
            update.thread?.issues.map(\.reason) == [
                "the post: created: not finite", "'': id: empty", "'t1_x': id: of 'reddit', not of 'demo'",
                "more: id: empty",
            ])
    }

    @Test func whatAThreadCannotKeepIsToldOfAHundredTimesAtMost() {
        let bad = (0..<5_000).map { CommentThread.Entry.comment(.mock("t1_\($0)", parent: "")) }
        let known = [DecodeIssue(reason: "odd")]
        let thread = CommentThread(entries: bad + [.comment(.mock("t1_a"))], issues: known, source: "own")
        let kept = thread.storable(on: .demo)
        #expect(kept.comments.map(\.id.native) == ["t1_a"])
        #expect(kept.issues.count == 100 && kept.issues.first == known.first)
        #expect(kept.storable(on: .demo) == kept, "a second time changes nothing")
        let expansion = CommentExpansion(entries: bad, source: "own").storable(on: .demo)
        #expect(expansion.entries.isEmpty && expansion.issues.count == 100)
    }

    @Test func aThreadWhosePostNamesAnotherSiteIsKeptWithoutIt() async throws {
        onlineComments.onFetchThread.returns(
            CommentThread(post: .mock("t3_a", site: .reddit), entries: [.comment(.mock("t1_a"))], source: "own"))
        let update = try await threads.thread(ThreadRequest(post: .mock("t3_a")))
        #expect(update.thread?.comments.count == 1)
        #expect(update.thread?.issues.map(\.reason) == ["the post: id: of 'reddit', not of 'demo'"])
        #expect(try await offline.items([.mock("t3_a", site: .reddit)]).isEmpty)
    }

    @Test func anExpansionIsKeptWithoutWhatNoStoreCanKeep() async throws {
        onlineComments.onFetchThread.returns(.mock("t1_a", "…2"))
        let thread = try await threads.thread(ThreadRequest(post: .mock("t3_a"))).thread
        let more = try #require(thread?.more.first)
        onlineComments.onFetchMore.returns(
            CommentExpansion(
                entries: [.comment(.mock("")), .comment(.mock("t3_a-1"))], requested: more.ids, source: "own"))
        let update = try await threads.expand(MoreRequest(post: .mock("t3_a"), more: more))
        #expect(update.thread?.comments.map(\.id.native) == ["t1_a", "t3_a-1"])
        #expect(update.thread?.issues.map(\.reason) == ["'': id: empty"])
    }

    @Test(arguments: ["a/b", "\u{301}x", "\u{0}", "\u{85}", "\u{200D}x", "e\u{301}/\u{301}"])
    func everyOtherIDIsReadBack(_ native: String) throws {
        let id = Post.ID(site: .demo, native: native)
        #expect(Post.ID(id.description) == id)
        let comment = Core.Comment.ID(site: .demo, native: native)
        #expect(try JSONDecoder().decode([Core.Comment.ID].self, from: JSONEncoder().encode([comment])) == [comment])
    }

    @Test func anIDThatCannotBeReadBackIsNotWritten() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([Post.ID(site: .demo, native: "")]) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([Core.Comment.ID(site: .demo, native: "")]) }
    }
}
