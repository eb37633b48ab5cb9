import Foundation
import Mocks
import Testing

@testable import Core

/// The resource of communities: what is everybody's, and what belongs to the account that looks.
@Suite(.timeLimit(.minutes(5)))
struct CommunityResourceTests {
    private let store = InMemoryOfflineResourceProvider()
    private let statuses = InMemoryOfflinePostProvider()
    private let clock = ManualClock()
    private let server = ScriptedCommunities()
    private let me = AccountKey(site: .demo, name: "1")
    private let id = SubscribedSource.ID(site: .demo, name: SourceName(.subreddit, "Swift"))

    private func provider(
        as account: AccountKey?, isOffline: Bool = false
    ) -> DefaultResourceProvider<SubscribedSource.ID, CommunityDescription> {
        let viewers = CurrentViewers(fixed: account.map { Viewers([.demo: $0]) } ?? .nobody)
        return DefaultResourceProvider(
            .communities(
                isOffline ? nil : [.demo: server], statuses: statuses, viewers: viewers, time: clock,
                boot: BootID("boot")),
            store: store, viewers: viewers, time: clock)
    }

    @Test func aDescriptionIsEverybodysAndASubscriptionTheAccounts() async throws {
        server.onDescription.returns(
            .value(CommunityDescription(name: "Swift", text: "About", isSubscribed: true)))
        let fetched = try await provider(as: me).get(id)
        #expect(fetched.value == CommunityDescription(name: "Swift", text: "About"))
        let target = StatusTarget(.source, site: .demo, native: "r/Swift")
        #expect(try await statuses.confirmed(of: [target], for: me)[target]?.values.isSubscribed == true)
        let request = try #require(server.onDescription.calls.first)
        #expect(request.name == SourceName(.subreddit, "swift") && request.sender == .account(me))
        // Whoever looks next has it, also without a network.
        #expect(try await provider(as: nil, isOffline: true).get(id).value == fetched.value)
        clock.advance(by: .seconds(7 * 3600))
        let old = try await provider(as: nil, isOffline: true).get(id)
        #expect(old.value == fetched.value && old.error?.code == .offline)
    }

    @Test func nobodyIsSubscribedToNothing() async throws {
        server.onDescription.returns(.value(CommunityDescription(name: "Swift", isSubscribed: false)))
        #expect(try await provider(as: nil).get(id).value?.isSubscribed == nil)
        #expect(server.onDescription.calls.map(\.sender) == [.current])
    }

    @Test func aUserAndAnotherSiteHaveNoDescription() async throws {
        for id in [
            SubscribedSource.ID(site: .demo, name: SourceName(.user, "ann")),
            SubscribedSource.ID(site: .reddit, name: SourceName(.subreddit, "swift")),
        ] {
            #expect(await codeOfError { try await provider(as: nil).get(id) } == .invalidInput)
        }
    }
}

private final class ScriptedCommunities: OnlineCommunityProvider {
    let site = Site.demo
    let onDescription = MockMethod<CommunityRequest, ResourceAnswer<CommunityDescription>>(
        "description", log: MockLog())

    func description(_ request: CommunityRequest) async throws -> ResourceAnswer<CommunityDescription> {
        try await onDescription.answer(to: request)
    }
}
