import Core
import DemoServer
import Foundation
import Testing

/// `export` and `import`: from store to store, and what is refused.
@Suite(.timeLimit(.minutes(5)))
struct ArchiveTests {
    /// A store in which something was saved, read, set and added, and the file that it exports.
    private static func exported(_ fixture: ReaderFixture, to file: String) async throws -> [String] {
        let ids = try await fixture.call(.demo, "list", "--feed", "r/swift").ids
        _ = try await fixture.call(.demo, "save", ids[0], ids[1])
        _ = try await fixture.call(.demo, "unsave", ids[1])
        _ = try await fixture.call(.demo, "read", ids[2])
        _ = try await fixture.call(.demo, "sources", "add", "r/swift")
        _ = try await fixture.call(.demo, "settings", "set", "pageSize", "50")
        let export = try await fixture.call(.demo, "export", file)
        #expect(export.status == 0 && export.errors.isEmpty, "\(export.errors)")
        let json = try export.json
        #expect(Set(json.keys) == ["file", "bytes", "statuses", "posts", "sources", "settings"])
        #expect(json["file"] as? String == file && json["statuses"] as? Int == 3 && json["posts"] as? Int == 1)
        #expect(json["sources"] as? Int == 1 && json["settings"] as? Int == 1)
        #expect(json["bytes"] as? Int == FileManager.default.contents(atPath: file)?.count)
        return ids
    }

    /// The entries, without the date and the checksum.
    private static func entries(_ file: String) throws -> [Substring] {
        let data = try #require(FileManager.default.contents(atPath: file))
        return Array(String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().dropLast())
    }

