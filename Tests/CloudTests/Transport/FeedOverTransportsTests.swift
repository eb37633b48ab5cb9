import Cloud
import Core
import Foundation
import Mocks
import Testing

/// One whole feed, from the transport to the store and back, over every kind of transport.
@Suite(.timeLimit(.minutes(5)))
struct FeedOverTransportsTests {
    private let feed = Feed(site: .reddit, source: .subreddits(["swift"]))
    private let clock = TestClock(skipping: .seconds(15))

    // MARK: What every transport has to get right

    /// Loads a feed, pages to its end, refreshes it twice: once new, once unchanged.
    private func readFeed(over transport: any HTTPTransport, base: URL, retry: RetryPolicy = .never) async throws {
        let offline = InMemoryOfflinePostProvider()
        let requests = NetworkRequestProvider(
            transport: transport, configuration: .init(timeout: .seconds(100_000), retry: retry),
            services: .init(time: clock, random: MiddleRandom()))
        let cloud = RedditOnlinePostProvider(
            endpoints: try RedditEndpointProvider(baseURL: base), requests: requests)
        let posts = DefaultPostProvider(offline: offline, online: cloud, time: clock)

        let first = try await posts.performed(.load(.networkElseStored), on: feed, limit: 2)
        #expect(first.error == nil && first.origin == .network(source: "reddit-json", completeness: .full))
        #expect(first.items.map(\.id.native) == ["t3_a", "t3_b"])
        let more = try await posts.performed(.loadMore, on: feed, limit: 2)
        #expect(more.items.map(\.id.native) == ["t3_a", "t3_b", "t3_c"] && more.isEnd)
        let commits = try await offline.storedFeed(feed).version
        let again = try await posts.performed(.refresh, on: feed, limit: 2)
        #expect(again.error == nil && again.page?.ids.map(\.native) == ["t3_a", "t3_b"])
        #expect(again.origin == .network(source: "reddit-json", completeness: .full))
        #expect(try await offline.storedFeed(feed).version == commits)
        let missing = try await posts.perform(
            .refresh, on: Feed(site: .reddit, source: .subreddits(["nobody"])), limit: 2)
        #expect(missing.error?.code == .notFound)
        await requests.shutDown()
        let over = try await posts.performed(.refresh, on: feed, limit: 2)
        #expect(over.error?.code == .offline && over.items.count == 3)
    }

    private static func answer(to target: String) -> (status: String, body: String) {
        switch target {
        case "/r/swift/hot.json?limit=2&raw_json=1":
            ("200 OK", listing([named("a"), named("b")], after: "\"t3_b\""))
        case "/r/swift/hot.json?after=t3_b&count=2&limit=2&raw_json=1": ("200 OK", listing([named("c")]))
        default: ("404 Not Found", #"{"message":"Not Found","error":404}"#)
        }
    }

    private static func named(_ id: String) -> String {
        postJSON(["name": "\"t3_\(id)\"", "id": "\"\(id)\"", "title": "\"Post \(id)\""])
    }

    private let base = url("https://www.reddit.com")

    private var archive: TransportArchive {
        let targets = [
            "/r/swift/hot.json?limit=2&raw_json=1", "/r/swift/hot.json?after=t3_b&count=2&limit=2&raw_json=1",
            "/r/nobody/hot.json?limit=2&raw_json=1",
        ]
        return TransportArchive(
            targets.map { target in
                let (status, body) = Self.answer(to: target)
                return TransportArchive.Exchange(
                    url: base.absoluteString + target, status: Int(status.prefix(3)) ?? 0,
                    headers: ["content-type": "application/json"], body: .text(body))
            })
    }

    // MARK: The transports

    @Test func live() async throws {
        try await withServer { request in
            let (status, body) = Self.answer(to: request.target)
            return [.send(LoopbackServer.answer(status, ["Content-Type: application/json"], body))]
        } _: { server in
            try await readFeed(over: URLSessionTransport(), base: server.url)
        }
    }

    @Test func replayed() async throws {
        try await readFeed(over: ReplayTransport(archive), base: base)
    }

    /// What was recorded over a socket is played without one, by way of its JSON.
    @Test func recordedAndReplayed() async throws {
        let (json, address) = try await withServer { request in
            let (status, body) = Self.answer(to: request.target)
            return [.send(LoopbackServer.answer(status, ["Content-Type: application/json"], body))]
        } _: { server in
            let recorder = RecordingTransport(URLSessionTransport())
            try await readFeed(over: recorder, base: server.url)
            return (try recorder.archive.json(), server.url)
        }
        let archive = try TransportArchive(json: json)
        #expect(archive.exchanges.map(\.status) == [200, 200, 200, 404])
        try await readFeed(over: ReplayTransport(archive), base: address)
    }

    /// Whatever the network conditions, once they lets a request through in the end, the feed is the same.
    @Test func simulated() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("FeedOverTransportsTests.simulated: seed \(seed)")
        let conditions = NetworkConditions(
            latency: .milliseconds(50)...(.milliseconds(800)), loss: 0.15, statuses: [500: 0.1, 503: 0.1])
        let transport = SimulatedTransport(
            ReplayTransport(archive), conditions: conditions, time: clock, random: SeededRandomSource(seed: seed))
        let retry = RetryPolicy(maximumRetries: 60, firstPause: .milliseconds(1), longestPause: .milliseconds(2))
        try await readFeed(over: transport, base: base, retry: retry)
    }
}
