import DemoServer
import Foundation
import TestSupport
import Testing

/// Pictures of posts in the interactive reader: by the terminal, in half blocks, in words, and fetched only where that may be.
@Suite(.timeLimit(.minutes(5)))
struct ReaderPictureTests {
    /// What a terminal with pictures says to the questions.
    private static let answers = "\u{1B}P>|kitty(0.36.1)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c"

    /// Runs a test with a feed that is stored, and with a program that makes a red and a blue pixel of every picture.
    private func run(_ test: @escaping @Sendable (ReaderFixture, [[String: Any]]) async throws -> Void) async throws {
        try await ReaderFixture.run { fixture in
            let listing = try await fixture.reader("list")
            try await test(fixture, listing.items)
        }
    }

    /// Opens a post of a kind in a reader of its own.
    private func open(
        _ kind: String, among items: [[String: Any]], _ arguments: [String] = [], in fixture: ReaderFixture,
        environment: [String: String] = [:], answers: String = "",
        _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let tools = "\(fixture.directory)/tools"
        try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
        let magick = URL(filePath: "\(tools)/magick")
        try Data("#!/bin/sh\nprintf 'P6 1 2 255\\n\\377\\000\\000\\000\\000\\377'\n".utf8).write(to: magick)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: magick.path)
        let index = try #require(
            items.firstIndex { item in
                let media = item["media"] as? [String: Any]
                return media?["kind"] as? String == kind && media?["width"] is Int && item["isNSFW"] as? Bool != true
            }, "no \(kind) in the feed")
        let base = try #require(fixture.server.baseURL).absoluteString
        var all = [
            "LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory, "PATH": "\(tools):/usr/bin:/bin", "TMUX": "",
            "COLORTERM": "truecolor", "LANTERN_PICTURES": "",
        ]
        all.merge(environment) { _, new in new }
        try await PseudoTerminal.run(
            "reader", arguments + ["--store", fixture.store, "--base-url", base], columns: 80, rows: 40,
            environment: all
        ) { terminal in
            try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") }
            terminal.type(answers + String(repeating: "j", count: index))
            try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" \(index + 1)/25") }
            terminal.type("\r")
            try await terminal.wait { !$0.text(ofRow: 0).hasPrefix("Front page") && $0.text(ofRow: 1).hasPrefix("> ") }
            try await body(terminal)
            #expect(terminal.grid.refused == [])
        }
    }

    private func quit(_ terminal: PseudoTerminal) async {
        terminal.type("q")
        #expect(await terminal.end().status == 0)
    }

    /// The cells of half blocks: red above, blue below, or one of them where a cell is one of both.
    private static func blocks(_ grid: TerminalGrid) -> Int {
        grid.cells.joined().count { $0.text == "▀" && $0.style.contains("255;0;0") || $0.style.contains("0;0;255") }
    }

    @Test func halfBlocksAreDrawnWhereTheTerminalDoesNotAnswer() async throws {
        try await run { fixture, items in
            try await open("image", among: items, in: fixture) { terminal in
                try await terminal.wait { Self.blocks($0) > 100 }
                #expect(terminal.grid.pictures.questions == ["31"] && terminal.grid.pictures.changes.isEmpty)
                let before = terminal.grid.cells
                terminal.type("V")
                try await terminal.wait {
                    $0.text(ofRow: 39).contains("q quit") && Self.blocks($0) > 200 && $0.cells != before
                }
                terminal.type("]")
                try await terminal.wait(for: "No further picture.")
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ") && Self.blocks($0) > 100 }
                await quit(terminal)
            }
        }
    }

    @Test func aTerminalThatHasPicturesDrawsThemItself() async throws {
        try await run { fixture, items in
            try await open("image", among: items, in: fixture, answers: Self.answers) { terminal in
                try await terminal.wait { $0.pictureCells.count > 100 && $0.pictures.changes.count == 1 }
                let ids = Set(terminal.grid.pictureCells.map(\.id))
                #expect(ids.count == 1 && Self.blocks(terminal.grid) == 0)
                // Nothing of it was taken for a key.
                #expect(!terminal.grid.text.contains("This key does nothing here"))
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Front page") && $0.pictures.pictures.isEmpty }
                terminal.type("\r")
                try await terminal.wait { $0.pictureCells.count > 100 }
                terminal.resize(columns: 60, rows: 30)
                try await terminal.wait {
                    $0.columns == 60 && $0.pictureCells.count > 50 && $0.pictures.pictures.count == 1
                }
                await quit(terminal)
                #expect(terminal.grid.pictures.pictures.isEmpty)
            }
        }
    }

    @Test func aGalleryIsSteppedThroughAndAPictureSaved() async throws {
        try await run { fixture, items in
            let home = "\(fixture.directory)/home"
            try await open(
                "gallery", among: items, ["--pictures", "blocks"], in: fixture, environment: ["HOME": home]
            ) { terminal in
                try await terminal.wait { $0.text.contains("  1/") || $0.text.contains("│ 1/") }
                #expect(terminal.grid.pictures.questions.isEmpty)
                terminal.type("]")
                try await terminal.wait { $0.text.contains("│ 2/") && $0.text.contains("[film 240 × 240]") }
                terminal.type("V")
                try await terminal.wait(for: "This is a film")
                terminal.type("]")
                try await terminal.wait { $0.text.contains("│ 3/") }
                terminal.type("V")
                try await terminal.wait { $0.text(ofRow: 0).contains("/") && Self.blocks($0) > 200 }
                // A file where the folder would be: it is saved by the key that the failure names.
                try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
                try Data().write(to: URL(filePath: "\(home)/Pictures"))
                terminal.type("s")
                try await terminal.wait { $0.text.contains("Cannot create") && $0.text.contains("(r tries again)") }
                try FileManager.default.removeItem(atPath: "\(home)/Pictures")
                terminal.type("r")
                try await terminal.wait { $0.text.contains("Saved: ") && !$0.text.contains("r tries again") }
                terminal.type("k")
                try await terminal.wait { $0.text(ofRow: 0).contains("1/") && !$0.text.contains("Saved: ") }
                await quit(terminal)
                let saved = try FileManager.default.subpathsOfDirectory(atPath: "\(home)/Pictures/Lantern")
                #expect(saved.count == 1)
            }
        }
    }

    @Test func nothingIsFetchedWhereThatIsNotAskedFor() async throws {
        try await run { fixture, items in
            _ = try await fixture.reader("settings", "set", "downloadPolicy", "never")
            let count = fixture.server.requestCount(forPath: "/preview")
            try await open("image", among: items, ["--pictures", "blocks"], in: fixture) { terminal in
                // The reason, and no key that would not help.
                try await terminal.wait(for: "the setting")
                terminal.type("i")
                try await terminal.wait { $0.text(ofRow: $0.rows - 2).contains("are not downloaded") }
                #expect(!terminal.grid.text.contains("tries again") && !terminal.grid.text.contains("i fetches it"))
                terminal.type("V")
                try await terminal.wait { $0.text.contains("\n! ") && $0.text.contains("are not downloaded") }
                #expect(!terminal.grid.text.contains("tries again"))
                terminal.type("\u{1B}")
                try await terminal.wait { !$0.text.contains("\n! ") }
                await quit(terminal)
            }
            _ = try await fixture.reader("settings", "set", "downloadPolicy", "wifi")
            // The post is open again, as it was left.
            let base = try #require(fixture.server.baseURL).absoluteString
            try await PseudoTerminal.run(
                "reader", ["--offline", "--pictures", "blocks", "--store", fixture.store, "--base-url", base],
                columns: 80, rows: 40, environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
            ) { terminal in
                // Which of the two depends on whether it is known by then that no server answers.
                try await terminal.wait {
                    $0.text.contains("Not on this device; i fetches it.") || $0.text.contains("(i tries again)")
                }
                terminal.type("i")
                try await terminal.wait { $0.text.contains("(i tries again)") }
                #expect(terminal.grid.text.contains("offline"))
                await quit(terminal)
            }
            #expect(fixture.server.requestCount(forPath: "/preview") == count)
        }
    }

    @Test(arguments: [["NO_COLOR": "1"], ["LANTERN_PICTURES": "off"]])
    func wordsStandForPicturesWhereTheyAreNotShown(_ environment: [String: String]) async throws {
        try await run { fixture, items in
            let count = fixture.server.requests.count { $0.path.contains(".png") }
            try await open("image", among: items, in: fixture, environment: environment) { terminal in
                try await terminal.wait { $0.text.firstMatch(of: /\[picture \d+ × \d+\]/) != nil }
                terminal.type("i")
                try await terminal.wait(for: "Pictures are not shown on this terminal.")
                #expect(!terminal.grid.questions.contains(">q") && terminal.grid.pictures.questions.isEmpty)
                await quit(terminal)
            }
            #expect(fixture.server.requests.count { $0.path.contains(".png") } == count)
        }
    }

    @Test func whatDecodesAPictureIsNamedWhereItIsMissing() async throws {
        try await run { fixture, items in
            try await open(
                "image", among: items, ["--pictures", "blocks"], in: fixture, environment: ["PATH": "/nowhere"]
            ) { terminal in
                try await terminal.wait(for: "No tool for this kind of picture (install ImageMagick).")
                await quit(terminal)
            }
        }
    }
}
