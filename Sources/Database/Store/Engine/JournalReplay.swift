import Core
import Foundation

/// Reads what the files of a view hold, up to where the view ends.
struct JournalReplay {
    let files: [JournalFile]
    let position: JournalPosition
    let schemas: [String: Int]

    /// Shows every record to a visitor.
    ///
    /// - Returns: The versions that were named last.
    /// - Throws: ``StoreError`` with the code `storeDamaged` when the journal itself is damaged; `FileError`.
    func run(_ visitor: inout some JournalVisitor) throws -> [String: Int] {
        var recovery = reader
        var versions: [String: Int] = [:]
        try forEachFile { file, found, bytes in
            _ = recovery.visit(bytes, found, id: file.id, &versions, &visitor)
        }
        return versions
    }

    /// A reader of lines that are in memory; it touches no disk.
    var reader: JournalRecovery {
        JournalRecovery(folder: JournalFolder(files: LocalFileSystem(), path: ""), schemas: schemas, now: .distantPast)
    }

    /// Shows each file with all that it holds to a function.
    ///
    /// - Throws: As ``run(_:)``; what the function throws.
    func forEachFile(_ body: (JournalFile, JournalRecovery.Found, [UInt8]) throws -> Void) throws {
        for file in files where file.segment <= position.segment {
            let size = file.segment == position.segment ? position.offset : try file.handle.size()
            let bytes = try file.handle.read(at: 0, count: size)
            let scan = JournalScan(bytes, segment: file.segment)
            guard scan.verdict == .intact, bytes.count == size else {
                throw StoreError(
                    .storeDamaged, path: file.path,
                    message: "'\(file.path)' is damaged. Call verify(), or open the store again, to salvage it.")
            }
            let found = JournalRecovery.Found(
                segment: file.segment, path: file.path, size: size, scan: scan, bytes: nil)
            try body(file, found, bytes)
        }
    }
}
