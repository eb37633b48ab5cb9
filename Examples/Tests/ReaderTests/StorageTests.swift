import DemoServer
import Foundation
import Testing

/// Storage reports and clearing, from process to process.
@Suite(.timeLimit(.minutes(5)))
struct StorageTests {
    private struct Report: Decodable {
        struct Kind: Decodable {
            let kind: String
            let files: Int
            let bytes: Int
        }

        let kinds: [Kind]
        let bytes: Int

        subscript(kind: String) -> Kind? { kinds.first { $0.kind == kind } }
    }

    private struct Erased: Decodable {
        let freed: [Report.Kind]
        let bytes: Int
        let isDryRun: Bool
    }

    private struct Trimmed: Decodable {
        struct Post: Decodable {
            let id: String
            let reason: String
        }

        let posts: [Post]
        let bytes: Int
        let isDryRun: Bool
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ call: ReaderProcess) throws -> Value {
        try #require(call.status == 0, "\(call.errors)")
        return try JSONDecoder().decode(type, from: Data(call.output.utf8))
    }

    /// The files and bytes that `find -type f` would count.
    private func usage(of folder: String) throws -> (files: Int, bytes: Int) {
        var usage = (files: 0, bytes: 0)
        let found = try #require(FileManager.default.enumerator(atPath: folder))
        while let name = found.nextObject() as? String {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            usage.files += 1
            usage.bytes += (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
        return usage
    }

    private func check(_ report: Report, against folder: String) throws {
        let found = try usage(of: folder)
        #expect(report.bytes == found.bytes)
        #expect(report.kinds.reduce(0) { $0 + $1.bytes } == report.bytes)
        #expect(report.kinds.reduce(0) { $0 + $1.files } == found.files)
        #expect(Set(report.kinds.map(\.kind)).count == report.kinds.count)
    }

    @Test func theReportAddsUpToTheFilesOfTheFolder() async throws {
        try await ReaderFixture.run { fixture in
            let empty = try decode(Report.self, await fixture.reader("storage"))
            #expect(empty["posts"] != nil)
            try check(empty, against: fixture.store)
            let list = try await fixture.reader("list", "--feed", "r/swift", "--limit", "30", "--pages", "2")
            _ = try await fixture.reader("save", try list.ids[0])
            _ = try await fixture.reader("settings", "set", "pageSize", "30")
            let images = "\(fixture.store)/images/deep"
            try FileManager.default.createDirectory(atPath: images, withIntermediateDirectories: true)
            try Data(repeating: 1, count: 4321).write(to: URL(filePath: "\(images)/stray"))
            for _ in 0..<2 {
                let full = try decode(Report.self, await fixture.reader("storage"))
                try check(full, against: fixture.store)
                let posts = try #require(full["posts"])
                #expect(posts.files > 0 && posts.bytes > 0)
                #expect(full["settings"].map { $0.bytes > 0 } == true && full["statuses"].map { $0.bytes > 0 } == true)
                #expect(full["images"]?.bytes == 4321)
            }
        }
    }

    @Test func itIsATableForPeople() async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("list", "--feed", "r/swift", "--limit", "5")
            let page = try await fixture.reader("storage", format: "text")
            #expect(page.status == 0 && page.output.contains("Posts") && page.output.contains("%"))
            _ = try await fixture.reader("settings", "set", "language", "uk")
            let other = try await fixture.reader("storage", format: "text")
            #expect(other.output.contains("Дописи") && other.output.contains("файл"))
        }
    }

    private struct Restored: Decodable {
        let file: String
        let restored: Int
        let known: Int
        let maybeDeleted: Int
        let misfits: Int
        let unreadableBytes: Int
        let isComplete: Bool
    }

