import Core
import Foundation

/// Reads what lies in a store's directory, beside a process that may be writing there.
///
/// It takes no lock and changes nothing. What the writer takes away meanwhile is noticed, and reading starts over.
struct StoreReading {
    /// A store as it was read.
    struct Content {
        var tables: [String: CollectionState]
        /// The files of the journal, in order; none for a store in which nothing was ever written.
        var files: [JournalFile] = []
        var position = JournalPosition(segment: 0, offset: 0, next: 1)
        /// The versions of collections that were named last.
        var versions: [String: Int] = [:]
        var highestFileID: UInt32 = 0
        /// The tip that it reaches; nil where there was none, and everything whole was read.
        var tip: StoreTip?
        /// The number of changes that came from the journal.
        var loadedCount = 0
        /// The first file that was opened for it, by ``StoreFile/Entry/number``.
        var firstFile = 0
        /// The collections that cannot be used as they are declared.
        var refusals: [String: StoreError] = [:]
        /// Whether there were no derived files to use, so that all of the journal is in memory.
        var isWithoutIndexes = false

        /// A store of which nothing can be read.
        init(_ environment: StoreEnvironment, refusedFor error: StoreError) {
            tables = environment.definitions.mapValues { CollectionState(orderCount: $0.orderCount) }
            refusals = environment.definitions.mapValues { _ in error }
        }

        fileprivate init(tables: [String: CollectionState]) {
            self.tables = tables
        }
    }

    /// The error for files that do not belong together, because the writer was faster.
    private struct Changed: Error {}

    /// Everything that says whether the store changed while it was read.
    struct Witness: Equatable {
        var manifest: [UInt8]?
        var tip: StoreTip?
        var names: [String]
        /// The length of the last file of the journal.
        var lastSize: Int?
    }

    let environment: StoreEnvironment
    var files: any FileSystem { environment.files }
    var directory: String { environment.directory }

    /// The number of attempts that one state of the store gets with its manifest, as its files may change in between.
    ///
    /// A compaction takes a while between its file and the manifest that knows it; damage does not go away.
    private static let attemptsWithManifest = 100
    private static let attemptsPerState = 104
    private static let attemptsWithDamage = 6
    /// The time to wait for the writer between two attempts, and how often.
    private static let pause = 0.002
    private static let attempts = 1_500

    /// Reads the store as it is now.
    ///
    /// - Parameter usesManifest: Whether derived files are used; else the whole journal is read.
    /// - Returns: The store; an empty one where there is none.
    /// - Throws: ``StoreError``: `storeDamaged` when the journal itself is damaged, `storeTooNew` when it has lines of a
    ///   newer version; `FileError`.
    func read(usesManifest: Bool = true) throws -> Content {
        var last: Witness?
        var sameCount = 0
        var isDerivedDamaged = false
        for attempt in 0..<Self.attempts {
            if attempt > 1 { Thread.sleep(forTimeInterval: Self.pause) }
            let firstFile = environment.storeFiles.nextFile
            let witness = try witness()
            if witness != last { isDerivedDamaged = false }
            sameCount = witness == last ? sameCount + 1 : 0
            last = witness
            do {
                // A manifest that does not fit the files was left by a process that was killed.
                let isFitting = sameCount < Self.attemptsWithManifest && !isDerivedDamaged
                var content = try read(witness, usesManifest: usesManifest && isFitting)
                content.firstFile = firstFile
                guard try files.contents(of: Manifest.path(directory)) == witness.manifest else { continue }
                // Where there was no tip, a writer may have come and begun what it takes back.
                if try witness.tip != nil || StoreTip.read(files, directory) == nil { return content }
            } catch is Changed {
                // A tip that nothing reaches, and nobody writes, is of a store that was put there by other means: all counts.
                if sameCount == Self.attemptsPerState - 1, witness.tip != nil {
                    let whole = Witness(manifest: nil, tip: nil, names: witness.names, lastSize: nil)
                    var content = try read(whole, usesManifest: false)
                    content.firstFile = firstFile
                    if try StoreTip.read(files, directory) == witness.tip { return content }
                }
            } catch let error where error.isSuperseded {
                // The writer was faster than the file was opened again.
            } catch let error as StoreError where error.code == .storeDamaged && sameCount < Self.attemptsWithDamage {
                // Half of what the writer does can look like damage.
            } catch RunFailure.damage where !isDerivedDamaged {
                // A derived file is gone or damaged; the journal has everything.
                isDerivedDamaged = sameCount >= Self.attemptsWithDamage
            } catch RunFailure.damage(let damage) {
                throw StoreError(damage)
            } catch RunFailure.disk(let error) {
                throw error
            }
        }
        throw StoreError(
            .storeBusy, path: directory,
            message: "'\(directory)' changed each time that it was read. Try again.")
    }

