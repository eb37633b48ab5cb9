public import Core
import Foundation
import Synchronization
public import Testing

/// The contract of ``Core/OfflineSourceProvider`` as checks that any implementation can run.
///
/// One test for each rule, with a fresh provider each time:
///
/// ```swift
/// @Test(arguments: OfflineSourceProviderContract.checks)
/// func keepsTheContract(_ check: OfflineSourceProviderContract.Check) async {
///     await OfflineSourceProviderContract { MySourceProvider(folder: temporaryFolder()) }.run(check)
/// }
/// ```
public struct OfflineSourceProviderContract: Sendable {
    /// One rule, by name.
    public struct Check: Sendable, CustomTestStringConvertible {
        /// The rule in a sentence.
        public let name: String
        let body: @Sendable (Probe) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (Probe) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// The rule in a sentence.
        public var testDescription: String { name }
    }

    /// What a check works with: a fresh provider, and a place for what it finds.
    final class Probe: Sendable {
        let provider: any OfflineSourceProvider
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        private let check: String
        private let found = Mutex<[ContractFailure]>([])

        init(_ provider: any OfflineSourceProvider, check: String) {
            self.provider = provider
            self.check = check
        }

        var failures: [ContractFailure] { found.withLock { $0 } }

        func fail(_ message: String) {
            found.withLock { $0.append(ContractFailure(check: check, message: message)) }
        }

        func expect<Value: Equatable>(_ actual: Value, equals expected: Value, _ what: String) {
            if actual != expected { fail("\(what): expected \(expected), found \(actual)") }
        }

        /// Adds sources of one site, each a second after the one before.
        func add(_ names: String..., site: Site = .demo) async throws {
            for (offset, name) in names.enumerated() {
                _ = try await provider.add(.mock(name, site: site), at: start + Double(offset))
            }
        }

        /// Notes a failure unless a list reads as expected: the names as they are spelled, with spaces between.
        func expectList(_ text: String, site: Site = .demo, _ what: String) async throws {
            let names = try await provider.sources(on: site).sources.map(\.name.description)
            expect(names.joined(separator: " "), equals: text, what)
        }
    }

    private let makeProvider: @Sendable () async throws -> any OfflineSourceProvider

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeProvider: Makes a provider with nothing stored; called once for each check.
    public init(makeProvider: @escaping @Sendable () async throws -> any OfflineSourceProvider) {
        self.makeProvider = makeProvider
    }

    /// Tries one rule out.
    ///
    /// - Parameter check: The rule.
    /// - Returns: What was broken; empty when the implementation keeps it. An error that was thrown is one of them.
    public func failures(of check: Check) async -> [ContractFailure] {
        do {
            let probe = Probe(try await makeProvider(), check: check.name)
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
}
