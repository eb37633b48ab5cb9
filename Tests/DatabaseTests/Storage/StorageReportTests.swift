import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// A report adds up to what is on the disk, to the byte.
struct StorageReportTests {
    private let date = Date(timeIntervalSince1970: 1_700_000_000)
    private static let collections =
        DatabasePostProvider.collections + DatabaseSettingsProvider.collections
        + DatabaseSourceProvider.collections + DatabaseReadingPositionProvider.collections
        + [AnyCollectionSchema(Note.schema)]

    /// Small sizes, so that segments roll, indexes are written and merged, and the journal is compacted.
    private var limits: StoreLimits {
        var limits = StoreLimits()
        limits.freezeCount = 40
        limits.segmentBytes = 8 << 10
        limits.compactionBytes = 4 << 10
        limits.mergeCount = 3
        return limits
    }

    /// What a look at the folder itself finds.
    private func usage(of directory: String, on files: any FileSystem) throws -> FileUsage {
        let found = try StorageScan(files: files).list(directory)
        return found.reduce(FileUsage()) { $0 + FileUsage(files: 1, bytes: $1.bytes) }
    }

    /// Closes a store, and waits until nobody holds a superseded file any more: a thread without a core may, for a moment.
    private func close(_ store: JSONStore, _ files: InMemoryFileSystem) async throws {
        try await store.close()
        while files.paths.contains(where: { $0.hasSuffix(".old") }) { await Task.yield() }
    }

