import Core
import Foundation
import Synchronization

@testable import Cloud

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if os(Linux) || os(macOS)
    /// A transport of WebSockets to this machine on plain sockets (RFC 6455), as much of it as a test needs.
    struct LoopbackWebSockets: WebSocketTransport {
        /// How many were opened.
        let openCount = ObservableValue(0)

        func open(
            _ url: URL, headers: [String: String], maximumBytes: Int
        ) async throws -> any WebSocketConnection {
            let connection = try LoopbackWebSocket(url, headers: headers)
            openCount.update { $0 += 1 }
            return connection
        }
    }

    private final class LoopbackWebSocket: WebSocketConnection {
        private let socket: Int32
        private let frames: AsyncThrowingStream<WebSocketFrame, any Error>
        private let continuation: AsyncThrowingStream<WebSocketFrame, any Error>.Continuation
        private let isClosed = Mutex(false)

        init(_ url: URL, headers: [String: String]) throws {
            (frames, continuation) = AsyncThrowingStream.makeStream()
            #if canImport(Darwin)
                socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
            #else
                socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(url.port ?? 80).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let descriptor = socket
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isConnected else {
                _ = Foundation.close(descriptor)
                throw POSIXError(.ECONNREFUSED)
            }
            let lines =
                [
                    "GET \(url.path(percentEncoded: true))?\(url.query(percentEncoded: true) ?? "") HTTP/1.1",
                    "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                ] + headers.map { "\($0.key): \($0.value)" }
            write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                guard let byte = read(1)?.first else { break }
                head.append(byte)
            }
            guard String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 101") else {
                _ = Foundation.close(descriptor)
                throw NetworkError(.badRequest)
            }
            Thread.detachNewThread { [self] in receiveFrames() }
        }

        func send(_ frame: WebSocketFrame) async throws {
            switch frame {
            case .text(let text): send(0x81, Array(text.utf8))
            case .binary(let data): send(0x82, Array(data))
            }
        }

        func receive() async throws -> WebSocketFrame {
            for try await frame in frames { return frame }
            try Task.checkCancellation()
            throw NetworkError(.offline)
        }

        func close() async {
            let isFirst = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return !isClosed
            }
            if isFirst { shutdown(socket, Int32(SHUT_RDWR)) }
        }

        /// Frames of the server are whole and have no mask; those of a client have one.
        private func receiveFrames() {
            while let head = read(2) {
                var length = Int(head[1] & 0x7F)
                if length >= 126 {
                    guard let bytes = read(length == 126 ? 2 : 8) else { break }
                    length = bytes.reduce(0) { $0 << 8 | Int($1) }
                }
                guard let payload = read(length) else { break }
                switch head[0] & 0x0F {
                case 1: continuation.yield(.text(String(decoding: payload, as: UTF8.self)))
                case 2: continuation.yield(.binary(Data(payload)))
                case 9: send(0x8A, payload)
                case 8: shutdown(socket, Int32(SHUT_RDWR))
                default: break
                }
            }
            continuation.finish()
            _ = Foundation.close(socket)
        }

        private func send(_ type: UInt8, _ payload: [UInt8]) {
            var frame = [type]
            switch payload.count {
            case ..<126: frame.append(0x80 | UInt8(payload.count))
            case ..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
            default:
                frame.append(0x80 | 127)
                frame += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) }
            }
            let mask: [UInt8] = [1, 2, 3, 4]
            write(frame + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] })
        }

        private func read(_ count: Int) -> [UInt8]? {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: max(count, 1))
            while bytes.count < count {
                let received = recv(socket, &buffer, count - bytes.count, 0)
                guard received > 0 else { return nil }
                bytes += buffer[..<received]
            }
            return bytes
        }

        private func write(_ bytes: [UInt8]) {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
#endif
