import FlyingFox
import FlyingSocks
import Synchronization

/// Finds out on which socket a handler's answer will go.
///
/// FlyingFox does not tell its handlers. But it lets the handler of a web socket read from the client; as the client is
/// waiting for an answer there is nothing to read, so that the socket comes to wait in the pool, which is ours.
final class SocketCatcher: Sendable {
    /// The catcher of this task, if one is waiting.
    @TaskLocal static var current: SocketCatcher?

    private let caught = Mutex<Socket?>(nil)

    /// Takes a socket that came to wait, and ends the waiting.
    func take(_ socket: Socket) throws {
        caught.withLock { $0 = socket }
        throw BrokenConnection()
    }

    /// The socket that a stream of frames is read from; nil when the client has closed it or goes on talking.
    static func socket(behind client: AsyncThrowingStream<WSFrame, any Error>) async -> Socket? {
        let catcher = SocketCatcher()
        do {
            _ = try await $current.withValue(catcher) { try await client.first { _ in true } }
        } catch {
            // The catcher's own error or the connection's: which of them, the caught socket says.
        }
        return catcher.caught.withLock { $0 }
    }
}
