import Foundation
import Testing

/// The real senders of Reddit and Lemmy, the outbox in use and its store, in random worlds: nothing acknowledged is
/// lost, nothing is on a server twice or as somebody else, lanes keep their order, and votes end at the last wish.
///
/// 8 worlds here; more by `Scripts/outbox`, which sets `OUTBOX_SENDER_ROUNDS`.
@Suite(.timeLimit(.minutes(60)))
struct SendersOracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["OUTBOX_SEED"].flatMap(UInt64.init)
    private static let first = seed ?? .random(in: 0 ... .max / 2)
    private static let count = seed == nil ? environment["OUTBOX_SENDER_ROUNDS"].flatMap(Int.init) ?? 8 : 1

    @Test func whatThePersonWantsIsDoneOnce() async throws {
        print("whatThePersonWantsIsDoneOnce: \(Self.count) seeds from \(Self.first) (repeat one with OUTBOX_SEED)")
        for round in 0..<Self.count {
            let seed = Self.first &+ UInt64(round)
            let world = try await SendersWorld(seed: seed)
            for _ in 0..<(30 + world.number(60)) where world.problems.isEmpty { try await world.step() }
            if world.problems.isEmpty { try await world.settle() }
            guard world.problems.isEmpty else {
                let trace = world.servers.trace
                let end = trace.firstIndex { $0.hasPrefix("!!") } ?? trace.endIndex - 1
                let lines = trace[...end].suffix(1000).joined(separator: "\n")
                Issue.record("seed \(seed): \(world.problems.joined(separator: "; "))\n\(lines)")
                return
            }
        }
    }
}
