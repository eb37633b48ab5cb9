package import Core
import Foundation
import Synchronization

/// The values of resources in a JSON store, one record for each.
///
/// Reads run on the caller's thread against a snapshot. Writes are buffered: what is lost with the power is fetched
/// again. What the outbox acknowledges is written in its own synced commit.
package final class DatabaseResourceProvider: OfflineResourceProvider {
    private let store: JSONStore
    private let rules = Mutex<[String: ResourceRule]>([:])

    /// The collections that a store needs to keep resources.
    package static var collections: [AnyCollectionSchema] { ResourceSchemas.all }

    /// Creates a provider.
    ///
    /// - Parameter store: A store that was opened by
    ///   ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    package init(store: JSONStore) {
        self.store = store
    }

    package func commitNumber() -> UInt64 { store.snapshot().version }

    package func resource(_ id: ResourceID) async throws -> StoredResource? {
        try store.read { try $0.record(id, in: ResourceSchemas.values) }
    }

    package func store(_ arrival: ResourceArrival) async throws -> StoredResource? {
        try await store.write { transaction in
            guard arrival.isWanted() else { return nil }
            let stored = try transaction.record(arrival.id, in: ResourceSchemas.values)
            guard let merged = arrival.merged(into: stored, after: transaction.snapshot.version) else { return stored }
            if let stored, let text = stored.value, stored.version > arrival.version || text == arrival.unreadable {
                try transaction.upsert(stored, in: ResourceSchemas.aside)
            }
            try transaction.upsert(merged, in: ResourceSchemas.values)
            try transaction.evict(for: arrival, isNew: stored == nil)
            return merged
        }
    }

    package func clear(_ scope: ResourceScope) async throws {
        try await store.write { transaction in
            var ids: [ResourceID] = []
            switch scope {
            case .one(let id): ids = [id]
            case .all(let name):
                ids = try transaction.snapshot.window(
                    of: ResourceSchemas.values, by: ResourceSchemas.date, in: StoredResource.places(of: name)
                ).map(\.id)
                ids += try transaction.snapshot.window(of: ResourceSchemas.aside).map(\.id).filter { $0.name == name }
            case .owner(let owner): ids = try transaction.snapshot.resources(of: owner)
            }
            for id in ids { try transaction.deleteResource(id) }
        }
    }

    package func keep(
        _ name: String, by retention: ResourceRetention, without kept: @escaping @Sendable () throws -> Set<ResourceID>
    ) {
        rules.withLock { $0[name] = ResourceRule(retention: retention, kept: kept) }
    }

    @discardableResult
    package func forget(_ selection: ResourceSelection, isDryRun: Bool) async throws -> RetentionReport.Amount {
        let rules = rules.withLock { $0 }
        let found = try store.read { try $0.forgettableResources(selection, by: rules) }
        guard !isDryRun, !found.ids.isEmpty else { return found.amount }
        return try await store.write { transaction in
            // What was asked for or changed meanwhile stays.
            let now = try transaction.snapshot.forgettableResources(selection, by: rules)
            for id in now.ids.sorted() { try transaction.deleteResource(id) }
            return now.amount
        }
    }

    package func changes() -> AsyncStream<Set<ResourceID>?> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Set<ResourceID>?.self, bufferingPolicy: .unbounded)
        let task = Task {
            for await commit in commits {
                if commit.isReload {
                    continuation.yield(nil)
                } else {
                    let ids = Set(commit.ids(in: ResourceSchemas.values))
                    if !ids.isEmpty { continuation.yield(ids) }
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

/// A rule for how much is kept of a resource.
private struct ResourceRule: Sendable {
    let retention: ResourceRetention
    /// Gives the values that are not removed.
    let kept: @Sendable () throws -> Set<ResourceID>
}

extension StoreSnapshot {
    /// The values that can be removed, those that were kept aside included, and what they take.
    fileprivate func forgettableResources(
        _ selection: ResourceSelection, by rules: [String: ResourceRule]
    ) throws -> (ids: Set<ResourceID>, amount: RetentionReport.Amount) {
        let (values, aside) = (ResourceSchemas.values, ResourceSchemas.aside)
        guard try count(of: values) + count(of: aside) > 0 else { return ([], RetentionReport.Amount()) }
        let unsent = try unsentResources()
        var ids: Set<ResourceID> = []
        switch selection {
        case .all: ids = Set(try (window(of: values) + window(of: aside)).map(\.id)).subtracting(unsent)
        case .outdated(let now):
            for (name, rule) in rules { ids.formUnion(try outdated(name, by: rule, besides: unsent, at: now)) }
        }
        guard !ids.isEmpty else { return ([], RetentionReport.Amount()) }
        var amount = RetentionReport.Amount()
        for schema in [values, aside] {
            let part = try amounts(of: schema) { ids.contains($0.id) ? true : nil }[true]
            amount.bytes += part?.bytes ?? 0
        }
        amount.count = ids.count
        return (ids, amount)
    }

    /// The values that something unsent is about; none in a store without an outbox.
    private func unsentResources() throws -> Set<ResourceID> {
        guard view.tables[StatusSchemas.intents.name] != nil else { return [] }
        return Set(
            try pendingOverlays().unsent.compactMap { $0.kind == .resource ? ResourceID($0.native) : nil })
    }

    /// The values of a resource that its rule leaves out, the oldest first.
    private func outdated(
        _ name: String, by rule: ResourceRule, besides unsent: Set<ResourceID>, at now: Date
    ) throws -> Set<ResourceID> {
        let kept = try rule.kept().union(unsent)
        let (schema, index) = (ResourceSchemas.values, ResourceSchemas.date)
        var outdated: Set<ResourceID> = []
        if let age = rule.retention.maximumAge {
            let old = StoredResource.places(of: name, before: now - age / .seconds(1))
            outdated = Set(try window(of: schema, by: index, in: old).map(\.id)).subtracting(kept)
        }
        guard let maximum = rule.retention.maximumCount else { return outdated }
        let all = StoredResource.places(of: name)
        var surplus = try count(of: schema, by: index, in: all) - outdated.count - maximum
        guard surplus > 0 else { return outdated }
        let limit = surplus + outdated.count + kept.count
        for record in try window(of: schema, by: index, in: all, limit: limit) where surplus > 0 {
            guard !kept.contains(record.id), outdated.insert(record.id).inserted else { continue }
            surplus -= 1
        }
        return outdated
    }

    /// The values that belong to an owner, those that were kept aside included.
    fileprivate func resources(of owner: MarkOwner) throws -> [ResourceID] {
        let key = owner.description
        let own = try window(
            of: ResourceSchemas.values, by: ResourceSchemas.owner, in: .text(key)..<(.text(key + "\u{0}")))
        return try own.map(\.id) + window(of: ResourceSchemas.aside).map(\.id).filter { $0.owner == owner }
    }

    /// The names of the accounts of a site that values were fetched for before the server had said whose they are.
    func unnamedOwnersOfResources(on site: Site) throws -> [String] {
        guard view.tables[ResourceSchemas.values.name] != nil else { return [] }
        let key = MarkOwner.account(AccountKey(site: site, name: CurrentViewers.unknownAccount)).description
        let values = try window(
            of: ResourceSchemas.values, by: ResourceSchemas.owner, in: .text(key)..<(.text(key + "\u{10FFFF}")))
        return values.compactMap { $0.id.owner?.account?.name }
    }
}

extension WriteTransaction {
    /// Notes a change of a value that a server took.
    mutating func acknowledge(_ change: ResourceAcknowledgement) throws {
        var stored = try record(change.id, in: ResourceSchemas.values) ?? StoredResource(id: change.id)
        stored.acknowledge(change, in: number)
        try upsert(stored, in: ResourceSchemas.values)
    }

    /// Removes the values that belong to an account, as when it leaves this device.
    ///
    /// - Parameter owner: The owner.
    /// - Returns: The number of values; none in a store that was opened without resources.
    /// - Throws: ``StoreError``.
    mutating func removeResources(of owner: MarkOwner) throws -> Int {
        guard snapshot.view.tables[ResourceSchemas.values.name] != nil else { return 0 }
        let ids = Set(try snapshot.resources(of: owner))
        for id in ids { try deleteResource(id) }
        return ids.count
    }

    fileprivate mutating func deleteResource(_ id: ResourceID) throws {
        try delete(id, from: ResourceSchemas.values)
        try delete(id, from: ResourceSchemas.aside)
    }

    /// Removes the values that the retention of a resource leaves out, the oldest first.
    fileprivate mutating func evict(for arrival: ResourceArrival, isNew: Bool) throws {
        let (schema, index, name) = (ResourceSchemas.values, ResourceSchemas.date, arrival.id.name)
        func isKept(_ id: ResourceID) -> Bool { id == arrival.id || arrival.keeping.contains(id) }
        var removed: Set<ResourceID> = []
        if let oldest = arrival.oldest {
            let old = try snapshot.window(of: schema, by: index, in: StoredResource.places(of: name, before: oldest))
            for record in old where !isKept(record.id) {
                try deleteResource(record.id)
                removed.insert(record.id)
            }
        }
        guard let maximum = arrival.maximumCount else { return }
        let all = StoredResource.places(of: name)
        var surplus = try snapshot.count(of: schema, by: index, in: all) + (isNew ? 1 : 0) - removed.count - maximum
        guard surplus > 0 else { return }
        let limit = surplus + arrival.keeping.count + removed.count + 1
        for record in try snapshot.window(of: schema, by: index, in: all, limit: limit) where surplus > 0 {
            guard !isKept(record.id), !removed.contains(record.id) else { continue }
            try deleteResource(record.id)
            surplus -= 1
        }
    }
}
