import FlyingFox
import FlyingSocks
import Foundation

/// Why a connection is being closed on purpose.
struct BrokenConnection: Error {}

extension BrokenConnection {
    /// A response that closes the connection before a byte is sent.
    ///
    /// FlyingFox has no word for that, but it asks the handler of a web socket before it answers, and closes the
    /// connection when the handler throws.
    static var beforeResponse: HTTPResponse {
        HTTPResponse(webSocket: RefusingHandler())
    }

    /// A response that promises a whole body and breaks off after half of it.
    static func midBody(_ data: Data, contentType: String) -> HTTPResponse {
        let body = HTTPBodySequence(from: BreakingBody(prefix: data.prefix(data.count / 2)), count: data.count)
        return HTTPResponse(statusCode: .ok, headers: [.contentType: contentType], body: body)
    }

    private struct RefusingHandler: WSHandler {
        func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
            throw BrokenConnection()
        }
    }
}

/// Some bytes, and then an error.
private struct BreakingBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let prefix: Data

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: prefix)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var rest: Data

        mutating func next() async throws -> UInt8? {
            guard let byte = rest.popFirst() else { throw BrokenConnection() }
            return byte
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { throw BrokenConnection() }
            let chunk = rest.prefix(count)
            rest = rest.dropFirst(count)
            return chunk
        }
    }
}
