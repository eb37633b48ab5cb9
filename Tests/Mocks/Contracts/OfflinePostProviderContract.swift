public import Core

/// The contract of ``Core/OfflinePostProvider``: every rule of the protocol as a check.
///
/// One test for each rule, each time with a provider that has nothing stored:
///
/// ```swift
/// @Test(arguments: OfflinePostProviderContract.checks)
/// func keepsTheContract(_ check: OfflinePostProviderContract.Check) async {
///     await OfflinePostProviderContract { MyPostProvider(folder: temporaryFolder()) }.run(check)
/// }
/// ```
public struct OfflinePostProviderContract: ProviderContract {
    /// A function that closes a provider and returns one that has the same store open.
    public typealias Reopening = @Sendable (any OfflinePostProvider) async throws -> any OfflinePostProvider

    public static let checks: [Check] =
        headChecks + listedFeedChecks + pinnedChecks + revisionChecks + placementChecks + gapChecks + driftChecks
        + contentChecks + refusalChecks
        + loosePostChecks + extrasChecks + statusChecks + unreadChecks + markChecks + dismissChecks + undoChecks
        + evictionChecks + evictedFeedChecks + moveChecks
        + announcementChecks

    fileprivate let makeProvider: @Sendable () async throws -> any OfflinePostProvider
    fileprivate let reopening: Reopening

    /// Creates the suite for an implementation.
    ///
    /// - Parameters:
    ///   - makeProvider: Makes a provider with nothing stored; called once for each check.
    ///   - reopening: Closes a provider and opens its store anew; by default it returns the same one, for a
    ///     store in memory.
    public init(
        makeProvider: @escaping @Sendable () async throws -> any OfflinePostProvider,
        reopening: @escaping Reopening = { $0 }
    ) {
        self.makeProvider = makeProvider
        self.reopening = reopening
    }
}

extension ContractCheck where Contract == OfflinePostProviderContract {
    init(_ name: String, _ body: @escaping @Sendable (PostContractProbe) async throws -> Void) {
        self.init(
            name,
            probe: { contract, log in
                PostContractProbe(try await contract.makeProvider(), log: log, reopening: contract.reopening)
            }, body)
    }
}
