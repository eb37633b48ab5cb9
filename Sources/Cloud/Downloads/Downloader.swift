public import Core
import Synchronization

/// A downloader of files that are too large for memory: it resumes, has a size limit, and leaves whole files only.
///
/// - While it runs there is `NAME.part`, and `NAME.part.json` beside it: the URL, the server's validator, and how many
///   bytes are safe. The file itself appears by renaming, synced, when the last byte is on the disk.
/// - The next attempt asks for the rest with `Range` and `If-Range`, where the server gave a strong entity tag or a
///   date that is as good. What has changed meanwhile comes whole; a part that does not fit is thrown away, and the
///   file is asked for once more.
/// - More than the limit, announced or not, is `tooLarge`, and nothing of it stays.
/// - A page of HTML where a file should be is `captivePortal`, and costs the part nothing.
/// - Cancelling keeps the part. Nothing is retried: ask again, and it goes on.
///
/// It asks its transport directly and one request at a time: budgets and retries are those of its caller, such as
/// ``DownloadingMediaProvider``. All file work is done off Swift's cooperative threads. Safe from any thread.
public final class Downloader: Sendable {
    let transport: any HTTPTransport
    private let userAgent: String
    private let files: any FileSystem
    private let time: any TimeProvider
    private let underWay = Mutex<Set<String>>([])

    /// Creates a downloader.
    ///
    /// - Parameters:
    ///   - transport: The transport.
    ///   - userAgent: The `User-Agent` of requests that bring none.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        transport: any HTTPTransport = URLSessionTransport(),
        userAgent: String = NetworkRequestProvider.Configuration.defaultUserAgent,
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) {
        self.transport = transport
        self.userAgent = userAgent
        self.files = files
        self.time = time
    }

    /// Downloads a file, or the rest of it where an earlier attempt has left a part.
    ///
    /// - Parameters:
    ///   - request: The request and the path; an existing file is replaced.
    ///   - progress: Hears how far it has come, after every piece that was written; quick, and on any thread.
    /// - Returns: The result.
    /// - Throws: `NetworkError`; `FileError`; `DataError` with the code `invalidInput` for what must not be asked, and
    ///   `superseded` while the same file is being fetched already; `CancellationError`.
    public func download(
        _ request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws -> DownloadReceipt {
        try await download(request, over: transport, progress: progress)
    }

    /// Fetches a file over another transport than its own: one that waits for its host's turn.
    func download(
        _ request: DownloadRequest, over transport: any HTTPTransport,
        progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws -> DownloadReceipt {
        try Task.checkCancellation()
        try check(request)
        guard underWay.withLock({ $0.insert(request.path).inserted }) else {
            throw DataError(.superseded, message: "This file is being fetched already. Wait for it.", isRetryable: true)
        }
        defer { underWay.withLock { _ = $0.remove(request.path) } }
        let sink = DownloadSink(request, files: files, time: time, report: progress)
        do {
            return try await fetch(request, over: transport, into: sink)
        } catch {
            // What is too large now is too large tomorrow.
            await sink.interrupt(discards: (error as? NetworkError)?.code == .tooLarge)
            try Task.checkCancellation()
            throw error
        }
    }

    private func fetch(
        _ request: DownloadRequest, over transport: any HTTPTransport, into sink: DownloadSink
    ) async throws -> DownloadReceipt {
        while true {
            let conditions = try await sink.prepare()
            do {
                _ = try await transport.send(prepared(request, conditions), into: sink)
                return try await sink.finish()
            } catch is DownloadSink.BeginAnew {
                // Once at most: without a part there is nothing to throw away.
                await sink.interrupt(discards: true)
                try Task.checkCancellation()
            }
        }
    }

    private func prepared(_ request: DownloadRequest, _ conditions: [String: String]) -> NetworkRequest {
        var result = request.request
        // Parts are counted in the file's own bytes.
        let headers = conditions.merging(["Accept-Encoding": "identity", "User-Agent": userAgent]) { own, _ in own }
        let names = Set(result.headers.keys.map { $0.lowercased() })
        for (name, value) in headers where !names.contains(name.lowercased()) { result.headers[name] = value }
        result.timeout = result.timeout ?? .seconds(30)
        result.maximumBytes = request.maximumBytes
        return result
    }

    private func check(_ request: DownloadRequest) throws(DataError) {
        try AddressRule.check(request.request.url)
        try HeaderRule.check(request.request.headers)
        let names = Set(request.request.headers.keys.map { $0.lowercased() })
        guard request.request.method == .get, request.request.body == nil,
            names.isDisjoint(with: ["range", "if-range"])
        else {
            throw DataError(
                .invalidInput, message: "A download is a GET without a body and without a range of its own.")
        }
        guard request.maximumBytes > 0, request.path.last.map({ $0 != "/" }) ?? false else {
            throw DataError(.invalidInput, message: "A download needs the path of a file and a limit above 0 bytes.")
        }
    }
}

/// A download to perform: the request, the path of the file, and the size limit.
public struct DownloadRequest: Sendable, Hashable {
    /// The request: a GET without a body.
    ///
    /// `timeout` is how long the server may keep silent, 30 seconds when it is `nil`; the time for everything is the
    /// caller's to keep, by cancelling. `maximumBytes` counts for nothing here.
    package var request: NetworkRequest
    /// The path of the file, which exists when the download is complete and not before.
    package var path: String
    /// The size limit of the file in bytes.
    package var maximumBytes: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - request: The request, as an `EndpointProvider` makes it of a link.
    ///   - path: The file; its directory is created when it is not there.
    ///   - maximumBytes: The size limit of the file, in bytes.
    public init(_ request: NetworkRequest, to path: String, maximumBytes: Int) {
        self.request = request
        self.path = path
        self.maximumBytes = maximumBytes
    }
}

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// The number of bytes on the disk, those of earlier attempts included.
    public var receivedBytes: Int
    /// The size of the whole file in bytes; `nil` when the server does not say.
    public var totalBytes: Int?

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - receivedBytes: The bytes on the disk.
    ///   - totalBytes: The bytes of the whole file.
    package init(receivedBytes: Int, totalBytes: Int? = nil) {
        self.receivedBytes = receivedBytes
        self.totalBytes = totalBytes
    }

    /// The completed part, from 0 to 1; `nil` when the size is unknown.
    public var fraction: Double? {
        totalBytes.map { $0 > 0 ? min(1, Double(receivedBytes) / Double($0)) : 1 }
    }
}

/// The result of a complete download.
public struct DownloadReceipt: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The size of the file in bytes.
    public var bytes: Int
    /// The number of bytes that an earlier attempt had left; 0 for a file that came whole.
    package var resumedBytes: Int

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its length.
    ///   - resumedBytes: How many of its bytes were there from an earlier attempt.
    package init(path: String, bytes: Int, resumedBytes: Int = 0) {
        self.path = path
        self.bytes = bytes
        self.resumedBytes = resumedBytes
    }
}
