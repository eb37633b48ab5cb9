import Cloud
import Core
import Foundation
import Testing

/// Recorded threads, and what a correct reader makes of them; they lie beside the project, never in it.
struct RecordedThreadTests {
    private struct Expected: Decodable {
        let comments: Int
        let mores: Int
        let post: RecordedListingTests.Expected.Item
    }

    private static let folder = RecordedListingTests.folder.deletingLastPathComponent().appending(path: "threads")

    private static let names: [String] = {
        // No folder, no recordings: the condition below says so.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".expected.json") }.sorted()
    }()

    @Test(
        .enabled(if: !names.isEmpty, "There are no recordings: put them beside the project, or set LANTERN_FIXTURES."),
        arguments: names)
    func aRecordedThreadIsReadExactly(_ name: String) async throws {
        let file = Self.folder.appending(path: name)
        let body = try Data(contentsOf: file)
        let expectation = file.deletingPathExtension().appendingPathExtension("expected.json")
        let expected = try JSONDecoder().decode(Expected.self, from: try Data(contentsOf: expectation))
        let thread = try await thread(String(decoding: body, as: UTF8.self))
        #expect(thread.comments.count == expected.comments)
        #expect(thread.more.count == expected.mores)
        #expect(thread.issues.isEmpty)
        let post = try #require(thread.post)
        #expect(RecordedListingTests.Expected.Item(post) == expected.post)

        // And every entry as another parser finds it.
        let answer = try #require(try JSONSerialization.jsonObject(with: body) as? [[String: Any]])
        var outline: [String] = []
        Self.walk(answer[1], depth: 0, into: &outline)
        #expect(thread.outline == outline)
    }

    private static func walk(_ listing: [String: Any], depth: Int, into outline: inout [String]) {
        let children = (listing["data"] as? [String: Any])?["children"] as? [[String: Any]] ?? []
        for child in children {
            guard let data = child["data"] as? [String: Any] else { continue }
            let dots = String(repeating: ".", count: depth)
            let parent = data["parent_id"] as? String ?? ""
            if child["kind"] as? String == "more" {
                let ids = (data["children"] as? [String] ?? []).map { "t1_" + $0 }.joined(separator: " ")
                outline.append("\(dots)+\(data["count"] as? Int ?? -1)[\(ids)]<\(parent)")
            } else {
                outline.append("\(dots)\(data["name"] as? String ?? "")<\(parent)")
                if let replies = data["replies"] as? [String: Any] { walk(replies, depth: depth + 1, into: &outline) }
            }
        }
    }
}

extension RecordedListingTests.Expected.Item {
    fileprivate init(_ post: Post) {
        self.init(
            id: post.id.native, title: post.title, author: post.author, created: post.created?.timeIntervalSince1970,
            commentCount: post.commentCount, score: post.score, subreddit: post.subreddit, permalink: post.permalink,
            isNSFW: post.isNSFW)
    }
}
