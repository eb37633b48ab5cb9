import Foundation
import Synchronization

/// The standard ``MessageProvider``: it stores before it shows, sends by the outbox, and keeps open rooms in step by
/// the rules of `RoomSync`.
public final class DefaultMessageProvider: MessageProvider {
    /// The settings.
    public struct Configuration: Sendable {
        /// The time by which each request reaches back behind the last complete answer, as servers number messages of
        /// one moment in any order; 10 s by default.
        public var overlap = Duration.seconds(10)

        /// Creates settings.
        public init() {}
    }

    public let site: Site

    let sending: MessageSending
    let live: (any LiveMessageProvider)?
    let store: any OfflineMessageProvider
    let writing: any WritingProvider
    let connectivity: (any ConnectivityProvider)?
    let configuration: Configuration
    let isOffline: Bool
    let time: any TimeProvider
    private let boot: BootID
    private let flights: SingleFlight<FlightKey, DataError?>
    /// The server's time at which this device's steady clock was at zero, as the last answer said.
    private let zero = Mutex<Date?>(nil)

    /// What is asked for, so that it is asked for once.
    private enum FlightKey: Hashable, Sendable {
        case rooms(AccountKey)
        case room(ChatRoom.ID)
    }

    /// The number of the newest messages among which a sent one is looked for.
    static let lately = 200