    private func work(_ store: JSONStore, rounds: Int, _ random: SeededRandomSource) async throws {
        let posts = DatabasePostProvider(store: store, time: ManualClock())
        let settings = try DatabaseSettingsProvider(store: store, time: ManualClock())
        for round in 0..<rounds {
            let ids = (0..<1 + random.next() % 30).map { _ in "p\(random.next() % 200)" }
            let page = Page.mock(Set(ids).sorted().map { Post.mock($0) { $0.score = round } }, next: "c\(round)")
            _ = try await posts.commit(page, to: .mock("f\(round % 3)"), at: .head, date: date)
            _ = try await posts.apply(.set(.read(true), ids.prefix(3).map { .mock($0) }), at: date)
            if round % 4 == 0 { _ = try await posts.evict(ids.prefix(10).map { .mock($0) }) }
            if round % 5 == 0 { try await settings.update { $0.pageSize = 1 + round } }
            try await store.put(Note(round % 7, String(repeating: "n", count: Int(random.next() % 900))))
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func theReportsSumIsTheFoldersSizeAfterRandomWork(seed: UInt64) async throws {
        let (files, random) = (InMemoryFileSystem(), SeededRandomSource(seed: seed))
        for _ in 0..<3 {
            let store = try JSONStore(
                directory: "/tmp/store", collections: Self.collections, files: files, time: ManualClock(),
                limits: limits)
            let storage = DatabaseStorageProvider(store: store)
            try await work(store, rounds: 15, random)
            try files.makeDirectory("/tmp/store/images")
            try files.replace("/tmp/store/images/\(random.next())", with: [1, 2, 3])
            try files.makeDirectory("/tmp/store/tokens-http---x/deep")
            try files.replace("/tmp/store/tokens-http---x/deep/t", with: [UInt8](repeating: 7, count: 11))
            try files.replace("/tmp/store/stranger", with: [1])
            // Closed, nothing writes meanwhile.
            try await close(store, files)
            let report = try await storage.report()
            let found = try usage(of: "/tmp/store", on: files)
            #expect(report.total == found, "seed \(seed)")
            #expect(report.kinds.allSatisfy { $0.bytes >= 0 && $0.files >= 0 }, "seed \(seed)")
            #expect(report[.tokens] == FileUsage(files: 1, bytes: 11))
            #expect(report[.images].bytes == 3 * report[.images].files)
            for kind in [StorageKind.posts, .feeds, .statuses, .settings, .other, .database] {
                #expect(report[kind].bytes > 0, "seed \(seed), \(kind)")
            }
            #expect(report[.posts].files > 0)
        }
    }

    /// While it is written to, a report is that of a moment: nothing is counted twice, nothing is less than nothing.
    @Test func aReportMayBeAskedForWhileTheStoreIsWrittenTo() async throws {
        let files = InMemoryFileSystem()
        let store = try JSONStore(
            directory: "/tmp/store", collections: Self.collections, files: files, time: ManualClock(), limits: limits)
        let storage = DatabaseStorageProvider(store: store)
        async let writing: Void = work(store, rounds: 30, SeededRandomSource(seed: 9))
        for _ in 0..<20 {
            let report = try await storage.report()
            #expect(report.kinds.allSatisfy { $0.bytes >= 0 && $0.files >= 0 })
        }
        try await writing
        try await close(store, files)
        let report = try await storage.report()
        let found = try usage(of: "/tmp/store", on: files)
        #expect(report.total == found)
    }

    @Test func theReportsSumIsARealFoldersSize() async throws {
        let folder = TemporaryDirectory()
        let store = try await JSONStore.open(directory: folder.path, collections: Self.collections)
        try await work(store, rounds: 20, SeededRandomSource(seed: 3))
        let media = URL(filePath: folder.path).appending(path: "media")
        try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
        try Data(repeating: 5, count: 777).write(to: media.appending(path: "file"))
        try await store.close()
        let report = try await DatabaseStorageProvider(store: store).report()
        var expected = FileUsage()
        let found = try #require(FileManager.default.enumerator(atPath: folder.path))
        while let name = found.nextObject() as? String {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            expected = expected + FileUsage(files: 1, bytes: (attributes[.size] as? NSNumber)?.intValue ?? 0)
        }
        #expect(report.total == expected)
        #expect(report[.media] == FileUsage(files: 1, bytes: 777))
    }

    @Test func foldersElsewhereAreCountedByTheirKind() async throws {
        let files = InMemoryFileSystem()
        let store = try JSONStore(
            directory: "/tmp/data", collections: Self.collections, files: files, time: ManualClock())
        try files.makeDirectory("/tmp/caches/images/deep")
        try files.replace("/tmp/caches/images/a", with: [1, 2])
        try files.replace("/tmp/caches/images/deep/b", with: [3])
        let storage = DatabaseStorageProvider(
            store: store, folders: [.images: "/tmp/caches/images", .media: "/tmp/none"])
        let report = try await storage.report()
        #expect(report[.images] == FileUsage(files: 2, bytes: 3))
        #expect(report[.media] == FileUsage())
        try await store.close()
    }

    @Test func aDamagedJournalThatWasSetAsideIsAKindOfItsOwn() async throws {
        let files = InMemoryFileSystem()
        let text = Array("no journal at all".utf8)
        try files.makeDirectory("/tmp/store")
        try files.replace("/tmp/store/journal-00000001.jsonl", with: text)
        let clock = ManualClock()
        let store = try JSONStore(
            directory: "/tmp/store", collections: Self.collections, files: files, time: clock)
        // The app starts, hears of it, and finds what it was under the date.
        let damage = try #require(store.damages.first)
        #expect(store.damages.count == 1)
        #expect(damage.setAsidePath?.hasPrefix("/tmp/store/damaged-2") == true)
        #expect(files.bytes(at: damage.setAsidePath ?? "") == text)
        try await store.put(Note(1))
        let report = try await DatabaseStorageProvider(store: store).report()
        #expect(report[.damaged] == FileUsage(files: 1, bytes: text.count))
        try await store.close()
    }

    /// Damage that is found while the store is open is told of as it is found, and what was whole is there.
    @Test func damageFoundLaterIsReported() async throws {
        let files = InMemoryFileSystem()
        let store = try JSONStore(
            directory: "/tmp/store", collections: Self.collections, files: files, time: ManualClock())
        let reports = store.damageReports()
        try await store.put(Note(1, "first"), durability: .synced)
        try await store.put(Note(2, "second"), durability: .synced)
        let path = "/tmp/store/journal-00000001.jsonl"
        let found = try #require(files.bytes(at: path))
        let text = Array("first".utf8)
        let place = try #require(found.indices.first { found[$0...].starts(with: text) })
        let file = try files.open(path, .readWrite)
        try file.write([0], at: place)
        file.close()
        let damages = try await store.verify().damages
        try await store.close()
        var told: [StoreDamage] = []
        for await report in reports { told.append(report) }
        #expect(told == damages && told.count == 1)
        #expect(try store.notes.map(\.id) == [2])
        let damage = try #require(told.first)
        let aside = try #require(files.bytes(at: damage.setAsidePath ?? ""))
        #expect(aside.count == found.count && aside != found)
        for await _ in store.damageReports() { Issue.record("A closed store finds nothing.") }
    }

    @Test(arguments: [
        ("journal-00000001.jsonl", StorageKind.posts), ("journal-00000001.jsonl.new", .database),
        ("manifest", .database), ("manifest.new", .database), ("lock", .database), ("journal-unknown", .database),
        ("index-00000042.runs", .database),
        ("damaged-20260101T000000-1.jsonl", .damaged), ("notes.txt", .other), ("images/a", .images),
        ("media/a/b", .media), ("state/x", .state), ("tokens/x", .tokens), ("tokens-http---host/x", .tokens),
        ("tokensx/x", .other), ("stuff/x", .other),
    ])
    func aFileIsOfTheKindThatItsPathSays(path: String, kind: StorageKind) {
        #expect(StorageKind(path: path) == kind)
    }

    /// A collection that is added is to be put somewhere.
    @Test func noCollectionOfLanternsOwnIsCountedAsAnothers() {
        for collection in Self.collections where collection.name != Note.schema.name {
            #expect(StorageKind(collection: collection.name) != .other, "\(collection.name)")
        }
    }
}
