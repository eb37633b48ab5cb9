import Foundation
import Mocks
import Synchronization
import Testing

@testable import Core
@testable import Database

/// Files that are uploaded before what they belong to is sent.
@Suite(.timeLimit(.minutes(5)))
struct UploadTests {
    private let ann = UploadWorld.ann

    /// Runs work while the copies that nothing has are removed.
    private func following(_ world: UploadWorld, _ work: () async throws -> Void) async throws {
        try await world.writing.load()
        let following = Task { await world.uploads.follow(world.writing.entries) }
        try await work()
        following.cancel()
        await following.value
    }

    private func waitUntilEmpty(_ world: UploadWorld) async {
        while !world.names.isEmpty { await Task.yield() }
    }

    @Test func filesGoInAsManyCallsAsItTakesAndThenTheIntentOnce() async throws {
        let world = try UploadWorld()
        try await following(world) {
            let files = try await world.keep("a", "b", "c")
            #expect(world.names == files.map(\.id).sorted())
            #expect(files.map(\.byteCount) == [1, 1, 1] && files.map(\.name) == ["a.jpeg", "b.jpeg", "c.jpeg"])
            let id = try #require(try await world.queue(files))
            let items = world.writing.outbox.value.items
            #expect(items.filter { !$0.isPart }.map(\.id) == [id] && items.count == 3)
            #expect(items.first { !$0.isPart }?.files == files && items.first { !$0.isPart }?.state == .waiting)
            #expect(world.writing.outbox.value.unsentCount == 1)
            try await world.send()
            #expect(world.server.uploads.sorted { $0[0] < $1[0] } == [["0/a", "1/b"], ["2/c"]])
            #expect(world.server.posts == [["0/a", "1/b", "2/c"]])
            #expect(world.writing.outbox.value.items.isEmpty)
            await waitUntilEmpty(world)
        }
    }

    @Test func aFinishedUploadIsNotMadeAgainWhenTheIntentIsGivenUpAndQueuedAnew() async throws {
        let world = try UploadWorld()
        try await following(world) {
            let files = try await world.keep("a", "b", "c")
            world.server.state.withLock { $0.refusesPosts = true }
            let id = try #require(try await world.queue(files))
            try await world.writing.send(as: ann, waitingFor: nil)
            #expect(world.server.uploads.count == 2 && world.writing.outbox.value.items.map(\.state) == [.failed])
            try await world.writing.decide(.giveUp(nil), on: id)
            let draft = try #require(try await world.drafts.drafts().first)
            #expect(draft.files == files)
            world.server.state.withLock { $0.refusesPosts = false }
            #expect(try await world.queue(draft.files, id: draft.id) == draft.id)
            #expect(try await world.drafts.drafts().isEmpty)
            try await world.send()
            #expect(world.server.uploads.count == 2 && world.server.posts == [["0/a", "1/b", "2/c"]])
            await waitUntilEmpty(world)
        }
    }

    @Test func anUploadWhoseAnswerIsLostIsMadeAgain() async throws {
        let world = try UploadWorld()
        world.server.state.withLock { $0.losesUpload = true }
        _ = try await world.queue(try await world.keep("a"))
        try await world.send()
        #expect(world.server.uploads == [["0/a"], ["0/a"]] && world.server.posts == [["0/a"]])
    }

    @Test func aPostWhoseAnswerIsLostIsFoundByItsPaths() async throws {
        let world = try UploadWorld()
        world.server.state.withLock { $0.losesPost = true }
        _ = try await world.queue(try await world.keep("a"))
        try await world.send()
        #expect(world.server.posts == [["0/a"]] && world.writing.outbox.value.items.isEmpty)
    }