    @Test func anExportedArchiveCanBeImportedIntoAnotherStore() async throws {
        try await ReaderFixture.runCalls { fixture in
            let (file, again) = ("\(fixture.directory)/archive.json", "\(fixture.directory)/again.json")
            let ids = try await Self.exported(fixture, to: file)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let (before, other) = (fixture.server.requests.count, ReaderFixture.otherStore(of: fixture))
            let imported = try await fixture.call(.demo, "import", file, store: other)
            #expect(imported.status == 0 && imported.errors.isEmpty, "\(imported.errors)")
            let keys: Set = ["file", "statuses", "posts", "drafts", "sources", "settings", "ignored"]
            #expect(Set(try imported.json.keys) == keys)
            let statuses = try imported.json["statuses"] as? [String: Int]
            #expect(statuses == ["added": 3, "changed": 0, "removed": 0, "unchanged": 0])
            #expect(try await fixture.call(.demo, "saved", store: other).ids == [ids[0]])
            #expect(try await fixture.call(.demo, "settings", "get", "pageSize", store: other).output.contains("50"))
            _ = try await fixture.call(.demo, "export", again, store: other)
            #expect(try Self.entries(again) == Self.entries(file))
            let twice = try await fixture.call(.demo, "import", file, store: other)
            #expect(
                try twice.json["statuses"] as? [String: Int] == [
                    "added": 0, "changed": 0, "removed": 0, "unchanged": 3,
                ])
            #expect(fixture.server.requests.count == before, "nobody was asked")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: fixture.directory).sorted()
                    == ["again.json", "archive.json", "other", "store"])
        }
    }

    @Test func nobodySeesATokenInIt() async throws {
        try await ReaderFixture.runCalls { fixture in
            let file = "\(fixture.directory)/archive.json"
            _ = try await Self.exported(fixture, to: file)
            let secret = "refresh-token-that-nobody-sees"
            let environment = [
                "LANTERN_REDDIT_CLIENT_ID": "client-id-of-the-app", "LANTERN_REDDIT_REFRESH_TOKEN": secret,
            ]
            let export = try await fixture.call(.demo, ["export", file], environment: environment)
            #expect(export.status == 0)
            let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
            for word in [secret, "client-id-of-the-app", "\"token", "\"account", "\"cursor", fixture.directory] {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }

    @Test func aDamagedFileIsRefusedAndNeitherItNorTheStoreIsChanged() async throws {
        try await ReaderFixture.runCalls { fixture in
            let file = "\(fixture.directory)/archive.json"
            _ = try await Self.exported(fixture, to: file)
            let whole = try #require(FileManager.default.contents(atPath: file))
            let journal = FileManager.default.contents(atPath: fixture.journal)
            var turned = whole
            turned[whole.count / 2] ^= 1
            for damaged in [turned, whole.prefix(whole.count / 2), Data(), Data("{}".utf8)] {
                try damaged.write(to: URL(filePath: file))
                let call = try await fixture.call(.demo, "import", file)
                #expect(call.status == 65 && call.output.isEmpty)
                #expect(call.errors.contains("Nothing was changed"), "\(call.errors)")
                #expect(FileManager.default.contents(atPath: file) == damaged)
                #expect(FileManager.default.contents(atPath: fixture.journal) == journal)
            }
            let fresh = ReaderFixture.otherStore(of: fixture)
            #expect(try await fixture.call(.demo, "import", file, store: fresh).status == 65)
            #expect(!FileManager.default.fileExists(atPath: fresh), "no store is made for nothing")
        }
    }

    @Test func aPathThatCannotBeIsAUsageError() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "settings", "set", "pageSize", "50")
            let cases = [
                ["export"], ["import"], ["export", ""], ["export", fixture.directory],
                ["export", "\(fixture.directory)/x/"],
                ["export", "\(fixture.directory)/nowhere/x.json"], ["export", "/dev/null"], ["export", "/dev/lantern"],
                ["export", "/dev/fd/../stdout"], ["import", fixture.directory],
                ["import", "\(fixture.directory)/nowhere.json"], ["import", "/dev/null"],
            ]
            for arguments in cases {
                let call = try await fixture.call(.demo, arguments)
                #expect(call.status == 64 && call.output.isEmpty, "\(arguments): \(call.status)")
                #expect(!call.errors.isEmpty)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory) == ["store"])
        }
    }

    @Test func theFilesOfTheStoreAreNotReplaced() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await Self.exported(fixture, to: "\(fixture.directory)/archive.json")
            let store = "\(fixture.directory)/store"
            let link = "\(fixture.directory)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store)
            let pointer = "\(fixture.directory)/pointer.json"
            try FileManager.default.createSymbolicLink(atPath: pointer, withDestinationPath: fixture.journal)
            let places = [
                fixture.journal, "\(store)/lock", "\(store)/archive.json", "\(store)/../store/manifest",
                "\(link)/manifest", pointer,
            ]
            for place in places {
                let call = try await fixture.call(.demo, "export", place)
                #expect(call.status == 64 && call.output.isEmpty, "\(place): \(call.status)")
                #expect(call.errors.contains("among the files of the store"), "\(call.errors)")
            }
            #expect(try await fixture.call(.demo, "saved").ids == [ids[0]])
        }
    }

    @Test func aLinkStaysAndTheFileItLeadsToIsWritten() async throws {
        try await ReaderFixture.runCalls { fixture in
            let (file, link) = ("\(fixture.directory)/archive.json", "\(fixture.directory)/link.json")
            _ = try await Self.exported(fixture, to: file)
            try Data().write(to: URL(filePath: file))
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "archive.json")
            let export = try await fixture.call(.demo, "export", link)
            #expect(export.status == 0, "\(export.errors)")
            #expect(try export.json["file"] as? String == link)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "archive.json")
            #expect(try !Self.entries(file).isEmpty)

            try FileManager.default.removeItem(atPath: file)
            #expect(try await fixture.call(.demo, "export", link).status == 64, "it leads nowhere")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "archive.json")
        }
    }

    @Test func aDiskFailureIsReportedAndLeavesNoFile() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await Self.exported(fixture, to: "\(fixture.directory)/archive.json")
            let file = "\(fixture.directory)/\(String(repeating: "a", count: 300)).json"
            let call = try await fixture.call(.demo, "export", file)
            #expect(call.status == 74 && call.output.isEmpty && call.errors.contains(file))
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
            #expect(Set(names) == ["archive.json", "store"])
        }
    }

    @Test func forPeopleItSaysWhatItDid() async throws {
        try await ReaderFixture.runCalls { fixture in
            let file = "\(fixture.directory)/archive.json"
            _ = try await Self.exported(fixture, to: file)
            let export = try await fixture.call(.demo, ["export", file], format: "text")
            #expect(export.output.contains("Exported to '\(file)'") && export.output.contains("Saved posts: 1"))
            let other = ReaderFixture.otherStore(of: fixture)
            let first = try await fixture.call(.demo, ["import", file], store: other, format: "text")
            #expect(first.output.contains("Marks: 3 new") && first.output.contains("Sources: 1 new"))
            let second = try await fixture.call(
                .demo, ["import", file], store: other, format: "text", environment: ["LANG": "uk_UA.UTF-8"])
            #expect(second.output == "Усе з цього архіву тут уже є.\n")
        }
    }
}