    @Test func recordsOfASetAsideFileAreRestored() async throws {
        try await ReaderFixture.run { fixture in
            let manager = FileManager.default
            let ids = try await fixture.reader("list", "--feed", "r/swift", "--limit", "5").ids
            let aside = "damaged-20260101T000000-1.jsonl"
            let journal = try Data(contentsOf: URL(filePath: "\(fixture.store)/journal-00000001.jsonl"))
            try manager.removeItem(atPath: fixture.store)
            // A store that lost everything, with the file beside it.
            _ = try await fixture.reader("settings", "set", "pageSize", "30")
            try (journal + Data("cut".utf8)).write(to: URL(filePath: "\(fixture.store)/\(aside)"))
            let first = try decode(Restored.self, await fixture.reader("storage", "restore", aside))
            #expect(first.restored > 5 && first.misfits == 0)
            #expect(first.unreadableBytes == 3 && !first.isComplete)
            #expect(try await fixture.reader("list", "--feed", "r/swift", "--offline").ids == ids)
            let path = "\(fixture.store)/\(aside)"
            let second = try decode(Restored.self, await fixture.reader("storage", "restore", path))
            #expect(second.restored == 0 && second.known == first.restored + first.known)
            #expect(manager.fileExists(atPath: path))
            let third = try decode(Restored.self, await fixture.reader("storage", "restore", aside, "--with-deleted"))
            #expect(third.restored == 0 && third.maybeDeleted == 0 && third.known == second.known)
            let page = try await fixture.reader("storage", "restore", aside, format: "text")
            #expect(page.status == 0 && page.output.contains("given back: 0"))
            try Data("a letter\n".utf8).write(to: URL(filePath: path))
            #expect(try await fixture.reader("storage", "restore", aside).status == 65)
            #expect(try await fixture.reader("storage", "restore", "nothing.jsonl").status == 64)
        }
    }

    @Test func clearingLeavesWhatIsSaved() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift", "--limit", "5").ids
            _ = try await fixture.reader("save", ids[0])
            _ = try await fixture.reader("favourite", ids[1])
            let downloads = try decode(Erased.self, await fixture.reader("storage", "clear"))
            #expect(downloads.bytes == 0 && downloads.freed.isEmpty)
            let before = try await fixture.reader("list", "--feed", "r/swift", "--offline").ids
            #expect(before == ids)
            let preview = try decode(Erased.self, await fixture.reader("storage", "clear", "fetched", "--dry-run"))
            #expect(preview.isDryRun && preview.bytes > 0)
            let cleared = try decode(Erased.self, await fixture.reader("storage", "clear", "fetched"))
            #expect(!cleared.isDryRun && cleared.bytes >= preview.bytes)
            let saved = try await fixture.reader("saved").ids
            #expect(saved == [ids[0]])
            let left = try await fixture.reader("list", "--feed", "r/swift", "--offline").ids
            #expect(left == Array(ids[0...1]))
            #expect(try await fixture.reader("storage", "clear", "nonsense").status == 64)
        }
    }

    @Test func trimmingFollowsTheSettingsAndWhatIsAskedFor() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift", "--limit", "10").ids
            _ = try await fixture.reader("save", ids[3])
            let nothing = try decode(Trimmed.self, await fixture.reader("storage", "trim"))
            #expect(nothing.posts.isEmpty && nothing.bytes == 0)
            // Beside the listed ones, the posts that crossposts show are stored.
            let all = try decode(Trimmed.self, await fixture.reader("storage", "trim", "--posts", "0", "--dry-run"))
            #expect(all.posts.count >= ids.count - 1)
            let preview = try decode(Trimmed.self, await fixture.reader("storage", "trim", "--posts", "4", "--dry-run"))
            #expect(preview.posts.count == all.posts.count - 4 && preview.isDryRun)
            #expect(preview.posts.allSatisfy { $0.reason == "count" })
            let trimmed = try decode(Trimmed.self, await fixture.reader("storage", "trim", "--posts", "4"))
            #expect(trimmed.posts.map(\.id) == preview.posts.map(\.id) && trimmed.bytes == preview.bytes)
            let left = try await fixture.reader("list", "--feed", "r/swift", "--offline").ids
            let gone = Set(trimmed.posts.map(\.id))
            #expect(left == ids.filter { !gone.contains($0) } && left.contains(ids[3]))
            #expect(try await fixture.reader("storage", "trim", "--posts", "-1").status == 64)
            #expect(try await fixture.reader("storage", "trim", "--megabytes", "x").status == 64)
        }
    }
}
