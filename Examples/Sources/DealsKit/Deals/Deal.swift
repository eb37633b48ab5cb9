import Database

/// One deal of the market.
///
/// Its numbers are kept as they came: a date is seconds since 1970, and an amount may have a fraction.
struct Deal: Hashable, Identifiable, Sendable {
    /// The side of the deal: bought or sold.
    enum Side: String, Hashable, Sendable, Codable, CaseIterable {
        case buy
        case sell
    }

    let id: Int
    var date: Double
    var instrument: String
    var price: Double
    var amount: Double
    var side: Side
}

extension Deal: FieldRecord {
    static let fields: FieldNames = ["id", "date", "instrument", "price", "amount", "side"]

    func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(date)
        writer.write(instrument)
        writer.write(price)
        writer.write(amount)
        writer.write(side)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.read()
        date = try reader.read()
        instrument = try reader.read()
        price = try reader.read()
        amount = try reader.read()
        side = try reader.read()
    }

    /// The collection of deals: every column but the id has an index.
    static let schema = CollectionSchema<Deal>(
        name: "deals",
        indexes: [
            Index("date", \.date), Index("instrument", \.instrument), Index("price", \.price),
            Index("amount", \.amount), Index("side", \.sideName),
        ])

    private var sideName: String { side.rawValue }
}
