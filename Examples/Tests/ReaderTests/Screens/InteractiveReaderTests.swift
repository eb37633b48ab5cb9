import DemoServer
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

/// The interactive reader as a whole program, on a terminal of its own.
@Suite(.timeLimit(.minutes(5)))
struct InteractiveReaderTests {
    /// The modes of a terminal that nobody has.
    private static let plain: Set<Int> = [7, 25]
    private static let down = "\u{1B}[B"

    /// Runs the reader on a server and a store of their own.
    private func read(
        _ arguments: [String] = [], in fixture: ReaderFixture, columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:], _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        var all = ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
        all.merge(environment) { _, new in new }
        try await PseudoTerminal.run(
            "reader", arguments + ["--store", fixture.store, "--base-url", base], columns: columns, rows: rows,
            environment: all, body)
    }

    /// Waits until a post of the feed is chosen.
    private func waitForFeed(_ terminal: PseudoTerminal, _ number: Int = 1) async throws {
        try await terminal.wait { grid in
            grid.text(ofRow: 0).hasPrefix("Front page · Hot") && grid.text(ofRow: 0).hasSuffix(" \(number)/25")
        }
    }

    private func quit(_ terminal: PseudoTerminal) async {
        terminal.type("q")
        let end = await terminal.end()
        #expect(end.status == 0 && end.reason == .exit)
    }

    @Test func aPostIsReadAndTheTerminalComesBack() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { terminal in
                let settings = terminal.settings
                try await waitForFeed(terminal)
                let first = terminal.grid.text(ofRow: 1)
                #expect(first.hasPrefix("> ● "))
                terminal.type("j")
                try await waitForFeed(terminal, 2)
                terminal.type("k\r")
                try await terminal.wait { !$0.text(ofRow: 0).hasPrefix("Front page") && $0.text.contains(" comments") }
                terminal.type("\u{1B}")
                try await waitForFeed(terminal)
                // Read, it stays in its place, and is told from the others without a colour.
                try await terminal.wait { $0.text(ofRow: 1) == first.replacing("●", with: " ") }
                await quit(terminal)
                #expect(terminal.grid.modes == Self.plain && terminal.grid.refused == [])
                #expect(terminal.settings == settings)
            }
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM, 0])
    func theSamePlaceIsThereAfterAnyEnd(_ signal: Int32) async throws {
        try await ReaderFixture.run { fixture in
            var place = ""
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                // The third post, and in it the second comment.
                for number in 2...3 {
                    terminal.type("j")
                    try await waitForFeed(terminal, number)
                }
                terminal.type("\r")
                try await terminal.wait { grid in
                    grid.text(ofRow: 1).hasPrefix("> ") && grid.text.contains("points ·")
                        && !grid.text(ofRow: 0).hasPrefix("Front page")
                }
                // What of it is on this device is said last, in a line more.
                try await terminal.wait { !$0.text.contains("fetching") && $0.text.contains("offline") }
                terminal.type("jj")
                // The second one answers the first.
                try await terminal.wait(for: "\n> │ ")
                place = Self.place(terminal.grid)
                if signal == 0 { return await quit(terminal) }
                if signal == SIGKILL {
                    // It is written down a second after the last key; nothing else says that it was.
                    let file = "\(fixture.store)/state/reading-place-demo"
                    while !(Self.text(of: file) ?? "").contains("comment") { await Task.yield() }
                }
                terminal.signal(signal)
                _ = await terminal.end()
            }
            let seen = place
            try await read(["--offline"], in: fixture) { terminal in
                try await terminal.wait { Self.place($0) == seen }
                terminal.type("\u{1B}")
                try await waitForFeed(terminal, 3)
                await quit(terminal)
            }
        }
    }

    /// The row that is chosen, with its number.
    private static func place(_ grid: TerminalGrid) -> String {
        let row = (1..<grid.rows - 1).first { grid.text(ofRow: $0).hasPrefix("> ") }
        return row.map { "\($0) \(grid.text(ofRow: $0))" } ?? ""
    }

    private static func text(of file: String) -> String? {
        // Before it is written, there is none.
        try? String(contentsOfFile: file, encoding: .utf8)
    }

    @Test func withTheNetworkOffStoredPostsAreShownAndNothingIsAsked() async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("list")
            let count = fixture.server.requests.count
            try await read(["--offline"], in: fixture) { terminal in
                try await waitForFeed(terminal)
                terminal.type("r")
                try await terminal.wait { $0.text(ofRow: 23).hasPrefix("network off · Updated") }
                await quit(terminal)
            }
            #expect(fixture.server.requests.count == count)
        }
    }

    @Test func aFailureNamesItsCauseAndTheKeyThatTriesAgain() async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("list")
            await fixture.server.stop()
            try await PseudoTerminal.run(
                "reader", ["--store", fixture.store, "--base-url", "http://127.0.0.1:1"],
                environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
            ) { terminal in
                try await waitForFeed(terminal)
                terminal.type("r")
                try await terminal.wait(for: "! The server cannot be reached.")
                // The posts stay above it.
                #expect(terminal.grid.text.contains("(r tries again)") && terminal.grid.text(ofRow: 1).hasPrefix("> ●"))
                try await terminal.wait(for: "offline since")
                await quit(terminal)
            }
        }
    }

    @Test func marksAreShownAndWhatWasDoneIsTakenBackStepByStep() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                let first = terminal.grid.text(ofRow: 1).dropFirst(4).prefix(20)
                // One after the other: acts that are under way together are taken back in the order of their commits.
                terminal.type("s")
                try await terminal.wait { $0.text(ofRow: 1).contains("saved") }
                terminal.type("f")
                try await terminal.wait { $0.text(ofRow: 1).contains("saved favourite") }
                terminal.type("m")
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix(">   ") }
                terminal.type("d")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 1/24") && !$0.text(ofRow: 1).contains(first) }
                terminal.type("u")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("/25") && $0.text.contains(first) }
                terminal.type("u")
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ●") }
                terminal.type("u")
                try await terminal.wait {
                    $0.text(ofRow: 1).contains("saved") && !$0.text(ofRow: 1).contains("favourite")
                }
                terminal.type("u")
                try await terminal.wait { !$0.text(ofRow: 1).contains("saved") }
                terminal.type("u")
                try await terminal.wait(for: "There is nothing to take back.")
                terminal.type("s")
                try await terminal.wait { $0.text(ofRow: 1).contains("saved") }
                await quit(terminal)
            }
            #expect(try await fixture.reader("saved").ids.count == 1)
        }
    }

    @Test func feedsOrdersAndWordsAreFound() async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("sources", "add", "swift")
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                terminal.type("jj")
                try await waitForFeed(terminal, 3)
                terminal.type("o")
                try await terminal.wait { $0.text(ofRow: 1) == "> Hot *" }
                terminal.type("jj\r")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Front page · New") && $0.text(ofRow: 0).hasSuffix(" 1/25")
                }
                terminal.type("\t")
                try await terminal.wait(for: "r/swift")
                terminal.type("j\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/swift") && $0.text(ofRow: 0).contains("1/") }
                terminal.type("/")
                try await terminal.wait(for: "Type what to look for")
                #expect(terminal.grid.modes.contains(25))
                // The field has no place for these, and nothing else takes them.
                terminal.type("zz\u{1B}[D\u{1B}[Hzz")
                try await terminal.wait(for: "Nothing was found")
                terminal.type("\u{15}code review")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("/ code review") && $0.text.contains("r/swift ·")
                }
                terminal.type("\r\r")
                try await terminal.wait {
                    $0.text(ofRow: 1).hasPrefix("> ") && $0.text(ofRow: 2).hasPrefix("│ r/swift ·")
                }
                await quit(terminal)
            }
        }
    }

    @Test func aChosenCommentThatIsFoldedAwayIsStoodForByWhatItAnswers() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                terminal.type("jj")
                try await waitForFeed(terminal, 3)
                terminal.type("\r")
                try await terminal.wait { !$0.text.contains("fetching") && $0.text.contains("\n  │ │ ") }
                terminal.type("jj")
                try await terminal.wait(for: "\n> │ ")
                terminal.type("z")
                try await terminal.wait { $0.text.contains("\n> u-turn") && !$0.text.contains("\n  │ ") }
                terminal.type("Z")
                try await terminal.wait { $0.text.contains("\n> u-turn") && $0.text.contains("\n  │ ") }
                terminal.type("y")
                try await terminal.wait(for: "The link is in the clipboard")
                let base = try #require(fixture.server.baseURL).absoluteString
                try await terminal.wait { grid in
                    grid.copied.contains { copied in
                        Data(base64Encoded: copied).map { String(decoding: $0, as: UTF8.self) }?.hasPrefix(base) == true
                    }
                }
                await quit(terminal)
            }
        }
    }

    @Test func anAnswerThatIsWrittenInTheDarkIsShownAndGoesOutLater() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = "\(directory)/store"
        let environment = ["LC_ALL": "C", "XDG_CONFIG_HOME": directory]
        let id = try #require(try await ReaderProcess.run(["list", "--store", store, "--format", "json"]).ids.first)
        _ = try await ReaderProcess.run(["comments", id, "--store", store])
        func outbox() async throws -> [[String: Any]] {
            let run = try await ReaderProcess.run(["outbox", "--store", store, "--format", "json"])
            return try #require(try run.json["entries"] as? [[String: Any]], "\(run.output)\(run.errors)")
        }
        try await PseudoTerminal.run("reader", ["--offline", "--store", store], environment: environment) { terminal in
            try await waitForFeed(terminal)
            terminal.type("\r")
            try await terminal.wait { grid in
                grid.text(ofRow: 1).hasPrefix("> ") && grid.text.contains("points ·")
                    && !grid.text(ofRow: 0).hasPrefix("Front page")
            }
            // What is typed before the field is there is not lost.
            terminal.type("cWritten in the draft.")
            try await terminal.wait { $0.text.contains("ctrl-s sends") && $0.text.contains("Written in the draft.") }
            // What was typed is a draft when one goes, and is there when one comes back.
            terminal.type("\u{1B}")
            try await terminal.wait { !$0.text.contains("ctrl-s sends") }
            terminal.type("c")
            try await terminal.wait { $0.text.contains("This is your draft.") && $0.text.contains("in the draft.") }
            terminal.type("\u{17}dark.\u{13}")
            try await terminal.wait(for: "u takes it back.")
            terminal.type("u")
            try await terminal.wait(for: "ctrl-s sends")
            terminal.type("\u{13}")
            try await terminal.wait(for: "u takes it back.")
            // Its screen is closed, and it is chosen, wherever it stands in its thread; a key ends the sentence.
            terminal.type("\u{0C}")
            try await terminal.wait { grid in
                let row = (1..<grid.rows).first { grid.text(ofRow: $0).hasPrefix("> ") }
                return row.map { grid.text(ofRow: $0).contains("not sent yet") } == true
                    && grid.text.contains("│ Written in the dark.")
            }
            try await terminal.wait(for: "1 unsent")
            terminal.type("O")
            try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ") && $0.text(ofRow: 2).contains("in the dark.") }
            // Given up it becomes a draft, and is written anew from there.
            terminal.type("d")
            try await terminal.wait(for: "Everything is sent.")
            terminal.type("\u{1B}")
            try await terminal.wait { !$0.text.contains("unsent") && !$0.text.contains("Everything is sent.") }
            terminal.type("ggc")
            try await terminal.wait { $0.text.contains("This is your draft.") && $0.text.contains("in the dark.") }
            terminal.type("\u{13}")
            try await terminal.wait(for: "u takes it back.")
            terminal.type("\u{0C}")
            try await terminal.wait { $0.text.contains("1 unsent") && !$0.text(ofRow: 0).hasPrefix("Answer") }
            await quit(terminal)
        }
        let entries = try await outbox()
        #expect(entries.count == 1 && entries.first?["text"] as? String == "Written in the dark.")
        try await PseudoTerminal.run("reader", ["--store", store], environment: environment) { terminal in
            try await terminal.wait { $0.text.contains("online") && !$0.text.contains("unsent") }
            await quit(terminal)
        }
        #expect(try await outbox().isEmpty)
    }

    @Test func theHelpHasTheKeysAndAFileChangesThem() async throws {
        try await ReaderFixture.run { fixture in
            let folder = "\(fixture.directory)/lantern"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = URL(filePath: "\(folder)/reader-keys")
            try Data("down = t, down\ntakeBack = x\nquit = Q\n".utf8).write(to: file)
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                terminal.type("j")
                try await terminal.wait(for: "This key does nothing here; ? shows those that do.")
                terminal.type("t")
                try await waitForFeed(terminal, 2)
                terminal.type("?")
                try await terminal.wait { $0.text.contains(/\n  t, down +Down\n/) }
                #expect(terminal.grid.text(ofRow: 23).hasSuffix("? keys  Q quit"))
                terminal.type("?Q")
                #expect(await terminal.end().status == 0)
            }
            try Data("down = t\nfly = x\n".utf8).write(to: file)
            try await read(in: fixture) { terminal in
                #expect(await terminal.end().status == 64)
                #expect(terminal.grid.text.contains("Line 2 of the file of keys"))
                #expect(terminal.grid.modes == Self.plain)
            }
        }
    }

    @Test func everySizeIsUsableAndWithoutColoursEverythingIsThere() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture, environment: ["NO_COLOR": "1"]) { terminal in
                try await waitForFeed(terminal)
                terminal.resize(columns: 20, rows: 6)
                try await terminal.wait {
                    $0.columns == 20 && $0.text(ofRow: 0).hasPrefix("Front page") && $0.text(ofRow: 1).hasPrefix("> ●")
                }
                terminal.resize(columns: 200, rows: 50)
                try await terminal.wait { $0.text(ofRow: 49).hasSuffix("q quit") && $0.text(ofRow: 48).contains(" · ") }
                terminal.type("\r")
                try await terminal.wait { grid in
                    // Beside the list, which is there as it was.
                    grid.text(ofRow: 0).hasPrefix("Front page") && grid.text(ofRow: 1).contains("│> ")
                        && grid.text.contains(" points · ")
                }
                terminal.resize(columns: 20, rows: 6)
                try await terminal.wait { $0.columns == 20 && $0.text(ofRow: 1).hasPrefix("> ") }
                let styles = Set(terminal.grid.cells.joined().flatMap { $0.style.split(separator: ";") })
                #expect(styles.isSubset(of: ["1", "2", "4", "7"]), "\(styles)")
                #expect(terminal.grid.refused == [])
                await quit(terminal)
            }
        }
    }
}
