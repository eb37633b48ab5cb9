import Core
import Foundation
import Synchronization

/// Where a governor's memory lies: one value of a state store, written one at a time.
final class BudgetArchive: Sendable {
    private struct State {
        /// Whether somebody will write who has not looked at what to write yet.
        var isQueued = false
        var last: Task<Void, Never>?
    }

    private let store: any StateStore
    private let name: String
    private let report: @Sendable (ErrorCode) -> Void
    private let state = Mutex(State())

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - store: Where it lies.
    ///   - name: The value's name.
    ///   - report: Is told what could not be read or written. Nothing else comes of it: without a memory one is less
    ///     polite for a minute, and without a network nothing works at all.
    init(_ store: any StateStore, name: String, report: @escaping @Sendable (ErrorCode) -> Void) {
        self.store = store
        self.name = name
        self.report = report
    }

    /// What was written down.
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

    /// Writes down what is known by the time that it is this one's turn.
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
