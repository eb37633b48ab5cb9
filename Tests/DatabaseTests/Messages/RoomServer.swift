import Foundation
import Synchronization

@testable import Core

/// A server of rooms that answers at once, as a test sets it.
final class RoomServer: OnlineMessageProvider {
    struct State: Sendable {
        var rooms: [RemoteRoom] = []
        var messages: [RemoteMessage] = []
        var error: NetworkError?
        var asked: [Date?] = []
        /// The number of messages behind which an answer breaks off.
        var end: Int?
    }

    let site = Site.demo
    let state = ObservableState(State())

    func rooms(of account: AccountKey) async throws -> [RemoteRoom] {
        if let error = state.value.error { throw error }
        return state.value.rooms
    }

    func openRoom(with person: String, as account: AccountKey) async throws -> RemoteRoom {
        if let error = state.value.error { throw error }
        guard let room = state.value.rooms.first(where: { $0.other?.id == person }) else {
            throw NetworkError(.notFound, status: 410)
        }
        return room
    }

    func messages(
        _ request: MessageRequest, by requests: (any RequestProvider)?,
        take: @Sendable ([RemoteMessage]) async throws -> Void
    ) async throws -> MessageAnswer {
        state.change { $0.asked.append(request.since) }
        let now = state.value
        if let error = now.error { throw error }
        let messages = now.messages.filter { message in request.since.map { message.created > $0 } ?? true }
        for start in stride(from: 0, to: messages.count, by: 1000) {
            if let end = now.end, start >= end { throw NetworkError(.offline) }
            try await take(Array(messages[start..<min(start + 1000, messages.count)]))
        }
        return MessageAnswer(serverDate: Date(timeIntervalSince1970: 2_000_000_000))
    }

    func send(
        _ content: MessageContent, to room: ChatRoom.ID, by requests: any RequestProvider
    ) async throws -> RemoteMessage {
        throw NetworkError(.offline)
    }
}

/// A value that a test changes from anywhere.
final class ObservableState<Value: Sendable>: Sendable {
    private let held: Mutex<Value>

    init(_ value: Value) { held = Mutex(value) }

    var value: Value { held.withLock { $0 } }

    func change(_ body: (inout Value) -> Void) { held.withLock { body(&$0) } }
}

/// Live events that a test gives.
final class ScriptedLive: LiveMessageProvider {
    private let streams = ObservableState<[AsyncStream<LiveMessageEvent>.Continuation]>([])
    /// The number of rooms that are followed.
    let followed = ObservableValue(0)
    let hurried = ObservableValue(0)

    func tell(_ event: LiveMessageEvent) {
        for stream in streams.value { stream.yield(event) }
    }

    func events(in room: ChatRoom.ID) -> AsyncStream<LiveMessageEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveMessageEvent.self)
        let followed = followed
        followed.update { $0 += 1 }
        continuation.onTermination = { _ in followed.update { $0 -= 1 } }
        streams.change { $0.append(continuation) }
        return stream
    }

    func suspend() async { tell(.disconnected(nil)) }

    func resume() async { tell(.connected) }

    func reconnectNow() async { hurried.update { $0 += 1 } }
}
