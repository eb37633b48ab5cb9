import FlyingSocks
import Foundation

/// Some bytes, and then blanks up to a given length, made as they are sent.
struct PaddedBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let start: Data
    let count: Int

    func makeAsyncIterator() -> Iterator {
        Iterator(start: start.prefix(count), remaining: count)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        private static let blanks = Data(repeating: UInt8(ascii: " "), count: 65_536)

        fileprivate var start: Data
        fileprivate var remaining: Int

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
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
