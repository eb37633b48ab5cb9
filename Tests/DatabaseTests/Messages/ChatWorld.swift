import Foundation
import Mocks

@testable import Core
@testable import Database

/// Two people who write to each other, each on one device, and a server between them: everything that happens is drawn
/// from one seed.
final class ChatWorld {
    let random: SeededRandomSource
    let server: ChatServer
    let clients: [ChatClient]
    private var uptime = 1000.0
    private var hasFaults = true
    private var wordCount = 0
    /// The messages that each person has queued, by the ids of their rows.
    private var queued: [[OutboxItem.ID: String]] = [[:], [:]]
    /// The ids of the rows of what the server has, which never change while an app runs and across its ends.
    private var names: [[String: String]] = [[:], [:]]
    private(set) var problems: [String] = []
    private(set) var trace: [String] = []
    private let isTraced: Bool

    init(seed: UInt64, isTraced: Bool = false) throws {
        let random = SeededRandomSource(seed: seed)
        (self.random, self.isTraced) = (random, isTraced)
        server = ChatServer(random: random)
        // One of the two clocks is wrong by hours.
        let skews = [0.0, Double(Int(random.next() % 20_000)) - 10_000]
        clients = try zip(["ann", "ben"], skews).map { name, skew in
            try ChatClient(name, uptime: 1000, skew: skew, random: random)
        }
    }

    private func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private func note(_ line: @autoclosure () -> String) {
        if isTraced { trace.append("\(Int(uptime)) \(line())") }
    }

    private func fail(_ line: String) {
        problems.append(line)
        note("!! \(line)")
    }

    func run(_ steps: Int) async throws {
        for client in clients { try await client.open() }
        for _ in 0..<steps where problems.isEmpty { try await step() }
        if problems.isEmpty { try await settle() }
        for client in clients { try await client.close() }
    }

    // MARK: What happens

    private func step() async throws {
        let place = number(2)
        let client = clients[place]
        switch number(20) {
        case 0..<3: try await write(place)
        case 3:
            // Another device of the same person, which may write the same words.
            let text = number(2) == 0 ? "same" : newText()
            note("\(client.account.name ?? ""): elsewhere \(text)")
            server.make(MessageContent(text: text), by: client.account.name ?? "", for: nil, at: uptime)
        case 4..<7: try await pass(Double(1 + number(6)))
        case 7: try await pass(Double(20 + number(60)))
        case 8, 9: try await toggleConnection(client)
        case 10..<13: try await deliver(to: client)
        case 13..<15: try await answerFetch(of: client)
        case 15..<17: try await answerSend(of: client)
        case 17: try await answerLook(of: client)
        case 18:
            if number(3) == 0 {
                note("\(client.account.name ?? ""): set the clock")
                client.skew = Double(number(20_000)) - 10_000
                client.setClock()
            }
        default:
            guard number(4) == 0 else { return }
            let losesPower = number(3) == 0
            note("\(client.account.name ?? ""): ends, power \(losesPower)")
            try await client.kill(losingPower: losesPower)
            try await client.open()
        }
        try await compare()
    }

    private func newText() -> String {
        wordCount += 1
        return "text \(wordCount)"
    }

    private func write(_ place: Int) async throws {
        let text = number(2) == 0 ? "same" : newText()
        let id = try await clients[place].queue(text)
        queued[place][id] = text
        note("\(clients[place].account.name ?? ""): writes \(text) as \(id)")
    }

    private func pass(_ seconds: Double) async throws {
        uptime += seconds
        server.carryOut(at: uptime)
        let news = server.news(at: uptime)
        for client in clients {
            client.uptime = uptime
            client.setClock()
            if client.isConnected { client.coming += news }
            try await client.follow(.woke)
            for wait in client.waits where wait.due <= uptime {
                client.waits.removeAll { $0.number == wait.number }
                try await client.handle(.waited(wait.number))
            }
        }
    }

    private func tell() {
        let news = server.news(at: uptime)
        for client in clients where client.isConnected { client.coming += news }
    }

