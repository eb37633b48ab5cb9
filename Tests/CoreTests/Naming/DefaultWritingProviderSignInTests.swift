import Foundation
import Mocks
import Testing

@testable import Core

/// What the outbox is told of accounts whose session the server ends, and of those who sign in again.
@Suite(.timeLimit(.minutes(5)))
struct DefaultWritingProviderSignInTests {
    private let accounts = MockSessionProvider()
    private let store = InMemoryOutboxStore()
    private let sender = HeldSender()
    private let ann = AccountKey(site: .demo, name: "id-ann")
    private let post = StatusTarget.post(Post.ID(site: .demo, native: "t3_a"))

    private func set(_ state: SessionState, signIn: Int = 1) {
        var account = SignedInAccount(
            id: "place", site: .demo, user: SessionUser(id: "id-ann", name: "ann"), state: state)
        account.signIn = signIn
        accounts.accounts.set(SiteAccounts(all: [account], currentID: "place"))
    }

    private func provider() -> DefaultWritingProvider {
        set(.signedIn)
        let (accounts, sender) = (accounts, sender)
        let writing = SiteWriting(rules: .reddit, accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return DefaultWritingProvider(
            sites: [.demo: writing], store: store, known: NoKnownThings(), statuses: InMemoryOfflinePostProvider(),
            time: ManualClock(), boot: BootID("boot"), random: SeededRandomSource(seed: 3), sendsUnasked: false)
    }

    @Test func aTextThatMeetsTheEndOfTheSessionIsPending() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.reply("Too late.", to: post, in: nil), as: ann))
        async let sending: Void = provider.send(as: ann, waitingFor: nil)
        guard case .send(_, let answer) = await sender.next() else {
            Issue.record("A send was expected.")
            return
        }
        // The session tells of its end before the request that met it is answered.
        set(.expired)
        await provider.tell(.demo)
        await provider.tell(.demo)
        answer.resume(returning: .sessionOver(OutboxEntry.Reason(.sessionExpired, "It is over.")))
        try await sending
        let item = try #require(provider.outbox.value.items.first)
        #expect(item.id == id && item.state == .pending && item.reason?.code == .sessionExpired)
        try await provider.decide(.edit("In time."), on: id)

        set(.signedIn, signIn: 2)
        async let again: Void = provider.send(as: ann, waitingFor: nil)
        guard case .send(let requests, let second) = await sender.next() else {
            Issue.record("A send was expected.")
            return
        }
        #expect(requests.map(\.entry.id.rawValue) == [id.rawValue])
        second.resume(returning: .done(result: "t1_new", value: nil))
        try await again
        #expect(provider.outbox.value.items.isEmpty)
    }

    @Test func whoLeavesAfterTheEndIsBrokenOff() async throws {
        let provider = provider()
        try await provider.queue(.reply("Whose?", to: post, in: nil), as: ann)
        async let sending: Void = provider.send(as: ann, waitingFor: nil)
        guard case .send(_, let answer) = await sender.next() else {
            Issue.record("A send was expected.")
            return
        }
        set(.expired)
        await provider.tell(.demo)
        accounts.accounts.set(SiteAccounts())
        await provider.tell(.demo)
        #expect(provider.entries.state.value.entries.map(\.state) == [.checking])
        answer.resume(returning: .sessionOver(OutboxEntry.Reason(.sessionExpired, "It is over.")))
        try await sending
    }
}
