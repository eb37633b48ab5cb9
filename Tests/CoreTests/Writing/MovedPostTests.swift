import Foundation
import Mocks
import Testing

@testable import Core

/// A post that was refused and gets another community.
@Suite(.timeLimit(.minutes(5)))
struct MovedPostTests {
    private let accounts = MockSessionProvider()
    private let store = InMemoryOutboxStore()
    private let sender = HeldSender()
    private let ann = AccountKey(site: .demo, name: "id-ann")

    private func provider() -> DefaultWritingProvider {
        let ann = SignedInAccount(id: "at", site: .demo, user: SessionUser(id: "id-ann", name: "ann"))
        accounts.accounts.set(SiteAccounts(all: [ann], currentID: "at"))
        let (accounts, sender) = (accounts, sender)
        let writing = SiteWriting(rules: .reddit, accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return DefaultWritingProvider(
            sites: [.demo: writing], store: store, known: NoKnownThings(),
            statuses: InMemoryOfflinePostProvider(), time: ManualClock(), boot: BootID("boot"),
            random: SeededRandomSource(seed: 3), sendsUnasked: false)
    }

    /// Answers the next send, and returns what was sent.
    private func answer(_ answer: OutboxAnswer) async -> OutboxEntry? {
        guard case .send(let requests, let continuation) = await sender.next() else { return nil }
        continuation.resume(returning: answer)
        return requests.first?.entry
    }

    @Test func itIsTheSamePostThere() async throws {
        let provider = provider()
        let post = PostDraft(title: "A title", text: "Words")
        let id = try #require(try await provider.queue(.submit(post, to: "swfit"), as: ann))
        async let first: Void = provider.send(as: ann, waitingFor: nil)
        let refusal = OutboxEntry.Reason(.notFound, "No such community.")
        #expect(await answer(.refused(refusal))?.target?.native == "r/swfit")
        try await first
        #expect(provider.outbox.value.items.map(\.state) == [.failed])

        await #expect(throws: DataError.self) { try await provider.decide(.editPost(post, to: "no name!"), on: id) }
        #expect(provider.outbox.value.items.first?.state == .failed)
        let better = PostDraft(title: "A better title", text: "Words")
        try await provider.decide(.editPost(better, to: "r/Swift"), on: id)
        let item = try #require(provider.outbox.value.items.first)
        // It goes out at once.
        #expect([.pending, .sending].contains(item.state) && item.reason == nil)
        #expect(item.id == id && item.title == "A better title")
        #expect(item.target == StatusTarget(.source, site: .demo, native: "r/Swift"))
        // In the lane of that community, behind what goes there.
        #expect(store.entries.values.map(\.lane.thing) == ["r/swift"])
        let second = try #require(try await provider.queue(.submit(post, to: "swift"), as: ann))

        async let sending: Void = provider.send(as: ann, waitingFor: nil)
        #expect(await answer(.done(result: "t3_one", value: nil))?.target?.native == "r/Swift")
        #expect(await answer(.done(result: "t3_two", value: nil))?.id.rawValue == second.rawValue)
        try await sending
        #expect(provider.outbox.value.sent.compactMap(\.result).sorted() == ["t3_one", "t3_two"])
    }

    @Test func aReplyHasNoCommunity() async throws {
        let provider = provider()
        let target = StatusTarget.post(Post.ID(site: .demo, native: "t3_a"))
        let id = try #require(try await provider.queue(.reply("Words", to: target, in: nil), as: ann))
        let decision = OutboxDecision.editPost(PostDraft(title: "A title"), to: "swift")
        await #expect(throws: WritingError.notApplicable) { try await provider.decide(decision, on: id) }
    }
}
