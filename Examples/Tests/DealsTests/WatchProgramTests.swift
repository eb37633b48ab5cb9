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

/// The live table as a whole program, on a terminal of its own.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct WatchProgramTests {
    /// The modes of a terminal that nobody has.
    private static let plain: Set<Int> = [7, 25]

    private func watch(
        columns: Int = 80, rows: Int = 24, count: Int = 2_000, environment: [String: String] = [:],
        _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let scratch = try Scratch()
        try await PseudoTerminal.run(
            "deals", ["watch", "--count", "\(count)", "--seed", "3", "--store", scratch.store], columns: columns,
            rows: rows, environment: environment, body)
    }

    @Test func keysScrollAndSortAndTheTerminalComesBack() async throws {
        try await watch { terminal in
            let settings = terminal.settings
            try await terminal.wait(for: "2,000 deals · all 2,000 received")
            #expect(terminal.grid.modes == [1_049, 2_004, 1_000, 1_006])
            #expect(terminal.settings != settings)
            try await terminal.wait(for: "rows 1–21 of 2,000")
            terminal.type("\u{1B}[6~")
            try await terminal.wait(for: "rows 22–42 of 2,000")
            terminal.type("\u{1B}[<64;5;5M")
            try await terminal.wait(for: "rows 19–39 of 2,000")
            terminal.type("4")
            try await terminal.wait(for: "by price")
            terminal.type("G")
            try await terminal.wait(for: "rows 1,980–2,000 of 2,000")
            terminal.type("q")
            let end = await terminal.end()
            #expect(end.status == 0 && end.reason == .exit)
            #expect(terminal.grid.modes == Self.plain && terminal.grid.refused == [])
            #expect(terminal.settings == settings)
        }
    }

    @Test func anotherSizeIsFilledAtOnce() async throws {
        try await watch { terminal in
            try await terminal.wait(for: "rows 1–21 of 2,000")
            terminal.resize(columns: 40, rows: 10)
            try await terminal.wait { $0.text.contains("rows 1–7 of 2,000") && $0.columns == 40 }
            terminal.resize(columns: 200, rows: 50)
            try await terminal.wait(for: "rows 1–47 of 2,000")
            terminal.type("\u{3}")
            #expect(await terminal.end().status == 0)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV])
    func whateverEndsItTheTerminalComesBack(_ number: Int32) async throws {
        try await watch { terminal in
            let settings = terminal.settings
            try await terminal.wait(for: "rows 1–21 of 2,000")
            terminal.signal(number)
            let end = await terminal.end()
            let isCrash = number == SIGQUIT || number == SIGSEGV
            #expect(end.reason == (isCrash ? .uncaughtSignal : .exit))
            #expect(end.status == (isCrash ? number : 128 + number))
            #expect(terminal.grid.modes == Self.plain)
            #expect(terminal.settings == settings)
        }
    }

    @Test(arguments: [true, false]) func stoppedItGivesTheTerminalBackAndTakesItAgain(byKey: Bool) async throws {
        try await watch { terminal in
            let settings = terminal.settings
            try await terminal.wait(for: "rows 1–21 of 2,000")
            if byKey { terminal.type("\u{1A}") } else { terminal.signal(SIGTSTP) }
            await terminal.stop()
            try await terminal.wait { $0.modes == Self.plain }
            #expect(terminal.settings == settings)
            terminal.signal(SIGCONT)
            try await terminal.wait { $0.modes.contains(1_049) && $0.text.contains("rows 1–21 of 2,000") }
            terminal.type("q")
            #expect(await terminal.end().status == 0)
            #expect(terminal.settings == settings)
        }
    }

    @Test func nothingIsWrittenWhileNothingChanges() async throws {
        try await watch { terminal in
            try await terminal.wait(for: "2,000 deals · all 2,000 received")
            terminal.type("G")
            try await terminal.wait(for: "rows 1,980–2,000")
            terminal.type("g")
            try await terminal.wait(for: "rows 1–21 of")
            let count = terminal.count
            // Keys that change nothing are drawn, and nothing is sent.
            for _ in 0..<20 { terminal.type("k") }
            terminal.type("\u{1B}[6~")
            try await terminal.wait(for: "rows 22–42")
            let page = terminal.count - count
            terminal.type("kkkkkkkkkkkkkkkkkkkkk")
            try await terminal.wait(for: "rows 1–21 of")
            #expect(page < 80 * 24, "\(page) bytes")
            terminal.type("q")
            #expect(await terminal.end().status == 0)
        }
    }
}
