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

/// The interactive reader in lines of text: as a whole program between pipes, and on a terminal.
@Suite(.timeLimit(.minutes(5)))
struct PlainReaderTests {
    /// Runs the reader on a fixture's server and store.
    private func read(
        _ arguments: [String] = [], in fixture: ReaderFixture, _ body: (PipedProgram) async throws -> Void
    ) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        try await PipedProgram.run(
            "reader", arguments + ["--plain", "--store", fixture.store, "--base-url", base],
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory], body)
    }

    /// Gives a folder for a store of the demonstration, in which somebody is signed in.
    private func demonstrate(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body("\(directory)/store")
    }

    /// Runs the reader on the demonstration inside the program.
    private func read(
        _ arguments: [String] = [], on store: String, _ body: (PipedProgram) async throws -> Void
    ) async throws {
        try await PipedProgram.run(
            "reader", arguments + ["--plain", "--store", store],
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": "\(store)-none"], body)
    }

    @Test func aKeyForAnActionThatIsGoneEndsNothingButIsNamed() async throws {
        try await ReaderFixture.run { fixture in
            let folder = "\(fixture.directory)/lantern"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("down = t\ntakeBack = x\n".utf8).write(to: URL(filePath: "\(folder)/reader-keys"))
            try await read(in: fixture) { reader in
                try await reader.wait(for: "“quit” ends.\n")
                try reader.write("quit")
                let (end, errors) = await reader.end()
                #expect(end.status == 0 && errors.contains("Line 2 of the file of keys"), "\(errors)")
                #expect(errors.contains("no action 'takeBack' any more"))
            }
        }
    }

    @Test func aFeedIsReadAndSoAreAPostAndItsComments() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { reader in
                try await reader.wait(for: "“quit” ends.\n")
                let feed = reader.output.split(separator: "\n").map(String.init)
                #expect(feed.first == "Front page, Hot, 1/25")
                #expect(feed[1].hasPrefix("chosen, 1. unread, ") && feed[3].hasPrefix("2. unread, "))
                #expect(feed.contains { $0.hasPrefix("10. unread, ") } && !feed.contains { $0.hasPrefix("11. ") })
                // The row that is chosen is told alone.
                let second = try await reader.write("down", waitingFor: "\n")
                #expect(second.hasPrefix(feed[3]))
                let seventh = try await reader.write("7", waitingFor: "7. unread, ")
                #expect(seventh.split(separator: "\n").first.map(String.init) == feed.first { $0.hasPrefix("7. ") })
                let far = try await reader.write("15", waitingFor: "15. unread, ")
                #expect(far.contains("chosen, ") || far.split(separator: "\n").count <= 2)
                _ = try await reader.write("99", waitingFor: "There is no row 99.\n")
                let post = try await reader.write("g g open", waitingFor: "\n2. ")
                #expect(post.contains("chosen, 1. \(feed[1].dropFirst("chosen, 1. unread, ".count).prefix(10))"))
                #expect(post.contains("\n2. "))
                let comment = try await reader.write("j", waitingFor: "2. ")
                #expect(comment.hasPrefix("2. ") && !comment.contains("chosen"))
                // Read, it is unread no more, which words say.
                let back = try await reader.write("back", waitingFor: "Front page, Hot\n1. ")
                #expect(!back.contains("unread"))
                let help = try await reader.write("?", waitingFor: "quit: quit (q, ctrl-c)")
                #expect(help.contains("pageDown: A page down (pgdn, ctrl-f)"))
                let behind = try await reader.write("down", waitingFor: "2. ")
                #expect(!behind.contains("Nothing here"))
                try reader.write("quit")
                let (end, errors) = await reader.end()
                #expect(end.status == 0 && end.reason == .exit && errors.isEmpty)
                #expect(reader.output.drawing.isEmpty)
            }
        }
    }

    @Test func anAnswerIsWrittenInTheDarkAndGivenUp() async throws {
        try await demonstrate { store in
            try await read(on: store) { reader in
                try reader.write("open", "quit")
                #expect(await reader.end().end.status == 0)
                #expect(reader.output.contains("\n2. "))
            }
            try await read(["--offline"], on: store) { reader in
                let form = try await reader.write("reply", waitingFor: "A line is text now")
                #expect(form.contains(":send sends"))
                try reader.write("One line", "", "send", "::and a colon")
                try await reader.write(":xyzzy", waitingFor: "Nothing here is named “xyzzy”")
                try await reader.write(":send", waitingFor: "Can be taken back for 5 s more, undo takes it back.")
                let outbox = try await reader.write("outbox", waitingFor: "send :and a colon")
                #expect(outbox.contains("One line send :and a colon"))
                try await reader.write("give up", waitingFor: "Everything is sent.")
                // The end of the input ends it in order.
                let (end, errors) = await reader.end()
                #expect(end.status == 0 && !errors.contains("not sent"))
                #expect(reader.output.drawing.isEmpty)
                let written = try #require(reader.output.components(separatedBy: "About to be sent").first)
                #expect(!written.contains("One line"), "what is written is not read back")
            }
            let drafts = try await ReaderProcess.run(["drafts", "--store", store, "--format", "json"])
            #expect(drafts.output.contains("One line\\n\\nsend\\n:and a colon"))
        }
    }

    @Test func whatIsUnsentAtTheEndIsSaid() async throws {
        try await demonstrate { store in
            try await read(on: store) { reader in
                try reader.write("quit")
                _ = await reader.end()
            }
            try await read(["--offline"], on: store) { reader in
                try await reader.write("upvote", waitingFor: "voted up, not sent yet")
                let (end, errors) = await reader.end()
                #expect(end.status == 0 && errors.contains("1 thing is not sent"))
                #expect(reader.output.contains("network off, 1 unsent\n"))
            }
        }
    }

    @Test func aFailureIsOneLineAndTheSignalIsTheStatus() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { reader in
                try await reader.wait(for: "“quit” ends.\n")
                await fixture.server.stop()
                let failure = try await reader.write("refresh", waitingFor: "(refresh tries again)\n")
                #expect(failure.contains("\nFailure: ") || failure.hasPrefix("Failure: "))
                let (end, _) = await reader.end(by: SIGTERM)
                #expect(end.status == 128 + SIGTERM)
            }
        }
    }

    @Test func aListIsNoMatterForIt() async throws {
        let run = try await ReaderProcess.run(["--plain", "--limit", "3"])
        #expect(run.status == 64 && run.errors.contains("--plain"))
    }

    @Test func atATerminalTheOrdinaryModeIsKept() async throws {
        try await ReaderFixture.run { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            try await PseudoTerminal.run(
                "reader", ["--plain", "--store", fixture.store, "--base-url", base], columns: 120, rows: 200,
                environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
            ) { terminal in
                let settings = terminal.settings
                // That servers answer comes by itself, and would stand between a line and what it does.
                try await terminal.wait { $0.text.contains("“quit” ends.") && $0.text.contains("online") }
                #expect(terminal.settings == settings && terminal.grid.modes == [7, 25])
                terminal.type("down\n")
                try await terminal.wait(for: "> down\n2. unread, ")
                terminal.type("search\n")
                try await terminal.wait(for: "A line is text now")
                terminal.type("candle\n")
                try await terminal.wait { $0.text.components(separatedBy: "candle").count > 3 }
                // The end of the input, as the terminal has it.
                terminal.type("\u{4}")
                let end = await terminal.end()
                #expect(end.status == 0 && end.reason == .exit)
                #expect(terminal.grid.refused == [] && terminal.settings == settings)
            }
        }
    }
}
