import Core
import Foundation

/// The file that the store appends its batches to.
///
/// Used by one thread at a time.
final class Journal {
    private let files: any FileSystem
    private let directory: String
    private let path: String
    private let segment: Int
    private var file: any OpenFile
    /// Up to here the file holds whole batches.
    private var length: Int
    private var next: UInt64
    /// The versions that this file has named so far.
    private var versions: [String: Int]
    /// Bytes of a failed write may stand behind `length`.
    private var hasDebris = false
    /// A sync failed: the system may have dropped what it could not write, so the file has to be written anew.
    private var isSuspect = false
    /// The file was created, and its name has not been synced yet.
    private var isNameUnsynced: Bool

    init(
        files: any FileSystem, directory: String, segment: Int, length: Int, next: UInt64, versions: [String: Int],
        isNew: Bool, isUnterminated: Bool = false
    ) throws(FileError) {
        self.files = files
        self.directory = directory
        self.segment = segment
        self.path = Self.path(directory, segment)
        self.length = length
        self.next = next
        self.versions = versions
        self.isNameUnsynced = isNew
        file = try files.open(path, .readWrite)
        if isNew {
            let head = JournalLine.makeHead(segment: segment, next: next)
            try file.truncate(to: 0)
            try file.write(head, at: 0)
            self.length = head.count
        } else {
            // What a crash left unfinished.
            if try file.size() != length { try file.truncate(to: length) }
            if isUnterminated {
                try file.write([UInt8(ascii: "\n")], at: length)
                self.length += 1
            }
        }
    }

    /// The number that the next batch gets.
    var nextNumber: UInt64 { next }

    /// Appends a batch: all of it, or nothing.
    ///
    /// - Parameters:
    ///   - records: Its record lines.
    ///   - needed: The versions of the collections that they belong to.
    ///   - durability: What it has to survive.
    /// - Returns: Its number.
    /// - Throws: `FileError`; the file then holds what it held before, now or at the latest after the next append.
    func append(_ records: [UInt8], versions needed: [String: Int], durability: Durability) throws(FileError) -> UInt64
    {
        try repair()
        var lines: [UInt8] = []
        for (name, version) in needed.sorted(by: { $0.key < $1.key }) where versions[name] != version {
            lines += JournalLine.makeSchema(name: name, version: version)
        }
        lines += records
        let batch = lines + JournalLine.makeTrailer(number: next, records: lines)
        do throws(FileError) {
            try file.write(batch, at: length)
        } catch {
            cutDebris()
            throw error
        }
        if durability == .synced {
            do throws(FileError) {
                try syncFile()
            } catch {
                cutDebris()
                throw error
            }
        }
        defer { next += 1 }
        length += batch.count
        versions.merge(needed) { _, new in new }
        return next
    }

    /// Makes everything that was appended survive power loss.
    func sync() throws(FileError) {
        try repair()
        try syncFile()
    }

    private func syncFile() throws(FileError) {
        do throws(FileError) {
            try file.sync()
            if isNameUnsynced {
                try files.syncDirectory(directory)
                isNameUnsynced = false
            }
        } catch {
            // The system reports such a failure once: a second sync would succeed and mean nothing.
            isSuspect = true
            throw error
        }
    }

    func close() {
        file.close()
    }

    private func cutDebris() {
        hasDebris = true
        // Tried at once, so that a crash right now finds a clean file; the next append tries again and reports it.
        if (try? file.truncate(to: length)) != nil { hasDebris = false }
    }

    private func repair() throws(FileError) {
        if isSuspect {
            let content = try file.read(at: 0, count: length)
            let scan = JournalScan(content, segment: segment, next: 0)
            guard scan.verdict == .intact, scan.next == next else {
                throw FileError(.diskFailure, path: path, operation: "read back")
            }
            try files.replace(path, with: content)
            let fresh = try files.open(path, .readWrite)
            file.close()
            file = fresh
            isSuspect = false
            hasDebris = false
        } else if hasDebris {
            try file.truncate(to: length)
            hasDebris = false
        }
    }

    static func path(_ directory: String, _ segment: Int) -> String {
        let digits = String(segment)
        return "\(directory)/journal-\(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits).jsonl"
    }

    /// The number in the name of a journal file.
    static func segment(ofName name: String) -> Int? {
        guard name.hasPrefix("journal-"), name.hasSuffix(".jsonl"), let segment = Int(name.dropFirst(8).dropLast(6)),
            // A name of another form is somebody else's file, also where the number is one of ours.
            path("", segment) == "/\(name)"
        else { return nil }
        return segment
    }
}
