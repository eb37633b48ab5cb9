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

    @Test func enterOnAPostWithoutAPictureSaysItsLinkAndOthersCommentsStay() async throws {
        try await DrivenReader.run(columns: 80, rows: 30) { reader in
            try await reader.waitForFeed()
            try await reader.open()
            reader.press("enter")
            // A link that is longer than a row goes on in the next one.
            #expect((reader.grid.text(ofRow: 28) + reader.grid.text(ofRow: 29)).contains("/comments/"))
            reader.press("J D")
            #expect(reader.stack.current is PostScreen && reader.grid.text(ofRow: 29).contains("not known to be yours"))
        }
    }

    /// Not only when they are sent, and somebody has written them.
    @Test func otherWordsForWhatIsNotOnesOwnAreRefusedAtOnce() async throws {
        try await DrivenReader.run(columns: 80, rows: 30) { reader in
            try await reader.waitForFeed()
            try await reader.open()
            for place in ["g g", "J"] {
                reader.press("\(place) e")
                #expect(reader.stack.current is PostScreen)
                #expect(reader.grid.text(ofRow: 29).contains("not known to be yours"), "\(place)")
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
