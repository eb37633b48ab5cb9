package import Core
package import Foundation

/// An ``Core/OnlineMediaProvider`` for tests: records its calls, and writes scripted files.
///
/// ```swift
/// mocks.onlineMediaProvider.onDownload.answers { _ in Data("whole".utf8) }
/// ```
package final class MockOnlineMediaProvider: OnlineMediaProvider, Mock {
    /// The arguments of a call of ``download(_:to:maximumBytes:priority:progress:)``.
    package struct DownloadCall: Hashable, Sendable {
        /// The link as its post has it.
        package var link: ResourceLink
        /// The path of the file.
        package var path: String
        /// The largest file that is downloaded.
        package var maximumBytes: Int
        /// The priority of the request.
        package var priority: RequestPriority

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - link: The link as its post has it.
        ///   - path: The path of the file.
        ///   - maximumBytes: The largest file that is downloaded.
        ///   - priority: The priority of the request.
        package init(_ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority) {
            self.link = link
            self.path = path
            self.maximumBytes = maximumBytes
            self.priority = priority
        }
    }

    /// The log that collects unexpected calls.
    package let log: MockLog
    /// Scripts and records ``download(_:to:maximumBytes:priority:progress:)``: the file that the server has.
    package let onDownload: MockMethod<DownloadCall, Data>

    private let files: any FileSystem

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - log: The log that collects unexpected calls; one of its own by default.
    ///   - files: The disk that files are written to; one of its own by default.
    package init(log: MockLog = MockLog(), files: any FileSystem = InMemoryFileSystem()) {
        self.log = log
        self.files = files
        onDownload = MockMethod("MockOnlineMediaProvider.download", log: log)
    }

    package func download(
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
