import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Comments and the order of threads are read by their fields; whatever is unusual is read all the same.
struct CommentRecordTests {
    private func bytes<Record: StoredRecord>(of record: Record) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try RecordCodec<Record>.make().encode(record, to: &bytes)
        return bytes
    }

    /// What the quick way alone gives; nil where it leaves the bytes to the complete decoder.
    private func quick<Record: FieldRecord>(_ bytes: [UInt8], as type: Record.Type) -> Record? {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = FieldReader(bytes, of: Record.self, Record.fields)
            // What it throws only means that it is not its business.
            guard let record = try? Record(from: &reader), reader.isWholeRecord() else { return nil }
            return record
        }
    }

    private func check<Record: FieldRecord & Equatable>(
        _ record: Record, at location: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = try bytes(of: record)
        #expect(quick(bytes, as: Record.self) == record, sourceLocation: location)
        let decoded = try bytes.withUnsafeBytes { try RecordCodec<Record>.make().decode($0) }
        #expect(decoded == record, sourceLocation: location)
        let complete = try JSONDecoder.storeDecoder.decode(Record.self, from: Data(bytes))
        #expect(complete == record, sourceLocation: location)
    }

    private var comment: Core.Comment {
        var comment = Core.Comment.mock("t1_x", parent: "t1_y", depth: 3) { $0.body = "a \"word\"\n\\ with 🏮" }
        comment.authorFullname = "t2_a"
        comment.isScoreHidden = true
        comment.isStickied = false
        comment.isSubmitter = true
        comment.distinguished = "admin"
        comment.isCollapsed = true
        comment.collapsedReason = "DELETED"
        return comment
    }

    @Test(
        arguments: [nil, .never, .atUnknownTime, .at(Date(timeIntervalSince1970: 1_700_000_001.5))] as [Post.Edited?])
    func aCommentIsReadAsItWasWritten(_ edited: Post.Edited?) throws {
        var comment = comment
        comment.edited = edited
        try check(CommentRecord(comment, of: .mock("t3_a")))
    }

    @Test(arguments: [nil, .deletedByAuthor, .removed(by: nil), .removed(by: "reddit")] as [Core.Comment.Removal?])
    func thePartyThatRemovedATextIsKept(_ removal: Core.Comment.Removal?) throws {
        var comment = comment
        comment.removal = removal
        try check(CommentRecord(comment, of: .mock("t3_a")))
    }

    @Test func aCommentOfWhichNothingIsKnownIsRead() throws {
        try check(CommentRecord(Core.Comment(id: .mock("t1_x"), parent: .post(.mock("t3_a"))), of: .mock("t3_a")))
    }

    @Test func aParentThatIsAnotherPostIsThisOne() {
        let record = CommentRecord(Core.Comment(id: .mock("t1_x"), parent: .post(.mock("t3_b"))), of: .mock("t3_a"))
        #expect(record.comment.parent == .post(.mock("t3_a")))
    }

    @Test func idsThatAreNoPlainASCIIAreReadAlike() throws {
        let comment = Core.Comment.mock("їжак", parent: "ще")
        try check(CommentRecord(comment, of: .mock("t3_a")))
    }

    @Test func theOrderOfAThreadIsReadAsItWasWritten() throws {
        let thread = CommentThread.mock("a", " b", " …2", "  c", "…", "…3", "їжак")
        let parts = ThreadPart.parts(of: thread.entries, .mock("t3_a"))
        #expect(parts.count == 1)
        for part in parts { try check(part) }
        var entries: [CommentThread.Entry] = []
        var comments = thread.comments.map { Core.Comment?.some($0) }
        for part in parts {
            part.append(of: .mock("t3_a"), to: &entries) { comments[$0].take() }
        }
        #expect(entries == thread.entries)
    }

    @Test(arguments: [Int.min, -1, 1, Int.max])
    func aPlaceholderAtAPlaceThatIsNotThereStandsAtAnEnd(place: Int) throws {
        let json = """
            {"id":"demo/t3_a|1","comments":["b"],\
            "more":[{"at":\(place),"parent":null,"depth":0,"count":2,"ids":[]}]}
            """
        let part = try Array(json.utf8).withUnsafeBytes { try RecordCodec<ThreadPart>.make().decode($0) }
        var entries: [CommentThread.Entry] = []
        part.append(of: .mock("t3_a"), to: &entries) { $0 == 0 ? .mock("b") : nil }
        let isComment = entries.map { if case .comment = $0 { true } else { false } }
        #expect(isComment == (place < 1 ? [false, true] : [true, false]))
    }

    @Test func headsAndMarksAreReadAsTheyWereWritten() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        for sort in CommentSort.allCases.map({ $0 as CommentSort? }) + [nil, CommentSort(rawValue: "live \"новий\"")] {
            try check(
                ThreadRecord(.mock("t3_a"), sort: sort, fetched: date, source: "a \"b\"", completeness: .partial))
        }
        var marks = ThreadMarksRecord(.mock("t3_a"), changed: date)
        try check(marks)
        marks.visited = date
        marks.collapsed = [.mock("a"): true, .mock("b"): false, .mock("c"): true]
        marks.seenPartCount = 2
        try check(marks)
        #expect(marks.collapsed == [.mock("a"): true, .mock("b"): false, .mock("c"): true])
    }

    @Test func otherKeysAnotherOrderAndWhiteSpaceAreReadToo() throws {
        let json =
            #"{ "later": 1, "depth": 2, "post": "demo/t3_a", "parent": null, "id": "demo/t1_x", "edited": true }"#
        let record = try Array(json.utf8).withUnsafeBytes { try RecordCodec<CommentRecord>.make().decode($0) }
        var comment = Core.Comment(id: .mock("t1_x"), parent: .post(.mock("t3_a")), depth: 2)
        comment.edited = .atUnknownTime
        #expect(record == CommentRecord(comment, of: .mock("t3_a")))
    }
}
