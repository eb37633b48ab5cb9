import Core
import Testing

@testable import DealsKit

struct LineSplitterTests {
    /// Feeds bytes in pieces; a line that is too long becomes nil.
    private func split(_ bytes: [UInt8], pieces: () -> Int, longest: Int = 1_000) -> [[UInt8]?] {
        var splitter = LineSplitter(longest: longest)
        var lines: [[UInt8]?] = []
        func take(_ line: LineSplitter.Line, _ number: Int) {
            #expect(number == lines.count + 1)
            switch line {
            case .whole(let bytes): lines.append(Array(bytes))
            case .tooLong: lines.append(nil)
            }
        }
        var position = 0
        while position < bytes.count {
            let end = min(bytes.count, position + pieces())
            bytes[position..<end].withUnsafeBufferPointer { splitter.feed($0, take) }
            position = end
        }
        splitter.finish(take)
        return lines
    }

    @Test(arguments: 1...200) func howeverTheBytesComeTheLinesAreTheSame(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let lines = (0..<random.below(20)).map { _ in
            (0..<random.below(12)).map { _ in UInt8(truncatingIfNeeded: 11 + random.below(240)) }
        }
        let isEnded = random.below(2) == 0
        var bytes = Array(lines.joined(separator: [0x0A]))
        if isEnded, !lines.isEmpty { bytes.append(0x0A) }
        var expected = lines.map { $0.count > 8 ? nil : $0 }
        // A last line of nothing is none.
        if !isEnded, lines.last?.isEmpty == true { expected.removeLast() }
        let found = split(bytes, pieces: { 1 + random.below(5) }, longest: 8)
        #expect(found == expected, "seed \(seed)")
    }

    @Test func aByteOrderMarkIsLeftOutAtTheStartOnly() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = mark + [0x61, 0x0A] + mark + [0x62]
        for piece in 1...8 { #expect(split(bytes, pieces: { piece }) == [[0x61], mark + [0x62]]) }
        #expect(split(mark, pieces: { 3 }) == [[]])
    }

    @Test func aLineThatIsTooLongIsToldOnceAndTheNextOneIsRead() {
        let bytes = [UInt8](repeating: 0x61, count: 5_000) + [0x0A, 0x62, 0x0A]
        #expect(split(bytes, pieces: { 64 }) == [nil, [0x62]])
        #expect(split(bytes, pieces: { 10_000 }) == [nil, [0x62]])
        #expect(split([UInt8](repeating: 0x61, count: 1_001), pieces: { 7 }) == [nil])
        #expect(split([UInt8](repeating: 0x61, count: 1_000), pieces: { 7 })[0]?.count == 1_000)
    }
}