    /// Looks at everything that shows whether there is something new.
    func witness() throws -> Witness {
        let names = try files.list(directory).sorted()
        let last = names.last { Journal.segment(ofName: $0) != nil }
        var lastSize: Int?
        if let last, let handle = try files.openIfThere("\(directory)/\(last)") {
            defer { handle.close() }
            lastSize = try handle.size()
        }
        return Witness(
            manifest: try files.contents(of: Manifest.path(directory)), tip: try StoreTip.read(files, directory),
            names: names, lastSize: lastSize)
    }

    /// Reads on, up to a tip of the same files.
    ///
    /// - Parameters:
    ///   - content: The store as it was read before.
    ///   - tip: The writer's tip.
    /// - Returns: The store up to there; nil when the files have become others, and the store has to be read anew.
    /// - Throws: As ``read()``.
    func readOn(_ content: Content, to tip: StoreTip) throws -> Content? {
        guard let old = content.tip, old.epoch == tip.epoch, tip.position.next >= content.position.next else {
            return nil
        }
        do {
            return try readTail(content, tip)
        } catch is Changed {
            return nil
        } catch let error where error.isSuperseded {
            return nil
        } catch let error as StoreError where error.code == .storeDamaged {
            // Read anew: it is either so, or the writer was faster.
            return nil
        } catch RunFailure.damage {
            return nil
        } catch RunFailure.disk(let error) {
            throw error
        }
    }

    private func read(_ witness: Witness, usesManifest: Bool) throws -> Content {
        if usesManifest, let bytes = witness.manifest, let manifest = Manifest(file: bytes),
            let start = try content(of: manifest)
        {
            let content = try readTail(start, witness.tip)
            try check(content)
            return content
        }
        return try readAll(witness)
    }

    /// Looks at all of a journal that is short enough to be read in no time, as a writer does.
    private func check(_ content: Content) throws {
        let sizes = try content.files.map { file in
            file.segment == content.position.segment ? content.position.offset : try file.handle.size()
        }
        guard sizes.reduce(0, +) <= environment.limits.checkedBytes else { return }
        for (file, size) in zip(content.files, sizes) where try !JournalCheck(file, length: size).isIntact() {
            throw damaged(file.path)
        }
    }
}

// MARK: By the manifest

extension StoreReading {
    /// The store as a manifest describes it; nil where a collection needs the whole journal to be read.
    private func content(of manifest: Manifest) throws -> Content? {
        // One that is out of use tells the next writer of declarations, and describes no files.
        guard manifest.journal.files.last?.segment == manifest.journal.position.segment else { return nil }
        var content = Content(tables: [:])
        for (name, definition) in environment.definitions {
            let declared = manifest.journal.declared[name]
            if let declared, let refusal = refusal(of: name, stored: declared) {
                content.refusals[name] = refusal
                continue
            }
            guard let entry = manifest.tables[name] else {
                guard declared == nil, !manifest.journal.undeclared.contains(name) else { return nil }
                content.tables[name] = CollectionState(orderCount: definition.orderCount)
                continue
            }
            guard declared != nil, entry.definition == definition.definition else { return nil }
            let generations = try entry.generations.map { entry in
                OpenGeneration(
                    number: entry.number, info: entry.info,
                    generation: try Generation.open(
                        files: files, path: Manifest.generationPath(directory, entry.number), info: entry.info))
            }
            guard let table = CollectionState(entry, definition, generations) else { return nil }
            content.tables[name] = table
        }
        for file in manifest.journal.files {
            content.files.append(try open(file, isLast: file == manifest.journal.files.last))
        }
        content.position = manifest.journal.position
        content.versions = manifest.journal.versions
        content.highestFileID = manifest.journal.highestFileID
        return content
    }