    private func toggleConnection(_ client: ChatClient) async throws {
        tell()
        client.isConnected.toggle()
        // What was on its way is lost with the connection.
        client.coming = []
        note("\(client.account.name ?? ""): connected \(client.isConnected)")
        try await client.handle(client.isConnected ? .connected : .disconnected(DataError(.offline)))
    }

    private func deliver(to client: ChatClient) async throws {
        tell()
        guard client.isConnected, let message = client.coming.first else { return }
        // Now and then twice.
        if !hasFaults || number(5) > 0 { client.coming.removeFirst() }
        note("\(client.account.name ?? ""): hears \(message.id)")
        try await client.handle(.message(message))
    }

    private func answerFetch(of client: ChatClient) async throws {
        guard !client.fetches.isEmpty else { return }
        let fetch = client.fetches.removeFirst()
        let fault = hasFaults ? number(8) : 7
        // The server looks at some moment between the question and the answer; the earliest counts for the rules.
        let since = client.online.onCall.calls.last { $0?.priority == .userInitiated }??.since
        let messages = server.messages(since: since, at: uptime)
        switch fault {
        case 0: fetch.held.release(returning: .failed(NetworkError(.offline)))
        case 1:
            let end = messages.isEmpty ? 0 : number(messages.count)
            fetch.held.release(returning: .messages(messages, date: nil, breaksBehind: end))
        default:
            let date = number(2) == 0 ? ChatServer.date(uptime) : nil
            fetch.held.release(returning: .messages(messages, date: date, breaksBehind: nil))
        }
        let error = try await fetch.task.value
        note("\(client.account.name ?? ""): fetched \(messages.map(\.id)) since \(String(describing: since)), \(fault)")
        try await client.handle(.answered(fetch.number, error))
    }

    private func answerSend(of client: ChatClient) async throws {
        guard !client.sends.isEmpty else { return }
        let name = client.account.name ?? ""
        var attempt = client.sends[0].attempt
        let item = OutboxItem.ID(rawValue: attempt.id.rawValue)
        func act() -> RemoteMessage {
            attempt.made ?? server.make(attempt.content, by: name, for: item, at: uptime)
        }
        // It may be done long before its answer comes.
        if hasFaults, attempt.made == nil, number(3) == 0 {
            attempt.made = act()
            client.sends[0].attempt = attempt
            note("\(name): server took \(item)")
            return
        }
        let send = client.sends.removeFirst()
        let fault = hasFaults ? number(10) : 9
        switch fault {
        case 0 where attempt.made == nil: send.held.release(returning: .failed(NetworkError(.offline, isUnsent: true)))
        case 1: send.held.release(returning: .failed(NetworkError(.timedOut)))
        case 2:
            _ = act()
            send.held.release(returning: .failed(NetworkError(.timedOut)))
        case 3 where attempt.made == nil:
            server.late.append((uptime + Double(1 + number(30)), name, attempt.content, item))
            send.held.release(returning: .failed(NetworkError(.timedOut)))
        case 4 where attempt.made == nil:
            // Hidden from the look behind it, it would go again: a limit that is known.
            server.make(attempt.content, by: name, for: item, at: uptime, atOnce: true)
            send.held.release(returning: .failed(NetworkError(.serverError, status: 500)))
        case 5:
            _ = act()
            send.held.release(returning: .failed(NetworkError(.malformed, status: 200)))
        default: send.held.release(returning: .sent(act()))
        }
        let answer = await send.task.value
        note("\(name): sent \(item): \(answer), \(fault)")
        guard let entry = client.outbox.entries[attempt.id] else { return }
        try await client.follow(
            .answered([attempt.id], attempt: attempt.number, OutboxAnswer(answer, to: entry)))
    }

