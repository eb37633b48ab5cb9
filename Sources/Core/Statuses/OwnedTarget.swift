/// A target and the owner of its marks: the key of stored marks and of confirmed state.
///
/// Written as `owner|kind|site/native`, such as `-|comment|reddit/t1_abc` for nobody's marks of a comment and
/// `reddit/t2_me|post|reddit/t3_abc` for what belongs to an account. A `|` or `%` in the owner or the kind is written
/// as `%7c` or `%25`.
package struct OwnedTarget: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The owner.
    package let owner: MarkOwner
    /// The target.
    package let target: StatusTarget

    /// Creates the target of an owner.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - target: The target.
    package init(_ owner: MarkOwner, _ target: StatusTarget) {
        self.owner = owner
        self.target = target
    }

    /// Reads the written form.
    ///
    /// - Parameter description: `owner|kind|site/native`; anything else gives `nil`.
    package init?(_ description: String) { self.init(description[...]) }

    /// Reads the written form as part of a longer text.
    ///
    /// - Parameter description: `owner|kind|site/native`; anything else gives `nil`.
    package init?(_ description: Substring) {
        // By bytes: a combining mark behind the bar makes one character of both.
        guard let bar = description.utf8.firstIndex(of: UInt8(ascii: "|")),
            let owner = MarkOwner(Self.unescaped(description[..<bar])),
            let target = StatusTarget(description[description.utf8.index(after: bar)...])
        else { return nil }
        self.owner = owner
        self.target = target
    }

    package var description: String { "\(Self.escaped(owner.description))|\(target)" }

    package static func < (left: OwnedTarget, right: OwnedTarget) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }

    // By scalars: a combining mark behind a `|` makes one character of both.
    static func escaped(_ part: String) -> String {
        guard part.utf8.contains(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "%") }) else { return part }
        return part.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "|": text += "%7c"
            case "%": text += "%25"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    static func unescaped(_ part: Substring) -> String {
        guard part.utf8.contains(UInt8(ascii: "%")) else { return String(part) }
        var text = String.UnicodeScalarView()
        var rest = Array(part.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            let isBar = rest.starts(with: "7c".unicodeScalars)
            let isEscape = scalar == "%" && (isBar || rest.starts(with: "25".unicodeScalars))
            text.append(isEscape && isBar ? "|" : scalar)
            if isEscape { rest.removeFirst(2) }
        }
        return String(text)
    }
}

extension OwnedTarget: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = OwnedTarget(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "The target of an owner is 'owner|kind|site/native'.")
        }
        self = id
    }

    /// Throws `EncodingError` for a target that could not be read back, so that no record gets one.
    package func encode(to encoder: any Encoder) throws {
        guard isReadable else { throw EncodingError.unreadableID(self, encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Whether the written form can be read back, so that a store can keep it.
    package var isReadable: Bool { target.isReadable && owner.account?.site.isReadable ?? true }
}
