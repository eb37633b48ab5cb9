import DemoServer
import Foundation
import TestSupport
import Testing

/// The reader in a shell under tmux, at two sizes of its window: what a person sees who has a real terminal.
@Suite(.enabled(if: TmuxTerminal.isInstalled, "tmux is not installed: apt-get install tmux"), .timeLimit(.minutes(5)))
struct TmuxReaderTests {
    /// Runs the reader in a window's shell, on a server and a store of its own.
    private func read(
        columns: Int, rows: Int, _ body: @escaping @Sendable (TmuxTerminal) async throws -> Void
    ) async throws {
        try await ReaderFixture.run { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            let program = try RunningProgram.executable("reader").path
            try await TmuxTerminal.run(
                columns: columns, rows: rows,
                environment: [
                    "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": fixture.directory, "no_proxy": "127.0.0.1",
                    "LANTERN_PICTURES": "off",
                ]
            ) { terminal in
                try await terminal.type("\(program) --store \(fixture.store) --base-url \(base)", "Enter")
                try await terminal.wait { $0[0].hasPrefix("Front page · Hot") && $0[1].hasPrefix("> ●") }
                try await body(terminal)
            }
        }
    }

    /// Quits, and checks that the terminal is the shell's again, with what was there before.
    private func quit(_ terminal: TmuxTerminal) async throws {
        try await terminal.type("q")
        try await terminal.wait { $0[0].hasPrefix("ready> ") && $0.last { !$0.isEmpty } == "ready>" }
        #expect(try await terminal.value(of: "alternate_on") == "0")
        #expect(try await terminal.value(of: "mouse_any_flag") == "0")
        #expect(try await terminal.value(of: "cursor_flag") == "1")
        try await terminal.type("echo status-$?", "Enter")
        try await terminal.wait { $0.contains("status-0") }
    }

    @Test func onASmallWindowThereIsOneScreenAndTheShellGetsItsBack() async throws {
        try await read(columns: 80, rows: 24) { terminal in
            let feed = try await terminal.wait { $0[0].hasSuffix("1/25") }
            try await terminal.type("Enter")
            try await terminal.wait {
                // What of it is on this device is said last.
                !$0[0].hasPrefix("Front page") && $0[1].hasPrefix("> ")
                    && $0.contains { $0.contains("comments offline") }
            }
            // To the shell and back: the same screen.
            let post = try await terminal.screen
            try await terminal.type("C-z")
            try await terminal.wait { $0[0].hasPrefix("ready> ") && $0.last { !$0.isEmpty } == "ready>" }
            #expect(try await terminal.value(of: "alternate_on") == "0")
            try await terminal.type("fg", "Enter")
            try await terminal.wait { $0[0] == post[0] && $0[1] == post[1] && $0.last?.contains("q quit") == true }
            try await terminal.type("Escape")
            // It was read.
            try await terminal.wait { $0[1] == feed[1].replacing("●", with: " ") }
            try await terminal.type("/")
            try await terminal.wait { $0[0].hasPrefix("/") }
            try await terminal.type("-l", "three")
            try await terminal.wait { $0[0].hasPrefix("/ three") && $0[2].hasPrefix("    r/") }
            #expect(try await terminal.value(of: "cursor_flag") == "1")
            try await terminal.type("Enter")
            try await terminal.wait { $0[1].hasPrefix("> ") }
            try await terminal.type("Escape")
            try await terminal.wait { $0[0].hasPrefix("Front page") }
            try await quit(terminal)
        }
    }

    @Test func inTheBackgroundItLeavesTheShellItsTerminalAndASignalEndsIt() async throws {
        try await read(columns: 80, rows: 24) { terminal in
            try await terminal.wait { $0[0].hasSuffix("1/25") }
            for round in 1...2 {
                try await terminal.type("C-z")
                try await terminal.wait { $0[0].hasPrefix("ready> ") && $0.last { !$0.isEmpty } == "ready>" }
                try await terminal.type("bg", "Enter")
                // What is typed goes to the shell.
                try await terminal.type("echo by-the-shell-\(round)", "Enter")
                try await terminal.wait { rows in
                    rows.contains { $0.hasSuffix("by-the-shell-\(round)") && !$0.contains("echo") }
                        && rows.last { !$0.isEmpty } == "ready>"
                }
                #expect(try await terminal.value(of: "alternate_on") == "0")
                guard round == 1 else { break }
                try await terminal.type("fg", "Enter")
                try await terminal.wait { $0[0].hasPrefix("Front page") && $0.last?.contains("q quit") == true }
                try await terminal.type("j")
                try await terminal.wait { $0[0].hasSuffix("2/25") }
                try await terminal.type("C-l")
            }
            try await terminal.type("kill %1; wait %1; echo status-$?", "Enter")
            try await terminal.wait { $0.contains { $0.hasSuffix("status-143") } }
            #expect(try await terminal.value(of: "cursor_flag") == "1")
        }
    }

    @Test func onALargeWindowThereAreTwoPanesAndOnASmallerOneTheOneInUse() async throws {
        try await read(columns: 200, rows: 50) { terminal in
            try await terminal.wait(for: "enter opens what is chosen here.")
            try await terminal.type("j", "Enter")
            @Sendable func isWide(_ rows: [String]) -> Bool {
                rows[0].hasPrefix("Front page") && rows[3].hasPrefix("-") && rows[0].contains("comment")
                    && rows.dropLast().allSatisfy { $0.dropFirst(80).first == "│" || $0.contains("│") }
            }
            let wide = try await terminal.wait { isWide($0) && $0[2].contains("Available") }
            try await terminal.resize(columns: 80, rows: 24)
            try await terminal.wait { !$0[0].hasPrefix("Front page") && $0[1].hasPrefix("> ") && $0.count == 24 }
            try await terminal.type("C-w")
            try await terminal.wait { $0[0].hasPrefix("Front page") && $0[3].hasPrefix("> ") }
            try await terminal.type("C-w")
            try await terminal.wait { !$0[0].hasPrefix("Front page") && $0[1].hasPrefix("> ") }
            try await terminal.resize(columns: 200, rows: 50)
            try await terminal.wait {
                isWide($0) && $0[..<3].map { $0.dropFirst(80) } == wide[..<3].map { $0.dropFirst(80) }
            }
            try await terminal.type("Escape")
            try await terminal.wait {
                $0[3].hasPrefix("> ") && $0[2...].contains { $0.contains("opens what is chosen") }
            }
            try await quit(terminal)
        }
    }
}
