public import Core
import Foundation
import Synchronization

/// The contract of ``Core/OfflineSourceProvider``: every rule of the protocol as a check.
///
/// One test for each rule, each time with a provider that has nothing stored:
///
/// ```swift
/// @Test(arguments: OfflineSourceProviderContract.checks)
/// func keepsTheContract(_ check: OfflineSourceProviderContract.Check) async {
///     await OfflineSourceProviderContract { MySourceProvider(folder: temporaryFolder()) }.run(check)
/// }
/// ```
public struct OfflineSourceProviderContract: ProviderContract {
    final class Probe: ContractProbe {
        let log: ContractLog
        let provider: any OfflineSourceProvider
        let start = Date(timeIntervalSince1970: 1_700_000_000)

        init(_ provider: any OfflineSourceProvider, log: ContractLog) {
            self.provider = provider
            self.log = log
        }

        /// Adds sources of one site, each a second after the one before.
        func add(_ names: String..., site: Site = .demo) async throws {
            for (offset, name) in names.enumerated() {
                _ = try await provider.add(.mock(name, site: site), at: start + Double(offset))
            }
        }

        /// Logs a failure unless a list reads as expected: the names as they are spelled, with spaces between.
        func expectList(_ text: String, site: Site = .demo, _ what: String) async throws {
            let names = try await provider.sources(on: site).sources.map(\.name.description)
            expect(names.joined(separator: " "), equals: text, what)
        }
    }

    fileprivate let makeProvider: @Sendable () async throws -> any OfflineSourceProvider

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeProvider: Makes a provider with nothing stored; called once for each check.
    public init(makeProvider: @escaping @Sendable () async throws -> any OfflineSourceProvider) {
        self.makeProvider = makeProvider
    }
}

extension ContractCheck where Contract == OfflineSourceProviderContract {
    init(_ name: String, _ body: @escaping @Sendable (OfflineSourceProviderContract.Probe) async throws -> Void) {
        self.init(
            name,
            probe: { contract, log in
                .init(try await contract.makeProvider(), log: log)
            }, body)
    }
}
