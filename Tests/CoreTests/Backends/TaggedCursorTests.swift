import Core
import Foundation
import Mocks
import Testing

/// The cursors and revisions of a backend that stands alone: a store outlives the choice of backends.
@Suite(.timeLimit(.minutes(5)))
struct TaggedCursorTests {
    private let posts = MockOnlinePostProvider(site: .demo)

    /// A backend of the family `words`, as an app of one backend asks it.
    private func online(_ name: String = "json") throws -> any OnlinePostProvider {
        var backend = Backend(.demo, name: name, posts: .init(posts))
        backend.cursorFamily = "words"
        return try #require(try Backends([backend])[.demo]?.online)
    }

    private func request(cursor: String? = nil, revision: String? = nil) -> PageRequest {
        var request = PageRequest(feed: Feed(site: .demo), cursor: cursor.map(PageCursor.init(rawValue:)))
        request.revision = revision.map(PageRevision.init(rawValue:))
        return request
    }

    @Test func aCursorIsStoredWithItsNameAndSentWithoutIt() async throws {
        posts.onFetchPage.returns(.mock("t3_a", next: "t3_next"))
        let next = try #require(try await online().fetchPage(request()).next)
        #expect(next.rawValue == "words\u{1F}json\u{1F}t3_next")
        posts.onFetchPage.returns(.mock("t3_b"))
        _ = try await online().fetchPage(request(cursor: next.rawValue))
        #expect(posts.onFetchPage.calls.last?.cursor == .mock("t3_next"))
    }

    @Test func aCursorOfTheSameFamilyIsTranslated() async throws {
        posts.onFetchPage.returns(.mock("t3_b", next: "t3_last"))
        let page = try await online().fetchPage(request(cursor: "words\u{1F}oauth\u{1F}t3_next"))
        #expect(posts.onFetchPage.calls.map(\.cursor) == [.mock("t3_next")])
        #expect(page.next?.rawValue == "words\u{1F}json\u{1F}t3_last")
    }

    @Test func aCursorOfAnotherBackendIsRefusedAndSentToNobody() async throws {
        let online = try online()
        let error = await #expect(throws: DataError.self) {
            try await online.fetchPage(request(cursor: "numbers\u{1F}offsets\u{1F}25"))
        }
        #expect(error?.code == .invalidInput && error?.message.contains("'offsets'") == true)
        #expect(posts.onFetchPage.calls.isEmpty)
    }

    /// Else a feed whose server repeats itself would have no end.
    @Test(arguments: ["words\u{1F}json\u{1F}t3_same", "t3_same"])
    func aCursorThatTheServerRepeatsIsTheSame(_ cursor: String) async throws {
        posts.onFetchPage.returns(.mock("t3_b", next: "t3_same"))
        #expect(try await online().fetchPage(request(cursor: cursor)).next?.rawValue == cursor)
    }

    @Test func whatWasStoredBeforeThereWereMarksGoesAsItIs() async throws {
        posts.onFetchPage.returns(.mock("t3_b"))
        _ = try await online().fetchPage(request(cursor: "t3_old", revision: "etag"))
        #expect(posts.onFetchPage.calls.map(\.cursor) == [.mock("t3_old")])
        #expect(posts.onFetchPage.calls.map(\.revision) == [PageRevision(rawValue: "etag")])
    }

    @Test func aRevisionGoesBackToItsBackendAlone() async throws {
        posts.onFetchPage.returns(.mock("t3_a", revision: "etag"))
        let revision = try #require(try await online().fetchPage(request()).revision)
        #expect(revision.rawValue == "json\u{1F}etag")
        for name in ["json", "other"] {
            posts.onFetchPage.returns(.mock("t3_a"))
            _ = try await online(name).fetchPage(request(revision: revision.rawValue))
        }
        #expect(posts.onFetchPage.calls.map(\.revision) == [nil, PageRevision(rawValue: "etag"), nil])
    }
}
