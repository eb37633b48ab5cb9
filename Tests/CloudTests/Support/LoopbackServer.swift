import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A server on a free loopback port that says exactly the bytes it is told to, on threads of its own.
final class LoopbackServer: Sendable {
    /// What to do with a request, one step after the other; the connection is closed after the last.
    enum Step: Sendable {
        case send(String)
        /// Says nothing until the client or the test goes away.
        case hang
        /// Ends the connection with a reset.
        case reset
        /// Sends without end.
        case flood
        /// Waits for the next request on the same connection.
        case next
    }

    struct Request: Sendable {
        let text: String
        /// How many requests came over the same connection before.
        let precedingCount: Int
        /// What stands between the method and the version.
        var target: String { text.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
        func header(_ name: String) -> String? {
            let line = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    private struct State {
        var isStopped = false
        var connections: Set<Int32> = []
        var requests: [Request] = []
    }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let steps: @Sendable (Request) -> [Step]

    /// The requests so far.
    var requests: [Request] { state.withLock { $0.requests } }

    /// The server's base.
    var url: URL { CloudTests.url("http://127.0.0.1:\(port)") }

    init(_ steps: @escaping @Sendable (Request) -> [Step]) throws {
        self.steps = steps
        #if canImport(Darwin)
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, pointer, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    /// Ends all connections.
    func stop() {
        let connections = state.withLock { state in
            let isFirst = !state.isStopped
            state.isStopped = true
            return isFirst ? state.connections : nil
        }
        guard let connections else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    private func accept() {
        while true {
            #if canImport(Darwin)
                let connection = Darwin.accept(listener, nil, nil)
            #elseif canImport(Musl)
                let connection = Musl.accept(listener, nil, nil)
            #else
                let connection = Glibc.accept(listener, nil, nil)
            #endif
            guard connection >= 0 else { return }
            let isWanted = state.withLock { state in
                if !state.isStopped { state.connections.insert(connection) }
                return !state.isStopped
            }
            guard isWanted else {
                _ = close(connection)
                return
            }
            Thread.detachNewThread { [self] in serve(connection) }
        }
    }

    private func serve(_ connection: Int32) {
        #if canImport(Darwin)
            // There is no flag for it in `send` here, and a client that has gone must not end the tests.
            var isOn: Int32 = 1
            setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        defer {
            state.withLock { _ = $0.connections.remove(connection) }
            close(connection)
        }
        var count = 0
        while serve(connection, precedingCount: count) { count += 1 }
    }

    /// Serves one request; returns whether the connection stays open for another one.
    private func serve(_ connection: Int32, precedingCount: Int) -> Bool {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            bytes += buffer[..<count]
        }
        let request = Request(text: String(decoding: bytes, as: UTF8.self), precedingCount: precedingCount)
        state.withLock { $0.requests.append(request) }
        for step in steps(request) {
            switch step {
            case .send(let text): guard write(text, to: connection) else { return false }
            case .hang: while recv(connection, &buffer, buffer.count, 0) > 0 {}
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            case .flood: while write(String(repeating: "x", count: 1 << 16), to: connection) {}
            case .next: return true
            }
        }
        return false
    }

    private func write(_ text: String, to connection: Int32) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension LoopbackServer {
    /// A whole answer as it goes over the wire.
    static func answer(
        _ status: String, _ headers: [String] = [], _ body: String = "", isLast: Bool = true
    ) -> String {
        let ending = ["Content-Length: \(body.utf8.count)", "Connection: \(isLast ? "close" : "keep-alive")"]
        let lines = ["HTTP/1.1 \(status)"] + headers + ending
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}

/// Runs a test against a server that ends with it.
@discardableResult
func withServer<Result>(
    _ steps: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step],
    _ body: (LoopbackServer) async throws -> Result
) async throws -> Result {
    let server = try LoopbackServer(steps)
    defer { server.stop() }
    return try await body(server)
}
