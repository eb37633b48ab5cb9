import Cloud
import Core
import Foundation
import Testing

/// What may stand in a header, judged before anything is sent: systems drop what they do not like, and say nothing.
@Suite(.timeLimit(.minutes(5)))
struct RequestHeaderTests {
    private func error(_ headers: [String: String], userAgent: String = "test/1") async -> DataError? {
        let transport = ScriptedTransport(.respond(200))
        let provider = NetworkRequestProvider(transport: transport, configuration: .init(userAgent: userAgent))
        let error = await #expect(throws: DataError.self) {
            try await provider.response(to: NetworkRequest(url("https://a.com"), headers: headers))
        }
        #expect(transport.requests.isEmpty)
        return error
    }

    @Test(arguments: ["Läser/1", "a\r\nHost: b", "a\nb", "a\u{0}", "a\tb", "a\u{7F}", "a\u{85}", "한글"])
    func aUserAgentThatNobodyCouldSendIsRefused(_ name: String) async {
        #expect(await error([:], userAgent: name)?.code == .invalidInput)
        #expect(await error(["user-agent": name])?.code == .invalidInput)
        #expect(await error([:], userAgent: name)?.message.contains("User-Agent") == true)
    }

    @Test(arguments: [
        ("X-Word", "a\r\nX-Other: b"), ("X-Word", "a\nb"), ("X-Word", "a\rb"), ("X-Word", "a\u{0}b"),
        ("X-\r\nWord", "a"), ("X\nWord", "a"), ("X\rWord", "a"), ("X\u{0}", "a"), ("", "a"), ("X: a\u{1B}", "a"),
        ("Ü", "a"),
    ])
    func aHeaderThatWouldBeTwoIsRefused(_ name: String, _ value: String) async {
        let error = await error([name: value])
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("\n") == false, "nothing smuggled gets onto a terminal either")
    }

    @Test func allElseIsSent() async throws {
        let transport = ScriptedTransport(.respond(200), .respond(200))
        let headers = ["X-Word": "ü\ta", "X-Empty": ""]
        let own = NetworkRequestProvider(transport: transport, configuration: .init(userAgent: "한글"))
        let request = NetworkRequest(url("https://a.com"), headers: headers.merging(["User-Agent": "app/1 (x)"]) { $1 })
        _ = try await own.response(to: request)
        let plain = NetworkRequestProvider(transport: transport)
        _ = try await plain.response(to: NetworkRequest(url("https://a.com"), headers: headers))
        #expect(transport.requests.map { $0.headers["X-Word"] } == ["ü\ta", "ü\ta"])
    }
}
