package import Core

/// An operation that an ``InMemoryFileSystem`` was asked to do.
public struct DiskOperation: Hashable, Sendable, CustomStringConvertible {
    /// The kind of an operation, named after the call.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Opening a file to be read.
        case openToRead
        /// Opening a file to be read and written.
        case openToWrite
        /// Opening a file to be replaced.
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

        /// Whether it can change the disk, or what of it would survive power loss.
        package var isMutation: Bool {
            switch self {
            case .openToRead, .list, .size, .read: false
            default: true
            }
        }

        /// The word for the operation in a ``Core/FileError``.
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

    /// The kind.
    package var kind: Kind
    /// The file or the directory; for a move, the path that the file had.
    package var path: String
    /// For a move, the new path.
    package var destination: String?
    /// The start of the range of a read or a write.
    package var offset: Int?
    /// The number of bytes of a read or a write; for a truncation, the new length.
    package var count: Int?
    /// The error code; `nil` for a success.
    package var failure: ErrorCode?

    package init(
        _ kind: Kind, _ path: String, destination: String? = nil, offset: Int? = nil, count: Int? = nil
    ) {
        self.kind = kind
        self.path = path
        self.destination = destination
        self.offset = offset
        self.count = count
    }

    public var description: String {
        var text = "\(kind.rawValue) \(path)"
        if let destination { text += " to \(destination)" }
        if let offset { text += " at \(offset)," }
        if let count { text += " \(count) bytes" }
        if let failure { text += ": \(failure)" }
        return text
    }
}
