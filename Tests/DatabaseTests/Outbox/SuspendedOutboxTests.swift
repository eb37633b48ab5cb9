import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// An outbox whose store another process had meanwhile.
@Suite(.timeLimit(.minutes(5)))
struct SuspendedOutboxTests {
    private let world = HandingWorld()
    private let ann = HandingWorld.ann

    /// Another process that has the store while this one is suspended.
    private func elsewhere(_ work: (DefaultWritingProvider) async throws -> Void) async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        try await work(writing)
        await writing.suspend()
        try await store.close()
    }

    @Test func whatAnotherProcessHasSentIsNotSentAgain() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        let ids = [
            try #require(try await writing.queue(world.reply("Once"), as: ann)),
            try #require(try await writing.queue(.vote(.up, on: .post(HandingWorld.post)), as: ann)),
        ]
        #expect(writing.outbox.value.items.map(\.id) == ids)
        try await store.suspend()
        world.signIn()
        try await elsewhere { try await $0.send(as: ann, waitingFor: nil) }
        #expect(Set(world.sender.sent) == ["id-ann: Once", "id-ann: 1"])
        try await store.resume()
        try await writing.send(as: ann, waitingFor: nil)
        #expect(world.sender.sent.count == 2)
        #expect(writing.outbox.value.items.isEmpty && writing.outbox.value.sent.map(\.id) == [ids[0]])
        try await store.close()
    }

    @Test func whatAnotherProcessHasQueuedIsSentToo() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        try await writing.queue(world.reply("Here"), as: ann)
        try await store.suspend()
        try await elsewhere { try await $0.queue(world.reply("There"), as: ann) }
        try await store.resume()
        world.signIn()
        try await writing.send(as: ann, waitingFor: nil)
        #expect(world.sender.sent == ["id-ann: Here", "id-ann: There"])
        #expect(writing.outbox.value.items.isEmpty && writing.outbox.value.sent.count == 2)
        try await store.close()
    }

    @Test func aStepThatWasBegunBeforeIsNotStoredOverWhatCameSince() async throws {
        let store = try await world.open(.writing)
        let outbox = DatabaseOutboxStore(store: store)
        _ = try await outbox.content()
        #expect(!outbox.isChangedByOthers)
        try await store.suspend()
        try await elsewhere { try await $0.queue(world.reply("There"), as: ann) }
        try await store.resume()
        #expect(outbox.isChangedByOthers)
        let error = await #expect(throws: DataError.self) {
            try await outbox.commit(OutboxCommit(OutboxChanges([], of: Outbox(limits: Outbox.Limits()))))
        }
        #expect(error?.code == .superseded)
        #expect(try await outbox.content().entries.count == 1 && !outbox.isChangedByOthers)
    }
}
