import Core
import Testing

private enum Layout: String, CaseIterable, Sendable { case list, cards }

private enum Shelf {
    static let columns = Setting("shelf.columns", title: "Columns", default: 2, in: 1...4)
    static let isDense = Setting("isDense", default: false)
    static let layout = Setting("layout", default: Layout.list)
    static let greeting = Setting("greeting", maximumLength: 5)
    static let shelves = Setting("shelves", default: ["a"])
    static let size = Setting("size", default: "small", choices: ["small", "large"])
    static let all = [
        columns.definition, isDense.definition, layout.definition, greeting.definition, shelves.definition,
        size.definition,
    ]
}

/// Settings that an app declares.
@Suite struct OwnSettingsTests {
    private let provider: InMemorySettingsProvider

    init() throws {
        provider = try InMemorySettingsProvider(own: Shelf.all)
    }

    private var settings: ReadingSettings { provider.settings.value }

    @Test func ownSettingsHaveTheirDefaultsUntilTheyAreSet() {
        #expect(settings[Shelf.columns] == 2 && !settings[Shelf.isDense] && settings[Shelf.layout] == .list)
        #expect(settings[Shelf.greeting] == "" && settings[Shelf.shelves] == ["a"] && settings[Shelf.size] == "small")
        #expect(settings[Shelf.columns.key] == .integer(2) && settings.text(of: Shelf.shelves.key) == "a")
        #expect(ReadingSettings()[Shelf.columns] == 2, "also where nobody has declared them")
    }

    @Test func ownSettingsAreReadAndSetByTheirTypes() async throws {
        try await provider.update {
            $0[Shelf.columns] = 3
            $0[Shelf.isDense] = true
            $0[Shelf.layout] = .cards
            $0[Shelf.greeting] = "Hi"
            $0[Shelf.shelves] = ["b", " c ", "B", ""]
            $0[Shelf.size] = "large"
        }
        #expect(settings[Shelf.columns] == 3 && settings[Shelf.isDense] && settings[Shelf.layout] == .cards)
        #expect(settings[Shelf.greeting] == "Hi" && settings[Shelf.size] == "large")
        #expect(settings[Shelf.shelves] == ["b", "c"])
    }

    @Test(arguments: [
        ("shelf.columns", "9", "a number from 1 to 4"), ("shelf.columns", "two", "a number from 1 to 4"),
        ("isDense", "yes", "true or false"), ("layout", "grid", "list or cards"), ("size", "", "small or large"),
        ("greeting", "Good morning", "a text on one line, of at most 5 characters"),
    ])
    func whatIsNotAllowedIsRefusedAndSaysWhatIs(_ name: String, _ text: String, _ allowed: String) async throws {
        let key = SettingKey(rawValue: name)
        var changed = settings
        let error = try #require(throws: DataError.self) { try changed.set(text, for: key) }
        #expect(error.code == .invalidInput)
        #expect(error.message == "'\(text)' is not allowed for \(name). It is \(allowed).")
        #expect((error.underlying as? InvalidSettingValue)?.definition == settings.definition(of: key))
        #expect(changed == settings)
        await #expect(throws: DataError.self) { try await provider.set([key: .text(text)]) }
        #expect(settings == changed)
    }

    @Test func aTypedValueOutOfRangeIsRefusedAsAWhole() async {
        let before = settings
        let error = await #expect(throws: DataError.self) {
            try await provider.update {
                $0.pageSize = 50
                $0[Shelf.columns] = 9
            }
        }
        #expect(error?.message == "'9' is not allowed for shelf.columns. It is a number from 1 to 4.")
        #expect(settings == before)
    }

    @Test func aKeyThatNobodyHasDeclaredIsRefused() async throws {
        let stray = Setting("stray", default: 1, in: 0...9)
        let error = await #expect(throws: DataError.self) { try await provider.update { $0[stray] = 2 } }
        #expect(error?.message.hasPrefix("There is no setting 'stray'. The settings are pageSize,") == true)
        #expect(error?.message.hasSuffix("greeting, shelves, size.") == true)
        await #expect(throws: DataError.self) { try await provider.set([stray.key: .integer(2)]) }
        await #expect(throws: DataError.self) { try await InMemorySettingsProvider().set([stray.key: .integer(2)]) }
    }

    @Test(arguments: [
        ([Setting("pageSize", default: 5, in: 1...9).definition], "there is a built-in one of this name"),
        ([Setting("a", default: true).definition, Setting("a", default: 1, in: 0...1).definition], "declared twice"),
        ([Setting("", default: true).definition], "a name is 1 to 64"),
        ([Setting("two words", default: true).definition], "a name is 1 to 64"),
        ([Setting("1a", default: true).definition], "a name is 1 to 64"),
        ([Setting("columns", default: 9, in: 1...4).definition], "its default is not allowed. '9' is not allowed"),
        ([Setting("size", default: "huge", choices: ["small"]).definition], "its default is not allowed"),
    ])
    func whatCannotBeDeclaredIsRefusedClearly(_ own: [SettingDefinition], _ why: String) throws {
        let error = try #require(throws: DataError.self) { try InMemorySettingsProvider(own: own) }
        #expect(error.code == .invalidInput)
        #expect(error.message.hasPrefix("The setting '\(own.last?.key.rawValue ?? "")' cannot be declared: "))
        #expect(error.message.contains(why), "\(error.message)")
    }

    @Test func theDefinitionsAreTheBuiltInOnesAndThenTheApps() {
        #expect(settings.definitions.map(\.key) == SettingKey.allCases + Shelf.all.map(\.key))
        #expect(settings.definition(of: Shelf.columns.key)?.kind == .number(1...4))
        #expect(settings.definition(of: Shelf.columns.key)?.title == "Columns")
        #expect(settings.definition(of: Shelf.layout.key)?.kind == .choice(["list", "cards"]))
        #expect(settings.definition(of: .pageSize)?.allowed == "a number from 1 to 100")
        #expect(settings.definition(of: SettingKey(rawValue: "stray")) == nil)
    }

    @Test func listenersReceiveEachChangeOnce() async throws {
        var values = provider.settings.values.makeAsyncIterator()
        #expect(await values.next()?[Shelf.columns] == 2)
        try await provider.update { $0[Shelf.columns] = 3 }
        try await provider.update { $0[Shelf.columns] = 4 }
        #expect(await values.next()?[Shelf.columns] == 4)
    }

    // MARK: Languages

    @Test func aLanguageThatTheAppHasCanBeChosen() throws {
        var settings = try ReadingSettings(own: [], languages: [InterfaceLanguage(rawValue: "ko")])
        try settings.set("ko", for: .language)
        #expect(settings.language == InterfaceLanguage(rawValue: "ko"))
        #expect(settings.definition(of: .language)?.kind == .choice(["system", "en", "uk", "ko"]))
        let error = try #require(throws: DataError.self) { try settings.set("de", for: .language) }
        #expect(error.message == "'de' is not allowed for language. It is system, en, uk or ko.")
        #expect(throws: DataError.self) {
            try ReadingSettings(own: [], languages: [InterfaceLanguage(rawValue: "Korean please")])
        }
    }

    @Test func aLanguageOfAnotherVersionIsKept() throws {
        var settings = ReadingSettings()
        try settings.set(.text("pt-BR"), for: .language)
        #expect(settings.text(of: .language) == "pt-BR")
        #expect(try settings.validated() == settings)
        #expect(throws: DataError.self) { try settings.set(.text("d e"), for: .language) }
    }
}
