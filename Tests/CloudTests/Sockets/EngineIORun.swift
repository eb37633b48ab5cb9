import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// A connection under way to a ``PollingServer``, on a clock that stands still.
struct EngineIORun {
    let server: PollingServer
    let clock: ManualClock
    let connection: EngineIOConnection
    /// What came, in order.
    let received: ObservableValue<[EngineIOConnection.Message]>
    let opened: ObservableValue<EngineIOHandshake?>
    /// The whole life of the connection; the error of its end, `nil` for a cancellation.
    let life: Task<SocketError?, Never>

    init(
        _ server: PollingServer = PollingServer(), url text: String = "https://chat.example/v1/",
        clock: ManualClock = ManualClock(), change: (inout EngineIOConnection.Setup) -> Void = { _ in },
        receive: @escaping @Sendable (EngineIOConnection.Message) async throws -> Void = { _ in }
    ) throws {
        let address = try EngineIOAddress(server: url(text), path: "/socket.io/")
        var setup = EngineIOConnection.Setup(address: address, transport: server, time: clock)
        change(&setup)
        let (connection, received) = (
            EngineIOConnection(setup), ObservableValue<[EngineIOConnection.Message]>([])
        )
        let opened = ObservableValue<EngineIOHandshake?>(nil)
        (self.server, self.clock, self.connection) = (server, clock, connection)
        (self.received, self.opened) = (received, opened)
        life = Task {
            do {
                try await connection.run {
                    opened.set($0)
                } receive: { message in
                    received.update { $0.append(message) }
                    try await receive(message)
                }
                return nil
            } catch {
                return error as? SocketError
            }
        }
    }

    /// Returns when the first poll waits.
    func connected() async { await server.pollCount.reaches(1) }

    /// Returns when a poll waits and no POST is under way, whose time limit would end with the clock's.
    func settled() async { await server.settled(connection) }

    /// Ends the connection, whatever it does.
    func stop() async {
        life.cancel()
        _ = await life.value
    }
}
