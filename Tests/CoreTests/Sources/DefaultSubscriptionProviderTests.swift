import Foundation
import Mocks
import Testing

@testable import Core

/// Stored statuses, with something that happens while they are read.
private final class DisturbedStatuses: OfflineStatusProvider {
    private let stored: InMemoryOfflinePostProvider
    private let disturb: @Sendable () -> Void

    init(_ stored: InMemoryOfflinePostProvider, _ disturb: @escaping @Sendable () -> Void) {
        (self.stored, self.disturb) = (stored, disturb)
    }

    func statuses(of targets: [StatusTarget], for owner: MarkOwner) async throws -> [StatusTarget: Marks] {
        try await stored.statuses(of: targets, for: owner)
    }

    func confirmed(
        of targets: [StatusTarget], for account: AccountKey
    ) async throws -> [StatusTarget: ConfirmedState] {
        disturb()
        return try await stored.confirmed(of: targets, for: account)
    }

    func apply(
        _ change: StatusChange, to targets: [StatusTarget], for owner: MarkOwner, at date: Date
    ) async throws -> [StatusTarget: Marks] {
        try await stored.apply(change, to: targets, for: owner, at: date)
    }

    func store(_ confirmation: Core.Confirmation) async throws { try await stored.store(confirmation) }

    func acts() async throws -> [UndoableAct] { try await stored.acts() }

    func keepAct(_ parts: [UndoableAct.Part], at date: Date) async throws -> UndoableAct? {
        try await stored.keepAct(parts, at: date)
    }

    func takeBack(_ act: UndoableAct, of posts: Set<Post.ID>, at date: Date) async throws -> StatusReceipt {
        try await stored.takeBack(act, of: posts, at: date)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct DefaultSubscriptionProviderTests {
    private let writing = MockWritingProvider()
    private let store = InMemoryOfflinePostProvider()
    private let anna = AccountKey(site: .demo, name: "anna")
    private let names = ["Swift", "rust"].map { SourceName(.subreddit, $0) }

    private func provider(_ viewers: Viewers? = nil) -> DefaultSubscriptionProvider {
        DefaultSubscriptionProvider(
            writing: writing, statuses: store, viewers: CurrentViewers(fixed: viewers ?? Viewers([.demo: anna])))
    }

    private func wish(
        _ value: String, _ name: String, of account: AccountKey, _ state: OutboxItem.State
    ) -> OutboxItem {
        .made(
            OutboxItem.ID(rawValue: "entry-\(name)-\(value)"), account: account, kind: .subscribe,
            target: .community(name, on: .demo), value: value, state: state)
    }

    @Test func aWishCountsMoreThanWhatTheServerSaid() async throws {
        var said = Confirmation(account: anna)
        said.values[.community("Swift", on: .demo)] = ConfirmedValues(isSubscribed: true)
        said.values[.community("rust", on: .demo)] = ConfirmedValues(isSubscribed: false)
        try await store.store(said)
        let provider = provider()
        #expect(
            try await provider.subscriptions(to: names, on: .demo) == [
                names[0]: Subscription(isSubscribed: true), names[1]: Subscription(isSubscribed: false),
            ])
        let ben = AccountKey(site: .demo, name: "ben")
        writing.outbox.set(
            OutboxState(items: [
                wish("0", "swift", of: anna, .pending), wish("1", "rust", of: ben, .pending),
                wish("1", "rust", of: anna, .failed),
            ]))
        #expect(
            try await provider.subscriptions(to: names, on: .demo) == [
                names[0]: Subscription(isSubscribed: false, isPending: true),
                names[1]: Subscription(isSubscribed: false),
            ])
        #expect(try await self.provider(.nobody).subscriptions(to: names, on: .demo).isEmpty)
    }

    @Test func whatWasReadForSomebodyElseIsNotShown() async throws {
        var said = Confirmation(account: anna)
        said.values[.community("Swift", on: .demo)] = ConfirmedValues(isSubscribed: true)
        try await store.store(said)
        let session = MockSessionProvider()
        let people = ["anna", "ben"].map { id in
            SignedInAccount(id: id, site: .demo, user: SessionUser(id: id, name: id))
        }
        session.accounts.set(SiteAccounts(all: people, currentID: "anna"))
        let statuses = DisturbedStatuses(store) {
            session.accounts.set(SiteAccounts(all: people, currentID: "ben"))
        }
        let provider = DefaultSubscriptionProvider(
            writing: writing, statuses: statuses, viewers: CurrentViewers([.demo: session]))
        #expect(try await provider.subscriptions(to: names, on: .demo).isEmpty)
    }

    @Test func itIsQueuedForWhoeverIsSignedIn() async throws {
        writing.onAccount.returns(anna)
        writing.onQueue.returns(OutboxItem.ID(rawValue: "entry-a"))
        let provider = provider()
        #expect(try await provider.setSubscribed(true, to: names[0], on: .demo)?.rawValue == "entry-a")
        #expect(writing.onQueue.calls.map(\.intent) == [.subscribe(true, to: "Swift")])
        let person = await #expect(throws: DataError.self) {
            try await provider.setSubscribed(true, to: SourceName(.user, "ann"), on: .demo)
        }
        #expect(person?.code == .invalidInput)
        writing.onAccount.fails(with: DataError(.unauthorized))
        let nobody = await #expect(throws: DataError.self) {
            try await provider.setSubscribed(true, to: names[0], on: .demo)
        }
        #expect(nobody?.code == .unauthorized && writing.onQueue.calls.count == 1)
    }

    @Test func whatConcernsSubscriptionsIsAnnounced() async {
        var changes = provider().changes().makeAsyncIterator()
        writing.outbox.set(OutboxState(items: [wish("1", "rust", of: anna, .pending)]))
        #expect(await changes.next() != nil)
    }
}
