package import FlyingFox
import FlyingSocks
import Foundation

/// Owns the listening socket: opens it, tells its port and closes it for good.
package actor HTTPListener {
    private struct Session: Sendable {
        let server: HTTPServer
        let runner: Task<Void, any Error>
        let port: UInt16
    }

    private var opening: Task<Session, any Error>?
    private var closing: Task<Void, Never>?
    /// Kept apart for `deinit`, which cannot wait.
    private var runner: Task<Void, any Error>?

    /// A listener that is not listening yet.
    package init() {}

    deinit {
        runner?.cancel()
    }

    /// Opens the socket on 127.0.0.1, and returns the port when connections are accepted there; at once when that was
    /// already so.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any that is free.
    ///   - handler: What answers.
    /// - Returns: The port.
    /// - Throws: ``NotListening``, or the system's error, for instance for a port that is taken.
    package func start(port: UInt16, handler: any HTTPHandler) async throws -> UInt16 {
        await closing?.value
        let task = opening ?? Task { try await Self.open(port: port, handler: handler) }
        opening = task
        do {
            let session = try await task.value
            if opening == task { runner = session.runner }
            return session.port
        } catch {
            if opening == task { opening = nil }
            throw error
        }
    }

    /// Closes the socket, and returns when it is closed and every connection has ended.
    package func stop() async {
        if let task = opening {
            opening = nil
            runner = nil
            closing = Task {
                // A server that could not be opened has nothing to close; `start` has thrown its error.
                guard case .success(let session) = await task.result else { return }
                await session.server.stop()
                // Its end by cancellation is what was asked for.
                _ = await session.runner.result
            }
        }
        await closing?.value
    }

    /// A year, in seconds: as good as no bound.
    private static let patience: TimeInterval = 365 * 86_400

    private static func open(port: UInt16, handler: any HTTPHandler) async throws -> Session {
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port),
                // A request that hangs on purpose hangs until the server is stopped.
                timeout: patience,
                // Each server has a pool of its own, and nothing is logged: standard output belongs to the program.
                pool: PromptSocketPool(HTTPServer.defaultPool()), logger: .disabled),
            handler: handler)
        // Without a bound of its own: on a busy machine it may take longer than FlyingFox's five seconds.
        let listening = Task { try await server.waitUntilListening(timeout: patience) }
        let runner = Task {
            do {
                try await server.run()
            } catch {
                listening.cancel()
                throw error
            }
        }
        do {
            try await listening.value
            guard case .ip4(_, let port)? = await server.listeningAddress else { throw NotListening() }
            return Session(server: server, runner: runner, port: port)
        } catch {
            runner.cancel()
            do {
                // The reason why it did not run says more than that the waiting ended.
                try await runner.value
            } catch is CancellationError {
                // It did run, and was cancelled here.
            }
            throw error
        }
    }
}

/// The error of a server that ended while it was being started.
package struct NotListening: Error {}
