import Core
import Foundation
import Mocks
import Synchronization
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

    @Test func everyFieldIsWrittenUnderItsName() throws {
        var comment = Core.Comment(id: .mock("t1_a"), parent: .post(.mock("t3_a")), depth: 1)
        comment.author = "a"
        comment.authorFullname = "t2_a"
        comment.body = "b"
        comment.score = 4
        comment.isScoreHidden = true
        comment.created = Date(timeIntervalSinceReferenceDate: 5)
        comment.isStickied = true
        comment.isSubmitter = false
        comment.distinguished = "admin"
        comment.isCollapsed = true
        comment.collapsedReason = "DELETED"
        #expect(
            try json(comment) == #"{"author":"a","authorFullname":"t2_a","body":"b","collapsedReason":"DELETED","#
                + #""created":5,"depth":1,"distinguished":"admin","id":"demo/t1_a","isCollapsed":true,"#
                + #""isScoreHidden":true,"isStickied":true,"isSubmitter":false,"parent":{"post":"demo/t3_a"},"score":4}"#
        )
        #expect(try value(Core.Comment.self, json(comment)) == comment)
    }

    // MARK: Copies

    @Test func changingACopyLeavesTheOther() {
        let first = Core.Comment.mock("t1_a")
        var second = first
        #expect(first.isCopy(of: second))
        second.score = 77
        second.body = "other"
        #expect(first != second && !first.isCopy(of: second))
        #expect(first.score != 77 && first.body != "other" && second.author == first.author)
    }

    @Test func commentsOfTheSameContentAreEqualWhereverTheirTextsAre() {
        let texts = CountingTexts(Core.Comment.Texts(author: "a", authorFullname: "t2_a", body: "b"))
        let id = Core.Comment.ID.mock("t1_a")
        var stored = Core.Comment(id: id, parent: .post(.mock("t3_a")), depth: 0, source: texts, place: 3)
        var known = Core.Comment(id: id, parent: .post(.mock("t3_a")))
        (known.author, known.authorFullname, known.body) = ("a", "t2_a", "b")
        #expect(stored == known && stored.hashValue == known.hashValue)
        stored.body = "c"
        #expect(stored.author == "a" && stored.authorFullname == "t2_a" && stored.body == "c" && stored != known)
    }

    @Test func noTextIsDecodedThatNobodyAsksFor() {
        let texts = CountingTexts(Core.Comment.Texts(body: "b"))
        var comment = Core.Comment(id: .mock("t1_a"), parent: .post(.mock("t3_a")), depth: 0, source: texts, place: 3)
        comment.depth = 2
        comment.score = 5
        var same = comment
        same.score = 6
        same.score = 5
        #expect(same == comment && Set([same]).contains(comment) && !CommentFilter().blocks(comment))
        #expect(texts.places.isEmpty)
        #expect(comment.body == "b" && texts.places == [3])
    }

    @Test func askingForTheAuthorDecodesNoBody() {
        let texts = CountingTexts(Core.Comment.Texts(author: "a", body: "b"))
        let comment = Core.Comment(id: .mock("t1_a"), parent: .post(.mock("t3_a")), depth: 0, source: texts, place: 3)
        #expect(comment.author == "a" && texts.places.isEmpty)
        #expect(comment.body == "b" && texts.places == [3])
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

/// Texts that note when they are decoded.
private final class CountingTexts: Core.Comment.TextSource {
    private let texts: Core.Comment.Texts
    private let asked = Mutex<[Int]>([])

    init(_ texts: Core.Comment.Texts) {
        self.texts = texts
    }

    /// The places that were asked for.
    var places: [Int] { asked.withLock { $0 } }

    func texts(at place: Int) -> Core.Comment.Texts {
        asked.withLock { $0.append(place) }
        return texts
    }

    func author(at place: Int) -> String? { texts.author }
}
