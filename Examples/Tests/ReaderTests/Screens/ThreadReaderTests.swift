import Foundation
import Synchronization
import TestSupport
import Testing

/// A thread in the interactive reader: what is new since the last visit, the ways through it, and what is folded or left out.
@Suite(.timeLimit(.minutes(5)))
struct ThreadReaderTests {
    /// A server of one post, to whose comments a test adds, and which keeps one of them back until it is asked for.
    private final class Thread: Sendable {
        private struct Comment {
            let author: String
            /// The author of what it answers; nil for the post.
            let parent: String?
        }

        private let comments = Mutex([
            Comment(author: "ann", parent: nil), Comment(author: "ben", parent: "ann"),
            Comment(author: "cleo", parent: "ben"), Comment(author: "dan", parent: nil),
            Comment(author: "eve", parent: "dan"), Comment(author: "fay", parent: nil),
        ])

        func add(_ author: String, to parent: String? = nil) {
            comments.withLock { $0.append(Comment(author: author, parent: parent)) }
        }

        func answer(to request: FixtureServer.Request) -> FixtureServer.Answer {
            switch request.path {
            case "/r/demo/hot.json", "/r/demo.json", "/r/demo/.json": .file(Data(Self.listing([Self.post]).utf8))
            case "/comments/p.json":
                .file(Data("[\(Self.listing([Self.post])),\(Self.listing(tree(request.query["sort"])))]".utf8))
            case "/api/morechildren.json":
                .file(
                    Data(
                        #"{"json":{"errors":[],"data":{"things":[\#(Self.thing("gus", in: nil, replies: []))]}}}"#.utf8)
                )
            default: .status(404)
            }
        }

        private func tree(_ sort: String?) -> [String] {
            let comments = comments.withLock { $0 }
            func replies(to parent: String?) -> [String] {
                comments.filter { $0.parent == parent }.map { comment in
                    Self.thing(comment.author, in: parent, replies: replies(to: comment.author))
                }
            }
            let all = replies(to: nil)
            let more =
                #"{"kind":"more","data":{"name":"t1_gus","id":"gus","parent_id":"t3_p","count":1,"children":["gus"]}}"#
            return (sort == "old" ? all.reversed() : all) + [more]
        }

        private static let post = """
            {"kind":"t3","data":{"name":"t3_p","id":"p","title":"The post","author":"zoe","subreddit":"demo",
            "created_utc":1700000000,"is_self":true,"num_comments":7}}
            """

        private static func thing(_ author: String, in parent: String?, replies: [String]) -> String {
            """
            {"kind":"t1","data":{"name":"t1_\(author)","id":"\(author)","parent_id":"\(parent.map { "t1_\($0)" } ?? "t3_p")",
            "author":"\(author)","body":"Words of \(author).","created_utc":1700000000,
            "replies":\(replies.isEmpty ? "\"\"" : listing(replies))}}
            """
        }

        private static func listing(_ children: [String]) -> String {
            #"{"kind":"Listing","data":{"after":null,"children":[\#(children.joined(separator: ","))]}}"#
        }
    }

    private func read(
        _ thread: Thread, _ bodies: (@Sendable (PseudoTerminal) async throws -> Void)...
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What cannot be removed stays with the other temporary files.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await FixtureServer.run {
            thread.answer(to: $0)
        } _: { base in
            for body in bodies {
                try await PseudoTerminal.run(
                    "reader", ["--feed", "r/demo", "--store", "\(directory)/store", "--base-url", base], rows: 40,
                    environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": directory]
                ) { terminal in
                    try await waitForFeed(terminal)
                    try await body(terminal)
                    terminal.type("q")
                    #expect(await terminal.end().status == 0)
                }
            }
        }
    }

    private func waitForFeed(_ terminal: PseudoTerminal) async throws {
        try await terminal.wait { $0.text(ofRow: 0).hasPrefix("r/demo") && $0.text(ofRow: 1).contains("The post") }
    }

    /// Opens the post, and waits until the server has said which comments there are.
    private func open(_ terminal: PseudoTerminal) async throws {
        terminal.type("\r")
        try await terminal.wait { grid in
            grid.text(ofRow: 0).hasPrefix("The post") && grid.text.contains("Words of fay.")
                && !grid.text.contains("fetching")
        }
    }

    private func goBack(_ terminal: PseudoTerminal) async throws {
        terminal.type("\u{1B}")
        try await waitForFeed(terminal)
    }

    /// Types, and waits until what somebody wrote is chosen.
    private func type(_ keys: String, choosing author: String, _ terminal: PseudoTerminal) async throws {
        terminal.type(keys)
        try await terminal.wait { Self.chosen($0)?.hasPrefix(author) == true }
    }

    /// The row that is chosen, without the rules before it.
    private static func chosen(_ grid: TerminalGrid) -> String? {
        let row = (1..<grid.rows - 1).lazy.map { grid.text(ofRow: $0) }.first { $0.hasPrefix("> ") }
        return row.map { String($0.drop { "> │".contains($0) }) }
    }