    /// Opens a file that a manifest names, if it still is that file.
    private func open(_ file: JournalCheckpoint.File, isLast: Bool) throws -> JournalFile {
        let handle = try open(segment: file.segment)
        if isLast { handle.noteRead(upTo: file.size) }
        let size = try handle.size()
        guard isLast ? size >= file.size : size == file.size,
            try JournalCheckpoint.identity(of: handle, size: file.size) == file.identity
        else {
            handle.close()
            throw Changed()
        }
        return JournalFile(
            id: file.id, segment: file.segment, path: Journal.path(directory, file.segment), length: file.size,
            handle: handle, parts: file.parts)
    }

    private func open(segment: Int) throws -> any OpenFile {
        do throws(FileError) {
            return try files.open(Journal.path(directory, segment), .read)
        } catch {
            guard error.code == .fileMissing else { throw error }
            throw Changed()
        }
    }
}

// MARK: The journal

extension StoreReading {
    /// Reads what is behind a content, up to a tip, or everything that is whole.
    private func readTail(_ content: Content, _ tip: StoreTip?) throws -> Content {
        var content = content
        let definitions = environment.definitions.filter { content.refusals[$0.key] == nil }
        var loader = CollectionLoader(
            definitions: definitions, tables: content.tables, files: content.files, refuses: false)
        var reader = lineReader(definitions)
        guard var file = content.files.last else { throw Changed() }
        while true {
            let isLast =
                if let tip { tip.position.segment == file.segment } else { try !exists(segment: file.segment + 1) }
            try read(file, of: &content, to: isLast ? tip : nil, isLast: isLast, &reader, &loader)
            if isLast { break }
            let handle = try open(segment: file.segment + 1)
            content.highestFileID += 1
            file = JournalFile(
                id: content.highestFileID, segment: file.segment + 1,
                path: Journal.path(directory, file.segment + 1), length: try handle.size(), handle: handle)
            content.files.append(file)
            content.position = JournalPosition(segment: file.segment, offset: 0, next: content.position.next)
            loader.begin(file)
        }
        if let tip, content.position != tip.position { throw Changed() }
        content.tables = try loader.finish()
        content.loadedCount += loader.loadedCount
        content.tip = tip
        return content
    }

    private func exists(segment: Int) throws -> Bool {
        guard let handle = try files.openIfThere(Journal.path(directory, segment)) else { return false }
        handle.close()
        return true
    }

    /// Reads what one file holds behind the position.
    private func read(
        _ file: JournalFile, of content: inout Content, to tip: StoreTip?, isLast: Bool,
        _ reader: inout JournalRecovery,
        _ loader: inout CollectionLoader
    ) throws {
        let (start, next) = (content.position.offset, content.position.next)
        // Given up before it is known how much of it counts, it could not be told from another one.
        try file.handle.hold()
        defer { file.handle.letGo() }
        let end = try tip?.position.offset ?? file.handle.size()
        guard end >= start else { throw Changed() }
        let bytes = try file.handle.read(at: start, count: end - start)
        guard bytes.count == end - start else { throw Changed() }
        let scan =
            start > 0
            ? JournalScan(tail: bytes, segment: file.segment, next: next) : JournalScan(bytes, segment: file.segment)
        let isWhole = scan.verdict == .intact || (tip == nil && isLast && scan.verdict != .damaged)
        // A file that was written anew begins with other batches.
        guard isWhole, start > 0 || scan.isBlank || (scan.first == next && !scan.hasInnerHead) else { throw Changed() }
        try refuse(scan, file.path, &content)
        var found = JournalRecovery.Found(
            segment: file.segment, path: file.path, size: start + bytes.count, scan: scan, bytes: nil, offset: start)
        found.from = next
        _ = reader.visit(bytes, found, id: file.id, &content.versions, &loader)
        content.position = JournalPosition(
            segment: file.segment, offset: scan.isBlank ? start : start + scan.consumed, next: max(next, scan.next))
        file.handle.noteRead(upTo: isLast ? content.position.offset : nil)
    }

