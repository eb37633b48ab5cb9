/// A key with what was held down beside it.
package struct KeyPress: Hashable, Sendable {
    /// A key of the keyboard.
    package enum Key: Hashable, Sendable {
        case up, down, left, right
        case pageUp, pageDown, home, end
        case insert, delete, backspace, enter, tab, escape
        case function(Int)
        /// A key that writes; a space is one, too.
        case character(Character)
    }

    /// Keys that are held down with another one.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
    }

    package var key: Key
    package var modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// The key of a character.
    package static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }
    /// A letter with the control key.
    package static func control(_ letter: Character) -> KeyPress { KeyPress(.character(letter), .control) }
}

// MARK: - As people write them

extension KeyPress {
    private static let names: [(String, Key)] = [
        ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("pgup", .pageUp), ("pgdn", .pageDown),
        ("home", .home), ("end", .end), ("insert", .insert), ("delete", .delete), ("backspace", .backspace),
        ("enter", .enter), ("tab", .tab), ("esc", .escape), ("space", .character(" ")),
    ]

    private static let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]

    /// The key by the name that ``name`` gives it; nil for a text that names no key.
    ///
    /// - Parameter name: Such as `j`, `G`, `enter`, `ctrl-l`, `alt-x`, `shift-tab` or `f5`.
    package init?(name: String) {
        var rest = Substring(name)
        var modifiers: Modifiers = []
        while let (prefix, modifier) = Self.prefixes.first(where: { rest.hasPrefix($0.0) && rest.count > $0.0.count }) {
            modifiers.insert(modifier)
            rest.removeFirst(prefix.count)
        }
        if let (_, key) = Self.names.first(where: { $0.0 == rest }) {
            self.init(key, modifiers)
        } else if rest.count == 1, let character = rest.first {
            self.init(.character(character), modifiers)
        } else if rest.first == "f", let number = Int(rest.dropFirst()), (1...24).contains(number) {
            self.init(.function(number), modifiers)
        } else {
            return nil
        }
    }

    /// The name of the key, for a help text and a file.
    package var name: String {
        let prefix = Self.prefixes.filter { modifiers.contains($0.1) }.map(\.0).joined()
        switch key {
        case .function(let number): return "\(prefix)f\(number)"
        case .character(let character) where character != " ": return prefix + String(character)
        default: return prefix + (Self.names.first { $0.1 == key }?.0 ?? "")
        }
    }
}
