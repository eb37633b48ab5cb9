import Foundation
import Mocks
import Testing

@testable import Core

/// What an item says that nothing went wrong with and that waits for another one.
@Suite(.timeLimit(.minutes(5)))
struct HeldItemTests {
    private let accounts = MockSessionProvider()
    private let sender = HeldSender()
    private let ann = AccountKey(site: .demo, name: "id-ann")
    private let post = StatusTarget.post(Post.ID(site: .demo, native: "t3_a"))

    private func provider(_ kinds: [AnyIntentKind] = []) -> DefaultWritingProvider {
        let ann = SignedInAccount(id: "at", site: .demo, user: SessionUser(id: "id-ann", name: "ann"))
        accounts.accounts.set(SiteAccounts(all: [ann], currentID: "at"))
        let (accounts, sender) = (accounts, sender)
        let writing = SiteWriting(rules: .reddit, accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return DefaultWritingProvider(
            sites: [.demo: writing], store: InMemoryOutboxStore(), known: NoKnownThings(),
            statuses: InMemoryOfflinePostProvider(), time: ManualClock(), boot: BootID("boot"),
            random: SeededRandomSource(seed: 3), sendsUnasked: false, ownKinds: kinds)
    }

    /// Answers the next call as a server of which nobody knows whether it took the text.
    private func lose(_ finding: OutboxFinding) async {
        guard case .send(_, let answer) = await sender.next() else {
            Issue.record("A send was expected.")
            return
        }
        answer.resume(returning: .unknown(OutboxEntry.Reason(.timedOut, "No answer."), isAnswered: false))
        guard case .look(_, let answer) = await sender.next() else {
            Issue.record("A look was expected.")
            return
        }
        answer.resume(returning: finding)
    }

    @Test func whatIsHeldByOneThatIsLookedForSaysSo() async throws {
        let provider = provider()
        let first = try #require(try await provider.queue(.reply("One", to: post, in: nil), as: ann))
        let second = try #require(try await provider.queue(.reply("Two", to: post, in: nil), as: ann))
        let unsent = Comment.ID(site: .demo, native: first.rawValue)
        let answer = WriteIntent.reply("Below", to: .comment(unsent), in: post.post)
        let below = try #require(try await provider.queue(answer, as: ann))
        let other = StatusTarget.post(Post.ID(site: .demo, native: "t3_b"))
        #expect(provider.outbox.value.items.allSatisfy { $0.reason == nil })
        async let sending: Void = provider.send(as: ann, waitingFor: nil)
        await lose(.absent)
        try await sending
        let free = try #require(
            try await provider.queue(.reply("Free", to: other, in: nil), as: ann, id: nil, undo: .seconds(60)))

        let items = provider.outbox.value.items
        #expect(items.map(\.id) == [first, second, below, free])
        #expect(items.map(\.state) == [.checking, .pending, .waiting, .pending])
        #expect(items[1].waitsFor == first && items[2].waitsFor == first && items[3].waitsFor == nil)
        for item in items[1...2] {
            #expect(item.reason?.code == .unknown, "\(item)")
            #expect(item.reason?.message.contains("looked for") == true, "\(item)")
        }
        #expect(items[3].reason == nil)
    }

    @Test func aMessageNamesTheOneWhosePicturesGoFirst() async throws {
        var upload = IntentKind<String>("upload", on: .demo, repetition: .always, send: { _ in .done() }, look: nil)
        (upload.isPart, upload.makesThing) = (true, true)
        var message = IntentKind<String>("message", on: .demo, send: { _ in .done() }, look: nil)
        message.holdsLaneWhileWaiting = true
        let provider = provider([AnyIntentKind(upload), AnyIntentKind(message)])
        func queue(_ intent: OwnIntent) async throws -> OutboxItem.ID {
            try #require(try await provider.queue(.own(intent), as: ann))
        }
        let picture = try await queue(upload.intent("a.jpeg", lane: "upload"))
        let first = try await queue(message.intent("Look", lane: "room", parts: [picture]))
        let second = try await queue(message.intent("Nice?", lane: "room"))
        let other = try await queue(message.intent("Hello", lane: "other room"))
        let items = provider.outbox.value.items
        #expect(items.map(\.id) == [picture, first, second, other])
        #expect(items.map(\.state) == [.pending, .waiting, .pending, .pending])
        #expect(items.map(\.waitsFor) == [nil, picture, first, nil])
        // Nobody has to do anything about it.
        #expect(items.allSatisfy { $0.reason == nil })
        #expect(items.map(\.isPart) == [true, false, false, false])
        #expect(provider.outbox.value.unsentCount == 3 && provider.outbox.value.unsentCount(of: ann) == 3)
    }

    @Test func whatNobodyKnowsSaysWhatAPersonCanDo() async throws {
        let provider = provider()
        try await provider.queue(.reply("One", to: post, in: nil), as: ann)
        let first = try #require(provider.outbox.value.items.first?.id)
        let unsent = Comment.ID(site: .demo, native: first.rawValue)
        try await provider.queue(.reply("Below", to: .comment(unsent), in: post.post), as: ann)
        async let sending: Void = provider.send(as: ann, waitingFor: nil)
        await lose(.unclear(OutboxEntry.Reason(.forbidden, "The list is closed.")))
        try await sending
        let items = provider.outbox.value.items
        #expect(items.map(\.state) == [.unsure, .waiting])
        let reason = try #require(items[0].reason)
        #expect(reason.code == .forbidden && reason.message.hasPrefix("The list is closed."))
        for word in ["again", "arrived", "give it up"] { #expect(reason.message.contains(word), "\(reason)") }
        #expect(items[1].reason?.message.contains("Nobody knows") == true, "\(items[1])")
    }
}