    /// Creates a provider with what the app has registered: its store, its outbox, its network and its clock.
    ///
    /// - Parameters:
    ///   - sending: The sending, whose kind the app has named.
    ///   - live: The live events; none by default.
    ///   - isOffline: Whether the network is never touched; false by default.
    ///   - configuration: The settings.
    public convenience init(
        _ sending: MessageSending, live: (any LiveMessageProvider)? = nil, isOffline: Bool = false,
        configuration: Configuration = Configuration()
    ) {
        self.init(
            sending, live: live, store: Dependency.resolve((any OfflineMessageProvider).self),
            writing: Dependency.resolve((any WritingProvider).self),
            connectivity: Dependency.registered((any ConnectivityProvider).self), isOffline: isOffline,
            configuration: configuration, time: Dependency.clock, boot: Dependency.boot)
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - sending: The sending, whose kind the outbox knows.
    ///   - live: The live events; none by default.
    ///   - store: The store.
    ///   - writing: The outbox.
    ///   - connectivity: The state of the network; none by default.
    ///   - isOffline: Whether the network is never touched.
    ///   - configuration: The settings.
    ///   - time: The clock.
    ///   - boot: The id of the boot; not known by default.
    package init(
        _ sending: MessageSending, live: (any LiveMessageProvider)? = nil, store: any OfflineMessageProvider,
        writing: any WritingProvider, connectivity: (any ConnectivityProvider)? = nil, isOffline: Bool = false,
        configuration: Configuration = Configuration(), time: any TimeProvider, boot: BootID = .unknown
    ) {
        site = sending.online.site
        self.sending = sending
        self.live = isOffline ? nil : live
        (self.store, self.writing, self.connectivity) = (store, writing, connectivity)
        (self.isOffline, self.configuration, self.time, self.boot) = (isOffline, configuration, time, boot)
        flights = SingleFlight(time: time)
        sending.attach(store)
    }

    // MARK: - Rooms

    public func rooms(of account: AccountKey) async throws -> RoomUpdate {
        let stored = try await translated { try await store.rooms(of: account) }
        return RoomUpdate(stored.rooms.map { $0.room(of: account) }, refreshed: stored.refreshed)
    }

    public func refreshRooms(of account: AccountKey) async throws -> RoomUpdate {
        let error = try await flights.value(for: .rooms(account)) { [self] _ in
            try await asking { [self] in
                let rooms = try await sending.online.rooms(of: account)
                try await stored(RoomCommit(account, rooms, isWhole: true, date: time.now))
            }
        }
        var update = try await rooms(of: account)
        update.error = error
        update.isFetched = error == nil
        return update
    }

    public func room(_ id: ChatRoom.ID) async throws -> ChatRoom? {
        try await translated { try await store.room(id)?.room(of: id.account) }
    }

    public func room(with person: String, as account: AccountKey) async throws -> ChatRoom {
        let stored = try await rooms(of: account).rooms.first { $0.other?.id == person }
        if let stored { return stored }
        return try await translated {
            guard !isOffline else { throw DataError(.offline) }
            let room = try await sending.online.openRoom(with: person, as: account)
            try await store.commit(RoomCommit(account, [room], isWhole: false, date: time.now))
            let id = ChatRoom.ID(account, room.id)
            guard let stored = try await store.room(id) else { throw DataError(.superseded) }
            return stored.room(of: account)
        }
    }

    // MARK: - Messages

    public func messages(in room: ChatRoom.ID, at place: MessagePlace, limit: Int) async throws -> MessagePage {
        // Asked first: what leaves the outbox meanwhile is stored already.
        let items = outbox(of: room)
        return try await translated {
            let part = try await store.messages(in: room, at: place, limit: max(1, limit))
            let rows = try await rows(of: part, in: room, items)
            return MessagePage(rows, hasOlder: part.hasOlder, hasNewer: part.hasNewer, count: part.count)
        }
    }

    public func search(_ text: String, in room: ChatRoom.ID, limit: Int) async throws -> [Message] {
        try await translated {
            try await store.search(text, in: room, limit: limit).map { message in
                Message(message.remote(in: room), isOwn: message.isOwn, sentBy: message.local)
            }
        }
    }

    /// What the outbox has of a room.
    private func outbox(of room: ChatRoom.ID) -> (unsent: [OutboxItem], sent: [String: OutboxItem.ID]) {
        let state = writing.outbox.value
        func isOfRoom(_ item: OutboxItem) -> Bool {
            item.kind == sending.kind.name && item.account == room.account && item.target == room.target
        }
        var sent: [String: OutboxItem.ID] = [:]
        for item in state.sent where isOfRoom(item) {
            if let native = item.result { sent[native] = item.id }
        }
        return (state.items.filter(isOfRoom), sent)
    }

    private func rows(
        of part: StoredMessages, in room: ChatRoom.ID, _ items: (unsent: [OutboxItem], sent: [String: OutboxItem.ID])
    ) async throws -> [Message] {
        var claims: [String: OutboxItem.ID] = [:]
        for message in part.messages {
            if let local = message.local ?? items.sent[message.native] { claims[message.native] = local }
        }
        let told = part.messages.filter { $0.local == nil && items.sent[$0.native] != nil }
        if !told.isEmpty { await keep(told, items.sent, in: room) }
        var unsent = items.unsent
        if !unsent.isEmpty {
            // What was answered, and the outbox was not told yet, has its row already.
            let natives = try await store.natives(of: unsent.map(\.id), in: room)
            unsent.removeAll { natives[$0.id] != nil }
            let sought = sought(unsent)
            if !sought.isEmpty {
                let newest = try await store.messages(in: room, at: .newest, limit: Self.lately).messages
                claims = EchoClaims.claims(
                    of: sought, among: newest, final: claims.merging(items.sent) { $1 }, in: moment.boot)
                let claimed = Set(claims.values)
                unsent.removeAll { claimed.contains($0.id) }
            }
        }
        var rows = part.messages.map { message in
            Message(message.remote(in: room), isOwn: message.isOwn, sentBy: claims[message.native])
        }
        if !part.hasNewer { rows += unsent.compactMap(message(of:)) }
        return rows
    }

    /// The messages that are being sent or looked for, of which one that came may be the echo.
    private func sought(_ items: [OutboxItem]) -> [EchoClaims.Sought] {
        items.compactMap { item in
            guard item.state == .sending || item.state == .checking, let payload = payload(of: item) else { return nil }
            let content = payload.content(uploaded: item.uploaded)
            return EchoClaims.Sought(
                item.id, content, known: Set(payload.known), attempt: item.attempt,
                earliest: item.attempt.flatMap(serverDate(of:)))
        }
    }

    /// The moment of now.
    var moment: OutboxTime { time.moment(in: boot) }

    /// The server's time before which an attempt made nothing; `nil` where its clock is not known, or the attempt is of
    /// another boot.
    private func serverDate(of attempt: OutboxTime) -> Date? {
        guard attempt.boot == moment.boot, let zero = zero.withLock({ $0 }) else { return nil }
        return zero + attempt.uptime - MessageLook.slack
    }

    private func payload(of item: OutboxItem) -> MessagePayload? {
        // What another version has queued is kept by the outbox, and cannot be shown here.
        item.payload.flatMap { try? sending.kind.payload(of: $0) }
    }

    private func message(of item: OutboxItem) -> Message? {
        payload(of: item).map { Message(item, $0) }
    }

    /// Notes which messages items of the outbox have become, as the outbox forgets it after some weeks.
    private func keep(_ messages: [StoredMessage], _ sent: [String: OutboxItem.ID], in room: ChatRoom.ID) async {
        let claims = Dictionary(messages.map { ($0.native, sent[$0.native]) }) { first, _ in first }
        do {
            try await store.commit(MessageCommit(room, [], claims: claims.compactMapValues(\.self), at: moment))
        } catch {
            // What is shown does not depend on it: the next reading tries again.
        }
    }

    // MARK: - Synchronisation

    public func sync(_ room: ChatRoom.ID) async throws -> DataError? {
        try await flights.value(for: .room(room)) { [self] _ in try await fetch(room) }
    }

    /// Fetches what is new in a room, by a request of its own; `nil` once all of it is stored.
    func fetch(_ room: ChatRoom.ID) async throws -> DataError? {
        let isEnded = Mutex(false)
        let error = try await asking { [self] in
            do {
                try await fetchAll(of: room)
            } catch {
                guard !error.isCancellation, sending.online.saysEnded(error) else { throw error }
                isEnded.withLock { $0 = true }
                throw error
            }
        }
        let (isOver, wentWell) = (isEnded.withLock { $0 }, error == nil)
        if isOver || wentWell { try await translated { try await store.setEnded(isOver, room) } }
        return error
    }

    private func fetchAll(of room: ChatRoom.ID) async throws {
        let known = try await translated { try await store.room(room) }?.syncedThrough
        let since = known.map { $0 - configuration.overlap / .seconds(1) }
        /// The last part, which is stored with the time up to which all is there.
        let rest = Mutex<[RemoteMessage]>([])
        let newest = Mutex<Date?>(nil)
        let answer = try await sending.online.messages(MessageRequest(room, since: since), by: nil) { [self] part in
            let part = part.filter { $0.room == room.native }
            newest.withLock { newest in
                for message in part { newest = max(newest ?? message.created, message.created) }
            }
            let whole = rest.withLock { rest in
                defer { rest = part }
                return rest
            }
            if !whole.isEmpty { try await stored(MessageCommit(room, whole, at: moment)) }
        }
        if let date = answer.serverDate {
            // The date may be that of the question: the earlier one errs on the safe side.
            let uptime = moment.uptime
            zero.withLock { $0 = date - uptime }
        }
        var through = newest.withLock { $0 }
        // A message of the future would hide what comes before it.
        if let date = answer.serverDate, let newest = through { through = min(newest, date) }
        let last = rest.withLock { $0 }
        try await stored(MessageCommit(room, last, syncedThrough: through, at: moment))
    }

    /// Makes a request and stores its answer; what goes wrong with the network is returned.
    private func asking(_ work: @Sendable () async throws -> Void) async throws -> DataError? {
        guard !isOffline else { return DataError(.offline) }
        do {
            try await work()
            return nil
        } catch let failure as StoringFailure {
            throw failure.error
        } catch {
            if error.isCancellation { throw CancellationError() }
            return DataError(error)
        }
    }

    /// Keeps failures of the database apart from those of the network.
    private func stored(_ commit: MessageCommit) async throws {
        try await storing { try await store.commit(commit) }
    }

    private func stored(_ commit: RoomCommit) async throws {
        try await storing { try await store.commit(commit) }
    }

    private func storing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch {
            if error.isCancellation { throw CancellationError() }
            throw StoringFailure(error: DataError(error))
        }
    }

