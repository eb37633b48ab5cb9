public import Core
public import Foundation

/// An ``Core/OnlineMediaProvider`` for tests of what stands on it: records its calls, and writes what was scripted.
///
/// ```swift
/// mocks.onlineMediaProvider.onDownload.answers { _ in Data("whole".utf8) }
/// ```
public final class MockOnlineMediaProvider: OnlineMediaProvider, Mock {
    /// What ``download(_:to:maximumBytes:priority:progress:)`` was called with.
    public struct DownloadCall: Hashable, Sendable {
        /// The link as its post holds it.
        public var link: ResourceLink
        /// Where the file goes.
        public var path: String
        /// The largest file that is taken.
        public var maximumBytes: Int
        /// Who waits.
        public var priority: RequestPriority

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - link: The link as its post holds it.
        ///   - path: Where the file goes.
        ///   - maximumBytes: The largest file that is taken.
        ///   - priority: Who waits.
        public init(_ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority) {
            self.link = link
            self.path = path
            self.maximumBytes = maximumBytes
            self.priority = priority
        }
    }

    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``download(_:to:maximumBytes:priority:progress:)``: the file that the server has.
    public let onDownload: MockMethod<DownloadCall, Data>

    private let files: any FileSystem

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - log: Where unexpected calls are collected; one of its own by default.
    ///   - files: The disk that files are written to; one of its own by default.
    public init(log: MockLog = MockLog(), files: any FileSystem = InMemoryFileSystem()) {
        self.log = log
        self.files = files
        onDownload = MockMethod("MockOnlineMediaProvider.download", log: log)
    }

    /// Writes what ``onDownload`` says to the path, as a whole.
    ///
    /// - Parameters:
    ///   - link: The link as its post holds it.
    ///   - path: Where the file goes.
    ///   - maximumBytes: The largest file that is taken.
    ///   - priority: Who waits.
    ///   - progress: Hears of the whole file once.
    /// - Returns: The bytes of the file.
    /// - Throws: The scripted error; ``Core/NetworkError`` with the code `tooLarge` for a larger file; `FileError`.
    public func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        let call = DownloadCall(link, to: path, maximumBytes: maximumBytes, priority: priority)
        let file = try await onDownload.answer(to: call)
        guard file.count <= maximumBytes else { throw NetworkError(.tooLarge) }
        try files.replace(path, with: [UInt8](file))
        progress(file.count)
        return file.count
    }
}
