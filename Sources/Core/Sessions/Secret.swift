/// A string that is never printed: a token, a password, a code.
///
/// However it is printed (interpolation, `String(reflecting:)`, `dump`, as a part of another value), it prints as
/// `‹secret›`. It is not `Codable`, so that it is not exported by accident; ``revealed`` is the text.
///
/// It keeps secrets out of logs, not out of memory: the text is an ordinary `String`.
public struct Secret: Sendable, Hashable {
    /// The text, for a request's header or body or a store that keeps secrets; never to be shown.
    public let revealed: String

    /// Creates a secret.
    ///
    /// - Parameter text: The text.
    public init(_ text: String) {
        revealed = text
    }

    /// Compares bytes in constant time for secrets of one length.
    public static func == (left: Secret, right: Secret) -> Bool {
        let (left, right) = (Array(left.revealed.utf8), Array(right.revealed.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    public func hash(into hasher: inout Hasher) {
        for byte in revealed.utf8 { hasher.combine(byte) }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same text for every secret.
    public var description: String { "‹secret›" }

    public var debugDescription: String { description }

    /// A mirror without children, so that it does not show what the description hides.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
