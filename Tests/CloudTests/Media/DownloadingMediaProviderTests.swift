import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud

/// Files of media over a server that does what a test says, on a clock that stands still.
@Suite(.timeLimit(.minutes(5)))
struct DownloadingMediaProviderTests {
    private let files = InMemoryFileSystem()
    private let clock = TestClock()
    private let log = ActivityLog()
    private let path = "/tmp/media/0a"
    private let link = ResourceLink("https://preview.example.com/a.jpg?width=640&s=abc%2Fd", on: .reddit)
    private let content = DownloadingMediaProviderTests.bytes

    /// Made once for all tests.
    private static let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }

    private func provider(
        _ transport: any HTTPTransport, governor: RateGovernor? = nil, patience: Duration? = nil,
        connectivity: (any ConnectivityProvider)? = nil
    ) throws -> DownloadingMediaProvider {
        DownloadingMediaProvider(
            endpoints: try RedditEndpointProvider(baseURL: url("https://example.com")),
            downloader: Downloader(transport: transport, userAgent: "app:test:1", files: files, time: clock),
            governor: governor ?? RateGovernor(services: .init(recorder: log, time: clock, random: MiddleRandom())),
            configuration: .init(patience: patience),
            services: .init(recorder: log, connectivity: connectivity, time: clock, random: MiddleRandom()))
    }

    private func fetch(
        _ provider: DownloadingMediaProvider, _ link: ResourceLink? = nil, limit: Int = 1 << 22,
        _ priority: RequestPriority = .background
    ) async throws -> Int {
        try await provider.download(
            link ?? self.link, to: path, maximumBytes: limit, priority: priority, progress: { _ in })
    }

    private func server(_ change: (inout FileServer.Content) -> Void = { _ in }) -> FileServer {
        var served = FileServer.Content(bytes: content)
        change(&served)
        return FileServer(served)
    }

    // MARK: What is asked

    @Test func aSignedLinkOfAnotherHostIsAskedForAsItIsAndWithoutAToken() async throws {
        let server = server()
        #expect(try await fetch(try provider(server)) == content.count)
        #expect(files.bytes(at: path) == content)
        let request = try #require(server.requests.first)
        #expect(request.url.absoluteString == link.text)
        #expect(Set(request.headers.keys) == ["Accept-Encoding", "User-Agent"])
        #expect(request.headers["User-Agent"] == "app:test:1")
        #expect(request.expectation == .data && request.timeout == .seconds(30))
    }

    @Test func aLinkIntoTheBackendIsResolved() async throws {
        let server = server()
        _ = try await fetch(try provider(server), ResourceLink("/media/b.png", on: .reddit))
        #expect(server.requests.first?.url.absoluteString == "https://example.com/media/b.png")
    }

    @Test(arguments: [
        "http://192.168.0.1/x.jpg", "https://localhost/x.jpg", "https://user:word@example.org/x", "magnet:?x",
    ])
    func whatMustNotBeFollowedIsNotAskedFor(_ text: String) async throws {
        let server = server()
        let error = await #expect(throws: DataError.self) {
            try await fetch(try provider(server), ResourceLink(text, on: .reddit))
        }
        #expect(error?.code == .invalidInput)
        #expect(server.requests.isEmpty && files.paths.isEmpty)
    }

    @Test func progressAndTheLimitAreKeptTo() async throws {
        let heard = Mutex<[Int]>([])
        let bytes = try await provider(self.server()).download(
            link, to: path, maximumBytes: content.count, priority: .userInitiated
        ) { count in heard.withLock { $0.append(count) } }
        #expect(bytes == content.count && heard.withLock { $0.last } == content.count)
        let server = server()
        #expect(await errorCode { try await fetch(try provider(server), limit: content.count - 1) } == .tooLarge)
        #expect(server.requests.count == 1, "what is too large now is too large a second later")
        #expect(files.paths == [path], "the file from before, and no part")
    }

    // MARK: Trying again

    @Test func aBrokenFileGoesOnByItself() async throws {
        let server = server { $0.breaksAfter = 100_000 }
        #expect(try await fetch(try provider(server)) == content.count)
        #expect(files.bytes(at: path) == content)
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=100000-"])
        #expect(clock.pauses == [.milliseconds(500)])
        #expect(log.events.map(\.kind) == [.retried] && log.events.first?.host == "preview.example.com")
    }

    @Test func aServerThatFailsIsAskedFourTimesAndNoMore() async throws {
        let server = server { $0.status = (500, "") }
        #expect(await errorCode { try await fetch(try provider(server)) } == .serverError)
        #expect(server.requests.count == 4)
        #expect(log.events(.failed).map(\.code) == [.serverError])
    }

    @Test(arguments: [(404, ErrorCode.notFound), (403, .accessClosed), (410, .notFound)])
    func whatIsGoneIsAskedForOnce(_ status: Int, _ code: ErrorCode) async throws {
        let server = server { $0.status = (status, "<html>") }
        #expect(await errorCode { try await fetch(try provider(server)) } == code)
        #expect(server.requests.count == 1)
    }

    /// Each try that brings the file a good deal further is no failure.
    @Test func aNetworkThatBreaksAgainAndAgainGetsThereInTheEnd() async throws {
        let transport = BreakingTransport(server(), after: 263_000)
        #expect(try await fetch(try provider(transport)) == content.count)
        #expect(transport.count == 8 && files.bytes(at: path) == content)
        let small = BreakingTransport(server(), after: 1_000)
        #expect(await errorCode { try await fetch(try provider(small)) } == .offline)
        #expect(small.count == 4, "a thousand bytes are no progress")
    }

    // MARK: The governor

    @Test func aHostThatSaysWaitIsWaitedForAndThenAskedAgain() async throws {
        let server = server {
            $0.status = (429, "")
            $0.headers["Retry-After"] = "60"
        }
        let provider = try provider(server)
        let task = Task { try await fetch(provider) }
        await clock.waitForSleeper(of: .seconds(60))
        #expect(server.requests.count == 1)
        server.change { $0.status = nil }
        clock.advance(by: .seconds(61))
        #expect(try await task.value == content.count)
        #expect(server.requests.count == 2)
        #expect(log.events.map(\.kind) == [.held, .retried])
    }

    @Test func aPersonIsToldAtOnceWhenItWouldTakeTooLong() async throws {
        let server = server {
            $0.status = (429, "")
            $0.headers["Retry-After"] = "60"
        }
        let error = await #expect(throws: NetworkError.self) {
            try await fetch(try provider(server), nil, .userInitiated)
        }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(60))
        #expect(server.requests.count == 1)
    }

    @Test func aPauseLongerThanItsPatienceIsNotSatOutThoughNobodyWaits() async throws {
        let server = server {
            $0.status = (429, "")
            $0.headers["Retry-After"] = "60"
        }
        let provider = try provider(server, patience: .seconds(20))
        let error = await #expect(throws: NetworkError.self) { try await fetch(provider) }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(60))
        #expect(server.requests.count == 1)
    }

    @Test func theBudgetOfOtherRequestsIsShared() async throws {
        let governor = RateGovernor(
            policy: HostPolicy(maximumConcurrent: 2),
            services: .init(recorder: log, time: clock, random: MiddleRandom()))
        let hanging = server { $0.hangsAfter = 1000 }
        let (first, second) = (try provider(hanging, governor: governor), server())
        let task = Task { try await fetch(first) }
        await hanging.waitForHanging()
        // Of two places, one is kept for a person: the next file waits until the first has come.
        let other = try provider(second, governor: governor)
        let waiting = Task {
            try await other.download(
                link, to: path + "b", maximumBytes: 1 << 22, priority: .background, progress: { _ in })
        }
        while log.events(.held).isEmpty { await Task.yield() }
        #expect(second.requests.isEmpty)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await waiting.value == content.count)
        #expect(governor.budget(for: url(link.text)).reason == nil)
    }

    @Test func cancellingWhileItWaitsForItsTurnLeavesTheLine() async throws {
        let server = server {
            $0.status = (503, "")
            $0.headers["Retry-After"] = "600"
        }
        let governor = RateGovernor(services: .init(recorder: log, time: clock, random: MiddleRandom()))
        let provider = try provider(server, governor: governor)
        let task = Task { try await fetch(provider) }
        await clock.waitForSleeper(of: .seconds(600))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requests.count == 1)
    }

    @Test func cancellingKeepsThePart() async throws {
        let server = server { $0.hangsAfter = 7000 }
        let provider = try provider(server)
        let task = Task { try await fetch(provider) }
        await server.waitForHanging()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        files.killProcess()
        server.change { $0.hangsAfter = nil }
        #expect(try await fetch(provider) == content.count)
        #expect(server.requests.last?.headers["Range"] == "bytes=7000-")
    }

    // MARK: Connectivity

    @Test func howTriesEndIsTold() async throws {
        let connectivity = DefaultConnectivityProvider(time: clock)
        let server = server { $0.breaksAfter = 1000 }
        let seen = connectivity.connectivity.values
        _ = try await fetch(try provider(server, connectivity: connectivity))
        var states: [Connectivity] = []
        #expect(connectivity.connectivity.value == .online)
        for await state in seen {
            states.append(state)
            if state == .online { break }
        }
        #expect(states.last == .online)
        // A disk that is full says that the server was there.
        let other = DefaultConnectivityProvider(time: clock)
        files.fail(.write, on: ".part", with: .noSpace)
        await #expect(throws: FileError.self) {
            try await fetch(try provider(self.server(), connectivity: other), ResourceLink("/other", on: .reddit))
        }
        #expect(other.connectivity.value == .online)
        let third = DefaultConnectivityProvider(time: clock)
        let away = ScriptedTransport(.fail(NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))))
        #expect(await errorCode { try await fetch(try provider(away, connectivity: third)) } == .offline)
        #expect(third.connectivity.value.offlineSince != nil && away.requests.count == 1)
    }
}

/// Passes so many bytes of each answer on, and then breaks.
private final class BreakingTransport: HTTPTransport {
    private let base: FileServer
    private let limit: Int

    init(_ base: FileServer, after limit: Int) {
        (self.base, self.limit) = (base, limit)
    }

    var count: Int { base.requests.count }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse { try await base.send(request) }

    func send(_ request: NetworkRequest, into sink: any BodySink) async throws -> NetworkResponse {
        base.change { $0.breaksAfter = limit }
        return try await base.send(request, into: sink)
    }

    func shutDown() async {}
}
