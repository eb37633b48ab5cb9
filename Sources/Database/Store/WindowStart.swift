/// The start of a window of an order.
public enum WindowStart: Sendable, Hashable {
    /// The first record, whichever it is: an observed window stays at the top when rows are inserted above its first
    /// row.
    case top
    /// The record behind so many others.
    case offset(Int)
    /// The first record whose key is this one, or comes behind it in the direction of the window.
    case key(IndexKey)
}
