public import Cloud
public import Core
import Foundation

/// The live events of a community's rooms, over its socket: the event `chat` in the namespace `/chats-ROOM`.
///
/// Nothing is sent over it, and no key or token goes along unless the configuration of the socket says so.
///
/// Safe from any thread.
public final class CommunityLiveMessages: LiveMessageProvider {
    private let client: SocketClient
    private let time: any TimeProvider
    /// Changes when what was put out of its room is to come back at once.
    private let hurried = ObservableValue(0)

    /// Creates live events.
    ///
    /// - Parameters:
    ///   - client: The connection to the server's root; ``socket(_:)`` has its settings.
    ///   - time: The clock of pauses; the registered one by default, else the system's.
    public init(
        _ client: SocketClient,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        (self.client, self.time) = (client, time)
    }

    /// Returns the settings of the socket of a server.
    ///
    /// - Parameter configuration: The configuration of the server.
    /// - Returns: The settings: the server's root, without credentials.
    /// - Throws: `DataError` with the code `invalidInput` where the root makes no URL.
    public static func socket(
        _ configuration: CommunityConfiguration
    ) throws(DataError) -> SocketClient.Configuration {
        guard let url = URL(string: configuration.root.text("/")) else {
            throw DataError(.invalidInput, message: "The base URL makes no address of a socket.")
        }
        return SocketClient.Configuration(url: url)
    }

    /// The namespace of a room.
    ///
    /// - Parameter room: The room.
    /// - Returns: `/chats-` and the room's id.
    public static func namespace(of room: ChatRoom.ID) -> String { "/chats-\(room.native)" }

    public func events(in room: ChatRoom.ID) -> AsyncStream<LiveMessageEvent> {
        let membership = Membership(client, room, time, hurried)
        return AsyncStream(
            unfolding: { await membership.next() }, onCancel: { Task { await membership.leave() } })
    }

    public func suspend() async { await client.suspend() }

    public func resume() async {
        await client.resume()
        hurried.update { $0 += 1 }
    }

    public func reconnectNow() async {
        await client.reconnectNow()
        hurried.update { $0 += 1 }
    }

    /// A namespace that is joined when its first event is asked for, and left with its consumer.
    private actor Membership {
        private let client: SocketClient
        private let room: ChatRoom.ID
        private let time: any TimeProvider
        private let hurried: ObservableValue<Int>
        private var namespace: SocketNamespace?
        private var isLeft = false
        /// The pause before it is tried once more to be in the room; nil where nothing has to be tried.
        private var pause: Duration?
        /// Whether it was said that nothing comes, and nothing has come since.
        private var isSaid = false

        /// The time before a room is tried again that another screen has joined.
        private static let takenPause = Duration.seconds(2)
        /// The time before it is joined again behind the server's having put this client out.
        private static let outPause = Duration.seconds(30)

        init(_ client: SocketClient, _ room: ChatRoom.ID, _ time: any TimeProvider, _ hurried: ObservableValue<Int>) {
            (self.client, self.room, self.time, self.hurried) = (client, room, time, hurried)
        }

        func next() async -> LiveMessageEvent? {
            while !isLeft {
                if let pause {
                    self.pause = nil
                    guard await waited(pause) else { return nil }
                    await namespace?.rejoin()
                }
                do {
                    guard let event = try await update() else { return nil }
                    isSaid = false
                    return event
                } catch {
                    if error is CancellationError { return nil }
                    // Said once: the requests go on without it.
                    guard isSaid else {
                        isSaid = true
                        return .disconnected(DataError(error))
                    }
                }
            }
            return nil
        }

        /// The next thing that came; throws the reason why nothing comes.
        private func update() async throws -> LiveMessageEvent? {
            if namespace == nil {
                do {
                    let joined = try await client.join(CommunityLiveMessages.namespace(of: room))
                    namespace = joined
                    if isLeft { await joined.leave() }
                } catch {
                    pause = Self.takenPause
                    throw error
                }
            }
            guard let namespace else { return nil }
            var updates = namespace.updates.makeAsyncIterator()
            while !isLeft, let update = await updates.next() {
                switch update {
                case .joined: return .connected
                case .event(let event):
                    if let message = Self.message(of: event), message.room == room.native { return .message(message) }
                case .interrupted(let error): throw error
                case .ended(let error):
                    // Where the server has said no, only another opening of the room asks again.
                    if error.reason != .refused { pause = Self.outPause }
                    throw error
                }
            }
            return nil
        }

        /// Waits, until the pause is over or it is wanted at once; false where the room was left meanwhile.
        private func waited(_ pause: Duration) async -> Bool {
            let (time, hurried, start) = (time, hurried, hurried.value)
            let isOver = await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    do {
                        try await time.sleep(for: pause)
                        return true
                    } catch {
                        // Nobody listens any more.
                        return false
                    }
                }
                group.addTask {
                    for await number in hurried.values where number != start { return true }
                    return false
                }
                let first = await group.next() ?? false
                group.cancelAll()
                return first
            }
            return isOver && !isLeft
        }

        func leave() async {
            isLeft = true
            await namespace?.leave()
        }

        /// The message of an event; `nil` for other events, and for one that cannot be read, which the next answer of
        /// the room brings.
        private static func message(of event: SocketEvent) -> RemoteMessage? {
            guard event.name == "chat", !event.arguments.values.isEmpty else { return nil }
            // What cannot be read is in the next answer of the room.
            return try? WireMessage(event.arguments.json()).remote
        }
    }
}
