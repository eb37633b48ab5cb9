import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// A sender that does everything at once and keeps what it was asked to send.
final class TellingSender: OutboxSender {
    private let texts = Mutex<[String]>([])
    var sent: [String] { texts.withLock { $0 } }

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        guard let entry = requests.first?.entry else { return .done(result: nil, value: nil) }
        let text = try OutboxText(of: entry).text ?? entry.value ?? ""
        texts.withLock { $0.append("\(entry.account.name ?? ""): \(text)") }
        return .done(result: entry.policy.makesThing ? "t1_\(entry.id)" : nil, value: entry.value)
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
    func read(_ request: OutboxRequest) async throws -> OutboxReading { .value(request.entry.value ?? "0") }
    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? { nil }
}

/// A folder with a store that one process writes and others leave intents for.
final class HandingWorld: Sendable {
    let files = InMemoryFileSystem()
    let clock = ManualClock()
    let session = MockSessionProvider()
    let sender = TellingSender()
    let random = SeededRandomSource(seed: 7)
    static let ann = AccountKey(site: .demo, name: "id-ann")
    static let post = Post.ID.mock("t3_a")

    func open(_ access: StoreAccess) async throws -> JSONStore {
        try await JSONStore.open(directory: "/tmp/store", access: access, files: files, time: clock)
    }

    func writing(_ store: JSONStore, _ ownKinds: [AnyIntentKind] = []) -> DefaultWritingProvider {
        let (session, sender) = (session, sender)
        let site = SiteWriting(rules: .reddit, accounts: session) {
            session.accounts.value.current
        } makeSender: { _ in
            sender
        }
        let posts = DatabasePostProvider(store: store, viewers: CurrentViewers(), time: clock)
        return DefaultWritingProvider(
            sites: [.demo: site], store: DatabaseOutboxStore(store: store), known: DatabaseKnownThings(store: store),
            statuses: posts, time: clock, boot: BootID("boot"), random: random,
            handover: DatabaseIntentHandover(store: store), ownKinds: ownKinds)
    }

    func signIn() {
        let ann = SignedInAccount(id: "a", site: .demo, user: SessionUser(id: "id-ann", name: "ann"))
        session.accounts.set(SiteAccounts(all: [ann], currentID: "a"))
    }

    func reply(_ text: String) -> WriteIntent { .reply(text, to: .post(Self.post), in: nil) }

    /// Leaves replies, as a process that only reads.
    @discardableResult
    func leave(_ texts: String...) async throws -> [OutboxItem.ID] {
        let store = try await open(.reading)
        let writing = writing(store)
        var ids: [OutboxItem.ID] = []
        for text in texts {
            let id = try await writing.queue(reply(text), as: Self.ann)
            ids.append(try #require(id))
        }
        #expect(writing.outbox.value.items.suffix(texts.count).map(\.text) == texts)
        try await store.close()
        return ids
    }

    var leftFiles: [String] { files.paths.filter { $0.contains("/handover/") } }
}

/// Intents that one process leaves for the one that has the store.
@Suite(.timeLimit(.minutes(5)))
struct IntentHandoverTests {
    private let world = HandingWorld()
    private let ann = HandingWorld.ann

    private func code(_ work: () async throws -> some Any) async -> ErrorCode? {
        do {
            _ = try await work()
            return nil
        } catch {
            return (error as? any CodedError)?.code
        }
    }

    @Test func whatIsLeftIsSentByTheProcessThatWrites() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        let task = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { task.cancel() }
        world.signIn()
        let ids = try await world.leave("Hello")
        for await state in writing.outbox.values where !state.sent.isEmpty { break }
        #expect(writing.outbox.value.sent.map(\.id) == ids && world.sender.sent == ["id-ann: Hello"])
        #expect(try store.snapshot().count(of: OutboxSchemas.handed) == 0)
        try await store.takeHandovers()
        #expect(world.leftFiles.isEmpty)
    }

    @Test func whatIsLeftWhileNobodyWritesIsTakenOverBeforeAnythingElse() async throws {
        let ids = try await world.leave("One", "Two", "Three")
        world.files.crash()
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        // Whoever logs out hears of it.
        #expect(try await writing.unsentItems(of: ann).map(\.id) == ids)
        #expect(writing.outbox.value.items.map(\.text) == ["One", "Two", "Three"])
        #expect(world.leftFiles.isEmpty && world.sender.sent.isEmpty)
        try await store.close()
    }

