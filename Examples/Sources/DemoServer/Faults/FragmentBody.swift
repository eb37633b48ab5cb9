import FlyingSocks
import Foundation

/// A body that comes in pieces, or breaks off at its end.
struct FragmentBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let data: Data
    /// The greatest size of a piece in bytes.
    var pieceSize = Int.max
    /// The pause before each piece.
    var pause = Duration.zero
    /// Whether the connection is closed after the last piece.
    var breaksOff = false

    func makeAsyncIterator() -> Iterator {
        Iterator(body: self, rest: data)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let body: FragmentBody
        fileprivate var rest: Data

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else {
                if body.breaksOff { throw BrokenConnection() }
                return nil
            }
            if body.pause > .zero { try await Task.sleep(for: body.pause) }
            let piece = rest.prefix(Swift.max(1, Swift.min(count, body.pieceSize)))
            rest = rest.dropFirst(piece.count)
            return piece
        }
    }
}
