import DemoServer
import Foundation
import Testing

@Suite("Rate limit")
struct RateLimitTests {
    private func limit(
        _ requests: Int, advice: DemoServer.RateLimit.Advice = .seconds
    ) -> DemoServer.Configuration {
        configured { $0.rateLimit = DemoServer.RateLimit(requests: requests, window: .seconds(60), advice: advice) }
    }

    @Test("Each answer says how many are left, until there are none and the window ends")
    func headers() async throws {
        let clock = TestClock()
        try await withServer(limit(2), clock: clock) { _, client in
            func trio(_ response: TestResponse) -> [String?] {
                ["remaining", "used", "reset"].map { response.headers["x-ratelimit-\($0)"] }
            }
            #expect(try await trio(client.get("/hot.json")) == ["1.0", "1", "60"])
            clock.advance(by: 6.5)
            #expect(try await trio(client.get("/r/nosuchplace.json")) == ["0.0", "2", "54"])
            let refused = try await client.get("/new/.rss")
            #expect(refused.status == 429 && trio(refused) == ["0.0", "2", "54"])
            #expect(refused.headers["retry-after"] == "54")
            #expect(refused.headers["content-type"] == "text/html; charset=UTF-8")
            // Pictures and tokens cost nothing and say nothing.
            let picture = try await client.get("/media/swift.png")
            #expect(picture.status == 200 && trio(picture) == [nil, nil, nil])
            let token = try await client.token()
            let api = try await client.get("/hot", headers: ["Authorization": "bearer \(token)"])
            #expect(api.status == 429 && api.text == #"{"message":"Too Many Requests","error":429}"#)
            clock.advance(by: 53.5)
            #expect(try await trio(client.get("/hot.json")) == ["1.0", "1", "60"])
        }
    }

    @Test("A refusal names the time to wait in the configured form", arguments: DemoServer.RateLimit.Advice.allCases)
    func advice(_ advice: DemoServer.RateLimit.Advice) async throws {
        try await withServer(limit(0, advice: advice)) { _, client in
            let response = try await client.get("/hot.json")
            #expect(response.status == 429)
            let expected: String? =
                switch advice {
                case .seconds: "60"
                case .httpDate: "Sun, 15 Jun 2025 15:07:40 GMT"
                case .resetOnly, .none: nil
                }
            #expect(response.headers["retry-after"] == expected)
            #expect(response.headers["x-ratelimit-reset"] == (advice == .none ? nil : "60"))
        }
    }

    @Test("Lemmy's refusal has its own error word and no rate headers")
    func lemmy() async throws {
        try await withServer(limit(1)) { _, client in
            let first = try await client.get("/api/v3/site")
            #expect(first.status == 200 && first.headers["x-ratelimit-used"] == nil)
            let second = try await client.get("/api/v3/site")
            #expect(second.status == 400 && second.text == #"{"error":"rate_limit_error"}"#)
            #expect(second.headers["retry-after"] == nil && second.headers["x-ratelimit-used"] == nil)
        }
    }

    @Test("Without a limit nothing is said, and a fault costs nothing")
    func free() async throws {
        try await withServer { _, client in
            let response = try await client.get("/hot.json")
            #expect(response.headers["x-ratelimit-remaining"] == nil)
        }
        try await withServer(limit(1)) { server, client in
            server.setFault(.status(503), times: 1)
            let broken = try await client.get("/hot.json")
            #expect(broken.status == 503 && broken.headers["x-ratelimit-used"] == nil)
            let next = try await client.get("/hot.json")
            #expect(next.status == 200)
        }
    }
}
