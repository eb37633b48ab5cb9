import Foundation
import Synchronization

/// An activity log whose newest entries survive a relaunch: an ``InMemoryActivityLog`` that is written into a
/// ``StateStore``.
///
/// New entries are written some seconds later, once for all of them, and by ``flush()``. Those of earlier runs are
/// read when somebody first asks for ``entries``, so that a start costs nothing; ``revision`` grows then. Entries of other
/// processes with the same store are kept. A store that fails costs what was not written, and nothing else.
public final class StoredActivityLog: ActivityRecorder, ActivityLog {
    private struct State {
        var loading: Task<Void, Never>?
        /// The task that waits until what was recorded is written.
        var waiting: Task<Void, Never>?
        /// The last write, behind which the next one begins.
        var writing: Task<Void, Never>?
        var isDirty = false
        /// Whether what is stored is not wanted any more.
        var isCleared = false
    }

    private let memory: InMemoryActivityLog
    private let store: any StateStore
    private let time: any TimeProvider
    private let state = Mutex(State())

    /// The name of the stored value.
    private static let name = "activity.json"
    /// The number of entries that are stored, which take some tens of kilobytes.
    private static let storedLimit = 200
    /// The time between a record and its writing.
    private static let pause = Duration.seconds(5)

    /// Creates a log, and reads nothing yet.
    ///
    /// - Parameters:
    ///   - store: The store of the entries.
    ///   - capacity: The number of entries that are kept in memory; 500 by default, and at least one.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        store: any StateStore, capacity: Int = 500, time: any TimeProvider = Dependency.clock
    ) {
        memory = InMemoryActivityLog(capacity: capacity)
        self.store = store
        self.time = time
    }

    deinit {
        state.withLock { $0.waiting?.cancel() }
    }

    /// The entries, newest first; those of earlier runs once they are read, which the first call begins.
    public var entries: [ActivityEntry] {
        _ = beginLoading()
        return memory.entries
    }

    public var revision: ObservableValue<UInt64> { memory.revision }

    public func record(_ event: ActivityEvent) {
        memory.record(event)
        scheduleWriting()
    }

    public func removeAll() {
        state.withLock { $0.isCleared = true }
        memory.removeAll()
        scheduleWriting()
    }

    /// Reads what earlier runs wrote, and returns when that is among ``entries``.
    public func load() async {
        await beginLoading().value
    }

    /// Writes what was recorded and is not written yet.
    public func flush() async {
        let (isDirty, last) = state.withLock { state in
            state.waiting?.cancel()
            state.waiting = nil
            return (state.isDirty, state.writing)
        }
        if isDirty { await beginWriting().value } else { await last?.value }
    }

    // MARK: Reading

    private func beginLoading() -> Task<Void, Never> {
        state.withLock { state in
            if let loading = state.loading { return loading }
            // Weak, so that nobody waits for a log that is gone.
            let loading = Task { [weak self, store] in
                // What cannot be read is not shown; nothing is written in its place either.
                let stored = try? await Self.stored(in: store)
                guard let self, let stored, !self.state.withLock({ $0.isCleared }) else { return }
                memory.restore(stored)
            }
            state.loading = loading
            return loading
        }
    }

    /// The stored entries, oldest first; none where another version wrote them, or they are damaged.
    private static func stored(in store: any StateStore) async throws -> [ActivityEntry] {
        guard let data = try await store.value(name) else { return [] }
        // A log that this version cannot read is begun anew.
        return (try? JSONDecoder().decode([StoredEntry].self, from: data))?.map(\.entry) ?? []
    }

    // MARK: Writing

    private func scheduleWriting() {
        state.withLock { state in
            state.isDirty = true
            guard state.waiting == nil else { return }
            state.waiting = Task { [weak self, time] in
                do {
                    try await time.sleep(for: Self.pause)
                } catch {
                    // Somebody writes at once, or the log is gone.
                    return
                }
                guard let self else { return }
                self.state.withLock { $0.waiting = nil }
                await beginWriting().value
            }
        }
    }

    private func beginWriting() -> Task<Void, Never> {
        state.withLock { state in
            state.isDirty = false
            let writing = Task { [self, previous = state.writing] in
                await previous?.value
                await write()
            }
            state.writing = writing
            return writing
        }
    }

    private func write() async {
        await load()
        let isCleared = state.withLock { $0.isCleared }
        let own = Array(memory.entries.reversed())
        do {
            // Those of other processes since.
            let others =
                isCleared ? [] : try await Self.stored(in: store).filter { !own.contains(where: $0.isSame(as:)) }
            // Of two at the same time the one that was recorded first stays in front.
            let all = (others + own).enumerated().sorted {
                ($0.element.event.date, $0.offset) < ($1.element.event.date, $1.offset)
            }.map(\.element).suffix(Self.storedLimit)
            try await store.set(JSONEncoder().encode(all.map(StoredEntry.init)), for: Self.name)
            state.withLock { $0.isCleared = false }
        } catch {
            // With what is recorded next it is written again.
            state.withLock { $0.isDirty = true }
        }
    }

    /// An entry as it is stored; its number is that of one run.
    private struct StoredEntry: Codable {
        let event: ActivityEvent
        let count: Int
        let firstDate: Date

        init(_ entry: ActivityEntry) {
            (event, count, firstDate) = (entry.event, entry.count, entry.firstDate)
        }

        var entry: ActivityEntry { ActivityEntry(id: 0, event: event, count: count, firstDate: firstDate) }
    }
}

extension ActivityEntry {
    /// Whether it is the same entry, maybe of another run.
    fileprivate func isSame(as other: ActivityEntry) -> Bool {
        firstDate == other.firstDate && event.repeats(other.event)
    }
}
