import Core
import Foundation

extension Journal {
    /// Salvages one file as an opening does: keeps it aside as it is, and puts its whole batches in its place.
    ///
    /// The file in ``files`` is another one afterwards, with a new id, because its records lie elsewhere.
    ///
    /// - Parameters:
    ///   - number: Its segment.
    ///   - now: The date that names the copy.
    /// - Returns: What was found; `nil` when the file is intact, and nothing was done.
    /// - Throws: `FileError`.
    func salvage(segment number: Int, at now: Date) throws(FileError) -> StoreDamage? {
        try repair()
        guard let position = segments.firstIndex(where: { $0.file.segment == number }) else { return nil }
        let segment = segments[position]
        let next = position + 1 < segments.count ? segments[position + 1].first : nextNumber
        let bytes = try segment.file.handle.read(at: 0, count: segment.length)
        let scan = JournalScan(bytes, segment: number)
        if bytes.count == segment.length, scan.verdict == .intact, scan.first == segment.first, scan.next == next {
            return nil
        }
        let salvage = JournalSalvage(
            segment: number, from: segment.first, until: next, known: [:], declared: declared)
        let (content, batches) = salvage.content(of: bytes, scan)
        let aside = try JournalSalvage.replace(
            segment: number, in: directory, on: fileSystem, at: now, found: bytes, by: content)
        let handle = try fileSystem.open(segment.file.path, .readWrite)
        segments[position] = Segment(
            file: JournalFile(
                id: makeFileID(), segment: number, path: segment.file.path, length: content.count, handle: handle),
            length: content.count, first: segment.first, isSynced: true, isNameSynced: true)
        if position == segments.count - 1 {
            versions = [:]
            for naming in JournalScan(content, segment: number).validNamings { versions[naming.name] = naming.version }
            hasDebris = false
        }
        return StoreDamage(
            path: segment.file.path, asidePath: aside, salvagedBatches: batches,
            lostBytes: scan.lostBytesIfDamaged)
    }
}
