import DemoServer
import Foundation
import TestSupport
import Testing

/// Unread posts of several feeds, and what is taken back, in the interactive reader on a terminal and in lines.
@Suite(.timeLimit(.minutes(5)))
struct UnreadReaderTests {
    /// Stores three posts of each of the two sources of the list, and gives the arguments of a reader that reads
    /// them with the network off.
    private func fill(_ fixture: ReaderFixture) async throws -> [String] {
        for source in ["r/swift", "r/askdemo"] {
            try #require(try await fixture.reader("sources", "add", source).status == 0)
            // Beside two that are pinned.
            let list = try await fixture.reader("list", "--feed", source, "--limit", "1")
            #expect(try list.ids.count == 3)
        }
        let base = try #require(fixture.server.baseURL).absoluteString
        return ["--offline", "--feed", "r/swift", "--store", fixture.store, "--base-url", base]
    }

    private func read(
        _ fixture: ReaderFixture, language: String = "C", _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        try await PseudoTerminal.run(
            "reader", try await fill(fixture),
            environment: ["LC_ALL": language, "XDG_CONFIG_HOME": fixture.directory], body)
    }

    private func wait(for feed: String, at place: String, _ terminal: PseudoTerminal) async throws {
        try await terminal.wait { $0.text(ofRow: 0).hasPrefix("\(feed) ·") && $0.text(ofRow: 0).hasSuffix(" \(place)") }
    }

    /// Opens the list of feeds, waits for what is said of the two sources and of both together, and goes back.
    private func check(_ swift: String, _ askdemo: String, _ all: String, _ terminal: PseudoTerminal) async throws {
        terminal.type("\t")
        try await terminal.wait { grid in
            let rows = (1..<grid.rows).map { grid.text(ofRow: $0) }
            func says(_ name: String, _ count: String) -> Bool {
                rows.contains {
                    $0.contains(name) && (count.isEmpty ? !$0.contains("●") : $0.contains("\(name)  ● \(count)"))
                }
            }
            return grid.text(ofRow: 0).hasPrefix("Feeds") && says("r/swift", swift) && says("r/askdemo", askdemo)
                && says("All sources", all)
        }
        terminal.type("\u{1B}")
    }

    private func quit(_ terminal: PseudoTerminal) async {
        terminal.type("q")
        #expect(await terminal.end().status == 0)
    }

    @Test func theCountsOfTheFeedsFollowWhatIsReadAndTakenBack() async throws {
        try await ReaderFixture.run { fixture in
            try await read(fixture) { terminal in
                try await wait(for: "r/swift", at: "1/3", terminal)
                try await check("3", "3", "6", terminal)
                try await wait(for: "r/swift", at: "1/3", terminal)
                // All above the last one, in one act.
                terminal.type("GM")
                try await terminal.wait { grid in [1, 3].allSatisfy { !grid.text(ofRow: $0).contains("●") } }
                try await check("1", "3", "4", terminal)
                try await wait(for: "r/swift", at: "3/3", terminal)
                terminal.type("u")
                try await terminal.wait { grid in
                    grid.text.contains("Taken back: read mark of 2 posts")
                        && [1, 3, 5].allSatisfy { grid.text(ofRow: $0).contains("●") }
                }
                // A post is read, saved, and that is taken back in it.
                terminal.type("\r")
                try await terminal.wait { !$0.text(ofRow: 0).hasPrefix("r/swift") && $0.text.contains("points") }
                terminal.type("s")
                try await terminal.wait(for: "saved")
                terminal.type("u")
                try await terminal.wait(for: "Taken back: 1 post saved")
                terminal.type("u")
                try await terminal.wait(for: "There is nothing to take back.")
                terminal.type("\u{1B}")
                try await wait(for: "r/swift", at: "3/3", terminal)
                try await check("2", "3", "5", terminal)
                try await wait(for: "r/swift", at: "3/3", terminal)
                await quit(terminal)
            }
        }
    }

