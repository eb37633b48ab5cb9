import DemoServer
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// What the reader says of fields, pictures and lists of kept posts.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReaderNoteTests {
    private func read(
        isPlain: Bool = false, _ body: @escaping @MainActor (DrivenReader, ReaderFixture) async throws -> Void
    ) async throws {
        try await ReaderFixture.runCalls { fixture in
            try await DrivenReader.run(on: fixture, isPlain: isPlain) { reader, _ in
                try await reader.waitForFeed()
                try await body(reader, fixture)
            }
        }
    }

    @Test func aNameThatIsBeingTypedIsNotWrongYet() async throws {
        try await read { reader, _ in
            reader.perform(.goTo)
            await reader.settle()
            reader.perform(.addSource)
            await reader.settle()
            let forms = "It can be typed as: NAME, r/NAME, u/NAME"
            #expect(reader.grid.text.contains(forms))
            reader.press("s")
            #expect(reader.grid.text.contains("Source: s") && reader.grid.text.contains(forms))
            // Once it was to be added, what is wrong is said, and no longer than it is.
            reader.press("enter")
            #expect(!reader.grid.text.contains(forms) && reader.grid.text.contains("'s'"), "\(reader.grid.text)")
            reader.press("w i f t")
            #expect(reader.grid.text.contains(forms))
            reader.press("enter")
            try await reader.wait { $0.text(ofRow: 0).hasPrefix("Feeds") && $0.text.contains("r/swift") }
        }
    }

    @Test func theCommunityOfAPostIsNotWrongWhileItIsTyped() async throws {
        try await read { reader, _ in
            reader.perform(.submit)
            await reader.settle()
            let problem = "This is no name of a community."
            reader.press("r /")
            #expect(reader.grid.text.contains("Community: r/") && !reader.grid.text.contains(problem))
            reader.press("enter")
            #expect(reader.grid.text.contains(problem))
        }
    }

    @Test(arguments: [false, true]) func aPictureIsNamedOnce(_ isPlain: Bool) async throws {
        try await read(isPlain: isPlain) { reader, fixture in
            let items = try await fixture.call(.demo, "list", "--offline").items
            let index = try #require(
                items.firstIndex { item in
                    (item["media"] as? [String: Any])?["kind"] as? String == "image" && item["isNSFW"] as? Bool != true
                })
            for _ in 0..<index { reader.press("j") }
            try await reader.open()
            #expect(reader.grid.text.matches(of: /\[picture/).count == 1, "\(reader.grid.text)")
        }
    }

    @Test func aRemovedFavouriteIsBroughtBackInItsPlace() async throws {
        try await read { reader, _ in
            reader.perform(.favourite, .down, .favourite)
            try await reader.wait { $0.text.matches(of: /favourite/).count == 2 }
            await reader.go(toPlace: 8)
            try await reader.wait { $0.text(ofRow: 0).hasSuffix(" 1/2") }
            let titles = [1, 3].map { String(reader.grid.text(ofRow: $0).dropFirst(4).prefix(20)) }
            reader.perform(.favourite)
            try await reader.wait { $0.text(ofRow: 0).hasSuffix(" 1/1") && $0.text(ofRow: 1).contains(titles[1]) }
            reader.perform(.undo)
            try await reader.wait { $0.text(ofRow: 0).hasSuffix("/2") && $0.text(ofRow: 1).contains(titles[0]) }
            #expect(reader.grid.text(ofRow: 3).contains(titles[1]))
        }
    }
}
