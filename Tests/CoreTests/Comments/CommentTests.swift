import Core
import Foundation
import Mocks
import Testing

/// Comments as values, and as they are written.
struct CommentTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func value<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test(
        arguments: [
            (.post(.mock("t3_a")), #"{"post":"demo/t3_a"}"#), (.comment(.mock("t1_a")), #"{"comment":"demo/t1_a"}"#),
        ] as [(Core.Comment.Parent, String)])
    func aParentIsWrittenByItsName(_ parent: Core.Comment.Parent, _ text: String) throws {
        #expect(try json(parent) == text)
        #expect(try value(Core.Comment.Parent.self, text) == parent)
    }

    @Test(
        arguments: [
            (.deletedByAuthor, #"{"by":"author"}"#), (.removed(by: "moderator"), #"{"by":"moderator"}"#),
            (.removed(by: nil), #"{"by":null}"#),
        ] as [(Core.Comment.Removal, String)])
    func aRemovalIsWrittenByWho(_ removal: Core.Comment.Removal, _ text: String) throws {
        #expect(try json(removal) == text)
        #expect(try value(Core.Comment.Removal.self, text) == removal)
    }

    @Test(arguments: [#""slashless""#, #""/x""#, #""x/""#, "7"]) func anInvalidIDIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) { try value(Core.Comment.ID.self, text) }
        #expect(throws: DecodingError.self) { try value(Core.Comment.Parent.self, #"{"comment":\#(text)}"#) }
    }

    @Test func aParentThatSaysNothingIsRefused() {
        #expect(throws: DecodingError.self) { try value(Core.Comment.Parent.self, "{}") }
    }

    @Test func aCommentIsReadAsItWasWritten() throws {
        var comment = Core.Comment.mock("t1_a", parent: "t1_b", depth: 3) { $0.isCollapsed = true }
        comment.edited = .atUnknownTime
        comment.removal = .removed(by: "moderator")
        #expect(try value(Core.Comment.self, json(comment)) == comment)
        let bare = Core.Comment(id: .mock("t1_x"), parent: .post(.mock("t3_a")))
        #expect(try value(Core.Comment.self, json(bare)) == bare)
    }

    @Test func idsAreOrderedByTheirBytes() {
        #expect(
            [Core.Comment.ID.mock("t1_b"), .mock("t1_B"), .mock("t1_a")].sorted().map(\.native) == [
                "t1_B", "t1_a", "t1_b",
            ])
    }

    @Test func aThreadTellsCommentsFromPlaceholders() {
        let thread = CommentThread.mock("a", " b", " …3", "…", "c")
        #expect(thread.comments.map(\.id.native) == ["a", "b", "c"])
        #expect(thread.more.map(\.count) == [3, 0])
        #expect(thread.more.map(\.isContinuation) == [false, true])
        #expect(thread.more.map(\.parent) == [.comment(.mock("a")), .post(.mock("t3_a"))])
        #expect(thread.entries.map(\.depth) == [0, 1, 1, 0, 0])
        #expect(thread.missingCount == 3)
    }

    @Test func countsThatAreTooLargeDoNotOverflow() {
        let entries: [CommentThread.Entry] = [.more(.mock(count: .max)), .more(.mock(count: .max))]
        #expect(CommentThread(entries: entries, source: "test").missingCount == .max)
    }
}
