/// An open room that is kept in step: it does what the rules of ``RoomSync`` say.
actor RoomRun {
    private let room: ChatRoom.ID
    private let provider: DefaultMessageProvider
    private let status: ObservableValue<RoomStatus>
    private var rules = RoomSync()
    private var lastTask = 0
    private var running: [Int: Task<Void, Never>] = [:]
    /// What came live and is not stored yet, and whether somebody stores it.
    private var toStore: [RemoteMessage] = []
    private var isStoring = false

    /// Describes a room that is to be opened.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - provider: The provider, which does what has to be done.
    ///   - status: Told how far it is.
    init(_ room: ChatRoom.ID, of provider: DefaultMessageProvider, _ status: ObservableValue<RoomStatus>) {
        (self.room, self.provider, self.status) = (room, provider, status)
    }

    /// Keeps the room in step until the task is cancelled.
    func run() async {
        handle(.opened(isLive: provider.live != nil))
        if let reachable = provider.connectivity?.reconnections {
            for await _ in reachable {
                await provider.live?.reconnectNow()
                handle(.reachable)
            }
        } else {
            // Until it is cancelled.
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            continuation.finish()
        }
        end()
    }

    private func end() {
        handle(.left)
        for task in running.values { task.cancel() }
        running = [:]
    }

    private func handle(_ event: RoomSync.Event) {
        for action in rules.handle(event) { perform(action) }
        status.set(
            RoomStatus(
                isSyncing: rules.fetching != nil, isLive: rules.isConnected, isInStep: rules.isInStep,
                error: rules.error))
    }

    private func perform(_ action: RoomSync.Action) {
        switch action {
        case .join:
            guard let events = provider.live?.events(in: room) else { return }
            begin { [weak self] in
                for await event in events {
                    guard !Task.isCancelled, let self else { return }
                    await self.take(event)
                }
            }
        case .fetch(let number):
            let (provider, room) = (provider, room)
            begin { [weak self] in
                do {
                    let error = try await provider.fetch(room)
                    await self?.handle(.answered(number, error))
                } catch {
                    // The database failed, or the room was left.
                    if !error.isCancellation { await self?.handle(.answered(number, DataError(error))) }
                }
            }
        case .store(let messages):
            toStore += messages.filter { $0.room == room.native }
            storeWaiting()
        case .wait(let number, let pause):
            let time = provider.time
            begin { [weak self] in
                do {
                    try await time.sleep(for: pause)
                    await self?.handle(.waited(number))
                } catch {
                    // The room was left.
                }
            }
        case .refreshRooms:
            let (provider, account) = (provider, room.account)
            begin {
                // What fails here is said where the list is shown.
                _ = try? await provider.refreshRooms(of: account)
            }
        case .leave:
            // The consumer of the events ends with its task.
            break
        }
    }

    private func take(_ event: LiveMessageEvent) {
        switch event {
        case .connected: handle(.connected)
        case .message(let message): handle(.message(message))
        case .disconnected(let error): handle(.disconnected(error))
        }
    }

    /// Stores what came live, in the order in which it came; it outlives the room, so that leaving loses nothing.
    private func storeWaiting() {
        guard !isStoring, !toStore.isEmpty else { return }
        isStoring = true
        Task {
            while !toStore.isEmpty {
                let messages = toStore
                toStore = []
                do {
                    try await provider.store.commit(MessageCommit(room, messages, at: provider.moment))
                } catch {
                    handle(.notStored(DataError(error)))
                }
            }
            isStoring = false
        }
    }

    private func begin(_ work: @escaping @Sendable () async -> Void) {
        lastTask += 1
        let number = lastTask
        running[number] = Task { [weak self] in
            await work()
            await self?.ended(number)
        }
    }

    private func ended(_ number: Int) { running[number] = nil }
}
