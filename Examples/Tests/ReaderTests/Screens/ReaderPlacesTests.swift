import Core
import Database
import DemoServer
import Foundation
import TestSupport
import Testing

/// The screens beside the feeds of the interactive reader, on a terminal of its own.
@Suite(.timeLimit(.minutes(5)))
struct ReaderPlacesTests {
    /// Runs the reader on a fixture's server and store.
    private func read(
        _ arguments: [String] = [], in fixture: ReaderFixture, _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        try await PseudoTerminal.run(
            "reader", arguments + ["--store", fixture.store, "--base-url", base],
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory], body)
    }

    /// Runs the reader on the demonstration inside the program, where somebody is signed in.
    private func demonstrate(_ body: (PseudoTerminal, String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await PseudoTerminal.run(
            "reader", ["--store", "\(directory)/store"], environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": directory]
        ) { try await body($0, "\(directory)/store") }
    }

    private func waitForFeed(_ terminal: PseudoTerminal) async throws {
        try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Front page · Hot") && $0.text(ofRow: 1).hasPrefix("> ") }
    }

    /// Opens a place from the list of places, below the feeds.
    private func go(to place: String, _ terminal: PseudoTerminal) async throws {
        let below = ["Activity", "Storage", "Settings", "Accounts", "Drafts", "Answers"]
        let number = try #require(below.firstIndex(of: place))
        terminal.type("\tG" + String(repeating: "k", count: number))
        try await terminal.wait(for: "> \(place)")
        terminal.type("\r")
        try await terminal.wait { $0.text(ofRow: 0).hasPrefix(place) }
    }

    /// Goes back to the feed, from a place above the list of places.
    private func goBack(_ terminal: PseudoTerminal) async throws {
        terminal.type("\u{1B}")
        try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Feeds") }
        terminal.type("\u{1B}")
        try await waitForFeed(terminal)
    }

    private func quit(_ terminal: PseudoTerminal) async {
        terminal.type("q")
        #expect(await terminal.end().status == 0)
    }

    @Test func sourcesAreAddedMovedRemovedAndReadTogether() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                terminal.type("\ta")
                try await terminal.wait(for: "[ Add ]")
                terminal.type("swift\r")
                try await terminal.wait(for: "r/swift")
                terminal.type("a")
                try await terminal.wait(for: "[ Add ]")
                terminal.type("x\r")
                try await terminal.wait(for: "Something is missing, or not right yet.")
                terminal.type("\u{15}nobodyhasthis\r")
                try await terminal.wait(for: "\n! There is no r/nobodyhasthis")
                // What is said of the last action goes with the next key.
                terminal.type("\u{15}")
                try await terminal.wait { !$0.text.contains("There is no") }
                terminal.type("askdemo\r")
                try await terminal.wait {
                    $0.text(ofRow: 2).contains("r/swift") && $0.text(ofRow: 3).contains("r/askdemo")
                }
                terminal.type("ggjJ")
                try await terminal.wait {
                    $0.text(ofRow: 2).contains("r/askdemo") && $0.text(ofRow: 3).hasPrefix("> r/swift")
                }
                terminal.type("D")
                try await terminal.wait { !$0.text.contains("r/swift") && !$0.text.contains("All sources") }
                terminal.type("u")
                try await terminal.wait { $0.text.contains("r/swift") && $0.text(ofRow: 4).contains("All sources") }
                try await seeTheLastOpenedFirst(terminal)
                terminal.type("ggjjj\r")
                try await terminal.wait { grid in
                    grid.text(ofRow: 0).hasPrefix("All sources")
                        && grid.text.contains("r/swift ·") && grid.text.contains("r/askdemo ·")
                }
                terminal.type("s")
                try await terminal.wait { $0.text(ofRow: 1).contains("saved") }
                await quit(terminal)
            }
            #expect(try await fixture.reader("saved").ids.count == 1)
        }
    }

    /// Opens the second of two sources, which is then the first in the other order, and goes back to the own one.
    private func seeTheLastOpenedFirst(_ terminal: PseudoTerminal) async throws {
        terminal.type("ggjj")
        try await terminal.wait(for: "> r/swift")
        terminal.type("\r")
        try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/swift ·") }
        terminal.type("\t")
        try await terminal.wait { $0.text(ofRow: 2).contains("r/askdemo") && $0.text(ofRow: 3).contains("r/swift") }
        terminal.type("o")
        try await terminal.wait {
            $0.text(ofRow: 0).hasSuffix("last opened first") && $0.text(ofRow: 2).contains("r/swift")
                && $0.text(ofRow: 3).contains("r/askdemo")
        }
        terminal.type("J")
        try await terminal.wait(for: "Only your own order can be changed; o shows it.")
        // It is kept while the reader runs.
        terminal.type("\u{1B}")
        try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/swift ·") }
        terminal.type("\t")
        try await terminal.wait {
            $0.text(ofRow: 0).hasSuffix("last opened first") && $0.text(ofRow: 2).contains("r/swift")
        }
        terminal.type("o")
        try await terminal.wait {
            !$0.text(ofRow: 0).contains("last opened") && $0.text(ofRow: 2).contains("r/askdemo")
        }
    }

    @Test func wordsAreLookedForAmongCommentsAndAtTheServer() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await fixture.reader("list", "--feed", "r/swift", "--limit", "3")
            let post = try #require(try list.ids.first)
            let comments = try #require(
                try await fixture.reader("comments", post).json["comments"] as? [[String: Any]])
            let body = try #require(comments.compactMap { $0["body"] as? String }.first { $0.count > 20 })
            let words = body.split(whereSeparator: \.isWhitespace).prefix(3).joined(separator: " ")
            func searches() -> [DemoRequest] { fixture.server.requests.filter { $0.path.contains("search") } }
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                terminal.type("/")
                try await terminal.wait {
                    $0.text.contains("among the posts on this device") && $0.text.contains("tab searches elsewhere.")
                }
                terminal.type("\t")
                try await terminal.wait(for: "among the comments on this device")
                terminal.type(words + "\r")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("comments on this device · 1/1") }
                terminal.type("\r")
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ") }
                terminal.type("\r")
                // In its thread, at its place.
                try await terminal.wait { grid in
                    !grid.text(ofRow: 0).hasPrefix("/")
                        && (1..<grid.rows).contains { grid.text(ofRow: $0).hasPrefix("> ") && $0 > 0 }
                        && grid.text.contains(words)
                }
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("/ \(words)") }
                #expect(searches().isEmpty)
                // The same screen goes on at the server: typed words are asked for when nobody has typed for a second.
                terminal.type("\t")
                try await terminal.wait { $0.text(ofRow: 0).contains("at the server") }
                terminal.type("\u{15}the")
                try await terminal.wait { $0.text(ofRow: 0).contains("at the server · 1/25") }
                terminal.type("\r")
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ") }
                // The end of the first page brings the second.
                terminal.type("G")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("25/50") }
                terminal.type("o")
                try await terminal.wait { $0.text(ofRow: 1) == "> Hot *" }
                terminal.type("j\r")
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix("/25") && $0.text(ofRow: 0).hasPrefix("/ the") }
                terminal.type("gg\r")
                try await terminal.wait { !$0.text(ofRow: 0).hasPrefix("/") && $0.text.contains("points") }
                await quit(terminal)
            }
            #expect(searches().count == 3)
        }
    }

    @Test func settingsAreChosenAndTyped() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                try await go(to: "Settings", terminal)
                terminal.type("\r")
                try await terminal.wait(for: "Allowed: 1–100")
                terminal.type("\u{15}500\r")
                try await terminal.wait(for: "\n! “Posts per page” cannot be set to that.")
                terminal.type("\u{15}50\r")
                try await terminal.wait { $0.text(ofRow: 1) == "> Posts per page: 50" }
                // A switch, and a choice.
                terminal.type("jj\r")
                try await terminal.wait(for: "> Save and hide on the server too: On")
                terminal.type("j\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Not safe for work") && $0.text.contains(" *") }
                terminal.type("j\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Settings") && !$0.text.contains("work: Cover") }
                terminal.type("ggx")
                try await terminal.wait { $0.text(ofRow: 1) == "> Posts per page: 25" }
                // All of them, once that was confirmed.
                terminal.type("X")
                try await terminal.wait(for: "Set all settings back to their defaults?")
                terminal.type("\r")
                try await terminal.wait { $0.text.contains("server too: On") && !$0.text.contains("work: Cover") }
                terminal.type("X")
                try await terminal.wait(for: "Set all settings back to their defaults?")
                terminal.type("j\r")
                try await terminal.wait { $0.text.contains("server too: Off") && $0.text.contains("work: Cover") }
                await quit(terminal)
            }
            let settings = try await fixture.reader("settings")
            #expect(settings.output.contains("\"syncStatuses\"") && settings.status == 0)
        }
    }

    @Test func storageAndActivityAreShown() async throws {
        try await ReaderFixture.run { fixture in
            try await read(in: fixture) { terminal in
                try await waitForFeed(terminal)
                try await go(to: "Storage", terminal)
                try await terminal.wait { $0.text.contains("> Posts: ") && $0.text.contains("Clear everything") }
                terminal.type("Gk\r")
                try await terminal.wait(for: "> Do nothing")
                terminal.type("j\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Storage") && $0.text.contains("Posts: 0 B") }
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Feeds") }
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Front page") }
                terminal.type("r")
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ") }
                await fixture.server.stop()
                terminal.type("r")
                try await terminal.wait(for: "\n! ")
                try await go(to: "Activity", terminal)
                try await terminal.wait {
                    $0.text.contains("127.0.0.1") && $0.text(ofRow: 0).hasSuffix("/1") || $0.text.contains("> ")
                }
                terminal.type("o")
                try await terminal.wait(for: "> All servers *")
                terminal.type("j\r")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Activity · 127.0.0.1") }
                await quit(terminal)
            }
            // What happened is still there in the next run, in which nothing is asked.
            try await read(["--offline"], in: fixture) { terminal in
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Front page") }
                try await go(to: "Activity", terminal)
                try await terminal.wait { $0.text.contains("\n> ") && $0.text.contains("127.0.0.1") }
                terminal.type("D")
                try await terminal.wait(for: "There is nothing here yet")
                await quit(terminal)
            }
        }
    }

    @Test func aCrosspostLeadsToThePostThatItShowsAlsoInTheDark() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await fixture.reader("list", "--feed", "r/memes", "--limit", "100")
            let removed = try #require(
                try list.items.first { ($0["media"] as? [String: Any])?["kind"] as? String == "removed" })
            let store = try JSONStore(directory: fixture.store)
            let feed = Feed(site: .demo, source: .subreddits(["memes"]))
            let posts = try await DatabasePostProvider(store: store).storedFeed(feed).items.map(\.post)
            let (cross, parent) = try await { () async throws in
                for post in posts {
                    guard let id = post.crosspostParent else { continue }
                    let items = try await DatabasePostProvider(store: store).items([id])
                    return (post, try #require(items.first?.post))
                }
                throw DataError(.notFound)
            }()
            try await store.close()
            #expect(!posts.map(\.id).contains(parent.id), "it is stored, and no post of the feed")
            func open(_ id: String, _ terminal: PseudoTerminal) async throws {
                let place = try #require(posts.firstIndex { $0.id.native == id })
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/memes") && $0.text(ofRow: 0).contains("1/") }
                terminal.type(String(repeating: "j", count: place))
                try await terminal.wait { $0.text(ofRow: 0).contains(" \(place + 1)/") }
                terminal.type("\r")
            }
            let base = try #require(fixture.server.baseURL).absoluteString
            try await PseudoTerminal.run(
                "reader", ["--offline", "--feed", "r/memes", "--store", fixture.store, "--base-url", base],
                environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
            ) { terminal in
                try await open(cross.id.native, terminal)
                try await terminal.wait(for: "Shows another post (P)")
                terminal.type("P")
                let beginning = parent.title.prefix(20)
                let community = "r/" + (parent.subreddit ?? "?")
                try await terminal.wait {
                    $0.text(ofRow: 0).hasPrefix(beginning) && $0.text.contains(community)
                        && !$0.text.contains("Shows another post")
                }
                terminal.type("P")
                try await terminal.wait(for: "This post shows no other one.")
                terminal.type("\u{1B}")
                try await terminal.wait(for: "Shows another post (P)")
                terminal.type("\u{1B}")
                try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/memes") }
                terminal.type("gg")
                try await open(try #require(removed["id"] as? String), terminal)
                // Who took it down, in words.
                try await terminal.wait { $0.text.contains("taken down") || $0.text.contains("deleted by its author") }
                await quit(terminal)
            }
        }
    }

    @Test func onesOwnPostIsDeletedAndNobodyElses() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = "\(directory)/store"
        let submit = try await ReaderProcess.run(
            ["submit", "r/swift", "--title", "A post of mine", "--text", "With words.", "--store", store])
        try #require(submit.status == 0, "\(submit.errors)")
        try await PseudoTerminal.run(
            "reader", ["--feed", "r/swift", "--sort", "new", "--store", store],
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": directory]
        ) { terminal in
            try await terminal.wait { $0.text(ofRow: 1).contains("A post of mine") }
            terminal.type("j\r")
            try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ") && $0.text.contains("points ·") }
            terminal.type("D")
            try await terminal.wait(for: "It is somebody else’s.")
            terminal.type("\u{1B}")
            try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/swift") }
            terminal.type("gg\r")
            try await terminal.wait { $0.text.contains("With words.") && !$0.text(ofRow: 0).hasPrefix("r/swift") }
            terminal.type("D")
            try await terminal.wait(for: "Delete it for good?")
            terminal.type("\r")
            try await terminal.wait(for: "With words.")
            terminal.type("D")
            try await terminal.wait(for: "Delete it for good?")
            terminal.type("j\r")
            try await terminal.wait { $0.text.contains("[removed]") && !$0.text.contains("With words.") }
            try await terminal.wait { $0.text.contains("online") && !$0.text.contains("unsent") }
            await quit(terminal)
        }
    }

    @Test func somebodyWritesAPostAndItsDraftIsKept() async throws {
        try await demonstrate { terminal, store in
            try await waitForFeed(terminal)
            terminal.type("w")
            try await terminal.wait(for: "Community:")
            terminal.type("swift\rA title of mine\rAnd a text")
            try await terminal.wait { $0.text.contains("Title: A title of mine") && $0.text.contains("  And a text") }
            terminal.type("\u{1B}")
            try await waitForFeed(terminal)
            try await go(to: "Drafts", terminal)
            try await terminal.wait {
                $0.text(ofRow: 1).contains("swift") && $0.text(ofRow: 2).contains("A title of mine")
            }
            // It is taken away and brought back.
            terminal.type("D")
            try await terminal.wait(for: "There is nothing here yet")
            terminal.type("u")
            try await terminal.wait { $0.text(ofRow: 2).contains("A title of mine") }
            terminal.type("\r")
            try await terminal.wait(for: "This is your draft.")
            terminal.type("\u{13}")
            try await terminal.wait(for: "u takes it back.")
            terminal.type("u")
            try await terminal.wait(for: "ctrl-s sends")
            terminal.type("\u{13}")
            try await terminal.wait(for: "u takes it back.")
            try await terminal.wait {
                $0.text(ofRow: 0).hasPrefix("Drafts") && $0.text.contains("There is nothing here yet")
            }
            await quit(terminal)
            let run = try await ReaderProcess.run(["outbox", "--store", store, "--format", "json"])
            let entries = try #require(try run.json["entries"] as? [[String: Any]], "\(run.output)\(run.errors)")
            #expect(entries.map { $0["title"] as? String } == ["A title of mine"])
        }
    }

    @Test func accountsAnswersAndSubscriptionsAreThereForWhoIsSignedIn() async throws {
        try await demonstrate { terminal, _ in
            try await waitForFeed(terminal)
            try await go(to: "Answers", terminal)
            try await terminal.wait(for: "Nobody has answered you yet")
            try await goBack(terminal)
            terminal.type("\ta")
            try await terminal.wait(for: "[ Add ]")
            terminal.type("swift\r")
            try await terminal.wait(for: "r/swift")
            terminal.type("ggjs")
            try await terminal.wait { $0.text(ofRow: 2).contains("subscribed") }
            terminal.type("s")
            try await terminal.wait { !$0.text(ofRow: 2).contains("· subscribed") }
            terminal.type("\u{1B}")
            try await waitForFeed(terminal)
            try await go(to: "Accounts", terminal)
            try await terminal.wait { $0.text.contains("> OksanaReads *") && $0.text(ofRow: 0).contains("Signed in") }
            terminal.type("j\r")
            try await terminal.wait(for: "> Nobody *")
            terminal.type("k\r")
            try await terminal.wait(for: "> OksanaReads *")
            terminal.type("G\r")
            try await terminal.wait { $0.text.contains("Open this page") && $0.text.contains("http") }
            terminal.type("no address at all\r")
            // Why nobody is signed in, and another page, as one serves once.
            try await terminal.wait { $0.text.contains("cannot be read") && $0.text.contains("Open this page") }
            terminal.type("\u{1B}")
            try await terminal.wait { $0.text(ofRow: 0).hasPrefix("Accounts") }
            terminal.type("ggD")
            // The end of the subscription may not be sent yet, and is asked about then.
            try await terminal.wait { $0.text(ofRow: 0).contains("Signed out") || $0.text.contains("> Do nothing") }
            if terminal.grid.text.contains("> Do nothing") { terminal.type("j\r") }
            try await terminal.wait { $0.text(ofRow: 0).contains("Signed out") && $0.text.contains("> Sign in") }
            await quit(terminal)
        }
    }
}
