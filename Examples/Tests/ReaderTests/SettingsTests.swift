import Core
import Database
import DemoServer
import Foundation
import Testing

/// Settings and their effects, from process to process.
@Suite(.timeLimit(.minutes(5)))
struct SettingsTests {
    /// The table of the documentation: the keys with their defaults as JSON has them.
    private static let defaults: [String: SettingValue] = [
        "pageSize": .integer(25), "nsfw": .text("covered"), "spoilers": .text("covered"), "mediaKinds": .text("all"),
        "blockedWords": .list([String]()), "blockedAuthors": .list([String]()), "blockedDomains": .list([String]()),
        "blockedSubreddits": .list([String]()), "blockedFlairs": .list([String]()),
        "hideRead": .bool(false), "autoplay": .bool(false), "theme": .text("system"), "language": .text("system"),
        "localSaveLimit": .integer(0), "syncStatuses": .bool(false), "showFullMemeInfo": .bool(false),
        "accountLogoutPolicy": .text("keep"), "imageCacheMegabytes": .integer(150),
        "packBudgetMegabytes": .integer(200),
        "downloadPolicy": .text("wifi"), "refreshAgeMinutes": .integer(60), "postRetentionDays": .integer(90),
        "readRetentionDays": .integer(180),
    ]

    private static func settings(_ call: ReaderProcess) throws -> [String: SettingValue] {
        try JSONDecoder().decode([String: SettingValue].self, from: Data(call.output.utf8))
    }

    @Test func optionsOfEveryCommandMayStandAnywhere() async throws {
        try await ReaderFixture.run { fixture in
            let set = try await ReaderProcess.run(
                ["--store", fixture.store, "settings", "--format=json", "--offline", "set", "nsfw", "hidden"],
                environment: [:])
            #expect(set.status == 0, "\(set.errors)")
            #expect(try Self.settings(set)["nsfw"] == .text("hidden"))
            let get = try await ReaderProcess.run(
                ["settings", "--store", fixture.store, "get", "nsfw", "--format", "json"], environment: [:])
            #expect(try Self.settings(get) == ["nsfw": .text("hidden")])
            let sources = try await ReaderProcess.run(
                ["sources", "--store", fixture.store, "--offline", "add", "r/swift"], environment: [:])
            #expect(sources.status == 0, "\(sources.errors)")
            // A value that looks like a command is none.
            let list = try await ReaderProcess.run(["--store", "settings", "--format", "list"], environment: [:])
            #expect(list.status == 64)
        }
    }

