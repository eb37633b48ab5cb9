import Core

/// The order of what a journal says: which batch wrote a record, and which deleted one.
///
/// What was written anew, by a compaction, a migration or after damage, says only between which batches it was, up to
/// the head that it ends in.
struct JournalPast: Sendable {
    /// The numbers that a batch may have had when it was committed.
    typealias Numbers = ClosedRange<UInt64>

    /// The last deletion of each record.
    private(set) var deletions: [String: [SortKey: Numbers]] = [:]
    /// Deletions by batches below this number may be missing.
    private(set) var forgottenEnd: UInt64 = 0
    /// The end of each batch's records, by file.
    private var batches: [UInt32: [(end: Int, numbers: Numbers)]] = [:]
    /// The files that were joined to others, by the ids that records have of them.
    private var parts: [UInt32: (file: UInt32, shift: Int)] = [:]
    /// The last batch that was read.
    let version: UInt64
    private let reloadCount: Int

    /// Reads the journal of a view.
    ///
    /// - Throws: ``StoreError``.
    init(_ view: StoreView) throws {
        version = view.version
        reloadCount = view.reloadCount
        let replay = JournalReplay(
            files: view.files.journal, position: view.position, schemas: view.definitions.mapValues(\.version))
        let reader = replay.reader
        var versions: [String: Int] = [:]
        var parts: [UInt32: (file: UInt32, shift: Int)] = [:]
        var past = (deletions: deletions, forgottenEnd: forgottenEnd, batches: batches)
        do {
            try replay.forEachFile { file, found, bytes in
                let scan = found.scan
                let first = scan.first ?? 0
                past.forgottenEnd = max(past.forgottenEnd, scan.forgottenEnd)
                for part in file.parts { parts[part.id] = (file.id, part.shift) }
                var pending: [(collection: String, id: SortKey)] = []
                var position = scan.batches.startIndex
                reader.walk(bytes, found, &versions) { record in
                    guard record.isDelete, let definition = view.definitions[record.name] else { return }
                    let changes = definition.makeChanges()
                    // An id that cannot be read is none that the file could name.
                    guard (try? definition.replay(delete: bytes[record.json], into: changes)) != nil,
                        let id = changes.keys.ids.first
                    else { return }
                    pending.append((record.name, id))
                } commit: { number in
                    let records = scan.batches[position].records
                    var numbers = number...number
                    if let head = scan.innerHead, !scan.isJoined, records.lowerBound < head.line {
                        numbers = first...max(first, max(1, head.next) - 1)
                    }
                    for deletion in pending { past.deletions[deletion.collection, default: [:]][deletion.id] = numbers }
                    pending.removeAll(keepingCapacity: true)
                    past.batches[file.id, default: []].append((records.upperBound, numbers))
                    position += 1
                }
            }
        } catch let error as FileError {
            throw StoreError(error)
        }
        self.parts = parts
        (deletions, forgottenEnd, batches) = (past.deletions, past.forgottenEnd, past.batches)
    }

    /// Whether a view goes on from the one that was read: then what that had is there, or a later batch says why not.
    func isContinued(by view: StoreView) -> Bool { view.reloadCount == reloadCount }

    /// Whether a file was read, so that what has no number in it is newer than all that was read.
    func hasRead(_ location: Location) -> Bool { batches[place(of: location).file] != nil }

    /// The file and the offset of a place, in the file that its own was joined to.
    private func place(of location: Location) -> (file: UInt32, offset: Int) {
        guard let part = parts[location.file] else { return (location.file, location.offset) }
        return (part.file, location.offset + part.shift)
    }

    /// The batch that wrote what lies at a place; nil for what was written later than the view, or moved since.
    func numbers(of location: Location) -> Numbers? {
        let (file, offset) = place(of: location)
        guard let batches = batches[file] else { return nil }
        var (low, high) = (0, batches.count)
        while low < high {
            let middle = (low + high) / 2
            if batches[middle].end <= offset { low = middle + 1 } else { high = middle }
        }
        return low < batches.count ? batches[low].numbers : nil
    }
}