    private struct StoringFailure: Error {
        let error: DataError
    }

    // MARK: - Writing

    @discardableResult
    public func send(
        _ content: MessageContent, with files: [UploadFile], in room: ChatRoom.ID, as item: OutboxItem.ID?
    ) async throws -> OutboxItem.ID? {
        guard files.isEmpty || sending.upload != nil else {
            throw DataError(.invalidInput, message: "No files can be sent here. Send a text instead.")
        }
        guard room.account.site == site, content.text?.isEmpty == false || !content.files.isEmpty || !files.isEmpty
        else { throw DataError(.invalidInput, message: "There is nothing to be sent.") }
        try sending.online.check(content)
        let payload = try await translated {
            let newest = try await store.messages(in: room, at: .newest, limit: Self.lately).messages
            let through = try await store.room(room)?.syncedThrough
            let alike = newest.filter { $0.isOwn && content.isSame(as: $0.content) }.map(\.native)
            return MessagePayload(
                content, known: alike, since: through.map { $0 - configuration.overlap / .seconds(1) })
        }
        let intent = try sending.kind.intent(
            payload, lane: "room|\(room.native)", about: room.target, with: files, uploadedBy: sending.upload)
        return try await writing.queue(.own(intent), as: room.account, id: item, undo: .zero)
    }

    public func markShown(_ position: MessagePosition, in room: ChatRoom.ID) async throws {
        try await translated { try await store.markShown(position, in: room) }
    }

    public func leave(_ room: ChatRoom.ID) async throws {
        guard outbox(of: room).unsent.isEmpty else { return }
        try await translated { try await store.removeIfEmpty(room) }
    }

    // MARK: - Live events

    public func follow(_ room: ChatRoom.ID) -> AsyncStream<RoomStatus> {
        let status = ObservableValue(RoomStatus())
        let run = RoomRun(room, of: self, status)
        let (stream, continuation) = AsyncStream.makeStream(
            of: RoomStatus.self, bufferingPolicy: .bufferingNewest(1))
        let telling = Task {
            for await status in status.values { continuation.yield(status) }
            continuation.finish()
        }
        let running = Task { await run.run() }
        continuation.onTermination = { _ in
            running.cancel()
            telling.cancel()
        }
        return stream
    }

    public func suspend() async { await live?.suspend() }

    public func resume() async { await live?.resume() }

    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (stored, unsent) = (store.changes(), writing.outbox.values)
        let tasks = [
            Task { for await _ in stored { continuation.yield() } },
            Task { for await _ in unsent.dropFirst() { continuation.yield() } },
        ]
        continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        return stream
    }
}
