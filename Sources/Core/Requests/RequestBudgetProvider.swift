public import Foundation

/// Knows what may be asked of each host.
///
/// Contract: safe from any thread, and quick.
public protocol RequestBudgetProvider: Sendable {
    /// What may be asked of a host now.
    ///
    /// - Parameter url: Any URL of the host; scheme, host and port count.
    /// - Returns: Its budget; one without numbers for a host that was never asked.
    func budget(for url: URL) -> RequestBudget

    /// What may be asked of all hosts of which something is known.
    ///
    /// - Returns: Their budgets, in the order of the hosts' names.
    func budgets() -> [RequestBudget]
}
