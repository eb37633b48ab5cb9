import Core
import Foundation
import Mocks
import Testing

/// What is left out of the threads of a pack.
@Suite(.timeLimit(.minutes(5)))
struct PackThreadTests {
    private let world = PackFixture()

    private var inOrder: DefaultPackProvider.Configuration {
        var configuration = DefaultPackProvider.Configuration()
        configuration.parallelism = 1
        return configuration
    }

    private func comment(_ name: String, _ parent: String? = nil) -> CommentThread.Entry {
        .comment(.mock(name, parent: parent, post: "t3_1"))
    }

    private func more(_ names: String..., parent: String? = nil, count: Int? = nil) -> CommentThread.Entry {
        .more(
            MoreComments(
                parent: parent.map { .comment(.mock($0)) } ?? .post(.mock("t3_1")), depth: 0,
                count: count ?? names.count, ids: names.map { .mock($0) }))
    }

    /// A pack of one post with room for everything, in a world of its own.
    private func packed(comments: Bool) async throws -> PackReport {
        setThreeComments()
        return try #require(try await world.run(world.request(1, comments: comments), inOrder))
    }

    private func setThreeComments() {
        world.setPosts([.packed("t3_1", comments: 300)])
        world.setThread("t3_1", [comment("a"), more("b"), more("c", parent: "a")])
        world.setAnswer(.post(.mock("t3_1")), [comment("b")])
        world.setAnswer(.comment(.mock("a")), [comment("c", "a")])
    }

    private func stored() -> [String]? {
        world.threads.stored[.mock("t3_1")].map { CommentForest($0.entries).outline }
    }

