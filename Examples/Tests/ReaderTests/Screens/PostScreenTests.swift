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
            #expect(reader.grid.text(ofRow: 29).contains("/comments/"))
            reader.press("J D")
            #expect(reader.stack.current is PostScreen && reader.grid.text(ofRow: 29).contains("not known to be yours"))
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
