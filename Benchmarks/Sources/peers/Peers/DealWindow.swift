import Deals

/// The beginning of a window of deals.
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
