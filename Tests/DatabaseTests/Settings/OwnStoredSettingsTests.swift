import Core
import Database
import Foundation
import Mocks
import Testing

/// An app's own settings in the store, and those that another version has left there.
@Suite(.timeLimit(.minutes(5)))
struct OwnStoredSettingsTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private static let columns = Setting("columns", default: 2, in: 1...4)
    private static let tags = Setting<[String]>("tags")
    private static let own = [columns.definition, tags.definition]

    private func open(
        _ folder: String = "/tmp/store", own: [SettingDefinition] = Self.own
    ) throws -> (store: JSONStore, provider: DatabaseSettingsProvider) {
        let store = try JSONStore(
            directory: folder, collections: DatabaseArchiveProvider.collections, files: files, time: clock)
        return (store, try DatabaseSettingsProvider(store: store, own: own, time: clock))
    }

    @Test func ownSettingsAreStoredAndReadAgain() async throws {
        let (store, provider) = try open()
        try await provider.update { $0[Self.columns] = 3 }
        try await provider.set([Self.tags.key: .list(["a", "b"])])
        try await store.close()
        let (reopened, again) = try open()
        #expect(again.settings.value[Self.columns] == 3 && again.settings.value[Self.tags] == ["a", "b"])
        #expect(again.issues.isEmpty && again.settings.value.unknownValues.isEmpty)
        try await reopened.close()
    }

    @Test func twoProvidersOnOneStoreAgree() async throws {
        let (store, provider) = try open()
        let other = try DatabaseSettingsProvider(store: store, own: Self.own, time: clock)
        try await provider.update { $0[Self.columns] = 4 }
        for await settings in other.settings.values where settings[Self.columns] == 4 { break }
        try await store.close()
    }

    @Test func aVersionThatDoesNotKnowThemKeepsThemAndShowsTheirNames() async throws {
        let (store, provider) = try open()
        try await provider.update { $0[Self.columns] = 3 }
        try await store.close()
        let (older, olderProvider) = try open(own: [])
        #expect(olderProvider.settings.value.unknownValues == [Self.columns.key: .integer(3)])
        #expect(olderProvider.settings.value[Self.columns.key] == .integer(3))
        #expect(olderProvider.issues.isEmpty)
        try await olderProvider.update { $0.hideRead = true }
        #expect(olderProvider.settings.value.unknownValues == [Self.columns.key: .integer(3)])
        await #expect(throws: DataError.self) { try await olderProvider.set([Self.columns.key: .integer(1)]) }
        try await older.close()
        let (newer, newerProvider) = try open()
        #expect(newerProvider.settings.value[Self.columns] == 3 && newerProvider.settings.value.hideRead)
        try await newer.close()
    }

    @Test func aStoredValueThatIsNotAllowedCountsAsTheDefaultAndIsReported() async throws {
        let wide = Setting("columns", default: 2, in: 1...9)
        let (store, provider) = try open(own: [wide.definition])
        try await provider.update { $0[wide] = 8 }
        try await store.close()
        let (narrow, narrowProvider) = try open()
        #expect(narrowProvider.settings.value[Self.columns] == 2)
        #expect(narrowProvider.issues.map(\.key) == ["columns"])
        #expect(narrowProvider.issues.first?.reason.contains("a number from 1 to 4") == true)
        #expect(narrowProvider.issues.first?.definition == Self.columns.definition)
        try await narrow.close()
    }

    @Test func declarationsThatClashAreRefusedWhenTheProviderIsMade() throws {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabaseArchiveProvider.collections, files: files, time: clock)
        let error = try #require(throws: DataError.self) {
            try DatabaseSettingsProvider(store: store, own: [Setting("theme", default: true).definition], time: clock)
        }
        #expect(error.message.contains("'theme' cannot be declared: there is a built-in one of this name"))
    }

    @Test func aLanguageOfAnotherVersionIsKeptAndNoIssue() async throws {
        let (store, provider) = try open()
        try await provider.set([.language: .text("ko")])
        #expect(provider.settings.value.language == InterfaceLanguage(rawValue: "ko") && provider.issues.isEmpty)
        try await store.close()
    }

    // MARK: The archive

    @Test func anArchiveTakesThemAlongAndMergesThemByTheirDates() async throws {
        let (here, provider) = try open("/tmp/here")
        let (there, other) = try open("/tmp/there")
        try await provider.update { $0[Self.columns] = 3 }
        clock.advance(by: .seconds(60))
        try await other.update {
            $0[Self.columns] = 4
            $0[Self.tags] = ["x"]
        }
        let (archives, others) = (
            DatabaseArchiveProvider(store: here, time: clock), DatabaseArchiveProvider(store: there, time: clock)
        )
        let data = try ArchiveCoder.encode(try await others.export())
        let receipt = try await archives.merge(try ArchiveCoder.decode(data))
        #expect(receipt.settings == .init(added: 1, changed: 1) && receipt.ignoredSettings.isEmpty)
        for await settings in provider.settings.values where settings[Self.tags] == ["x"] { break }
        #expect(provider.settings.value[Self.columns] == 4)
        // The older one does not come back.
        clock.advance(by: .seconds(60))
        _ = try await others.merge(try await archives.export())
        #expect(other.settings.value[Self.columns] == 4)
        try await here.close()
        try await there.close()
    }

    @Test func importedSettingsOfANewerAppAreKeptAndExportedAgain() async throws {
        let (store, provider) = try open(own: [])
        let archives = DatabaseArchiveProvider(store: store, time: clock)
        let strange = ArchivedSetting(
            SettingKey(rawValue: "paper.size"), .object(["width": .number(2.5)]), changed: clock.now)
        let receipt = try await archives.merge(Archive(date: clock.now, settings: [strange]))
        #expect(receipt.settings == .init(added: 1) && receipt.ignoredSettings.isEmpty)
        for await settings in provider.settings.values where !settings.unknownValues.isEmpty { break }
        #expect(provider.settings.value[strange.id.key] == strange.value)
        #expect(try await archives.export().settings == [strange])
        try await store.close()
    }
}

extension String {
    fileprivate var key: SettingKey { SettingKey(rawValue: self) }
}
