import Foundation
import Mocks

@testable import Core

/// A server of one room of two people, with a clock of its own, whose ids follow no order and whose messages may come to
/// light a moment after their times.
final class ChatServer {
    struct Held {
        var message: RemoteMessage
        /// The uptime from which on it is answered and told of.
        let visible: Double
        /// The item of a client that made it; `nil` for what another device of a person wrote.
        let by: OutboxItem.ID?
        var isTold = false
    }

    static let room = "room-1"
    let random: SeededRandomSource
    private(set) var held: [Held] = []
    /// Acts that are carried out later than their request was given up.
    var late: [(due: Double, person: String, content: MessageContent, by: OutboxItem.ID)] = []
    private var count = 0

    init(random: SeededRandomSource) { self.random = random }

    func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// The server's time: in whole seconds, so that many messages have one time.
    static func date(_ uptime: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + uptime.rounded(.down)) }

    /// Takes a message; some come to light a moment later, unless they must not.
    @discardableResult
    func make(
        _ content: MessageContent, by person: String, for item: OutboxItem.ID?, at uptime: Double, atOnce: Bool = false
    ) -> RemoteMessage {
        count += 1
        let message = RemoteMessage(
            id: "m\(number(1000))-\(count)", room: Self.room, created: Self.date(uptime), text: content.text,
            files: content.files, sender: ChatRoom.Person(id: person, name: person))
        let delay = number(4) == 0 && !atOnce ? Double(number(8)) : 0
        held.append(Held(message: message, visible: uptime + delay, by: item))
        return message
    }

    /// The messages behind a time, as an answer at a moment has them.
    func messages(since date: Date?, at uptime: Double) -> [RemoteMessage] {
        let known = held.filter { one in
            one.visible <= uptime && date.map { one.message.created > $0 } ?? true
        }
        return known.map(\.message).sorted { $0.position < $1.position }
    }

    /// What is to be told to those who listen: each once.
    func news(at uptime: Double) -> [RemoteMessage] {
        var news: [RemoteMessage] = []
        for index in held.indices where !held[index].isTold && held[index].visible <= uptime {
            held[index].isTold = true
            news.append(held[index].message)
        }
        return news
    }

    /// Whether nothing waits to come to light, or to be done.
    var isAllTold: Bool { late.isEmpty && held.allSatisfy(\.isTold) }

    /// Carries out what was due up to a moment, each at its own time: a look long behind it finds it.
    func carryOut(at uptime: Double) {
        let due = late.filter { $0.due <= uptime }.sorted { $0.due < $1.due }
        late.removeAll { $0.due <= uptime }
        for act in due { make(act.content, by: act.person, for: act.by, at: act.due) }
    }
}

/// The way of one client to the server: each call waits until the world answers it.
final class HeldMessages: OnlineMessageProvider {
    enum Answer: Sendable {
        /// The messages, in parts, and whether the answer breaks off behind some of them.
        case messages([RemoteMessage], date: Date?, breaksBehind: Int?)
        case sent(RemoteMessage)
        case failed(any Error)
    }

    let site = Site.demo
    let onCall = MockMethod<MessageRequest?, Answer>("server", log: MockLog())
    let onSend = MockMethod<MessageContent, Answer>("server", log: MockLog())

    func rooms(of account: AccountKey) async throws -> [RemoteRoom] { throw NetworkError(.offline) }

    func openRoom(with person: String, as account: AccountKey) async throws -> RemoteRoom {
        throw NetworkError(.offline)
    }

    func messages(
        _ request: MessageRequest, by requests: (any RequestProvider)?,
        take: @Sendable ([RemoteMessage]) async throws -> Void
    ) async throws -> MessageAnswer {
        switch try await onCall.answer(to: request) {
        case .messages(let messages, let date, let end):
            for start in stride(from: 0, to: messages.count, by: 3) {
                if let end, start >= end { throw NetworkError(.offline) }
                try await take(Array(messages[start..<min(start + 3, messages.count)]))
            }
            if end != nil { throw NetworkError(.offline) }
            return MessageAnswer(serverDate: date)
        case .failed(let error): throw error
        case .sent: throw DataError(.unknown)
        }
    }

    func send(
        _ content: MessageContent, to room: ChatRoom.ID, by requests: any RequestProvider
    ) async throws -> RemoteMessage {
        switch try await onSend.answer(to: content) {
        case .sent(let message): return message
        case .failed(let error): throw error
        case .messages: throw DataError(.unknown)
        }
    }
}
