import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What a process that only reads shows and exports of what it has left for the one that writes.
@Suite(.timeLimit(.minutes(5)))
struct ReadingOutboxTests {
    private let world = HandingWorld()
    private let ann = HandingWorld.ann
    private let post = StatusTarget.post(HandingWorld.post)

    @Test func aWishThatTheOtherHasSentBetweenTwoLooksIsShownNoMore() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        let reader = try await world.open(.reading)
        let reading = world.writing(reader)
        try await reading.queue(.vote(.up, on: post), as: ann)
        #expect(reading.outbox.value.items.map(\.kind) == [.vote])
        let task = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { task.cancel() }
        world.signIn()
        try await writing.send(as: ann, waitingFor: nil)
        for await outbox in writing.outbox.values where outbox.items.isEmpty && !world.sender.sent.isEmpty { break }
        #expect(world.sender.sent == ["id-ann: 1"])
        try await reading.load()
        #expect(reading.outbox.value.items.isEmpty)
    }

    @Test func whatLiesThereStillIsShownWhateverElseIsRead() async throws {
        let reading = world.writing(try await world.open(.reading))
        try await reading.queue(.vote(.up, on: post), as: ann)
        let id = try #require(try await reading.queue(world.reply("One"), as: ann))
        try await reading.load()
        #expect(reading.outbox.value.items.map(\.kind) == [.vote, .reply])
        // Taken over, and not yet gone.
        let store = try await world.open(.writing)
        #expect(try await world.writing(store).unsentItems(of: ann).count == 2)
        try await reading.load()
        #expect(reading.outbox.value.items.map(\.kind) == [.vote, .reply])
        #expect(reading.outbox.value.items.last?.id == id)
    }

    @Test func aVoteIsInTheReceipt() async throws {
        let store = try await world.open(.writing)
        let posts = DatabasePostProvider(store: store, viewers: CurrentViewers(), time: world.clock)
        try await posts.store([.mock("t3_a")], completeness: .full)
        try await store.close()
        let reader = try await world.open(.reading)
        let viewers = CurrentViewers(fixed: Viewers([.demo: ann]))
        let stored = DatabasePostProvider(store: reader, viewers: viewers, time: world.clock)
        let writer = StatusWriter(
            writing: world.writing(reader), viewers: viewers, settings: InMemorySettingsProvider(), readSites: [],
            acts: stored)
        let receipt = try await writer.apply(
            .vote(.down), to: [HandingWorld.post], in: stored, at: world.clock.now)
        let status = try #require(receipt.statuses.first)
        #expect(status.vote == .down && status.marks.isVoteKnown && status.marks.pending == .vote)
        #expect(receipt.queued.count == 1)
    }

    /// A vote as it is read from a store.
    private func status(_ store: JSONStore, _ viewers: CurrentViewers) async throws -> PostStatus {
        let posts = DatabasePostProvider(store: store, viewers: viewers, time: world.clock)
        return try #require(try await posts.items([HandingWorld.post]).first).status
    }

    @Test func aWishIsShownAtOnceByWhoeverReadsIt() async throws {
        let store = try await world.open(.writing)
        let posts = DatabasePostProvider(store: store, viewers: CurrentViewers(), time: world.clock)
        try await posts.store([.mock("t3_a")], completeness: .full)
        let viewers = CurrentViewers(fixed: Viewers([.demo: ann]))
        let reader = try await world.open(.reading)
        let reading = world.writing(reader)
        #expect(try await status(reader, viewers).vote == nil)
        try await reading.queue(.vote(.up, on: post), as: ann)
        let shown = try await status(reader, viewers)
        #expect(shown.vote == .up && shown.marks.pending == .vote)
        // The newest counts, and nobody else sees it.
        try await reading.queue(.vote(.down, on: post), as: ann)
        #expect(try await status(reader, viewers).vote == .down)
        #expect(try await status(reader, CurrentViewers()).vote == nil)

        // Once it is taken over, it is shown as it is there, until it is done there.
        let writing = world.writing(store)
        let id = try #require(try await writing.unsentItems(of: ann).last?.id)
        for store in [reader, store] {
            try await store.flush()
            #expect(try await status(store, viewers).vote == .down)
        }
        try await writing.decide(.giveUp(nil), on: id)
        for store in [reader, store] {
            try await store.flush()
            #expect(try await status(store, viewers).vote == nil)
        }
    }

    @Test func aWishThatCameAndWentBetweenTwoLooksIsShownNoMore() async throws {
        let store = try await world.open(.writing)
        let posts = DatabasePostProvider(store: store, viewers: CurrentViewers(), time: world.clock)
        try await posts.store([.mock("t3_a")], completeness: .full)
        let viewers = CurrentViewers(fixed: Viewers([.demo: ann]))
        let reader = try await world.open(.reading)
        try await world.writing(reader).queue(.vote(.up, on: post), as: ann)
        #expect(try await status(reader, viewers).vote == .up)
        let writing = world.writing(store)
        let id = try #require(try await writing.unsentItems(of: ann).last?.id)
        try await writing.decide(.giveUp(nil), on: id)
        for _ in 1...2 {
            try await reader.flush()
            _ = try await status(reader, viewers)
            // Whatever else is written.
            try await posts.store([.mock("t3_b")], completeness: .full)
        }
        try await reader.flush()
        #expect(try await status(reader, viewers).vote == nil)
    }

    @Test func aWishThatAnotherReaderLeftIsShownBeforeAndAfterItIsTaken() async throws {
        let first = try await world.open(.writing)
        let posts = DatabasePostProvider(store: first, viewers: CurrentViewers(), time: world.clock)
        try await posts.store([.mock("t3_a")], completeness: .full)
        // Nobody is there who takes it, until somebody comes.
        try await first.close()
        let viewers = CurrentViewers(fixed: Viewers([.demo: ann]))
        let early = try await world.open(.reading)
        #expect(try await status(early, viewers).vote == nil)
        try await world.writing(try await world.open(.reading)).queue(.vote(.up, on: post), as: ann)
        // It lies in the folder for whoever comes now.
        let late = try await world.open(.reading)
        #expect(try await status(late, viewers).vote == .up)

        // Taken into the store, and no entry of the outbox yet.
        let store = try await world.open(.writing)
        try await store.takeHandovers()
        for reader in [early, late, try await world.open(.reading)] {
            try await reader.flush()
            #expect(try await status(reader, viewers).vote == .up)
            #expect(try await status(reader, CurrentViewers()).vote == nil)
        }
        let writing = world.writing(store)
        let id = try #require(try await writing.unsentItems(of: ann).last?.id)
        try await writing.decide(.giveUp(nil), on: id)
        for reader in [early, late] {
            try await reader.flush()
            #expect(try await status(reader, viewers).vote == nil)
        }
    }

    @Test func textsThatLieThereAreInItsExport() async throws {
        let reader = try await world.open(.reading)
        let reading = world.writing(reader)
        let ids = [
            try #require(try await reading.queue(world.reply("A reply"), as: ann)),
            try #require(
                try await reading.queue(.submit(PostDraft(title: "A", text: "A post"), to: "swift"), as: ann)),
        ]
        try await reading.queue(.vote(.up, on: post), as: ann)
        let archives = DatabaseArchiveProvider(store: reader, time: world.clock)
        let drafts = try await archives.export().drafts
        #expect(drafts.map(\.id) == ids && drafts.map(\.text) == ["A reply", "A post"])
        // Once it is an entry there, it is in it once.
        let store = try await world.open(.writing)
        _ = try await world.writing(store).unsentItems(of: ann)
        #expect(Set(try await archives.export().drafts.map(\.id)) == Set(ids))
        #expect(try await archives.export().drafts.count == 2)
    }
}
