import Core
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct BadgeViewModelTests {
    private let writing = TestInjector.mocks.writingProvider

    private func item(_ name: String, _ state: OutboxItem.State) -> OutboxItem {
        .made(
            OutboxItem.ID(rawValue: name), account: AccountKey(site: .demo, name: "1"), kind: .vote, state: state)
    }

    @Test func itCountsWhatIsUnsent() async {
        let badge = BadgeViewModel()
        writing.outbox.set(OutboxState(items: [item("a", .pending), item("b", .failed)], unreadableCount: 1))
        #expect(badge.state.value.count == 0, "it starts nothing by itself")
        await badge.load()
        #expect(badge.state.value == BadgeViewModel.State(unsentCount: 3, undecidedCount: 1))
        #expect(badge.state.value.count == 3)
        writing.outbox.set(OutboxState())
        #expect(badge.state.value.count == 0)
        badge.stop()
        writing.outbox.set(OutboxState(items: [item("a", .sending)]))
        #expect(badge.state.value.count == 0)
        await badge.load()
        #expect(badge.state.value == BadgeViewModel.State(unsentCount: 1))
    }

    @Test func itSaysHowMuchOfTheAccountInUseWaitsForASignIn() async {
        let badge = BadgeViewModel()
        let other = OutboxItem.made(
            OutboxItem.ID(rawValue: "o"), account: AccountKey(site: .demo, name: "2"), kind: .vote, state: .pending)
        let items = [item("a", .pending), item("b", .failed), item("c", .waiting), other]
        writing.outbox.set(OutboxState(items: items))
        writing.signIn(as: AccountKey(site: .demo, name: "1"))
        await badge.load()
        #expect(badge.state.value.signInCount == 0)
        writing.siteAccounts.update { $0.all[0].state = .expired }
        #expect(badge.state.value.signInCount == 2 && badge.state.value.unsentCount == 4)
        let ben = SignedInAccount(id: "2", site: .demo, user: SessionUser(id: "2", name: "ben"))
        writing.siteAccounts.set(SiteAccounts(all: [ben], currentID: "2"))
        #expect(badge.state.value.signInCount == 0)
    }
}
