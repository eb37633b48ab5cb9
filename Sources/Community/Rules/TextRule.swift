/// The rule of a text that a person writes: how long it may be, and how many line ends it may have.
public struct TextRule: Hashable, Sendable {
    /// The largest number of Unicode code points.
    public let limit: Int
    /// The largest number of line ends.
    public let lineEnds: Int

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - limit: The largest number of Unicode code points.
    ///   - lineEnds: The largest number of line ends; none by default.
    public init(limit: Int, lineEnds: Int = 0) {
        self.limit = limit
        self.lineEnds = lineEnds
    }

    /// The rule of a post: up to 49 in at most four lines.
    public static let post = TextRule(limit: 49, lineEnds: 3)
    /// The rule of a comment: up to 300 in one line.
    public static let comment = TextRule(limit: 300)
    /// The rule of a message: up to 200 in one line.
    public static let message = TextRule(limit: 200)

    /// A way in which a text breaks the rule.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// There is no text.
        case empty
        /// There are too many code points.
        case tooLong
        /// There are too many line ends.
        case tooManyLines
    }

    /// Returns the way in which a text breaks the rule.
    ///
    /// - Parameter text: The text.
    /// - Returns: The problem; `nil` for a text that can be sent.
    public func problem(of text: String) -> Problem? {
        if text.isEmpty { return .empty }
        if text.lineEndCount > lineEnds { return .tooManyLines }
        return text.unicodeScalars.count > limit ? .tooLong : nil
    }
}

/// A text while somebody types it, in a field that refuses what its rule does not allow.
///
/// What is refused changes nothing: the field falls back to the last text that was allowed. An empty text is always
/// taken. While an input method composes, as for Hangul, a text that is too long is taken, and the rule is applied when
/// the composition ends; line ends are refused all the same.
public struct TextEntry: Hashable, Sendable {
    /// The rule.
    public let rule: TextRule
    /// The text that the field shows.
    public private(set) var text = ""
    private var lastAllowed = ""

    /// Creates an empty field.
    ///
    /// - Parameter rule: Its rule.
    public init(_ rule: TextRule) {
        self.rule = rule
    }

    /// Whether the text can be sent.
    public var isValid: Bool { rule.problem(of: text) == nil }

    /// Takes what the field has now, or refuses it.
    ///
    /// - Parameters:
    ///   - new: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public mutating func set(_ new: String, isComposing: Bool = false) {
        switch rule.problem(of: new) {
        case nil, .empty?: (text, lastAllowed) = (new, new)
        case .tooLong? where isComposing: text = new
        case .tooLong?, .tooManyLines?: text = lastAllowed
        }
    }
}
