import Core
import Mocks
import PostFeatures
import Synchronization
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SettingsViewModelTests {
    private let provider = TestInjector.mocks.settings
    private let screen = SettingsViewModel()

    private var state: SettingsViewModel.State { screen.state.value }

    @Test func showsTheSettingsAndStartsNothingByItself() async throws {
        #expect(state == SettingsViewModel.State())
        try await provider.update { $0.pageSize = 50 }
        await Task.yield()
        #expect(state.settings.pageSize == 25)
        #expect(SettingsViewModel().state.value.settings.pageSize == 50)
    }

    @Test func eachSettingIsInOneSection() {
        let keys = SettingsSection.allCases.flatMap(\.keys)
        #expect(Set(keys) == Set(SettingKey.allCases) && keys.count == SettingKey.allCases.count)
        #expect(SettingsSection.allCases.flatMap { state.rows(in: $0) }.map(\.key) == keys)
    }

    @Test func anAppsOwnSettingsAreShownAndChangedAsTheBuiltInOnesAre() async throws {
        let columns = Setting("columns", title: "Columns", default: 2, in: 1...4)
        let tags = Setting<[String]>("tags", title: "Tags")
        let own = try InMemorySettingsProvider(own: [columns.definition, tags.definition])
        Dependency.register((any SettingsProvider).self) { own }
        let screen = SettingsViewModel()
        let rows = screen.state.value.rows(in: .app)
        #expect(rows.map(\.key) == [columns.key, tags.key] && rows.map(\.kind) == [.number(1...4), .list])
        #expect(screen.state.value.rows(in: .unknown).isEmpty)
        await screen.set("3", for: columns.key)
        await screen.add("a, b", to: tags.key)
        await screen.remove("A", from: tags.key)
        #expect(own.settings.value[columns] == 3 && own.settings.value[tags] == ["b"])
        await screen.set("9", for: columns.key)
        let english = PostFormat(language: .english)
        let error = try #require(screen.state.value.banner?.error)
        #expect(error.message == "'9' is not allowed for columns. It is a number from 1 to 4.")
        #expect(english.message(for: error) == "“Columns” cannot be set to that. Allowed: 1–4.")
        #expect(
            PostFormat(language: .ukrainian).message(for: error)
                == "Налаштування «Columns» не може мати такого значення. Дозволено: 1–4.")
        #expect(english.name(of: screen.state.value.row(columns.key)) == "Columns")
        #expect(english.name(of: screen.state.value.row(.pageSize)) == "Posts per page")
        await screen.reset(columns.key)
        #expect(own.settings.value[columns] == 2)
        await screen.set("4", for: columns.key)
        await screen.resetAll()
        #expect(own.settings.value[columns] == 2 && own.settings.value[tags] == [])
        #expect(screen.state.value.row(columns.key).isDefault)
    }

    private enum Layout: String, CaseIterable, Sendable { case list, cards, dark }

    @Test func namesOfAnAppsOwnSettingsAreInItsLanguages() async throws {
        let columns = Setting("columns", title: "Columns", default: 2, in: 1...4)
        let layout = Setting("layout", title: "Layout", default: Layout.list, choiceTitles: ["list": "As a list"])
        let size = Setting("size", default: "small", choices: ["small", "large"])
        let own = try InMemorySettingsProvider(own: [columns.definition, layout.definition, size.definition])
        Dependency.register((any SettingsProvider).self) { own }
        let screen = SettingsViewModel()
        await screen.set("9", for: columns.key)
        let state = screen.state.value
        let error = try #require(state.banner?.error)
        // English stands beside the key.
        let english = PostFormat(language: .english)
        #expect(english.name(of: state.row(columns.key)) == "Columns" && english.text(columns.phrase) == "Columns")
        #expect(english.name(of: state.row(size.key)) == "size" && english.text(of: state.row(size.key)) == "small")
        #expect(english.text(of: state.row(layout.key)) == "As a list")
        #expect(english.allowed(for: layout.definition) == "Allowed: As a list, cards, Dark")
        // Another language has them in its table.
        let language = Language.ukrainian.adding([
            columns.phrase: .fixed("Стовпці"), layout.phrase: .fixed("Вигляд"),
            layout.phrase(of: .list): .fixed("Списком"), size.phrase(of: "small"): .fixed("Малий"),
        ])
        let format = PostFormat(language: language)
        #expect(format.name(of: state.row(columns.key)) == "Стовпці" && format.name(of: layout.definition) == "Вигляд")
        #expect(format.text(of: state.row(layout.key)) == "Списком")
        #expect(format.text(of: state.row(size.key)) == "Малий")
        #expect(format.allowed(for: layout.definition) == "Дозволено: Списком, cards, Темна")
        #expect(
            format.message(for: error)
                == "Налаштування «Стовпці» не може мати такого значення. Дозволено: 1–4.")
        // What a table misses is English.
        #expect(format.name(of: size.definition) == "size")
        let korean = PostFormat(language: Language("ko", plurals: .none).adding([layout.phrase: .fixed("모양")]))
        #expect(korean.name(of: columns.definition) == "Columns" && korean.name(of: layout.definition) == "모양")
        #expect(korean.text(of: state.row(layout.key)) == "As a list")
    }

    @Test func aRowHasTheTextsToDraw() async {
        await screen.set("one, two", for: .blockedWords)
        let words = state.row(.blockedWords)
        #expect(words.kind == .list && words.text == "one, two" && words.value == .list(["one", "two"]))
        #expect(!words.isDefault && words.issue == nil)
        let size = state.row(.pageSize)
        #expect(size.kind == .number(1...100) && size.text == "25" && size.isDefault)
        #expect(state.row(.nsfw).kind == .choice(["covered", "shown", "hidden"]))
        #expect(state.row(.hideRead).kind == .toggle)
    }

    @Test func setsByTextByValueAndByProperty() async {
        await screen.set("hidden", for: .nsfw)
        await screen.set(.list(["video", "image"]), for: .mediaKinds)
        await screen.set(\.pageSize, to: 50)
        #expect(state.settings.nsfw == .hidden && state.settings.mediaKinds == [.image, .video])
        #expect(state.settings.pageSize == 50)
        #expect(provider.settings.value == state.settings)
        #expect(state.pendingCount == 0 && state.banner == nil)
    }

    @Test func aValueThatIsNotAllowedIsABannerAndTheOldOneStays() async {
        await screen.set("50", for: .pageSize)
        let before = state.settings
        await screen.set("101", for: .pageSize)
        #expect(state.settings == before)
        #expect(state.banner?.error.code == .invalidInput && state.banner?.cause == .action)
        #expect(state.banner?.error.message.contains("1 to 100") == true)
        await screen.set(\.pageSize, to: 0)
        #expect(state.settings == before && state.banner?.error.code == .invalidInput)
        await screen.set(.text("50"), for: .pageSize)
        #expect(state.settings == before && state.banner?.error.code == .invalidInput)
        screen.dismissBanner()
        #expect(state.banner == nil)
        await screen.set("0", for: .pageSize)
        await screen.set("10", for: .pageSize)
        #expect(state.banner == nil && state.settings.pageSize == 10)
    }

    @Test func resetsOneOrAll() async throws {
        try await provider.update { settings in
            settings.pageSize = 50
            settings.theme = .dark
            settings.blockedWords = ["one"]
        }
        await screen.reset(.theme)
        #expect(state.settings.theme == .system && state.settings.pageSize == 50)
        await screen.resetAll()
        #expect(state.settings == ReadingSettings() && provider.settings.value == ReadingSettings())
    }

    @Test(arguments: [
        (SettingKey.blockedWords, "one", "ONE"), (.blockedAuthors, "u/one", "One"),
        (.blockedDomains, "https://one.com/page", "ONE.com"),
    ])
    func entriesAreAddedOnceAndTakenOutInAnyCase(key: SettingKey, entry: String, other: String) async {
        await screen.add(entry, to: key)
        await screen.add(other, to: key)
        #expect(state.settings.entries(of: key).count == 1)
        await screen.add("two.b, three.b", to: key)
        #expect(state.settings.entries(of: key).count == 3)
        await screen.remove(other, from: key)
        #expect(state.settings.entries(of: key) == ["two.b", "three.b"])
        await screen.remove("four", from: key)
        #expect(state.settings.entries(of: key) == ["two.b", "three.b"] && state.banner == nil)
        await screen.add("*", to: .blockedWords)
        #expect(state.banner?.error.code == .invalidInput)
    }

    @Test func aSettingThatIsNoListHasNoEntries() async {
        await screen.add("1", to: .pageSize)
        #expect(state.banner?.error.code == .invalidInput)
        await screen.remove("image", from: .mediaKinds)
        #expect(state.banner?.error.code == .invalidInput)
        #expect(state.settings == ReadingSettings())
    }

    @Test func followsChangesMadeElsewhereUntilItStops() async throws {
        screen.load()
        screen.load()
        try await provider.update { $0.theme = .dark }
        await screen.state.first { $0.settings.theme == .dark }
        screen.stop()
        try await provider.update { $0.theme = .light }
        await Task.yield()
        #expect(state.settings.theme == .dark)
    }

    @Test func changesAtTheSameTimeAreAllMade() async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { await screen.add("word\(number)", to: .blockedWords) } }
        }
        #expect(state.settings.blockedWords.count == 20 && state.pendingCount == 0)
    }

    @Test func isReleasedWhileItFollows() async {
        weak var gone: SettingsViewModel?
        do {
            let screen = SettingsViewModel()
            gone = screen
            screen.load()
        }
        #expect(gone == nil)
    }
}

