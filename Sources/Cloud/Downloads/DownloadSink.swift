import Core
import Foundation

/// One download under way: decides what an answer means for the part that is there, and writes what arrives.
///
/// An actor, though one call comes after the other, because its state outlives each of them.
actor DownloadSink: BodySink {
    /// Thrown when the part that is there is worth nothing, and the file has to be asked for whole.
    struct BeginAnew: Error {}

    private enum Phase {
        case waiting
        /// An answer with the whole file; the first bytes show whether it is somebody's page.
        case judging(NetworkResponse, Data)
        case writing
        /// An answer that is an error, with the first bytes of its body.
        case refused(NetworkResponse, Data)
    }

    private let request: DownloadRequest
    private let partial: PartialFile
    private let time: any TimeProvider
    private let report: @Sendable (DownloadProgress) -> Void
    private var file: (any OpenFile)?
    private var phase = Phase.waiting
    /// The bytes that are written.
    private var offset = 0
    /// The number of bytes that are synced and noted.
    private var noted = 0
    private var resumed = 0
    private var total: Int?
    private var validator: String?
    /// Whether more came than was promised, so that nobody knows what any of it is.
    private var isWorthless = false

    /// After how many bytes the part is synced.
    private static let stride = 8 << 20
    /// The number of bytes from which the kind of a body is known.
    private static let prelude = 1024

    init(
        _ request: DownloadRequest, files: any FileSystem, time: any TimeProvider,
        report: @escaping @Sendable (DownloadProgress) -> Void
    ) {
        self.request = request
        self.time = time
        self.report = report
        partial = PartialFile(path: request.path, files: files)
    }

    private var url: String { request.request.url.absoluteString }

    /// Opens the part.
    ///
    /// - Returns: The headers that ask for the rest; none for the whole.
    /// - Throws: `FileError`.
    func prepare() async throws -> [String: String] {
        let (partial, url, maximumBytes) = (partial, url, request.maximumBytes)
        let (file, record) = try await DownloadDisk.run { try partial.open(url, maximumBytes: maximumBytes) }
        self.file = file
        phase = .waiting
        guard let record else {
            (offset, noted, resumed, total, validator) = (0, 0, 0, nil, nil)
            return [:]
        }
        // Of a part that is complete the last byte is asked for once more: only the server knows that nothing changed.
        let start = record.total == record.length ? record.length - 1 : record.length
        (offset, noted, resumed) = (start, record.length, start)
        (total, validator) = (record.total, record.validator)
        return start > 0 ? ["Range": "bytes=\(start)-", "If-Range": record.validator] : [:]
    }

    func begin(_ head: NetworkResponse) async throws {
        switch head.status {
        case 206: try goOn(with: head)
        case 200...299: phase = .judging(head, Data())
        case 416 where offset > 0: throw BeginAnew()
        default: phase = .refused(head, Data())
        }
    }

    func receive(_ bytes: Data) async throws {
        switch phase {
        case .waiting: throw NetworkError(.malformed)
        case .refused(let head, let start):
            phase = .refused(head, start + bytes)
            if start.count + bytes.count >= Self.prelude { try refuse() }
        case .judging(let head, let start):
            phase = .judging(head, start + bytes)
            if start.count + bytes.count >= Self.prelude { try await beginAnew() }
        case .writing: try await write(bytes)
        }
    }

    /// Makes the part the whole file, now that all has arrived.
    ///
    /// - Returns: The result.
    /// - Throws: `NetworkError` when it is not all, or no file; `FileError`.
    func finish() async throws -> DownloadReceipt {
        try refuse()
        if case .judging = phase { try await beginAnew() }
        guard let file, offset >= total ?? 0 else {
            throw NetworkError(.offline, underlying: ConnectionFailure(.lost))
        }
        let partial = partial
        try await DownloadDisk.run { try partial.complete(file) }
        self.file = nil
        return DownloadReceipt(path: request.path, bytes: offset, resumedBytes: resumed)
    }

    /// Keeps what can be gone on from, and removes the rest.
    ///
    /// - Parameter discards: Whether nothing is worth keeping.
    func interrupt(discards: Bool) async {
        guard let file else { return }
        self.file = nil
        let (partial, record, noted) = (partial, record, noted)
        let isWorthless = discards || isWorthless
        do {
            try await DownloadDisk.run {
                defer { file.close() }
                if isWorthless || record == nil && noted == 0 {
                    try partial.discard()
                } else if let record, record.length > noted {
                    try partial.keep(file, as: record)
                }
            }
        } catch {
            // Whoever asked hears of the first trouble; what stays behind is cut or replaced by the next attempt.
        }
    }

    // MARK: Answers

    /// The rest of the file.
    private func goOn(with head: NetworkResponse) throws {
        guard resumed > 0, let validator else { throw NetworkError(.malformed, status: head.status) }
        guard let range = head.header("Content-Range").flatMap(ContentRange.init), range.first == offset,
            let whole = range.total, whole == total ?? whole, DownloadValidator.isPlain(head),
            !DownloadValidator.contradicts(head, validator)
        else { throw BeginAnew() }
        try checkLength(whole, status: head.status)
        total = whole
        phase = .writing
    }

    /// The whole file, whatever is there.
    private func beginAnew() async throws {
        guard case .judging(let head, let start) = phase else { return }
        let isPage = BodyKind(of: start).isPage(contentType: head.header("Content-Type"))
        guard request.request.expectation == .anything || !isPage else {
            throw NetworkError(.captivePortal, status: head.status)
        }
        let length = DownloadValidator.isPlain(head) ? head.header("Content-Length").flatMap { Int($0) } : nil
        if let length { try checkLength(length, status: head.status) }
        guard let file else { return }
        let partial = partial
        try await DownloadDisk.run { try partial.empty(file) }
        (offset, noted, resumed) = (0, 0, 0)
        (total, validator) = (length, DownloadValidator.text(of: head))
        phase = .writing
        if start.isEmpty { tell() } else { try await write(start) }
    }

    private func refuse() throws {
        guard case .refused(let head, let start) = phase else { return }
        let answer = NetworkResponse(status: head.status, url: head.url, headers: head.headers, body: start)
        var asked = request.request
        asked.maximumBytes = nil
        try ResponseCheck.check(answer, to: asked, now: time.now)
        throw NetworkError(.malformed, status: head.status)
    }

    private func checkLength(_ length: Int, status: Int) throws {
        if length > request.maximumBytes { throw NetworkError(.tooLarge, status: status) }
    }

    // MARK: Writing

    private func write(_ bytes: Data) async throws {
        guard let file else { return }
        guard bytes.count <= request.maximumBytes - offset else { throw NetworkError(.tooLarge) }
        if let total, bytes.count > total - offset {
            isWorthless = true
            throw NetworkError(.malformed)
        }
        let (chunk, position) = ([UInt8](bytes), offset)
        try await DownloadDisk.run { try file.write(chunk, at: position) }
        offset += bytes.count
        tell()
        if offset - noted >= Self.stride, let record {
            let partial = partial
            try await DownloadDisk.run { try partial.keep(file, as: record) }
            noted = offset
        }
    }

    /// The state to note; `nil` when the download cannot be resumed.
    private var record: PartialFile.Record? {
        guard let validator, offset > 0 else { return nil }
        return PartialFile.Record(url: url, validator: validator, length: offset, total: total)
    }

    private func tell() { report(DownloadProgress(receivedBytes: offset, totalBytes: total)) }
}
