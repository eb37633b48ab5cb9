public import Core
public import Foundation
import Synchronization

/// An ``Core/OfflineSourceProvider`` that works, in memory: it keeps the whole contract and forgets with the process.
///
/// For tests of what stands on a store, and for previews. It passes ``OfflineSourceProviderContract``.
public final class InMemoryOfflineSourceProvider: OfflineSourceProvider {
    private struct State: Sendable {
        var lists: [Site: [SubscribedSource]] = [:]
        var version: UInt64 = 0
        var failures: [any Error] = []

        mutating func takeFailure() throws {
            if !failures.isEmpty { throw failures.removeFirst() }
        }
    }

    private let state = Mutex(State())
    private let announcements = Announcements<SourcesChange>()

    /// Creates a store.
    ///
    /// - Parameter sources: What it has at first, in this order; nothing by default.
    public init(_ sources: [SubscribedSource] = []) {
        state.withLock { state in
            for source in sources { state.lists[source.site, default: []].append(source) }
            for site in state.lists.keys { Self.number(&state.lists[site, default: []]) }
        }
    }

    /// Makes the next calls fail, one for each error; nothing is changed by them.
    ///
    /// - Parameter errors: What the calls throw.
    public func fail(with errors: any Error...) {
        state.withLock { $0.failures += errors }
    }

    /// A site's list as it is stored.
    ///
    /// - Parameter site: Whose list.
    /// - Returns: The list in the person's own order.
    /// - Throws: What ``fail(with:)`` was given.
    public func sources(on site: Site) async throws -> StoredSources {
        try state.withLock { state in
            try state.takeFailure()
            return StoredSources(sources: state.lists[site] ?? [], version: state.version)
        }
    }

    /// Puts a source at the end of its site's list.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - date: When.
    /// - Returns: The source as it is stored.
    /// - Throws: ``Core/DataError`` with the code `invalidInput` when the list has it already, or is full; what
    ///   ``fail(with:)`` was given.
    public func add(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
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

    /// Takes over what the server says of a source.
    ///
    /// - Parameters:
    ///   - id: Which source, by the name that it was asked for.
    ///   - verdict: What the server says.
    ///   - date: When it was asked.
    /// - Returns: The source as it is stored; `nil` when the list does not have it any more.
    /// - Throws: What ``fail(with:)`` was given.
    public func settle(
        _ id: SubscribedSource.ID, _ verdict: SourceVerdict, at date: Date
    ) async throws -> SubscribedSource? {
        try change(id.site) { list in
            guard let index = list.firstIndex(where: { $0.id == id }) else { return nil }
            var source = list[index]
            source.settle(verdict, at: date)
            guard source.id != id, let other = list.firstIndex(where: { $0.id == source.id }) else {
                list[index] = source
                return source
            }
            list[other].settle(verdict, at: date)
            let merged = list[other]
            list.remove(at: index)
            return merged
        }
    }

    /// Takes a source out of its list.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - date: When.
    /// - Returns: The source as it was; `nil` when the list does not have it.
    /// - Throws: What ``fail(with:)`` was given.
    public func remove(_ id: SubscribedSource.ID, at date: Date) async throws -> SubscribedSource? {
        try change(id.site) { list in
            list.firstIndex { $0.id == id }.map { list.remove(at: $0) }
        }
    }

    /// Puts a source back that was removed.
    ///
    /// - Parameters:
    ///   - source: What ``remove(_:at:)`` returned.
    ///   - date: When.
    /// - Returns: The source as it is stored now.
    /// - Throws: ``Core/DataError`` with the code `invalidInput` when the list is full; what ``fail(with:)`` was given.
    public func restore(_ source: SubscribedSource, at date: Date) async throws -> SubscribedSource {
        try change(source.site) { list in
            if let known = list.first(where: { $0.id == source.id }) { return known }
            guard list.count < SubscribedSource.maximumCount else { throw DataError.sourceListIsFull }
            var source = source
            source.changed = date
            list.insert(source, at: list.firstIndex { $0.position >= source.position } ?? list.count)
            return source
        }
    }

    /// Moves a source to another place in its list.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - index: Its index in the list once it has moved; clamped to the list.
    ///   - date: When.
    /// - Returns: Whether the list has it.
    /// - Throws: What ``fail(with:)`` was given.
    public func move(_ id: SubscribedSource.ID, to index: Int, at date: Date) async throws -> Bool {
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

    /// Notes that the person opened a source.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - date: When.
    /// - Returns: Whether the list has it.
    /// - Throws: What ``fail(with:)`` was given.
    public func open(_ id: SubscribedSource.ID, at date: Date) async throws -> Bool {
        try change(id.site) { list in
            guard let index = list.firstIndex(where: { $0.id == id }) else { return false }
            if list[index].lastOpened.map({ $0 < date }) ?? true { list[index].lastOpened = date }
            return true
        }
    }

    /// Announces each commit that changes a list, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    public func changes() -> AsyncStream<SourcesChange> { announcements.stream() }

    private func change<Result: Sendable>(
        _ site: Site, _ body: (inout [SubscribedSource]) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            try state.takeFailure()
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