    @Test func eachIsTakenOverOnceWhereverThePowerIsLost() async throws {
        for mutations in 0..<300 {
            let world = HandingWorld()
            let ids = try await world.leave("One", "Two")
            world.files.cutPower(afterMutations: mutations)
            var isWhole = false
            do {
                let store = try await world.open(.writing)
                _ = try await world.writing(store).unsentItems(of: ann)
                try await store.close()
                isWhole = world.files.operations.last?.failure == nil
            } catch {
                // The power is gone.
            }
            world.files.crash()
            let store = try await world.open(.writing)
            let items = try await world.writing(store).unsentItems(of: ann)
            #expect(items.map(\.id) == ids && items.map(\.text) == ["One", "Two"], "after \(mutations) mutations")
            #expect(try store.snapshot().count(of: OutboxSchemas.handed) == 0)
            try await store.close()
            #expect(world.leftFiles.isEmpty)
            if isWhole { return }
        }
        Issue.record("The power was always lost.")
    }

    @Test func whatWasGivenUpDoesNotComeBackWhereverThePowerIsLost() async throws {
        for mutations in 0..<300 {
            let world = HandingWorld()
            let id = try await world.leave("One")[0]
            world.files.cutPower(afterMutations: mutations)
            var isGivenUp = false
            var isWhole = false
            do {
                let store = try await world.open(.writing)
                try await world.writing(store).decide(.giveUp(nil), on: id)
                isGivenUp = true
                try await store.close()
                isWhole = world.files.operations.last?.failure == nil
            } catch {
                // The power is gone.
            }
            world.files.crash()
            let store = try await world.open(.writing)
            let items = try await world.writing(store).unsentItems(of: ann)
            #expect(items.isEmpty || !isGivenUp, "after \(mutations) mutations")
            #expect(items.isEmpty || items.map(\.id) == [id])
            try await store.close()
            if isWhole { return }
        }
        Issue.record("The power was always lost.")
    }

    @Test func whatIsLeftTwiceIsOne() async throws {
        let reader = try await world.open(.reading)
        let way = DatabaseIntentHandover(store: reader)
        let moment = world.clock.moment(in: BootID("boot"))
        let intent = HandedIntent(
            world.reply("Once"), id: OutboxEntry.ID(random: world.random), as: ann, at: moment)
        try await way.leave(intent)
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        #expect(try await writing.unsentItems(of: ann).count == 1)
        try await way.leave(intent)
        try await way.leave(intent)
        #expect(try await writing.unsentItems(of: ann).map(\.text) == ["Once"])
        #expect(try store.snapshot().count(of: OutboxSchemas.handed) == 0)
    }

