public import Core
import Foundation
public import Testing

/// A randomised test of an ``Core/OfflinePostProvider``: thousands of operations, compared with a simple reference.
///
/// The operations go through ``Core/DefaultPostProvider`` as an app's do: refresh, page, fill gaps, dismiss and undo,
/// save, evict, forget marks, restart. After each one the store has to read exactly as the reference. At the end the
/// server's feeds stop changing, everything is fetched, and each feed has to be the server's list.
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
    ///   - reopening: Closes a provider and opens its store anew, now and then; by default it returns the
    ///     same one.
    public init(
        makeProvider: @escaping @Sendable () async throws -> any OfflinePostProvider,
        reopening: @escaping OfflinePostProviderContract.Reopening = { $0 }
    ) {
        self.makeProvider = makeProvider
        self.reopening = reopening
    }

    /// Makes the seeds of several runs, at random unless the environment names others.
    ///
    /// `FEED_ORACLE_SEED` repeats one seed, and `FEED_ORACLE_ROUNDS` asks for more or fewer.
    ///
    /// - Parameter count: The number of seeds.
    /// - Returns: The seeds.
    public static func seeds(_ count: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["FEED_ORACLE_SEED"].flatMap(UInt64.init) { return [seed] }
        let rounds = environment["FEED_ORACLE_ROUNDS"].flatMap(Int.init) ?? count
        return (0..<rounds).map { _ in .random(in: .min ... .max) }
    }

    /// Does one run, which ends with the first operation after which the store and the reference differ.
    ///
    /// - Parameters:
    ///   - seed: The seed of everything that is random.
    ///   - operations: The number of operations.
    /// - Returns: The differences, with the last operations; empty when there are none.
    package func failures(seed: UInt64, operations: Int) async -> [ContractFailure] {
        let check = "Oracle, FEED_ORACLE_SEED=\(seed)"
        do {
            let probe = PostContractProbe(
                try await makeProvider(), log: ContractLog(check: check), reopening: reopening)
            let run = OracleRun(probe, seed: seed)
            do {
                try await run.run(operations)
            } catch {
                probe.fail("it threw \(error)")
            }
            if !probe.failures.isEmpty { probe.fail("the last operations:\n\(run.history)") }
            return probe.failures
        } catch {
            return [ContractFailure(check: check, message: "no provider could be made: \(error)")]
        }
    }

    /// Does one run and records an issue for each difference.
    ///
    /// - Parameters:
    ///   - seed: The seed of everything that is random; printed.
    ///   - operations: The number of operations.
    ///   - sourceLocation: The place of reported issues; leave it out.
    public func run(seed: UInt64, operations: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
        print("OfflinePostProviderOracle: seed \(seed)")
        for failure in await failures(seed: seed, operations: operations) {
            Issue.record("\(failure)", sourceLocation: sourceLocation)
        }
    }
}
