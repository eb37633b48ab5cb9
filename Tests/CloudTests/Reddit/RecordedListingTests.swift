import Cloud
import Core
import Foundation
import Testing

/// Recorded answers, and what a correct reader makes of them; they lie beside the project, never in it.
struct RecordedListingTests {
    struct Expected: Decodable {
        struct Item: Decodable, Equatable {
            let id: String
            let title: String?
            let author: String?
            let created: Double?
            let commentCount: Int?
            let score: Int?
            let subreddit: String?
            let permalink: String?
            let isNSFW: Bool?
        }

        let after: String?
        let posts: [Item]
    }

    /// `LANTERN_FIXTURES`, else `shared/fixtures` beside the project.
    static let folder: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let named = ProcessInfo.processInfo.environment["LANTERN_FIXTURES"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "shared/fixtures")).appending(path: "reddit/listings")
    }()

    static let names: [String] = {
        // No folder, no recordings: the condition below says so.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".expected.json") }.sorted()
    }()

    @Test(
        .enabled(if: !names.isEmpty, "There are no recordings: put them beside the project, or set LANTERN_FIXTURES."),
        arguments: names)
    func aRecordedListingIsReadExactly(_ name: String) async throws {
        let file = Self.folder.appending(path: name)
        let body = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let expectation = file.deletingPathExtension().appendingPathExtension("expected.json")
        let expected = try JSONDecoder().decode(Expected.self, from: try Data(contentsOf: expectation))
        let page = try await page(body)
        let items = page.posts.map { post in
            Expected.Item(
                id: post.id.native, title: post.title, author: post.author,
                created: post.created?.timeIntervalSince1970, commentCount: post.commentCount, score: post.score,
                subreddit: post.subreddit, permalink: post.permalink, isNSFW: post.isNSFW)
        }
        #expect(items == expected.posts)
        #expect(page.next?.rawValue == expected.after)
        #expect(page.issues.isEmpty)
    }
}
