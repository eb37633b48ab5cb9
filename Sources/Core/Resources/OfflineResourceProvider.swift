package import Foundation

/// A store of the values of resources.
///
/// Contract:
/// - A commit is whole or not there. What was stored survives the process; it is buffered, as it can be fetched again.
/// - Changes are announced after they are committed, those of other processes as well.
package protocol OfflineResourceProvider: Sendable {
    /// Returns the number of the last commit, for the moment at which a request begins.
    func commitNumber() -> UInt64

    /// Returns what is stored of a value.
    ///
    /// - Parameter id: Its id.
    /// - Returns: The record; `nil` where there is none, or it cannot be read as a record.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func resource(_ id: ResourceID) async throws -> StoredResource?

    /// Stores an answer, keeps aside what this version cannot read, and removes what its retention leaves out.
    ///
    /// - Parameter arrival: The answer.
    /// - Returns: What is stored then, also where the answer was dropped as older; `nil` where it was not wanted any
    ///   more, or nothing is stored.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func store(_ arrival: ResourceArrival) async throws -> StoredResource?

    /// Removes values, with what was kept aside of them.
    ///
    /// - Parameter scope: The values.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func clear(_ scope: ResourceScope) async throws

    /// Says how much is kept of a resource, for ``forget(_:isDryRun:)``; what is said last counts.
    ///
    /// The default implementation does nothing.
    ///
    /// - Parameters:
    ///   - name: The name of the resource.
    ///   - retention: The rule.
    ///   - kept: Gives the values that are not removed, such as those that somebody follows.
    func keep(
        _ name: String, by retention: ResourceRetention, without kept: @escaping @Sendable () throws -> Set<ResourceID>)

    /// Removes values that can be fetched again, but none that something unsent is about.
    ///
    /// The default implementation removes nothing.
    ///
    /// - Parameters:
    ///   - selection: The values.
    ///   - isDryRun: Whether nothing is changed.
    /// - Returns: How many values were removed, or would be, and their bytes.
    /// - Throws: A ``CodedError`` when the store cannot be read or written.
    @discardableResult
    func forget(_ selection: ResourceSelection, isDryRun: Bool) async throws -> RetentionReport.Amount

    /// Returns the changes from now on, none left out: the ids of the changed values; `nil` where any may have changed.
    func changes() -> AsyncStream<Set<ResourceID>?>
}

extension OfflineResourceProvider {
    package func keep(
        _ name: String, by retention: ResourceRetention, without kept: @escaping @Sendable () throws -> Set<ResourceID>
    ) {}

    @discardableResult
    package func forget(_ selection: ResourceSelection, isDryRun: Bool) async throws -> RetentionReport.Amount {
        RetentionReport.Amount()
    }
}

/// The values that are removed when room is made.
package enum ResourceSelection: Hashable, Sendable {
    /// What the rules leave out at a date, of the resources whose rule is known.
    case outdated(Date)
    /// Everything.
    case all
}

/// The values that are removed together.
package enum ResourceScope: Hashable, Sendable {
    /// One value.
    case one(ResourceID)
    /// All values of the resource with a name.
    case all(String)
    /// All values of an owner, of all resources.
    case owner(MarkOwner)
}
