import Core
import Database
import Foundation

/// One field of each kind, described by hand.
struct Sample: FieldRecord, Equatable {
    enum Side: String, Codable, CaseIterable { case buy, sell }
    enum Level: Int, Codable {
        case low = 1
        case high = 2
    }
    struct Nested: Codable, Equatable {
        var list: [Double]
        var map: [String: Int]
        var note: String?
    }

    var id: Int
    var big: Int64 = 0
    var price: Double = 0
    var flag = false
    var text = ""
    var date = Date(timeIntervalSince1970: 0)
    var link: URL?
    var count: Int?
    var large: Int64?
    var weight: Double?
    var state: Bool?
    var label: String?
    var seen: Date?
    var side = Side.buy
    var maybeSide: Side?
    var level = Level.low
    var maybeLevel: Level?
    var nested = Nested(list: [], map: [:])
    var maybeNested: Nested?
    var small: UInt8 = 0

    init(id: Int) { self.id = id }

    static let fields: FieldNames = [
        "id", "big", "price", "flag", "text", "date", "link", "count", "large", "weight", "state", "label", "seen",
        "side", "maybeSide", "level", "maybeLevel", "nested", "maybeNested", "small",
    ]

    func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(big)
        writer.write(price)
        writer.write(flag)
        writer.write(text)
        writer.write(date)
        writer.write(link)
        writer.write(count)
        writer.write(large)
        writer.write(weight)
        writer.write(state)
        writer.write(label)
        writer.write(seen)
        writer.write(side)
        writer.write(maybeSide)
        writer.write(level)
        writer.write(maybeLevel)
        writer.write(nested)
        writer.write(maybeNested)
        writer.write(small)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.read()
        big = try reader.read()
        price = try reader.read()
        flag = try reader.read()
        text = try reader.read()
        date = try reader.read()
        link = try reader.read()
        count = try reader.read()
        large = try reader.read()
        weight = try reader.read()
        state = try reader.read()
        label = try reader.read()
        seen = try reader.read()
        side = try reader.read()
        maybeSide = try reader.read()
        level = try reader.read()
        maybeLevel = try reader.read()
        nested = try reader.read()
        maybeNested = try reader.read()
        small = try reader.read()
    }
}

/// The same fields, left to the compiler.
struct CodedSample: StoredRecord, Equatable {
    var id: Int
    var big: Int64
    var price: Double
    var flag: Bool
    var text: String
    var date: Date
    var link: URL?
    var count: Int?
    var large: Int64?
    var weight: Double?
    var state: Bool?
    var label: String?
    var seen: Date?
    var side: Sample.Side
    var maybeSide: Sample.Side?
    var level: Sample.Level
    var maybeLevel: Sample.Level?
    var nested: Sample.Nested
    var maybeNested: Sample.Nested?
    var small: UInt8

    init(_ sample: Sample) {
        id = sample.id
        big = sample.big
        price = sample.price
        flag = sample.flag
        text = sample.text
        date = sample.date
        link = sample.link
        count = sample.count
        large = sample.large
        weight = sample.weight
        state = sample.state
        label = sample.label
        seen = sample.seen
        side = sample.side
        maybeSide = sample.maybeSide
        level = sample.level
        maybeLevel = sample.maybeLevel
        nested = sample.nested
        maybeNested = sample.maybeNested
        small = sample.small
    }
}

extension Sample {
    /// Any record: numbers of every size, texts of every script and with every kind of byte to escape.
    static func random(_ random: some RandomSource) -> Sample {
        func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }
        func isThere() -> Bool { below(3) > 0 }
        func integer() -> Int64 { Int64(bitPattern: random.next()) >> Int64(below(64)) }
        func double() -> Double {
            switch below(5) {
            case 0: Double(integer())
            case 1: (Double(below(100_000_000)) / 100)
            case 2: Double(integer()) * 0.001
            case 3: Double(below(1 << 53)) / Double(1 << 53) * 1_000
            default: finite()
            }
        }
        func finite() -> Double {
            let number = Double(bitPattern: random.next())
            return number.isFinite ? number : 1e300
        }
        func text() -> String {
            let pieces = [
                "a", "Zebra ", "\"", "\\", "\n", "\u{1}", "\u{1F}", "é", "e\u{301}", "ї", "한", "🏮", "\u{7F}", "/",
            ]
            let isPlain = below(2) == 0
            return (0..<below(20)).map { _ in pieces[isPlain ? below(2) : below(UInt64(pieces.count))] }.joined()
        }
        func nested() -> Nested {
            Nested(
                list: (0..<below(4)).map { _ in double() }, map: isThere() ? [text(): below(9), "b": 2] : [:],
                note: isThere() ? text() : nil)
        }
        var sample = Sample(id: Int(integer()))
        sample.big = integer()
        sample.price = double()
        sample.flag = isThere()
        sample.text = text()
        sample.date = Date(timeIntervalSince1970: Double(below(2_000_000_000_000)) / 1_000)
        sample.link = isThere() ? URL(string: "https://example.org/a/\(below(1_000))?q=%20&r=\(below(9))") : nil
        sample.count = isThere() ? Int(integer()) : nil
        sample.large = isThere() ? integer() : nil
        sample.weight = isThere() ? double() : nil
        sample.state = isThere() ? isThere() : nil
        sample.label = isThere() ? text() : nil
        sample.seen = isThere() ? Date(timeIntervalSince1970: double()) : nil
        sample.side = isThere() ? .buy : .sell
        sample.maybeSide = isThere() ? .sell : nil
        sample.level = isThere() ? .low : .high
        sample.maybeLevel = isThere() ? .high : nil
        sample.nested = nested()
        sample.maybeNested = isThere() ? nested() : nil
        sample.small = UInt8(below(256))
        return sample
    }
}
