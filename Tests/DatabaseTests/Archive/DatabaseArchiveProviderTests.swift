import Core
import Database
import Foundation
import Mocks
import Testing

/// Archives out of a store and into another one.
@Suite(.timeLimit(.minutes(5)))
struct DatabaseArchiveProviderTests {
    private let clock = ManualClock()
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// One person's device.
    private struct Device {
        let files = InMemoryFileSystem()
        let store: JSONStore
        let archives: DatabaseArchiveProvider
        let posts: DatabasePostProvider
        let sources: DatabaseSourceProvider
        let settings: DatabaseSettingsProvider

        init(_ clock: ManualClock) throws {
            store = try JSONStore(
                directory: "/tmp/store", collections: DatabaseArchiveProvider.collections, files: files, time: clock)
            archives = DatabaseArchiveProvider(store: store, time: clock)
            posts = DatabasePostProvider(store: store)
            sources = DatabaseSourceProvider(store: store)
            settings = try DatabaseSettingsProvider(store: store, time: clock)
        }

        var version: UInt64 { store.snapshot().version }

        /// The file that it would write.
        func exported() async throws -> Data { try ArchiveCoder.encode(try await archives.export()) }
    }

    /// A device on which somebody has done everything once.
    private func usedDevice() async throws -> Device {
        let device = try Device(clock)
        _ = try await device.posts.commit(
            .mock("a", "b", "c", "d", next: "c1"), to: .mock(), at: .head, date: start)
        let changes: [(StatusChange, String)] = [
            (.saved(true), "a"), (.favourite(true), "b"), (.read(true), "a"), (.hidden(true), "c"), (.vote(.down), "d"),
            (.saved(true), "elsewhere"),
        ]
        for (offset, (change, name)) in changes.enumerated() {
            _ = try await device.posts.apply(.set(change, [.mock(name)]), at: start + Double(offset))
        }
        _ = try await device.posts.apply(.dismiss([.mock("d")]), at: start + 9)
        for name in ["r/swift", "r/linux", "u/ann", "r/gone"] {
            _ = try await device.sources.add(.mock(name, title: "A title"), at: start)
        }
        _ = try await device.sources.move(.mock("u/ann"), to: 0, at: start + 1)
        _ = try await device.sources.open(.mock("r/linux"), at: start + 2)
        _ = try await device.sources.remove(.mock("r/gone"), at: start + 3)
        try await device.settings.set([.pageSize: .integer(50), .blockedWords: .list(["one"])])
        return device
    }

