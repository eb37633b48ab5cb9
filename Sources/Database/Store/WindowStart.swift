/// Where a window of an order begins.
public enum WindowStart: Sendable, Hashable {
    /// Behind so many records.
    case offset(Int)
    /// At the first record whose key is this one, or comes behind it in the direction of the window.
    case key(IndexKey)
}
