import Core
import Foundation
import Synchronization

/// The storage of a governor's budgets: one value of a state store, with one write at a time.
final class BudgetStore: Sendable {
    private struct State {
        /// Whether a write is queued that has not taken its snapshot yet.
        var isQueued = false
        var last: Task<Void, Never>?
    }

    private let store: any StateStore
    private let name: String
    private let report: @Sendable (ErrorCode) -> Void
    private let state = Mutex(State())

    /// Creates the storage.
    ///
    /// - Parameters:
    ///   - store: Where it lies.
    ///   - name: The value's name.
    ///   - report: Receives the codes of failed reads and writes. They have no other effect: without a memory requests
    ///     are less restrained for a minute.
    init(_ store: any StateStore, name: String, report: @escaping @Sendable (ErrorCode) -> Void) {
        self.store = store
        self.name = name
        self.report = report
    }

    /// Reads the stored snapshot.
    ///
    /// - Returns: `nil` when there is nothing, or nothing that can be read.
    func snapshot() async -> BudgetSnapshot? {
        do {
            guard let data = try await store.value(name) else { return nil }
            let snapshot = BudgetSnapshot(data)
            if snapshot == nil { report(.storeDamaged) }
            return snapshot
        } catch {
            report(Self.code(of: error))
            return nil
        }
    }

    /// Writes a snapshot, taken when the write begins.
    ///
    /// However often it is called meanwhile, that is one write.
    ///
    /// - Parameter snapshot: Looks at what is known.
    func save(_ snapshot: @escaping @Sendable () -> BudgetSnapshot) {
        state.withLock { state in
            guard !state.isQueued else { return }
            state.isQueued = true
            state.last = Task { [last = state.last] in
                await last?.value
                self.state.withLock { $0.isQueued = false }
                await self.write(snapshot())
            }
        }
    }

    /// Returns when all that was to be written is written.
    func flush() async {
        await state.withLock { $0.last }?.value
    }

    private func write(_ snapshot: BudgetSnapshot) async {
        do {
            try await store.set(snapshot.data(), for: name)
        } catch {
            report(Self.code(of: error))
        }
    }

    private static func code(of error: any Error) -> ErrorCode { (error as? any CodedError)?.code ?? .unknown }
}
