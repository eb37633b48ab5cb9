import Core
import Foundation
import Synchronization

/// Takes over what other processes left for a store, in order and once, as it comes.
///
/// A handover and the note that it is done are one commit, so that neither a kill nor a power loss repeats it.
final class HandoverTaker: Sendable {
    private struct State {
        var watch: (any FileWatch)?
        var tasks: [Task<Void, Never>] = []
        /// The last round of taking over: the next one waits for it.
        var round: Task<Void, Never>?
    }

    /// The reasons why nothing can be written now, whatever it is.
    private static let untilLater: Set<ErrorCode> = [
        .storeSuspended, .storeClosed, .noSpace, .diskFailure, .readOnly, .permissionDenied, .fileProtected,
        .tooManyOpenFiles, .outcomeUnknown,
    ]

    private let folder: HandoverFolder
    private let kinds: [String: AnyHandoverKind]
    private let time: any TimeProvider
    private let state = Mutex(State())

    /// The time between two looks where the disk cannot tell of changes.
    private static let pollTime = Duration.milliseconds(250)

    init(_ kinds: [AnyHandoverKind], in environment: StoreEnvironment) {
        folder = HandoverFolder(
            files: environment.files, store: environment.directory, owner: environment.folder)
        time = environment.time
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { $1 }
    }

    deinit {
        stop()
    }

    /// Takes over what there is, and from then on what comes, until the store is released or closed.
    func begin(for store: JSONStore) {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            do {
                try folder.make()
                state.watch = try folder.files.watch(folder.path) { continuation.yield() }
            } catch {
                // Not swallowed: it is looked at from time to time instead.
            }
            if state.watch == nil {
                let time = time
                state.tasks.append(
                    Task {
                        // A clock that is taken away ends the looks.
                        while (try? await time.sleep(for: Self.pollTime)) != nil { continuation.yield() }
                    })
            }
            state.tasks.append(
                Task { [weak self, weak store] in
                    for await _ in signals {
                        guard let self, let store else { return }
                        await self.takeAll(for: store)
                    }
                })
        }
        continuation.yield()
    }

    /// Ends; what is left stays for the next one.
    func stop() {
        state.withLock { state in
            state.watch?.cancel()
            for task in state.tasks { task.cancel() }
            (state.watch, state.tasks) = (nil, [])
        }
    }

    /// Takes over what there is; one round after the other, so that none meets what another one is about to do.
    func takeAll(for store: JSONStore) async {
        let round = state.withLock { state in
            let last = state.round
            let round = Task {
                await last?.value
                await self.takeAllInTurn(for: store)
            }
            state.round = round
            return round
        }
        await round.value
    }

    private func takeAllInTurn(for store: JSONStore) async {
        do {
            try folder.removeDrafts(before: time.now)
            var seen = Set(try folder.names())
            while !seen.isEmpty {
                // A folder that changes while it is listed may show what came later without what came before. Whatever
                // came before something that is seen is in the next listing.
                let names = try folder.names()
                let inOrder = names.prefix(while: seen.contains)
                for name in inOrder { try await take(name, for: store) }
                guard names.dropFirst(inOrder.count).contains(where: seen.contains) else { break }
                seen = Set(names)
            }
            try await forget(store)
        } catch {
            // Not swallowed: what was left stays where it is, and is taken over at the next change or opening. A disk
            // that fails says so to whoever writes.
        }
    }

    private func take(_ name: String, for store: JSONStore) async throws {
        let item: HandoverFolder.Item?
        do {
            item = try folder.read(name)
        } catch is HandoverFolder.Damaged {
            let aside = try folder.setAside(name)
            let damage = StoreDamage(
                path: "\(folder.path)/\(name)", setAsidePath: aside, salvagedBatches: 0, lostBytes: 0)
            store.publisher.announce([damage])
            return
        }
        // What only another version knows is left for that.
        guard let item, let kind = kinds[item.kind] else { return }
        do {
            try await store.write(.synced) { [folder] transaction in
                // Looked at once more, with the lock: another process may have taken it since it was read, and forgotten
                // it, while the store was suspended.
                guard try folder.read(name) != nil,
                    try transaction.record(name, in: HandoverRecord.schema) == nil
                else { return }
                try kind.apply(item.payload, &transaction)
                try transaction.upsert(HandoverRecord(id: name), in: HandoverRecord.schema)
            }
        } catch let error as StoreError where Self.untilLater.contains(error.code) {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // Not swallowed: it stays, and those behind it are not held up by it.
            return
        }
        try folder.remove([name])
    }

    /// Forgets what is done and removed.
    private func forget(_ store: JSONStore) async throws {
        let done = try store.snapshot().window(of: HandoverRecord.schema).map(\.id)
        guard !done.isEmpty else { return }
        let left = Set(try folder.names())
        let gone = done.filter { !left.contains($0) }
        guard !gone.isEmpty else { return }
        // A name that comes back with a power loss must not find its note gone.
        try folder.files.syncDirectory(folder.path)
        try await store.write { transaction in
            for name in gone { try transaction.delete(name, from: HandoverRecord.schema) }
        }
    }
}
