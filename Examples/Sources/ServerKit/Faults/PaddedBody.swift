import FlyingSocks
package import Foundation

/// Some bytes, and then blanks up to a given length, made as they are sent.
package struct PaddedBody: AsyncBufferedSequence {
    /// A byte.
    package typealias Element = UInt8

    /// The first bytes.
    package let start: Data
    /// The length in bytes.
    package let count: Int

    /// A body.
    ///
    /// - Parameters:
    ///   - start: Its first bytes.
    ///   - count: Its length; what is beyond it of the first bytes is left out.
    package init(start: Data, count: Int) {
        self.start = start
        self.count = count
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(start: start.prefix(count), remaining: count)
    }

    /// Makes the bytes.
    package struct Iterator: AsyncBufferedIteratorProtocol {
        private static let blanks = Data(repeating: UInt8(ascii: " "), count: 65_536)

        fileprivate var start: Data
        fileprivate var remaining: Int

        package mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        package mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            try Task.checkCancellation()
            guard remaining > 0 else { return nil }
            let source = start.isEmpty ? Self.blanks : start
            let chunk = source.prefix(Swift.min(count, remaining))
            start = start.dropFirst(chunk.count)
            remaining -= chunk.count
            return chunk
        }
    }
}
