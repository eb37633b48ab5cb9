import Core
import Database
import Foundation
import Mocks
import Testing

/// What others have left in the store: bad values, other keys, newer versions.
struct StoredSettingsTests {
    private let files = InMemoryFileSystem()

    /// A record as somebody else writes it: any value, and whatever else there is.
    private struct RawSetting: StoredRecord {
        let id: String
        var value: SettingValue?
        var changed: SettingValue? = .integer(1)
        var version: SettingValue? = .integer(1)

        static let schema = CollectionSchema<RawSetting>(name: "settings")

        private enum CodingKeys: CodingKey {
            case id, value, changed, version
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encodeIfPresent(value, forKey: .value)
            try container.encodeIfPresent(changed, forKey: .changed)
            try container.encodeIfPresent(version, forKey: .version)
        }
    }

    /// Writes records with the store itself, as another version of the program would.
    private func write(_ records: RawSetting...) async throws {
        let store = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(RawSetting.schema)], files: files,
            time: ManualClock())
        try await store.write(.synced) { transaction in
            for record in records { try transaction.upsert(record, in: RawSetting.schema) }
        }
        try await store.close()
    }

    private func stored() async throws -> [RawSetting] {
        let store = try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(RawSetting.schema)], files: files,
            time: ManualClock())
        let records = try store.snapshot().window(of: RawSetting.schema)
        try await store.close()
        return records
    }

    private func open() throws -> (store: JSONStore, provider: DatabaseSettingsProvider) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabaseSettingsProvider.collections, files: files,
            time: ManualClock())
        return (store, try DatabaseSettingsProvider(store: store, time: ManualClock()))
    }

    private static let bad: [(SettingKey, SettingValue)] = [
        (.pageSize, .text("many")), (.pageSize, .integer(101)), (.pageSize, .number(2.5)), (.pageSize, .null),
        (.nsfw, .text("sometimes")), (.spoilers, .bool(true)), (.mediaKinds, .list([.integer(4)])),
        (.mediaKinds, .object([:])), (.blockedWords, .text("one")), (.blockedAuthors, .list([.integer(1)])),
        (.blockedDomains, .list([.text("two words")])), (.hideRead, .text("true")),
        (.blockedSubreddits, .list([.text("two words")])), (.blockedFlairs, .text("one")), (.autoplay, .integer(1)),
        (.theme, .text("sepia")), (.language, .text("d e")), (.localSaveLimit, .integer(51)),
        (.imageCacheMegabytes, .integer(0)), (.packBudgetMegabytes, .integer(100_001)),
        (.syncStatuses, .text("yes")), (.showFullMemeInfo, .integer(1)), (.accountLogoutPolicy, .text("burn")),
        (.downloadPolicy, .text("lan")),
        (.refreshAgeMinutes, .integer(10_081)), (.postRetentionDays, .integer(-1)),
        (.readRetentionDays, .integer(3651)),
    ]

    @Test func theTableOfBadValuesHasEachKey() {
        #expect(Set(Self.bad.map(\.0)) == Set(SettingKey.allCases))
    }

    @Test(arguments: bad) func anInvalidStoredValueCountsAsTheDefaultAndIsReported(key: SettingKey, value: SettingValue)
        async throws
    {
        let other: SettingKey = key == .hideRead ? .autoplay : .hideRead
        try await write(
            RawSetting(id: key.rawValue, value: value), RawSetting(id: other.rawValue, value: .bool(true)))
        let (store, provider) = try open()
        #expect(provider.settings.value[key] == key.defaultValue)
        // The others are what they are.
        #expect(provider.settings.value[other] == .bool(true))
        let issue = try #require(provider.issues.first)
        #expect(provider.issues.count == 1)
        #expect(issue.key == key.rawValue && issue.value == value.json)
        #expect(issue.reason.contains(key.allowed) && issue.cause == .notAllowed)
        // It stays, whatever else is set.
        try await provider.set([other: .bool(false)])
        #expect(provider.issues == [issue])
        try await store.close()
        #expect(try await stored().first { $0.id == key.rawValue }?.value ?? .null == value)
    }

    @Test func aKindOfMediaThatOnlyANewerVersionKnowsStaysAmongThoseThatAreShown() async throws {
        let value = SettingValue.list(["sculpture", "image"])
        try await write(RawSetting(id: "mediaKinds", value: value))
        let (store, provider) = try open()
        #expect(provider.settings.value.mediaKinds == [.image, .unknown("sculpture")] && provider.issues.isEmpty)
        try await provider.set([.hideRead: .bool(true)])
        try await store.close()
        #expect(try await stored().first { $0.id == "mediaKinds" }?.value == value, "as it was found")
        let (again, changed) = try open()
        try await changed.update { $0.mediaKinds?.insert(.video) }
        try await again.close()
        #expect(
            try await stored().first { $0.id == "mediaKinds" }?.value == .list(["image", "video", "sculpture"]))
    }

    @Test func anInvalidStoredValueIsReplacedWhenTheKeyIsSetEvenToItsDefault() async throws {
        try await write(
            RawSetting(id: "pageSize", value: .text("many")), RawSetting(id: "theme", value: .text("sepia")))
        let (store, provider) = try open()
        #expect(provider.issues.map(\.key) == ["pageSize", "theme"])
        try await provider.update { $0.pageSize = 50 }
        #expect(provider.issues.map(\.key) == ["theme"])
        try await provider.set([.theme: .text("system")])
        #expect(provider.issues.isEmpty)
        try await store.close()
        let reopened = try open().provider
        #expect(reopened.issues.isEmpty)
        #expect(reopened.settings.value.pageSize == 50 && reopened.settings.value.theme == .system)
    }

    @Test func aRecordWhoseOtherFieldsAreDamagedKeepsTheStoreOpen() async throws {
        try await write(
            RawSetting(id: "pageSize", value: .integer(50), changed: .text("yesterday")),
            RawSetting(id: "nsfw", value: .text("hidden"), changed: nil, version: nil),
            RawSetting(id: "theme", value: nil), RawSetting(id: "hideRead", value: .bool(true), version: .text("two")))
        let (_, provider) = try open()
        #expect(provider.issues.map(\.key) == ["hideRead", "theme"])
        #expect(provider.settings.value.pageSize == 50 && provider.settings.value.nsfw == .hidden)
        #expect(!provider.settings.value.hideRead)
        try await provider.set([.hideRead: .bool(false), .pageSize: .integer(10)])
        #expect(provider.issues.map(\.key) == ["theme"])
        #expect(provider.settings.value.pageSize == 10)
    }

    @Test func valuesOfANewerVersionSurvive() async throws {
        try await write(
            RawSetting(id: "fontSize", value: .object(["points": .integer(17)]), version: .integer(3)),
            RawSetting(id: "pageSize", value: .integer(50), version: .integer(2)),
            RawSetting(id: "theme", value: .text("dark")))
        let (store, provider) = try open()
        #expect(provider.settings.value.theme == .dark)
        #expect(provider.settings.value.pageSize == 25)
        #expect(provider.issues.map(\.key) == ["pageSize"] && provider.issues.map(\.cause) == [.newerVersion])
        try await provider.update { $0.hideRead = true }
        try await store.close()
        let records = try await stored()
        #expect(records.first { $0.id == "fontSize" }?.value == .object(["points": .integer(17)]))
        #expect(records.first { $0.id == "fontSize" }?.version == .integer(3))
        #expect(records.first { $0.id == "pageSize" }?.value == .integer(50))
    }
}
