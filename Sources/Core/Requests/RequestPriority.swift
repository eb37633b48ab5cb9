/// Who waits for a request: it decides how long the request may be held back, and who goes first.
public enum RequestPriority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
    /// Nobody: background refresh and offline packs.
    case background = 0
    /// Nobody yet: what is about to be seen.
    case prefetch = 1
    /// A person who looks at the screen.
    case userInitiated = 2

    /// Whether one comes behind the other.
    ///
    /// - Parameters:
    ///   - left: One priority.
    ///   - right: The other one.
    /// - Returns: True when `left` is less urgent.
    public static func < (left: RequestPriority, right: RequestPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
