import Core
import Testing

@testable import Database

/// The encoding of keys, against the order that it stands for.
struct SortKeyTests {
    private let model: RunModel

    init() {
        let seed = UInt64.random(in: .min ... .max)
        print("SortKeyTests: seed \(seed)")
        model = RunModel(seed: seed, files: LocalFileSystem(), directory: "")
    }

    private func encoded(_ key: IndexKey) -> SortKey { RunModel.encoded(key) }

    private func anyKey() -> IndexKey {
        switch model.number(8) {
        case 0: return .integer(Int64(bitPattern: model.random.next()) >> Int64(model.number(64)))
        case 1:
            let number = Double(bitPattern: model.random.next())
            return .double(number.isFinite ? number : 0)
        case 2: return [.integer(.max), .integer(.min), .integer(0), .double(-0.0), .double(0)][model.number(5)]
        case 3:
            return [
                .double(.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude), .double(0x1p63),
                .double(.leastNonzeroMagnitude),
            ][model.number(4)]
        default: return model.randomKey()
        }
    }

    @Test func theOrderOfIndexKeysIsThatOfTheirBytes() {
        for _ in 0..<20_000 {
            let (left, right) = (anyKey(), anyKey())
            let (leftBytes, rightBytes) = (encoded(left), encoded(right))
            switch (left, right) {
            case (.integer(let integer), .double(let double)):
                // IndexKey rounds the integer; the bytes are exact.
                #expect((leftBytes < rightBytes) == isLess(integer, double), "\(left) \(right)")
                #expect((leftBytes == rightBytes) == (Int64(exactly: double) == integer), "\(left) \(right)")
                if left < right { #expect(leftBytes < rightBytes) }
            case (.double, .integer): break
            default:
                #expect((leftBytes < rightBytes) == (left < right), "\(left) \(right)")
                #expect((leftBytes == rightBytes) == (left == right), "\(left) \(right)")
            }
        }
    }

    private func isLess(_ integer: Int64, _ double: Double) -> Bool {
        if double >= 0x1p63 { return true }
        if double < -0x1p63 { return false }
        let floor = Int64(double.rounded(.down))
        return integer < floor || (integer == floor && double > Double(floor))
    }

    @Test func everyIntegerOfAStretchHasItsPlace() {
        let bases: [Int64] = [.min, -(1 << 54) - 1000, (1 << 53) - 1000, (1 << 62) - 1000, .max - 2000]
        for base in bases {
            for number in base..<(base + 2000) {
                #expect(encoded(.integer(number)) < encoded(.integer(number + 1)))
            }
        }
    }

    @Test func aKeyIsComparedByItsBytes() {
        for _ in 0..<5_000 {
            let (left, right) = (RunModel.key(anyKey(), anyKey()), RunModel.key(anyKey(), anyKey()))
            #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes))
            #expect((left == right) == (left.bytes == right.bytes))
            #expect(SortKey(left.bytes) == left)
            let cut = left.prefix(model.number(left.count + 1))
            #expect(cut.bytes == Array(left.bytes.prefix(cut.count)))
            #expect(left.hasPrefix(cut))
            #expect(cut == left || cut < left)
            #expect(left.hasPrefix(right) == left.bytes.starts(with: right.bytes))
        }
    }

    @Test func theFirstKeyOfACompositeIsFound() {
        for _ in 0..<5_000 {
            let (index, id) = (anyKey(), anyKey())
            let composite = RunModel.key(index, id)
            let prefix = composite.keyPrefix()
            #expect(prefix == encoded(index))
            #expect(prefix.keyPrefix() == prefix)
            #expect(composite < prefix.successorOfPrefix)
            let other = RunModel.key(anyKey(), id)
            #expect(other.hasPrefix(prefix) == (prefix <= other && other < prefix.successorOfPrefix))
        }
    }

    @Test func slotsAndOnesHaveSuccessors() {
        var builder = SortKeyBuilder()
        builder.append(raw: 0x01FF_FFFF)
        #expect(builder.finish().bytes == [1, 255, 255, 255])
        #expect(SortKey([1, 255, 255, 255]).successorOfPrefix == SortKey([2]))
        #expect(SortKey([255, 255]).successorOfPrefix > SortKey([255, 255, 255]))
    }

    @Test func aRunHasTheBytesOfItsFormat() {
        #expect(encoded(.null).bytes == [0, 0])
        #expect(encoded(.integer(1)).bytes == [0xBF, 0xF0, 0, 0, 0, 0, 0, 0, 0])
        #expect(encoded(.double(-1)).bytes == [0x40, 0x0F, 255, 255, 255, 255, 255, 255, 0])
        #expect(encoded(.integer(1 << 53)).bytes.count == 9)
        #expect(encoded(.integer((1 << 53) + 1)).bytes == [0xC3, 0x40, 0, 0, 0, 0, 0, 0, 1, 1])
        #expect(encoded(.text("a\u{0}\u{1}b")).bytes == [0xFF, 0xF1, 97, 1, 1, 1, 2, 98, 0])
    }
}