/// A store that cannot be written, and one with bad values in it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SettingsViewModelTroubleTests {
    private func withScreen(
        _ provider: TroubledSettingsProvider, _ test: @MainActor @Sendable (SettingsViewModel) async -> Void
    ) async {
        let container = DependencyContainer()
        container.register((any SettingsProvider).self) { provider }
        await Dependency.withContainer(container) { await test(SettingsViewModel()) }
    }

    @Test func aFailedCommitLeavesTheOldValueAndShowsABanner() async {
        let provider = TroubledSettingsProvider()
        provider.failure.withLock { $0 = DataError(.noSpace) }
        await withScreen(provider) { screen in
            await screen.set("50", for: .pageSize)
            let state = screen.state.value
            #expect(state.settings == ReadingSettings())
            #expect(state.banner?.error.code == .noSpace && state.banner?.isDismissible == true)
            #expect(state.pendingCount == 0)
            provider.failure.withLock { $0 = nil }
            await screen.set("50", for: .pageSize)
            #expect(screen.state.value.settings.pageSize == 50 && screen.state.value.banner == nil)
        }
    }

    @Test func aCancelledChangeIsNoFailure() async {
        let provider = TroubledSettingsProvider()
        provider.failure.withLock { $0 = CancellationError() }
        await withScreen(provider) { screen in
            await screen.set("50", for: .pageSize)
            #expect(screen.state.value == SettingsViewModel.State())
        }
    }

    @Test func anInvalidStoredValueIsShownAtItsRowUntilTheKeyIsReset() async {
        let issue = SettingsIssue(key: "theme", value: "\"sepia\"", reason: "It is system, light or dark.")
        let provider = TroubledSettingsProvider()
        provider.troubles.withLock { $0 = [issue] }
        await withScreen(provider) { screen in
            #expect(screen.state.value.issues == [issue])
            #expect(screen.state.value.row(.theme).issue == issue && screen.state.value.row(.theme).isDefault)
            #expect(screen.state.value.row(.nsfw).issue == nil)
            await screen.reset(.theme)
            #expect(screen.state.value.issues.isEmpty && screen.state.value.row(.theme).issue == nil)
        }
    }
}

/// Settings whose next changes fail, or that have issues until they are set anew.
private final class TroubledSettingsProvider: SettingsProvider {
    let failure = Mutex<(any Error)?>(nil)
    let troubles = Mutex<[SettingsIssue]>([])
    private let inner = InMemorySettingsProvider()

    var settings: ObservableValue<ReadingSettings> { inner.settings }
    var issues: [SettingsIssue] { troubles.withLock { $0 } }

    func update(_ change: @escaping @Sendable (inout ReadingSettings) -> Void) async throws {
        if let error = failure.withLock({ $0 }) { throw error }
        try await inner.update(change)
    }

    func set(_ values: [SettingKey: SettingValue]) async throws {
        if let error = failure.withLock({ $0 }) { throw error }
        try await inner.set(values)
        troubles.withLock { troubles in troubles.removeAll { values.keys.map(\.rawValue).contains($0.key) } }
    }
}
