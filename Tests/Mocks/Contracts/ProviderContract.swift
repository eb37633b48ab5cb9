import Synchronization
public import Testing

/// A suite of checks that every implementation of a provider must pass.
///
/// One test for each check, each time with an implementation that has nothing stored:
///
/// ```swift
/// @Test(arguments: OfflinePostProviderContract.checks)
/// func keepsTheContract(_ check: OfflinePostProviderContract.Check) async {
///     await OfflinePostProviderContract { MyPostProvider(folder: temporaryFolder()) }.run(check)
/// }
/// ```
public protocol ProviderContract: Sendable {
    /// All checks of the contract.
    static var checks: [ContractCheck<Self>] { get }
}

extension ProviderContract {
    /// A check of this contract.
    public typealias Check = ContractCheck<Self>

    /// Runs a check.
    ///
    /// - Parameter check: The check.
    /// - Returns: The failures; empty when the implementation passes. An error that was thrown is one of them.
    package func failures(of check: Check) async -> [ContractFailure] {
        await check.run(self)
    }

    /// Runs a check and records an issue for each failure.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - sourceLocation: The place of reported issues; leave it out.
    public func run(_ check: Check, sourceLocation: SourceLocation = #_sourceLocation) async {
        for failure in await failures(of: check) {
            Issue.record("\(failure)", sourceLocation: sourceLocation)
        }
    }
}

/// One check of a contract: a rule, and how it is tried out.
public struct ContractCheck<Contract: Sendable>: Sendable, CustomTestStringConvertible {
    /// The rule in a sentence.
    package let name: String
    fileprivate let run: @Sendable (Contract) async -> [ContractFailure]

    public var testDescription: String { name }

    /// A check that makes its probe from the contract, with a log for what fails.
    init<Probe: ContractProbe>(
        _ name: String, probe makeProbe: @escaping @Sendable (Contract, ContractLog) async throws -> Probe,
        _ body: @escaping @Sendable (Probe) async throws -> Void
    ) {
        self.name = name
        run = { contract in
            let log = ContractLog(check: name)
            let probe: Probe
            do {
                probe = try await makeProbe(contract, log)
            } catch {
                log.fail("no provider could be made: \(error)")
                return log.failures
            }
            do {
                try await body(probe)
            } catch {
                log.fail("it threw \(error)")
            }
            return log.failures
        }
    }
}

/// A rule of a contract that an implementation broke.
package struct ContractFailure: Error, Hashable, CustomStringConvertible {
    /// The name of the check.
    package let check: String
    /// The expected and the found value, in words.
    package let message: String

    public var description: String { "[\(check)] \(message)" }
}

/// The failures of one check.
final class ContractLog: Sendable {
    private let check: String
    private let found = Mutex<[ContractFailure]>([])

    init(check: String) {
        self.check = check
    }

    var failures: [ContractFailure] { found.withLock { $0 } }

    func fail(_ message: String) {
        found.withLock { $0.append(ContractFailure(check: check, message: message)) }
    }
}

/// The tools of a check's body: the implementation under test, and a log for what fails.
protocol ContractProbe: Sendable {
    var log: ContractLog { get }
}

extension ContractProbe {
    var failures: [ContractFailure] { log.failures }

    func fail(_ message: String) {
        log.fail(message)
    }

    /// Logs a failure unless two values are equal.
    func expect<Value: Equatable>(_ actual: Value, equals expected: Value, _ what: String) {
        if actual != expected { fail("\(what): expected \(expected), found \(actual)") }
    }

    /// Logs a failure unless a condition holds.
    func expect(_ condition: Bool, _ message: String) {
        if !condition { fail(message) }
    }
}
