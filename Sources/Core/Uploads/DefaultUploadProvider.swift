package import Foundation
import Synchronization

/// Files that are to be uploaded, in a folder beside the store: one file for each, with its id as its name.
package final class DefaultUploadProvider: UploadProvider {
    package let progress = ObservableValue<[OutboxItem.ID: UploadProgress]>([:])

    private struct State {
        /// The copies that this process has made: nothing may have them yet.
        var fresh: Set<String> = []
        /// The files that something unsent had when it was last looked at.
        var unsent: Set<String> = []
        /// The files that drafts had when they were last looked at.
        var drafted: Set<String> = []
        /// The files that something had, and that may not be had any more.
        var released: Set<String> = []
        /// The unsent items that have files.
        var items: [Item] = []
        /// The bytes of each call under way that were sent.
        var sent: [OutboxEntry.ID: Int] = [:]
        /// Whether there are files at all, so that the outbox is worth looking at.
        var hasFiles = true
    }

    /// An unsent item that has files.
    private struct Item {
        let id: OutboxItem.ID
        let byteCount: Int
        /// The uploads that are not finished, with their sizes.
        let open: [(id: OutboxEntry.ID, byteCount: Int)]
    }

    private let folder: String
    private let files: any FileSystem
    private let drafts: any DraftProvider
    private let random: any RandomSource
    private let mayWrite: @Sendable () -> Bool
    private let worker = FileWorker("lantern.uploads")
    private let state = Mutex(State())

    /// Creates a provider; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - folder: The folder of the copies; it is made when it is needed.
    ///   - files: The disk.
    ///   - drafts: The drafts, which may have files.
    ///   - random: The source of ids.
    ///   - mayWrite: Whether this process may write to the store now; always by default.
    package init(
        folder: String, files: any FileSystem, drafts: any DraftProvider, random: any RandomSource,
        mayWrite: @escaping @Sendable () -> Bool = { true }
    ) {
        (self.folder, self.files, self.drafts) = (folder, files, drafts)
        (self.random, self.mayWrite) = (random, mayWrite)
    }

    // MARK: - Copies

    package func keep(_ data: Data, name: String, type: String) async throws -> UploadFile {
        guard mayWrite() else {
            throw DataError(
                .storeBusy,
                message: "Another program has the store open. Do it there, or end that program and try again.")
        }
        let id = OutboxEntry.ID(random: random).rawValue
        let (files, folder, path) = (files, folder, "\(folder)/\(id)")
        state.withLock {
            $0.fresh.insert(id)
            $0.hasFiles = true
        }
        do {
            try await worker.run {
                try files.makeDirectory(folder)
                try files.replace(path, with: Array(data))
            }
        } catch {
            _ = state.withLock { $0.fresh.remove(id) }
            await remove([id, id + Self.draftSuffix])
            throw DataError(error)
        }
        return UploadFile(id: id, name: name, type: type, byteCount: data.count)
    }

    package func data(of file: UploadFile) async throws -> Data {
        guard file.isNamedByStore else { throw Self.missing(file) }
        let (files, path) = (files, "\(folder)/\(file.id)")
        let bytes: [UInt8]?
        do {
            bytes = try await worker.run { try files.contents(of: path) }
        } catch {
            throw DataError(error)
        }
        guard let bytes else { throw Self.missing(file) }
        guard bytes.count == file.byteCount else {
            throw DataError(.malformed, message: "The copy of '\(file.name)' is damaged. Choose the file again.")
        }
        return Data(bytes)
    }

    /// Throws where a copy is not there.
    func check(_ wanted: [UploadFile]) async throws {
        let names = Set(try await names())
        for file in wanted where !file.isNamedByStore || !names.contains(file.id) { throw Self.missing(file) }
    }

    /// Notes that something unsent has these, as it is stored: it may leave before anybody looks.
    func took(_ files: [UploadFile]) {
        guard !files.isEmpty else { return }
        state.withLock { state in
            state.unsent.formUnion(files.map(\.id))
            state.hasFiles = true
        }
    }

    private static func missing(_ file: UploadFile) -> DataError {
        DataError(.fileMissing, message: "The copy of '\(file.name)' is not on this device. Choose the file again.")
    }

    private func names() async throws -> [String] {
        let (files, folder) = (files, folder)
        do {
            return try await worker.run { try files.list(folder) }
        } catch {
            throw DataError(error)
        }
    }

    /// Removes files; what cannot be removed is found by the next sweep.
    private func remove(_ names: some Sequence<String> & Sendable) async {
        let (files, folder) = (files, folder)
        do {
            try await worker.run {
                for name in names { try files.remove("\(folder)/\(name)") }
            }
        } catch {
            // The next launch finds what is left.
        }
    }

    /// What a copy is named while it is written.
    private static let draftSuffix = ".new"

    // MARK: - What has them

    /// Removes what an earlier process has left, and from then on what nothing has any more, until the task is cancelled.
    ///
    /// - Parameter outbox: The outbox, read from the store.
    package func follow(_ outbox: DefaultOutboxProvider) async {
        await sweep(outbox)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await state in outbox.state.values where self.state.withLock({ $0.hasFiles }) {
                    if self.note(state) { await self.release(outbox) }
                }
            }
            group.addTask {
                do {
                    for try await drafts in self.drafts.observe() {
                        if self.note(drafts) { await self.release(outbox) }
                    }
                } catch {
                    // A store that cannot be read says so to everybody else; the next launch finds what is left.
                }
            }
        }
    }

    /// Removes what neither something unsent nor a draft has; a copy that this process has made stays.
    ///
    /// Where one of them cannot be read, all stays.
    ///
    /// - Parameter outbox: The outbox.
    package func sweep(_ outbox: DefaultOutboxProvider) async {
        guard mayWrite() else { return }
        do {
            // Listed first: what is made after this is not among them.
            let names = try await names()
            guard !names.isEmpty, let used = try await used(outbox) else { return }
            let kept = used.union(state.withLock { $0.fresh })
            await remove(
                names.filter { name in
                    let id = name.hasSuffix(Self.draftSuffix) ? String(name.dropLast(Self.draftSuffix.count)) : name
                    return !kept.contains(id)
                })
        } catch {
            // As above.
        }
    }

    /// Removes what was had when it was last looked at, and is not any more.
    private func release(_ outbox: DefaultOutboxProvider) async {
        do {
            guard mayWrite(), let used = try await used(outbox) else { return }
            let gone = state.withLock { state in
                let gone = state.released.subtracting(used)
                state.released = []
                state.fresh.subtract(gone)
                return gone
            }
            await remove(gone)
        } catch {
            // As above.
        }
    }

    /// The files that something has; `nil` where not all can be read.
    private func used(_ outbox: DefaultOutboxProvider) async throws -> Set<String>? {
        func drafted() async throws -> [String] { try await drafts.drafts().flatMap { $0.files.map(\.id) } }
        // Drafts before and behind: an item takes over the files of its draft, and the other way round, in one commit.
        let before = try await drafted()
        guard let unsent = try await outbox.filesInUse() else { return nil }
        return unsent.union(before).union(try await drafted())
    }

    /// Takes what is unsent into account.
    ///
    /// - Returns: Whether something has less than before.
    private func note(_ outbox: DefaultOutboxProvider.State) -> Bool {
        let owners = outbox.entries.filter { !$0.files.isEmpty }
        let items = owners.filter { !$0.policy.isPart }.map { entry in
            Item(
                id: OutboxItem.ID(rawValue: entry.id.rawValue),
                byteCount: entry.files.reduce(0) { $0 + $1.byteCount },
                open: entry.parts.compactMap { outbox.unsent[$0] }.map { part in
                    (part.id, part.files.reduce(0) { $0 + $1.byteCount })
                })
        }
        let isLess = state.withLock { state in
            let unsent = Set(owners.flatMap { $0.files.map(\.id) })
            state.released.formUnion(state.unsent.subtracting(unsent))
            state.unsent = unsent
            state.items = items
            state.hasFiles = !unsent.isEmpty || !state.drafted.isEmpty || !state.fresh.isEmpty
            return !state.released.isEmpty
        }
        show()
        return isLess
    }

    private func note(_ drafts: [Draft]) -> Bool {
        state.withLock { state in
            let drafted = Set(drafts.flatMap { $0.files.map(\.id) })
            state.released.formUnion(state.drafted.subtracting(drafted))
            state.drafted = drafted
            if !drafted.isEmpty { state.hasFiles = true }
            return !state.released.isEmpty
        }
    }

    // MARK: - Progress

    /// Notes how much of a call was sent.
    func tell(_ id: OutboxEntry.ID, _ sent: Int, of total: Int) {
        state.withLock { state in
            let size = state.items.lazy.flatMap(\.open).first { $0.id == id }?.byteCount ?? 0
            // What is around the files counts with them.
            state.sent[id] = total > 0 ? Int(Double(size) * Double(sent) / Double(total)) : 0
        }
        show()
    }

    /// Notes that a call is over, whatever became of it.
    func ended(_ id: OutboxEntry.ID) {
        let wasSent = state.withLock { $0.sent.removeValue(forKey: id) != nil }
        if wasSent { show() }
    }

    private func show() {
        progress.update { shown in
            shown = state.withLock { state in
                var all: [OutboxItem.ID: UploadProgress] = [:]
                for item in state.items {
                    let left = item.open.reduce(0) { $0 + $1.byteCount - min($1.byteCount, state.sent[$1.id] ?? 0) }
                    all[item.id] = UploadProgress(sentByteCount: item.byteCount - left, byteCount: item.byteCount)
                }
                return all
            }
        }
    }
}

extension DefaultOutboxProvider {
    /// The files that something unsent has, as it is stored now; `nil` where this version cannot read all of it.
    func filesInUse() async throws -> Set<String>? {
        try await open()
        await takeTurn()
        defer { giveTurn() }
        let known = state.value
        guard known.unreadableCount == 0 else { return nil }
        // What is not stored yet counts as well, and what was to be removed and could not be.
        return Set((outbox.entries.values + known.entries).flatMap { $0.files.map(\.id) })
    }
}

extension DefaultWritingProvider {
    /// Throws where the files of an entry cannot be uploaded from here.
    func checkFiles(of entry: OutboxEntry) async throws {
        try checkStoreIsOurs()
        guard let uploads else { throw DataError.noUploads }
        // What is known already has them, or needs them no more.
        let state = entries.state.value
        guard state.unsent[entry.id] == nil, state.sent[entry.id] == nil else { return }
        try await uploads.check(entry.files)
    }
}
