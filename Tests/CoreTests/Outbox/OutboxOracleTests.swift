import Foundation
import Testing

@testable import Core

/// The rules of the outbox in random worlds: nothing acknowledged is lost, nothing is on the server twice, every lane
/// keeps its order, and every toggle ends at the last wish.
struct OutboxOracleTests {
    @Test func nothingIsLostAndNothingIsSentTwice() {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["OUTBOX_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
        let count = environment["OUTBOX_SEED"] != nil ? 1 : environment["OUTBOX_ROUNDS"].flatMap(Int.init) ?? 300
        print("nothingIsLostAndNothingIsSentTwice: \(count) seeds from \(first) (repeat one with OUTBOX_SEED)")
        for round in 0..<count {
            let seed = first &+ UInt64(round)
            var world = OutboxWorld(seed: seed)
            for _ in 0..<(40 + world.number(160)) where world.problems.isEmpty { world.step() }
            if world.problems.isEmpty { world.settle() }
            guard world.problems.isEmpty else {
                Issue.record(
                    "seed \(seed): \(world.problems.joined(separator: "; "))\n\(world.trace.suffix(2000).joined(separator: "\n"))"
                )
                return
            }
        }
    }
}
