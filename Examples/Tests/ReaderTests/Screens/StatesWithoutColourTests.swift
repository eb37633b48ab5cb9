import AppScreens
import Core
import DemoServer
import Foundation
import PostFeatures
import ScreenKit
import TestSupport
import Testing

@testable import ReaderScreens

/// Without colours every state is told all the same: by words, signs or attributes.
@Suite(.timeLimit(.minutes(5)))
struct StatesWithoutColourTests {
    /// What a terminal without colours shows of lines.
    private struct Shown: Hashable {
        let runs: [StyledText.Run]

        init(_ lines: [StyledText]) {
            runs = lines.flatMap(\.runs).map { StyledText.Run($0.text, $0.style.colourless) }
        }
    }

    @Test @MainActor func postsDifferInEachState() throws {
        let context = ReaderContext(
            profile: .demo, format: PostFormat(language: .english), keys: KeyTable(), queue: EventQueue(),
            isOffline: false)
        let id = Post.ID(site: .demo, native: "a")
        var states: [PostStatus] = [PostStatus(id: id)]
        let changes: [(inout PostStatus) -> Void] = [
            { $0.isRead = true }, { $0.isSaved = true }, { $0.isFavourite = true }, { $0.vote = .up },
            { $0.vote = .down },
        ]
        for change in changes {
            var status = PostStatus(id: id)
            change(&status)
            states.append(status)
        }
        var shown: Set<Shown> = []
        for status in states {
            for isChosen in [false, true] {
                var post = Post(id: id, title: "A title")
                post.score = 5
                let item = FeedItem(post: post, status: status)
                let row = PostRow(item, now: Date(timeIntervalSince1970: 0), format: context.format)
                let lines = PostLines(row, item: item, availability: nil, context: context)
                shown.insert(Shown([lines.title(isChosen: isChosen, columns: 60), lines.details(columns: 60)]))
            }
        }
        #expect(shown.count == 2 * states.count)
    }

    @Test func theWholeProgramUsesNoColourAndItsStatesAreThere() async throws {
        try await ReaderFixture.run { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            try await PseudoTerminal.run(
                "reader", ["--store", fixture.store, "--base-url", base],
                environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory, "NO_COLOR": "1"]
            ) { terminal in
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix("> ● ") }
                terminal.type("s")
                try await terminal.wait { $0.text(ofRow: 1).contains("saved") }
                terminal.type("f")
                try await terminal.wait { $0.text(ofRow: 1).contains("favourite") }
                terminal.type("m")
                try await terminal.wait { !$0.text(ofRow: 1).contains("●") }
                await fixture.server.stop()
                terminal.type("r")
                try await terminal.wait(for: "\n! ")
                let colours = terminal.grid.cells.joined().flatMap { $0.style.split(separator: ";") }
                    .filter { (Int($0) ?? 0) >= 30 }
                #expect(colours.isEmpty)
                terminal.type("q")
                #expect(await terminal.end().status == 0)
            }
        }
    }
}