    private func answerLook(of client: ChatClient) async throws {
        guard !client.looks.isEmpty else { return }
        let look = client.looks.removeFirst()
        if let held = look.held {
            let since = client.online.onCall.calls.last { $0?.priority == .background }??.since
            let date = hasFaults && number(4) == 0 ? nil : ChatServer.date(uptime)
            let fails = hasFaults && number(6) == 0
            held.release(
                returning: fails
                    ? .failed(NetworkError(.offline))
                    : .messages(server.messages(since: since, at: uptime), date: date, breaksBehind: nil))
        }
        let finding = await look.task.value
        note("\(client.account.name ?? ""): looked for \(look.attempt.id): \(finding)")
        try await client.follow(.looked(look.attempt.id, attempt: look.attempt.number, finding))
    }

    // MARK: What has to be true

    /// At each moment: rows have ids of their own, stand in the room's order, and nothing that was queued is missing.
    private func compare() async throws {
        for (place, client) in clients.enumerated() {
            let rows = try await client.rows()
            let name = client.account.name ?? ""
            if Set(rows.map(\.id)).count != rows.count { fail("\(name): a row is there twice: \(rows.map(\.id))") }
            let natives = rows.compactMap(\.native)
            if Set(natives).count != natives.count { fail("\(name): a message is there twice") }
            let positions = rows.compactMap(\.position)
            if positions != positions.sorted() { fail("\(name): the order is not the room's") }
            if rows.drop(while: { $0.native != nil }).contains(where: { $0.native != nil }) {
                fail("\(name): something unsent stands before what is sent")
            }
            let ids = Set(rows.map(\.id))
            for (id, text) in queued[place] where !ids.contains(id.rawValue) {
                fail("\(name): \(id), '\(text)', is gone: \(rows.map { "\($0.id) \($0.native ?? "-") \($0.state)" })")
            }
            for row in rows where queued[place][OutboxItem.ID(rawValue: row.id)].map({ $0 != row.text }) ?? false {
                fail("\(name): another text stands in the row \(row.id)")
            }
        }
    }

    /// Everything works again: both have what the server has, in its order, and what was written is there once.
    private func settle() async throws {
        note("settles")
        hasFaults = false
        for _ in 0..<400 {
            try await pass(61)
            for client in clients {
                if !client.isConnected { try await toggleConnection(client) }
                while !client.fetches.isEmpty { try await answerFetch(of: client) }
                while !client.looks.isEmpty { try await answerLook(of: client) }
                while !client.sends.isEmpty { try await answerSend(of: client) }
                tell()
                while !client.coming.isEmpty { try await deliver(to: client) }
                for entry in client.outbox.entries.values where entry.state == .unsure {
                    // The person has seen both rows, or none.
                    let isThere = server.held.contains { $0.by?.rawValue == entry.id.rawValue }
                    note("decides \(entry.id): there \(isThere)")
                    queued[clients[0] === client ? 0 : 1][OutboxItem.ID(rawValue: entry.id.rawValue)] = nil
                    try await client.decide(isThere ? .arrived(result: nil, nil) : .giveUp(nil), on: entry.id)
                }
            }
            let isQuiet = clients.allSatisfy { client in
                client.outbox.entries.isEmpty && client.fetches.isEmpty && client.coming.isEmpty && client.sync.isInStep
            }
            if isQuiet, server.isAllTold { break }
        }
        try await compare()
        let wanted = server.messages(since: nil, at: .infinity).map(\.id)
        for client in clients {
            let rows = try await client.rows()
            if rows.compactMap(\.native) != wanted {
                fail("\(client.account.name ?? "") has \(rows.compactMap(\.native)) of \(wanted)")
            }
            if rows.contains(where: { $0.native == nil }) {
                fail("something is still not sent: \(rows.last?.id ?? "")")
            }
        }
        for (place, client) in clients.enumerated() {
            for (id, text) in queued[place] {
                let made = server.held.filter { $0.by == id }.count
                if made > 1 { fail("'\(text)', \(id), is on the server \(made) times") }
                // The same words from another device, at the same time, count as arrived.
                let mayBeTwin = text == "same" && server.held.contains { $0.by == nil && $0.message.text == text }
                if made == 0, !mayBeTwin { fail("'\(text)', \(id) of \(client.account.name ?? ""), never arrived") }
            }
        }
    }
}
