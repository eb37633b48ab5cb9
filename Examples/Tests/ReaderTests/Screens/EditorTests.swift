import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A text of the interactive reader that is written in a person's own editor, on a terminal of its own.
@Suite(.timeLimit(.minutes(5)))
struct EditorTests {
    /// The modes of a terminal that nobody has.
    private static let plain: Set<Int> = [7, 25]
    /// An editor: says that it is there, waits for a line, and does with the file what its first argument says.
    private static let script = """
        ls -ld "$(dirname "$2")" "$2" | cut -c1-10 > "$LANTERN_TEST_MODES"
        case $1 in save) printf 'Saved in time.\\n' > "$2" ;; esac
        printf '\\r\\033[2J\\033[1;1Hediting %s\\033[m\\n' "$2"
        read -r line
        case $1 in
        append) printf '%s\\n' "$line" >> "$2" ;;
        fail) printf 'Not wanted.\\n' > "$2"; exit 3 ;;
        killed) printf 'Saved before.\\n' > "$2"; kill -9 $$ ;;
        deaf)
            printf 'Saved before.\\n' > "$2"
            trap '' TERM
            stty raw -echo
            printf '\\033[?1049h\\033[?25l\\033[?1000hdeaf\\033[m'
            while read -r line; do :; done ;;
        latin) printf 'caf\\351\\n' > "$2" ;;
        esac
        """

