import Core
import Database
import Mocks
import Testing

/// Deletions that one process leaves for the one that has the store.
@Suite(.timeLimit(.minutes(5)))
struct HandedDeletionTests {
    private let world = HandingWorld()
    private let ann = HandingWorld.ann

    private func comment(_ id: OutboxItem.ID) -> StatusTarget {
        StatusTarget(.comment, site: .demo, native: id.rawValue)
    }

    @Test func whatOthersWaitForIsDeletedOnceItIsSaidWhatBecomesOfThem() async throws {
        let store = try await world.open(.writing)
        let writing = world.writing(store)
        let first = try #require(try await writing.queue(world.reply("First"), as: ann))
        let below = try #require(
            try await writing.queue(.reply("Below", to: comment(first), in: HandingWorld.post), as: ann))
        try await store.flush()
        let reading = world.writing(try await world.open(.reading))
        // One that was left by this process, and not taken over yet.
        let other = try #require(try await reading.queue(world.reply("Other"), as: ann))
        let under = try #require(
            try await reading.queue(.reply("Under", to: comment(other), in: HandingWorld.post), as: ann))
        for (id, waiting) in [(first, below), (other, under)] {
            await #expect(throws: WritingError.hasDependants([waiting])) {
                try await reading.queue(.delete(comment(id)), as: ann)
            }
        }
        #expect(try await writing.unsentItems(of: ann).map(\.id) == [first, below, other, under])

        try await reading.queue(.delete(comment(first), .givenUp), as: ann)
        try await reading.queue(.delete(comment(under)), as: ann)
        // That one is to go is not known here before it was taken over.
        try await reading.queue(.delete(comment(other), .drafts), as: ann)
        #expect(try await writing.unsentItems(of: ann).isEmpty)
    }
}
