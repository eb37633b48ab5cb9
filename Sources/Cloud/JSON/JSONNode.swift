/// One value in a parsed document: what it is, and where its text lies.
///
/// The nodes of a document stand in the order of its text. The children of a container follow it directly (for an
/// object each name before its value), and `next` leads over them, so that skipping a value costs nothing however large
/// it is.
struct JSONNode: Sendable {
    enum Kind: UInt8, Sendable {
        case object
        case array
        case string
        case number
        case bool
        case null
    }

    var kind: Kind
    /// For a string whether its text has escapes; for a Boolean its value.
    var flag: Bool
    /// The first byte of the text: behind the quote for a string.
    var start: UInt32
    /// The byte behind the text: the quote for a string.
    var end: UInt32
    /// The node behind this one and its children.
    var next: UInt32
}

/// The reason why a text is not JSON.
struct JSONError: Error, Equatable, CustomStringConvertible {
    /// The text that was expected or found.
    let reason: String
    /// The position in bytes from the start of the text.
    let offset: Int

    var description: String { "\(reason) at byte \(offset)" }
}