    @Test func theNextUnreadPostIsLookedForInOneFeedAfterTheOther() async throws {
        try await ReaderFixture.run { fixture in
            try await read(fixture) { terminal in
                try await wait(for: "r/swift", at: "1/3", terminal)
                for place in ["2/3", "3/3"] {
                    terminal.type("n")
                    try await wait(for: "r/swift", at: place, terminal)
                }
                terminal.type("n")
                try await wait(for: "r/askdemo", at: "1/3", terminal)
                terminal.type("GM")
                try await terminal.wait { !$0.text(ofRow: 1).contains("●") }
                // Behind the last feed comes the first; there the first unread post is not the first one.
                terminal.type("mn")
                try await wait(for: "r/swift", at: "1/3", terminal)
                terminal.type("mn")
                try await wait(for: "r/swift", at: "2/3", terminal)
                terminal.type("GM")
                try await terminal.wait { !$0.text(ofRow: 3).contains("●") }
                // Only what is chosen is left.
                terminal.type("mn")
                try await terminal.wait(for: "Nothing unread in any feed.")
                try await check("", "", "", terminal)
                // Unread again, above what is chosen, it is the last that is looked for.
                try await wait(for: "r/swift", at: "3/3", terminal)
                terminal.type("ggmG")
                try await wait(for: "r/swift", at: "3/3", terminal)
                terminal.type("n")
                try await wait(for: "r/swift", at: "1/3", terminal)
                await quit(terminal)
            }
        }
    }

    @Test func allAboveIsMarkedAndTakenBackInAListOfAllSources() async throws {
        try await ReaderFixture.run { fixture in
            try await read(fixture) { terminal in
                try await wait(for: "r/swift", at: "1/3", terminal)
                terminal.type("\t")
                try await terminal.wait { $0.text.contains("r/askdemo  ● 3") }
                terminal.type("ggjjj")
                try await terminal.wait(for: "> All sources")
                terminal.type("\r")
                try await terminal.wait { grid in
                    grid.text(ofRow: 0).hasPrefix("All sources") && grid.text(ofRow: 0).hasSuffix("1/6")
                }
                terminal.type("nn")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("3/6") }
                terminal.type("M")
                try await terminal.wait { grid in
                    [1, 3].allSatisfy { !grid.text(ofRow: $0).contains("●") } && grid.text(ofRow: 5).contains("●")
                }
                terminal.type("N")
                try await terminal.wait(for: "No further unread post.")
                terminal.type("u")
                try await terminal.wait { grid in
                    grid.text.contains("Taken back: read mark of 2 posts")
                        && [1, 3, 5].allSatisfy { grid.text(ofRow: $0).contains("●") }
                }
                await quit(terminal)
            }
        }
    }

    @Test func inUkrainianItIsTheSame() async throws {
        try await ReaderFixture.run { fixture in
            try await read(fixture, language: "uk_UA.UTF-8") { terminal in
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/swift") && $0.text(ofRow: 0).hasSuffix("1/3") }
                terminal.type("GMu")
                try await terminal.wait(for: "Скасовано: позначка прочитаного в 2 дописах")
                await quit(terminal)
            }
        }
    }

    @Test func inLinesCountsAreWords() async throws {
        try await ReaderFixture.run { fixture in
            let arguments = try await fill(fixture)
            try await PipedProgram.run(
                "reader", ["--plain"] + arguments, environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
            ) { reader in
                try await reader.wait(for: "“quit” ends.\n")
                try await reader.write("G mark-above", waitingFor: "3. unread")
                let feeds = try await reader.write("go-to", waitingFor: "r/askdemo, 3 unread posts, Ask Demo\n")
                #expect(feeds.contains("r/swift, 1 unread post, Swift, the language\n"))
                #expect(feeds.contains("All sources, 4 unread posts\n"))
                try await reader.write("back", waitingFor: "3. unread")
                try await reader.write("undo", waitingFor: "Taken back: read mark of 2 posts\n")
                try await reader.write("next-unread", waitingFor: "r/askdemo, Hot, 1/3\n")
                try reader.write("quit")
                let (end, errors) = await reader.end()
                #expect(end.status == 0 && errors.isEmpty)
            }
        }
    }
}