    @Test func allSettingsAreOneObjectAndNoServerIsAsked() async throws {
        try await ReaderFixture.runCalls { fixture in
            for arguments in [["settings"], ["settings", "get"], ["settings", "get", "--offline"]] {
                let call = try await fixture.call(.demo, arguments)
                #expect(call.status == 0 && call.errors.isEmpty)
                #expect(try Self.settings(call) == Self.defaults)
            }
            let one = try await fixture.call(.demo, "settings", "get", "refreshAgeMinutes")
            #expect(try Self.settings(one) == ["refreshAgeMinutes": .integer(60)])
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test(arguments: [
        ("pageSize", "50", SettingValue.integer(50)), ("nsfw", "hidden", .text("hidden")),
        ("spoilers", "shown", .text("shown")), ("mediaKinds", "video, image", .list(["image", "video"])),
        ("blockedWords", "two words, голов*", .list(["two words", "голов*"])),
        ("blockedAuthors", "u/one,ONE", .list(["one"])),
        ("blockedDomains", "https://Example.com/page", .list(["example.com"])), ("hideRead", "true", .bool(true)),
        ("blockedSubreddits", "r/Memes, memes", .list(["Memes"])), ("blockedFlairs", "Hot  take", .list(["Hot take"])),
        ("autoplay", "true", .bool(true)), ("theme", "dark", .text("dark")), ("language", "uk", .text("uk")),
        ("localSaveLimit", "500", .integer(500)), ("imageCacheMegabytes", "1", .integer(1)),
        ("packBudgetMegabytes", "100000", .integer(100_000)), ("downloadPolicy", "never", .text("never")),
        ("refreshAgeMinutes", "10080", .integer(10_080)), ("postRetentionDays", "3650", .integer(3650)),
        ("readRetentionDays", "1", .integer(1)),
    ])
    func aSettingIsSetAndKept(key: String, text: String, value: SettingValue) async throws {
        try await ReaderFixture.runCalls { fixture in
            var expected = Self.defaults
            expected[key] = value
            let set = try await fixture.call(.demo, "settings", "set", key, text)
            #expect(set.status == 0)
            #expect(try Self.settings(set) == expected)
            #expect(try await Self.settings(fixture.call(.demo, "settings")) == expected)
            #expect(try await Self.settings(fixture.call(.demo, "settings", "get", key)) == [key: value])
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test(arguments: [
        (["get", "pagesize"], "readRetentionDays"), (["get", ""], "pageSize"), (["set", "fontSize", "12"], "pageSize"),
        (["set", "pageSize", "0"], "1 to 100"), (["set", "pageSize", "101"], "1 to 100"),
        (["set", "pageSize", "many"], "1 to 100"), (["set", "pageSize", "-5"], "1 to 100"),
        (["set", "pageSize", "-50"], "1 to 100"),
        (["set", "--offline", "localSaveLimit", "-1"], "0, 50, 100 or 500"),
        (["set", "hideRead", "-true"], "true or false"),
        (["set", "pageSize", "5", "--nonsense"], "--nonsense"), (["set", "--nonsense", "pageSize", "5"], "--nonsense"),
        (["set", "nsfw", "maybe"], "covered, shown or hidden"),
        (["set", "hideRead", "yes"], "true or false"), (["set", "mediaKinds", "image,sculpture"], "crosspost"),
        (["set", "mediaKinds", ""], "all"), (["set", "blockedDomains", "two words"], "example.com"),
        (["set", "blockedAuthors", "two words"], "u/name"), (["set", "blockedWords", "*"], "ending"),
        (["set", "theme", "sepia"], "light"), (["set", "language", "de"], "uk"),
        (["set", "localSaveLimit", "51"], "0, 50, 100 or 500"), (["set", "imageCacheMegabytes", "100001"], "100000"),
        (["set", "refreshAgeMinutes", "10081"], "10080"), (["set", "postRetentionDays", "3651"], "3650"),
        (["set", "pageSize"], "Usage:"), (["set"], "Usage:"), (["set", "pageSize", "1", "2"], "Usage:"),
        (["get", "pageSize", "nsfw"], "Usage:"), (["frobnicate"], "pageSize"),
    ])
    func aBadKeyOrValueIsToldWhatIsAllowedAndNothingIsWritten(arguments: [String], allowed: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let refused = try await fixture.call(.demo, ["settings"] + arguments)
            #expect(refused.status == 64)
            #expect(refused.output.isEmpty)
            #expect(refused.errors.contains(allowed), "\(refused.errors)")
            #expect(!fixture.isStoreThere)
        }
    }

    @Test func aBadStoredValueIsToldOnStandardErrorUntilItIsSetAnew() async throws {
        try await ReaderFixture.runCalls { fixture in
            let store = try JSONStore(directory: fixture.store, collections: [AnyCollectionSchema(RawSetting.schema)])
            try await store.write(.synced) { transaction in
                try transaction.upsert(RawSetting(id: "pageSize", value: "many"), in: RawSetting.schema)
            }
            try await store.close()
            let call = try await fixture.call(.demo, "settings")
            #expect(call.status == 0)
            #expect(try Self.settings(call) == Self.defaults)
            #expect(call.errors.contains("pageSize") && call.errors.contains("1 to 100"))
            #expect(try await fixture.call(.demo, "settings", "get", "theme").errors.isEmpty)
            #expect(try await fixture.call(.demo, "settings", "set", "pageSize", "25").errors.isEmpty)
            #expect(try await fixture.call(.demo, "settings").errors.isEmpty)
        }
    }

    private struct RawSetting: StoredRecord {
        let id: String
        let value: String
        var changed = Date(timeIntervalSince1970: 0)
        var version = 1

        static let schema = CollectionSchema<RawSetting>(name: "settings")
    }

    @Test func fieldsOfAnotherVersionArePrintedWhereTheyAreStored() async throws {
        try await ReaderFixture.runCalls { fixture in
            let store = try JSONStore(directory: fixture.store, collections: [AnyCollectionSchema(RawSetting.schema)])
            try await store.write(.synced) { transaction in
                try transaction.upsert(RawSetting(id: "paper.size", value: "A4"), in: RawSetting.schema)
            }
            try await store.close()
            let one = try await fixture.call(.demo, "settings", "get", "paper.size")
            #expect(one.status == 0 && one.errors.isEmpty, "\(one.errors)")
            #expect(try Self.settings(one) == ["paper.size": .text("A4")])
            #expect(try await Self.settings(fixture.call(.demo, "settings"))["paper.size"] == .text("A4"))
            let text = try await fixture.call(.demo, "settings", "get", "paper.size", format: "text")
            #expect(text.output.split(whereSeparator: \.isWhitespace) == ["paper.size", "A4"])
            // What is neither known nor stored is refused, and what is only stored is never changed.
            for arguments in [["get", "paper.weight"], ["get", ""], ["set", "paper.size", "A5"]] {
                let refused = try await fixture.call(.demo, ["settings"] + arguments)
                #expect(refused.status == 64 && refused.output.isEmpty, "\(arguments)")
                #expect(refused.errors.contains("There is no setting '"), "\(refused.errors)")
                #expect(refused.errors.contains("pageSize"), "\(refused.errors)")
            }
            #expect(try await Self.settings(fixture.call(.demo, "settings", "get", "paper.size")) == Self.settings(one))
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test func aKeyIsLookedForInNoFolderThatHasNoStore() async throws {
        try await ReaderFixture.runCalls { fixture in
            try FileManager.default.createDirectory(atPath: fixture.store, withIntermediateDirectories: true)
            let refused = try await fixture.call(.demo, "settings", "get", "paper.size")
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.store).isEmpty)
        }
    }

    @Test func theTextIsATableWhoseValuesAreBelowOneAnother() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "settings", "set", "blockedWords", "one, two")
            let text = try await fixture.call(.demo, "settings", format: "text")
            let lines = text.output.split(separator: "\n")
            #expect(lines.count == SettingKey.allCases.count)
            for (line, key) in zip(lines, SettingKey.allCases) {
                #expect(line.hasPrefix("  \(key.rawValue) "))
                #expect(line.dropFirst(22).first == " " && line.dropFirst(23).first != " ", "\(line)")
            }
            #expect(text.output.contains("blockedWords         one, two\n"))
            #expect(text.output.contains("blockedAuthors       –\n"))
            let one = try await fixture.call(.demo, "settings", "get", "theme", format: "text")
            #expect(one.output == "  theme                system\n")
        }
    }

