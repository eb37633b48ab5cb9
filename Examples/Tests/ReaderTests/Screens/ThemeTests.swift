import Foundation
import TestSupport
import Testing

/// The colours of the interactive reader follow the setting, or else the terminal, which is asked once.
@Suite(.timeLimit(.minutes(5)))
struct ThemeTests {
    private func read(
        theme: String? = nil, environment: [String: String] = [:], _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = "\(directory)/store"
        if let theme {
            let set = try await ReaderProcess.run(["settings", "set", "theme", theme, "--store", store])
            try #require(set.status == 0, "\(set.errors)")
        }
        var all = ["LC_ALL": "C", "XDG_CONFIG_HOME": directory, "TMUX": ""]
        all.merge(environment) { _, new in new }
        try await PseudoTerminal.run("reader", ["--store", store], environment: all) { terminal in
            try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") }
            try await body(terminal)
            terminal.type("q")
            #expect(await terminal.end().status == 0)
            #expect(terminal.grid.refused == [])
        }
    }

    /// Waits until the title has a colour.
    private func wait(for colour: String, _ terminal: PseudoTerminal) async throws {
        try await terminal.wait { $0.cells[0][0].style == "1;\(colour)" }
    }

    /// The row that is chosen.
    private static func chosen(_ grid: TerminalGrid) -> String? {
        (1..<grid.rows).map(grid.text(ofRow:)).first { $0.hasPrefix("> ") }
    }

    @Test func theAnswerOfTheTerminalChoosesTheColours() async throws {
        try await read { terminal in
            try await wait(for: "33", terminal)
            #expect(terminal.grid.questions == ["11;?", ">q", "c"])
            // In pieces, as over a slow line; none of it is a key.
            terminal.type("\u{1B}]11;rgb:ff")
            terminal.type("ff/ffff/ffff\u{7}\u{1B}[?6")
            terminal.type("2c")
            try await wait(for: "35", terminal)
            #expect(terminal.grid.text(ofRow: 0).hasSuffix(" 1/25"))
            #expect(!terminal.grid.text.contains("This key does nothing"))
        }
    }

    @Test func theSettingGoesBeforeTheTerminal() async throws {
        try await read(theme: "light") { terminal in
            try await wait(for: "35", terminal)
            terminal.type("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?62cj")
            try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 2/25") }
            try await wait(for: "35", terminal)
            // Another choice holds at once.
            terminal.type("\tGkk\r")
            try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Settings") }
            while !terminal.grid.text.contains("> Theme: Light") {
                let row = Self.chosen(terminal.grid)
                terminal.type("j")
                try await terminal.wait { Self.chosen($0) != row }
            }
            terminal.type("\r")
            try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Theme") && $0.text.contains("> Light *") }
            terminal.type("j\r")
            try await terminal.wait(for: "> Theme: Dark")
            try await wait(for: "33", terminal)
        }
    }

    @Test func withoutColoursNothingIsAsked() async throws {
        try await read(theme: "light", environment: ["NO_COLOR": "1"]) { terminal in
            try await terminal.wait { $0.cells[0][0].style == "1" }
            #expect(terminal.grid.questions.isEmpty)
        }
    }
}
