import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A server on this machine that answers slowly, or hangs up, and counts who connects.
///
/// Before ``listen()`` its port is taken and every connection to it is refused.
final class LocalServer: Sendable {
    /// An answer.
    struct Answer {
        var type: String
        var body: Data
    }

    /// What it does with a connection.
    enum Manner {
        case answer(after: TimeInterval)
        /// Hangs up at once.
        case reset
    }

    private struct State {
        var manner = Manner.answer(after: 0)
        var connections: [ContinuousClock.Instant] = []
        var openCount = 0
        var answerCount = 0
    }

    let port: UInt16
    private let socket: Int32
    private let answer: @Sendable (_ target: String) -> Answer?
    private let state = Mutex(State())

    /// Takes a free port.
    ///
    /// - Parameter answer: The answer to a path with its query; nil where there is nothing.
    /// - Throws: ``WrongAnswer`` where there is no port.
    init(_ answer: @escaping @Sendable (_ target: String) -> Answer?) throws {
        self.answer = answer
        #if canImport(Glibc)
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #elseif canImport(Darwin)
            let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #else
            let socket = Musl.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        self.socket = socket
        // Not for the programs that are started.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        guard isBound else { throw WrongAnswer(description: "No port is free") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(socket) }

    /// The server's address.
    var base: String { "http://127.0.0.1:\(port)" }

    /// The moments at which somebody connected.
    var connections: [ContinuousClock.Instant] { state.withLock { $0.connections } }

    /// The number of connections that wait for an answer.
    var openCount: Int { state.withLock { $0.openCount } }

    /// The number of answers that were given.
    var answerCount: Int { state.withLock { $0.answerCount } }

    /// Whether nobody has asked for anything in the last two seconds.
    var isQuiet: Bool { connections.last.map { ContinuousClock().now - $0 > .seconds(2) } ?? true }

    func set(_ manner: Manner) { state.withLock { $0.manner = manner } }

    /// Begins to take connections; once.
    func listen() throws {
        #if canImport(Glibc)
            let isListening = Glibc.listen(socket, 128) == 0
        #elseif canImport(Darwin)
            let isListening = Darwin.listen(socket, 128) == 0
        #else
            let isListening = Musl.listen(socket, 128) == 0
        #endif
        guard isListening else { throw WrongAnswer(description: "The port cannot be listened at") }
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                let manner = state.withLock { state in
                    state.connections.append(ContinuousClock().now)
                    return state.manner
                }
                switch manner {
                case .reset:
                    var lingering = linger(l_onoff: 1, l_linger: 0)
                    setsockopt(
                        connection, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
                    close(connection)
                case .answer(let delay):
                    state.withLock { $0.openCount += 1 }
                    Thread.detachNewThread { [self] in
                        serve(connection, after: delay)
                        close(connection)
                        state.withLock { $0.openCount -= 1 }
                    }
                }
            }
        }
    }

    /// Answers the one request of a connection.
    private func serve(_ connection: Int32, after delay: TimeInterval) {
        var (head, buffer) = (Data(), [UInt8](repeating: 0, count: 4_096))
        while head.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            // A client that has gone needs no answer.
            guard count > 0 else { return }
            head += buffer[..<count]
        }
        let target = String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first ?? "/"
        if delay > 0 { Thread.sleep(forTimeInterval: delay) }
        let answer = answer(String(target))
        let body = answer?.body ?? Data()
        let lines = [
            "HTTP/1.1 \(answer == nil ? "404 Not Found" : "200 OK")", "Content-Type: \(answer?.type ?? "text/plain")",
            "Content-Length: \(body.count)", "Connection: close", "", "",
        ]
        let file = FileHandle(fileDescriptor: connection, closeOnDealloc: false)
        // One that goes meanwhile needs none either.
        try? file.write(contentsOf: Data(lines.joined(separator: "\r\n").utf8) + body)
        state.withLock { $0.answerCount += 1 }
    }
}
