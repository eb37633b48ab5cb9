import Database

/// The deals of one moment in one order, read piece by piece, however many they are.
struct DealRows {
    private static let pieceSize = 2_000

    private let snapshot: StoreSnapshot
    private let index: Index<Deal>?
    private let direction: SortDirection

    init(_ snapshot: StoreSnapshot, by index: Index<Deal>?, _ direction: SortDirection) {
        self.snapshot = snapshot
        self.index = index
        self.direction = direction
    }

    /// Gives the deals of a window, one after the other.
    ///
    /// - Parameters:
    ///   - offset: The number of deals before the first one.
    ///   - limit: The largest number of deals.
    ///   - body: Takes a deal, and its place in the window.
    /// - Throws: ``StoreError``, and what the body throws.
    func forEach(from offset: Int, limit: Int, _ body: (Deal, Int) throws -> Void) throws {
        let total = try snapshot.count(of: Deal.schema)
        let start = min(offset, total)
        let end = start + min(limit, total - start)
        var position = start
        while position < end {
            let deals = try snapshot.window(
                of: Deal.schema, by: index, direction, from: .offset(position),
                limit: min(Self.pieceSize, end - position))
            for deal in deals {
                try body(deal, position - start)
                position += 1
            }
            if deals.isEmpty { return }
        }
    }
}
