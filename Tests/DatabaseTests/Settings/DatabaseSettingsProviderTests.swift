import Core
import Database
import Foundation
import Mocks
import Testing

struct DatabaseSettingsProviderTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()

    private func open() throws -> (JSONStore, DatabaseSettingsProvider) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabaseSettingsProvider.collections, files: files, time: clock)
        return (store, try DatabaseSettingsProvider(store: store, time: clock))
    }

    /// The lines of the journal that put a setting.
    private func lines() throws -> [String] {
        let bytes = try #require(files.bytes(at: "/tmp/store/journal-00000001.jsonl"))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).filter {
            $0.contains("\"put\":\"settings\"")
        }
    }

    @Test func anEmptyStoreHasTheDefaultsAndNothingIsWritten() async throws {
        let (store, provider) = try open()
        #expect(provider.settings.value == ReadingSettings())
        #expect(provider.issues.isEmpty)
        try await provider.update { _ in }
        try await provider.update { $0.pageSize = 25 }
        try await provider.set([.pageSize: .integer(25)])
        #expect(store.snapshot().version == 0)
    }

    @Test func eachKeyIsThereAgainAfterPowerLoss() async throws {
        let (_, provider) = try open()
        let wanted = try everythingChanged()
        try await provider.update { $0 = wanted }
        #expect(provider.settings.value == wanted)
        files.crash()

        let (store, reopened) = try open()
        #expect(store.damages.isEmpty)
        #expect(reopened.settings.value == wanted)
        #expect(reopened.issues.isEmpty)
    }

    private func everythingChanged() throws -> ReadingSettings {
        var settings = ReadingSettings()
        let texts: [SettingKey: String] = [
            .pageSize: "50", .nsfw: "hidden", .spoilers: "shown", .mediaKinds: "image, video",
            .blockedWords: "one, two*",
            .blockedAuthors: "somebody", .blockedDomains: "example.com",
            .blockedSubreddits: "memes", .blockedFlairs: "news", .hideRead: "true", .autoplay: "true",
            .theme: "dark", .language: "uk", .localSaveLimit: "100", .syncStatuses: "true",
            .showFullMemeInfo: "true", .accountLogoutPolicy: "wipe", .imageCacheMegabytes: "300",
            .packBudgetMegabytes: "400", .downloadPolicy: "always", .refreshAgeMinutes: "5", .postRetentionDays: "30",
            .readRetentionDays: "60",
        ]
        for key in SettingKey.allCases { try settings.set(try #require(texts[key]), for: key) }
        #expect(SettingKey.allCases.allSatisfy { settings[$0] != $0.defaultValue })
        return settings
    }

    @Test func onlyChangedSettingsAreStoredEachAsARecordWithItsDate() async throws {
        let (_, provider) = try open()
        try await provider.update { $0.pageSize = 50 }
        clock.advance(by: .seconds(10))
        try await provider.update { settings in
            settings.blockedWords = ["one"]
            settings.pageSize = 50
        }
        let date = 1_700_000_000.0
        let first = "{\"id\":\"pageSize\",\"value\":50,\"changed\":\(Int(date)),\"version\":1}"
        let second = "{\"id\":\"blockedWords\",\"value\":[\"one\"],\"changed\":\(Int(date) + 10),\"version\":1}"
        let stored = try lines()
        #expect(stored.count == 2)
        #expect(stored.first?.replacing(".0,", with: ",").contains(first) == true, "\(stored)")
        #expect(stored.last?.replacing(".0,", with: ",").contains(second) == true, "\(stored)")
    }

    @Test func aSettingThatIsResetIsStoredWithItsDefault() async throws {
        let (_, provider) = try open()
        try await provider.update { $0.pageSize = 50 }
        try await provider.update { $0.pageSize = 25 }
        #expect(try lines().count == 2)
        #expect(try open2().settings.value == ReadingSettings())
    }

    private func open2() throws -> DatabaseSettingsProvider {
        files.killProcess()
        return try open().1
    }

    @Test func aValueThatIsNotAllowedIsRefusedAndNothingIsWritten() async throws {
        let (store, provider) = try open()
        try await provider.update { $0.pageSize = 50 }
        let error = try await #require(throws: DataError.self) {
            try await provider.update { settings in
                settings.hideRead = true
                settings.refreshAgeMinutes = 0
            }
        }
        #expect(error.code == .invalidInput)
        #expect(error.message.contains("refreshAgeMinutes") && error.message.contains("1 to 10080"))
        await #expect(throws: DataError.self) {
            try await provider.set([.hideRead: .bool(true), .nsfw: .text("maybe")])
        }
        #expect(store.snapshot().version == 1)
        #expect(provider.settings.value.pageSize == 50 && !provider.settings.value.hideRead)
    }

    @Test func aChangeThatCannotBeStoredIsNotShown() async throws {
        let (_, provider) = try open()
        let seen = provider.settings
        files.fail(.write, with: .noSpace)
        let error = try await #require(throws: StoreError.self) { try await provider.update { $0.pageSize = 50 } }
        #expect(error.code == .noSpace)
        #expect(seen.value == ReadingSettings())
        files.fail(.sync, with: .diskFailure)
        await #expect(throws: StoreError.self) { try await provider.update { $0.pageSize = 60 } }
        #expect(seen.value == ReadingSettings())
        // And once the trouble is over it can be.
        try await provider.update { $0.pageSize = 70 }
        #expect(seen.value.pageSize == 70)
        #expect(try open2().settings.value.pageSize == 70)
    }

    @Test func aCancelledChangeIsNotMade() async throws {
        let (store, provider) = try open()
        let task = Task {
            // Until it is cancelled.
            while !Task.isCancelled { await Task.yield() }
            try await provider.update { $0.pageSize = 50 }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(store.snapshot().version == 0)
    }

    @Test func noneOfManyChangesAtOnceIsLost() async throws {
        let (store, provider) = try open()
        let other = try DatabaseSettingsProvider(store: store, time: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let provider = number.isMultiple(of: 2) ? provider : other
                    try await provider.update { $0.blockedWords.append("word\(number)") }
                }
            }
            try await group.waitForAll()
        }
        let words = Set((0..<40).map { "word\($0)" })
        #expect(try Set(DatabaseSettingsProvider(store: store).settings.value.blockedWords) == words)
        for await settings in provider.settings.values where Set(settings.blockedWords) == words { break }
        for await settings in other.settings.values where Set(settings.blockedWords) == words { break }
    }

    @Test(.timeLimit(.minutes(5))) func anotherProviderOnTheStorePublishesAChange() async throws {
        let (store, provider) = try open()
        let other = try DatabaseSettingsProvider(store: store, time: clock)
        try await provider.update { $0.theme = .dark }
        for await settings in other.settings.values where settings.theme == .dark { break }
        try await other.update { $0.language = .ukrainian }
        for await settings in provider.settings.values where settings.language == .ukrainian { break }
        #expect(provider.settings.value.theme == .dark && other.settings.value.theme == .dark)
    }

    @Test func noChangeIsAnnouncedTwice() async throws {
        let (store, provider) = try open()
        let counter = await SettingsCounter(provider)
        try await provider.update { $0.nsfw = .hidden }
        try await provider.update { $0.nsfw = .hidden }
        try await provider.update { $0.nsfw = .shown }
        await counter.waits { $0.nsfw == .shown }
        // The follower has read both commits when it has read one behind them that another provider made.
        try await DatabaseSettingsProvider(store: store).update { $0.hideRead = true }
        await counter.waits { $0.hideRead }
        let seen = await counter.seen
        #expect(Set(seen).count == seen.count && seen.count <= 4)
    }

    @Test(.timeLimit(.minutes(5))) func anUnusedProviderIsReleased() async throws {
        let (store, provider) = try open()
        weak var gone: DatabaseSettingsProvider?
        do {
            let short = try DatabaseSettingsProvider(store: store, time: clock)
            gone = short
            try await short.update { $0.pageSize = 50 }
        }
        // Its follower may be reading the last commit still.
        while gone != nil { await Task.yield() }
        try await provider.update { $0.pageSize = 60 }
        #expect(provider.settings.value.pageSize == 60)
    }
}

/// What an observer is told.
@MainActor
private final class SettingsCounter {
    private(set) var seen: [ReadingSettings] = []
    private var token: ObservationToken?
    private let settings: ObservableValue<ReadingSettings>

    init(_ provider: DatabaseSettingsProvider) {
        settings = provider.settings
        token = settings.observe { [weak self] in self?.seen.append($0) }
    }

    func waits(_ isWanted: (ReadingSettings) -> Bool) async {
        while !(seen.last.map(isWanted) ?? false) { await Task.yield() }
    }
}
