/// The priority of a request, which decides how long it may be held back and which request goes first.
public enum RequestPriority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
    /// Background work: refreshes and offline packs.
    case background = 0
    /// Prefetching of what is about to be seen.
    case prefetch = 1
    /// A person who looks at the screen.
    case userInitiated = 2

    public static func < (left: RequestPriority, right: RequestPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