    @Test(.timeLimit(.minutes(5))) func whatIsExportedAndImportedIntoAnEmptyStoreIsTheSame() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        let archive = try await device.archives.export()
        #expect(archive.statuses.map(\.id.native) == ["a", "b", "c", "d", "elsewhere"], "also of posts not stored")
        #expect(archive.posts.map(\.id.native) == ["a", "b"], "the posts that are kept")
        #expect(archive.sources.map(\.isRemoved) == [true, false, false, false])
        #expect(archive.settings.map(\.key) == ["blockedWords", "pageSize"], "what was set, and no default")
        let receipt = try await fresh.archives.merge(archive)
        #expect(receipt.statuses == .init(added: 5) && receipt.posts == .init(added: 2))
        #expect(receipt.sources == .init(added: 3, unchanged: 1) && receipt.settings == .init(added: 2))
        #expect(receipt.version == fresh.version)
        #expect(try await fresh.exported() == device.exported())
        for feed in [FeedSource.saved, .favourites] {
            let feed = Feed(site: .demo, source: feed)
            let (there, here) = (try await device.posts.storedFeed(feed), try await fresh.posts.storedFeed(feed))
            #expect(here.items == there.items && !here.items.isEmpty)
        }
        #expect(try await fresh.sources.sources(on: .demo).sources == device.sources.sources(on: .demo).sources)
        // They follow the store's commits.
        let wanted = device.settings.settings.value
        for await settings in fresh.settings.settings.values where settings == wanted { break }
    }

    @Test func whatOnlyOneSiteSaysOfKeptPostsGoesAlong() async throws {
        let (device, fresh) = (try Device(clock), try Device(clock))
        let fields = #"{"ratio":0.970,"big":12345678901234567890}"#
        let extras: [Post.ID: RawJSON] = [.mock("a"): try RawJSON(fields), .mock("b"): try RawJSON("{}")]
        _ = try await device.posts.commit(.mock("a", "b", extras: extras), to: .mock(), at: .head, date: start)
        _ = try await device.posts.apply(.set(.saved(true), [.mock("a")]), at: start)
        let archive = try ArchiveCoder.decode(try await device.exported())
        #expect(archive.extras.mapValues(\.text) == [.mock("a"): fields], "of the posts that are kept")
        // A device that has the post, and nothing of the kind.
        try await fresh.posts.store([.mock("a")], completeness: .full)
        let receipt = try await fresh.archives.merge(archive)
        #expect(receipt.posts == .init(changed: 1))
        #expect(try await fresh.posts.extras(of: [.mock("a")]).mapValues(\.text) == [.mock("a"): fields])
        #expect(try await fresh.exported() == device.exported())
        let version = fresh.version
        let again = try await fresh.archives.merge(archive)
        #expect(again.isEmpty && fresh.version == version)
        // A file that says nothing of them, as an earlier version writes it, takes nothing away.
        _ = try await fresh.archives.merge(Archive(date: start, statuses: archive.statuses, posts: archive.posts))
        #expect(try await fresh.exported() == device.exported())
    }

    @Test func aFavouriteThatAnArchiveTakesBackLetsItsMediaGoUnlessItIsPacked() async throws {
        let (device, other) = (try Device(clock), try Device(clock))
        let media = DatabaseMediaProvider(store: device.store, folder: "/tmp/media", files: device.files, time: clock)
        let ids: [Post.ID] = [.mock("a"), .mock("b"), .mock("c")]
        for device in [device, other] {
            try await device.posts.store(ids.map { .mock($0.native) }, completeness: .full)
            _ = try await device.posts.apply(.set(.favourite(true), ids), at: start)
        }
        for id in ids {
            let link = ResourceLink.mock("https://i.example.com/\(id.native).png")
            _ = try await media.keep(Data([1, 2, 3]), as: link, for: id, as: .full, at: start)
        }
        let packed = PackedPost(id: ids[1], feed: Feed.mock().key, date: start, position: 0)
        try await DatabasePackProvider(store: device.store).add([packed])
        _ = try await other.posts.apply(.set(.favourite(false), [ids[0], ids[1]]), at: start + 10)
        _ = try await device.archives.merge(try await other.archives.export())
        #expect(Set(try await media.files(of: ids).keys) == [ids[1], ids[2]])
        try await media.flush()
        #expect(device.files.paths.count { $0.hasPrefix("/tmp/media/") } == 2)
    }

    @Test func itIsTheSameAfterPowerLoss() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        _ = try await fresh.archives.merge(try await device.archives.export())
        fresh.files.crash()
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabaseArchiveProvider.collections, files: fresh.files, time: clock)
        let again = try await DatabaseArchiveProvider(store: store, time: clock).export()
        #expect(try await ArchiveCoder.encode(again) == device.exported())
    }

    @Test func importingTwiceOrOnesOwnExportChangesNothingAndIsNoCommit() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        let archive = try ArchiveCoder.decode(try await device.exported())
        _ = try await fresh.archives.merge(archive)
        for device in [device, fresh] {
            let (version, before) = (device.version, try await device.exported())
            let receipt = try await device.archives.merge(archive)
            #expect(receipt.isEmpty && receipt.version == version && device.version == version)
            #expect(receipt.statuses.unchanged == 5 && receipt.sources.unchanged == 4)
            #expect(try await device.exported() == before)
        }
    }

    @Test func aPreviewSaysWhatAMergeDoesAndDoesNothing() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        let archive = try await device.archives.export()
        var preview = try await fresh.archives.preview(archive)
        #expect(fresh.version == 0)
        let receipt = try await fresh.archives.merge(archive)
        preview.version = receipt.version
        #expect(preview == receipt)
        #expect(try await fresh.archives.preview(archive).isEmpty)
    }

    @Test func devicesMergeTheSameInWhateverOrder() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("devicesMergeTheSameInWhateverOrder: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        for round in 0..<25 {
            let archives = (0..<3).map { _ in Archive.mock(from: random) }
            var files: Set<Data> = []
            for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0, 1, 2]] {
                let (device, memory) = (try Device(clock), InMemoryArchiveProvider(time: clock))
                for index in order {
                    let receipt = try await device.archives.merge(archives[index])
                    var expected = try await memory.merge(archives[index])
                    expected.version = receipt.version
                    #expect(receipt == expected, "seed \(seed), round \(round), \(order)")
                }
                let file = try await device.exported()
                #expect(
                    try await file == ArchiveCoder.encode(memory.export()), "seed \(seed), round \(round), \(order)")
                files.insert(file)
            }
            #expect(files.count == 1, "seed \(seed), round \(round)")
            // Pairs first: a device that has merged two is a device like any other. Its file has no texts of posts that
            // it keeps no longer (seed 11983413296696117303 has one that a third device keeps), but all else.
            let (one, other, another) = (try Device(clock), try Device(clock), try Device(clock))
            for index in [2, 0] { _ = try await one.archives.merge(archives[index]) }
            let pair = try await one.archives.export()
            for archive in [archives[1], pair] { _ = try await other.archives.merge(archive) }
            for archive in [pair, archives[1]] { _ = try await another.archives.merge(archive) }
            #expect(try await other.exported() == another.exported(), "seed \(seed), round \(round)")
            let (met, whole) = (try await other.archives.export(), try ArchiveCoder.decode(#require(files.first)))
            #expect(met.statuses == whole.statuses && met.sources == whole.sources, "seed \(seed), round \(round)")
            #expect(met.settings == whole.settings, "seed \(seed), round \(round)")
            #expect(met.posts.map(\.id) == whole.posts.map(\.id), "seed \(seed), round \(round)")
        }
    }

    @Test func everybodyWhoFollowsHearsOfAnImport() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        var posts = fresh.posts.changes().makeAsyncIterator()
        var sources = fresh.sources.changes().makeAsyncIterator()
        var settings = fresh.settings.settings.values.makeAsyncIterator()
        #expect(await settings.next()?.pageSize == 25)
        _ = try await fresh.archives.merge(try await device.archives.export())
        #expect(await posts.next()?.posts.contains(.mock("a")) == true)
        #expect(await sources.next()?.sites == [.demo])
        #expect(await settings.next()?.pageSize == 50)
    }

    @Test func aPostThatArrivesLaterHasTheMarkThatWasImported() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        _ = try await fresh.archives.merge(try await device.archives.export())
        _ = try await fresh.posts.commit(.mock("c", "elsewhere", next: nil), to: .mock(), at: .head, date: start)
        let items = try await fresh.posts.storedFeed(.mock()).items
        #expect(items.map(\.status.isHidden) == [true, false] && items.map(\.status.isSaved) == [false, true])
    }

    @Test func anArchiveThatSaysWhatCannotBeIsRefusedWhole() async throws {
        let device = try await usedDevice()
        let (version, before) = (device.version, try await device.exported())
        let bad = Archive(
            date: start, statuses: [.mock("new", isSaved: true, changed: start)],
            settings: [ArchivedSetting(.pageSize, .integer(10), changed: start + 1e300)])
        let error = try await #require(throws: DataError.self) { _ = try await device.archives.merge(bad) }
        #expect(error.underlying as? ArchiveError == .invalid("pageSize") && error.message.contains("pageSize"))
        await #expect(throws: DataError.self) { _ = try await device.archives.preview(bad) }
        #expect(device.version == version)
        #expect(try await device.exported() == before)
    }

    @Test func aListThatWouldBeTooLongIsRefusedWhole() async throws {
        let device = try await usedDevice()
        let version = device.version
        let many = (0..<SubscribedSource.maximumCount).map { number in
            ArchivedSource(id: .mock("r/place\(number)"), name: "place\(number)", added: start, position: 1)
        }
        let archive = Archive(date: start, statuses: [.mock("new", isRead: true, changed: start)], sources: many)
        let error = try await #require(throws: DataError.self) { _ = try await device.archives.merge(archive) }
        #expect(error.code == .invalidInput && device.version == version)
    }

    @Test func whenTheDiskFailsNothingIsImported() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        let archive = try await device.archives.export()
        fresh.files.fail(.sync, on: "journal-00000001.jsonl", with: .diskFailure)
        await #expect(throws: StoreError.self) { _ = try await fresh.archives.merge(archive) }
        #expect(try await fresh.archives.export().statuses.isEmpty)
        #expect(fresh.settings.settings.value == ReadingSettings())
        _ = try await fresh.archives.merge(archive)
        #expect(try await fresh.exported() == device.exported())
    }

    @Test func aSourceThatHasAnotherNameNowCanBeExportedAndImported() async throws {
        let (device, fresh) = (try await usedDevice(), try Device(clock))
        let renamed = SourceDescription(name: .mock("r/SwiftLang"), title: "Swift")
        _ = try await device.sources.update(.mock("r/swift"), with: .known(renamed), at: start + 5)
        _ = try await fresh.archives.merge(try ArchiveCoder.decode(try await device.exported()))
        #expect(try await fresh.sources.sources(on: .demo).sources.map(\.name.text) == ["ann", "SwiftLang", "linux"])
        #expect(try await fresh.exported() == device.exported())
    }

    @Test func aRemovalOnTheOtherDeviceRemovesAndIsCounted() async throws {
        let (device, other) = (try await usedDevice(), try Device(clock))
        _ = try await other.archives.merge(try await device.archives.export())
        _ = try await other.sources.remove(.mock("r/swift"), at: start + 60)
        let receipt = try await device.archives.merge(try await other.archives.export())
        #expect(receipt.sources == .init(removed: 1, unchanged: 3))
        #expect(try await device.sources.sources(on: .demo).sources.map(\.name.text) == ["ann", "linux"])
    }

    @Test func aPostOfAKindThatOnlyANewerVersionKnowsGoesAlong() async throws {
        let (device, fresh) = (try Device(clock), try Device(clock))
        let song = Post.mock("a", media: Media(kind: Media.Kind(rawValue: "audio")))
        try await device.posts.store([song], completeness: .full)
        _ = try await device.posts.apply(.set(.saved(true), [.mock("a")]), at: start)
        let data = try await device.exported()
        #expect(String(decoding: data, as: UTF8.self).contains(#""kind":"audio""#))
        _ = try await fresh.archives.merge(try ArchiveCoder.decode(data))
        #expect(try await fresh.posts.items([.mock("a")]).map(\.post) == [song])
        #expect(try await fresh.exported() == data)
    }

    @Test func aSettingThatThisVersionCannotUseTakesNothingElseOfTheArchiveWithIt() async throws {
        let device = try await usedDevice()
        let mode = SettingKey(rawValue: "paper.mode")
        let strange = [
            ArchivedSetting(.pageSize, .integer(0), changed: start + 999_999_999),
            ArchivedSetting(.theme, .text("neon"), changed: start), ArchivedSetting(.nsfw, .integer(2), changed: start),
            ArchivedSetting(mode, .text("a3"), changed: start, version: 7),
        ]
        let archive = Archive(
            date: start, statuses: [.mock("new", isSaved: true, changed: start)], settings: strange)
        let memory = InMemoryArchiveProvider(try await device.archives.export(), time: clock)
        let preview = try await device.archives.preview(archive)
        let receipt = try await device.archives.merge(archive)
        #expect(receipt.statuses == .init(added: 1), "everything else came")
        #expect(receipt.ignoredSettings == ["pageSize"], "what the person has set here stays")
        #expect(receipt.settings == .init(added: 3) && receipt.settings == preview.settings)
        var expected = try await memory.merge(archive)
        expected.version = receipt.version
        #expect(receipt == expected)
        let settings = try await device.archives.export().settings
        #expect(settings.map(\.key) == ["blockedWords", "nsfw", "pageSize", "paper.mode", "theme"])
        #expect(strange.dropFirst().allSatisfy(settings.contains), "as they came")
        #expect(settings.first { $0.key == "pageSize" }?.value == .integer(50))
        // Stored raw, they count as their defaults, and are told of.
        let provider = try DatabaseSettingsProvider(store: device.store, time: clock)
        #expect(provider.settings.value.theme == .system && provider.settings.value[mode] == .text("a3"))
        #expect(provider.issues.map(\.key) == ["nsfw", "theme"])
        // The next device gets them as they came; twice changes nothing.
        let fresh = try Device(clock)
        _ = try await fresh.archives.merge(try ArchiveCoder.decode(try await device.exported()))
        #expect(try await fresh.exported() == device.exported())
        let version = device.version
        #expect(try await device.archives.merge(archive).isEmpty && device.version == version)
    }

    @Test func aSettingThatCannotBeUsedGoesAlongAndAUsableOneTakesItsPlace() async throws {
        // Given a value that somebody has written by hand, and one of a newer version
        let device = try Device(clock)
        let lines = [
            RawSetting(id: "pageSize", value: .integer(0), changed: start + 99, version: 1),
            RawSetting(id: "theme", value: .text("neon"), changed: start, version: 2),
            RawSetting(id: "paperSize", value: .integer(4), changed: start, version: 1),
        ]
        let raw = try JSONStore(
            directory: "/tmp/raw", collections: [AnyCollectionSchema(RawSetting.schema)], files: device.files,
            time: clock)
        try await raw.write(.synced) { transaction in
            for line in lines { try transaction.upsert(line, in: RawSetting.schema) }
        }
        try await raw.close()
        let store = try JSONStore(
            directory: "/tmp/raw", collections: DatabaseArchiveProvider.collections, files: device.files, time: clock)
        let archives = DatabaseArchiveProvider(store: store, time: clock)
        let exported = try await archives.export().settings
        #expect(exported.map(\.key) == ["pageSize", "paperSize", "theme"], "which somebody else may know")
        #expect(exported.map(\.value) == [.integer(0), .integer(4), .text("neon")])
        #expect(exported.map(\.version) == [1, 1, 2])
        // When an older, usable value comes
        let receipt = try await archives.merge(
            Archive(
                date: start,
                settings: [
                    ArchivedSetting(.pageSize, .integer(10), changed: start),
                    ArchivedSetting(.theme, .text("dark"), changed: start + 999),
                ]))
        // Then it takes the place of what cannot be used, and not of what a newer version has set
        #expect(receipt.settings == .init(added: 1) && receipt.ignoredSettings == ["theme"])
        let after = try await archives.export().settings
        #expect(after.map(\.key) == ["pageSize", "paperSize", "theme"])
        #expect(after.map(\.value) == [.integer(10), .integer(4), .text("neon")])
        #expect(try DatabaseSettingsProvider(store: store, time: clock).settings.value.pageSize == 10)
    }

    private struct RawSetting: StoredRecord {
        let id: String
        let value: SettingValue
        let changed: Date
        let version: Int

        static let schema = CollectionSchema<RawSetting>(name: "settings")
    }

    @Test func aStatusIsOneSmallRecordAndOldOnesAreRead() async throws {
        let device = try Device(clock)
        _ = try await device.posts.apply(.set(.read(true), [.mock("t3_abcdef")]), at: start)
        let journal = String(
            decoding: try #require(device.files.bytes(at: "/tmp/store/journal-00000001.jsonl")), as: UTF8.self)
        let line = try #require(journal.split(separator: "\n").first { $0.contains("\"put\":\"statuses\"") })
        #expect(line.utf8.count < 360, "\(line)")
        #expect(line.contains("\"dates\":{\"read\":1700000000.0,\"saved\":null,"), "\(line)")

        let old = try JSONStore(
            directory: "/tmp/old", collections: [AnyCollectionSchema(OldStatus.schema)], files: device.files,
            time: clock)
        try await old.write(.synced) { transaction in
            try transaction.upsert(OldStatus(id: .mock("a"), isSaved: true, changed: start), in: OldStatus.schema)
        }
        try await old.close()
        let store = try JSONStore(
            directory: "/tmp/old", collections: DatabaseArchiveProvider.collections, files: device.files, time: clock)
        let status = try await DatabaseArchiveProvider(store: store, time: clock).export().statuses.first
        #expect(status?.isSaved == true && status?.dates[.saved] == start && status?.dates[.read] == nil)
    }

    /// A status as it was written before each mark had a date.
    private struct OldStatus: StoredRecord {
        let id: Post.ID
        var isRead = false
        let isSaved: Bool
        var isFavourite = false
        var isDismissed = false
        var isHidden = false
        let changed: Date

        static let schema = CollectionSchema<OldStatus>(name: "statuses")
    }
}
