import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TieredImageCacheTests {
    let files = InMemoryFileSystem()
    let clock = ManualClock()

    private func link(_ name: Character) -> ResourceLink { ResourceLink.mock("/\(name)") }

    private func makeCache(memoryBytes: Int = 1000, diskBytes: Int = 1000) -> TieredImageCache {
        TieredImageCache(
            memory: MemoryImageCache(maximumBytes: memoryBytes),
            disk: DiskImageCache(
                folder: "/images", configuration: .init(maximumBytes: diskBytes, timeToLive: .seconds(60)),
                files: files,
                time: clock))
    }

    private func store(_ names: String, in cache: TieredImageCache) async {
        // 23 bytes more on the disk: 16, and the key, which is "demo", a line feed and the link.
        for name in names { await cache.store(Data(repeating: 7, count: 77), for: link(name)) }
    }

    private func kept(_ names: String, in cache: some ImageCacheProvider) async -> String {
        var kept = ""
        for name in names where await cache.image(for: link(name)) != nil { kept.append(name) }
        return kept
    }

    @Test func whatIsFoundOnTheDiskComesIntoMemory() async {
        await store("a", in: makeCache())
        let cache = makeCache()
        #expect(cache.memory.count == 0)
        #expect(await kept("a", in: cache) == "a")
        #expect(await cache.usage() == ImageCacheUsage(memoryBytes: 77, memoryCount: 1, diskBytes: 100, diskCount: 1))
        files.clearOperations()
        #expect(await kept("a", in: cache) == "a")
        #expect(files.operations.isEmpty, "memory needs no disk")
    }

    @Test func whatIsUsedInMemoryStaysOnTheDisk() async {
        let cache = makeCache()
        await store("abcdefghij", in: cache)
        #expect(await kept("ab", in: cache) == "ab")
        await store("k", in: cache)
        await cache.clearMemory()
        #expect(await kept("abcdefghijk", in: cache) == "abghijk")
    }

    @Test func eachPartIsClearedByItself() async {
        let cache = makeCache()
        await store("ab", in: cache)
        await cache.clearMemory()
        #expect(await cache.usage() == ImageCacheUsage(diskBytes: 200, diskCount: 2))
        #expect(await kept("a", in: cache) == "a")
        await cache.clearDisk()
        #expect(await cache.usage() == ImageCacheUsage(memoryBytes: 77, memoryCount: 1))
        await cache.removeAll()
        #expect(await cache.usage() == ImageCacheUsage())
        #expect(await kept("ab", in: cache).isEmpty)
    }

    @Test func whatHasExpiredIsRemovedFromTheDisk() async {
        let cache = makeCache()
        await store("a", in: cache)
        clock.advance(by: .seconds(60))
        await cache.removeExpired()
        #expect(await cache.usage() == ImageCacheUsage(memoryBytes: 77, memoryCount: 1))
    }

    @Test func itKeepsToTheSettingWhileItRuns() async throws {
        let (cache, settings) = (makeCache(), InMemorySettingsProvider())
        let following = Task { await cache.follow(settings) }
        try await settings.update { $0.imageCacheMegabytes = 3 }
        while cache.disk.configuration.maximumBytes != 3_000_000 { await Task.yield() }
        following.cancel()
        await following.value
    }

    @Test func aMemoryWarningLeavesATenthAndLosesNothing() async {
        let cache = makeCache(memoryBytes: 10_000, diskBytes: 10_000)
        let names = "abcdefghijklmnopqrstuvwxyz0123"
        await store(names, in: cache)
        #expect(cache.memory.byteCount == 30 * 77)
        cache.handleMemoryWarning()
        #expect(cache.memory.byteCount == 3 * 77)
        #expect(await kept("123", in: cache.memory) == "123", "the most recently used stay")
        #expect(await kept(names, in: cache) == names)
    }

    @Test func theOrderOfUseSurvivesARelaunch() async {
        let first = makeCache()
        await store("abcdefghij", in: first)
        _ = await kept("a", in: first)
        await first.flush()
        let second = makeCache()
        await store("k", in: second)
        #expect(await kept("ab", in: second) == "a")
    }

    @Test func trimmingMemoryTakesAnyFraction() async {
        for (fraction, count) in [(0.5, 5), (1, 10), (7, 10), (0, 0), (-1, 0), (.nan, 0), (0.99, 9)] as [(Double, Int)]
        {
            let memory = MemoryImageCache()
            for name in "abcdefghij" { await memory.store(Data([7]), for: link(name)) }
            memory.trim(toFraction: fraction)
            #expect(memory.count == count, "\(fraction)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func whatWasBeingReadWhenAllWasClearedDoesNotComeBack() async throws {
        // Given a reader that is in the middle of reading from the disk
        await store("a", in: makeCache())
        let gate = GatedFileSystem(files)
        let cache = TieredImageCache(
            memory: MemoryImageCache(), disk: DiskImageCache(folder: "/images", files: gate, time: clock))
        let reader = Task { await cache.image(for: link("a")) }
        await gate.arrival()
        // When memory is cleared before it has read
        await cache.clearMemory()
        gate.open()
        // Then it gets its image, and memory stays empty
        #expect(await reader.value != nil)
        #expect(cache.memory.count == 0)
    }
}

/// The call that an app's delegate makes when the system is short of memory.
@Suite(.timeLimit(.minutes(5)))
struct MemoryWarningTests {
    @Test func theHookLeavesATenthInMemoryAndEverythingOnTheDisk() async {
        let memory = MemoryImageCache(maximumBytes: 10_000)
        let cache = TieredImageCache(
            memory: memory,
            disk: DiskImageCache(
                folder: "/images", configuration: .init(maximumBytes: 10_000), files: InMemoryFileSystem(),
                time: ManualClock()))
        let links = (0..<50).map { ResourceLink.mock("/\($0)") }
        for link in links { await cache.store(Data(repeating: 7, count: 100), for: link) }
        let container = DependencyContainer()
        container.register((any PostProvider).self) { MockPostProvider() }
        container.register((any ConnectivityProvider).self) { MockConnectivityProvider() }
        let resuming = Dependency.withContainer(container) { ResumeCoordinator(images: cache) }
        #expect(memory.byteCount == 5000)
        resuming.didReceiveMemoryWarning()
        #expect(memory.byteCount == 500)
        for link in links { #expect(await cache.image(for: link)?.count == 100) }
    }
}
