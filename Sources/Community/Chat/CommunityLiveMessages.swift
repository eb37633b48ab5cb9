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

    /// Creates live events.
    ///
    /// - Parameter client: The connection to the server's root; ``socket(_:)`` has its settings.
    public init(_ client: SocketClient) {
        self.client = client
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
        let membership = Membership(client, room)
        return AsyncStream(
            unfolding: { await membership.next() }, onCancel: { Task { await membership.leave() } })
    }

    public func suspend() async { await client.suspend() }

    public func resume() async { await client.resume() }

    public func reconnectNow() async { await client.reconnectNow() }

    /// A namespace that is joined when its first event is asked for, and left with its consumer.
    private actor Membership {
        private let client: SocketClient
        private let room: ChatRoom.ID
        private var namespace: SocketNamespace?
        private var isLeft = false

        init(_ client: SocketClient, _ room: ChatRoom.ID) {
            (self.client, self.room) = (client, room)
        }

        func next() async -> LiveMessageEvent? {
            guard !isLeft else { return nil }
            if namespace == nil {
                do {
                    let joined = try await client.join(CommunityLiveMessages.namespace(of: room))
                    namespace = joined
                    if isLeft { await joined.leave() }
                } catch {
                    // The requests go on without it; the room is left when its screen is.
                    isLeft = true
                    return error.isOfCancellation ? nil : .disconnected(DataError(error))
                }
            }
            guard let namespace else { return nil }
            var updates = namespace.updates.makeAsyncIterator()
            while !isLeft, let update = await updates.next() {
                switch update {
                case .joined: return .connected
                case .event(let event):
                    if let message = Self.message(of: event), message.room == room.native { return .message(message) }
                case .interrupted(let error): return .disconnected(DataError(error))
                // Only joining anew would bring it back, and the server has said no.
                case .ended(let error): return .disconnected(DataError(error))
                }
            }
            return nil
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

extension Error {
    /// Whether it says that the task was cancelled.
    fileprivate var isOfCancellation: Bool { self is CancellationError }
}
