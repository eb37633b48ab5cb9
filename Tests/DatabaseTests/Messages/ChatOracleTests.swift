import Foundation
import Testing

/// Two people, two devices, one server, in random worlds: connections that drop, processes that end between any two
/// steps, answers that are lost, events that come twice, late or before the answer, equal times and equal texts.
///
/// 60 worlds here; 50,000 by `Scripts/chat`, which sets `CHAT_ROUNDS`. `CHAT_SEED` repeats one.
@Suite(.timeLimit(.minutes(60)))
struct ChatOracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["CHAT_SEED"].flatMap(UInt64.init)
    private static let first = seed ?? .random(in: 0 ... .max)
    private static let count = environment["CHAT_ROUNDS"].flatMap(Int.init) ?? 60
    private static let parts = seed == nil ? 2 : 1

    private static func run(_ seed: UInt64, isTraced: Bool) async throws -> ChatWorld {
        let world = try ChatWorld(seed: seed, isTraced: isTraced)
        try await world.run(30 + Int(seed % 90))
        return world
    }

    @Test(arguments: 0..<parts) func bothHaveTheSameAndNothingIsMissingOrTwice(_ part: Int) async throws {
        let rounds = Self.seed == nil ? Self.count / Self.parts : 1
        let start = Self.first &+ UInt64(part * rounds)
        print("bothHaveTheSameAndNothingIsMissingOrTwice: \(rounds) seeds from \(start) (repeat one with CHAT_SEED)")
        for round in 0..<rounds {
            let seed = start &+ UInt64(round)
            guard try await Self.run(seed, isTraced: false).problems.isEmpty else {
                let world = try await Self.run(seed, isTraced: true)
                Issue.record(
                    "seed \(seed): \(world.problems.joined(separator: "; "))\n\(world.trace.suffix(400).joined(separator: "\n"))"
                )
                return
            }
        }
    }
}
