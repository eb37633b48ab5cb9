import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DiskImageCacheFaultTests {
    let files = InMemoryFileSystem()
    let clock = ManualClock()
    let folder = "/caches/images"
    let picture = Data([0x89, 0x50, 0x4E, 0x47, 1, 2, 3])
    let link = ResourceLink.mock("https://example.com/cat.png")

    private func makeCache(maximumBytes: Int = 1000) -> DiskImageCache {
        DiskImageCache(folder: folder, configuration: .init(maximumBytes: maximumBytes), files: files, time: clock)
    }

    /// How many images, and how many bytes.
    private func used(_ cache: DiskImageCache) async -> [Int] {
        let usage = await cache.usage()
        return [usage.diskCount, usage.diskBytes]
    }

    private var imagePaths: [String] { files.paths.filter { $0.hasPrefix(folder) && !$0.hasSuffix("/order") } }

    /// The path and the bytes of a stored file.
    private func stored() async throws -> (path: String, bytes: [UInt8]) {
        await makeCache().store(picture, for: link)
        let path = try #require(imagePaths.first)
        return (path, try #require(files.bytes(at: path)))
    }

    @Test func aFileThatWasCutAnywhereIsNotThereAndRemoved() async throws {
        let (path, bytes) = try await stored()
        for count in 0..<bytes.count {
            files.put(Array(bytes.prefix(count)), at: path)
            let cache = makeCache()
            #expect(await cache.image(for: link) == nil, "at \(count)")
            #expect(imagePaths.isEmpty, "at \(count)")
            #expect(await used(cache) == [0, 0])
        }
    }

    @Test func aFileWithAnyByteChangedIsNotThereAndRemoved() async throws {
        let (path, bytes) = try await stored()
        for place in bytes.indices {
            for bit in [1, 0x80] as [UInt8] {
                var wrong = bytes
                wrong[place] ^= bit
                files.put(wrong, at: path)
                #expect(await makeCache().image(for: link) == nil, "at \(place)")
                #expect(imagePaths.isEmpty, "at \(place)")
            }
        }
    }

    @Test func aForeignFileOfThatNameIsNotTheImage() async throws {
        let (path, bytes) = try await stored()
        for foreign in [Array("<html>".utf8), bytes + [0], [UInt8](repeating: 0, count: bytes.count)] {
            files.put(foreign, at: path)
            #expect(await makeCache().image(for: link) == nil)
            #expect(imagePaths.isEmpty)
        }
    }

    @Test func aFileOfAnotherLinkWithTheSameHashIsNotTheImageAndStays() async throws {
        // Given the name that one link's image has, and in it, whole, another one's of the same length
        let (path, bytes) = try await stored()
        let other = ResourceLink.mock("https://example.com/dog.png")
        await makeCache().store(picture, for: other)
        let otherPath = try #require(imagePaths.first { $0 != path })
        let otherBytes = try #require(files.bytes(at: otherPath))
        #expect(otherBytes.count == bytes.count)
        files.put(otherBytes, at: path)
        // Then
        let cache = makeCache()
        #expect(await cache.image(for: link) == nil)
        #expect(files.bytes(at: path) == otherBytes)
        // And storing takes the place
        await cache.store(picture, for: link)
        #expect(await cache.image(for: link) == picture)
    }

    @Test func aFileThatVanishedIsNotThereAndCanBeStoredAgain() async throws {
        let cache = makeCache()
        await cache.store(picture, for: link)
        try files.remove(try #require(imagePaths.first))
        #expect(await cache.image(for: link) == nil)
        #expect(await used(cache) == [0, 0])
        #expect(cache.lastError == nil)
        await cache.store(picture, for: link)
        #expect(await cache.image(for: link) == picture)
    }

    @Test func ofTwoFilesOfOneLinkTheNewerIsKept() async throws {
        let (path, bytes) = try await stored()
        clock.advance(by: .seconds(1))
        let newer = picture + [4]
        await makeCache().store(newer, for: link)
        files.put(bytes, at: path)
        let cache = makeCache()
        #expect(await cache.image(for: link) == newer)
        #expect(imagePaths.count == 1)
    }

    @Test func aDraftThatWasLeftIsRemoved() async throws {
        let (path, bytes) = try await stored()
        files.put(bytes, at: path + ".new")
        files.put(bytes, at: "\(folder)/order.new")
        #expect(await makeCache().image(for: link) == picture)
        #expect(files.paths.allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test func namesThatAreNotWrittenLikeThatAreLeftAlone() async {
        let hash = String(repeating: "a", count: 32)
        let names = [
            "\(hash.uppercased())-1-1", "\(hash)-01-1", "\(hash)-1", "\(hash)-1-1-1", "\(hash)--1-1", "a-1-1",
            "\(hash)-+1-1", "\(hash)-1-g", "\(hash)-01-1-2", "\(hash)-2", "-2",
        ].map { "\(folder)/\($0)" }
        for name in names { files.put([1], at: name) }
        let cache = makeCache()
        await cache.removeAll()
        #expect(Set(files.paths).isSuperset(of: names))
    }

    @Test func namesThatClaimImpossibleSizesDoNoHarm() async {
        for first in "abc" {
            files.put(
                [1], at: "\(folder)/\(first)\(String(repeating: "0", count: 31))-\(String(Int.max, radix: 16))-1-2")
        }
        let cache = makeCache(maximumBytes: .max)
        await cache.store(picture, for: link)
        #expect(await cache.image(for: link) == picture)
        #expect(await makeCache().image(for: link) == picture)
    }

    @Test(arguments: [DiskOperation.Kind.openAnew, .write, .move])
    func aDiskThatCannotBeWrittenLosesTheImageAndNothingElse(_ kind: DiskOperation.Kind) async {
        let cache = makeCache()
        await cache.store(picture, for: link)
        files.fail(kind, with: .noSpace, afterBytes: 3)
        let other = ResourceLink.mock("/dog.png")
        await cache.store(picture, for: other)
        #expect(await cache.image(for: other) == nil)
        #expect(cache.lastError?.code == .noSpace)
        #expect(await cache.image(for: link) == picture)
        #expect(imagePaths.count == 1, "no draft is left")
        await cache.store(picture, for: other)
        #expect(await cache.image(for: other) == picture)
    }

    @Test(arguments: [DiskOperation.Kind.openToRead, .size, .read])
    func aDiskThatCannotBeReadHasTheImageLater(_ kind: DiskOperation.Kind) async {
        let cache = makeCache()
        await cache.store(picture, for: link)
        files.fail(kind, with: .diskFailure)
        #expect(await cache.image(for: link) == nil)
        #expect(cache.lastError?.code == .diskFailure)
        #expect(await cache.image(for: link) == picture)
    }

    @Test func aFolderThatCannotBeListedIsAskedForAgain() async throws {
        _ = try await stored()
        let cache = makeCache()
        files.fail(.list, with: .permissionDenied, calls: 0..<2)
        #expect(await cache.image(for: link) == nil)
        await cache.store(picture, for: ResourceLink.mock("/dog.png"))
        #expect(cache.lastError?.code == .permissionDenied)
        #expect(await cache.image(for: link) == picture)
    }

    @Test func aFileThatCannotBeRemovedKeepsNobodyFromStoring() async {
        let cache = makeCache(maximumBytes: 150)
        for name in ["/1", "/2", "/3"] { await cache.store(picture, for: ResourceLink.mock(name)) }
        files.fail(.remove, with: .permissionDenied, calls: 0..<9)
        for name in ["/4", "/5", "/6", "/7"] { await cache.store(picture, for: ResourceLink.mock(name)) }
        #expect(await cache.image(for: ResourceLink.mock("/7")) == picture)
        #expect(cache.lastError?.code == .permissionDenied)
        files.stopFailing()
        // What could not be removed is counted again after a relaunch.
        #expect(await makeCache(maximumBytes: 150).usage().diskBytes <= 150)
        #expect(imagePaths.reduce(0) { $0 + (files.bytes(at: $1)?.count ?? 0) } <= 150)
    }

    @Test func whereverTheProcessDiesEachImageIsWholeOrNotThereAndTheBoundHolds() async {
        func work(on cache: DiskImageCache) async {
            for round in 0..<2 as Range<UInt8> {
                for name in 0..<8 as Range<UInt8> {
                    await cache.store(Data(repeating: name, count: 60 + Int(round)), for: ResourceLink.mock("/\(name)"))
                    clock.advance(by: .milliseconds(400))
                }
            }
            await cache.flush()
        }
        var mutations = 0
        while true {
            files.cutPower(afterMutations: mutations)
            let dying = makeCache(maximumBytes: 400)
            await work(on: dying)
            files.stopFailing()
            files.killProcess()
            let cache = makeCache(maximumBytes: 400)
            let usage = await cache.usage()
            #expect(usage.diskBytes <= 400, "after \(mutations)")
            #expect(
                imagePaths.reduce(0) { $0 + (files.bytes(at: $1)?.count ?? 0) } == usage.diskBytes, "after \(mutations)"
            )
            for name in 0..<8 as Range<UInt8> {
                if let image = await cache.image(for: ResourceLink.mock("/\(name)")) {
                    #expect(image.allSatisfy { $0 == name } && (60...61).contains(image.count), "after \(mutations)")
                }
            }
            #expect(await cache.usage() == usage, "no file was damaged, after \(mutations)")
            if dying.lastError == nil { break }
            await cache.removeAll()
            mutations += 1
        }
        #expect(mutations > 50)
    }

    @Test func twoCachesOnOneFolderGiveWholeImagesOrNone() async throws {
        let folder = NSTemporaryDirectory() + "lantern-images-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }  // What is left there does no harm.
        let caches = (0..<2).map { _ in
            DiskImageCache(
                folder: folder, configuration: .init(maximumBytes: 20_000), files: LocalFileSystem(), time: clock)
        }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let random = SeededRandomSource(seed: UInt64(worker))
                    for _ in 0..<150 {
                        let name = UInt8(random.next() % 10)
                        let (cache, link) = (caches[worker % 2], ResourceLink.mock("/\(name)"))
                        switch random.next() % 12 {
                        case 0: await cache.flush()
                        case 1: if random.next() % 8 == 0 { await cache.removeAll() }
                        case 2...5:
                            await cache.store(Data(repeating: name, count: Int(random.next() % 4000)), for: link)
                        default:
                            let image = await cache.image(for: link)
                            #expect(image.map { $0.allSatisfy { $0 == name } } != false)
                        }
                    }
                }
            }
        }
        await caches[0].store(picture, for: link)
        #expect(
            await DiskImageCache(folder: folder, files: LocalFileSystem(), time: clock).image(for: link) == picture)
    }

    @Test func aCancelledReaderTouchesNoFile() async {
        let cache = makeCache()
        await cache.store(picture, for: link)
        files.clearOperations()
        let reader = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await cache.image(for: link)
        }
        #expect(await reader.value == nil)
        #expect(!files.operations.contains { $0.kind == .openToRead })
    }
}
