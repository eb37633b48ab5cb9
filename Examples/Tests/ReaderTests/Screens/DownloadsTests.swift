import DemoServer
import Foundation
import TestSupport
import Testing

/// A feed is downloaded for the time without a network, in the interactive reader.
@Suite(.timeLimit(.minutes(5)))
struct DownloadsTests {
    private func read(
        _ arguments: [String] = [], in fixture: ReaderFixture, _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        try await PseudoTerminal.run(
            "reader", arguments + ["--store", fixture.store, "--base-url", base], columns: 100,
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
        ) { terminal in
            try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") }
            try await body(terminal)
            terminal.type("q")
            #expect(await terminal.end().status == 0)
        }
    }

    @Test func aFeedIsDownloadedAndReadWithoutANetwork() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { terminal in
                terminal.type("L")
                try await terminal.wait(for: "> Download now: Front page")
                #expect(terminal.grid.text.contains("Posts: 50\n  Comments: yes\n  Pictures and videos: yes"))
                // By any network, unless somebody wants it otherwise.
                terminal.type("k")
                try await terminal.wait(for: "> Only by a network that is free of charge: no")
                terminal.type("\r")
                try await terminal.wait(for: "> Only by a network that is free of charge: yes")
                terminal.type("\r")
                try await terminal.wait(for: "> Only by a network that is free of charge: no")
                // Comments only, and fewer posts.
                terminal.type("k\r")
                try await terminal.wait(for: "> Pictures and videos: no")
                terminal.type("kk\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Posts") && $0.text.contains("> 50 *") }
                terminal.type("k\r")
                try await terminal.wait(for: "> Posts: 25")
                terminal.type("jjjj\r")
                try await terminal.wait { $0.text.contains("Front page  Complete") && $0.text.contains("25 posts") }
                // It is in the list of places, too, and can be removed.
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Front page") }
                terminal.type("\tG" + String(repeating: "k", count: 6))
                try await terminal.wait(for: "> Downloads for offline reading")
                terminal.type("\r")
                try await terminal.wait(for: "Front page  Complete")
            }
            let asked = fixture.server.requests.count
            try await read(["--offline", "--pictures", "off"], in: fixture) { terminal in
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("points ·") && $0.text.contains("comments offline") }
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") }
                terminal.type("L")
                try await terminal.wait(for: "  Front page  Complete")
                terminal.type("G")
                try await terminal.wait(for: "> Front page  Complete")
                terminal.type("D")
                try await terminal.wait(for: "Remove this download")
                terminal.type("j\r")
                try await terminal.wait { $0.text.contains("Download now") && !$0.text.contains("Complete") }
            }
            #expect(fixture.server.requests.count == asked)
        }
    }

    @Test func aDownloadIsStoppedAndContinuedAndTheLastRowSaysHowFarItIs() async throws {
        try await ReaderFixture.run { fixture in
            // Nobody gives up before the test does, however busy the machine is.
            try await read(["--timeout", "600"], in: fixture) { terminal in
                // Threads are not answered until the test says so.
                for path in ["/comments/", "/r/"] { fixture.server.setFault(.hang, forPath: path) }
                terminal.type("L")
                try await terminal.wait(for: "> Download now: Front page")
                terminal.type("\rG")
                try await terminal.wait {
                    $0.text.contains("comments of 0 of ") && $0.text.contains("stops it)")
                }
                terminal.type("\u{1B}")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix("Front page") && $0.text(ofRow: 23).contains("↓ comments of 0 of")
                }
                terminal.type("L")
                try await terminal.wait(for: "\n  Front page  ")
                terminal.type("G")
                try await terminal.wait { $0.text.contains("> Front page  ") && $0.text.contains("stops it)") }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("Paused") && $0.text.contains("continues)") }
                fixture.server.removeAllFaults()
                terminal.type("\r")
                try await terminal.wait {
                    $0.text.contains("Front page  Complete") && !$0.text(ofRow: 23).contains("↓")
                }
            }
        }
    }
}
