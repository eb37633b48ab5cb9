import Core
import DemoServer
import Foundation
import Mocks
import PostFeatures
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// A key is listed, and means something, only where what it does can be done.
@Suite(.timeLimit(.minutes(5)))
struct OfferedActionsTests {
    @MainActor
    @Test(.testInjector) func onlyWordsAreQuoted() {
        let context = ReaderContext(
            profile: .demo, format: PostFormat(language: .english), keys: KeyTable(), queue: EventQueue(),
            isOffline: false)
        let id = Post.ID(site: .demo, native: "t3_a")
        func actions(answering text: String?) -> [ReaderAction] {
            ReplyScreen(context, .reply(to: .post(id), in: id, text: text), to: nil) { _ in }.actions
        }
        #expect(actions(answering: "Words") == ReaderAction.inReply)
        #expect(actions(answering: nil) == ReaderAction.inReply.filter { $0 != .quote })
    }

    /// Opens a post of a backend's first feed, and its help.
    private func help(_ backend: String, _ body: @escaping @Sendable (PseudoTerminal) async throws -> Void)
        async throws
    {
        try await ReaderFixture.run { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            try await PseudoTerminal.run(
                "reader", ["--backend", backend, "--store", fixture.store, "--base-url", base], columns: 100, rows: 60,
                environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
            ) { terminal in
                try await terminal.wait { $0.text(ofRow: 0).contains(" 1/") && $0.text(ofRow: 1).hasPrefix("> ") }
                terminal.type("\r")
                try await terminal.wait { $0.text.contains(" points ·") && !$0.text(ofRow: 0).contains(" 1/") }
                try await body(terminal)
                terminal.type("q")
                #expect(await terminal.end().status == 0)
            }
        }
    }

    @Test func whereNothingCanBeWrittenNobodyIsAskedForAnAnswer() async throws {
        try await help("hackernews") { terminal in
            // It would be a draft that nobody could ever send.
            terminal.type("c?")
            try await terminal.wait { $0.text.contains("Copy the link") && !$0.text.contains("Answer") }
        }
    }

    @Test func whereAnAnswerCanBeWrittenItIsListed() async throws {
        try await help("demo") { terminal in
            terminal.type("?")
            try await terminal.wait { $0.text.contains("Copy the link") && $0.text.contains("Answer") }
        }
    }
}
