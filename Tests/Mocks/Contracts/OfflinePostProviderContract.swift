public import Core
public import Testing

/// The contract of ``Core/OfflinePostProvider`` as checks that any implementation can run.
///
/// One test for each rule, with a fresh provider each time:
///
/// ```swift
/// @Test(arguments: OfflinePostProviderContract.checks)
/// func keepsTheContract(_ check: OfflinePostProviderContract.Check) async {
///     await OfflinePostProviderContract { MyPostProvider(folder: temporaryFolder()) }.run(check)
/// }
/// ```
public struct OfflinePostProviderContract: Sendable {
    /// One rule, by name.
    public struct Check: Sendable, CustomTestStringConvertible {
        /// The rule in a sentence.
        public let name: String
        let body: @Sendable (ContractProbe) async throws -> Void

        /// Creates a check; for rules of your own.
        ///
        /// - Parameters:
        ///   - name: The rule in a sentence.
        ///   - body: Tries it out.
        public init(_ name: String, _ body: @escaping @Sendable (ContractProbe) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// The rule in a sentence.
        public var testDescription: String { name }
    }

    /// Closes a provider, and gives one that has the same store open.
    public typealias Reopening = @Sendable (any OfflinePostProvider) async throws -> any OfflinePostProvider

    /// All rules.
    public static let checks: [Check] =
        headChecks + listedFeedChecks + pinnedChecks + revisionChecks + placementChecks + gapChecks + driftChecks
        + contentChecks + refusalChecks
        + loosePostChecks + extrasChecks + statusChecks + markChecks + dismissChecks + evictionChecks
        + evictedFeedChecks
        + announcementChecks

    private let makeProvider: @Sendable () async throws -> any OfflinePostProvider
    private let reopening: Reopening

    /// Creates the suite for an implementation.
    ///
    /// - Parameters:
    ///   - makeProvider: Makes a provider with nothing stored; called once for each check.
    ///   - reopening: Closes a provider and opens its store anew; by default it goes on as it is, for a store that
    ///     forgets with the process.
    public init(
        makeProvider: @escaping @Sendable () async throws -> any OfflinePostProvider,
        reopening: @escaping Reopening = { $0 }
    ) {
        self.makeProvider = makeProvider
        self.reopening = reopening
    }

    /// Tries one rule out.
    ///
    /// - Parameter check: The rule.
    /// - Returns: What was broken; empty when the implementation keeps it. An error that was thrown is one of them.
    public func failures(of check: Check) async -> [ContractFailure] {
        do {
            let probe = ContractProbe(try await makeProvider(), check: check.name, reopening: reopening)
            do {
                try await check.body(probe)
            } catch {
                probe.fail("it threw \(error)")
            }
            return probe.failures
        } catch {
            return [ContractFailure(check: check.name, message: "no provider could be made: \(error)")]
        }
    }

    /// Tries one rule out and records an issue for whatever is broken.
    ///
    /// - Parameters:
    ///   - check: The rule.
    ///   - sourceLocation: Where issues are reported; leave it out.
    public func run(_ check: Check, sourceLocation: SourceLocation = #_sourceLocation) async {
        for failure in await failures(of: check) {
            Issue.record("\(failure)", sourceLocation: sourceLocation)
        }
    }

    /// Tries all rules out and records an issue for whatever is broken.
    ///
    /// - Parameter sourceLocation: Where issues are reported; leave it out.
    public func runAll(sourceLocation: SourceLocation = #_sourceLocation) async {
        for check in Self.checks { await run(check, sourceLocation: sourceLocation) }
    }
}
