import Core
import Foundation
import Testing

/// The table of all settings, as the commands' documentation has it.
struct SettingTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let key: SettingKey
        /// The default, as a text.
        let standard: String
        /// Texts that are allowed, and what they read as.
        let allowed: [(text: String, kept: String)]
        let refused: [String]

        var testDescription: String { key.rawValue }
    }

    private static func number(_ key: SettingKey, _ range: ClosedRange<Int>, _ standard: Int) -> Row {
        let allowed = [range.lowerBound, range.upperBound, (range.lowerBound + range.upperBound) / 2]
        return Row(
            key: key, standard: "\(standard)",
            allowed: allowed.map { ("\($0)", "\($0)") } + [(" 7\n", "7"), ("007", "7")],
            refused: [
                "\(range.lowerBound - 1)", "\(range.upperBound + 1)", "-1", "+5", "1.5", "5e0", "", " ", "many", "0x10",
                "٣", "99999999999999999999999", "true", "1,2",
            ])
    }

    private static func words(_ key: SettingKey, _ standard: String, _ words: [String]) -> Row {
        Row(
            key: key, standard: standard, allowed: words.map { ($0, $0) } + [(" \(words[0]) ", words[0])],
            refused: ["", "nothing", words[0].uppercased(), words.joined(separator: ","), "0", "true"])
    }

    private static func toggle(_ key: SettingKey) -> Row {
        Row(
            key: key, standard: "false", allowed: [("true", "true"), ("false", "false"), (" true", "true")],
            refused: ["", "1", "0", "yes", "no", "on", "TRUE", "True", "true,false"])
    }

    private static func list(
        _ key: SettingKey, _ allowed: [(String, String)], refused: [String]
    ) -> Row {
        Row(
            key: key, standard: "",
            allowed: allowed + [("", ""), (" , ,", ""), ("a.b", "a.b"), (" a.b ,, A.B,c.d", "a.b, c.d")],
            refused: refused)
    }

    static let rows: [Row] = [
        number(.pageSize, 1...100, 25),
        words(.nsfw, "covered", ["covered", "shown", "hidden"]),
        words(.spoilers, "covered", ["covered", "shown", "hidden"]),
        Row(
            key: .mediaKinds, standard: "all",
            allowed: [
                ("all", "all"), (" all ", "all"), ("image", "image"), ("video, image,video,", "image, video"),
                (
                    "image,animated,video,gallery,embed,link,text,poll,crosspost,removed",
                    "image, animated, video, gallery, embed, link, text, poll, crosspost, removed"
                ),
            ],
            refused: ["", ",", "All", "none", "image,sculpture", "all,image", "IMAGE", "image video"]),
        list(
            .blockedWords,
            [
                ("spoiler", "spoiler"), ("two  words,\tone", "two words, one"), ("голов*", "голов*"), ("c++", "c++"),
                ("Çöl, ÇÖL", "Çöl"), ("🍆", "🍆"), ("* news", "* news"),
            ],
            refused: ["*", "**, a", "a, * *"]),
        list(
            .blockedAuthors,
            [
                ("name", "name"), ("u/name, /u/Other", "name, Other"), ("u/name,NAME", "name"),
                ("[deleted]", "[deleted]"), ("name@lemmy.world", "name@lemmy.world"),
            ],
            refused: ["two words", "u/", "r/name", "u/a/b"]),
        list(
            .blockedDomains,
            [
                ("example.com", "example.com"), ("EXAMPLE.com", "example.com"),
                ("https://me:secret@www.Example.com:8080/path,", "www.example.com"),
                ("http://example.com?a=b", "example.com"), ("example.com/#top", "example.com"),
                ("*.example.com, .example.com, example.com.", "example.com"), ("self.AskMe", "self.askme"),
                ("Приклад.укр", "приклад.укр"), ("xn--80aikifvh.xn--j1amh", "xn--80aikifvh.xn--j1amh"), ("com", "com"),
            ],
            refused: ["two words", "https://", "a..b", "a b.com", "exa$mple.com", "http://[::1]/", "."]),
        list(
            .blockedSubreddits,
            [
                ("swift", "swift"), ("r/swift, /r/Memes, !news, c/pics", "swift, Memes, news, pics"),
                ("r/swift,SWIFT", "swift"), ("news@lemmy.world", "news@lemmy.world"),
            ],
            refused: ["two words", "r/", "u/name", "r/a/b"]),
        list(
            .blockedFlairs, [("News", "News"), ("two  words", "two words"), (":fire: Hot,:FIRE: hot", ":fire: Hot")],
            refused: []),
        toggle(.hideRead), toggle(.autoplay),
        words(.theme, "system", ["system", "light", "dark"]),
        words(.language, "system", ["system", "en", "uk"]),
        Row(
            key: .localSaveLimit, standard: "0", allowed: ["0", "50", "100", "500"].map { ($0, $0) },
            refused: ["1", "49", "501", "-50", "", "none"]),
        toggle(.syncStatuses), toggle(.showFullMemeInfo),
        words(.accountLogoutPolicy, "keep", ["keep", "wipe"]),
        number(.imageCacheMegabytes, 1...100_000, 150),
        number(.packBudgetMegabytes, 1...100_000, 200),
        words(.downloadPolicy, "wifi", ["never", "wifi", "always"]),
        number(.refreshAgeMinutes, 1...10_080, 60),
        number(.postRetentionDays, 1...3650, 90),
        number(.readRetentionDays, 1...3650, 180),
    ]

    @Test func theTableHasEachKeyOnceInTheOrderOfTheKeys() {
        #expect(Self.rows.map(\.key) == SettingKey.allCases)
    }

    @Test(arguments: rows) func theDefaultIsTheTablesAndIsAllowed(_ row: Row) throws {
        #expect(ReadingSettings().text(of: row.key) == row.standard)
        var settings = ReadingSettings()
        try settings.set(row.key.defaultValue, for: row.key)
        #expect(settings == ReadingSettings())
    }

    @Test(arguments: rows) func anAllowedTextIsKeptAndReadsTheSameFromTextAndFromJSON(_ row: Row) throws {
        for (text, kept) in row.allowed {
            var settings = ReadingSettings()
            try settings.set(text, for: row.key)
            #expect(settings.text(of: row.key) == kept, "'\(text)'")
            #expect(try settings.validated() == settings, "'\(text)'")

            var fromText = ReadingSettings()
            try fromText.set(settings.text(of: row.key), for: row.key)
            #expect(fromText == settings, "'\(text)'")

            let json = try JSONEncoder().encode(settings[row.key])
            let value = try JSONDecoder().decode(SettingValue.self, from: json)
            #expect(value == settings[row.key], "'\(text)'")
            var fromJSON = ReadingSettings()
            try fromJSON.set(value, for: row.key)
            #expect(fromJSON == settings, "'\(text)'")
        }
    }

    @Test(arguments: rows) func aRefusedTextChangesNothingAndTheErrorSaysWhatIsAllowed(_ row: Row) throws {
        for text in row.refused {
            var settings = ReadingSettings()
            settings.hideRead = true
            let before = settings
            let error = try #require(throws: DataError.self, "'\(text)'") { try settings.set(text, for: row.key) }
            #expect(error.code == .invalidInput)
            #expect(error.message.contains(row.key.allowed) && error.message.contains(row.key.rawValue))
            #expect(settings == before)
        }
    }

    @Test(arguments: [
        (SettingKey.pageSize, SettingValue.text("25")), (.pageSize, .bool(true)), (.pageSize, .number(2.5)),
        (.pageSize, .null), (.pageSize, .list(["25"])), (.pageSize, .number(1e300)), (.hideRead, .integer(1)),
        (.hideRead, .text("true")), (.nsfw, .bool(true)), (.nsfw, .null), (.mediaKinds, .list([String]())),
        (.mediaKinds, .null), (.mediaKinds, .list([.integer(1)])), (.blockedWords, .text("one")),
        (.blockedWords, .list([.integer(1)])), (.blockedWords, .list(["one, two"])), (.blockedWords, .null),
        (.blockedDomains, .object(["a": .null])), (.localSaveLimit, .integer(51)), (.theme, .list(["dark"])),
    ])
    func aJSONValueOfAnotherKindIsRefused(key: SettingKey, value: SettingValue) {
        var settings = ReadingSettings()
        #expect(throws: DataError.self) { try settings.set(value, for: key) }
        #expect(settings == ReadingSettings())
    }

    @Test func aWholeNumberMayBeWrittenWithADot() throws {
        var settings = ReadingSettings()
        try settings.set(.number(50), for: .pageSize)
        #expect(settings.pageSize == 50)
    }

    @Test func naturalTypesAreWhatJSONHas() {
        var settings = ReadingSettings()
        settings.mediaKinds = [.video, .image]
        settings.blockedWords = ["a", "b"]
        #expect(settings[.pageSize] == .integer(25))
        #expect(settings[.hideRead] == .bool(false))
        #expect(settings[.nsfw] == .text("covered"))
        #expect(settings[.mediaKinds] == .list(["image", "video"]))
        #expect(settings[.blockedWords] == .list(["a", "b"]))
        #expect(ReadingSettings()[.mediaKinds] == .text("all"))
        #expect(settings[.localSaveLimit] == .integer(0))
    }

    @Test func kindsOfMediaThatOnlyAnotherVersionKnowsAreKept() throws {
        var settings = ReadingSettings()
        try settings.set(.list(["audio", "image", "3d"]), for: .mediaKinds)
        #expect(settings.mediaKinds == [.image, .unknown("audio"), .unknown("3d")])
        #expect(settings[.mediaKinds] == .list(["image", "3d", "audio"]))
        #expect(settings.text(of: .mediaKinds) == "image, 3d, audio")
        #expect(try settings.validated() == settings)
        // A person may leave them as they are, and types none that is not there.
        try settings.set("audio, video", for: .mediaKinds)
        #expect(settings[.mediaKinds] == .list(["video", "audio"]))
        let error = try #require(throws: DataError.self) { try settings.set("video, 3d", for: .mediaKinds) }
        #expect(error.message.contains("'3d'") && settings[.mediaKinds] == .list(["video", "audio"]))
        // These would be something else when they are read again.
        for word in ["", "all", "image,video"] {
            #expect(throws: DataError.self) { try settings.set(.list([word]), for: .mediaKinds) }
        }
    }

    @Test func eachPropertyBelongsToItsOwnKey() throws {
        var all: Set<ReadingSettings> = []
        for row in Self.rows {
            let other = try #require(row.allowed.first { $0.kept != row.standard })
            var settings = ReadingSettings()
            try settings.set(other.text, for: row.key)
            #expect(SettingKey.allCases.filter { settings[$0] != $0.defaultValue } == [row.key])
            #expect(all.insert(settings).inserted)
            settings.reset(row.key)
            #expect(settings == ReadingSettings())
        }
    }

    @Test func aKeyIsFoundByItsNameAndAnUnknownNameFailsWithAllNames() throws {
        #expect(try SettingKey(named: "pageSize") == .pageSize)
        let error = try #require(throws: DataError.self) { try SettingKey(named: "pagesize") }
        #expect(error.code == .invalidInput)
        #expect(SettingKey.allCases.allSatisfy { error.message.contains($0.rawValue) })
    }

    @Test func theSettingsAreValidatedAsAWhole() throws {
        var settings = ReadingSettings()
        settings.blockedAuthors = ["u/One", " one", ""]
        #expect(try settings.validated().blockedAuthors == ["One"])
        settings.postRetentionDays = 0
        let error = try #require(throws: DataError.self) { try settings.validated() }
        #expect(error.message.contains("postRetentionDays") && error.message.contains("1 to 3650"))
        settings = ReadingSettings()
        settings.mediaKinds = []
        #expect(throws: DataError.self) { try settings.validated() }
    }

    @Test func theAllowedValuesAreDescribedInEnglish() {
        #expect(SettingKey.pageSize.allowed == "a number from 1 to 100")
        #expect(SettingKey.nsfw.allowed == "covered, shown or hidden")
        #expect(SettingKey.hideRead.allowed == "true or false")
        #expect(SettingKey.localSaveLimit.allowed == "0, 50, 100 or 500")
        #expect(SettingKey.mediaKinds.allowed.hasPrefix("all, or a list with commas of image, animated"))
        #expect(SettingKey.localSaveLimit.kind == .choice(["0", "50", "100", "500"]))
        #expect(SettingKey.mediaKinds.kind.allowedValues == Media.Kind.allCases.map(\.rawValue))
    }
}
