import Foundation
import Testing

@testable import Core

/// The rules of the outbox in random worlds: nothing acknowledged is lost, nothing is on the server twice, every lane
/// keeps its order, and every toggle ends at the last wish.
///
/// 120 worlds here; 100,000 by `Scripts/outbox`, which sets `OUTBOX_ROUNDS`.
struct OutboxOracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["OUTBOX_SEED"].flatMap(UInt64.init)
    private static let first = seed ?? .random(in: 0 ... .max)
    private static let count = environment["OUTBOX_ROUNDS"].flatMap(Int.init) ?? 120
    private static let parts = seed == nil ? 4 : 1

    private static func run(_ seed: UInt64, isTraced: Bool) -> OutboxWorld {
        var world = OutboxWorld(seed: seed, isTraced: isTraced)
        for _ in 0..<(40 + world.number(160)) where world.problems.isEmpty { world.step() }
        if world.problems.isEmpty { world.settle() }
        return world
    }

    @Test(arguments: 0..<parts) func nothingIsLostAndNothingIsSentTwice(_ part: Int) {
        let rounds = Self.seed == nil ? Self.count / Self.parts : 1
        let start = Self.first &+ UInt64(part * rounds)
        print("nothingIsLostAndNothingIsSentTwice: \(rounds) seeds from \(start) (repeat one with OUTBOX_SEED)")
        for round in 0..<rounds {
            let seed = start &+ UInt64(round)
            guard Self.run(seed, isTraced: false).problems.isEmpty else {
                let world = Self.run(seed, isTraced: true)
                let end = world.trace.firstIndex { $0.hasPrefix("!!") } ?? world.trace.endIndex - 1
                let trace = world.trace[...end].suffix(1000).joined(separator: "\n")
                Issue.record("seed \(seed): \(world.problems.joined(separator: "; "))\n\(trace)")
                return
            }
        }
    }
}
