import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AvailabilityTests {
    private let world = PackFixture()

    private var provider: DefaultAvailabilityProvider {
        DefaultAvailabilityProvider(posts: world.offline, comments: world, media: world)
    }

    private func availability(of post: Post) async throws -> PostAvailability? {
        try await provider.availability(of: [post])[post.id]
    }

    @Test func aBadgeIsRightAfterFilesWereRemoved() async throws {
        let post = Post.packed("t3_1", thumbnail: "/s1", pictures: ["/p1", "/p2"], comments: 2)
        world.setPosts([post])
        for (link, bytes) in [("/s1", 10), ("/p1", 100), ("/p2", 100)] { world.setFile(link, bytes: bytes) }
        world.setThread("t3_1", comments: 2)
        #expect(try await availability(of: post) == PostAvailability())

        world.failFile("/p2", with: NetworkError(.serverError))
        _ = try await world.run(world.request(1))
        let some = try #require(try await availability(of: post))
        #expect(
            some == PostAvailability(text: .complete, comments: .complete, thumbnail: .complete, media: .partial))
        #expect(!some.isComplete)

        world.failFile("/p2", with: nil)
        _ = try await world.provider().resumePacks()
        #expect(try await availability(of: post)?.isComplete == true)

        _ = try await world.evictThreads(of: [post.id])
        #expect(try await availability(of: post)?.comments == .missing)
        _ = try await world.provider().remove([post.id])
        #expect(
            try await availability(of: post)
                == PostAvailability(text: .complete, comments: .missing, thumbnail: .missing, media: .missing))
        _ = try await world.offline.evict([post.id])
        #expect(try await availability(of: post) == PostAvailability())
    }

    @Test func partsThatAPostDoesNotHaveAreNotMissing() async throws {
        let post = Post.packed("t3_1", comments: 0)
        try await world.offline.store([post], completeness: .full)
        let availability = try #require(try await availability(of: post))
        #expect(
            availability
                == PostAvailability(
                    text: .complete, comments: .notApplicable, thumbnail: .notApplicable, media: .notApplicable))
        #expect(availability.isComplete)
        // How many comments it has is not known: they may be missing.
        #expect(try await self.availability(of: .packed("t3_1", comments: nil))?.comments == .missing)
    }

    @Test func aThreadThatIsStoredInPartIsPartial() async throws {
        let post = Post.packed("t3_1", comments: 9)
        world.setPosts([post])
        world.setThread("t3_1", [.comment(.mock("a", post: "t3_1")), .more(.mock("b", "c"))])
        _ = try await world.thread(ThreadRequest(post: post.id))
        try await world.offline.store([post], completeness: .full)
        #expect(try await availability(of: post)?.comments == .partial)
        #expect(try await availability(of: post)?.isComplete == false)
        // A backend with partial threads may have left anything out.
        world.setThread("t3_1", [.comment(.mock("a", post: "t3_1"))], completeness: .partial)
        _ = try await world.thread(ThreadRequest(post: post.id))
        #expect(try await availability(of: post)?.comments == .partial)
        world.setThread("t3_1", [.comment(.mock("a", post: "t3_1"))])
        _ = try await world.thread(ThreadRequest(post: post.id))
        #expect(try await availability(of: post)?.comments == .complete)
    }

    @Test func changesOfTheStoreAreAnnounced() async throws {
        var changes = provider.changes().makeAsyncIterator()
        try await world.offline.store([.packed("t3_1")], completeness: .full)
        #expect(await changes.next() != nil)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct InMemoryOfflinePackProviderTests {
    @Test(arguments: OfflinePackProviderContract.checks)
    func keepsTheContract(_ check: OfflinePackProviderContract.Check) async {
        await OfflinePackProviderContract {
            let posts = InMemoryOfflinePostProvider()
            return (InMemoryOfflinePackProvider(posts: posts), posts)
        }.run(check)
    }
}
