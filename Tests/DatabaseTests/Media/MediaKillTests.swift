import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Whatever the disk does, and whenever the process ends: what is kept is whole, and nothing else stays.
@Suite(.timeLimit(.minutes(5)))
struct MediaKillTests {
    enum End: CaseIterable { case powerLoss, kill }

    private static let date = Date(timeIntervalSince1970: 1_700_000_000)
    private static let ids = ["a", "b", "c"].map { Post.ID.mock($0) }

    private static func link(_ number: Int) -> ResourceLink { ResourceLink.mock("https://i.example.com/\(number).jpg") }

    /// What a server has behind a link, the same each time.
    private static func content(_ number: Int) -> [UInt8] { Array(repeating: UInt8(number), count: 10 + number) }

    private typealias Step = @Sendable (MediaFixture, MediaFixture.Session) async throws -> Void

    /// A life of favourites, in steps that can be done again when they fail.
    private static let steps: [Step] = [
        { _, session in
            try await session.posts.store(ids.map { .mock($0.native) }, completeness: .full)
            _ = try await session.posts.apply(.set(.favourite(true), [ids[0], ids[1]]), at: date)
        },
        { world, session in
            // A file that two share, fetched; a kill leaves it whole at its place, where it is found.
            if try await session.media.file(for: link(1)) == nil {
                try world.download(content(1), to: try await session.media.place(for: link(1)))
            }
            _ = try await session.media.keep(link(1), for: ids[0], as: .full, at: date)
            _ = try await session.media.keep(link(1), for: ids[1], as: .thumbnail, at: date)
        },
        { _, session in
            for (number, id) in [(2, 0), (3, 1), (4, 2)] {
                _ = try await session.media.keep(
                    Data(content(number)), as: link(number), for: ids[id], as: .full, at: date)
            }
        },
        { _, session in
            _ = try await session.posts.apply(.set(.favourite(false), [ids[1]]), at: date)
            try await session.media.flush()
        },
        { _, session in
            _ = try await session.posts.evict([ids[2]])
            try await session.media.flush()
        },
        { _, session in _ = try await session.media.sweep() },
        { _, session in
            _ = try await session.media.keep(Data(content(5)), as: link(5), for: ids[0], as: .full, at: date)
            _ = try await session.media.release([ids[2]])
        },
    ]

    /// Notes what is wrong: a file that is kept and not whole, and after a sweep anything else in the folder.
    private func expectWhole(_ world: MediaFixture, _ session: MediaFixture.Session, _ comment: Testing.Comment)
        async throws
    {
        let files = try await session.media.files(of: Self.ids)
        for file in files.values.joined() {
            let number = try #require((1...5).first { Self.link($0) == file.link })
            #expect(world.files.bytes(at: file.path) == Self.content(number), comment)
        }
        // Long enough for promises to run out: then nothing but what is kept may be there.
        world.clock.advance(by: .seconds(8 * 86_400))
        _ = try await session.media.sweep()
        let kept = Set(try await session.media.files(of: Self.ids).values.joined().map(\.path))
        #expect(Set(world.names.map { "\(MediaFixture.folder)/\($0)" }) == kept, comment)
        let sum = kept.reduce(0) { $0 + (world.files.bytes(at: $1)?.count ?? 0) }
        #expect(try await session.media.usage() == FileUsage(files: kept.count, bytes: sum), comment)
        let snapshot = session.store.snapshot()
        #expect(try snapshot.count(of: MediaSchemas.places) == 0, comment)
        let holders = Set(try snapshot.window(of: MediaSchemas.holds).map(\.file))
        #expect(holders == Set(try snapshot.window(of: MediaSchemas.files).map(\.id)), comment)
    }

    @Test(arguments: End.allCases)
    func endingAtAnyStepLeavesWholeFilesAndNoOthers(end: End) async throws {
        var count = 0
        var isDone = false
        while !isDone {
            let world = MediaFixture()
            let disk = CrashTestDisk(world.files)
            world.files.cutPower(afterMutations: count)
            do {
                let session = try world.open(disk)
                for step in Self.steps { try await step(world, session) }
                isDone = true
            } catch {
                // The power is gone.
            }
            disk.kill()
            if end == .powerLoss { world.files.crash() }
            world.files.stopFailing()
            let comment: Testing.Comment = "\(end) after \(count) mutations"
            let session = try world.open()
            #expect(session.store.damages.isEmpty, comment)
            try await expectWhole(world, session, comment)
            // And life goes on from there.
            for step in Self.steps { try await step(world, session) }
            let links = try await session.media.files(of: Self.ids).mapValues { $0.map(\.link) }
            #expect(links == [Self.ids[0]: [Self.link(1), Self.link(2), Self.link(5)]], comment)
            count += 1
            try #require(count < 600, "It never ends.")
        }
        #expect(count > 30)
    }

    @Test(arguments: [
        (DiskOperation.Kind.write, 1), (.sync, 1), (.move, 1), (.syncDirectory, 1), (.remove, 1), (.list, 1),
        (.openAnew, 1), (.openToWrite, 1), (.truncate, 1), (.makeDirectory, 1), (.openToRead, 3), (.size, 3),
        (.read, 5),
    ])
    func aCallThatFailsOnceLosesNothing(kind: DiskOperation.Kind, stride: Int) async throws {
        var (position, missed) = (0, 0)
        while missed < 2 {
            let world = MediaFixture()
            let session = try world.open()
            let before = world.files.operations.count
            world.files.fail(kind, with: .noSpace, calls: position..<position + 1, afterBytes: 3)
            for step in Self.steps {
                do {
                    try await step(world, session)
                } catch {
                    #expect(error is any CodedError, "\(kind) \(position): \(error)")
                    try await step(world, session)
                }
            }
            let hasFailed = world.files.operations.dropFirst(before).contains { $0.failure == .noSpace }
            missed = hasFailed ? 0 : missed + 1
            world.files.stopFailing()
            let comment: Testing.Comment = "\(kind), call \(position)"
            let links = try await session.media.files(of: Self.ids).mapValues { $0.map(\.link) }
            #expect(links == [Self.ids[0]: [Self.link(1), Self.link(2), Self.link(5)]], comment)
            try await expectWhole(world, session, comment)
            position += stride
            try #require(position < 2_000, "It never ends.")
        }
    }
}
