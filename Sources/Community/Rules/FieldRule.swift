/// The rule of a field of one line, such as an e-mail address.
///
/// Lengths are counted in Unicode code points. A line end breaks each rule, wherever it stands.
public enum FieldRule: String, Hashable, Sendable, CaseIterable {
    /// An e-mail address: 10 or more, with an address somewhere in it.
    case email
    /// A password: 6 or more.
    case password
    /// The name that others see: 3 or more letters and digits of ASCII, and Hangul, also its single parts.
    case nick
    /// A phone number: 8 or more digits.
    case phone

    /// The state of what is typed into a field.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Nothing is typed.
        case empty
        /// There are too few characters.
        case tooShort
        /// The characters are not those that are allowed.
        case noMatch
        /// The rule is kept.
        case match
    }

    /// The smallest number of code points.
    public var minimumCount: Int {
        switch self {
        case .email: 10
        case .password: 6
        case .nick: 3
        case .phone: 8
        }
    }

    /// Returns the state of a text.
    ///
    /// - Parameter text: What is typed.
    /// - Returns: The state.
    public func state(of text: String) -> State {
        if text.isEmpty { return .empty }
        if text.lineEndCount > 0 { return .noMatch }
        if text.unicodeScalars.count < minimumCount { return .tooShort }
        let isMatch =
            switch self {
            case .email: Self.hasAddress(Array(text.unicodeScalars))
            case .password: true
            case .nick: text.unicodeScalars.allSatisfy(Self.isOfNick)
            case .phone: text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
            }
        return isMatch ? .match : .noMatch
    }

    private static func isOfNick(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // The last three are the parts of syllables, of which one is shown while a syllable is composed.
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: true
        default: false
        }
    }

    /// Whether an address stands somewhere in a text: `[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}`, with nothing
    /// said of what is around it.
    private static func hasAddress(_ text: [Unicode.Scalar]) -> Bool {
        for at in text.indices.dropFirst() where text[at] == "@" && isOfName(text[at - 1]) {
            let host = text[(at + 1)...].prefix { isOfHost($0) }
            // A point that has a host in front of it and two letters behind it.
            for point in host.indices.dropFirst() where host[point] == "." {
                if host[(point + 1)...].prefix(2).filter(isLetter).count == 2 { return true }
            }
        }
        return false
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || ("0"..."9").contains(scalar) || scalar == "." || scalar == "-"
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        isOfHost(scalar) || scalar == "_" || scalar == "%" || scalar == "+"
    }
}

/// A field of one line while somebody types into it.
///
/// A text with a line end is not taken, and the one before it stays. While an input method composes, a text that does
/// not keep the rule is not said to be wrong yet.
public struct FieldEntry: Hashable, Sendable {
    /// The rule.
    public let rule: FieldRule
    /// What is typed.
    public private(set) var text = ""
    /// Whether an input method is composing a part of it.
    public private(set) var isComposing = false

    /// Creates an empty field.
    ///
    /// - Parameter rule: Its rule.
    public init(_ rule: FieldRule) {
        self.rule = rule
    }

    /// The state; `tooShort` in place of `noMatch` while an input method composes.
    public var state: FieldRule.State {
        let state = rule.state(of: text)
        return isComposing && state == .noMatch ? .tooShort : state
    }

    /// Takes what the field has now.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public mutating func set(_ text: String, isComposing: Bool = false) {
        self.isComposing = isComposing
        if text.lineEndCount == 0 { self.text = text }
    }
}

extension FieldEntry: CustomStringConvertible, CustomReflectable {
    /// The text; a password is never printed.
    public var description: String { rule == .password ? "‹secret›" : text }

    public var customMirror: Mirror {
        Mirror(self, children: ["rule": rule, "text": description, "isComposing": isComposing], displayStyle: .struct)
    }
}
