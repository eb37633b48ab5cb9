/// A file system: the JSON store, the caches and the token files are read and written through it.
///
/// ``LocalFileSystem`` is the real one. The Mocks library has one in memory, which can also lose what was not synced
/// and fail on request.
///
/// Contract:
/// - Calls block; do not make them on the main actor.
/// - Paths are absolute, or relative to the working directory.
/// - Files are created with mode 0600 and directories with 0700.
/// - Every failure is a ``FileError`` with the path.
public protocol FileSystem: Sendable {
    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: The mode.
    /// - Returns: The open file; close it.
    /// - Throws: ``FileError``: code `fileMissing` when it is not there and the mode does not create it.
    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile

    /// Returns the names in a directory, in no order; empty when there is no such directory.
    ///
    /// - Parameter directory: The directory.
    /// - Returns: The names, without `.` and `..`.
    /// - Throws: ``FileError``.
    func list(_ directory: String) throws(FileError) -> [String]

    /// Creates a directory and those above it, synced so that they survive power loss.
    ///
    /// One that is there is left as it is.
    ///
    /// - Parameter directory: The directory.
    /// - Throws: ``FileError``.
    func makeDirectory(_ directory: String) throws(FileError)

    /// Renames a file in one step; a file that has the new name is replaced.
    ///
    /// - Parameters:
    ///   - source: Its path.
    ///   - destination: Its new path, on the same disk.
    /// - Throws: ``FileError``.
    func move(_ source: String, to destination: String) throws(FileError)

    /// Removes a file. One that is not there is removed already.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``FileError``.
    func remove(_ path: String) throws(FileError)

    /// Syncs a directory: files created, renamed and removed in it survive power loss.
    ///
    /// - Parameter directory: The directory.
    /// - Throws: ``FileError``.
    func syncDirectory(_ directory: String) throws(FileError)

    /// Takes an exclusive lock, system-wide, and keeps it until it is closed or the process ends.
    ///
    /// - Parameter path: The lock's file; created when it is not there.
    /// - Returns: The lock; closing it gives it back.
    /// - Throws: ``FileError``: code `storeBusy` when it is taken.
    func lock(_ path: String) throws(FileError) -> any OpenFile

    /// An id of the machine's present boot: after a restart it is another one.
    ///
    /// With it the store knows that what it reads was on the disk before, and is not only in the system's memory. `nil`,
    /// the default, where that is unknown: then what the last process left behind is written anew before it counts as
    /// durable.
    var bootID: String? { get }

    /// Watches a file for changes of its content, or a directory for changes of its names.
    ///
    /// `nil`, the default, where the disk cannot tell: whoever wants to know looks from time to time then.
    ///
    /// - Parameters:
    ///   - path: The file or directory. Of a file that is replaced by another, or removed, that alone is told; watch
    ///     again then.
    ///   - onChange: Called on a thread of its own after changes, once for several that come together, and sometimes
    ///     for none.
    /// - Returns: The watch; it ends when it is cancelled or released.
    /// - Throws: ``FileError``: code `fileMissing` when it is not there.
    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) throws(FileError) -> (any FileWatch)?
}

extension FileSystem {
    /// No id: whether the machine was restarted is unknown.
    public var bootID: String? { nil }

    /// No watch: the disk cannot tell.
    public func watch(
        _ path: String, onChange: @escaping @Sendable () -> Void
    ) throws(FileError) -> (any FileWatch)? { nil }
}

/// A file system that can tell in little time that the names in a directory are still the same.
package protocol DirectoryMarking: FileSystem {
    /// Returns a mark of the names in a directory: while it stays the same, no name has come, gone or got another file.
    ///
    /// - Parameter directory: The directory.
    /// - Returns: The mark; `nil` where the disk cannot tell, or not yet, as a change that follows could have the same one.
    ///   List the names then.
    func mark(of directory: String) -> DirectoryMark?
}

/// A mark of the names in a directory.
package struct DirectoryMark: Hashable, Sendable {
    /// The number of the directory on its disk.
    package let directory: UInt64
    /// The number of its last change, or the date of it in nanoseconds.
    package let change: Int64

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - directory: The number of the directory on its disk.
    ///   - change: The number of its last change, or the date of it in nanoseconds.
    package init(directory: UInt64, change: Int64) {
        self.directory = directory
        self.change = change
    }
}

/// A watch on a file or a directory, that ``FileSystem/watch(_:onChange:)`` gives.
public protocol FileWatch: AnyObject, Sendable {
    /// Whether what it watches was removed, so that it tells of nothing any more; its last change was told. False by
    /// default, for a disk that cannot say.
    var hasEnded: Bool { get }

    /// Ends the watch. Calling it again does nothing.
    func cancel()
}

extension FileWatch {
    public var hasEnded: Bool { false }
}

/// The mode in which a file is opened.
public enum FileMode: Sendable, Hashable {
    /// For reading; the file must exist.
    case read
    /// For reading and writing; created when it is not there.
    case readWrite
    /// For writing from the beginning: created, or emptied.
    case replace
}
