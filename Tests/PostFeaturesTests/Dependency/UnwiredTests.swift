import Core
import Mocks
import PostFeatures
import Testing

/// Screens of an app that has registered as little as it must.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct UnwiredTests {
    @Test func screensWithoutARegisteredProviderShareTheirSettings() async {
        await Dependency.withContainer(DependencyContainer()) {
            let posts = MockPostProvider()
            posts.onPerform.returns(.drawn("a! b", isEnd: true))
            Dependency.register((any PostProvider).self) { posts }
            let (screen, other) = (SettingsViewModel(), SettingsViewModel())
            let list = PostListViewModel(feed: .mock())
            await screen.set("50", for: .pageSize)
            #expect(other.state.value.settings.pageSize == 25, "it has not loaded")
            other.load()
            #expect(other.state.value.settings.pageSize == 50)
            #expect(SettingsViewModel().state.value.settings.pageSize == 50)
            await list.load()
            #expect(list.state.value.items.count == 2)
            await screen.set("hidden", for: .nsfw)
            await list.state.first { $0.items.count == 1 }
            #expect(list.state.value.items.map(\.id) == [.mock("b")] && list.state.value.filtered.count == 1)
        }
    }

    @Test func twoContainersShareNothing() async {
        await Dependency.withContainer(DependencyContainer()) {
            await SettingsViewModel().set("50", for: .pageSize)
        }
        Dependency.withContainer(DependencyContainer()) {
            #expect(SettingsViewModel().state.value.settings.pageSize == 25)
        }
    }
}
