import Foundation
import Mocks

@testable import Core
@testable import Database

/// One device of a person in a world of two: the real rules, storing and reading, driven step by step.
final class ChatClient {
    let account: AccountKey
    let room: ChatRoom.ID
    let files = InMemoryFileSystem()
    let clock: ManualClock
    private let writing = MockWritingProvider()
    private let random: SeededRandomSource

    private(set) var online = HeldMessages()
    private(set) var sending: MessageSending
    private(set) var provider: DefaultMessageProvider
    private var store: JSONStore
    private(set) var outbox: Outbox
    private(set) var sync = RoomSync()
    var isConnected = false
    /// What the server has told and did not come yet.
    var coming: [RemoteMessage] = []
    var waits: [(number: Int, due: Double)] = []
    var uptime: Double
    /// By how much its wall clock is wrong.
    var skew: Double
    private(set) var boot = 1

    /// A request for the room that is under way.
    struct Fetch {
        let number: Int
        let held: HeldCall<HeldMessages.Answer>
        let task: Task<DataError?, any Error>
    }

    /// A sending or a look that is under way.
    struct Attempt {
        let id: OutboxEntry.ID
        let number: Int
        let content: MessageContent
        var isSent = false
        /// What the server has made of it.
        var made: RemoteMessage?
    }

    struct Send {
        var attempt: Attempt
        let held: HeldCall<HeldMessages.Answer>
        let task: Task<IntentAnswer, Never>
    }

    struct Look {
        let attempt: Attempt
        let task: Task<OutboxFinding, Never>
        let held: HeldCall<HeldMessages.Answer>?
    }

    var fetches: [Fetch] = []
    var sends: [Send] = []
    var looks: [Look] = []

    init(_ name: String, uptime: Double, skew: Double, random: SeededRandomSource) throws {
        account = AccountKey(site: .demo, name: name)
        room = ChatRoom.ID(account, ChatServer.room)
        clock = ManualClock()
        (self.uptime, self.skew, self.random) = (uptime, skew, random)
        store = try Self.open(files)
        outbox = Outbox(limits: Self.limits)
        sending = MessageSending(online, time: clock, boot: BootID("boot-\(boot)"))
        provider = DefaultMessageProvider(
            sending, store: DatabaseMessageProvider(store: store), writing: writing, time: clock,
            boot: BootID("boot-\(boot)"))
        setClock()
    }

    private static var limits: Outbox.Limits {
        var limits = Outbox.Limits()
        limits.kinds[OutboxEntry.Kind(rawValue: "message")] = 1...1
        return limits
    }

