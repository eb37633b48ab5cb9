import Core
import Mocks
import Testing

@testable import Database

/// Random statuses of two accounts and of nobody: what is shown is what a model says, after each step.
@Suite(.timeLimit(.minutes(20)))
struct StatusOracleTests {
    @Test(arguments: [UInt64](1...8))
    func whatIsShownIsWhatTheModelSays(seed: UInt64) async throws {
        let world = try await StatusWorld(seed: seed)
        for step in 1...80 {
            try await world.step()
            if let problem = try await world.problem() {
                Issue.record("seed \(seed), step \(step): \(problem)\n\(world.trace.joined(separator: "\n"))")
                return
            }
        }
        let held = world.heldPosts
        let posts = DatabasePostProvider(store: world.store)
        let receipt = try await posts.evict(StatusWorld.posts.map { .mock($0) })
        #expect(Set(receipt.kept.map(\.id)) == held, "seed \(seed)")
    }
}
