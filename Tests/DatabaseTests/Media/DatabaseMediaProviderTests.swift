import Core
import Foundation
import Mocks
import Testing

@testable import Database

@Suite(.timeLimit(.minutes(5)))
struct DatabaseMediaProviderTests {
    private let world = MediaFixture()
    private let date = Date(timeIntervalSince1970: 1_700_000_000)
    private let link = ResourceLink.mock("https://preview.example.com/a.jpg?width=640&s=abc")
    private let a = Post.ID.mock("a")
    private let b = Post.ID.mock("b")

    @Test(arguments: OfflineMediaProviderContract.checks)
    func keepsTheContract(_ check: OfflineMediaProviderContract.Check) async {
        await OfflineMediaProviderContract {
            let world = MediaFixture()
            let session = try world.open()
            return .init(media: session.media, posts: session.posts, files: world.files)
        }.run(check)
    }

    /// The name is half the SHA-256 of the site and the link: stores must not forget their files with the next version.
    @Test func theNameOfAFileIsTheHashOfItsLink() async throws {
        let path = try await world.open().media.place(for: ResourceLink.mock("abc"))
        #expect(path == "/tmp/media/7e3bde921e88539879c4da017e25a794")
    }

    @Test func keptFilesAreThereAfterAKill() async throws {
        let first = try world.open()
        try await first.favour(a, b, at: date)
        let kept = try await first.media.keep(Data([1, 2, 3]), as: link, for: a, as: .full, at: date)
        _ = try await first.media.keep(link, for: b, as: .thumbnail, at: date)
        world.files.killProcess()
        let media = try world.open().media
        let file = try #require(try await media.file(for: link))
        #expect(file.holders == [a: .full, b: .thumbnail])
        #expect((file.path, file.bytes, file.date) == (kept.path, 3, date))
        #expect(try await media.files(of: [a, b]).mapValues { $0.map(\.link) } == [a: [link], b: [link]])
    }

    @Test func unmarkingAFavouriteIsOneBatchAndDeletesTheFile() async throws {
        let session = try world.open()
        try await session.favour(a, at: date)
        _ = try await session.media.keep(Data([1, 2, 3]), as: link, for: a, as: .full, at: date)
        let before = session.store.snapshot().version
        try await session.takeBack(a, at: date)
        let snapshot = session.store.snapshot()
        #expect(try snapshot.record(a, in: StatusSchemas.statuses)?.isFavourite == false)
        #expect(try snapshot.count(of: MediaSchemas.files) == 0 && snapshot.count(of: MediaSchemas.holds) == 0)
        #expect(snapshot.version >= before + 1)
        try await session.media.flush()
        #expect(world.names.isEmpty)
        #expect(try session.store.snapshot().count(of: MediaSchemas.places) == 0)
    }

    /// What was let go is removed without anybody asking for it.
    @Test func releasedFilesAreDeletedAutomatically() async throws {
        let session = try world.open()
        try await session.favour(a, at: date)
        _ = try await session.media.keep(Data([1, 2, 3]), as: link, for: a, as: .full, at: date)
        let commits = session.store.commits()
        try await session.takeBack(a, at: date)
        for await commit in commits where !commit.ids(in: MediaSchemas.places).isEmpty {
            if try session.store.snapshot().count(of: MediaSchemas.places) == 0 { break }
        }
        #expect(world.names.isEmpty)
    }

    @Test func filesReleasedByAKilledProcessAreDeletedByTheNextOne() async throws {
        let first = try world.open()
        try await first.favour(a, at: date)
        _ = try await first.media.keep(Data([1, 2, 3]), as: link, for: a, as: .full, at: date)
        // Given a process that is killed before the file is removed
        world.files.fail(.remove, on: "/tmp/media/\(MediaFolder.id(of: link))", with: .diskFailure, calls: 0..<99)
        try await first.takeBack(a, at: date)
        await #expect(throws: (any Error).self) { try await first.media.flush() }
        #expect(world.names.count == 1)
        world.files.stopFailing()
        world.files.killProcess()

        let second = try world.open()
        #expect(try await second.media.file(for: link) == nil)
        try await second.media.flush()
        #expect(world.names.isEmpty)
    }

    @Test func anEvictionForgetsFilesInItsBatchAndThenRemovesThem() async throws {
        let session = try world.open()
        try await session.posts.store([.mock("a"), .mock("b")], completeness: .full)
        for id in [a, b] { _ = try await session.media.keep(Data([1]), as: link, for: id, as: .full, at: date) }
        _ = try await session.media.keep(Data([2]), as: ResourceLink.mock("/b"), for: b, as: .thumbnail, at: date)
        let receipt = try await session.posts.evict([a])
        #expect(receipt.evicted == [a])
        #expect(try await session.media.files(of: [a, b]).keys.sorted() == [b])
        _ = try await session.posts.evict([b])
        #expect(try session.store.snapshot().count(of: MediaSchemas.holds) == 0)
        try await session.media.flush()
        #expect(world.names.isEmpty)
    }

    /// Both in one batch: neither is the last one when the batch begins.
    @Test func twoPostsThatShareAFileAndAreReleasedTogetherDeleteIt() async throws {
        let session = try world.open()
        try await session.favour(a, b, at: date)
        for id in [a, b] { _ = try await session.media.keep(Data([1]), as: link, for: id, as: .full, at: date) }
        try await session.takeBack(a, b, at: date)
        try await session.media.flush()
        #expect(world.names.isEmpty)
    }

