import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// How often the saved posts and a post's details publish for each thing that a person does: over the real provider.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SavedPublicationTests {
    private let store = InMemoryOfflinePostProvider()
    private let provider: DefaultPostProvider

    init() async throws {
        let provider = DefaultPostProvider(offline: store, online: MockOnlinePostProvider())
        self.provider = provider
        Dependency.register((any PostProvider).self) { provider }
        _ = try await store.commit(.mock("a", "b"), to: .mock("swift"), at: .head, date: .distantPast)
        _ = try await provider.apply(.set(.saved(true), [.mock("a"), .mock("b")]))
    }

    private func publications<Value>(of state: ObservableValue<Value>, _ action: () async -> Void) async -> Int {
        var count = -1
        // What it was told at first is no publication.
        let token = state.observe { _ in count += 1 }
        await action()
        // What may follow by the stream has followed.
        for _ in 0..<50 { await Task.yield() }
        token.cancel()
        return count
    }

    @Test func loadingPublishesThePhaseAndTheRowsAndARemovalAndItsUndoOnceEach() async throws {
        let saved = SavedPostsViewModel(site: Post.ID.mock("a").site)
        #expect(await publications(of: saved.state) { await saved.load() } <= 2)
        #expect(saved.state.value.rows.count == 2)
        #expect(await publications(of: saved.state) { await saved.remove(.mock("a")) } == 1)
        #expect(saved.state.value.rows.count == 1 && saved.state.value.canUndo)
        #expect(await publications(of: saved.state) { await saved.undo() } == 1)
        #expect(saved.state.value.rows.count == 2 && !saved.state.value.canUndo)
    }

    @Test func aSaveAndADismissalOfOnePostPublishOnceEach() async throws {
        let detail = PostDetailViewModel(id: .mock("a"), marksAsRead: false)
        #expect(await publications(of: detail.state) { await detail.load() } <= 2)
        #expect(await publications(of: detail.state) { await detail.setSaved(false) } == 1)
        #expect(detail.state.value.item?.status.isSaved == false)
        #expect(await publications(of: detail.state) { await detail.doubleTap() } == 1)
        #expect(detail.state.value.item?.status.isSaved == true && detail.state.value.saveEvent != nil)
        #expect(await publications(of: detail.state) { await detail.dismiss() } == 1)
    }
}