    @Test func whatIsGivenUpIsADraftWithItsFiles() async throws {
        let world = try UploadWorld()
        try await following(world) {
            let files = try await world.keep("a", "b")
            world.server.state.withLock { $0.refusesUploads = true }
            let id = try #require(try await world.queue(files))
            try await world.writing.send(as: ann, waitingFor: nil)
            let failed = try #require(world.writing.outbox.value.items.first { $0.id == id })
            #expect(failed.state == .failed && failed.reason?.code == .forbidden)
            try await world.writing.decide(.giveUp(nil), on: id)
            let draft = try #require(try await world.drafts.drafts().first)
            #expect(draft.files == files && draft.content == "\"Look\"" && draft.id == id.draftID)
            #expect(world.writing.outbox.value.items.isEmpty)
            await world.uploads.sweep(world.writing.entries)
            #expect(world.names == files.map(\.id).sorted())
            for file in files { #expect(try await world.uploads.data(of: file).count == 1) }
            // A part of it stays, and the rest goes with the draft.
            var smaller = draft
            smaller.files = [files[1]]
            try await world.drafts.store(smaller)
            while world.names.count > 1 { await Task.yield() }
            #expect(world.names == [files[1].id])
            try await world.drafts.remove(draft.id)
            await waitUntilEmpty(world)
        }
    }

    @Test func whatBelongsToAnAccountGoesWithIt() async throws {
        let world = try UploadWorld()
        try await following(world) {
            _ = try await world.queue(try await world.keep("a"))
            _ = try await world.writing.entries.discardAll(of: ann, includingUnsent: true, forgettingSent: true)
            await world.writing.entries.handle(.woke)
            await waitUntilEmpty(world)
        }
    }

    @Test func theNextLaunchRemovesWhatNothingHas() async throws {
        let files = InMemoryFileSystem()
        var kept: [UploadFile] = []
        do {
            let world = try UploadWorld(files)
            kept = try await world.keep("a", "b", "c")
            _ = try await world.queue([kept[0]])
            var draft = Draft(
                id: OutboxItem.ID(random: SeededRandomSource(seed: 5)), account: ann,
                kind: OutboxItem.Kind(rawValue: "publish"), site: .demo, date: world.clock.now)
            draft.files = [kept[1]]
            #expect(try await world.drafts.store(draft))
            // What this process has made may be put somewhere yet.
            await world.uploads.sweep(world.writing.entries)
            #expect(world.names.count == 3)
            try await world.store.close()
        }
        files.put([1], at: UploadWorld.folder + "/\(kept[0].id).new")
        files.put([1], at: UploadWorld.folder + "/stray")
        let world = try UploadWorld(files, seed: 2)
        await world.uploads.sweep(world.writing.entries)
        #expect(world.names == [kept[0].id, kept[0].id + ".new", kept[1].id].sorted())
        try await world.send()
        #expect(world.server.posts == [["0/a"]])
    }

    @Test func aCopyThatIsMissingOrDamagedFailsTheIntent() async throws {
        let world = try UploadWorld()
        let files = try await world.keep("a", "b")
        let stranger = UploadFile(id: "../store/lock", name: "x", type: "image/jpeg", byteCount: 1)
        await #expect(throws: DataError.self) { try await world.queue([stranger]) }
        await #expect(throws: DataError.self) { try await world.uploads.data(of: stranger) }
        #expect(world.writing.outbox.value.items.isEmpty)
        let id = try #require(try await world.queue(files))
        world.files.put([1, 2], at: UploadWorld.folder + "/\(files[1].id)")
        try await world.writing.send(as: ann, waitingFor: nil)
        #expect(world.writing.outbox.value.items.first { $0.id == id }?.state == .failed)
        #expect(world.server.uploads.isEmpty && world.server.posts.isEmpty)
    }

    @Test func aFullDiskLeavesNothing() async throws {
        let world = try UploadWorld()
        world.files.limitSpace(to: 10)
        await #expect(throws: DataError.self) {
            try await world.uploads.keep(Data(count: 100), name: "a", type: "image/jpeg")
        }
        #expect(world.names.isEmpty)
    }

    @Test func theProgressCountsBytes() async throws {
        let world = try UploadWorld(upTo: 1)
        try await following(world) {
            let files = try await world.keep("aaaa", "bbbbbb")
            let (began, begin) = AsyncStream.makeStream(of: Void.self)
            let (goes, go) = AsyncStream.makeStream(of: Void.self)
            world.server.state.withLock { state in
                state.onUpload = {
                    begin.yield()
                    for await _ in goes { return }
                }
            }
            let id = try #require(try await world.queue(files))
            for await shown in world.uploads.progress.values where shown[id] != nil {
                #expect(shown[id] == UploadProgress(sentByteCount: 0, byteCount: 10))
                break
            }
            let sending = Task { try await world.writing.send(as: ann, waitingFor: nil) }
            for await _ in began { break }
            go.yield()
            go.yield()
            try await sending.value
            for await shown in world.uploads.progress.values where shown[id] == nil { break }
            #expect(world.server.posts.count == 1)
        }
    }
}
