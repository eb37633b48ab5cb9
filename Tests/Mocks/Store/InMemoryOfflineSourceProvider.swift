package import Core
package import Foundation
import Synchronization

/// An ``Core/OfflineSourceProvider`` in memory that keeps the whole contract.
///
/// For tests of code that uses a store, and for previews. It passes ``OfflineSourceProviderContract``.
package final class InMemoryOfflineSourceProvider: OfflineSourceProvider {
    private struct State: Sendable {
        var lists: [Site: [SubscribedSource]] = [:]
        var version: UInt64 = 0
        var failures: [any Error] = []
        var failuresOfChanges: [any Error] = []

        mutating func takeFailure() throws {
            if !failures.isEmpty { throw failures.removeFirst() }
        }

        mutating func takeFailureOfChange() throws {
            if !failuresOfChanges.isEmpty { throw failuresOfChanges.removeFirst() }
            try takeFailure()
        }
    }

    private let state = Mutex(State())
    private let announcements = Announcements<SourcesChange>()

    /// Creates a store.
    ///
    /// - Parameter sources: What it has at first, in this order; nothing by default.
    package init(_ sources: [SubscribedSource] = []) {
        state.withLock { state in
            for source in sources { state.lists[source.site, default: []].append(source) }
            for site in state.lists.keys { Self.number(&state.lists[site, default: []]) }
        }
    }

    /// Makes the next calls fail, one for each error; they change nothing.
    ///
    /// - Parameter errors: The errors to throw.
    package func fail(with errors: any Error...) {
        state.withLock { $0.failures += errors }
    }

    /// Makes the next changes fail, one for each error, whatever is read meanwhile.
    ///
    /// - Parameter errors: The errors to throw.
    package func failChanges(with errors: any Error...) {
        state.withLock { $0.failuresOfChanges += errors }
    }

    package func sources(on site: Site) async throws -> StoredSources {
        try state.withLock { state in
            try state.takeFailure()
            return StoredSources(sources: state.lists[site] ?? [], version: state.version)
        }
    }

    package func add(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
        try change(source.site) { list in
            if let known = list.first(where: { $0.id == source.id }) { throw DataError(isDuplicateOf: known) }
            guard list.count < SubscribedSource.maximumCount else { throw DataError.sourceListIsFull }
            var source = source
            source.changed = date
            source.position = Double(list.count)
            list.append(source)
            return source
        }
    }

    package func update(
        _ id: SubscribedSource.ID, with result: SourceLookupResult, at date: Date
    ) async throws -> SubscribedSource? {
        try change(id.site) { list in
            guard let index = list.firstIndex(where: { $0.id == id }) else { return nil }
            var source = list[index]
            source.update(with: result, at: date)
            guard source.id != id, let other = list.firstIndex(where: { $0.id == source.id }) else {
                list[index] = source
                return source
            }
            list[other].update(with: result, at: date)
            let merged = list[other]
            list.remove(at: index)
            return merged
        }
    }

    package func remove(_ id: SubscribedSource.ID, at date: Date) async throws -> SubscribedSource? {
        try change(id.site) { list in
            list.firstIndex { $0.id == id }.map { list.remove(at: $0) }
        }
    }

    package func restore(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
        try change(source.site) { list in
            if let known = list.first(where: { $0.id == source.id }) { return known }
            guard list.count < SubscribedSource.maximumCount else { throw DataError.sourceListIsFull }
            var source = source
            source.changed = date
            list.insert(source, at: list.firstIndex { $0.position >= source.position } ?? list.count)
            return source
        }
    }

    package func move(_ id: SubscribedSource.ID, to index: Int, at date: Date) async throws -> Bool {
        try change(id.site) { list in
            guard let from = list.firstIndex(where: { $0.id == id }) else { return false }
            let to = min(max(index, 0), list.count - 1)
            guard to != from else { return true }
            var source = list.remove(at: from)
            source.changed = date
            list.insert(source, at: to)
            Self.number(&list)
            return true
        }
    }

    package func open(_ id: SubscribedSource.ID, at date: Date) async throws -> Bool {
        try change(id.site) { list in
            guard let index = list.firstIndex(where: { $0.id == id }) else { return false }
            if list[index].lastOpened.map({ $0 < date }) ?? true { list[index].lastOpened = date }
            return true
        }
    }

    package func changes() -> AsyncStream<SourcesChange> { announcements.stream() }

    private func change<Result: Sendable>(
        _ site: Site, _ body: (inout [SubscribedSource]) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            try state.takeFailureOfChange()
            var list = state.lists[site] ?? []
            let before = list
            let result = try body(&list)
            guard list != before else { return result }
            state.lists[site] = list
            state.version += 1
            // Inside the lock, so that changes are announced in the order of their versions.
            announcements.send(SourcesChange(sites: [site], version: state.version))
            return result
        }
    }

    /// Gives every source the number of its place.
    private static func number(_ list: inout [SubscribedSource]) {
        for index in list.indices { list[index].position = Double(index) }
    }
}
