public import Core
import Synchronization

/// Fetches files that are too large to hold: resumable, with a byte limit, and whole or not there.
///
/// - While it runs there is `NAME.part`, and `NAME.part.json` beside it: the URL, the server's validator, and how many
///   bytes are safe. The file itself appears by renaming, synced, when the last byte is on the disk.
/// - The next attempt asks for the rest with `Range` and `If-Range`, where the server gave a strong entity tag or a date
///   that is as good. What has changed meanwhile comes whole; a part that does not fit is thrown away, and the file is
///   asked for once more.
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
    ///   - transport: What moves the bytes.
    ///   - userAgent: What requests call themselves unless they bring a `User-Agent`.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: What makes sense of a date to come back at; the registered one by default, else the system's.
    public init(
        transport: any HTTPTransport = URLSessionTransport(),
        userAgent: String = NetworkRequestProvider.Configuration.defaultUserAgent,
        files: any FileSystem = Dependency.resolve((any FileSystem).self, default: LocalFileSystem()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.transport = transport
        self.userAgent = userAgent
        self.files = files
        self.time = time
    }

    /// Fetches a file, or what is missing of it.
    ///
    /// - Parameters:
    ///   - request: What to fetch, and where it goes; a file that is there is replaced.
    ///   - progress: Hears how far it has come, after every piece that was written; quick, and on any thread.
    /// - Returns: What came.
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
