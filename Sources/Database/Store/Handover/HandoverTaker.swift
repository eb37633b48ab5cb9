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
        /// The count of the store's reloads when it was last looked at what another process had left behind.
        var lookedAt: Int?
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
    private let marking: any DirectoryMarking
    /// The mark of the folder when nothing was in it, where the disk has told one.
    private let emptyMark = Mutex<DirectoryMark?>(nil)

    /// The number of notes that are forgotten in one commit.
    private static let batch = 64
    /// The time between two looks where the disk cannot tell of changes.
    private static let pollTime = Duration.milliseconds(250)

    /// - Throws: ``StoreError``: `invalidInput` when two kinds have one name.
    init(_ kinds: [AnyHandoverKind], in environment: StoreEnvironment) throws {
        folder = HandoverFolder(
            files: environment.files, store: environment.directory, owner: environment.folder)
        marking = environment.storeFiles
        time = environment.time
        let names = Dictionary(grouping: kinds, by: \.name)
        if let name = names.filter({ $0.value.count > 1 }).keys.min() {
            throw StoreError(
                .invalidInput, path: environment.directory,
                message: "Two kinds of handovers have the name '\(name)'. Give one of them another name.")
        }
        self.kinds = names.compactMapValues(\.first)
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

    /// Whether anything was left that is not done yet.
    ///
    /// Asked before each write: a folder that has stayed as it was when it was empty is not listed.
    func hasAny() throws(FileError) -> Bool {
        let mark = marking.mark(of: folder.path)
        if let mark, emptyMark.withLock({ $0 }) == mark { return false }
        let isEmpty = try folder.names().isEmpty
        emptyMark.withLock { $0 = isEmpty ? mark : nil }
        return !isEmpty
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
            let reloadCount = store.snapshot().view.reloadCount
            var removed: Set<String> = []
            try folder.removeDrafts(before: time.now)
            var seen = Set(try folder.names())
            while !seen.isEmpty {
                // A folder that changes while it is listed may show what came later without what came before. Whatever
                // came before something that is seen is in the next listing.
                let names = try folder.names()
                let inOrder = names.prefix(while: seen.contains)
                for name in inOrder {
                    if try await take(name, for: store) { removed.insert(name) }
                }
                guard names.dropFirst(inOrder.count).contains(where: seen.contains) else { break }
                seen = Set(names)
            }
            // What another process has left behind is looked at once: a disk that fails would see its own changes, and
            // try again for ever.
            let isFirst = state.withLock { state in
                defer { state.lookedAt = reloadCount }
                return state.lookedAt != reloadCount
            }
            if isFirst || !removed.isEmpty { try await forget(store, removed, reloadCount) }
        } catch {
            // Not swallowed: what was left stays where it is, and is taken over at the next change or opening. A disk
            // that fails says so to whoever writes.
        }
    }

    /// The outcome of an attempt to do what was left.
    private enum Outcome: Sendable {
        case done
        /// It was done before, by a process that may have ended before that was on the disk.
        case known
        /// It waits for another version or another time, or somebody else has taken it.
        case left
        case setAside(path: String)
    }

    /// Does what was left, and removes it.
    ///
    /// - Returns: Whether it was removed, for good.
    private func take(_ name: String, for store: JSONStore) async throws -> Bool {
        let outcome: Outcome
        do {
            // All of it where no other process can write: one may have taken it since it was listed, and forgotten it,
            // while the store was suspended.
            outcome = try await store.write(.synced) { [folder, kinds] transaction in
                // What is done need not be whole any more.
                if try transaction.record(name, in: HandoverRecord.schema) != nil { return .known }
                let item: HandoverFolder.Item?
                do {
                    item = try folder.read(name)
                } catch is HandoverFolder.Damaged {
                    return .setAside(path: try folder.setAside(name))
                }
                // By an attempt of which nothing counted.
                if item == nil, let path = try folder.asidePath(of: name) { return .setAside(path: path) }
                // What only another version knows is left for that.
                guard let item, let kind = kinds[item.kind] else { return .left }
                do {
                    try kind.apply(item.payload, &transaction)
                } catch is ForeignHandover {
                    return .setAside(path: try folder.setAside(name))
                }
                try transaction.upsert(HandoverRecord(id: name), in: HandoverRecord.schema)
                return .done
            }
        } catch let error as any CodedError where Self.untilLater.contains(error.code) {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // Not swallowed: it stays, and those behind it are not held up by it.
            return false
        }
        switch outcome {
        case .known:
            // Nothing was written just now that would have been synced.
            try await store.flush()
            fallthrough
        case .done:
            try folder.remove([name])
            return true
        case .left:
            return false
        case .setAside(let path):
            let damage = StoreDamage(
                path: "\(folder.path)/\(name)", setAsidePath: path, salvagedBatches: 0, lostBytes: 0)
            store.publisher.announce([damage])
            return false
        }
    }

    /// Forgets what is done and removed.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - removed: What was removed for good in this round.
    ///   - reloadCount: The count of the store's reloads when the round began.
    /// - Throws: ``StoreError``, `FileError`; what could not be forgotten is looked at another time.
    private func forget(_ store: JSONStore, _ removed: Set<String>, _ reloadCount: Int) async throws {
        let done = try store.snapshot().window(of: HandoverRecord.schema).map(\.id)
        guard !done.isEmpty else { return }
        let left = Set(try folder.names())
        var gone = done.filter { !left.contains($0) }[...]
        while !gone.isEmpty {
            let names = gone.prefix(Self.batch)
            gone = gone.dropFirst(Self.batch)
            try await store.write { [folder] transaction in
                // Another process may have forgotten it, while the store was suspended.
                let names = try names.filter { try transaction.record($0, in: HandoverRecord.schema) != nil }
                // A name that comes back with a power loss must not find its note gone. What was removed before another
                // process wrote may have been removed once more by that, and not for good.
                let isCurrent = transaction.snapshot.view.reloadCount == reloadCount
                try folder.removeAnew(names.filter { !isCurrent || !removed.contains($0) })
                for name in names { try transaction.delete(name, from: HandoverRecord.schema) }
            }
        }
    }
}
