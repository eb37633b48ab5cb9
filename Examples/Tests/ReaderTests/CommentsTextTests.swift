import ConsoleKit
import DemoServer
import Foundation
import Testing

/// Threads as people see them: widths, harmless words, no colours in a pipe.
@Suite(.timeLimit(.minutes(5)))
struct CommentsTextTests {
    @Test(arguments: [80, 40, 20]) func noLineIsTooLongAndAPipeGetsNoColours(columns: Int) async throws {
        try await ReaderFixture.run { fixture in
            let id = try await CommentsTests.busiest(fixture)
            let page = try await fixture.reader("comments", id, format: "text", environment: ["COLUMNS": "\(columns)"])
            #expect(page.status == 0)
            #expect(!page.output.contains("\u{1B}"))
            // The post's addresses are never broken.
            for line in page.output.split(separator: "\n") where !line.contains("http") {
                #expect(DisplayWidth.of(line) <= columns, "\(line)")
            }
            #expect(page.output.contains("│ ") && page.output.contains(" more on"))
            if columns == 80 { #expect(page.output.contains(" points · ") && page.output.contains("… ")) }
        }
    }

    /// A thread of one quarrel with everything that a terminal should not be told.
    private static let quarrel: Data = {
        var replies: Any = ""
        for level in (0..<30).reversed() {
            let data: [String: Any] = [
                "id": "c\(level)", "author": level == 0 ? "\u{1B}[2Jname" : "a\(level)",
                "body": level == 0 ? "one\n\ntwo\u{1B}[31m red\u{202E}" : "漢字漢字 \(String(repeating: "x", count: 99))",
                "score": 1, "score_hidden": level == 1, "is_submitter": level == 0, "distinguished": "moderator\u{7}",
                "stickied": level == 0, "replies": replies,
            ]
            replies = [
                "kind": "Listing", "data": ["children": [["kind": "t1", "data": data]]],
            ]
        }
        let post = ["kind": "t3", "data": ["id": "q", "title": "Quarrel", "permalink": "/q"]] as [String: Any]
        let listing = ["kind": "Listing", "data": ["children": [post]]] as [String: Any]
        // The test would say that nothing was answered.
        return (try? JSONSerialization.data(withJSONObject: [listing, replies])) ?? Data()
    }()

    @Test func commentsCannotSendControlCharactersToATerminal() async throws {
        try await FixtureServer.run { _ in
            .file(Self.quarrel)
        } _: { base in
            let store = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
            // Nothing is there when the reader failed.
            defer { try? FileManager.default.removeItem(atPath: store) }
            let arguments = ["comments", "t3_q", "--backend", "reddit-json", "--base-url", base, "--store", store]
            let page = try await ReaderProcess.run(arguments, environment: ["COLUMNS": "40"])
            #expect(page.status == 0)
            #expect(
                page.output.contains(
                    "  ␛[2Jname · author of the post · t1_c0\n  one\n  two␛[31m red\n"
                        + "  │ a1 · moderator␇ · t1_c1\n  │ 漢字漢字\n"))
            #expect(page.output.contains("  │ │ a2 · moderator␇ · 1 point · t1_c2\n"))
            for line in page.output.split(separator: "\n") { #expect(DisplayWidth.of(line) <= 40, "\(line)") }
            #expect(page.output.contains("a29"))
            #expect(page.output.hasPrefix("  Quarrel\n\n  id: t3_q\n"), "nothing is known of it, and no line says so")
            // For programs, what was written.
            let json = try await ReaderProcess.run(arguments + ["--format", "json"])
            let comments = try #require(try json.json["comments"] as? [[String: Any]])
            #expect(comments.compactMap { $0["depth"] as? Int } == Array(0..<30))
            #expect(comments.first?["body"] as? String == "one\n\ntwo\u{1B}[31m red\u{202E}")
            #expect(comments.first?["created"] is NSNull)
            #expect(comments[1]["score"] as? Int == 1, "the server's number, hidden or not")
        }
    }

    @Test func commentsWithoutTheirPostAreShownAllTheSame() async throws {
        let empty = #"{"kind":"Listing","data":{"children":[]}}"#
        let comment = #"{"kind":"t1","data":{"id":"a","author":"someone","body":"Words"}}"#
        let answer = #"[\#(empty),{"kind":"Listing","data":{"children":[\#(comment)]}}]"#
        try await FixtureServer.run { _ in
            .file(Data(answer.utf8))
        } _: { base in
            let store = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
            // Nothing is there when the reader failed.
            defer { try? FileManager.default.removeItem(atPath: store) }
            let arguments = ["comments", "t3_q", "--backend", "reddit-json", "--base-url", base, "--store", store]
            let page = try await ReaderProcess.run(arguments)
            #expect(page.status == 0 && page.output.contains("  someone · t1_a\n  Words\n"))
            let json = try await ReaderProcess.run(arguments + ["--format", "json"])
            #expect(json.status == 0)
            #expect(try json.json["post"] is NSNull)
            #expect(try CommentsTests.outline(json) == ["t1_a<t3_q"])
        }
    }
}
