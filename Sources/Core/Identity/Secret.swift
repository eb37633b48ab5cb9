/// A text that must not be seen: a token, a password, a code.
///
/// However it is printed (`"\(secret)"`, `String(reflecting:)`, `dump`, as a part of a larger value, in an error), it
/// says `‹secret›`. It is not `Codable` on purpose: nothing that exports values can write one down by accident. Who
/// really needs the text says so with ``revealed``.
///
/// It keeps secrets out of logs, not out of memory: the text is an ordinary `String`.
public struct Secret: Sendable, Hashable {
    /// The text itself.
    ///
    /// For a request's header or body, and for a store that keeps secrets. Never for people.
    public let revealed: String

    /// Creates a secret.
    ///
    /// - Parameter text: The text.
    public init(_ text: String) {
        revealed = text
    }

    /// Whether two secrets are equal, found in a time that says nothing of where they differ.
    ///
    /// - Parameters:
    ///   - left: One secret.
    ///   - right: The other one.
    /// - Returns: True when their bytes are equal; their lengths may show.
    public static func == (left: Secret, right: Secret) -> Bool {
        let (left, right) = (Array(left.revealed.utf8), Array(right.revealed.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Hashes the bytes that are compared.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        for byte in revealed.utf8 { hasher.combine(byte) }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same word for every secret.
    public var description: String { "‹secret›" }

    /// The same word for every secret.
    public var debugDescription: String { description }

    /// Nothing: a mirror must not show what the description hides.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
