import Core
import DemoServer
import Foundation
import ScreenKit
import TerminalPictures
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// Every action that a screen of the reader lists does something there: lists of posts, posts, and what is opened from them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenActionTests {
    /// A decoder that makes a red pixel of every picture.
    private struct RedPixel: PictureDecoder {
        func pixels(of data: Data, covering target: PixelSize) async throws -> PixelMap {
            PixelMap(width: 1, height: 1, depth: 3, bytes: [255, 0, 0])
        }
    }

    /// Runs a body on a fixture with two sources, the clock of which stands still.
    private func drive(
        pictures: PictureDisplay? = nil,
        _ body: @escaping @MainActor (DrivenReader, ReaderFixture) async throws -> Void
    ) async throws {
        try await ReaderFixture.runCalls { fixture in
            for source in ["r/swift", "r/askdemo"] {
                try #require(try await fixture.call(.demo, "sources", "add", source).status == 0)
            }
            try await DrivenReader.run(on: fixture, pictures: pictures) { reader, _ in
                try await reader.waitForFeed()
                try await body(reader, fixture)
            }
        }
    }

    @Test func inAFeed() async throws {
        try await drive { reader, fixture in
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .pageDown, .pageUp, .bottom, .top, .nextUnread, .nextUnread)
            try await walk.perform(.previousUnread, .markAbove, .markRead, .save, .favourite, .upvote, .downvote)
            try await walk.perform(.dismiss, .undo, .hide, .open, .order, .search, .submit, .download, .outbox, .goTo)
            // To the first post.
            try await walk.perform(.showNew, .refresh, .back)
            walk.finish()
        }
    }

    @Test func inAllSources() async throws {
        try await drive { reader, fixture in
            reader.perform(.goTo)
            await reader.settle()
            reader.perform(.down, .down, .down, .open)
            try await reader.wait { $0.text(ofRow: 0).hasPrefix("All sources") && $0.text(ofRow: 2).contains("r/") }
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .pageDown, .pageUp, .bottom, .top, .nextUnread, .nextUnread)
            try await walk.perform(.previousUnread, .markAbove, .markRead, .save, .favourite, .upvote, .downvote)
            try await walk.perform(.dismiss, .undo, .hide, .open, .outbox, .showNew, .refresh, .back)
            walk.finish()
        }
    }

    @Test func inAPost() async throws {
        try await drive { reader, fixture in
            // One with a thread of some depth.
            reader.perform(.down, .down)
            try await reader.open()
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .pageDown, .pageUp, .bottom, .top, .nextTop, .nextTop, .previousTop)
            // The second comment answers the first.
            reader.perform(.down)
            try await walk.perform(.parent, .fold, .open, .foldAll, .unfoldAll, .reply, .edit, .nextNew)
            try await walk.perform(.upvote, .downvote, .save)
            reader.perform(.top)
            try await walk.perform(.favourite, .undo, .remove, .link, .copyLink, .original, .fetchPicture)
            try await walk.perform(.previousPicture, .nextPicture, .viewPicture, .outbox, .order, .refresh, .back)
            walk.finish()
        }
    }

    @Test func inAPicture() async throws {
        let pictures = PictureDisplay(.blocks, hasColour: true, environment: [:], decoder: RedPixel()) {
            PixelSize(width: 10, height: 20)
        }
        try await drive(pictures: pictures) { reader, fixture in
            let listing = try await fixture.call(.demo, "list", "--offline")
            let gallery = try #require(
                try listing.items.firstIndex { item in
                    let media = item["media"] as? [String: Any]
                    return media?["kind"] as? String == "gallery" && item["isNSFW"] as? Bool != true
                })
            for _ in 0..<gallery { reader.perform(.down) }
            try await reader.open()
            reader.perform(.viewPicture)
            try await reader.wait { _ in reader.stack.current is PictureScreen }
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.nextPicture, .previousPicture, .down, .up, .pageDown, .pageUp, .open, .top)
            try await walk.perform(.bottom, .savePicture, .copyLink)
            // Of a picture that is there, nothing is to be tried again.
            #expect(!reader.stack.current.actions.contains(.refresh))
            // The next one does not come, until it is asked for again.
            fixture.server.setFault(.status(404), forPath: "/")
            reader.perform(.up)
            try await reader.wait { _ in reader.stack.current.banner != nil }
            fixture.server.removeAllFaults()
            try await walk.perform(.refresh, .back)
            walk.finish()
        }
    }

    @Test func inTheListOfPlaces() async throws {
        try await drive { reader, fixture in
            reader.perform(.goTo)
            await reader.settle()
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.bottom, .top, .pageDown, .pageUp, .down, .moveDown, .moveUp, .subscribe)
            try await walk.perform(.order, .order, .remove)
            try await walk.perform(.undo, .up, .addSource, .search, .outbox)
            // The last place.
            reader.perform(.bottom)
            try await walk.perform(.open, .back)
            walk.finish()
        }
    }

    @Test func inASearch() async throws {
        try await drive { reader, fixture in
            reader.perform(.search)
            reader.press("t h e enter")
            try await reader.wait { $0.text(ofRow: 1).contains("●") }
            reader.press("enter")
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .pageDown, .pageUp, .bottom, .top, .open, .order, .search)
            reader.press("enter")
            // Among comments, then at the server.
            try await walk.perform(.searchPlace, .searchPlace, .refresh, .outbox, .back)
            walk.finish()
        }
    }

    @Test func inAChoiceAndInTheHelp() async throws {
        try await drive { reader, fixture in
            reader.perform(.order)
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open)
            #expect(reader.stack.current is FeedScreen)
            reader.perform(.order)
            walk = walk.continued(on: reader.stack.current)
            try await walk.perform(.back)
            walk.finish()

            reader.perform(.help)
            walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .pageDown, .pageUp, .bottom, .top, .back)
            walk.finish()
        }
    }

    @Test func inDownloads() async throws {
        try await drive { reader, fixture in
            reader.perform(.download)
            await reader.settle()
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.up, .down, .top, .bottom, .pageUp, .pageDown, .remove)
            // The number of posts.
            reader.perform(.top)
            try await walk.perform(.open, .back)
            walk.finish()
        }
    }

    @Test func inSettingsAndStorage() async throws {
        try await drive { reader, fixture in
            await reader.go(toPlace: 2)
            var walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .pageDown, .pageUp, .bottom, .top, .open)
            // A switch, and back to what it was.
            reader.perform(.down, .down, .open)
            try await walk.perform(.reset, .resetAll, .back)
            walk.finish()
            reader.perform(.back)

            await reader.go(toPlace: 1)
            walk = ActionWalk(reader, on: fixture)
            try await walk.perform(.down, .up, .pageDown, .pageUp, .bottom, .top, .refresh)
            reader.perform(.bottom)
            try await walk.perform(.open, .back)
            walk.finish()
        }
    }
}
