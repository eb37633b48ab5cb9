import Core
import Foundation

/// The end of the journal, as the writer last published it: what readers in other processes may believe.
///
/// It is a small file that is overwritten in place, with one write for each commit, so that it can be watched. Behind it
/// there may be batches that a failed sync takes back.
struct StoreTip: Hashable, Sendable {
    /// Another one each time that the files of the journal may have become others.
    var epoch: UInt64
    var position: JournalPosition

    static let fileName = "tip"
    static func path(_ directory: String) -> String { "\(directory)/\(fileName)" }

    private static let size = 192
    private static let opening = "tip 1 "
    /// A reader may meet a tip while it is written, by a thread that may lose its core in between.
    private static let attempts = 16
    private static let quickAttempts = 8
    /// The time to wait before each of the others, in seconds.
    private static let pause = 0.002

    /// Reads the tip of a store.
    ///
    /// - Returns: The tip; `nil` when there is none, and when it is of an earlier boot of the machine: then nobody has
    ///   written since, and all that is whole counts.
    /// - Throws: `FileError`.
    static func read(_ files: any FileSystem, _ directory: String) throws(FileError) -> StoreTip? {
        for attempt in 0..<attempts {
            if attempt >= quickAttempts { Thread.sleep(forTimeInterval: pause) }
            guard let bytes = try files.contents(of: path(directory)), !bytes.isEmpty else { return nil }
            guard let (tip, boot) = parse(bytes) else { continue }
            return boot == StoreLock.boot(files) ? tip : nil
        }
        return nil
    }

    /// The epoch of the last tip, whenever it was written; 0 where there is none, and one that nobody has had where it
    /// cannot be read.
    static func lastEpoch(_ files: any FileSystem, _ directory: String) throws(FileError) -> UInt64 {
        guard let bytes = try files.contents(of: path(directory)), !bytes.isEmpty else { return 0 }
        return parse(bytes)?.tip.epoch ?? SystemRandomSource().next() >> 1
    }

    private static func parse(_ bytes: [UInt8]) -> (tip: StoreTip, boot: String)? {
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.split { $0 == " " || $0 == "\n" }
        guard text.hasPrefix(opening), words.count == 8, let epoch = UInt64(words[3]), let next = UInt64(words[4]),
            let segment = Int(words[5]), let offset = Int(words[6]), let checksum = UInt32(words[7]),
            Checksum(words[..<7].joined(separator: " ").utf8).value == checksum
        else { return nil }
        let position = JournalPosition(segment: segment, offset: offset, next: next)
        return (StoreTip(epoch: epoch, position: position), String(words[2]))
    }

    /// The line of a tip, always of the same length.
    fileprivate func line(boot: String) -> [UInt8] {
        let text = "\(Self.opening)\(boot) \(epoch) \(position.next) \(position.segment) \(position.offset)"
        var bytes = Array("\(text) \(Checksum(text.utf8).value)".utf8)
        bytes += repeatElement(UInt8(ascii: " "), count: max(0, Self.size - 1 - bytes.count))
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// The tip of a store that is open for writing; used by the writer's thread alone.
final class StoreTipFile {
    private let files: any FileSystem
    private let directory: String
    private let boot: String
    private var file: (any OpenFile)?
    private var epoch: UInt64?
    /// Whether the last attempt to write it has succeeded.
    private var isShown = false
    /// The files that the journal had written anew in the epoch's beginning.
    private var rewriteCount = 0

    init(_ files: any FileSystem, _ directory: String) {
        self.files = files
        self.directory = directory
        boot = StoreLock.boot(files)
    }

    deinit {
        file?.close()
    }

    /// Shows readers in other processes everything that is committed.
    ///
    /// A commit that is done does not fail because they cannot be told: they see what they saw before, and the next one
    /// tells them first. See ``ensure(_:)``.
    ///
    /// - Parameters:
    ///   - journal: The journal, with nothing in it that is not committed.
    ///   - isNewEpoch: Whether its files are others from now on. Those that it writes anew by itself are noticed: whoever
    ///     has the old one open would find there what was taken back.
    func write(_ journal: Journal, isNewEpoch: Bool = false) {
        if isNewEpoch || journal.rewriteCount != rewriteCount {
            epoch = epoch.map { $0 &+ 1 }
            rewriteCount = journal.rewriteCount
        }
        do throws(FileError) {
            try show(journal.position)
        } catch {
            // Not swallowed: whoever reads beside this process is behind until the next commit, and nothing is lost.
        }
    }

    /// Sees to it that there is a tip, before something is written that may have to be taken back, and perhaps cannot be:
    /// without one, readers believe all that is whole.
    ///
    /// - Parameter journal: The journal, with nothing in it that is not committed.
    /// - Throws: `FileError` when it cannot be written.
    func ensure(_ journal: Journal) throws(FileError) {
        if !isShown { try show(journal.position) }
    }

    private func show(_ position: JournalPosition) throws(FileError) {
        isShown = false
        do throws(FileError) {
            let (file, epoch) = try begun()
            try file.write(StoreTip(epoch: epoch, position: position).line(boot: boot), at: 0)
            isShown = true
        } catch {
            file?.close()
            file = nil
            throw error
        }
    }

    /// Closes it, and forgets what was written: another process may write from now on.
    func forget() {
        epoch = nil
        isShown = false
        file?.close()
        file = nil
    }

    private func begun() throws(FileError) -> (any OpenFile, UInt64) {
        if epoch == nil { epoch = try StoreTip.lastEpoch(files, directory) &+ 1 }
        if file == nil { file = try files.open(StoreTip.path(directory), .readWrite) }
        guard let file, let epoch else { preconditionFailure("Both were set above.") }
        return (file, epoch)
    }
}
