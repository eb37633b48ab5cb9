package import Database
package import Foundation

/// One deal, as the table of the example app shows it.
package struct Deal: Hashable, Identifiable, Sendable {
    /// The side of a deal: bought or sold.
    package enum Side: String, Hashable, Sendable, Codable {
        case buy
        case sell
    }

    package let id: Int
    package var date: Date
    package var instrument: String
    package var price: Double
    package var amount: Int
    package var side: Side

    package init(id: Int, date: Date, instrument: String, price: Double, amount: Int, side: Side) {
        self.id = id
        self.date = date
        self.instrument = instrument
        self.price = price
        self.amount = amount
        self.side = side
    }
}

extension Deal: FieldRecord {
    package static let fields: FieldNames = ["id", "date", "instrument", "price", "amount", "side"]

    package func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(date)
        writer.write(instrument)
        writer.write(price)
        writer.write(amount)
        writer.write(side)
    }

    package init(from reader: inout FieldReader) throws {
        id = try reader.read()
        date = try reader.read()
        instrument = try reader.read()
        price = try reader.read()
        amount = try reader.read()
        side = try reader.read()
    }
}

extension Deal {
    /// The collection of deals; the indexes are in the order of ``DealOrder``.
    package static let schema = CollectionSchema<Deal>(
        name: "deals",
        indexes: [
            Index("date") { $0.date }, Index("instrument") { $0.instrument }, Index("price") { $0.price },
            Index("amount") { $0.amount }, Index("side") { $0.side.rawValue },
        ])
}

/// The five columns to sort by.
package enum DealOrder: Int, CaseIterable, Sendable {
    case date, instrument, price, amount, side

    package var name: String { String(describing: self) }

    /// The value of a deal in this column, as Lantern's key.
    package func key(of deal: Deal) -> IndexKey {
        switch self {
        case .date: deal.date.indexKey
        case .instrument: deal.instrument.indexKey
        case .price: deal.price.indexKey
        case .amount: deal.amount.indexKey
        case .side: deal.side.rawValue.indexKey
        }
    }
}
