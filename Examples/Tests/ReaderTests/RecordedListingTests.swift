import Foundation
import Testing

/// Recorded real answers, served over loopback HTTP, where a checkout has them beside it.
@Suite(.timeLimit(.minutes(5)))
struct RecordedListingTests {
    static let folder: URL? = {
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["LANTERN_FIXTURES"].map { URL(filePath: $0) }
        let folders = [named, project.deletingLastPathComponent().appending(path: "shared/fixtures")]
        return folders.compactMap { $0?.appending(path: "reddit/listings") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    private static let names: [String] = {
        // Without the folder there is nothing to list, and the test is skipped.
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return names.filter { $0.hasSuffix(".expected.json") }.map { String($0.dropLast(14)) }.sorted()
    }()

    @Test(.enabled(if: !names.isEmpty, "The recorded listings are not beside this checkout."), arguments: names)
    func isReadExactlyAndIsStillThereOffline(name: String) async throws {
        let folder = try #require(Self.folder)
        let recorded = try Data(contentsOf: folder.appending(path: "\(name).json"))
        let expectation = try Data(contentsOf: folder.appending(path: "\(name).expected.json"))
        let expected = try #require(try JSONSerialization.jsonObject(with: expectation) as? [String: Any])
        let posts = try #require(expected["posts"] as? [[String: Any]])
        let store = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // Nothing is there when the reader failed.
        defer { try? FileManager.default.removeItem(atPath: store) }
        @Sendable func arguments(_ base: String) -> [String] {
            [
                "list", "--backend", "reddit-json", "--base-url", base, "--store", store, "--format", "json", "--limit",
                "100",
            ]
        }

        let (base, online) = try await FixtureServer.run { _ in
            .file(recorded)
        } _: { base in
            (base, try await ReaderProcess.run(arguments(base)))
        }
        #expect(online.status == 0)
        try check(online, posts)
        #expect(try online.json["isEnd"] as? Bool == (expected["after"] is NSNull))
        let offline = try await ReaderProcess.run(arguments(base) + ["--offline"])
        #expect(offline.status == 0)
        try check(offline, posts)
    }

    private func check(_ reader: ReaderProcess, _ posts: [[String: Any]]) throws {
        let items = try reader.items
        #expect(items.count == posts.count)
        for (item, post) in zip(items, posts) {
            for (key, value) in post {
                #expect((item[key] as? NSObject) == (value as? NSObject), "\(key) of \(post["id"] ?? "")")
            }
        }
    }
}
