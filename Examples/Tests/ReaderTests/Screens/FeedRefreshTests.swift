import Foundation
import Synchronization
import TestSupport
import Testing

/// A feed in the interactive reader that is refreshed while somebody is within it.
@Suite(.timeLimit(.minutes(5)))
struct FeedRefreshTests {
    /// A server of one community, whose newest post has a number and whose pages have a hundred posts.
    private final class Community: Sendable {
        private let newest: Mutex<Int>
        private let isDown = Mutex(false)

        init(newest: Int) { self.newest = Mutex(newest) }

        func add(_ count: Int) { newest.withLock { $0 += count } }
        func setDown(_ isDown: Bool) { self.isDown.withLock { $0 = isDown } }

        func answer(to request: FixtureServer.Request) -> FixtureServer.Answer {
            if isDown.withLock({ $0 }) { return .status(503) }
            guard request.path.hasPrefix("/r/demo/") else { return .status(404) }
            let after = request.query["after"].flatMap { Int($0.dropFirst("t3_n".count)) }
            let first = after.map { $0 - 1 } ?? newest.withLock { $0 }
            let numbers = stride(from: first, to: max(-1, first - 100), by: -1)
            let children = numbers.map { number in
                """
                {"kind":"t3","data":{"name":"t3_n\(number)","id":"n\(number)","title":"Post \(number)","author":"ann",
                "subreddit":"demo","created_utc":\(1_700_000_000 + 60 * number),"is_self":true,"num_comments":0}}
                """
            }
            let next = first - 99 > 0 ? "\"t3_n\(first - 99)\"" : "null"
            let listing =
                #"{"kind":"Listing","data":{"after":\#(next),"children":[\#(children.joined(separator: ","))]}}"#
            return .file(Data(listing.utf8))
        }
    }

    private func read(
        _ community: Community, _ body: @escaping @Sendable (PseudoTerminal) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What cannot be removed stays with the other temporary files.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await FixtureServer.run {
            community.answer(to: $0)
        } _: { base in
            try await PseudoTerminal.run(
                "reader",
                ["--feed", "r/demo", "--sort", "new", "--store", "\(directory)/store", "--base-url", base],
                environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": directory]
            ) { terminal in
                try await terminal.wait {
                    $0.text(ofRow: 1).hasSuffix("Post 199") && $0.text(ofRow: 0).hasSuffix(" 1/100")
                }
                try await body(terminal)
                terminal.type("q")
                #expect(await terminal.end().status == 0)
            }
        }
    }

    /// The rows between the title and the status line.
    private static func list(_ grid: TerminalGrid) -> [String] { (1..<23).map { grid.text(ofRow: $0) } }

    @Test func aHundredNewPostsMoveNothingAndAreOneKeyAway() async throws {
        let community = Community(newest: 199)
        try await read(community) { terminal in
            terminal.type(String(repeating: "j", count: 20))
            try await terminal.wait { grid in
                grid.text(ofRow: 0).hasSuffix(" 21/100") && grid.text.contains("> ● Post 179")
                    && stride(from: 2, to: 23, by: 2).allSatisfy { grid.text(ofRow: $0).hasSuffix("Available offline") }
            }
            let before = Self.list(terminal.grid)
            community.add(100)
            terminal.type("r")
            try await terminal.wait { $0.text(ofRow: 0).contains("100 new posts (.)") }
            #expect(Self.list(terminal.grid) == before)
            // A step is one within what was seen.
            terminal.type("j")
            try await terminal.wait { $0.text.contains("> ● Post 178") }
            // One row is the place between, of which nobody knows that there is nothing in it.
            terminal.type(".")
            try await terminal.wait {
                $0.text(ofRow: 1).hasSuffix("> ● Post 299") && $0.text(ofRow: 0).hasSuffix(" 1/201")
            }
        }
    }

    @Test func theStatusLineFollowsWhatTheServerDoes() async throws {
        let community = Community(newest: 199)
        try await read(community) { terminal in
            #expect(terminal.grid.text(ofRow: 23).hasPrefix("online · "))
            community.setDown(true)
            terminal.type("r")
            // The cause and the key that tries again, above a list that stays.
            try await terminal.wait { $0.text(ofRow: 22).hasPrefix("! ") && $0.text.contains("r tries again") }
            #expect(terminal.grid.text(ofRow: 1).hasSuffix("> ● Post 199"))
            // That server answers, so that nobody is offline; how old the posts are is still said.
            try await terminal.wait { $0.text(ofRow: 23).hasPrefix("online · Updated ") }
            community.setDown(false)
            community.add(1)
            terminal.type("r")
            try await terminal.wait { $0.text(ofRow: 23).hasPrefix("online · ") && !$0.text.contains("tries again") }
            #expect(terminal.grid.text(ofRow: 0).contains("1 new post (.)"))
        }
    }
}
