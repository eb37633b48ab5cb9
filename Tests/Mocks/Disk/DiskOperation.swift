public import Core

/// One thing that an ``InMemoryFileSystem`` was asked to do.
public struct DiskOperation: Hashable, Sendable, CustomStringConvertible {
    /// The kinds, named after the calls.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Opening a file to be read.
        case openToRead
        /// Opening a file to be read and written.
        case openToWrite
        /// Opening a file anew.
        case openAnew
        /// Taking a lock.
        case lock
        /// Listing a directory.
        case list
        /// Creating a directory.
        case makeDirectory
        /// Giving a file another name.
        case move
        /// Removing a file.
        case remove
        /// Making the names in a directory durable.
        case syncDirectory
        /// Asking for a file's length.
        case size
        /// Reading from a file.
        case read
        /// Writing to a file.
        case write
        /// Cutting or filling a file.
        case truncate
        /// Making a file's content durable.
        case sync

        /// Whether it can change what is on the disk, or what of it would survive power loss.
        public var isMutation: Bool {
            switch self {
            case .openToRead, .list, .size, .read: false
            default: true
            }
        }

        /// The word for it in a ``Core/FileError``.
        var word: String {
            switch self {
            case .openToRead, .openToWrite, .openAnew: "open"
            case .makeDirectory: "create the folder"
            case .move: "rename"
            case .syncDirectory, .sync: "sync"
            case .size, .read: "read"
            case .truncate: "cut"
            case .lock, .list, .remove, .write: rawValue
            }
        }
    }

    /// What was to be done.
    public var kind: Kind
    /// The file or the directory; for a move, the path that the file had.
    public var path: String
    /// For a move, the new path.
    public var destination: String?
    /// For reads and writes, where the range begins.
    public var offset: Int?
    /// For reads and writes, how many bytes; for a truncation, the new length.
    public var count: Int?
    /// Why it failed; `nil` when it did not.
    public var failure: ErrorCode?

    /// Creates a record of an operation.
    ///
    /// - Parameters:
    ///   - kind: What was to be done.
    ///   - path: The file or the directory.
    ///   - destination: For a move, the new path.
    ///   - offset: Where the range begins.
    ///   - count: How many bytes.
    ///   - failure: Why it failed.
    public init(
        _ kind: Kind, _ path: String, destination: String? = nil, offset: Int? = nil, count: Int? = nil,
        failure: ErrorCode? = nil
    ) {
        self.kind = kind
        self.path = path
        self.destination = destination
        self.offset = offset
        self.count = count
        self.failure = failure
    }

    /// The operation on one line: `write /store/posts at 0, 12 bytes`.
    public var description: String {
        var text = "\(kind.rawValue) \(path)"
        if let destination { text += " to \(destination)" }
        if let offset { text += " at \(offset)," }
        if let count { text += " \(count) bytes" }
        if let failure { text += ": \(failure)" }
        return text
    }
}
