import Foundation
import Testing

/// Recorded real threads, served over loopback HTTP, where a checkout has them beside it.
@Suite(.timeLimit(.minutes(5)))
struct RecordedThreadTests {
    private static let folder = RecordedListingTests.folder?.deletingLastPathComponent().appending(path: "threads")

    private static let names: [String] = {
        // Without the folder there is nothing to list, and the test is skipped.
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return names.filter { $0.hasSuffix(".expected.json") }.map { String($0.dropLast(14)) }.sorted()
    }()

    @Test(.enabled(if: !names.isEmpty, "The recorded threads are not beside this checkout."), arguments: names)
    func isReadExactly(name: String) async throws {
        let folder = try #require(Self.folder)
        let recorded = try Data(contentsOf: folder.appending(path: "\(name).json"))
        let expectation = try Data(contentsOf: folder.appending(path: "\(name).expected.json"))
        let expected = try #require(try JSONSerialization.jsonObject(with: expectation) as? [String: Any])
        let post = try #require(expected["post"] as? [String: Any])
        let id = try #require(post["id"] as? String)
        let store = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // Nothing is there when the reader failed.
        defer { try? FileManager.default.removeItem(atPath: store) }

        let reader = try await FixtureServer.run { request in
            request.path == "/comments/\(id.dropFirst(3)).json" && request.query["raw_json"] == "1"
                ? .file(recorded) : .status(404)
        } _: { base in
            try await ReaderProcess.run([
                "comments", id, "--backend", "reddit-json", "--base-url", base, "--store", store, "--format", "json",
            ])
        }
        #expect(reader.status == 0)
        #expect(reader.errors.isEmpty)
        #expect(try (reader.json["comments"] as? [Any])?.count == expected["comments"] as? Int)
        let more = try #require(try reader.json["more"] as? [[String: Any]])
        #expect(more.count == expected["mores"] as? Int)
        let item = try #require(try reader.json["post"] as? [String: Any])
        for (key, value) in post { #expect((item[key] as? NSObject) == (value as? NSObject), "\(key)") }

        // And every entry as another parser finds it.
        let answer = try #require(try JSONSerialization.jsonObject(with: recorded) as? [[String: Any]])
        var (outline, words, placeholders): ([String], [String], [String]) = ([], [], [])
        Self.walk(answer[1], depth: 0) { kind, data, depth in
            let parent = data["parent_id"] as? String ?? ""
            if kind == "more" {
                let ids = (data["children"] as? [String] ?? []).map { "t1_" + $0 }.joined(separator: " ")
                placeholders.append("\(parent) \(data["count"] as? Int ?? -1) \(ids)")
            } else {
                outline.append("\(String(repeating: ".", count: depth))\(data["name"] as? String ?? "")<\(parent)")
                words.append("\(data["author"] ?? ""): \(data["body"] ?? "")")
            }
        }
        #expect(try CommentsTests.outline(reader) == outline)
        let comments = try #require(try reader.json["comments"] as? [[String: Any]])
        #expect(comments.map { "\($0["author"] ?? ""): \($0["body"] ?? "")" } == words)
        let printed = more.map { more in
            let ids = (more["ids"] as? [String] ?? []).joined(separator: " ")
            return "\(more["parent"] as? String ?? "") \(more["count"] as? Int ?? -1) \(ids)"
        }
        #expect(printed == placeholders)
    }

    private static func walk(
        _ listing: [String: Any], depth: Int, _ visit: (String, [String: Any], Int) -> Void
    ) {
        let children = (listing["data"] as? [String: Any])?["children"] as? [[String: Any]] ?? []
        for child in children {
            guard let data = child["data"] as? [String: Any] else { continue }
            visit(child["kind"] as? String ?? "", data, depth)
            if let replies = data["replies"] as? [String: Any] { walk(replies, depth: depth + 1, visit) }
        }
    }
}
