import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct AvailabilityBadgeTests {
    private let mocks = TestInjector.mocks
    private let here = PostAvailability(
        text: .complete, comments: .complete, thumbnail: .notApplicable, media: .partial)

    @Test func aListReadsAvailabilityOnlyOfRowsNearTheScreen() async throws {
        let names = (0..<5_000).map { "t3_\($0)" }
        mocks.postProvider.onPerform.returns(.mock(names))
        let list = PostListViewModel(feed: .mock())
        await list.load()
        #expect(list.state.value.availability.isEmpty)
        #expect(mocks.availability.onAvailability.calls.isEmpty, "nothing is read before anybody asks")

        mocks.availability.onAvailability.answers { [here] posts in
            Dictionary(uniqueKeysWithValues: posts.map { ($0.id, here) })
        }
        await list.showAvailability(of: [.mock("t3_40"), .mock("t3_41"), .mock("t3_x")])
        #expect(mocks.availability.onAvailability.calls.map { $0.map(\.id.native) } == [["t3_40", "t3_41"]])
        #expect(list.state.value.availability == [.mock("t3_40"): here, .mock("t3_41"): here])

        // A change is read of these rows, and of no others.
        let later = PostAvailability(text: .complete)
        mocks.availability.onAvailability.answers { posts in
            Dictionary(uniqueKeysWithValues: posts.map { ($0.id, later) })
        }
        try await mocks.availability.waitForListeners(1)
        mocks.availability.announceChange()
        try await mocks.availability.onAvailability.waitForCalls(2)
        for await state in list.state.values where state.availability[.mock("t3_40")] == later { break }
        #expect(mocks.availability.onAvailability.calls.map(\.count) == [2, 2])
        list.stop()
    }

    @Test func aListThatIsShownAgainHasCurrentAvailability() async throws {
        mocks.postProvider.onPerform.returns(.mock(["t3_a"]), .mock(["t3_a"]))
        let list = PostListViewModel(feed: .mock())
        await list.load()
        mocks.availability.onAvailability.returns([.mock("t3_a"): here])
        await list.showAvailability(of: [.mock("t3_a")])
        list.stop()
        // Evicted while nobody looked: no change was followed.
        mocks.availability.onAvailability.returns([.mock("t3_a"): PostAvailability()])
        await list.load()
        await list.state.first(where: { $0.availability == [.mock("t3_a"): PostAvailability()] })
        list.stop()
    }

    @Test func aBadgeThatCannotBeReadStaysAsItWas() async throws {
        mocks.postProvider.onPerform.returns(.mock(["t3_a"]))
        let list = PostListViewModel(feed: .mock())
        await list.load()
        mocks.availability.onAvailability.returns([.mock("t3_a"): here])
        mocks.availability.onAvailability.fails(with: DataError(.diskFailure))
        await list.showAvailability(of: [.mock("t3_a")])
        await list.showAvailability(of: [.mock("t3_a")])
        #expect(list.state.value.availability == [.mock("t3_a"): here])
        #expect(list.state.value.banner == nil)
        list.stop()
    }

    @Test func theAvailabilityOfAPostIsShownAndFollowed() async throws {
        mocks.postProvider.onItems.answers { _ in [.mock("t3_a", isRead: true)] }
        mocks.availability.onAvailability.returns([.mock("t3_a"): here])
        let detail = PostDetailViewModel(id: .mock("t3_a"))
        await detail.load()
        #expect(detail.state.value.availability == here)
        mocks.availability.onAvailability.returns([.mock("t3_a"): PostAvailability()])
        try await mocks.availability.waitForListeners(1)
        mocks.availability.announceChange()
        for await state in detail.state.values where state.availability == PostAvailability() { break }
    }
}
