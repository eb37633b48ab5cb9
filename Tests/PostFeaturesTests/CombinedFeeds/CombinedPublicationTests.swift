import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// How often a combined list publishes for each thing that a person does: over two real providers.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CombinedPublicationTests {
    private let world = CombinedWorld()
    private let list: CombinedFeedViewModel

    init() {
        world.set(0, [1, 3, 5, 7])
        world.set(1, [2, 4, 6, 8])
        list = CombinedFeedViewModel(feed: world.feed, pageSize: 4)
    }

    private func publications(_ action: () async -> Void) async -> Int {
        var count = -1
        let token = list.state.observe { state in
            // What it was told at first is no publication.
            count += 1
            #expect(state.phase != .loading || state.items.isEmpty, "rows and phase disagree")
        }
        await action()
        // What may follow by the streams has followed.
        for _ in 0..<50 { await Task.yield() }
        token.cancel()
        return count
    }

    @Test func aRefreshPublishesItsPhaseAndThePageOfEachSource() async {
        await list.load()
        // The phase, and a page of each of two sources.
        #expect(await publications { await list.refresh() } <= 3)
        #expect(list.state.value.items.count == 4)
    }

    @Test func aSaveADismissalAndAnUndoPublishOnceEach() async throws {
        await list.load()
        let id = try #require(list.state.value.items.first?.id)
        #expect(await publications { await list.setSaved(true, for: id) } == 1)
        #expect(list.state.value.items.first?.item.status.isSaved == true)
        #expect(await publications { await list.dismiss(id) } == 1)
        #expect(list.state.value.items.first?.id != id && list.state.value.canUndo)
        #expect(await publications { await list.undo() } == 1)
        #expect(list.state.value.items.first?.id == id && list.state.value.canUndo)
        #expect(await publications { await list.undo() } == 1)
        #expect(list.state.value.items.first?.item.status.isSaved == false && !list.state.value.canUndo)
    }

    @Test func aChangeBeforeTheFirstLoadFollowsTheSourcesFirst() async throws {
        await list.load()
        let id = try #require(list.state.value.items.first?.id)
        let other = CombinedFeedViewModel(feed: world.feed, pageSize: 4)
        await other.dismiss(id)
        #expect(other.state.value.canUndo)
    }
}
