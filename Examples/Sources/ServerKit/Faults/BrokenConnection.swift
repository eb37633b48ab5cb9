package import FlyingFox
import FlyingSocks
package import Foundation

/// The error that closes a connection on purpose.
package struct BrokenConnection: Error {
    /// The error.
    package init() {}
}

extension BrokenConnection {
    /// A response that closes the connection before a byte is sent.
    ///
    /// FlyingFox has no word for that, but it asks the handler of a web socket before it answers, and closes the
    /// connection when the handler throws.
    package static var beforeResponse: HTTPResponse {
        HTTPResponse(webSocket: RefusingHandler())
    }

    /// A response that throws the connection away, after so much was sent on it.
    ///
    /// - Parameter data: The beginning of a whole response, its head included; empty for none.
    /// - Returns: The response for FlyingFox.
    package static func aborting(after data: Data) -> HTTPResponse {
        HTTPResponse(webSocket: AbortingHandler(data: data))
    }

    private struct RefusingHandler: WSHandler {
        func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
            throw BrokenConnection()
        }
    }

    private struct AbortingHandler: WSHandler {
        let data: Data

        func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
            if let socket = await SocketCatcher.socket(behind: client) {
                try socket.setValue((), for: AbortiveClose())
                // What does not fit into the socket's buffer is left out: the connection ends here anyway.
                if !data.isEmpty { _ = try socket.write(data) }
            }
            throw BrokenConnection()
        }
    }
}