    // MARK: What comes of it

    @Test func aPageIsAsLongAsIsSetUnlessTheCommandSaysSo() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "list", "--feed", "r/swift")
            _ = try await fixture.call(.demo, "settings", "set", "pageSize", "7")
            _ = try await fixture.call(.demo, "list", "--feed", "r/swift")
            _ = try await fixture.call(.demo, "list", "--feed", "r/swift", "--limit", "9")
            // What the server was asked for: pinned posts come besides.
            #expect(fixture.requests(.demo).compactMap { $0.queryValue("limit") } == ["25", "7", "9"])
        }
    }

    @Test func textsAreInTheLanguageThatIsSetAndJSONStaysTheSame() async throws {
        try await ReaderFixture.runCalls { fixture in
            func list(_ format: String, _ environment: [String: String] = [:]) async throws -> String {
                try await fixture.call(
                    .demo, ["list", "--feed", "r/swift", "--offline"], format: format, environment: environment
                ).output
            }
            _ = try await fixture.call(.demo, "list", "--feed", "r/swift")
            let (english, json) = (try await list("text"), try await list("json"))
            #expect(english.contains(" point") && !english.contains(" бал"))
            // The system's, by the first variable that is set.
            #expect(try await list("text", ["LANG": "uk_UA.UTF-8"]).contains(" бал"))
            #expect(try await list("text", ["LC_ALL": "uk_UA", "LANG": "en_GB"]).contains(" бал"))
            #expect(try await list("text", ["LC_ALL": "C", "LC_MESSAGES": "uk_UA"]).contains(" point"))
            #expect(try await list("text", ["LC_ALL": "", "LC_MESSAGES": "uk_UA"]).contains(" бал"))
            // The person's own, whatever the system's is.
            _ = try await fixture.call(.demo, "settings", "set", "language", "uk")
            #expect(try await list("text", ["LANG": "en_GB"]).contains(" бал"))
            #expect(try await list("json", ["LANG": "en_GB"]) == json)
            _ = try await fixture.call(.demo, "settings", "set", "language", "en")
            #expect(try await list("text", ["LANG": "uk_UA"]).contains(" point"))
        }
    }
}
