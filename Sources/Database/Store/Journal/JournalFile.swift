import Core
import Synchronization

/// One file of the journal, open to be read.
///
/// Whoever holds it can read what it held, also after its name was given to another file or removed.
final class JournalFile: Sendable {
    /// Unique for each content that a segment ever had; a file that was only written anew, byte by byte, keeps it.
    let id: UInt32
    /// The number in its name.
    let segment: Int
    let path: String
    /// Its length in bytes, once it is sealed; before that, the length when this was made.
    let length: Int
    /// Of the last segment, the writer's own.
    let handle: any OpenFile
    /// The files that were joined to this one, by which records in it are known; none for all others.
    let parts: [Part]
    private let syncs: Syncs

    /// A file that is a part of another one now.
    struct Part: Hashable, Sendable {
        /// The id that it had.
        var id: UInt32
        /// The number of bytes by which its batches lie further back than they did.
        var shift: Int
    }

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - segment: The number in its name.
    ///   - path: Its path.
    ///   - length: Its length in bytes.
    ///   - handle: The open file.
    ///   - parts: The files that were joined to it.
    ///   - same: The value that stood for the same file so far.
    init(
        id: UInt32, segment: Int, path: String, length: Int, handle: any OpenFile, parts: [Part] = [],
        sameAs same: JournalFile? = nil
    ) {
        self.id = id
        self.segment = segment
        self.path = path
        self.length = length
        self.handle = handle
        self.parts = parts
        syncs = same?.syncs ?? Syncs()
    }

    /// Syncs the file, on whichever thread.
    ///
    /// - Throws: `FileError`, also when a sync of it has failed before: the system reports that once, and a success
    ///   after it would mean nothing.
    func sync() throws(FileError) {
        try syncs.order.withLock { _ throws(FileError) in
            guard !hasFailedSync else { throw FileError(.diskFailure, path: path, operation: "sync") }
            do throws(FileError) {
                try handle.sync()
            } catch {
                syncs.hasFailed.store(true, ordering: .releasing)
                throw error
            }
        }
    }

    /// Lets the file take its turn among those that share descriptors: it is sealed, and was synced.
    func letGo() { (handle as? StoreFile)?.letGo() }

    /// Whether it has a descriptor for itself.
    var isHeld: Bool { (handle as? StoreFile)?.isHeld ?? true }

    /// Whether a sync of it failed, so that nobody knows which of its bytes are on the disk.
    ///
    /// Waits for no sync.
    var hasFailedSync: Bool { syncs.hasFailed.load(ordering: .acquiring) }

    /// The knowledge about a file's syncs, shared by all values that stand for it.
    private final class Syncs: Sendable {
        /// Held while it is synced: of two at once the second would be told nothing of the first one's failure.
        let order = Mutex(())
        let hasFailed = Atomic(false)
    }
}

/// A place between two batches: everything before it is whole.
struct JournalPosition: Hashable, Sendable {
    var segment: Int
    var offset: Int
    /// The number of the batch that comes there.
    var next: UInt64
}

/// Segments that are written to no more, with the numbers of their batches.
struct JournalSpan: Sendable {
    /// In order, without a gap.
    let files: [JournalFile]
    /// The number at which the first of them began.
    let first: UInt64
    /// The number at which the segment behind the last of them begins.
    let next: UInt64
}

extension Journal {
    static func path(_ directory: String, _ segment: Int) -> String {
        "\(directory)/journal-\(String(segment).zeroPadded(to: 8)).jsonl"
    }

    /// The number in the name of a journal file.
    static func segment(ofName name: String) -> Int? {
        guard name.hasPrefix("journal-"), name.hasSuffix(".jsonl"), let segment = Int(name.dropFirst(8).dropLast(6)),
            // Nor does anybody come to such a number.
            segment < 1 << 53,
            // A name of another form is somebody else's file, also where the number is one of ours.
            path("", segment) == "/\(name)"
        else { return nil }
        return segment
    }
}

extension FileError {
    private static let readBack = "read back"

    /// The error for a file that was to be written anew and does not hold what it should.
    init(readBack path: String) {
        self.init(.diskFailure, path: path, operation: Self.readBack)
    }

    /// Whether a file that was to be written anew is damaged: it has to be salvaged.
    var isReadBack: Bool { operation == Self.readBack }
}
