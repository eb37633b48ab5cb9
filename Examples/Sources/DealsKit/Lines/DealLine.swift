/// A deal as a line of JSON: reading any form of it, and writing one.
enum DealLine {
    /// The greatest length of a line in bytes: a record of the store has no more.
    static let longest = 16 << 20

    private enum Field {
        case id, date, instrument, price, amount, side, unknown

        init(_ key: JSONCursor.Text) {
            if key.equals("id") {
                self = .id
            } else if key.equals("date") {
                self = .date
            } else if key.equals("instrument") {
                self = .instrument
            } else if key.equals("price") {
                self = .price
            } else if key.equals("amount") {
                self = .amount
            } else if key.equals("side") {
                self = .side
            } else {
                self = .unknown
            }
        }
    }

    /// Reads a line: the keys in any order, unknown ones ignored, the last of equal ones counts.
    ///
    /// - Parameter line: The line, without its line feed.
    /// - Returns: The deal; nil for a line of nothing but white space.
    /// - Throws: The reason why it is no deal.
    static func read(_ line: UnsafeBufferPointer<UInt8>) throws(LineProblem) -> Deal? {
        guard let start = line.baseAddress else { return nil }
        var cursor = JSONCursor(start: start, count: line.count)
        cursor.skipSpace()
        if cursor.isAtEnd { return nil }
        guard cursor.take(UInt8(ascii: "{")) else {
            try cursor.skipValue()
            throw .notAnObject
        }
        let deal = try readFields(&cursor)
        // Some escapes are longer as the store writes them.
        if line.count > longest / 4, json(of: deal).count > longest - 1 { throw .tooLong }
        return deal
    }

    private static func readFields(_ cursor: inout JSONCursor) throws(LineProblem) -> Deal {
        var id: Int?
        var date: Double?
        var instrument: String?
        var price: Double?
        var amount: Double?
        var side: Deal.Side?
        // What is wrong with a value is said only when the line is JSON at all.
        var problem: LineProblem?
        cursor.skipSpace()
        var isEnd = cursor.take(UInt8(ascii: "}"))
        while !isEnd {
            cursor.skipSpace()
            let field = try field(&cursor)
            cursor.skipSpace()
            try cursor.expect(UInt8(ascii: ":"))
            cursor.skipSpace()
            switch field {
            case .id: id = try integer("id", &cursor, &problem)
            case .date: date = try number("date", &cursor, &problem)
            case .instrument: instrument = try text("instrument", &cursor, &problem)
            case .price: price = try number("price", &cursor, &problem)
            case .amount: amount = try number("amount", &cursor, &problem)
            case .side:
                side = try text("side", &cursor, &problem).flatMap(Deal.Side.init)
                if side == nil { problem = problem ?? .wrong("side", "'buy' or 'sell'") }
            case .unknown: try cursor.skipValue()
            }
            cursor.skipSpace()
            isEnd = cursor.take(UInt8(ascii: "}"))
            if !isEnd { try cursor.expect(UInt8(ascii: ",")) }
        }
        cursor.skipSpace()
        guard cursor.isAtEnd else { throw .badJSON }
        if let problem { throw problem }
        guard let id else { throw .missing("id") }
        guard let date else { throw .missing("date") }
        guard let instrument else { throw .missing("instrument") }
        guard let price else { throw .missing("price") }
        guard let amount else { throw .missing("amount") }
        guard let side else { throw .missing("side") }
        return Deal(id: id, date: date, instrument: instrument, price: price, amount: amount, side: side)
    }

    private static func field(_ cursor: inout JSONCursor) throws(LineProblem) -> Field {
        let key = try cursor.text()
        if key.hasEscapes {
            var name = try JSONCursor.string(key)
            return name.withUTF8 { Field(JSONCursor.Text(bytes: $0, hasEscapes: false, isASCII: true)) }
        }
        if !key.isASCII { _ = try JSONCursor.string(key) }
        return Field(key)
    }

    private static func integer(
        _ field: String, _ cursor: inout JSONCursor, _ problem: inout LineProblem?
    ) throws(LineProblem) -> Int? {
        guard isNumber(cursor.next) else { return try wrong(field, "an integer", &cursor, &problem) }
        guard let integer = try cursor.number().integer else {
            problem = problem ?? .wrong(field, "an integer of 64 bits")
            return nil
        }
        return integer
    }

    private static func number(
        _ field: String, _ cursor: inout JSONCursor, _ problem: inout LineProblem?
    ) throws(LineProblem) -> Double? {
        guard isNumber(cursor.next) else { return try wrong(field, "a number", &cursor, &problem) }
        let number = try cursor.number().value
        guard number.isFinite else {
            problem = problem ?? .wrong(field, "finite")
            return nil
        }
        return number
    }

    private static func text(
        _ field: String, _ cursor: inout JSONCursor, _ problem: inout LineProblem?
    ) throws(LineProblem) -> String? {
        guard cursor.next == UInt8(ascii: "\"") else { return try wrong(field, "a text", &cursor, &problem) }
        return try JSONCursor.string(try cursor.text())
    }

    private static func isNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10
    }

    private static func wrong<Value>(
        _ field: String, _ expected: String, _ cursor: inout JSONCursor, _ problem: inout LineProblem?
    ) throws(LineProblem) -> Value? {
        try cursor.skipValue()
        problem = problem ?? .wrong(field, expected)
        return nil
    }
}
