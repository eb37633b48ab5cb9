import ArgumentParser
import Database

/// The columns that the table can be sorted by.
enum DealColumn: String, CaseIterable, ExpressibleByArgument {
    case id
    case date
    case instrument
    case price
    case amount
    case side

    /// The order that the store keeps for it; nil for that of the ids.
    var index: Index<Deal>? { Deal.schema.indexes.first { $0.name == rawValue } }
}