    /// Reads the whole journal.
    private func readAll(_ witness: Witness) throws -> Content {
        let tip = witness.tip
        let segments = witness.names.compactMap(Journal.segment(ofName:)).sorted().filter {
            $0 <= tip?.position.segment ?? .max
        }
        var handles: [Int: any OpenFile] = [:]
        for segment in segments {
            let handle = try open(segment: segment)
            if let tip, segment == tip.position.segment { handle.noteRead(upTo: tip.position.offset) }
            handles[segment] = handle
        }
        guard try files.list(directory).sorted() == witness.names else { throw Changed() }
        var content = Content(tables: [:])
        var found: [JournalRecovery.Found] = []
        for segment in segments {
            guard let handle = handles[segment] else { continue }
            var size = try handle.size()
            if let tip, segment == tip.position.segment { size = tip.position.offset }
            let bytes = try handle.read(at: 0, count: size)
            let scan = JournalScan(bytes, segment: segment)
            let path = Journal.path(directory, segment)
            found.append(JournalRecovery.Found(segment: segment, path: path, size: size, scan: scan, bytes: nil))
        }
        _ = lineReader([:]).takeSuperseded(&found)
        _ = lineReader([:]).takeBlanks(&found)
        // Not by what is superseded: a migration may have lifted it.
        for file in found { try refuse(file.scan, file.path, &content) }
        let definitions = environment.definitions.filter { content.refusals[$0.key] == nil }
        var reader = lineReader(definitions)
        var loader = CollectionLoader(definitions: definitions, refuses: false)
        var expected: UInt64 = 1
        for (position, file) in found.enumerated() {
            let isLast = position == found.count - 1
            guard !reader.isDamaged(file, from: expected, isLast: isLast) else { throw damaged(file.path) }
            guard !file.scan.isBlank, let handle = handles[file.segment] else { continue }
            content.highestFileID += 1
            let opened = JournalFile(
                id: content.highestFileID, segment: file.segment, path: file.path, length: file.size, handle: handle)
            content.files.append(opened)
            loader.begin(opened)
            var file = file
            file.from = expected
            let bytes = try handle.read(at: 0, count: file.size)
            guard bytes.count == file.size else { throw Changed() }
            _ = reader.visit(bytes, file, id: opened.id, &content.versions, &loader)
            expected = max(expected, file.scan.next)
            content.position = JournalPosition(
                segment: file.segment, offset: file.scan.consumed, next: expected)
        }
        if let tip, content.position != tip.position { throw Changed() }
        content.files.last?.handle.noteRead(upTo: content.position.offset)
        try loader.check(content.versions)
        content.refusals.merge(loader.refusals) { $1 }
        content.tables = try loader.finish()
        content.loadedCount = loader.loadedCount
        content.isWithoutIndexes = !content.files.isEmpty
        content.tip = tip
        return content
    }

    /// A reader of lines that are in memory.
    func lineReader(_ definitions: [String: any CollectionDefinition]) -> JournalRecovery {
        JournalRecovery(
            folder: environment.folder, schemas: definitions.mapValues(\.version), now: environment.time.now)
    }
}

extension OpenFile {
    /// Notes how much of it is read, where it may grow behind that; nil for all of a sealed one.
    fileprivate func noteRead(upTo size: Int?) { (self as? StoreFile)?.noteRead(upTo: size) }

    /// Keeps its descriptor until ``letGo()``.
    fileprivate func hold() throws(FileError) { try (self as? StoreFile)?.hold() }

    fileprivate func letGo() { (self as? StoreFile)?.letGo() }
}

extension FileSystem {
    /// Opens a file to be read; nil when it is not there.
    fileprivate func openIfThere(_ path: String) throws(FileError) -> (any OpenFile)? {
        do throws(FileError) {
            return try open(path, .read)
        } catch {
            guard error.code == .fileMissing else { throw error }
            return nil
        }
    }
}
