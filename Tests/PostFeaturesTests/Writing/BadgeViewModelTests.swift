import Core
import Mocks
import PostFeatures
import Testing

private struct Unread: UnreadCounter {
    let unreadCount = ObservableValue(2)
}

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct BadgeViewModelTests {
    private let writing = TestInjector.mocks.writingProvider

    private func item(_ name: String, _ state: OutboxItem.State) -> OutboxItem {
        .made(
            OutboxItem.ID(rawValue: name), account: AccountKey(site: .demo, name: "1"), kind: .vote, state: state)
    }

    @Test func itCountsWhatIsUnsentAndWhatIsUnread() {
        let unread = Unread()
        Dependency.register((any UnreadCounter).self) { unread }
        let badge = BadgeViewModel()
        writing.outbox.set(OutboxState(items: [item("a", .pending), item("b", .failed)], unreadableCount: 1))
        #expect(badge.state.value.count == 0, "it starts nothing by itself")
        badge.load()
        #expect(badge.state.value == BadgeViewModel.State(unsentCount: 3, undecidedCount: 1, unreadCount: 2))
        #expect(badge.state.value.count == 5)
        unread.unreadCount.set(0)
        writing.outbox.set(OutboxState())
        #expect(badge.state.value.count == 0)
        badge.stop()
        unread.unreadCount.set(7)
        #expect(badge.state.value.count == 0)
    }

    @Test func anAppWithoutAnswersCountsWhatIsUnsent() {
        let badge = BadgeViewModel()
        badge.load()
        writing.outbox.set(OutboxState(items: [item("a", .sending)]))
        #expect(badge.state.value == BadgeViewModel.State(unsentCount: 1))
    }
}