    /// The first row of a comment.
    private static func head(of author: String, _ grid: TerminalGrid) -> (row: Int, text: String)? {
        (1..<grid.rows - 1).lazy.map { ($0, grid.text(ofRow: $0)) }
            .first { $0.1.drop { "> │".contains($0) }.hasPrefix("\(author) ·") }
    }

    @Test func whatCameSinceTheLastVisitIsMarkedAndGoneThrough() async throws {
        let thread = Thread()
        try await read(thread) { terminal in
            try await open(terminal)
            // Nothing is new to whoever was never here.
            #expect(!terminal.grid.text.contains("· new"))
            terminal.type("n")
            try await terminal.wait(for: "No further new comment.")
            try await type("J", choosing: "ann", terminal)
            try await type("J", choosing: "dan", terminal)
            terminal.type(" ")
            try await terminal.wait { $0.text.contains("dan ·") && !$0.text.contains("Words of eve.") }
            try await goBack(terminal)

            thread.add("xena", to: "dan")
            thread.add("yan")
            try await open(terminal)
            try await terminal.wait { grid in
                grid.text(ofRow: 0).contains("2 new comments")
                    && Self.head(of: "yan", grid)?.text.contains("· new") == true
            }
            // It is still folded, and says that there is something new in it.
            #expect(Self.head(of: "dan", terminal.grid)?.text.contains("2 replies · 1 new comment") == true)
            #expect(!terminal.grid.text.contains("Words of xena."))
            terminal.type("Z")
            try await terminal.wait(for: "Words of xena.")
            terminal.type("gg")
            try await type("n", choosing: "xena · new", terminal)
            try await type("n", choosing: "yan · new", terminal)
            terminal.type("n")
            try await terminal.wait(for: "No further new comment.")
            #expect(Self.chosen(terminal.grid)?.hasPrefix("yan") == true)
            try await goBack(terminal)

            try await open(terminal)
            #expect(!terminal.grid.text.contains("· new") && !terminal.grid.text(ofRow: 0).contains("new"))
        }
    }

    @Test func theWaysThroughAThreadFollowItsTree() async throws {
        try await read(Thread()) { terminal in
            try await open(terminal)
            for author in ["ann", "dan", "fay"] { try await type("J", choosing: author, terminal) }
            // What was left out is a comment on the post, too.
            try await type("J", choosing: "…", terminal)
            terminal.type("J")
            try await terminal.wait(for: "No further comment on the post.")
            for author in ["fay", "dan", "ann"] { try await type("K", choosing: author, terminal) }
            terminal.type("K")
            try await terminal.wait(for: "No further comment on the post.")
            for author in ["ben", "cleo"] { try await type("j", choosing: author, terminal) }
            for author in ["ben", "ann", "The post"] { try await type("p", choosing: author, terminal) }
            // From within one to the next.
            try await type("jjj", choosing: "cleo", terminal)
            try await type("J", choosing: "dan", terminal)
            try await type("j", choosing: "eve", terminal)
            try await type("K", choosing: "dan", terminal)
        }
    }

    @Test func whatIsFoldedStaysFoldedInTheNextRun() async throws {
        try await read(Thread()) { terminal in
            try await open(terminal)
            try await type("J", choosing: "ann", terminal)
            terminal.type(" ")
            try await terminal.wait {
                Self.chosen($0)?.contains("2 replies") == true && !$0.text.contains("Words of ben.")
            }
            // The next run begins where this one ends.
            try await goBack(terminal)
        } _: { terminal in
            try await open(terminal)
            #expect(Self.head(of: "ann", terminal.grid)?.text.contains("2 replies") == true)
            #expect(!terminal.grid.text.contains("Words of ben.") && !terminal.grid.text.contains("Words of ann."))
            try await type("J", choosing: "ann", terminal)
            terminal.type(" ")
            try await terminal.wait(for: "Words of cleo.")
            try await goBack(terminal)
            try await open(terminal)
            #expect(terminal.grid.text.contains("Words of cleo."))
        }
    }

    @Test func whatWasLeftOutIsFetchedAndAnotherOrderIsChosen() async throws {
        try await read(Thread()) { terminal in
            try await open(terminal)
            try await type("G", choosing: "… 1 more comment (enter)", terminal)
            terminal.type("\r")
            try await terminal.wait { $0.text.contains("Words of gus.") && !$0.text.contains("1 more comment") }
            terminal.type("o")
            try await terminal.wait { $0.text(ofRow: 0) == "Order" && $0.text(ofRow: 1).hasPrefix("> ") }
            terminal.type("jjjj")
            try await terminal.wait(for: "> Old")
            terminal.type("\r")
            try await terminal.wait { grid in
                guard let first = Self.head(of: "fay", grid), let last = Self.head(of: "ann", grid) else {
                    return false
                }
                return first.row < last.row
            }
        }
    }
}
