import Core
import Mocks

/// A row for tests.
struct Deal: Identifiable, Equatable, Sendable {
    let id: Int
    var price: Int
    var note = ""

    init(_ id: Int, price: Int? = nil, note: String = "") {
        self.id = id
        self.price = price ?? id
        self.note = note
    }
}

extension InMemoryRecordTable<Deal> {
    /// A table of so many deals, their ids and prices ten apart, so that there is room between them.
    static func deals(_ count: Int) -> InMemoryRecordTable<Deal> {
        InMemoryRecordTable(
            [
                .id,
                .init("price") { $0.price < $1.price },
                .init("note") { $0.note < $1.note },
            ], rows: (0..<count).map { Deal($0 * 10) })
    }
}
