import Core

@testable import DealsKit

/// Lines of JSON for tests.
enum Lines {
    static func line(
        _ id: Int, date: Double = 1, instrument: String = "EURUSD_TOD", price: Double = 62.5, amount: Double = 100,
        side: Deal.Side = .buy
    ) -> String {
        let deal = Deal(id: id, date: date, instrument: instrument, price: price, amount: amount, side: side)
        return String(decoding: DealLine.json(of: deal), as: UTF8.self)
    }

    /// The lines of deals with ids from 1.
    static func text(_ ids: ClosedRange<Int>) -> String {
        ids.map { line($0) + "\n" }.joined()
    }

    /// Reads a line.
    static func read(_ text: String) throws -> Deal? {
        try read(Array(text.utf8))
    }

    static func read(_ bytes: [UInt8]) throws -> Deal? {
        try bytes.withUnsafeBufferPointer { try DealLine.read($0) }
    }
}

extension RandomSource {
    /// A number from 0 up to a limit, that one left out.
    func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }
}