    // MARK: Downloads

    @Test func partsAreLeftAloneForSevenDays() async throws {
        let session = try world.open()
        let path = try await session.media.place(for: link)
        for ending in [".part", ".part.json"] { world.files.put([1, 2], at: path + ending) }
        world.clock.advance(by: .seconds(6 * 86_400))
        #expect(try await session.media.sweep() == FileUsage())
        // Whoever goes on with it says so.
        _ = try await session.media.place(for: link)
        world.clock.advance(by: .seconds(6 * 86_400))
        #expect(try await session.media.sweep() == FileUsage())
        world.clock.advance(by: .seconds(86_400))
        #expect(try await session.media.sweep() == FileUsage(files: 2, bytes: 4))
        #expect(world.names.isEmpty)
        #expect(try session.store.snapshot().count(of: MediaSchemas.places) == 0)
    }

    @Test func aCompleteFileFromBeforeAKillIsKeptWithoutADownload() async throws {
        let first = try world.open()
        try await first.favour(a, at: date)
        try world.download([1, 2, 3], to: try await first.media.place(for: link))
        world.files.killProcess()
        let second = try world.open()
        #expect(try await second.media.sweep() == FileUsage(), "it is still waited for")
        #expect(try await second.media.keep(link, for: a, as: .full, at: date).bytes == 3)
    }

    @Test func aFileWhoseNameWasNotSyncedBeforeAKillIsSyncedBeforeItIsRecorded() async throws {
        let first = try world.open()
        try await first.favour(a, at: date)
        let path = try await first.media.place(for: link)
        try world.download([1, 2, 3], to: path, syncsName: false)
        world.files.killProcess()
        let second = try world.open()
        _ = try await second.media.keep(link, for: a, as: .full, at: date)
        try await second.store.flush()
        world.files.crash()
        let third = try world.open()
        #expect(try await third.media.files(of: [a])[a]?.map(\.link) == [link])
        #expect(world.files.bytes(at: path) == [1, 2, 3])
    }

    @Test func partsOfKeptFilesAndUnreservedPartsAreDeleted() async throws {
        let session = try world.open()
        try await session.favour(a, at: date)
        let kept = try await session.media.keep(Data([1]), as: link, for: a, as: .full, at: date)
        let stranger = "/tmp/media/\(String(repeating: "0a", count: 16))"
        for path in [kept.path + ".part", kept.path + ".new", stranger, stranger + ".part.json.new"] {
            world.files.put([1, 2], at: path)
        }
        #expect(try await session.media.sweep() == FileUsage(files: 4, bytes: 8))
        #expect(world.names == [String(kept.path.dropFirst("/tmp/media/".count))])
    }

    @Test func foreignFilesAreLeftAlone() async throws {
        let session = try world.open()
        let names = ["README", "ba7816bf8f01cfea414140de5dae222", String(repeating: "A", count: 32), ".DS_Store"]
        for name in names { world.files.put([1], at: "/tmp/media/\(name)") }
        world.files.put([1], at: "/tmp/media/\(String(repeating: "0", count: 32)).jpg")
        #expect(try await session.media.sweep() == FileUsage())
        #expect(world.names.count == 5)
    }

    // MARK: Trouble

    @Test func aDiskErrorDoesNotForgetAFile() async throws {
        let session = try world.open()
        try await session.favour(a, at: date)
        let kept = try await session.media.keep(Data([1]), as: link, for: a, as: .full, at: date)
        world.files.fail(.openToRead, on: kept.path, with: .permissionDenied)
        let error = await #expect(throws: FileError.self) { try await session.media.file(for: link) }
        #expect(error?.code == .permissionDenied)
        #expect(try await session.media.file(for: link) == kept)
    }

    @Test func aFullDiskKeepsNothing() async throws {
        let session = try world.open()
        try await session.favour(a, at: date)
        world.files.fail(.write, on: "\(MediaFolder.id(of: link)).new", with: .noSpace, afterBytes: 1)
        await #expect(throws: (any Error).self) {
            try await session.media.keep(Data([1, 2]), as: link, for: a, as: .full, at: date)
        }
        #expect(try await session.media.usage() == FileUsage())
        _ = try await session.media.keep(Data([1, 2]), as: link, for: a, as: .full, at: date)
        #expect(try await session.media.usage() == FileUsage(files: 1, bytes: 2))
    }

    // MARK: Many at once

    @Test func keepingReleasingAndSweepingAtTheSameTimeNeverLosesAHeldFile() async throws {
        let session = try world.open()
        let (a, b, date) = (a, b, date)
        try await session.favour(a, at: date)
        try await session.posts.store([.mock("b")], completeness: .full)
        let links = (0..<12).map { ResourceLink.mock("/\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for link in links {
                group.addTask {
                    for _ in 0..<5 {
                        _ = try await session.media.keep(Data([1, 2]), as: link, for: b, as: .full, at: date)
                        _ = try await session.media.release([b])
                    }
                    _ = try await session.media.keep(Data([1, 2]), as: link, for: a, as: .full, at: date)
                }
            }
            group.addTask { for _ in 0..<20 { _ = try await session.media.sweep() } }
            try await group.waitForAll()
        }
        _ = try await session.media.sweep()
        let files = try await session.media.files(of: [a, b])
        #expect(files[a]?.count == links.count && files[b] == nil)
        #expect(world.names.count == links.count)
        #expect(try session.store.snapshot().count(of: MediaSchemas.places) == 0)
    }
}
