import Core
import PostFeatures
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// An open post in the reader: where it comes from, and what its keys say.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct PostScreenTests {
    @Test func aPostThatIsNotStoredComesWithItsThread() async throws {
        try await DrivenReader.run(columns: 80, rows: 30) { reader, server in
            try await reader.waitForFeed()
            let id = Post.ID(site: reader.context.profile.site, native: server.largeThreadPostID)
            reader.show(PostScreen(reader.context, id: id))
            try await reader.wait { !$0.text(ofRow: 0).hasPrefix(" ") && $0.text(ofRow: 0).contains("comments") }
            // A mark needs the post.
            reader.press("f")
            try await reader.wait { $0.text.contains("favourite") }
        }
    }

    @Test func enterOnAPostWithoutAPictureSaysItsLink() async throws {
        try await DrivenReader.run(columns: 80, rows: 30) { reader in
            try await reader.waitForFeed()
            try await reader.open()
            reader.press("enter")
            // A link that is longer than a row goes on in the next one.
            #expect((reader.grid.text(ofRow: 28) + reader.grid.text(ofRow: 29)).contains("/comments/"))
        }
    }

    /// Not only when they are sent, and somebody has written them.
    @Test func whatIsKnownToBeSomebodyElsesIsNeitherChangedNorDeleted() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture) { reader, _ in
                try await reader.waitForFeed()
                reader.perform(.down, .down)
                try await reader.open()
                for keys in ["g g e", "J e", "g g D", "J D"] {
                    reader.press(keys)
                    #expect(reader.stack.current is PostScreen)
                    #expect(reader.grid.text(ofRow: 23).contains("somebody else’s"), "\(keys)")
                }
            }
        }
    }

    /// Before the first write with a token from outside, only the server knows whose it is.
    @Test func whatMayBeOnesOwnIsOpenedWhileTheNameOfTheAccountIsNotKnown() async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(
                on: fixture, ["--backend", "reddit"], environment: BackendCase.reddit.environment
            ) { reader, _ in
                try await reader.wait { $0.text(ofRow: 1).hasPrefix("> ") }
                reader.perform(.down, .down)
                try await reader.open()
                for place in ["g g", "J"] {
                    reader.press("\(place) e")
                    #expect(reader.stack.current is ReplyScreen, "\(place) \(reader.grid.text)")
                    await reader.settle()
                    reader.perform(.back)
                    await reader.settle()
                    reader.press("D")
                    #expect(reader.grid.text.contains("Delete it for good?"), "\(place) \(reader.grid.text)")
                    reader.perform(.back)
                    await reader.settle()
                }
            }
        }
    }

    @Test func nothingIsChangedOrDeletedWhereNothingCanBeWritten() async throws {
        try await DrivenReader.run(columns: 80, rows: 30) { reader in
            try await reader.waitForFeed()
            try await reader.open()
            for keys in ["g g e", "J e", "g g D", "J D"] {
                reader.press(keys)
                #expect(reader.stack.current is PostScreen, "\(keys)")
                #expect(!reader.grid.text(ofRow: 29).contains("quit"), "\(keys)")
            }
        }
    }

    @Test func aThreadThatDidNotComeIsFetchedOnceServersAnswerAgain() async throws {
        try await DrivenReader.run(columns: 160, rows: 30) { reader, server in
            try await reader.waitForFeed()
            func threads() -> Int { server.fetched.count { $0.contains("/comments/") } }
            server.isReachable = false
            reader.press("enter")
            try await reader.wait { $0.text.contains("r tries again") && $0.text(ofRow: 29).contains("offline since") }
            server.isReachable = true
            await reader.settle()
            #expect(threads() == 0)
            // Another pane learns that servers answer.
            reader.press("ctrl-w r")
            try await reader.wait { !$0.text.contains("tries again") && $0.text(ofRow: 0).contains("comment") }
            try await reader.wait { $0.text(ofRow: 29).hasPrefix("online") }
            #expect(threads() == 1 && reader.openPost?.banner == nil)
        }
    }

    @Test func aNewLanguageIsSaidToComeLater() async throws {
        try await DrivenReader.run(columns: 80, rows: 60) { reader in
            try await reader.waitForFeed()
            reader.show(SettingsScreen(reader.context))
            for _ in 0..<60 where !reader.grid.text.contains("> Language: ") { reader.press("j") }
            reader.press("enter j enter")
            try await reader.wait { $0.text(ofRow: 59).contains("from the next start on") }
        }
    }
}
