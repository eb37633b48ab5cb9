import Foundation
import Mocks
import Synchronization
import Testing

@testable import Core

/// The accounts of a site, as a test sets them.
private final class TestAccounts: AccountProvider {
    let state = ObservableValue(SessionState.signedOut)
    let accounts = ObservableValue(SiteAccounts())

    func signIn(_ names: String..., current: String) {
        let all = names.map { name in
            SignedInAccount(id: "place of \(name)", site: .demo, user: SessionUser(id: "id-\(name)", name: name))
        }
        accounts.set(SiteAccounts(all: all, currentID: "place of \(current)"))
    }

    func restore() async throws {}
    func signInURL() async throws -> URL { throw DataError(.invalidInput) }
    func finishSignIn(redirect: URL) async throws {}
    func signOut() async throws -> Revocation { .done }
    func use(_ account: SignedInAccount.ID?) async throws {}
    func signOut(of account: SignedInAccount.ID) async throws -> Revocation { .done }
    func confirm(with fields: [SignInField.Name: Secret]) async throws {}
    func confirm(redirect: URL) async throws {}
}

private struct TestKnownThings: KnownThings {
    let texts: [StatusTarget: StoredText]

    func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> { [] }
    func text(of thing: StatusTarget) async throws -> StoredText? { texts[thing] }
    func comments(below parent: Core.Comment.Parent, in post: Post.ID) async throws -> [Core.Comment] { [] }
}

private func errorCode(_ work: () async throws -> some Any) async -> ErrorCode? {
    do {
        _ = try await work()
        return nil
    } catch {
        return (error as? any CodedError)?.code
    }
}

extension ObservableValue where Value == OutboxState {
    /// Waits for a state.
    fileprivate func first(_ isWanted: (OutboxState) -> Bool) async {
        for await value in values where isWanted(value) { return }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct DefaultWritingProviderTests {
    private let accounts = TestAccounts()
    private let store = InMemoryOutboxStore()
    private let sender = HeldSender()
    private let clock = ManualClock()
    private let posts = InMemoryOfflinePostProvider()
    private let ann = AccountKey(site: .demo, name: "id-ann")
    private let ben = AccountKey(site: .demo, name: "id-ben")
    private let post = StatusTarget.post(Post.ID(site: .demo, native: "t3_a"))
    private let comment = StatusTarget.comment(Comment.ID(site: .demo, native: "t1_a"))

    private func provider(
        texts: [StatusTarget: StoredText] = [:], sendsUnasked: Bool = true
    ) -> DefaultWritingProvider {
        let (accounts, sender) = (accounts, sender)
        let writing = SiteWriting(rules: .reddit, accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return DefaultWritingProvider(
            sites: [.demo: writing], store: store, known: TestKnownThings(texts: texts), statuses: posts,
            time: clock, boot: BootID("boot"), random: SeededRandomSource(seed: 3), sendsUnasked: sendsUnasked)
    }

    /// Follows the accounts while a test runs.
    private func running(
        _ provider: DefaultWritingProvider, _ test: () async throws -> Void
    ) async rethrows {
        let task = Task { await provider.run(following: MockConnectivityProvider()) }
        defer { task.cancel() }
        try await test()
    }

    @discardableResult
    private func sent() async throws -> [OutboxRequest] {
        guard case .send(let requests, let answer) = await sender.next() else {
            Issue.record("A send was expected.")
            return []
        }
        answer.resume(
            returning: .done(
                result: requests.first?.entry.policy.makesThing == true ? "t1_new" : nil,
                value: requests.first?.entry.value))
        return requests
    }

    // MARK: Who writes

    @Test func whoIsInUseWrites() async throws {
        let provider = provider()
        #expect(await errorCode { _ = try await provider.account(on: .demo) } == .unauthorized)
        #expect(await errorCode { _ = try await provider.account(on: .reddit) } == .invalidInput)
        accounts.signIn("ann", "ben", current: "ben")
        #expect(try await provider.account(on: .demo) == ben)
        #expect(provider.kinds(on: .demo).contains(.vote) && provider.kinds(on: .reddit).isEmpty)
    }

    @Test func nothingIsQueuedForASiteThatNobodyWritesTo() async throws {
        let provider = provider()
        let other = AccountKey(site: .reddit, name: "x")
        let vote = WriteIntent.vote(.up, on: .post(Post.ID(site: .reddit, native: "t3_a")))
        #expect(await errorCode { try await provider.queue(vote, as: other) } == .invalidInput)
        // And nothing of one site is queued for an account of another.
        #expect(await errorCode { try await provider.queue(vote, as: ann) } == .invalidInput)
        #expect(store.entries.isEmpty)
    }

    // MARK: Queueing

    @Test func whatIsQueuedIsStoredAndShownWhenTheCallReturns() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.vote(.down, on: post), as: ann))
        let item = try #require(provider.outbox.value.items.first)
        #expect(store.entries.keys.map(\.rawValue) == [id.rawValue])
        #expect(item.id == id && item.kind == .vote && item.value == "-1" && item.target == post && item.account == ann)
        #expect(item.state == .pending && item.attempts == 0 && item.isKnown && item.created == clock.now)
        #expect(OutboxItem.ID.isID(id.rawValue))
    }

