import Cloud
import Core
import DemoServer
import Foundation
import Testing

/// `URLSessionTransport` and `NetworkRequestProvider` against a whole server.
@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
    private func request(_ path: String, on server: DemoServer, timeout: Duration? = nil) throws -> NetworkRequest {
        let base = try #require(server.baseURL)
        var request = NetworkRequest(try #require(URL(string: base.absoluteString + path)))
        request.expectation = .anything
        request.timeout = timeout
        return request
    }

    private func withServer(_ test: (DemoServer, URLSessionTransport) async throws -> Void) async throws {
        let (server, transport) = (DemoServer(), URLSessionTransport())
        try await server.start()
        do {
            try await test(server, transport)
        } catch {
            await server.stop()
            await transport.shutDown()
            throw error
        }
        await transport.shutDown()
        await server.stop()
    }

    @Test func anAnswerComesWhole() async throws {
        try await withServer { server, transport in
            let answer = try await transport.send(request("/r/swift/new.json?limit=100&raw_json=1", on: server))
            #expect(answer.status == 200)
            #expect(answer.header("content-type")?.contains("json") == true)
            #expect(answer.body.count > 50_000)
            #expect(server.requests.first?.queryValue("limit") == "100")
        }
    }

    @Test func everyStatusIsPassedOn() async throws {
        try await withServer { server, transport in
            for status in [201, 204, 400, 403, 404, 418, 429, 500, 503] {
                server.setFault(.status(status, headers: ["X-Test": "yes"]), forPath: "/")
                let answer = try await transport.send(request("/", on: server))
                #expect(answer.status == status)
                #expect(answer.header("x-test") == "yes")
            }
        }
    }

    @Test func aPictureIsAPicture() async throws {
        try await withServer { server, transport in
            let requests = NetworkRequestProvider(transport: transport)
            let backend = try Backend.redditJSON(
                base: server.baseURL, profile: .demo, requests: requests)
            let (posts, endpoints) = (try #require(backend.online), try #require(backend.links))
            let page = try await posts.fetchPage(PageRequest(feed: Feed(site: .demo, source: .subreddits(["pics"]))))
            let post = try #require(
                page.posts.first { $0.media.kind == .image && $0.media.source?.link.isRelative == true })
            let link = try #require(post.media.source?.link)
            let picture = try await requests.response(to: endpoints.request(for: link))
            #expect(picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]), "a PNG")
            // The signed previews answer only when their query has stayed byte for byte what it was.
            for preview in post.media.previews {
                let answer = try await requests.response(to: endpoints.request(for: preview.link))
                #expect(answer.status == 200)
            }
        }
    }

    @Test func aHangEndsWithItsTaskAndWithItsTime() async throws {
        try await withServer { server, transport in
            server.setFault(.hang, forPath: "/")
            var arrivals = server.arrivals().makeAsyncIterator()
            let hanging = try request("/", on: server)
            let task = Task { try await transport.send(hanging) }
            _ = await arrivals.next()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }

            let requests = NetworkRequestProvider(transport: transport)
            let patient = try request("/", on: server, timeout: .milliseconds(300))
            let error = await #expect(throws: NetworkError.self) { try await requests.response(to: patient) }
            #expect(error?.code == .timedOut)
        }
    }

    @Test func aThousandCancelledRequestsLeaveNothingBehind() async throws {
        try await withServer { server, transport in
            server.setFault(.hang, forPath: "/hang")
            let hanging = try request("/hang", on: server)
            // Cancelled at every moment of their lives, some before they began.
            for _ in 0..<10 {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<100 {
                        // What they end with does not matter, only that they do.
                        group.addTask { _ = try? await transport.send(hanging) }
                    }
                    await Task.yield()
                    group.cancelAll()
                }
            }
            let answer = try await transport.send(request("/r/swift.json", on: server))
            #expect(answer.status == 200)
        }
    }

    @Test func aServerThatComesBackOnTheSamePortIsFoundAgain() async throws {
        try await withServer { server, transport in
            #expect(try await transport.send(request("/.json", on: server)).status == 200)
            await server.stop()
            let gone = try request("/.json", on: server)
            let error = await #expect(throws: NetworkError.self) { try await transport.send(gone) }
            #expect(error?.code == .offline)
            try await server.start()
            #expect(try await transport.send(request("/.json", on: server)).status == 200)
        }
    }
}
