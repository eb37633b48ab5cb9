public import Core
import Foundation
public import Testing

/// A store under thousands of random operations on feeds that shift, against a ledger that keeps everything plainly.
///
/// The operations go through ``Core/DefaultPostProvider`` as an app's do: refresh, page, fill gaps, dismiss and undo, save,
/// evict, forget marks, start anew. After each one the store has to read exactly as the ledger says. At the end the server
/// stands still, everything is fetched, and each feed has to be the server's list.
///
/// ```swift
/// @Test(arguments: OfflinePostProviderOracle.seeds(5))
/// func agreesWithTheOracle(seed: UInt64) async {
///     await OfflinePostProviderOracle { MyPostProvider(folder: temporaryFolder()) }.run(seed: seed, operations: 1_000)
/// }
/// ```
public struct OfflinePostProviderOracle: Sendable {
    private let makeProvider: @Sendable () async throws -> any OfflinePostProvider
    private let reopening: OfflinePostProviderContract.Reopening

    /// Creates the oracle for an implementation.
    ///
    /// - Parameters:
    ///   - makeProvider: Makes a provider with nothing stored; called once for each run.
    ///   - reopening: Closes a provider and opens its store anew, now and then; by default it goes on as it is.
    public init(
        makeProvider: @escaping @Sendable () async throws -> any OfflinePostProvider,
        reopening: @escaping OfflinePostProviderContract.Reopening = { $0 }
    ) {
        self.makeProvider = makeProvider
        self.reopening = reopening
    }

    /// Seeds for runs: chance's own, unless the environment names others.
    ///
    /// `FEED_ORACLE_SEED` repeats one seed, and `FEED_ORACLE_ROUNDS` asks for more or fewer.
    ///
    /// - Parameter count: How many.
    /// - Returns: The seeds.
    public static func seeds(_ count: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["FEED_ORACLE_SEED"].flatMap(UInt64.init) { return [seed] }
        let rounds = environment["FEED_ORACLE_ROUNDS"].flatMap(Int.init) ?? count
        return (0..<rounds).map { _ in .random(in: .min ... .max) }
    }

    /// Does one run.
    ///
    /// It ends with the first operation that the two do not agree on.
    ///
    /// - Parameters:
    ///   - seed: What decides everything that is random.
    ///   - operations: How many.
    /// - Returns: What they do not agree on, with the last operations; empty when they agree.
    public func failures(seed: UInt64, operations: Int) async -> [ContractFailure] {
        let check = "Oracle, FEED_ORACLE_SEED=\(seed)"
        do {
            let probe = ContractProbe(try await makeProvider(), check: check, reopening: reopening)
            let trial = OracleTrial(probe, seed: seed)
            do {
                try await trial.run(operations)
            } catch {
                probe.fail("it threw \(error)")
            }
            if !probe.failures.isEmpty { probe.fail("the last operations:\n\(trial.history)") }
            return probe.failures
        } catch {
            return [ContractFailure(check: check, message: "no provider could be made: \(error)")]
        }
    }

    /// Does one run, and records an issue for whatever the two do not agree on.
    ///
    /// - Parameters:
    ///   - seed: What decides everything that is random; printed.
    ///   - operations: How many.
    ///   - sourceLocation: Where issues are reported; leave it out.
    public func run(seed: UInt64, operations: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
        print("OfflinePostProviderOracle: seed \(seed)")
        for failure in await failures(seed: seed, operations: operations) {
            Issue.record("\(failure)", sourceLocation: sourceLocation)
        }
    }
}
