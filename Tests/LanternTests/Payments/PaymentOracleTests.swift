import Foundation
import Testing

/// Payments in random worlds, with kills, power cuts and lost answers before and after each step: what a provider took is
/// validated for exactly its amount, nothing is forgotten, and nobody pays while an earlier payment is not known.
///
/// 60 worlds here; 10,000 by `Scripts/payments`, which sets `PAYMENT_ROUNDS`. `PAYMENT_SEED` repeats one.
@Suite(.timeLimit(.minutes(60)))
struct PaymentOracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["PAYMENT_SEED"].flatMap(UInt64.init)
    private static let first = seed ?? .random(in: 0 ... .max / 2)
    private static let count = environment["PAYMENT_ROUNDS"].flatMap(Int.init) ?? 60
    private static let parts = seed == nil ? 4 : 1

    @Test(arguments: 0..<parts) func whatIsTakenIsValidatedOnceForItsAmount(_ part: Int) async throws {
        let rounds = Self.seed == nil ? (Self.count + Self.parts - 1) / Self.parts : 1
        let start = Self.first &+ UInt64(part * rounds)
        print("whatIsTakenIsValidatedOnceForItsAmount: \(rounds) seeds from \(start) (repeat one with PAYMENT_SEED)")
        for round in 0..<rounds {
            let seed = start &+ UInt64(round)
            let world = try PaymentWorld(seed: seed)
            do {
                for _ in 0..<(15 + world.number(30)) where world.problems.isEmpty { try await world.step() }
                if world.problems.isEmpty { try await world.settle() }
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
            guard world.problems.isEmpty else {
                let trace = world.money.trace
                let end = trace.firstIndex { $0.hasPrefix("!!") } ?? trace.endIndex - 1
                let lines = trace[...end].suffix(400).joined(separator: "\n")
                Issue.record("seed \(seed): \(world.problems.joined(separator: "; "))\n\(lines)")
                return
            }
        }
    }
}