    @Test func placeholdersAreExpandedUntilTheThreadIsComplete() async throws {
        world.setPosts([.packed("t3_1", thumbnail: "/s1", comments: 6), .packed("t3_2", comments: 1)])
        world.setFile("/s1", bytes: 10)
        world.setThread("t3_1", [comment("a"), more(parent: "a"), more("b", "c")])
        world.setThread("t3_2", comments: 1)
        world.setAnswer(.comment(.mock("a")), [comment("a"), comment("d", "a")])
        world.setAnswer(.post(.mock("t3_1")), [comment("b"), more("e", parent: "b"), comment("c")])
        world.setAnswer(.comment(.mock("b")), [comment("e", "b")])
        let report = try #require(try await world.run(world.request(2), inOrder))
        #expect(
            world.takeLog() == [
                "page head of r/swift", "thread t3_1", "thread t3_2", "more a", "more t3_1 b c", "more b e", "file /s1",
            ])
        #expect(stored() == ["a", " d", "b", " e", "c"])
        #expect(report.isComplete && report.comments == 6)
        // Asked for once more, the server is asked for the feed alone.
        let again = try #require(try await world.run(world.request(2), inOrder))
        #expect(world.takeLog() == ["page head of r/swift"])
        #expect(again.bytes == report.bytes && again.isComplete)
    }

    @Test func aRepeatedContinuationIsRequestedOnceInARunAndThePackIsPartial() async throws {
        world.setPosts([.packed("t3_1", comments: 3)])
        world.setThread("t3_1", [comment("a"), more(parent: "a")])
        world.setAnswer(.comment(.mock("a")), [comment("a"), comment("b", "a"), more(parent: "a", count: 2)])
        let report = try #require(try await world.run(world.request(1), inOrder))
        #expect(world.takeLog() == ["page head of r/swift", "thread t3_1", "more a"])
        #expect(stored() == ["a", " b", " …2"])
        #expect(report.isFinished && report.error == nil && !report.isComplete)
        #expect(report.partialThreads == [PackReport.PartialThread(post: .mock("t3_1"), placeholders: 1)])
        #expect(try await world.packs.packs().first?.partialThreads == 1)
        // Without a network it is shown as it is.
        world.setReachable(false)
        let offline = try #require(try await world.run(world.request(1), inOrder))
        #expect(
            offline.isFinished && offline.error?.code == .offline && offline.partialThreads == report.partialThreads)
        world.setReachable(true)
        _ = world.takeLog()
        // The next run asks once more, and now it comes.
        world.setAnswer(.comment(.mock("a")), [comment("c", "a")])
        let again = try #require(try await world.run(world.request(1), inOrder))
        #expect(world.takeLog() == ["page head of r/swift", "more a"])
        #expect(again.isComplete && again.comments == 3)
    }

    @Test func theRequestsOfARunAreLimitedAndTheNextRunContinues() async throws {
        world.setPosts([.packed("t3_1", comments: 300)])
        world.setThread("t3_1", [more("n0")])
        for number in 0..<10 {
            let next = more("n\(number + 1)", parent: "n\(number)")
            let parent = number == 0 ? Core.Comment.Parent.post(.mock("t3_1")) : .comment(.mock("n\(number - 1)"))
            let own = comment("n\(number)", number == 0 ? nil : "n\(number - 1)")
            world.setAnswer(parent, number == 9 ? [own] : [own, next])
        }
        var configuration = inOrder
        configuration.maximumExpansions = 6
        let report = try #require(try await world.run(world.request(1), configuration))
        #expect(report.isFinished && !report.isComplete && report.comments == 6)
        let again = try #require(try await world.run(world.request(1), configuration))
        #expect(again.isComplete && again.comments == 10)
    }

    @Test func theByteLimitEndsAPackInTheMiddleOfAThread() async throws {
        setThreeComments()
        // Room for the post, the thread's first comment, and a part of the second.
        let bare = try await PackThreadTests().packed(comments: false).bytes
        let whole = try await PackThreadTests().packed(comments: true).bytes
        let report = try #require(try await world.run(world.request(1, bytes: (bare + whole) / 2), inOrder))
        #expect(report.stop == .bytes && report.partialThreads.map(\.post.native) == ["t3_1"])
        let again = try #require(try await world.run(world.request(1), inOrder))
        #expect(again.isComplete && again.comments == 3)
    }

    @Test func aKilledPackContinuesWithThePlaceholders() async throws {
        world.setPosts([.packed("t3_1", comments: 3)])
        world.setThread("t3_1", [comment("a"), more("b"), more("c", parent: "a")])
        world.setAnswer(.post(.mock("t3_1")), [comment("b")])
        world.setAnswer(.comment(.mock("a")), [comment("c", "a")])
        #expect(try await world.run(world.request(1), inOrder, killAfter: 3) == nil)
        _ = world.takeLog()
        #expect(try await world.provider(inOrder).resumePacks().map(\.isComplete) == [true])
        #expect(world.takeLog().allSatisfy { $0.hasPrefix("more") })
        #expect(world.threads.fetched == [.mock("t3_1"): 1])
    }

    @Test func everythingIsExpandedOnceForAPersonToo() async throws {
        world.setThread("t3_1", [comment("a"), more(parent: "a"), more("b")])
        world.setAnswer(.comment(.mock("a")), [comment("a"), more(parent: "a")])
        world.setAnswer(.post(.mock("t3_1")), [comment("b"), more("d", parent: "b")])
        world.setAnswer(.comment(.mock("b")), [comment("d", "b")])
        _ = try await world.thread(ThreadRequest(post: .mock("t3_1")))
        _ = world.takeLog()
        let provider = DefaultCommentProvider(
            offline: world.offline, comments: world, online: nil, time: world.clock)
        #expect(try await provider.expandAllPlaceholders(of: .mock("t3_1")).error?.code == .offline)
        let update = try await (world as any CommentProvider).expandAllPlaceholders(of: .mock("t3_1"))
        #expect(world.takeLog().filter { $0.hasPrefix("more") } == ["more a", "more t3_1 b", "more b d"])
        #expect(update.thread.map { CommentForest($0.entries).outline } == ["a", " …0", "b", " d"])
        #expect(update.thread?.isComplete == false)
    }

    @Test func aThreadOfABackendWithPartialThreadsIsPartial() async throws {
        world.setPosts([.packed("t3_1", comments: 3)])
        world.setThread("t3_1", [comment("a")], completeness: .partial)
        let report = try #require(try await world.run(world.request(1), inOrder))
        #expect(world.takeLog() == ["page head of r/swift", "thread t3_1"])
        #expect(report.stop == nil && !report.isComplete)
    }

    @Test func aPlaceholderThatTheServerRefusesDelaysNothing() async throws {
        world.setPosts([.packed("t3_1", thumbnail: "/s1", comments: 3)])
        world.setFile("/s1", bytes: 10)
        world.setThread("t3_1", [comment("a"), more("x", parent: "a"), more("b")])
        world.setAnswer(.comment(.mock("a")), [], error: NetworkError(.notFound, status: 404))
        world.setAnswer(.post(.mock("t3_1")), [comment("b")])
        let report = try #require(try await world.run(world.request(1), inOrder))
        #expect(
            world.takeLog() == ["page head of r/swift", "thread t3_1", "more a x", "more t3_1 b", "file /s1"])
        #expect(report.stop == nil && !report.isComplete && report.media == 1)
        #expect(stored() == ["a", " …1 x", "b"])
    }
}
