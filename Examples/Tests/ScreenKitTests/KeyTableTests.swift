import ScreenKit
import Testing

/// One table says what keys do, and a file changes it.
struct KeyTableTests {
    private enum Action: String, KeyAction {
        case down, up, top, open, equals

        static let formerNames: Set = ["gone"]

        var standardKeys: [String] {
            switch self {
            case .down: ["j", "down"]
            case .up: ["k", "up"]
            case .top: ["g g", "home"]
            case .open: ["enter"]
            case .equals: ["="]
            }
        }
    }

    private func match(_ table: KeyTable<Action>, _ keys: String) -> KeyTable<Action>.Match {
        table.match(KeySequence(name: keys)?.presses ?? [], among: Array(Action.allCases))
    }

    @Test func keysAndSequencesAreFound() {
        let table = KeyTable<Action>()
        #expect(match(table, "j") == .action(.down) && match(table, "home") == .action(.top))
        #expect(match(table, "g") == .beginning && match(table, "g g") == .action(.top))
        #expect(match(table, "x") == .none && match(table, "g x") == .none)
        #expect(table.match([.character("j")], among: [.up]) == .none)
    }

    @Test func aFileGivesKeysAndTakesThemFromOthers() throws {
        let table = try KeyTable<Action>(changedBy: "# mine\n\nopen = j, ctrl-o # both\nup =\nequals = =\n")
        #expect(match(table, "j") == .action(.open) && match(table, "ctrl-o") == .action(.open))
        #expect(match(table, "enter") == .none && match(table, "down") == .action(.down))
        #expect(match(table, "k") == .none && table.keys(of: .up).isEmpty && match(table, "=") == .action(.equals))
        #expect(table.keys(of: .open).map(\.name) == ["j", "ctrl-o"])
    }

    @Test func aLineForAnActionThatIsGoneDoesNothing() throws {
        let table = try KeyTable<Action>(changedBy: "open = o\ngone = j, nokey\nup = u")
        #expect(table.formerLines.map(\.line) == [2] && table.formerLines.map(\.name) == ["gone"])
        #expect(match(table, "j") == .action(.down) && match(table, "o") == .action(.open))
        #expect(match(table, "u") == .action(.up) && KeyTable<Action>().formerLines.isEmpty)
    }

    @Test func aLineThatCannotBeUsedIsNamed() {
        func problem(_ text: String) -> KeyTable<Action>.Problem? {
            do {
                _ = try KeyTable<Action>(changedBy: text)
                return nil
            } catch {
                return error
            }
        }
        #expect(problem("open = enter\nopen j") == .init(line: 2, reason: .form))
        #expect(problem("shut = j") == .init(line: 1, reason: .action("shut")))
        #expect(problem("\nopen = j, nokey") == .init(line: 2, reason: .key("nokey")))
    }
}
