import DemoServer
import Foundation
import Testing

/// Bad input: refused with what is allowed, nothing requested, nothing written.
@Suite(.timeLimit(.minutes(5)))
struct UsageTests {
    static let refused: [[String]] = [
        ["list", "--feed", "r/"], ["list", "--feed", "r/a b"], ["list", "--feed", "r/a/b"], ["list", "--feed", "r/.."],
        ["list", "--feed", "r/a"], ["list", "--feed", ""], ["list", "--feed", "swift"], ["list", "--feed", "u/../x"],
        ["list", "--feed", "r/a+"], ["list", "--limit", "0"], ["list", "--limit", "101"], ["list", "--limit", "many"],
        ["list", "--pages", "0"], ["list", "--sort", "best-ever"], ["list", "--period", "decade"],
        ["list", "--timeout", "0"], ["list", "--timeout", "-1"], ["list", "--timeout", "nan"],
        ["list", "--timeout", "inf"],
        ["list", "--format", "xml"], ["list", "--backend", "usenet"], ["list", "--nonsense"], ["frobnicate"],
        ["show"], ["show", ""], ["save"], ["dismiss"], ["dismiss", "--all"], ["dismiss", "--all", "--feed", "r/.."],
        ["dismiss", "t3_a", "--all", "--feed", "home"], ["dismiss", "t3_a", "--feed", "home"],
        ["undo", "t3_a"], ["comments"], ["comments", ""], ["comments", "t3_a", "t3_b"],
        ["comments", "t3_a", "--sort", "hottest"], ["comments", "t3_a", "--sort", "rising"],
        ["refresh", "--deadline", "0"], ["refresh", "--deadline", "-1"], ["refresh", "--deadline", "nan"],
        ["refresh", "--deadline", "86401"], ["refresh", "--deadline", "soon"], ["refresh", "home"],
        ["verify", "t3_a"],
    ]

    @Test(arguments: refused) func isRefusedWithStatus64(arguments: [String]) async throws {
        try await ReaderFixture.run { fixture in
            let refused = try await fixture.reader(arguments)
            #expect(refused.status == 64)
            #expect(refused.output.isEmpty)
            #expect(refused.errors.contains("Error:") || refused.errors.contains("Usage:"))
            #expect(fixture.server.requests.isEmpty)
            #expect(!fixture.isStoreThere)
        }
    }

    @Test(arguments: ["r/a b", "r/..", "u/x/y"]) func aBadNameIsToldWhatIsAllowed(feed: String) async throws {
        try await ReaderFixture.run { fixture in
            let refused = try await fixture.reader("list", "--feed", feed)
            #expect(refused.errors.contains("A-Z a-z 0-9"))
        }
    }

    @Test(arguments: [
        (["--limit", "-5"], "1 to 100"), (["--limit", "-100"], "1 to 100"), (["--pages", "-1"], "from 1 on"),
        (["--timeout", "-1"], "more than 0"), (["--timeout", "-0.5"], "more than 0"),
    ]) func aNumberBelowZeroIsToldWhatIsAllowed(arguments: [String], allowed: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let refused = try await fixture.call(.demo, ["list"] + arguments)
            #expect(refused.status == 64 && refused.errors.contains(allowed), "\(refused.errors)")
            #expect(!fixture.isStoreThere)
        }
    }

    @Test(arguments: [
        "http://example.org", "ftp://127.0.0.1", "127.0.0.1:80", "not a url", "https://", "http://127.evil.example",
        "https://me:secret@example.org", "http://127.0.0.1:0", "http://127.0.0.1:99999", "https://example.org/?a=b",
    ]) func aBadBaseURLIsRefused(base: String) async throws {
        try await ReaderFixture.run { fixture in
            let refused = try await ReaderProcess.run([
                "list", "--backend", "reddit-json", "--base-url", base, "--store", fixture.store,
            ])
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--base-url"))
            #expect(!fixture.isStoreThere)
        }
    }

    @Test(arguments: [">&-", "<&- >&-", "<&- >&- 2>&-", "> /dev/full"])
    func anAnswerThatCannotBeWrittenIsAnErrorAndNoCrash(redirection: String) async throws {
        #if os(Linux)
            try await ReaderFixture.run { fixture in
                let base = try #require(fixture.server.baseURL).absoluteString
                let command = "list --base-url \(base) --store '\(fixture.store)' 2> /dev/null \(redirection)"
                #expect(try await Self.bash("'\(ReaderProcess.executable.path)' \(command)") == 74)
                // What the command did is done all the same, and nothing was written where it does not belong.
                #expect(try await fixture.reader("list", "--offline").status == 0)
            }
        #endif
    }

    @Test func aClosedPipeIsNoError() async throws {
        try await ReaderFixture.run { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            let command = "list --base-url \(base) --store '\(fixture.store)' --format json"
            let line = "'\(try ReaderProcess.executable.path)' \(command) | true; exit ${PIPESTATUS[0]}"
            #expect(try await Self.bash(line) == 0)
        }
    }

    private static func bash(_ line: String) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", line]
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    @Test func aUserAgentOfTwoLinesIsRefused() async throws {
        try await ReaderFixture.run { fixture in
            let refused = try await fixture.reader("list", environment: ["LANTERN_USER_AGENT": "a\r\nX-Evil: yes"])
            #expect(refused.status == 64)
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test(arguments: [["--nonsense"], ["--offline", "frobnicate"]])
    func whatIsRefusedWithoutACommandIsToldUsageThatWorks(arguments: [String]) async throws {
        let refused = try await ReaderProcess.run(arguments)
        #expect(refused.status == 64 && refused.errors.contains("Usage: reader start "), "\(refused.errors)")
        let match = refused.errors.firstMatch(of: /See 'reader ([^']*)'/)
        let words = try #require(match).output.1.split(separator: " ").map(String.init)
        let help = try await ReaderProcess.run(words)
        #expect(help.status == 0 && help.output.contains("--plain") && help.output.contains("--offline"))
        let all = try await ReaderProcess.run(["--help"])
        #expect(all.output.contains("'reader help start'"))
    }

    @Test func helpIsHelpAndNoError() async throws {
        let help = try await ReaderProcess.run(["--help"])
        #expect(help.status == 0)
        for command in ["list", "show", "comments", "save", "dismiss", "undo"] {
            #expect(help.output.contains(command))
        }
    }
}
