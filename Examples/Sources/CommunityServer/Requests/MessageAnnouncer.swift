public import Foundation
import ServerKit
import Synchronization

/// Tells who listens of every message that this server has stored.
final class MessageAnnouncer: Sendable {
    private struct Listeners {
        var all: [Int: @Sendable (StoredMessage) -> Void] = [:]
        var last = 0
    }

    private let listeners = Mutex(Listeners())

    /// Calls a function with every message from now on, in the order of storing, before its sender is answered.
    ///
    /// - Parameter listener: What is called; the server waits for it, so it must be quick and ask nothing of the server.
    /// - Returns: The number to give to ``remove(_:)``.
    func add(_ listener: @escaping @Sendable (StoredMessage) -> Void) -> Int {
        listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = listener
            return listeners.last
        }
    }

    /// Calls a function no more.
    func remove(_ number: Int) {
        // Taken out of the lock before it is released, for the last release may run foreign code.
        let removed = listeners.withLock { $0.all.removeValue(forKey: number) }
        _ = removed
    }

    /// Tells of a message that was stored last.
    func announce(_ message: Message, in state: CommunityState, _ manner: MessageManner = .right) {
        let listeners = listeners.withLock { $0.all }
        guard !listeners.isEmpty else { return }
        let json = JSONWriter.data(from: Renderer(state: state).message(message))
        var event = json
        if manner == .sameID, let before = state.messages(in: message.room).dropLast().last {
            event = JSONWriter.data(from: Renderer(state: state).message(message.named(before.id)))
        }
        let stored = StoredMessage(
            id: message.id, room: message.room, sender: message.sender, json: json, event: event, manner: manner)
        for number in listeners.keys.sorted() { listeners[number]?(stored) }
    }
}

/// The way in which a message is stored and announced, where that is not the right one.
enum MessageManner: Sendable, Hashable {
    /// The right one.
    case right
    /// The message has the time of the room's newest.
    case sameTime
    /// The event has the id of the message before.
    case sameID
    /// The event goes out two times.
    case twice
    /// The event goes out later.
    case late(Duration)
}

/// A message that was stored.
public struct StoredMessage: Sendable, Hashable {
    /// The id (`chat_id`).
    public let id: String
    /// The id of the room.
    public let room: String
    /// The id of the sender.
    public let sender: String
    /// The message as the service writes it.
    public let json: Data
    /// The message as the socket tells it.
    let event: Data
    /// The way in which the socket is to tell it.
    let manner: MessageManner
}
