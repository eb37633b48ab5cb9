import Core
import Mocks
import PostFeatures
import Testing

/// Subscriptions on the server beside the list on this device.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SubscriptionTests {
    private let subscriptions = TestInjector.mocks.subscriptionProvider
    private let store = InMemoryOfflineSourceProvider([.mock("r/Swift"), .mock("u/ann"), .mock("r/rust")])
    private let swift = SourceName(.subreddit, "Swift")

    private func list() -> SourceListViewModel {
        let store = store
        Dependency.register((any SourceProvider).self) {
            DefaultSourceProvider(names: SourceNameParser(.demo), offline: store, online: nil)
        }
        return SourceListViewModel()
    }

    @Test func aListShowsAndChangesSubscriptionsAndStaysAsItIs() async throws {
        subscriptions.shown.set([swift: Subscription(isSubscribed: true)])
        let list = list()
        await list.load()
        let ids = list.state.value.rows.map(\.id)
        #expect(list.state.value.canSubscribe)
        #expect(list.state.value.subscriptions == [ids[0]: Subscription(isSubscribed: true)])
        await list.toggleSubscribed(ids[0])
        await list.toggleSubscribed(ids[2])
        #expect(
            subscriptions.onSetSubscribed.calls == [
                .init(false, to: swift, on: .demo), .init(true, to: SourceName(.subreddit, "rust"), on: .demo),
            ])
        #expect(list.state.value.rows.map(\.id) == ids)
        // What becomes of it reaches the list.
        subscriptions.shown.set([swift: Subscription(isSubscribed: false, isPending: true)])
        await list.state.first { $0.subscriptions[ids[0]]?.isPending == true }
        subscriptions.onSetSubscribed.fails(with: DataError(.unauthorized))
        await list.setSubscribed(true, for: ids[0])
        #expect(list.state.value.banner?.error.code == .unauthorized)
        list.stop()
    }

    @Test func whereNobodyCanSubscribeThereIsNoButton() async {
        let list = list()
        await list.load()
        #expect(!list.state.value.canSubscribe && list.state.value.subscriptions.isEmpty)
        let button = SubscriptionViewModel(swift, on: .demo)
        await button.load()
        #expect(button.state.value == SubscriptionViewModel.State())
    }

    @Test func aButtonFollowsItsCommunity() async {
        subscriptions.shown.set([:])
        let button = SubscriptionViewModel(swift, on: .demo)
        await button.load()
        #expect(button.state.value == SubscriptionViewModel.State(canSubscribe: true))
        let shown = subscriptions.shown
        subscriptions.onSetSubscribed.answers { wish in
            shown.set([wish.community: Subscription(isSubscribed: wish.isSubscribed, isPending: true)])
            return OutboxItem.ID(rawValue: "entry-a")
        }
        await button.toggle()
        #expect(button.state.value.subscription == Subscription(isSubscribed: true, isPending: true))
        await button.toggle()
        #expect(button.state.value.subscription == Subscription(isSubscribed: false, isPending: true))
        button.stop()
    }
}
