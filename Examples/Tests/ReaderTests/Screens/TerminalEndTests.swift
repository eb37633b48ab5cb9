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

/// What the interactive reader leaves behind on a terminal and in its store, whatever ends it.
@Suite(.timeLimit(.minutes(5)))
struct TerminalEndTests {
    /// The modes of a terminal that nobody has.
    private static let plain: Set<Int> = [7, 25]

    /// Types an answer in the demonstration inside the program.
    private func write(
        _ body: (PseudoTerminal, _ settings: [UInt], _ drafts: () async throws -> [String]) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = "\(directory)/store"
        try await PseudoTerminal.run(
            "reader", ["--store", store], environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": directory]
        ) { terminal in
            let settings = terminal.settings
            try await terminal.wait { $0.text(ofRow: 0).contains(" 1/25") }
            terminal.type("\r")
            try await terminal.wait { !$0.text(ofRow: 0).hasPrefix("Front page") && $0.text.contains("points ·") }
            terminal.type("cTyped so far.")
            try await terminal.wait { $0.text.contains("ctrl-s sends") && $0.text.contains("Typed so far.") }
            #expect(terminal.settings != settings && terminal.grid.modes.contains(1_049))
            try await body(terminal, settings) {
                let run = try await ReaderProcess.run(["drafts", "--store", store, "--format", "json"])
                return try run.entries("drafts").compactMap { $0["text"] as? String }
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV])
    func whateverEndsItTheTerminalComesBack(_ number: Int32) async throws {
        try await write { terminal, settings, drafts in
            terminal.signal(number)
            let end = await terminal.end()
            let isCrash = number == SIGQUIT || number == SIGSEGV
            #expect(end.reason == (isCrash ? .uncaughtSignal : .exit))
            #expect(end.status == (isCrash ? number : 128 + number))
            #expect(terminal.grid.modes == Self.plain && terminal.grid.refused == [])
            #expect(terminal.settings == settings)
            guard !isCrash else { return }
            let stored = try await drafts()
            #expect(stored == ["Typed so far."])
        }
    }

    @Test func aTerminalThatHangsUpEndsItAndWhatWasTypedIsADraft() async throws {
        try await write { terminal, _, drafts in
            try terminal.hangUp()
            let end = await terminal.end()
            #expect(end.reason == .exit && end.status == 128 + SIGHUP)
            let stored = try await drafts()
            #expect(stored == ["Typed so far."])
        }
    }
}
