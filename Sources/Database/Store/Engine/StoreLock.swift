import Core
import Synchronization

/// The lock that a process holds while it has a store open, with a note of how the last one left it.
///
/// The note is in the lock's file: in which boot of the machine a writer last opened the store, and whether it closed
/// it. After a restart everything that can be read was on the disk; after a clean close as well.
final class StoreLock: Sendable {
    /// The way in which the writer before this one left the store.
    enum Before: Hashable, Sendable {
        /// The machine was restarted since.
        case restarted
        /// It closed the store when the journal ended here.
        case closed(segment: Int, size: Int)
        /// It ended without closing the store, or wrote a note that cannot be read.
        case unfinished
        /// It left no note: the store is new, or an earlier version wrote it.
        case unknown
    }

    let before: Before
    /// Whether the last writer ended without closing the store, and the machine runs as it did: what was written can be
    /// read as it was written, on the disk or not yet.
    let onlyProcessEnded: Bool
    private let file: any OpenFile
    private let bootID: String
    private let isNoted = Mutex(false)

    private static let size = 128
    private static let opened = "open"
    private static let closed = "closed"
    /// The boot of a machine that gives its boots no id.
    private static let unknownBoot = "unknown"

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - files: The disk.
    ///   - directory: The folder of the store.
    /// - Throws: `FileError`: `storeBusy` when another process has it.
    init(_ files: any FileSystem, _ directory: String) throws(FileError) {
        file = try files.lock("\(directory)/lock")
        let bootID = Self.boot(files)
        self.bootID = bootID
        do throws(FileError) {
            let note = try file.read(at: 0, count: Self.size)
            before = Self.parse(note, bootID)
            onlyProcessEnded =
                before == .unfinished && bootID != Self.unknownBoot
                && Self.words(note).dropFirst().first.map(String.init) == bootID
        } catch {
            file.close()
            throw error
        }
    }

    /// The time between two attempts to take a lock that somebody else has.
    private static let pause = Duration.milliseconds(25)

    /// Repeats something that needs the lock while another process has it.
    ///
    /// - Parameters:
    ///   - patience: The time after which the last refusal is thrown.
    ///   - time: The clock.
    ///   - body: Takes the lock.
    /// - Returns: The result of the body.
    /// - Throws: What the body throws; `CancellationError`.
    static func whenFree<Result>(
        waitingUpTo patience: Duration, _ time: any TimeProvider, _ body: () async throws -> Result
    ) async throws -> Result {
        let deadline = time.uptime + patience
        while true {
            do {
                return try await body()
            } catch let error as any CodedError where error.code == .storeBusy && time.uptime < deadline {
                try await time.sleep(for: pause)
            }
        }
    }

    /// The id of the machine's boot as it is written down.
    static func boot(_ files: any FileSystem) -> String { files.bootID ?? unknownBoot }

    private static func parse(_ bytes: [UInt8], _ bootID: String) -> Before {
        if bytes.isEmpty { return .unknown }
        let words = words(bytes)
        guard words.count >= 2, words[0] == opened || words[0] == closed else { return .unfinished }
        if bootID != unknownBoot, words[1] != unknownBoot, words[1] != bootID { return .restarted }
        guard words[0] == closed, words.count == 4, let segment = Int(words[2]), let size = Int(words[3]) else {
            return .unfinished
        }
        return .closed(segment: segment, size: size)
    }

    private static func words(_ bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    }

    /// Notes that the store is open in this boot, unless that was noted: before the journal is changed in any way that a
    /// power loss could take back.
    ///
    /// - Throws: `FileError`.
    func noteOpen() throws(FileError) {
        try isNoted.withLock { isNoted throws(FileError) in
            guard !isNoted else { return }
            try note("\(Self.opened) \(bootID)")
            // The first note of a store, so that a restart is known by it; later ones are about this boot alone.
            if before == .unknown { try file.sync() }
            isNoted = true
        }
    }

    /// Notes that the store was closed, and that all of its journal is on the disk.
    ///
    /// - Parameter position: The end of the journal.
    /// - Throws: `FileError`.
    func noteClosed(at position: JournalPosition) throws(FileError) {
        try note("\(Self.closed) \(bootID) \(position.segment) \(position.offset)")
    }

    /// Writes a note over the one before it, in one write of always the same length.
    private func note(_ text: String) throws(FileError) {
        var bytes = Array(text.utf8.prefix(Self.size - 1))
        bytes += repeatElement(UInt8(ascii: " "), count: Self.size - 1 - bytes.count)
        bytes.append(UInt8(ascii: "\n"))
        try file.write(bytes, at: 0)
    }

    /// Gives the lock back.
    func close() {
        file.close()
    }
}
