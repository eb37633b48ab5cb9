import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A request without an HTTP client, to see how a connection ends.
struct RawConnection {
    let text: String
    /// Whether the other side threw the connection away (RST) and did not close it (FIN).
    let isReset: Bool

    /// The status, or nil where nothing came.
    var status: Int? {
        text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// Sends a request, and reads to the end of the connection.
    static func ask(_ path: String, of base: URL) async throws -> RawConnection {
        try await send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", to: base)
    }

    /// Sends a form, and reads to the end of the connection.
    static func post(
        _ path: String, _ form: String, headers: [String: String], to base: URL
    ) async throws -> RawConnection {
        var head =
            "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: \(form.utf8.count)\r\n"
        head += "Content-Type: application/x-www-form-urlencoded\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return try await send(head + "\r\n" + form, to: base)
    }

    private static func send(_ request: String, to base: URL) async throws -> RawConnection {
        // On a thread of its own: reading waits, and the server needs the threads that tasks run on.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try read(Array(request.utf8), of: base) })
            }
        }
    }

    private static func read(_ request: [UInt8], of base: URL) throws -> RawConnection {
        #if canImport(Darwin)
            let file = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard file >= 0 else { throw POSIXError(.EBADF) }
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(base.port ?? 80).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
        guard Foundation.send(file, request, request.count, 0) == request.count else { throw POSIXError(.EPIPE) }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(file, &buffer, buffer.count, 0)
            if count > 0 {
                received += buffer[..<count]
            } else {
                let isReset = count < 0 && errno == ECONNRESET
                return RawConnection(text: String(decoding: received, as: UTF8.self), isReset: isReset)
            }
        }
    }
}
