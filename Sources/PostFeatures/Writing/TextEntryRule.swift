/// A rule for a text while it is typed: its greatest length, and whether it may have several lines.
///
/// Give it each text that a field has after an edit, and put what it returns into the field:
///
/// ```swift
/// let rule = TextEntryRule(maximumLength: 300, isOneLine: true)
/// field.text = rule.text(field.text, isComposing: field.markedTextRange != nil)
/// counter.text = "\(rule.remaining(in: field.text))"
/// ```
public struct TextEntryRule: Hashable, Sendable {
    /// The greatest number of code points, which is what servers count; `nil` for no limit.
    package var maximumLength: Int?
    /// Whether the text is one line.
    package var isOneLine: Bool

    /// Creates a rule; by default everything is allowed.
    ///
    /// - Parameters:
    ///   - maximumLength: The greatest number of code points.
    ///   - isOneLine: Whether the text is one line.
    public init(maximumLength: Int? = nil, isOneLine: Bool = false) {
        self.maximumLength = maximumLength
        self.isOneLine = isOneLine
    }

    /// Returns the text that a field is to have after an edit.
    ///
    /// Where the text is one line, each line end becomes a space, also while an input method composes: it may put one in
    /// before anything is committed. What is too long is cut at its end between two characters, but not while an input
    /// method composes, whose text is not final and may become shorter.
    ///
    /// - Parameters:
    ///   - edited: The text after the edit.
    ///   - isComposing: Whether an input method has text that is not committed; false by default.
    /// - Returns: The text; the same where nothing is wrong with it.
    public func text(_ edited: String, isComposing: Bool = false) -> String {
        var text = edited
        if isOneLine, text.contains(where: \.isNewline) {
            text = String(text.map { $0.isNewline ? " " : $0 })
        }
        guard !isComposing, let maximumLength, text.unicodeScalars.count > maximumLength else { return text }
        var (length, end) = (0, text.startIndex)
        for character in text {
            length += character.unicodeScalars.count
            guard length <= maximumLength else { break }
            text.formIndex(after: &end)
        }
        return String(text[..<end])
    }

    /// Returns the number of code points that may still be typed.
    ///
    /// - Parameter text: The text of the field.
    /// - Returns: The number, below 0 for a text that is too long; `nil` without a limit.
    public func remaining(in text: String) -> Int? { maximumLength.map { $0 - text.unicodeScalars.count } }
}
