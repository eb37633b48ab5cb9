import AppScreens
import ReaderScreens
import ScreenKit
import Testing

/// A line says what is done by its name, its key or a row's number.
struct LineCommandTests {
    private typealias Command = LineCommand<ReaderAction>

    private static let keys = KeyTable<ReaderAction>()

    private func command(
        _ line: String, _ actions: [ReaderAction] = ReaderAction.inFeed + ReaderAction.everywhere,
        isWriting: Bool = false
    ) -> Command {
        Command(line, among: actions, keys: Self.keys, isWriting: isWriting)
    }

    @Test(arguments: ReaderAction.allCases) func everyActionIsDoneByItsName(_ action: ReaderAction) {
        #expect(command(action.rawValue, ReaderAction.allCases) == .steps([.action(action)]))
        #expect(command(":\(action.rawValue)", ReaderAction.allCases, isWriting: true) == .steps([.action(action)]))
        let words = action.rawValue.replacing(/[A-Z]/) { " \($0.output)" }
        #expect(command(words, ReaderAction.allCases) == .steps([.action(action)]))
        #expect(
            command(words.replacing(" ", with: "-").lowercased(), ReaderAction.allCases) == .steps([.action(action)]))
    }

    @Test func keysAndNumbersAreDoneOneAfterTheOther() {
        #expect(command("j") == .steps([.press(.character("j"))]))
        #expect(command("g g") == .steps([.press(.character("g")), .press(.character("g"))]))
        #expect(command(" 12 open ") == .steps([.row(12), .action(.open)]))
        #expect(command("ctrl-l") == .steps([.press(.control("l"))]))
        #expect(command("?") == .steps([.press(.character("?"))]))
        #expect(command("next unread") == .steps([.action(.nextUnread)]))
        #expect(command("xyzzy") == .unknown("xyzzy"))
        #expect(command("down xyzzy") == .unknown("xyzzy"), "half of a line is not done")
        #expect(command("0") == .steps([.press(.character("0"))]))
        #expect(command(":down") == .steps([.action(.down)]))
    }

    @Test func aNumberThatIsAKeyIsTheKey() throws {
        let keys = try KeyTable<ReaderAction>(changedBy: "down = 2")
        #expect(Command("2", among: [.down], keys: keys, isWriting: false) == .steps([.press(.character("2"))]))
        #expect(Command("3", among: [.down], keys: keys, isWriting: false) == .steps([.row(3)]))
        #expect(Command("down", among: [.down], keys: keys, isWriting: false) == .steps([.action(.down)]))
    }

    @Test func whereSomethingIsWrittenAColonMakesAnAction() {
        let actions = ReaderAction.inReply + ReaderAction.everywhere
        #expect(command("send", actions, isWriting: true) == .text("send"))
        #expect(command(" 2 lines ", actions, isWriting: true) == .text(" 2 lines "))
        #expect(command("", actions, isWriting: true) == .text(""))
        #expect(command(":send", actions, isWriting: true) == .steps([.action(.send)]))
        #expect(command(":ctrl-s", actions, isWriting: true) == .steps([.press(.control("s"))]))
        #expect(command("::send", actions, isWriting: true) == .text(":send"))
        #expect(command(":-) yes", actions, isWriting: true) == .unknown("-)"))
    }
}