    private static func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        try JSONStore(directory: "/tmp/store", files: files, time: ManualClock())
    }

    var now: OutboxTime {
        OutboxTime(
            date: Date(timeIntervalSince1970: 1_800_000_000 + uptime + skew), boot: "boot-\(boot)", uptime: uptime)
    }

    /// Sets both of the clock's hands to the world's time.
    func setClock() {
        let behind = uptime - clock.uptime / .seconds(1)
        if behind > 0 { clock.advance(by: .seconds(behind)) }
        clock.setDate(now.date)
    }

    // MARK: The outbox

    func follow(_ event: OutboxEvent) async throws {
        let step = outbox.handle(event, at: now)
        try await take(step)
    }

    private func take(_ step: OutboxStep) async throws {
        if !step.changes.isEmpty {
            try await DatabaseOutboxStore(store: store).commit(OutboxCommit(OutboxChanges(step.changes, of: outbox)))
        }
        publish()
        for action in step.actions { await perform(action) }
    }

    private func publish() {
        let items = outbox.entries.values.sorted { $0.number < $1.number }.map { entry in
            OutboxItem.sending(
                OutboxItem.ID(rawValue: entry.id.rawValue), account: account, kind: sending.kind.name,
                target: entry.target, state: OutboxItem.State(entry.state), payload: entry.payload,
                since: entry.doubtfulSince ?? (entry.state == .sending ? entry.lastAttempt : nil))
        }
        writing.outbox.set(OutboxState(items: items, sent: outbox.sent.values.map { OutboxItem($0) }))
    }

    /// Queues a message as the provider does; nothing is there where the store fails.
    func queue(_ text: String) async throws -> OutboxItem.ID {
        writing.onQueue.answers { queued in queued.id }
        _ = try await provider.send(text, in: room)
        guard case .own(let intent)? = writing.onQueue.calls.last?.intent else { throw DataError(.unknown) }
        let id = OutboxEntry.ID(random: random)
        let entry = intent.entry(of: AnyIntentKind(sending.kind), id, as: account, at: now)
        let step = try outbox.queue(entry, known: nil, undo: 0, at: now)
        try await take(step)
        return OutboxItem.ID(rawValue: id.rawValue)
    }

    func decide(_ choice: OutboxChoice, on id: OutboxEntry.ID) async throws {
        let step = try outbox.decide(choice, on: id, at: now)
        try await take(step)
    }

    private func request(of entry: OutboxEntry) throws -> IntentRequest<MessagePayload> {
        let request = OutboxRequest(
            entry, target: entry.target?.native, claimed: outbox.claimed(besides: entry), at: now)
        let writer = OutboxWriter(requests: MockRequestProvider(), name: account.name, id: account.name ?? "")
        return IntentRequest(request, try sending.kind.payload(of: entry.payload), writer)
    }

    private func perform(_ action: OutboxAction) async {
        do {
            switch action {
            case .send(let ids, let number):
                guard let entry = ids.first.flatMap({ outbox.entries[$0] }) else { return }
                let request = try request(of: entry)
                let held = online.onSend.holds()
                let kind = sending.kind
                let task = Task { () -> IntentAnswer in
                    do { return try await kind.send(request) } catch { return IntentAnswer(error) }
                }
                try await held.arrival()
                let attempt = Attempt(id: entry.id, number: number, content: request.payload.content(uploaded: []))
                sends.append(Send(attempt: attempt, held: held, task: task))
            case .look(let id, let number):
                guard let entry = outbox.entries[id] else { return }
                let request = try request(of: entry)
                // What is kept of its answer needs no question.
                let kept = try await DatabaseMessageProvider(store: store).natives(of: [request.id], in: room)
                let held = kept.isEmpty ? online.onCall.holds() : nil
                let look = sending.kind.look
                let task = Task { () -> OutboxFinding in
                    do {
                        return OutboxFinding(try await look?(request) ?? .absent)
                    } catch {
                        return .failed(OutboxEntry.Reason(error), isPassing: true)
                    }
                }
                try await held?.arrival()
                let attempt = Attempt(id: id, number: number, content: request.payload.content(uploaded: []))
                looks.append(Look(attempt: attempt, task: task, held: held))
            case .read: break
            }
        } catch {
            // A store that was closed beneath it: the next launch goes on.
        }
    }

    // MARK: The room

    func handle(_ event: RoomSync.Event) async throws {
        for action in sync.handle(event) {
            switch action {
            case .fetch(let number):
                let held = online.onCall.holds()
                let (provider, room) = (provider, room)
                let task = Task { try await provider.fetch(room) }
                try await held.arrival()
                fetches.append(Fetch(number: number, held: held, task: task))
            case .store(let messages):
                try await DatabaseMessageProvider(store: store).commit(MessageCommit(room, messages, at: now))
            case .wait(let number, let pause): waits.append((number, uptime + pause / .seconds(1)))
            case .join, .leave, .refreshRooms: break
            }
        }
    }

    func rows() async throws -> [Core.Message] {
        try await provider.messages(in: room, at: .newest, limit: 1000).messages
    }

    func open() async throws {
        try await follow(.opened)
        try await follow(.session(account, epoch: 1))
        try await handle(.opened(isLive: true))
    }

    // MARK: Ends

    /// Ends the process at once: what it had in memory is gone, and what was under way comes to nothing.
    func kill(losingPower: Bool) async throws {
        let (fetches, sends, looks) = (fetches, sends, looks)
        (self.fetches, self.sends, self.looks, waits, coming) = ([], [], [], [], [])
        isConnected = false
        if losingPower {
            files.crash()
            boot += 1
        } else {
            try await store.close()
        }
        for fetch in fetches {
            fetch.held.release(returning: .failed(CancellationError()))
            _ = await fetch.task.result
        }
        for send in sends {
            send.held.release(returning: .failed(CancellationError()))
            _ = await send.task.value
        }
        for look in looks {
            look.held?.release(returning: .failed(CancellationError()))
            _ = await look.task.value
        }
        online = HeldMessages()
        sending = MessageSending(online, time: clock, boot: BootID("boot-\(boot)"))
        store = try Self.open(files)
        provider = DefaultMessageProvider(
            sending, store: DatabaseMessageProvider(store: store), writing: writing, time: clock,
            boot: BootID("boot-\(boot)"))
        outbox = Outbox(try await DatabaseOutboxStore(store: store).content(), limits: Self.limits)
        sync = RoomSync()
        publish()
    }

    func close() async throws { try await store.close() }
}
