import Foundation
import Mocks
import Testing

@testable import Core

/// Writing for a token before the server has told whose it is.
@Suite(.timeLimit(.minutes(5)))
struct DefaultWritingProviderNamingTests {
    private let accounts = MockSessionProvider()
    private let store = InMemoryOutboxStore()
    private let sender = HeldSender()
    private let posts = InMemoryOfflinePostProvider()
    private let isReachable = ObservableValue(false)
    private let asked = ObservableValue(0)
    private let ann = AccountKey(site: .demo, name: "id-ann")
    private let post = StatusTarget.post(Post.ID(site: .demo, native: "t3_a"))

    private static func account(named isNamed: Bool) -> SiteAccounts {
        var account = SignedInAccount(id: "default", site: .demo)
        account.tokenFingerprint = "0123456789abcdef"
        if isNamed { account.user = SessionUser(id: "id-ann", name: "ann") }
        return SiteAccounts(all: [account], currentID: "default")
    }

    private func provider(knowing known: any KnownThings = NoKnownThings()) -> DefaultWritingProvider {
        accounts.accounts.set(Self.account(named: false))
        let (accounts, sender) = (accounts, sender)
        let writing = SiteWriting(rules: .reddit, accounts: accounts) { [isReachable, asked] in
            asked.update { $0 += 1 }
            guard isReachable.value else { throw NetworkError(.offline) }
            accounts.accounts.set(Self.account(named: true))
            return accounts.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return DefaultWritingProvider(
            sites: [.demo: writing], store: store, known: known, statuses: posts, time: ManualClock(),
            boot: BootID("boot"), random: SeededRandomSource(seed: 3), sendsUnasked: false)
    }

    @Test func whatWasQueuedIsThePersonsOnceTheServerHasToldWho() async throws {
        let provider = provider()
        let token = try #require(accounts.accounts.value.current?.writingKey)
        #expect(token.isOfToken && accounts.accounts.value.current?.key == nil)
        await #expect(throws: NetworkError.self) { try await provider.account(on: .demo) }
        let id = try #require(try await provider.queue(.reply("In the dark.", to: post, in: nil), as: token))
        // Nobody knows whose it is, so nothing goes out, whoever asks.
        try await provider.send(as: token, waitingFor: nil)
        #expect(provider.outbox.value.items.map(\.account) == [token] && asked.value == 2)

        isReachable.set(true)
        #expect(try await provider.account(on: .demo) == ann)
        #expect(provider.outbox.value.items.map(\.account) == [ann])
        #expect(store.entries.values.map(\.account) == [ann] && store.untouched.isEmpty)
        async let sending: Void = provider.send(as: ann, waitingFor: [id])
        guard case .send(let requests, let answer) = await sender.next() else {
            Issue.record("A send was expected.")
            return
        }
        #expect(requests.map(\.entry.account) == [ann])
        answer.resume(returning: .done(result: "t1_new", value: nil))
        try await sending
        #expect(provider.outbox.value.items.isEmpty && provider.outbox.value.sent.map(\.account) == [ann])
    }

    @Test func sendingForATokenAsksWhoseItIs() async throws {
        let provider = provider()
        let token = try #require(accounts.accounts.value.current?.writingKey)
        let id = try #require(try await provider.queue(.vote(.up, on: post), as: token))
        isReachable.set(true)
        async let sending: Void = provider.sendAll()
        guard case .send(let requests, let answer) = await sender.next() else {
            Issue.record("A send was expected.")
            return
        }
        #expect(requests.map(\.entry.id.rawValue) == [id.rawValue] && requests.map(\.entry.account) == [ann])
        // In the place of an own mark of that person.
        #expect(store.untouched.contains { $0.id.owner == .account(ann) })
        answer.resume(returning: .done(result: nil, value: "1"))
        try await sending
        #expect(provider.outbox.value.items.isEmpty)
    }

    @Test func whereItCannotBeStoredWhoseItIsItIsSaidAndTriedAgain() async throws {
        let provider = provider()
        let token = try #require(accounts.accounts.value.current?.writingKey)
        try await provider.queue(.vote(.up, on: post), as: token)
        isReachable.set(true)
        store.fail(with: InMemoryOutboxStore.Failure())
        #expect(try await provider.account(on: .demo) == ann)
        #expect(provider.outbox.value.error?.code == .noSpace)
        #expect(provider.outbox.value.items.map(\.account) == [token])
        store.fail(with: nil)
        #expect(try await provider.account(on: .demo) == ann)
        #expect(provider.outbox.value.items.map(\.account) == [ann])
    }

    @Test func somebodyElsesTextIsRefusedOnceItIsKnownWhoAsks() async throws {
        let (theirs, own) = ("t1_theirs", "t1_own")
        func comment(_ id: String) -> StatusTarget { .comment(Comment.ID(site: .demo, native: id)) }
        let provider = provider(
            knowing: StoredTexts(texts: [
                comment(theirs): StoredText(author: "ben", text: "Old."),
                comment(own): StoredText(author: "Ann", text: "Old."),
            ]))
        let token = try #require(accounts.accounts.value.current?.writingKey)
        for target in [comment(theirs), comment(own)] {
            try await provider.queue(.edit("New.", of: target), as: token)
        }
        try await provider.queue(.delete(comment(theirs), nil), as: token)
        isReachable.set(true)
        #expect(try await provider.account(on: .demo) == ann)
        let items = provider.outbox.value.items
        #expect(items.map(\.state) == [.failed, .pending, .failed] && items.allSatisfy { $0.account == ann })
        #expect(items[0].text == "New." && items[0].reason?.message.contains("'ben'") == true)
    }

    @Test func aPersonMaySayWhoSendsWhatIsNobodys() async throws {
        let theirs = StatusTarget.comment(Comment.ID(site: .demo, native: "t1_theirs"))
        let provider = provider(knowing: StoredTexts(texts: [theirs: StoredText(author: "ben", text: "Old.")]))
        let token = AccountKey.ofToken("fedcba9876543210", on: .demo)
        accounts.accounts.set(Self.account(named: true))
        let id = try #require(try await provider.queue(.reply("Whose?", to: post, in: nil), as: token))
        let edit = try #require(try await provider.queue(.edit("New.", of: theirs), as: token))
        await #expect(throws: DataError.self) { try await provider.decide(.send(as: ann), on: edit) }
        try await provider.decide(.send(as: ann), on: id)
        #expect(provider.outbox.value.items.map(\.account) == [ann, token])
    }

    @Test func aTextThatIsGivenUpBecomesADraftOfNobody() throws {
        let token = AccountKey.ofToken("0123456789abcdef", on: .demo)
        let maker = EntryMaker(
            account: token, name: nil, rules: .reddit,
            now: OutboxTime(date: Date(timeIntervalSince1970: 1), boot: "boot", uptime: 1),
            state: DefaultOutboxProvider.State())
        let id = OutboxEntry.ID(random: SeededRandomSource(seed: 1))
        let entry = try maker.reply("Words", to: post, in: nil, known: [], id: id)
        let draft = try #require(Draft(entry, id: id, date: Date(timeIntervalSince1970: 2)))
        #expect(draft.account == nil && draft.text == "Words")
    }
}

/// A memory of some texts.
private struct StoredTexts: KnownThings {
    let texts: [StatusTarget: StoredText]

    func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> { [] }
    func text(of thing: StatusTarget) async throws -> StoredText? { texts[thing] }
    func comments(below parent: Core.Comment.Parent, in post: Post.ID) async throws -> [Core.Comment] { [] }
}
