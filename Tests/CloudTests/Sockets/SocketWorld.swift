import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// A client at a ``PollingServer``, on a clock that stands still and without chance.
struct SocketWorld {
    let server: PollingServer
    let clock = ManualClock()
    let client: SocketClient

    init(
        _ server: PollingServer = PollingServer(), change: (inout SocketClient.Configuration) -> Void = { _ in }
    ) throws {
        self.server = server
        var configuration = SocketClient.Configuration(url: url("https://chat.example"))
        change(&configuration)
        client = try SocketClient(configuration, transport: server, time: clock, random: MiddleRandom())
    }

    /// Joins a namespace, and lets the server say that it is joined.
    func joined(_ name: String = "/a") async throws -> (SocketNamespace, SocketUpdates.Iterator) {
        let namespace = try await client.join(name)
        var updates = namespace.updates.makeAsyncIterator()
        await server.wait { $0.contains { $0.contains("40" + name) } }
        server.say("40\(name),{\"sid\":\"n1\"}")
        #expect(await updates.next() == .joined(sid: "n1"))
        await settled()
        return (namespace, updates)
    }

    /// Returns when a poll waits and no POST is under way, whose time limit would end with the clock's.
    func settled() async {
        if let connection = await client.connection { await server.settled(connection) }
    }

    /// Breaks the poll that waits.
    func breakPoll() {
        server.polls.push(.fail(NetworkError(.offline, underlying: ConnectionFailure(.lost))))
    }

    /// Returns when the client waits for its next attempt; how long it will.
    func pause() async throws -> Duration {
        for await state in client.state.values {
            if case .waiting(let date, _) = state {
                while clock.sleeperCount == 0 { await Task.yield() }
                return .seconds(date.timeIntervalSince(clock.now))
            }
        }
        throw CancellationError()
    }

    func connected() async {
        await client.state.wait { if case .connected = $0 { true } else { false } }
    }
}

extension PollingServer {
    /// Returns when the bodies of the POSTs fulfil a condition.
    func wait(_ isTrue: @escaping @Sendable ([String]) -> Bool) async {
        for await _ in postCount.values where isTrue(bodies) { return }
    }
}

extension SocketUpdate {
    var error: SocketError? {
        switch self {
        case .interrupted(let error), .ended(let error): error
        case .joined, .event: nil
        }
    }
}
