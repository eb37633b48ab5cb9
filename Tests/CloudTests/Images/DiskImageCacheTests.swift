import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DiskImageCacheTests {
    let files = InMemoryFileSystem()
    let clock = ManualClock()
    let folder = "/caches/images"

    /// A file is its image and 16 bytes, and the site and the link.
    static let overhead = 23

    private func link(_ name: Character) -> ResourceLink { ResourceLink.mock("/\(name)") }

    /// An image whose file is so long.
    private func image(_ count: Int, _ byte: UInt8 = 7) -> Data { Data(repeating: byte, count: count - Self.overhead) }

    private func makeCache(maximumBytes: Int = 1000, timeToLive: Duration? = .seconds(3600)) -> DiskImageCache {
        let configuration = DiskImageCache.Configuration(maximumBytes: maximumBytes, timeToLive: timeToLive)
        return DiskImageCache(folder: folder, configuration: configuration, files: files, time: clock)
    }

    private func store(_ names: String, _ count: Int = 100, in cache: DiskImageCache) async {
        for name in names { await cache.store(image(count), for: link(name)) }
    }

    /// Those of some names that are there; reading uses them.
    private func kept(_ names: String, in cache: DiskImageCache) async -> String {
        var kept = ""
        for name in names where await cache.image(for: link(name)) != nil { kept.append(name) }
        return kept
    }

    /// How many images, and how many bytes.
    private func used(_ cache: DiskImageCache) async -> [Int] {
        let usage = await cache.usage()
        return [usage.diskCount, usage.diskBytes]
    }

    private var imagePaths: [String] { files.paths.filter { $0.hasPrefix(folder) && !$0.hasSuffix("/order") } }

    /// For a limit that the cache shares with a database.
    @Test func itGivesWayUntilItTakesNoMoreThanItMay() async {
        let cache = makeCache()
        await store("abcd", in: cache)
        _ = await cache.image(for: link("a"))
        #expect(await cache.trim(toBytes: 400) == FileUsage())
        #expect(await cache.trim(toBytes: 250, isDryRun: true) == FileUsage(files: 2, bytes: 200))
        #expect(await used(cache) == [4, 400])
        #expect(await TieredImageCache(disk: cache).trimDisk(toBytes: 250, isDryRun: false).files == 2)
        // What was used least recently has gone.
        #expect(await kept("abcd", in: cache) == "ad")
        #expect(imagePaths.count == 2)
        #expect(await cache.trim(toBytes: -1) == FileUsage(files: 2, bytes: 200))
        #expect(await used(makeCache()) == [0, 0])
    }

    // MARK: Keeping

    @Test func whatWasStoredIsThereAlsoAfterARelaunch() async throws {
        let first = makeCache()
        #expect(await first.image(for: link("a")) == nil)
        await first.store(image(100), for: link("a"))
        await first.store(Data(), for: link("b"))
        #expect(await first.image(for: link("a")) == image(100))
        let second = makeCache()
        #expect(await second.image(for: link("a")) == image(100))
        #expect(await second.image(for: link("b")) == Data())
        #expect(await second.image(for: link("c")) == nil)
        #expect(await used(second) == [2, 100 + Self.overhead])
        #expect(second.lastError == nil)
    }

    @Test func storingAgainReplaces() async {
        let cache = makeCache()
        await cache.store(image(100, 1), for: link("a"))
        await cache.store(image(200, 2), for: link("a"))
        #expect(await cache.image(for: link("a")) == image(200, 2))
        #expect(await used(cache) == [1, 200])
        #expect(await makeCache().image(for: link("a")) == image(200, 2))
        #expect(imagePaths.count == 1)
    }

    @Test func twoSitesWithOnePathHaveAnImageEach() async {
        let cache = makeCache()
        let (demo, reddit) = (ResourceLink("/img/1.png", on: .demo), ResourceLink("/img/1.png", on: .reddit))
        await cache.store(image(100, 1), for: demo)
        #expect(await cache.image(for: reddit) == nil)
        await cache.store(image(100, 2), for: reddit)
        #expect(await cache.image(for: demo) == image(100, 1))
        #expect(await makeCache().image(for: reddit) == image(100, 2))
    }

    /// Their keys had no site, so nobody would ever ask for them.
    @Test func filesOfEarlierVersionsAreRemoved() async {
        let hash = String(repeating: "a", count: 32)
        for name in ["\(hash)-64-18bcfe56800", "\(hash)-64-18bcfe56800.new"] { files.put([1], at: "\(folder)/\(name)") }
        let cache = makeCache()
        #expect(await cache.image(for: link("a")) == nil)
        #expect(files.paths.isEmpty)
    }

    @Test func aFileTellsNothingOfItsLink() async throws {
        let cache = makeCache()
        await cache.store(image(100), for: ResourceLink.mock("https://example.com/secret/cat.png?token=x"))
        let name = try #require(imagePaths.first?.split(separator: "/").last)
        #expect(name.wholeMatch(of: /[0-9a-f]{32}-[0-9a-f]+-[0-9a-f]+-2/) != nil, "\(name)")
    }

    @Test func nothingIsSyncedAndNothingTouchedBeforeTheFirstCall() async {
        let cache = makeCache()
        #expect(files.operations.isEmpty)
        await store("ab", in: cache)
        _ = await kept("ab", in: cache)
        await cache.flush()
        #expect(!files.operations.contains { $0.kind == .sync || $0.kind == .syncDirectory })
    }

    @Test func removingAllLeavesNothingButOtherPeoplesFiles() async {
        files.put([1], at: "\(folder)/notes.txt")
        files.put([1], at: "\(folder)/notes.txt.new")
        let cache = makeCache()
        await store("abc", in: cache)
        await cache.flush()
        await cache.removeAll()
        #expect(await used(cache) == [0, 0])
        #expect(files.paths == ["\(folder)/notes.txt", "\(folder)/notes.txt.new"])
        #expect(await kept("abc", in: makeCache()).isEmpty)
    }

    // MARK: The bound

    @Test func theLeastRecentlyUsedGoDownToSeventyPercent() async {
        let cache = makeCache()
        await store("abcdefghij", in: cache)
        #expect(await used(cache) == [10, 1000])
        _ = await kept("ac", in: cache)
        // When one more does not fit
        await store("k", in: cache)
        // Then seven tenths are left, this one included
        #expect(await used(cache) == [7, 700])
        #expect(await kept("abcdefghijk", in: cache) == "acghijk")
        #expect(imagePaths.count == 7)
    }

    @Test func aUseInMemoryCountsOnTheDisk() async {
        let cache = makeCache()
        await store("abcdefghij", in: cache)
        cache.noteUse(of: link("b"))
        cache.noteUse(of: link("a"))
        cache.noteUse(of: link("z"))
        await store("k", in: cache)
        #expect(await kept("abcdefghijk", in: cache) == "abghijk")
    }

    @Test func theOrderSurvivesARelaunch() async {
        let first = makeCache()
        await store("abcdefghij", in: first)
        _ = await kept("ac", in: first)
        await first.flush()
        let second = makeCache()
        await store("k", in: second)
        #expect(await kept("abcdefghijk", in: second) == "acghijk")
    }

    @Test(arguments: [nil, 0, 1, 11, 12, 20, 40] as [Int?])
    func aMissingOrCutOrderIsMadeFromTheFiles(_ cut: Int?) async throws {
        let first = makeCache()
        for name in "jihgfedcba" {
            await store(String(name), in: first)
            clock.advance(by: .milliseconds(1))
        }
        _ = await kept("j", in: first)
        await first.flush()
        let bytes = try #require(files.bytes(at: "\(folder)/order"))
        if let cut {
            files.put(Array(bytes.prefix(cut)), at: "\(folder)/order")
        } else {
            try files.remove("\(folder)/order")
        }
        // Then the files' own dates are all that is known
        let second = makeCache()
        await store("k", in: second)
        #expect(await kept("abcdefghijk", in: second) == "abcdefk")
        #expect(second.lastError == nil)
    }

    @Test func whatWasStoredAfterTheOrderWasWrittenIsNewer() async {
        let first = makeCache()
        await store("abcde", in: first)
        await first.flush()
        clock.advance(by: .milliseconds(1))
        await store("fghij", in: first)
        files.killProcess()
        let second = makeCache()
        await store("k", in: second)
        #expect(await kept("abcdefghijk", in: second) == "efghijk")
    }

    @Test func aSmallerBoundHoldsRightAfterARelaunch() async {
        let first = makeCache()
        await store("abcdefghij", in: first)
        await first.flush()
        let second = makeCache(maximumBytes: 500)
        #expect(await used(second) == [3, 300])
        #expect(await kept("abcdefghij", in: second) == "hij")
        let third = makeCache(maximumBytes: 0)
        #expect(await used(third) == [0, 0])
        #expect(imagePaths.isEmpty)
    }

    @Test func theBoundChangesWhileItRuns() async {
        let cache = makeCache(maximumBytes: 1000)
        await store("abcdefghij", in: cache)
        await cache.limit(to: 500)
        #expect(cache.configuration.maximumBytes == 500)
        // To 70 %, as ever, the last ones used.
        #expect(await kept("abcdefghij", in: cache) == "hij")
        await cache.limit(to: 2000)
        await store("klmnopqrst", in: cache)
        #expect(await kept("hijklmnopqrst", in: cache) == "hijklmnopqrst")
        await cache.limit(to: -1)
        #expect(await cache.usage() == ImageCacheUsage())
    }

    @Test func anImageLargerThanTheBoundIsNotKeptAndItsOlderVersionGoes() async {
        let cache = makeCache()
        await store("ab", in: cache)
        await cache.store(image(1001), for: link("a"))
        #expect(await kept("ab", in: cache) == "b")
        await cache.store(image(1000), for: link("c"))
        #expect(await kept("abc", in: cache) == "c")
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func itKeepsWhatAPlainListWouldKeep(_ seed: UInt64) async {
        var cache = makeCache()
        var model: [(name: Character, size: Int)] = []
        let random = SeededRandomSource(seed: seed)
        let names = Array("abcdefghijklmnopqrst")
        for step in 0..<400 {
            let name = names[Int(random.next() % 20)]
            let place = model.firstIndex { $0.name == name }
            switch random.next() % 16 {
            case 0:
                await cache.flush()
                cache = makeCache()
            case 1...7:
                let found = await cache.image(for: link(name))
                #expect(found?.count == place.map { model[$0].size - Self.overhead }, "seed \(seed), step \(step)")
                if let place { model.append(model.remove(at: place)) }
            default:
                let size = Self.overhead + Int(random.next() % 250)
                await cache.store(image(size), for: link(name))
                if let place { model.remove(at: place) }
                if model.reduce(size, { $0 + $1.size }) > 1000 {
                    while !model.isEmpty, model.reduce(size, { $0 + $1.size }) > 700 { model.removeFirst() }
                }
                model.append((name, size))
            }
            let bytes = model.reduce(0) { $0 + $1.size }
            #expect(await used(cache) == [model.count, bytes], "seed \(seed), step \(step)")
            #expect(
                imagePaths.reduce(0) { $0 + (files.bytes(at: $1)?.count ?? 0) } == bytes, "seed \(seed), step \(step)")
        }
    }

    // MARK: Time

    @Test func whatIsTooOldIsNotShownAndReadingDoesNotMakeItYounger() async {
        let cache = makeCache()
        await store("a", in: cache)
        clock.advance(by: .seconds(3599))
        #expect(await kept("a", in: cache) == "a")
        clock.advance(by: .seconds(1))
        #expect(await kept("a", in: cache).isEmpty)
        #expect(imagePaths.isEmpty)
    }

    @Test func theAgeSurvivesARelaunch() async {
        await store("a", in: makeCache())
        clock.advance(by: .seconds(1800))
        #expect(await kept("a", in: makeCache()) == "a")
        clock.advance(by: .seconds(1800))
        #expect(await used(makeCache()) == [0, 0])
        #expect(imagePaths.isEmpty)
    }

    @Test func everyThirtyMinutesOfUseWhatHasExpiredIsRemoved() async {
        let cache = makeCache(timeToLive: .seconds(60))
        await store("abc", in: cache)
        clock.advance(by: .seconds(30 * 60 - 1))
        _ = await cache.image(for: link("z"))
        #expect(await used(cache) == [3, 300])
        clock.advance(by: .seconds(1))
        _ = await cache.image(for: link("z"))
        #expect(await used(cache) == [0, 0])
        // And again
        await store("d", in: cache)
        clock.advance(by: .seconds(30 * 60))
        _ = await cache.image(for: link("z"))
        #expect(await used(cache) == [0, 0])
    }

    @Test func whatHasExpiredCanBeRemovedAtAnyTime() async {
        let cache = makeCache()
        await store("a", in: cache)
        clock.advance(by: .seconds(1800))
        await store("b", in: cache)
        clock.advance(by: .seconds(1800))
        await cache.removeExpired()
        #expect(await used(cache) == [1, 100])
    }

    @Test func aClockThatIsSetBackExpiresNothing() async {
        let cache = makeCache()
        await store("a", in: cache)
        clock.setDate(Date(timeIntervalSince1970: 0))
        #expect(await kept("a", in: cache) == "a")
        await store("b", in: cache)
        #expect(await kept("ab", in: makeCache()) == "ab")
        let eternal = makeCache(timeToLive: nil)
        clock.setDate(Date(timeIntervalSince1970: 4_000_000_000))
        #expect(await kept("ab", in: eternal) == "ab")
    }

    // MARK: Writing the order down

    @Test func theOrderIsWrittenAtMostOnceInASecond() async throws {
        let cache = makeCache()
        func writes() -> Int { files.operations.count { $0.kind == .move && $0.destination == "\(folder)/order" } }
        await store("abc", in: cache)
        _ = await kept("abcabc", in: cache)
        #expect(writes() == 0)
        clock.advance(by: .seconds(1))
        _ = await kept("a", in: cache)
        _ = await cache.usage()
        #expect(writes() == 1)
        _ = await kept("cb", in: cache)
        _ = await cache.usage()
        #expect(writes() == 1)
        await cache.flush()
        #expect(writes() == 2)
        // Nothing changed: nothing to write
        clock.advance(by: .seconds(9))
        _ = await cache.usage()
        await cache.flush()
        #expect(writes() == 2)
    }
}
