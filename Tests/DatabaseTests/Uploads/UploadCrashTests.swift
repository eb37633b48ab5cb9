import Foundation
import Mocks
import Testing

@testable import Core
@testable import Database

/// A person who posts pictures on a device that dies at any step, and comes back.
@Suite(.timeLimit(.minutes(20)))
struct UploadCrashTests {
    /// The words of the pictures.
    private static let words = ["a", "bb", "ccc"]
    private static let draft = OutboxItem.ID(random: SeededRandomSource(seed: 77))

    /// What the person does in one life of the process: goes on with what is there, until the post is on the server.
    private func live(_ world: UploadWorld) async throws {
        try await world.writing.load()
        await world.uploads.sweep(world.writing.entries)
        let known = try await check(world)
        if known == .nothing {
            var draft = Draft(
                id: Self.draft, account: UploadWorld.ann, kind: OutboxItem.Kind(rawValue: "publish"), site: .demo,
                date: world.clock.now)
            draft.content = "\"Look\""
            for word in Self.words {
                draft.files += try await world.keep(word)
                // Each is there once it was added.
                #expect(try await world.drafts.store(draft))
            }
        }
        if let draft = try await world.drafts.drafts().first {
            var files = draft.files
            for word in Self.words.dropFirst(files.count) { files += try await world.keep(word) }
            _ = try await world.queue(files, id: draft.id)
        }
        try await world.send()
        _ = try await check(world)
    }

    private enum Known { case nothing, draft, item, sent }

    /// Whatever is acknowledged has all its pictures, byte for byte.
    private func check(_ world: UploadWorld) async throws -> Known {
        for draft in try await world.drafts.drafts() {
            for (file, word) in zip(draft.files, Self.words) {
                #expect(try await world.uploads.data(of: file) == Data(word.utf8))
            }
            return .draft
        }
        let outbox = world.writing.outbox.value
        if let item = outbox.items.first(where: { !$0.isPart }) {
            #expect(item.files.count == Self.words.count)
            for (file, word) in zip(item.files, Self.words) {
                #expect(try await world.uploads.data(of: file) == Data(word.utf8))
            }
            return .item
        }
        return outbox.sent.isEmpty ? .nothing : .sent
    }

    private func run(cutAfter count: Int, isKill: Bool) async throws -> Bool {
        let (files, server, clock) = (InMemoryFileSystem(), UploadServer(), ManualClock())
        files.cutPower(afterMutations: count)
        var wasCut = false
        do {
            let world = try UploadWorld(files, server: server, clock: clock)
            let life = await Task { try await live(world) }.result
            await world.writing.suspend()
            try life.get()
            try await world.store.close()
            // What could not be stored at the end may have been said to nobody.
            try files.makeDirectory("/tmp/probe")
        } catch {
            wasCut = true
        }
        let before = server.uploads
        isKill ? files.killProcess() : files.crash(scattering: SeededRandomSource(seed: UInt64(count)))
        files.stopFailing()
        // As long as it was dark.
        clock.advance(by: .seconds(1000))
        let world = try UploadWorld(files, server: server, clock: clock, seed: 2)
        try await world.writing.load()
        let finished = world.writing.outbox.value.sent.filter { $0.kind == OutboxItem.Kind(rawValue: "pictures") }
        try await live(world)
        #expect(world.writing.outbox.value.items.isEmpty, "cut after \(count)")
        #expect(server.posts == [["0/a", "1/bb", "2/ccc"]], "cut after \(count)")
        // What was known to be finished was not made again.
        let again = server.uploads.count - before.count
        #expect(again <= 2 - min(2, finished.count), "cut after \(count)")
        await world.uploads.sweep(world.writing.entries)
        try await world.store.close()
        let last = try UploadWorld(files, server: server, clock: clock, seed: 3)
        await last.uploads.sweep(last.writing.entries)
        #expect(last.names.isEmpty, "cut after \(count)")
        #expect(try await last.drafts.drafts().isEmpty)
        try await last.store.close()
        return wasCut
    }

    @Test(arguments: [false, true]) func nothingIsLostAndNothingIsThereTwice(isKill: Bool) async throws {
        var count = 0
        while try await run(cutAfter: count, isKill: isKill) { count += 1 }
        // The whole way was cut at each step of it.
        #expect(count > 20)
    }
}
