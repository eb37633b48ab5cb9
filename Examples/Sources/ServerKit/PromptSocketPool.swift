import FlyingSocks
import Foundation

/// A pool that turns off Nagle's algorithm on every socket that comes to wait in it.
///
/// FlyingFox sends the head and the body of a response in two writes. With Nagle's algorithm a small body then waits
/// until the client has acknowledged the head, which on a connection in use takes some 40 milliseconds.
struct PromptSocketPool<Base: AsyncSocketPool>: AsyncSocketPool {
    private let base: Base

    init(_ base: Base) {
        self.base = base
    }

    func prepare() async throws {
        try await base.prepare()
    }

    func run() async throws {
        try await base.run()
    }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        try SocketCatcher.current?.take(socket)
        // A socket that refuses is slower and no less right; if it is broken, waiting for it will say so.
        try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
