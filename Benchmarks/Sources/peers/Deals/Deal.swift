import Database
import Foundation

/// One deal, as the table of the example app shows it.
struct Deal: Hashable, Identifiable, Sendable, Codable {
    /// Which way the deal went.
    enum Side: String, Hashable, Sendable, Codable {
        case buy
        case sell
    }

    let id: Int
    var date: Date
    var instrument: String
    var price: Double
    var amount: Int
    var side: Side
}

extension Deal: StoredRecord {
    /// How Lantern keeps deals; the indexes are in the order of ``DealOrder``.
    static let schema = CollectionSchema<Deal>(
        name: "deals",
        indexes: [
            Index("date", \.date), Index("instrument", \.instrument), Index("price", \.price),
            Index("amount", \.amount), Index("side", \.sideName),
        ])

    private var sideName: String { side.rawValue }
}

/// The five columns to sort by.
enum DealOrder: Int, CaseIterable, Sendable {
    case date, instrument, price, amount, side

    var name: String { String(describing: self) }

    /// The value of a deal in this column, as Lantern's key.
    func key(of deal: Deal) -> IndexKey {
        switch self {
        case .date: deal.date.indexKey
        case .instrument: deal.instrument.indexKey
        case .price: deal.price.indexKey
        case .amount: deal.amount.indexKey
        case .side: deal.side.rawValue.indexKey
        }
    }
}

/// Where a window of deals begins.
enum DealPlace: Sendable {
    case offset(Int)
    /// At the key that this deal has in the column.
    case key(Deal)
}

/// One window to be read.
struct DealWindow: Sendable {
    var order: DealOrder
    var isDescending: Bool
    var place: DealPlace
    var limit = 100
}
