/// Keys that are pressed one after the other, such as `g g`; most have one.
package struct KeySequence: Hashable, Sendable {
    /// The keys, at least one.
    package let presses: [KeyPress]

    /// Creates a sequence of one key.
    package init(_ press: KeyPress) {
        presses = [press]
    }

    /// The sequence by the name that ``name`` gives it; nil for a text that names none.
    ///
    /// - Parameter name: Names of keys with blanks between them, such as `g g`.
    package init?(name: String) {
        let presses = name.split(separator: " ").map { KeyPress(name: String($0)) }
        guard !presses.isEmpty, presses.allSatisfy({ $0 != nil }) else { return nil }
        self.presses = presses.compactMap(\.self)
    }

    /// The name, for a help text and a file.
    package var name: String { presses.map(\.name).joined(separator: " ") }

    /// Whether it begins with some keys and goes on behind them.
    ///
    /// - Parameter start: The keys.
    /// - Returns: True where more has to come.
    package func goesOn(behind start: [KeyPress]) -> Bool {
        presses.count > start.count && Array(presses.prefix(start.count)) == start
    }
}
