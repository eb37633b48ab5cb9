import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InMemoryOfflineCommentProviderTests {
    @Test(arguments: OfflineCommentProviderContract.checks)
    func keepsTheContract(_ check: OfflineCommentProviderContract.Check) async {
        await OfflineCommentProviderContract { InMemoryOfflineCommentProvider() }.run(check)
    }

    @Test func scriptedFailuresAreThrown() async throws {
        let store = InMemoryOfflineCommentProvider()
        let (post, date) = (Post.ID.mock("t3_a"), Date(timeIntervalSince1970: 1))
        _ = try await store.commit(.mock("a"), of: post, sort: nil, date: date)
        store.fail(with: DataError(.noSpace), DataError(.diskFailure))
        await #expect(throws: DataError(.noSpace)) { try await store.evictThreads(of: [post]) }
        await #expect(throws: DataError(.diskFailure)) {
            try await store.setCollapsed([.mock("a"): true], of: post, at: date)
        }
        #expect(try await store.storedThread(of: post)?.marks == ThreadMarks())
    }

    /// A store that breaks a rule is found out.
    @Test func theContractFindsBrokenRules() async {
        let contract = OfflineCommentProviderContract { Forgetful() }
        for check in OfflineCommentProviderContract.checks where !Forgetful.kept.contains(check.name) {
            #expect(await !contract.failures(of: check).isEmpty, "\(check.name)")
        }
    }
}

/// Keeps nothing.
private final class Forgetful: OfflineCommentProvider {
    /// The rules that a store which keeps nothing cannot break.
    static let kept: Set = [
        "What comes for a thread that is gone is not stored", "A visit to a thread that is not stored is none",
    ]

    func storedThread(of post: Post.ID) async throws -> StoredThread? { nil }
    func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread { StoredThread(thread: thread, sort: sort, fetched: date) }
    func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? { nil }
    func marks(of post: Post.ID) async throws -> ThreadMarks { ThreadMarks() }
    func setCollapsed(_ collapsed: [Core.Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {}
    func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks { ThreadMarks() }
    func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] { [:] }
    func evictThreads(of posts: [Post.ID]) async throws -> Int { 0 }
    func search(_ text: String, limit: Int) async throws -> [CommentMatch] { [] }
    func changes() -> AsyncStream<Set<Post.ID>> { AsyncStream { $0.finish() } }
}
