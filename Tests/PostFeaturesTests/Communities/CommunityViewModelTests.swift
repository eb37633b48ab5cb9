import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@Suite(.testInjector, .timeLimit(.minutes(5)))
@MainActor
struct CommunityViewModelTests {
    private let provider = MockResourceProvider<SubscribedSource.ID, CommunityDescription>(log: TestInjector.mocks.log)
    private let writing = TestInjector.mocks.writingProvider
    private let clock = TestInjector.mocks.clock
    private let statuses = InMemoryOfflinePostProvider()
    private let me = AccountKey(site: .demo, name: "1")

    private func model(isSignedIn: Bool = false) -> CommunityViewModel {
        let (provider, me) = (provider, me)
        Dependency.register((any ResourceProvider<SubscribedSource.ID, CommunityDescription>).self) { provider }
        if isSignedIn {
            let viewers = CurrentViewers(fixed: Viewers([.demo: me]))
            Dependency.register(CurrentViewers.self) { viewers }
            let statuses = statuses
            Dependency.register((any OfflineStatusProvider).self) { statuses }
        }
        return CommunityViewModel(SourceName(.subreddit, "SWIFT"), on: .demo)
    }

    private var swift: CommunityDescription {
        CommunityDescription(
            name: "Swift", title: "Swift & friends", text: "About **Swift**.",
            rules: [CommunityRule("Be kind", text: "To all."), CommunityRule("No adverts")], subscriberCount: 42,
            isNSFW: false, created: clock.now - 86_400)
    }

    private func stored(_ error: DataError? = nil) -> ResourceState<CommunityDescription> {
        ResourceState(swift, origin: .database, fetched: clock.now - 60, isStale: false, error: error)
    }

    private func item(_ value: String, _ state: OutboxItem.State, at date: Date? = nil) -> OutboxItem {
        OutboxItem(
            id: OutboxItem.ID(rawValue: "entry-1"), account: me, kind: .subscribe,
            target: StatusTarget(.source, site: .demo, native: "r/Swift"), value: state == .sent ? nil : value,
            title: nil, text: nil, url: nil, state: state, attempts: 0, created: date ?? clock.now, result: nil,
            waitsFor: nil, notBefore: nil, reason: nil, isKnown: true)
    }

    @Test func whatIsKnownIsShown() async throws {
        let model = model()
        #expect(model.state.value.phase == .initial && model.state.value.name == "SWIFT")
        provider.onGet.returns(stored())
        await model.load()
        let state = model.state.value
        #expect(state.phase == .idle && state.name == "Swift" && state.title == "Swift & friends")
        #expect(state.text == "About **Swift**." && state.rules?.map(\.title) == ["Be kind", "No adverts"])
        #expect(state.subscriberCount == 42 && state.isSubscribed == nil && state.isNSFW == false)
        #expect(state.age(at: clock.now) == .seconds(60) && !state.isStale && state.banner == nil)
        #expect(provider.onGet.calls.map(\.description) == ["demo/r/swift"])
        model.stop()
    }

    @Test func anErrorStandsOverWhatIsStored() async throws {
        let model = model()
        provider.onGet.returns(stored(DataError(.offline, isRetryable: true)))
        await model.load()
        #expect(model.state.value.phase == .idle && model.state.value.banner?.error.code == .offline)
        #expect(model.state.value.banner?.isDismissible == true && model.state.value.text != nil)
        provider.onRefresh.returns(stored())
        await model.refresh()
        #expect(model.state.value.banner == nil)
        provider.onRefresh.fails(with: DataError(.rateLimited, retryAfter: .seconds(30)))
        await model.refresh()
        #expect(model.state.value.banner?.retryAt == clock.now + 30 && model.state.value.title != nil)
        model.dismissBanner()
        #expect(model.state.value.banner == nil)
    }

    @Test(arguments: [
        (ErrorCode.notFound, CommunityViewModel.Phase.missing), (.offline, .failed), (.forbidden, .failed),
    ])
    func withoutAnythingStoredTheErrorIsThePhase(code: ErrorCode, phase: CommunityViewModel.Phase) async throws {
        let model = model()
        provider.onGet.fails(with: DataError(code))
        await model.load()
        #expect(model.state.value.phase == phase && model.state.value.banner?.isDismissible == false)
    }

    @Test func aCancelledLoadLeavesTheScreenAsItWas() async throws {
        let model = model()
        let held = provider.onGet.holds()
        let loading = Task { await model.load() }
        try await held.arrival()
        #expect(model.state.value.phase == .loading)
        loading.cancel()
        await loading.value
        #expect(model.state.value.phase == .initial && model.state.value.banner == nil)
    }

    @Test func itFollowsWhatIsStored() async throws {
        let model = model()
        provider.onGet.returns(stored())
        await model.load()
        var next = stored()
        next.value?.subscriberCount = 43
        provider.shown.set(next)
        for await state in model.state.values where state.subscriberCount == 43 { break }
        model.stop()
    }

    private func confirm(_ isSubscribed: Bool) async throws {
        let target = StatusTarget(.source, site: .demo, native: "r/Swift")
        try await statuses.store(
            Confirmation(account: me, values: [target: ConfirmedValues(isSubscribed: isSubscribed)]))
    }

    @Test func aSubscriptionIsShownAtOnceAndThenAsTheServerSays() async throws {
        let model = model(isSignedIn: true)
        #expect(model.canSubscribe)
        try await confirm(false)
        provider.onGet.returns(stored())
        await model.load()
        #expect(model.state.value.isSubscribed == false && !model.state.value.isSubscriptionPending)
        writing.onAccount.returns(me)
        writing.onQueue.answers { [writing, item = item("1", .pending)] queued in
            writing.outbox.update { $0.items = [item] }
            return queued.id
        }
        await model.setSubscribed(true)
        #expect(writing.onQueue.calls.map(\.intent) == [.subscribe(true, to: "Swift")])
        #expect(model.state.value.isSubscribed == true && model.state.value.isSubscriptionPending)
        // It arrived: in one commit the item leaves and the server's word is stored.
        try await confirm(true)
        writing.outbox.update { $0.items = [] }
        for await state in model.state.values where !state.isSubscriptionPending { break }
        #expect(model.state.value.isSubscribed == true)
    }

    @Test func whatWasRefusedIsNotShownAndWhoIsNotSignedInIsTold() async throws {
        let model = model(isSignedIn: true)
        try await confirm(false)
        provider.onGet.returns(stored())
        await model.load()
        writing.outbox.update { $0.items = [item("1", .failed)] }
        writing.onAccount.fails(with: DataError(.unauthorized))
        await model.setSubscribed(true)
        #expect(model.state.value.isSubscribed == false && !model.state.value.isSubscriptionPending)
        #expect(model.state.value.banner?.error.code == .unauthorized && model.state.value.banner?.cause == .action)
    }
}