    /// Opens an answer with a text on it, in the demonstration inside the program, with an editor of the test's own.
    private func write(
        _ mode: String, _ arguments: [String] = [], columns: Int = 119, hangsUp: Bool = false,
        _ body: (PseudoTerminal, _ store: String) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())")
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let script = directory.appending(path: "a script")
        try Data(Self.script.utf8).write(to: script)
        let store = directory.appending(path: "store").path
        let modes = directory.appending(path: "modes").path
        let environment = [
            "LC_ALL": "C", "XDG_CONFIG_HOME": directory.path, "TMPDIR": directory.path, "EDITOR": "false",
            "VISUAL": "sh '\(script.path)' \(mode)", "LANTERN_TEST_MODES": modes,
        ]
        try await PseudoTerminal.run(
            "reader", arguments + ["--store", store], columns: columns, environment: environment
        ) { terminal in
            let settings = terminal.settings
            try await terminal.wait { $0.text(ofRow: 0).contains(" 1/25") }
            terminal.type("\r")
            // Where there is room, it is beside its list.
            try await terminal.wait {
                $0.text.contains("> ") && $0.text.contains("points ·") && $0.text.contains("http://")
            }
            terminal.type("cBegun here.")
            try await terminal.wait { $0.text.contains("ctrl-s sends") && $0.text.contains("Begun here.") }
            terminal.type("\u{7}")
            try await terminal.wait(for: "editing /")
            #expect(terminal.grid.modes == Self.plain && terminal.settings == settings)
            let modes = try String(contentsOfFile: modes, encoding: .utf8)
            #expect(modes == "drwx------\n-rw-------\n")
            try await body(terminal, store)
            guard !hangsUp else { return }
            #expect(terminal.grid.modes == Self.plain && terminal.grid.refused == [])
            #expect(terminal.settings == settings)
        }
    }

    private func quit(_ terminal: PseudoTerminal) async throws {
        terminal.type("\u{1B}")
        try await terminal.wait { !$0.text.contains("ctrl-s sends") }
        terminal.type("q")
        let end = await terminal.end()
        #expect(end.status == 0 && end.reason == .exit)
    }

    /// The texts of the drafts in a store.
    private func drafts(in store: String) async throws -> [String] {
        let run = try await ReaderProcess.run(["drafts", "--store", store, "--format", "json"])
        return try run.entries("drafts").compactMap { $0["text"] as? String }
    }

    /// The files with texts that are left in a store's neighbourhood.
    private func files(beside store: String) throws -> [String] {
        let folder = URL(filePath: store).deletingLastPathComponent().path
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("lantern-text-") }
    }

    @Test func whatIsWrittenThereIsTheDraft() async throws {
        try await write("append") { terminal, store in
            terminal.resize(columns: 60, rows: 20)
            // These are the editor's, and mean nothing here.
            terminal.type("q Added elsewhere.\n")
            try await terminal.wait { grid in
                grid.text.contains("Begun here.\n  q Added elsewhere.") && grid.columns == 60
                    && grid.text(ofRow: 19) == "What you wrote in your editor is here now."
            }
            #expect(terminal.grid.modes.isSuperset(of: [1_049, 2_004, 1_000]))
            #expect(try files(beside: store).isEmpty)
            terminal.type(" Typed.")
            try await terminal.wait(for: "q Added elsewhere. Typed.")
            try await quit(terminal)
            #expect(try await drafts(in: store) == ["Begun here.\nq Added elsewhere. Typed."])
        }
    }

    @Test func anEditorThatFailsChangesNothing() async throws {
        try await write("fail") { terminal, store in
            terminal.type("\n")
            try await terminal.wait { $0.text.contains("The editor has failed (") && $0.text.contains("Begun here.") }
            #expect(!terminal.grid.text.contains("Not wanted"))
            #expect(try files(beside: store).isEmpty)
            try await quit(terminal)
            #expect(try await drafts(in: store) == ["Begun here."])
        }
    }

    @Test func whatIsNoTextStaysInItsFile() async throws {
        try await write("latin", columns: 200) { terminal, store in
            terminal.type("\n")
            try await terminal.wait { $0.text.contains("saved is no text in UTF-8.") && $0.text.contains("Begun") }
            #expect(try files(beside: store).count == 1)
            try await quit(terminal)
            #expect(try await drafts(in: store) == ["Begun here."])
        }
    }

    @Test func whatAKilledEditorHadSavedStaysInItsFile() async throws {
        try await write("killed", columns: 200) { terminal, store in
            terminal.type("\n")
            try await terminal.wait { $0.text.contains("the editor was ended and had saved this") }
            #expect(terminal.grid.text.contains("Begun here.") && !terminal.grid.text.contains("Saved before"))
            let file = try #require(try files(beside: store).first)
            let folder = URL(filePath: store).deletingLastPathComponent()
            let saved = try String(contentsOf: folder.appending(path: "\(file)/answer.md"), encoding: .utf8)
            #expect(saved == "Saved before.\n")
            try await quit(terminal)
        }
    }

    /// Opens an answer in lines of text, with a script as the editor, which has told that it is there.
    private func tell(
        _ script: String, _ body: (PseudoTerminal, _ store: String) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let editor = "\(directory)/editor"
        try Data("printf '\\rediting\\n'\n\(script)\n".utf8).write(to: URL(filePath: editor))
        let store = "\(directory)/store"
        try await PseudoTerminal.run(
            "reader", ["--plain", "--store", store], columns: 120, rows: 200,
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": directory, "VISUAL": "sh \(editor)"]
        ) { terminal in
            let settings = terminal.settings
            try await terminal.wait(for: "“quit” ends.")
            terminal.type("open\n")
            try await terminal.wait(for: " comments\n")
            terminal.type("reply\n")
            try await terminal.wait(for: "A line is text now")
            terminal.type("Begun here.\n:editor\n")
            try await terminal.wait(for: "editing\n")
            #expect(terminal.settings == settings)
            try await body(terminal, store)
            #expect(terminal.settings == settings)
            terminal.type(":back\nquit\n")
            #expect(await terminal.end().status == 0)
            #expect(terminal.settings == settings)
        }
    }

    @Test func onATerminalInLinesThereIsAnEditorToo() async throws {
        try await tell("read -r line\necho \"$line\" >> \"$1\"") { terminal, store in
            terminal.type("quit, which is a text there\n")
            try await terminal.wait(for: "What you wrote in your editor is here now.")
            #expect(try await drafts(in: store) == ["Begun here.\nquit, which is a text there"])
        }
    }

    @Test func inLinesAnEditorThatIsKilledLeavesTheTerminalAsItWas() async throws {
        try await tell("read -r line\nstty raw -echo\nkill -9 $$") { terminal, _ in
            terminal.type("\n")
            try await terminal.wait(for: "The editor has failed (")
        }
    }

    @Test func aSignalEndsTheEditorAndKeepsWhatItHasSaved() async throws {
        try await write("save") { terminal, store in
            terminal.signal(SIGTERM)
            #expect(await terminal.end().status == 128 + SIGTERM)
            let (files, drafts) = (try files(beside: store), try await drafts(in: store))
            #expect(files.isEmpty && drafts == ["Saved in time."])
        }
    }

    @Test func anEditorThatHasToBeKilledLeavesNoModesBehind() async throws {
        try await write("deaf") { terminal, store in
            terminal.type("\n")
            try await terminal.wait { $0.modes.contains(1_049) && !$0.modes.contains(25) && $0.text.contains("deaf") }
            terminal.signal(SIGTERM)
            #expect(await terminal.end().status == 128 + SIGTERM)
            #expect(try await drafts(in: store) == ["Saved before."])
        }
    }

    @Test func aTerminalThatIsClosedUnderAnEditorLosesNothing() async throws {
        try await write("save", hangsUp: true) { terminal, store in
            try terminal.hangUp()
            #expect(await terminal.end().status == 128 + SIGHUP)
            #expect(try await drafts(in: store) == ["Saved in time."])
            #expect(try files(beside: store).isEmpty)
        }
    }

    @Test func betweenPipesThereIsNoEditor() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await PipedProgram.run(
            "reader", ["--plain", "--store", "\(directory)/store"],
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": directory, "VISUAL": "touch '\(directory)/touched'"]
        ) { reader in
            try await reader.wait(for: "“quit” ends.\n")
            try await reader.write("open", waitingFor: " comments\n")
            try await reader.write("reply", waitingFor: "A line is text now")
            try await reader.write(":editor", waitingFor: "An editor needs a terminal.")
            try reader.write(":quit")
            #expect(await reader.end().0.status == 0)
        }
        #expect(!FileManager.default.fileExists(atPath: "\(directory)/touched"))
    }
}
