import CommunityServer
import Foundation
import TestSupport
import Testing

/// The community in a shell under tmux, at two sizes of its window.
@Suite(.enabled(if: TmuxTerminal.isInstalled, "tmux is not installed: apt-get install tmux"), .timeLimit(.minutes(5)))
struct TmuxCommunityTests {
    @Test(arguments: [(80, 24), (200, 50)]) func somebodySignsInAndReadsAPost(_ columns: Int, _ rows: Int) async throws
    {
        try await CommunityFixture.run { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            let program = try RunningProgram.executable("community").path
            try await TmuxTerminal.run(
                columns: columns, rows: rows,
                environment: [
                    "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": fixture.directory, "no_proxy": "127.0.0.1",
                    "LANTERN_COMMUNITY_KEY": CommunityServer.demoKey,
                ]
            ) { terminal in
                try await terminal.type("\(program) --store \(fixture.store) --base-url \(base)", "Enter")
                try await terminal.wait(for: "> Log in")
                try await terminal.type("Enter")
                try await terminal.wait(for: "[ Log in ]")
                let ann = CommunityServer.DemoPerson.ann
                try await terminal.type(ann.email, "Enter", ann.password, "Enter")
                try await terminal.wait { $0[0].hasPrefix("Home · Daily life") && $0[1].hasPrefix("> ") }
                try await terminal.type("Enter")
                let isWide = columns >= 120
                try await terminal.wait { rows in
                    rows.contains { $0.contains("Looks warm") } && rows[0].hasPrefix("Home") == isWide
                }
                try await terminal.type("q")
                try await terminal.wait { $0.filter { $0.hasPrefix("ready>") }.count == 2 }
                #expect(try await terminal.value(of: "alternate_on") == "0")
            }
        }
    }
}
