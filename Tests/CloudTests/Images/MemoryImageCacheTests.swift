import Cloud
import Core
import Foundation
import Mocks
import Testing

struct MemoryImageCacheTests {
    private func bytes(_ count: Int) -> Data { Data(repeating: 7, count: count) }

    private func kept(_ cache: MemoryImageCache, _ names: String...) async -> [String] {
        var kept: [String] = []
        for name in names where await cache.image(for: ResourceLink.mock(name)) != nil { kept.append(name) }
        return kept
    }

    @Test func whatWasStoredIsThere() async {
        let cache = MemoryImageCache()
        await cache.store(bytes(3), for: ResourceLink.mock("/a"))
        #expect(await cache.image(for: ResourceLink.mock("/a")) == bytes(3))
        #expect(await cache.image(for: ResourceLink.mock("/b")) == nil)
        #expect(cache.byteCount == 3 && cache.count == 1)
    }

    @Test func twoSitesWithOnePathHaveAnImageEach() async {
        let cache = MemoryImageCache(maximumBytes: 100)
        await cache.store(bytes(3), for: ResourceLink("/a", on: .demo))
        #expect(await cache.image(for: ResourceLink("/a", on: .reddit)) == nil)
        await cache.store(bytes(4), for: ResourceLink("/a", on: .reddit))
        #expect(await cache.image(for: ResourceLink("/a", on: .demo)) == bytes(3))
    }

    @Test func theLeastRecentlyUsedGoesFirst() async {
        let cache = MemoryImageCache(maximumBytes: 30)
        for name in ["/a", "/b", "/c"] { await cache.store(bytes(10), for: ResourceLink.mock(name)) }
        _ = await cache.image(for: ResourceLink.mock("/a"))
        await cache.store(bytes(10), for: ResourceLink.mock("/d"))
        #expect(await kept(cache, "/a", "/b", "/c", "/d") == ["/a", "/c", "/d"])
    }

    @Test func aLargeImagePushesOutAsManyAsItNeeds() async {
        let cache = MemoryImageCache(maximumBytes: 30)
        for name in ["/a", "/b", "/c"] { await cache.store(bytes(10), for: ResourceLink.mock(name)) }
        await cache.store(bytes(15), for: ResourceLink.mock("/d"))
        #expect(await kept(cache, "/a", "/b", "/c", "/d") == ["/c", "/d"])
        #expect(cache.byteCount == 25)
    }

    @Test func anImageOfExactlyTheBoundFits() async {
        let cache = MemoryImageCache(maximumBytes: 10)
        await cache.store(bytes(10), for: ResourceLink.mock("/a"))
        #expect(cache.byteCount == 10)
    }

    @Test func anImageLargerThanTheBoundIsRefusedAndItsOlderVersionGoes() async {
        let cache = MemoryImageCache(maximumBytes: 10)
        await cache.store(bytes(4), for: ResourceLink.mock("/a"))
        await cache.store(bytes(4), for: ResourceLink.mock("/b"))
        await cache.store(bytes(11), for: ResourceLink.mock("/a"))
        #expect(await kept(cache, "/a", "/b") == ["/b"])
        #expect(cache.byteCount == 4)
    }

    @Test func storingAgainReplacesAndCountsAsAUse() async {
        let cache = MemoryImageCache(maximumBytes: 20)
        await cache.store(bytes(5), for: ResourceLink.mock("/a"))
        await cache.store(bytes(5), for: ResourceLink.mock("/b"))
        await cache.store(bytes(9), for: ResourceLink.mock("/a"))
        #expect(cache.byteCount == 14 && cache.count == 2)
        await cache.store(bytes(10), for: ResourceLink.mock("/c"))
        #expect(await kept(cache, "/a", "/b", "/c") == ["/a", "/c"])
    }

    @Test func removingAllLeavesNothing() async {
        let cache = MemoryImageCache()
        await cache.store(bytes(5), for: ResourceLink.mock("/a"))
        await cache.removeAll()
        #expect(cache.byteCount == 0 && cache.count == 0)
        await cache.store(bytes(5), for: ResourceLink.mock("/b"))
        #expect(await kept(cache, "/a", "/b") == ["/b"])
    }

    @Test(arguments: 0..<8) func itKeepsWhatAPlainListWouldKeep(_ seed: UInt64) async {
        let cache = MemoryImageCache(maximumBytes: 100)
        var model: [(link: ResourceLink, size: Int)] = []
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<2000 {
            let link = ResourceLink.mock("/\(random.next() % 20)")
            let place = model.firstIndex { $0.link == link }
            if random.next() % 2 == 0 {
                let found = await cache.image(for: link)
                #expect(found?.count == place.map { model[$0].size })
                if let place { model.append(model.remove(at: place)) }
            } else {
                let size = Int(random.next() % 40)
                await cache.store(bytes(size), for: link)
                if let place { model.remove(at: place) }
                model.append((link, size))
                while model.reduce(0, { $0 + $1.size }) > 100 { model.removeFirst() }
            }
            #expect(cache.byteCount == model.reduce(0) { $0 + $1.size } && cache.count == model.count)
        }
    }
}