    @Test func whatWasSentIsNotSentAgainWhereItIsLeftOnceMore() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        world.signIn()
        let task = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { task.cancel() }
        let reader = try await world.open(.reading)
        let intent = HandedIntent(
            world.reply("Once"), id: OutboxEntry.ID(random: world.random), as: ann,
            at: world.clock.moment(in: BootID("boot")))
        for _ in 0..<3 {
            try await DatabaseIntentHandover(store: reader).leave(intent)
            for await state in writing.outbox.values where !state.sent.isEmpty { break }
            #expect(try await writing.unsentItems(of: ann).isEmpty)
            try await writing.send(as: ann, waitingFor: nil)
        }
        #expect(world.sender.sent == ["id-ann: Once"] && world.leftFiles.isEmpty)
    }

    @Test func whoTriesAgainAfterThePowerWasLostLeavesItOnce() async throws {
        for mutations in 0..<50 {
            let world = HandingWorld()
            let intent = HandedIntent(
                world.reply("Once"), id: OutboxEntry.ID(random: world.random), as: ann,
                at: world.clock.moment(in: BootID("boot")))
            world.files.cutPower(afterMutations: mutations)
            var isLeft = false
            do {
                let reader = try await world.open(.reading)
                try await DatabaseIntentHandover(store: reader).leave(intent)
                isLeft = true
            } catch {
                // The power is gone.
            }
            world.files.crash()
            if !isLeft { try await DatabaseIntentHandover(store: try await world.open(.reading)).leave(intent) }
            let store = try await world.open(.writing)
            #expect(try await world.writing(store).unsentItems(of: ann).map(\.text) == ["Once"])
            try await store.close()
            if isLeft { return }
        }
        Issue.record("The power was always lost.")
    }

    @Test func whatIsOfAnAppsOwnKindIsTakenOverToo() async throws {
        let message = IntentKind<String>("message", on: .demo, send: { _ in .done() }, look: nil)
        let kinds = [AnyIntentKind(message)]
        let reader = try await world.open(.reading)
        let intent = try message.intent("Hello", lane: "room-1")
        let id = try #require(try await world.writing(reader, kinds).queue(.own(intent), as: ann))
        let store = try await world.open(.writing)
        let items = try await world.writing(store, kinds).unsentItems(of: ann)
        #expect(items.map(\.id) == [id] && items.map(\.state) == [.pending])
        let payload = try #require(items.first?.payload)
        #expect(try message.payload(of: payload) == "Hello")
    }

    @Test func whatIsLeftAndNoEntryYetIsInAnArchive() async throws {
        let reader = try await world.open(.reading)
        let reading = world.writing(reader)
        let wishes: [WriteIntent] = [
            world.reply("A reply"), .submit(PostDraft(title: "A", text: "A post"), to: "swift"),
            .vote(.up, on: .post(HandingWorld.post)),
        ]
        var ids: [OutboxItem.ID] = []
        for wish in wishes { ids.append(try #require(try await reading.queue(wish, as: ann))) }
        let store = try await world.open(.writing)
        let archives = DatabaseArchiveProvider(store: store, time: world.clock)
        let drafts = try await archives.export().drafts
        #expect(Set(drafts.map(\.id)) == Set(ids.dropLast()))
        #expect(Set(drafts.map(\.text)) == ["A reply", "A post"] && drafts.allSatisfy { $0.account == ann })
        #expect(drafts.first { $0.kind == .submit }?.community == "swift")
        #expect(drafts.first { $0.kind == .reply }?.thread == HandingWorld.post)
        // As entries they are the same drafts.
        _ = try await world.writing(store).unsentItems(of: ann)
        #expect(try await archives.export().drafts == drafts)
    }

    // MARK: What cannot be followed

    @Test func whatCannotBeFollowedAnyMoreFailsWithItsWords() async throws {
        let reader = try await world.open(.reading)
        let gone = StatusTarget(.comment, site: .demo, native: OutboxEntry.ID(random: world.random).rawValue)
        let moment = world.clock.moment(in: BootID("boot"))
        let wishes: [WriteIntent] = [
            .reply("To nothing", to: gone, in: HandingWorld.post), .edit("Of nothing", of: gone), .vote(.up, on: gone),
            .submit(PostDraft(title: "A", text: "Of nowhere"), to: "no name at all"), world.reply(" "),
            .submit(PostDraft(title: "A", text: "Of nothing"), to: ""),
        ]
        for wish in wishes {
            try await DatabaseIntentHandover(store: reader).leave(
                HandedIntent(wish, id: OutboxEntry.ID(random: world.random), as: ann, at: moment))
        }
        let store = try await world.open(.writing)
        let items = try await world.writing(store).unsentItems(of: ann)
        #expect(items.map(\.state) == Array(repeating: .failed, count: 6))
        #expect(items.map(\.text) == ["To nothing", "Of nothing", nil, "Of nowhere", " ", "Of nothing"])
        #expect(items.allSatisfy { $0.reason != nil })
        try await store.close()
        let again = try await world.open(.writing)
        #expect(try await world.writing(again).unsentItems(of: ann) == items)
    }

    @Test func whatNobodyHereWritesToIsLeftForAnother() async throws {
        let reader = try await world.open(.reading)
        let other = AccountKey(site: Site(rawValue: "other"), name: "x")
        let wish = WriteIntent.reply("Later", to: .post(Post.ID(site: other.site, native: "1")), in: nil)
        try await DatabaseIntentHandover(store: reader).leave(
            HandedIntent(
                wish, id: OutboxEntry.ID(random: world.random), as: other, at: world.clock.moment(in: BootID("b"))))
        let ids = try await world.leave("Now")
        let store = try await world.open(.writing)
        #expect(try await world.writing(store).unsentItems(of: ann).map(\.id) == ids)
        #expect(try store.snapshot().window(of: OutboxSchemas.handed).map(\.intent.account) == [other])
    }

    @Test func aTextThatLayThereForDaysAsksBeforeItGoesOut() async throws {
        try await world.leave("Old")
        world.clock.advance(by: .seconds(4 * 86400))
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        let task = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { task.cancel() }
        world.signIn()
        for await state in writing.outbox.values where state.items.first?.state == .failed { break }
        #expect(writing.outbox.value.items.first?.reason?.code == .stale && world.sender.sent.isEmpty)
    }

    private struct Foreign: Codable, Sendable {
        var version: Int
        var words = "x"
    }

    @Test func aForeignFileIsSetAsideAndOneOfALaterVersionIsLeft() async throws {
        let kind = HandoverKind<Foreign>(name: "intents") { _, _ in }
        let reader = try await world.open(.reading)
        try await reader.handOver(Foreign(version: 1), as: kind)
        try await reader.handOver(Foreign(version: 2), as: kind)
        let ids = try await world.leave("Mine")
        let writer = try JSONStore(directory: "/tmp/store", files: world.files, time: world.clock)
        var damages = writer.damageReports().makeAsyncIterator()
        let damage = await damages.next()
        #expect(damage?.setAsidePath.map { world.files.paths.contains($0) } == true)
        #expect(try await world.writing(writer).unsentItems(of: ann).map(\.id) == ids)
        #expect(world.leftFiles.count == 1, "That of a later version.")
    }

    // MARK: A process that reads

    @Test func aProcessThatReadsShowsWhatTheOtherHasAndDecidesNothing() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        let id = try #require(try await writing.queue(world.reply("First"), as: ann))
        try await store.flush()
        let reader = try await world.open(.reading)
        let reading = world.writing(reader)
        world.signIn()
        let below = StatusTarget(.comment, site: .demo, native: id.rawValue)
        let second = try #require(
            try await reading.queue(.reply("Second", to: below, in: HandingWorld.post), as: ann))
        #expect(reading.outbox.value.items.map(\.id) == [id, second])
        #expect(await code { try await reading.decide(.giveUp(nil), on: id) } == .storeBusy)
        #expect(await code { try await reading.send(as: ann, waitingFor: nil) } == .storeBusy)
        #expect(await code { try await reading.queue(world.reply(""), as: ann) } == .invalidInput)
        let items = try await writing.unsentItems(of: ann)
        #expect(items.map(\.id) == [id, second] && items.last?.state == .waiting && items.last?.waitsFor == id)
        #expect(world.sender.sent.isEmpty)
    }

    @Test func whatWasLeftTakesRepliesEditsAndDeletionsBeforeItIsTakenOver() async throws {
        let reading = world.writing(try await world.open(.reading))
        let first = try #require(try await reading.queue(world.reply("First"), as: ann))
        let other = try #require(try await reading.queue(world.reply("Other"), as: ann))
        func comment(_ id: OutboxItem.ID) -> StatusTarget { StatusTarget(.comment, site: .demo, native: id.rawValue) }
        let below = try #require(
            try await reading.queue(.reply("Below", to: comment(first), in: HandingWorld.post), as: ann))
        try await reading.queue(.edit("First, changed", of: comment(first)), as: ann)
        try await reading.queue(.delete(comment(other)), as: ann)
        let store = try await world.open(.writing)
        let items = try await world.writing(store).unsentItems(of: ann)
        #expect(items.map(\.id) == [first, below] && items.map(\.text) == ["First, changed", "Below"])
        #expect(items.map(\.state) == [.pending, .waiting] && items.last?.waitsFor == first)
        #expect(try store.snapshot().count(of: OutboxSchemas.handed) == 0)
    }

    @Test func ofWishesAProcessThatReadsShowsTheNewest() async throws {
        let reading = world.writing(try await world.open(.reading))
        let post = StatusTarget.post(HandingWorld.post)
        try await reading.queue(.vote(.up, on: post), as: ann)
        try await reading.queue(.save(true, post), as: ann)
        let last = try #require(try await reading.queue(.vote(nil, on: post), as: ann))
        #expect(reading.outbox.value.items.map(\.kind) == [.save, .vote])
        #expect(reading.outbox.value.items.last?.id == last)
    }

    @Test func whatTheOtherHasGivenUpIsShownNoMore() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        let reader = try await world.open(.reading)
        let reading = world.writing(reader)
        let id = try #require(try await reading.queue(world.reply("One"), as: ann))
        #expect(try await writing.unsentItems(of: ann).map(\.id) == [id])
        try await reader.flush()
        try await reading.load()
        #expect(reading.outbox.value.items.map(\.id) == [id])
        try await writing.decide(.giveUp(nil), on: id)
        try await reader.flush()
        try await reading.load()
        #expect(reading.outbox.value.items.isEmpty)
    }
}
