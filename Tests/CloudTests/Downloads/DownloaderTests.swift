import Cloud
import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// Downloads against a server that does what a test says, on a disk in memory.
@Suite(.timeLimit(.minutes(5)))
struct DownloaderTests {
    private let files = InMemoryFileSystem()
    private let path = "/tmp/media/film.mp4"
    private let content = (0..<10500).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }

    private func request(limit: Int = 1 << 20, _ address: String = "https://example.com/film.mp4?s=1")
        -> DownloadRequest
    {
        var request = NetworkRequest(url(address))
        request.expectation = .data
        return DownloadRequest(request, to: path, maximumBytes: limit)
    }

    private func fetch(_ server: FileServer, _ request: DownloadRequest? = nil) async throws -> DownloadReceipt {
        try await Downloader(transport: server, files: files).download(request ?? self.request())
    }

    /// The names that lie beside the file.
    private func names() throws -> [String] { try files.list("/tmp/media").sorted() }

    private func server(_ change: (inout FileServer.Content) -> Void = { _ in }) -> FileServer {
        var served = FileServer.Content(bytes: content)
        change(&served)
        return FileServer(served)
    }

    // MARK: Whole files

    @Test func aFileAppearsWholeAndSurvivesPowerLoss() async throws {
        let server = server()
        let heard = Mutex<[DownloadProgress]>([])
        let receipt = try await Downloader(transport: server, files: files).download(request()) { progress in
            heard.withLock { $0.append(progress) }
        }
        #expect(receipt == DownloadReceipt(path: path, bytes: 10500))
        #expect(server.requests.first?.headers["Accept-Encoding"] == "identity")
        #expect(server.requests.first?.headers["User-Agent"]?.isEmpty == false)
        #expect(server.requests.first?.headers["Range"] == nil)
        let progress = heard.withLock { $0 }
        #expect(progress.last == DownloadProgress(receivedBytes: 10500, totalBytes: 10500))
        #expect(progress.last?.fraction == 1)
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.receivedBytes < $1.receivedBytes })
        files.crash()
        #expect(files.bytes(at: path) == content)
        #expect(try names() == ["film.mp4"])
    }

    @Test func anEmptyFileIsAFile() async throws {
        let receipt = try await fetch(server { $0.bytes = [] })
        #expect(receipt.bytes == 0 && files.bytes(at: path) == [])
    }

    @Test func aFileThatIsThereIsReplacedOnlyByAWholeOne() async throws {
        try files.makeDirectory("/tmp/media")
        files.put([1, 2, 3], at: path)
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        #expect(files.bytes(at: path) == [1, 2, 3])
        _ = try await fetch(server)
        #expect(files.bytes(at: path) == content)
    }

    // MARK: Going on

    @Test(arguments: [
        ["ETag": "\"one\""],
        ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:38 GMT"],
    ])
    func aBrokenDownloadGoesOnWhereItBroke(_ headers: [String: String]) async throws {
        let server = server {
            $0.headers = headers
            $0.breaksAfter = 5000
        }
        let code = await errorCode { try await fetch(server) }
        #expect(code == .offline)
        #expect(try names() == ["film.mp4.part", "film.mp4.part.json"])
        files.crash()
        let receipt = try await fetch(server)
        #expect(receipt == DownloadReceipt(path: path, bytes: 10500, resumedBytes: 5000))
        #expect(server.requests.last?.headers["Range"] == "bytes=5000-")
        #expect(server.requests.last?.headers["If-Range"] == headers["ETag"] ?? headers["Last-Modified"])
        #expect(files.bytes(at: path) == content)
        #expect(try names() == ["film.mp4"])
    }

    @Test func cancellingKeepsWhatIsThere() async throws {
        let server = server { $0.hangsAfter = 7000 }
        let download = Task { try await fetch(server) }
        await server.waitForHanging()
        download.cancel()
        await #expect(throws: CancellationError.self) { try await download.value }
        files.crash()
        server.change { $0.hangsAfter = nil }
        #expect(try await fetch(server).resumedBytes == 7000)
        #expect(files.bytes(at: path) == content)
    }

    @Test(arguments: [
        [:], ["ETag": "W/\"one\""], ["ETag": "one"], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
        ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
        ["ETag": "\"one\"", "Content-Encoding": "gzip"], ["ETag": "\"one\"", "Accept-Ranges": "none"],
    ])
    func whatCannotBeToldApartIsFetchedAnew(_ headers: [String: String]) async throws {
        let server = server {
            $0.headers = headers
            $0.breaksAfter = 5000
        }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        #expect(try names() == [])
        #expect(try await fetch(server).resumedBytes == 0)
        #expect(server.requests.last?.headers["Range"] == nil)
        #expect(files.bytes(at: path) == content)
    }

    @Test func whatHasChangedMeanwhileComesWhole() async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        let other = [UInt8](repeating: 7, count: 3000)
        server.change {
            $0.bytes = other
            $0.headers = ["ETag": "\"two\""]
        }
        #expect(try await fetch(server) == DownloadReceipt(path: path, bytes: 3000))
        #expect(server.requests.count == 2)
        #expect(files.bytes(at: path) == other)
    }

    @Test func anotherAddressDoesNotGoOnWithThePart() async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        #expect(try await fetch(server, request("https://example.com/other.mp4")).resumedBytes == 0)
        #expect(server.requests.last?.headers["Range"] == nil)
    }

    @Test(arguments: [
        "bytes 0-10499/10500", "bytes 4000-10499/10500", "bytes 5000-10499/*", "bytes 5000-20000/10500",
        "bytes 5000-11000/11001",
        "items 5000-10499/10500", "bytes -5000-10499/10500", "", "bytes 5000/10500",
    ])
    func aServerThatLiesAboutItsRangeIsAskedForTheWhole(_ lie: String) async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        server.change { $0.contentRange = lie }
        #expect(try await fetch(server) == DownloadReceipt(path: path, bytes: 10500))
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=5000-", nil])
        #expect(files.bytes(at: path) == content)
    }

    @Test func aPartThatIsLongerThanTheFileIsThrownAway() async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        // The same tag, and yet shorter: 416.
        server.change { $0.bytes = Array(content.prefix(2000)) }
        #expect(try await fetch(server) == DownloadReceipt(path: path, bytes: 2000))
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=5000-", nil])
    }

    @Test func ofAPartThatIsCompleteOneByteIsAskedFor() async throws {
        let server = server()
        files.fail(.move, on: "film.mp4.part", with: .diskFailure)
        await #expect(throws: FileError.self) { try await fetch(server) }
        files.stopFailing()
        #expect(try await fetch(server).resumedBytes == 10499)
        #expect(server.requests.last?.headers["Range"] == "bytes=10499-")
        #expect(files.bytes(at: path) == content)
    }

    @Test(arguments: ["", "{", #"{"length":5000,"url":"https://example.com/film.mp4?s=1"}"#])
    func aDamagedPartRecordCountsAsNone(_ text: String) async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        files.put([UInt8](text.utf8), at: path + ".part.json")
        #expect(try await fetch(server).resumedBytes == 0)
        #expect(files.bytes(at: path) == content)
    }

    @Test func aPartThatLostBytesIsThrownAway() async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        files.put(Array(content.prefix(4999)), at: path + ".part")
        #expect(try await fetch(server).resumedBytes == 0)
        #expect(files.bytes(at: path) == content)
    }

    // MARK: Limits

    @Test func aFileThatIsAnnouncedTooLargeIsNotBegun() async throws {
        let code = await errorCode { try await fetch(server(), request(limit: 10499)) }
        #expect(code == .tooLarge)
        #expect(try names() == [])
        #expect(try await fetch(server(), request(limit: 10500)).bytes == 10500)
    }

    @Test func aFileThatTurnsOutTooLargeLeavesNothing() async throws {
        let server = server { $0.announces = false }
        #expect(await errorCode { try await fetch(server, request(limit: 10499)) } == .tooLarge)
        #expect(try names() == [])
    }

    @Test func theLimitHoldsForTheRestToo() async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        #expect(await errorCode { try await fetch(server, request(limit: 10000)) } == .tooLarge)
        #expect(server.requests.last?.headers["Range"] == "bytes=5000-")
        #expect(try names() == [])
    }

    @Test func lessThanWasAnnouncedIsNoFile() async throws {
        let server = server {
            $0.headers["Content-Length"] = "20000"
            $0.announces = false
        }
        #expect(await errorCode { try await fetch(server) } == .offline)
        #expect(files.bytes(at: path) == nil)
    }

    @Test func moreThanWasAnnouncedIsNoFileEither() async throws {
        let server = server {
            $0.headers["Content-Length"] = "9000"
            $0.announces = false
        }
        #expect(await errorCode { try await fetch(server) } == .malformed)
        #expect(try names() == [])
    }

    // MARK: Answers that are none

    @Test(arguments: [
        (404, "{}", ErrorCode.notFound), (403, "<html>no</html>", .accessClosed), (500, "", .serverError),
        (429, "", .rateLimited), (200, "<!doctype html><html>Sign in</html>", .captivePortal), (304, "", .malformed),
        (302, "", .redirected), (206, "xyz", .malformed), (416, "", .badRequest),
        (404, String(repeating: "<p>gone</p>", count: 500), .notFound),
    ])
    func anErrorIsNoFile(_ status: Int, _ body: String, _ code: ErrorCode) async throws {
        let server = server { $0.status = (status, body) }
        #expect(await errorCode { try await fetch(server) } == code)
        #expect(try names() == [])
    }

    @Test(arguments: [(503, ""), (200, "<!doctype html><html>Sign in</html>")])
    func anErrorCostsThePartNothing(_ status: Int, _ body: String) async throws {
        let server = server { $0.breaksAfter = 5000 }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        server.change { $0.status = (status, body) }
        await #expect(throws: NetworkError.self) { try await fetch(server) }
        server.change { $0.status = nil }
        #expect(try await fetch(server).resumedBytes == 5000)
        #expect(files.bytes(at: path) == content)
    }

    // MARK: The disk

    @Test func aDateToComeBackAtCountsFromNow() async throws {
        let clock = ManualClock(now: Date(timeIntervalSince1970: 784_111_777))
        let server = server {
            $0.status = (503, "{}")
            $0.headers = ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"]
        }
        let downloader = Downloader(transport: server, files: files, time: clock)
        let error = await #expect(throws: NetworkError.self) { try await downloader.download(request()) }
        #expect(error?.retryAfter == .seconds(60), "not the longest pause there is")
    }

    @Test func aFullDiskIsSaidAndTheRestIsFetchedLater() async throws {
        let server = server()
        files.fail(.write, on: "film.mp4.part", with: .noSpace, calls: 5..<6)
        let error = await #expect(throws: FileError.self) { try await fetch(server) }
        #expect(error?.code == .noSpace)
        files.stopFailing()
        #expect(try await fetch(server).bytes == 10500)
        #expect(files.bytes(at: path) == content)
    }

    /// Wherever the power goes, the next attempt ends with the right bytes, and no file is there before.
    @Test func powerLossAtAnyStepCostsNoByte() async throws {
        for count in 0..<40 {
            let files = InMemoryFileSystem()
            try files.makeDirectory("/tmp/media")
            let server = server { $0.breaksAfter = 5000 }
            let downloader = Downloader(transport: server, files: files)
            files.cutPower(afterMutations: count)
            for _ in 0..<2 { _ = await errorCode { try await downloader.download(request()) } }
            files.crash()
            let found = files.bytes(at: path)
            #expect(found == nil || found == content, "after \(count) steps")
            server.change { $0.breaksAfter = nil }
            #expect(try await downloader.download(request()).bytes == 10500)
            #expect(files.bytes(at: path) == content, "after \(count) steps")
        }
    }

    // MARK: What is asked

    @Test func twoDownloadsOfOneFileDoNotMeet() async throws {
        let server = server { $0.hangsAfter = 1000 }
        let downloader = Downloader(transport: server, files: files)
        let request = request()
        let first = Task { try await downloader.download(request) }
        await server.waitForHanging()
        let error = await #expect(throws: DataError.self) { try await downloader.download(request) }
        #expect(error?.code == .superseded && error?.isRetryable == true)
        first.cancel()
        _ = await first.result
        server.change { $0.hangsAfter = nil }
        #expect(try await downloader.download(request).bytes == 10500)
    }

    @Test(arguments: ["http://example.com/x", "ftp://example.com/x"])
    func whereNothingMayBeAskedNothingIsFetched(_ address: String) async throws {
        let server = server()
        await #expect(throws: DataError.self) { try await fetch(server, request(address)) }
        #expect(server.requests.isEmpty)
    }

    @Test func aDownloadIsAPlainGet() async throws {
        var post = request()
        post.request.method = .post
        var ranged = request()
        ranged.request.headers["RANGE"] = "bytes=0-1"
        var folder = request()
        folder.path = "/tmp/media/"
        for bad in [post, ranged, folder, request(limit: 0)] {
            await #expect(throws: DataError.self) { try await fetch(server(), bad) }
        }
    }
}
