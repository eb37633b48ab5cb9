import FlyingSocks
package import Foundation

/// A body that comes in pieces, or breaks off at its end.
package struct FragmentBody: AsyncBufferedSequence {
    /// A byte.
    package typealias Element = UInt8

    /// The bytes.
    package let data: Data
    /// The greatest size of a piece in bytes.
    package var pieceSize = Int.max
    /// The pause before each piece.
    package var pause = Duration.zero
    /// Whether the connection is closed after the last piece.
    package var breaksOff = false

    /// A body that is whole, until something else is set.
    ///
    /// - Parameters:
    ///   - data: What is sent of it.
    ///   - breaksOff: Whether the connection is closed after that.
    package init(data: Data, breaksOff: Bool = false) {
        self.data = data
        self.breaksOff = breaksOff
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(body: self, rest: data)
    }

    /// Gives the pieces.
    package struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let body: FragmentBody
        fileprivate var rest: Data

        package mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        package mutating func nextBuffer(suggested count: Int) async throws -> Data? {
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
