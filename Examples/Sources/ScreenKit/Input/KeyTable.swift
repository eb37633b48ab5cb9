/// Something that a key does, with a name for a file of keys.
package protocol KeyAction: Hashable, Sendable, CaseIterable, RawRepresentable where RawValue == String {
    /// The names of the keys that it has unless a file says otherwise.
    var standardKeys: [String] { get }

    /// The names of actions that there are no more, which a file of keys may still have.
    static var formerNames: Set<String> { get }
}

extension KeyAction {
    package static var formerNames: Set<String> { [] }
}

/// The keys of a program: one table, which a file can change.
package struct KeyTable<Action: KeyAction>: Sendable {
    /// What keys mean that were pressed one after the other.
    package enum Match: Hashable, Sendable {
        case none
        /// More has to come.
        case beginning
        case action(Action)
    }

    /// A line of a file that cannot be used.
    package struct Problem: Error, Hashable, Sendable {
        package enum Reason: Hashable, Sendable {
            /// It is not `action = key, key`.
            case form
            /// No action has this name.
            case action(String)
            /// No key has this name.
            case key(String)
        }

        /// The line's number, from 1.
        package let line: Int
        package let reason: Reason

        package init(line: Int, reason: Reason) {
            self.line = line
            self.reason = reason
        }
    }

    private var sequences: [Action: [KeySequence]] = [:]
    /// The lines of a file that do nothing, as their action is gone, with its name.
    package private(set) var formerLines: [(line: Int, name: String)] = []

    /// Creates the table of all standard keys.
    package init() {
        for action in Action.allCases {
            sequences[action] = action.standardKeys.map { name in
                guard let sequence = KeySequence(name: name) else { preconditionFailure("No key is named '\(name)'.") }
                return sequence
            }
        }
    }

    /// Creates the table of the standard keys, changed by a file.
    ///
    /// Each of its lines gives one action its keys, `open = enter, o`, and takes them from the others; `#` begins a
    /// remark. Nothing behind `=` leaves the action without a key. A line for an action that is gone does nothing, and is one
    /// of ``formerLines``.
    ///
    /// - Parameter text: The file's text.
    /// - Throws: The first line that cannot be used.
    package init(changedBy text: String) throws(Problem) {
        self.init()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.trimmingBlanks
            if words.isEmpty { continue }
            let number = index + 1
            // A key may be an equals sign; the first one stands behind the action.
            let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw Problem(line: number, reason: .form) }
            let name = parts[0].trimmingBlanks
            guard let action = Action(rawValue: String(name)) else {
                // What the person set is no mistake, and the other lines count.
                if Action.formerNames.contains(String(name)) {
                    formerLines.append((number, String(name)))
                    continue
                }
                throw Problem(line: number, reason: .action(String(name)))
            }
            var given: [KeySequence] = []
            for name in parts[1].split(separator: ",").map(\.trimmingBlanks) where !name.isEmpty {
                guard let sequence = KeySequence(name: String(name)) else {
                    throw Problem(line: number, reason: .key(String(name)))
                }
                given.append(sequence)
            }
            for other in Action.allCases { sequences[other]?.removeAll { given.contains($0) } }
            sequences[action] = given
        }
    }

    /// The keys of an action, the best known first.
    package func keys(of action: Action) -> [KeySequence] { sequences[action] ?? [] }

    /// Finds out what keys mean.
    ///
    /// - Parameters:
    ///   - presses: The keys that were pressed since the last action, at least one.
    ///   - actions: The actions that there are now; where two have a key, the first one's counts.
    /// - Returns: What they mean.
    package func match(_ presses: [KeyPress], among actions: [Action]) -> Match {
        for action in actions where keys(of: action).contains(where: { $0.presses == presses }) {
            return .action(action)
        }
        let isBeginning = actions.contains { keys(of: $0).contains { $0.goesOn(behind: presses) } }
        return isBeginning ? .beginning : .none
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
