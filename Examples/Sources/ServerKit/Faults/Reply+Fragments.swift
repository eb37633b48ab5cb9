package import FlyingFox
import Foundation

// Answers with the right head, and a body that is not sent as it should be.
extension Reply {
    /// The response whose body comes in pieces, with a pause before each.
    ///
    /// - Parameters:
    ///   - size: The greatest size of a piece in bytes.
    ///   - pause: The pause.
    /// - Returns: The response.
    package func dripping(_ size: Int, every pause: Duration) -> HTTPResponse {
        var body = FragmentBody(data: data)
        (body.pieceSize, body.pause) = (size, pause)
        return fragmented(body, promising: data.count)
    }

    /// The response that promises so many bytes more than it has, or fewer, and is broken off behind them.
    package func promising(more difference: Int) -> HTTPResponse {
        fragmented(FragmentBody(data: data, breaksOff: true), promising: max(0, data.count + difference))
    }

    /// The response that is whole, and has only half of the body.
    package var halved: HTTPResponse {
        var reply = self
        reply.data = data.prefix(data.count / 2)
        return reply.response
    }

    /// The response that is broken off in the middle of the body.
    package var brokenOff: HTTPResponse {
        fragmented(FragmentBody(data: data.prefix(data.count / 2), breaksOff: true), promising: data.count)
    }

    private func fragmented(_ body: FragmentBody, promising count: Int) -> HTTPResponse {
        response(HTTPBodySequence(from: body, count: count, suggestedBufferSize: 65_536))
    }
}