    @Test func whatWasShownOnceIsShownAnewWhereItChanged() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.reply("Hello", to: post, in: nil), as: ann))
        let before = provider.outbox.value
        // The number is told before any item is made.
        #expect(before.unsentCount == 1)
        #expect(before.items.map(\.text) == ["Hello"])
        try await provider.decide(.edit("Good evening"), on: id)
        #expect(provider.outbox.value.items.map(\.text) == ["Good evening"] && provider.outbox.value != before)
        try await provider.queue(.vote(.up, on: comment), as: ann)
        #expect(provider.outbox.value.items.map(\.text) == ["Good evening", nil])
        #expect(provider.outbox.value.items.map(\.value) == [nil, "1"])
        // A state that somebody keeps is what it was, whenever its items are asked for.
        let both = provider.outbox.value
        try await provider.decide(.giveUp(nil), on: id)
        #expect(provider.outbox.value.items.map(\.kind) == [.vote])
        #expect(both.items.map(\.text) == ["Good evening", nil] && before.items.map(\.text) == ["Hello"])
    }

    @Test func severalWishesAreOneCommit() async throws {
        let provider = provider()
        let posts = (0..<20).map { StatusTarget.post(Post.ID(site: .demo, native: "t3_\($0)")) }
        var said = Confirmation(account: ann)
        said.values[posts[3]] = ConfirmedValues(isRead: true)
        try await self.posts.store(said)
        let before = store.commits
        let ids = try await provider.queue(posts.map { .read(true, $0) }, as: ann)
        #expect(store.commits == before + 1 && store.untouched.count == 20)
        // The server has one already.
        #expect(ids.count == 19 && provider.outbox.value.items.map(\.id) == ids)
        #expect(provider.outbox.value.items.compactMap(\.target) == posts.filter { $0 != posts[3] })
        store.fail(with: InMemoryOutboxStore.Failure())
        #expect(await errorCode { try await provider.queue(posts.map { .save(true, $0) }, as: ann) } == .noSpace)
        store.fail(with: nil)
        #expect(provider.outbox.value.items.count == 19, "all or none")
        let texts = [WriteIntent.vote(.up, on: post), .reply("Hello", to: post, in: nil)]
        #expect(await errorCode { try await provider.queue(texts, as: ann) } == .invalidInput)
        #expect(provider.outbox.value.items.count == 19)
    }

    @Test func aVoteThatIsTakenBackUnsentLeavesNothingWhereTheServerHadNone() async throws {
        let provider = provider()
        try await posts.store(Confirmation(account: ann, values: [post: ConfirmedValues(vote: .neutral)]))
        try await provider.queue(.vote(.up, on: post), as: ann)
        #expect(try await provider.queue(.vote(nil, on: post), as: ann) == nil)
        #expect(provider.outbox.value.items.isEmpty && store.entries.isEmpty)
        // Where nobody knows what the server has, the last wish goes there.
        try await provider.queue(.vote(.up, on: comment), as: ann)
        try await provider.queue(.vote(nil, on: comment), as: ann)
        #expect(provider.outbox.value.items.map(\.value) == ["0"])
    }

    @Test func itIsSentOnceTheAccountIsSignedIn() async throws {
        let provider = provider()
        try await provider.queue(.reply("Hello", to: comment, in: post.post), as: ann)
        try await running(provider) {
            accounts.signIn("ben", current: "ben")
            // Another one's session sends nothing.
            try await provider.queue(.vote(.up, on: post), as: ben)
            #expect(try await sent().map(\.entry.account) == [ben])
            accounts.signIn("ann", "ben", current: "ben")
            let requests = try await sent()
            #expect(requests.map(\.entry.account) == [ann] && requests.first?.target == "t1_a")
            await provider.outbox.first { $0.items.isEmpty }
            let reply = try #require(provider.outbox.value.sent.first { $0.kind == .reply })
            #expect(reply.result == "t1_new" && reply.state == .sent)
        }
    }

    @Test func whereNothingGoesUnaskedOnlyWhomItIsAskedForSends() async throws {
        let provider = provider(sendsUnasked: false)
        accounts.signIn("ann", "ben", current: "ben")
        try await running(provider) {
            try await provider.queue(.vote(.up, on: post), as: ann)
            try await provider.queue(.vote(.up, on: comment), as: ben)
            #expect(provider.outbox.value.items.map(\.state) == [.pending, .pending])
            let asking = Task { [ben] in try await provider.send(as: ben, waitingFor: nil) }
            #expect(try await sent().map(\.entry.account) == [ben])
            try await asking.value
            #expect(provider.outbox.value.items.map(\.account) == [ann])
            #expect(provider.outbox.value.items.map(\.attempts) == [0])
        }
    }

    @Test(arguments: ["", " \n", String(repeating: "a", count: 10_001)])
    func aTextThatTheSiteWouldNotTakeIsRefusedAtOnce(_ text: String) async throws {
        let provider = provider()
        #expect(await errorCode { try await provider.queue(.reply(text, to: post, in: nil), as: ann) } == .invalidInput)
        #expect(store.entries.isEmpty)
    }

    @Test func aDiskThatIsFullIsSaidAndNothingIsShown() async throws {
        let provider = provider()
        store.fail(with: InMemoryOutboxStore.Failure())
        #expect(await errorCode { try await provider.queue(.vote(.up, on: post), as: ann) } == .noSpace)
        #expect(provider.outbox.value.items.isEmpty)
    }

    @Test func aCallThatIsRepeatedWithItsIDQueuesOnce() async throws {
        let provider = provider()
        let id = OutboxItem.ID(rawValue: OutboxEntry.ID(random: SeededRandomSource(seed: 9)).rawValue)
        for _ in 0..<2 {
            let queued = try await provider.queue(.reply("Hello", to: post, in: nil), as: ann, id: id, undo: .zero)
            #expect(queued == id)
        }
        #expect(provider.outbox.value.items.map(\.text) == ["Hello"])
    }

    @Test func whatIsNotSentYetIsAnsweredButNotVotedOn() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.reply("First", to: post, in: nil), as: ann))
        let unsent = StatusTarget(.comment, site: .demo, native: id.rawValue)
        await #expect(throws: WritingError.notSent) { try await provider.queue(.vote(.up, on: unsent), as: ann) }
        try await provider.queue(.reply("Second", to: unsent, in: post.post), as: ann)
        let second = try #require(provider.outbox.value.items.last)
        #expect(second.state == .waiting && second.waitsFor == id)
        try await running(provider) {
            accounts.signIn("ann", current: "ann")
            #expect(try await sent().first?.entry.id.rawValue == id.rawValue)
            // By now it has the server's id, which the second one is sent to.
            #expect(try await sent().first?.target == "t1_new")
            await provider.outbox.first { $0.items.isEmpty }
            try await provider.queue(.vote(.up, on: unsent), as: ann)
            #expect(try await sent().first?.target == "t1_new")
        }
    }

    @Test func anAnswerToNothingIsRefused() async throws {
        let provider = provider()
        let gone = StatusTarget(
            .comment, site: .demo, native: OutboxEntry.ID(random: SeededRandomSource(seed: 5)).rawValue)
        await #expect(throws: WritingError.unknownItem) {
            try await provider.queue(.reply("Hello", to: gone, in: nil), as: ann)
        }
    }

    // MARK: Changing

    @Test func anUnsentTextIsChangedItself() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.reply("First", to: post, in: nil), as: ann))
        let unsent = StatusTarget(.comment, site: .demo, native: id.rawValue)
        #expect(try await provider.queue(.edit("Better", of: unsent), as: ann) == id)
        #expect(provider.outbox.value.items.map(\.text) == ["Better"])
        await #expect(throws: WritingError.unknownItem) {
            try await provider.queue(.edit("Foreign", of: unsent), as: ben)
        }
        try await provider.queue(.delete(unsent), as: ann)
        #expect(provider.outbox.value.items.isEmpty)
    }

    @Test func whatBecomesOfRepliesHasToBeSaid() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.reply("First", to: post, in: nil), as: ann))
        let unsent = StatusTarget(.comment, site: .demo, native: id.rawValue)
        let second = try #require(try await provider.queue(.reply("Second", to: unsent, in: post.post), as: ann))
        await #expect(throws: WritingError.hasDependants([second])) {
            try await provider.decide(.giveUp(nil), on: id)
        }
        try await provider.decide(.giveUp(.toParent), on: id)
        let left = try #require(provider.outbox.value.items.first)
        #expect(left.id == second && left.target == post && left.state == .pending)
    }

    @Test func somebodyElsesTextIsNotChanged() async throws {
        accounts.signIn("ann", current: "ann")
        let provider = provider(texts: [
            comment: StoredText(author: "ben", text: "Mine", parent: post),
            post: StoredText(author: "Ann", text: "Old"),
        ])
        #expect(await errorCode { try await provider.queue(.edit("New", of: comment), as: ann) } == .invalidInput)
        #expect(await errorCode { try await provider.queue(.delete(comment), as: ann) } == .invalidInput)
        // Names are compared as sites do.
        try await provider.queue(.edit("New", of: post), as: ann)
        let entry = try #require(store.entries.values.first)
        #expect(try OutboxText(of: entry).base == TextMatch.hash("Old") && entry.policy.repetition == .afterReading)
    }

    // MARK: Sending now

    @Test func sendingNowWaitsUntilNothingMoves() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.reply("Hello", to: post, in: nil), as: ann))
        // Nobody is signed in, so that nothing moves.
        try await provider.send(as: ann, waitingFor: [id])
        #expect(provider.outbox.value.items.first?.state == .pending)
        try await running(provider) {
            accounts.signIn("ann", current: "ann")
            let sending = Task { try await provider.send(as: ann, waitingFor: [id]) }
            _ = try await sent()
            try await sending.value
            #expect(provider.outbox.value.items.isEmpty && provider.outbox.value.sent.map(\.id) == [id])
        }
    }

    @Test func whatIsHeldByTheServerIsNotWaitedFor() async throws {
        let provider = provider()
        let id = try #require(try await provider.queue(.reply("Hello", to: post, in: nil), as: ann))
        try await running(provider) {
            accounts.signIn("ann", current: "ann")
            let sending = Task { try await provider.send(as: ann, waitingFor: nil) }
            guard case .send(_, let answer) = await sender.next() else {
                Issue.record("A send was expected.")
                return
            }
            let reason = OutboxEntry.Reason(.rateLimited, "Too fast.")
            answer.resume(returning: .later(reason, scope: .kind, after: 600, until: nil))
            try await sending.value
            let item = try #require(provider.outbox.value.items.first)
            #expect(item.id == id && item.state == .pending && item.reason?.code == .rateLimited)
            #expect(item.notBefore == clock.now + 600)
        }
    }

    @Test func aCancelledWaitLeavesWhatIsUnderWay() async throws {
        let provider = provider()
        try await provider.queue(.reply("Hello", to: post, in: nil), as: ann)
        await running(provider) {
            accounts.signIn("ann", current: "ann")
            let sending = Task { try await provider.send(as: ann, waitingFor: nil) }
            guard case .send(_, let answer) = await sender.next() else {
                Issue.record("A send was expected.")
                return
            }
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
            answer.resume(returning: .done(result: "t1_new", value: nil))
            await provider.outbox.first { $0.items.isEmpty }
        }
    }

    @Test func suspendingBreaksOffAndTheNextRunLooks() async throws {
        let first = provider()
        try await first.queue(.reply("Hello", to: post, in: nil), as: ann)
        await running(first) {
            accounts.signIn("ann", current: "ann")
            guard case .send(_, let answer) = await sender.next() else {
                Issue.record("A send was expected.")
                return
            }
            await first.suspend()
            #expect(first.outbox.value.items.first?.state == .checking)
            answer.resume(returning: .done(result: "t1_late", value: nil))
        }
        let second = provider()
        await running(second) {
            guard case .look(let request, let answer) = await sender.next() else {
                Issue.record("A look was expected.")
                return
            }
            #expect(request.entry.account == ann)
            answer.resume(returning: .found(["t1_late"]))
            await second.outbox.first { $0.items.isEmpty && !$0.sent.isEmpty }
            #expect(second.outbox.value.sent.first?.result == "t1_late")
        }
    }
}
