package import Core
import Foundation
import Synchronization

/// An ``Core/OfflineResourceProvider`` in memory that keeps the whole contract.
///
/// For tests of code that uses a store. It passes ``OfflineResourceProviderContract``.
package final class InMemoryOfflineResourceProvider: OfflineResourceProvider {
    fileprivate struct State: Sendable {
        var values: [ResourceID: StoredResource] = [:]
        var aside: [ResourceID: StoredResource] = [:]
        var number: UInt64 = 0
        var failures: [any Error] = []
    }

    private let state = Mutex(State())
    private let announcements = Announcements<Set<ResourceID>?>()

    /// Creates a store with nothing in it.
    package init() {}

    /// What was kept aside.
    package var aside: [ResourceID: StoredResource] { state.withLock { $0.aside } }

    /// The ids of what is stored.
    package var ids: Set<ResourceID> { state.withLock { Set($0.values.keys) } }

    /// Makes the next commits fail, one for each error; they change nothing.
    ///
    /// - Parameter errors: The errors to throw.
    package func fail(with errors: any Error...) {
        state.withLock { $0.failures += errors }
    }

    /// Notes a change of a value that a server took, as the outbox does.
    ///
    /// - Parameter change: The change.
    package func acknowledge(_ change: ResourceAcknowledgement) {
        state.withLock { state in
            state.number += 1
            var record = state.values[change.id] ?? StoredResource(id: change.id)
            record.acknowledge(change, in: state.number)
            state.values[change.id] = record
        }
        announcements.send([change.id])
    }

    package func commitNumber() -> UInt64 { state.withLock { $0.number } }

    package func resource(_ id: ResourceID) async throws -> StoredResource? { state.withLock { $0.values[id] } }

    package func store(_ arrival: ResourceArrival) async throws -> StoredResource? {
        guard arrival.isWanted() else { return nil }
        let (result, changed) = try state.withLock { state -> (StoredResource?, Set<ResourceID>) in
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            let stored = state.values[arrival.id]
            guard let merged = arrival.merged(into: stored, after: state.number) else { return (stored, []) }
            if let stored, let text = stored.value, stored.version > arrival.version || text == arrival.unreadable {
                state.aside[arrival.id] = stored
            }
            state.number += 1
            state.values[arrival.id] = merged
            return (merged, state.evict(for: arrival).union([arrival.id]))
        }
        if !changed.isEmpty { announcements.send(changed) }
        return result
    }

    package func clear(_ scope: ResourceScope) async throws {
        let removed = try state.withLock { state -> Set<ResourceID> in
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            func isMeant(_ id: ResourceID) -> Bool {
                switch scope {
                case .one(let one): id == one
                case .all(let name): id.name == name
                case .owner(let owner): id.owner == owner
                }
            }
            let removed = Set(state.values.keys.filter(isMeant))
            state.number += 1
            state.values = state.values.filter { !isMeant($0.key) }
            state.aside = state.aside.filter { !isMeant($0.key) }
            return removed
        }
        if !removed.isEmpty { announcements.send(removed) }
    }

    package func changes() -> AsyncStream<Set<ResourceID>?> { announcements.stream() }
}

extension InMemoryOfflineResourceProvider.State {
    fileprivate mutating func evict(for arrival: ResourceArrival) -> Set<ResourceID> {
        func isKept(_ id: ResourceID) -> Bool { id == arrival.id || arrival.keeping.contains(id) }
        let all = values.values.filter { $0.id.name == arrival.id.name }
            .sorted { ($0.fetched ?? .distantPast, $0.id) < ($1.fetched ?? .distantPast, $1.id) }
        var removed: Set<ResourceID> = []
        if let oldest = arrival.oldest {
            for record in all where record.fetched ?? .distantPast < oldest && !isKept(record.id) {
                removed.insert(record.id)
            }
        }
        if let maximum = arrival.maximumCount {
            for record in all where all.count - removed.count > maximum && !isKept(record.id) {
                removed.insert(record.id)
            }
        }
        for id in removed { (values[id], aside[id]) = (nil, nil) }
        return removed
    }
}
