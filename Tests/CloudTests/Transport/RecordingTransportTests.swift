import Cloud
import Core
import Foundation
import Testing

/// The parts of an exchange that are recorded, and those that are not.
struct RecordingTransportTests {
    private let token = "eyJhbGciOi-token-0123456789"

    private func archive(_ exchanges: [(NetworkRequest, ScriptedTransport.Answer)]) async throws -> String {
        let recorder = RecordingTransport(ScriptedTransport(exchanges.map(\.1)))
        for (request, _) in exchanges { _ = try await recorder.send(request) }
        let json = try recorder.archive.json()
        // What is written can be read.
        #expect(try TransportArchive(json: json) == recorder.archive)
        return String(decoding: json, as: UTF8.self)
    }

    private func request(
        _ address: String = "https://example.com/x", _ headers: [String: String] = [:], body: String? = nil
    )
        -> NetworkRequest
    {
        NetworkRequest(
            url(address), method: body == nil ? .get : .post, headers: headers, body: body.map { Data($0.utf8) })
    }

    @Test(arguments: ["Authorization", "REFRESH", "SesacKey", "cookie", "Proxy-Authorization", "X-Whatever"])
    func headersOfARequestAreKeptOnlyWhereTheyAreHarmless(_ name: String) async throws {
        let text = try await archive([
            (request("https://example.com/x", [name: token, "Accept": "a/b"]), .respond(200))
        ])
        #expect(!text.contains(token))
        #expect(text.contains("\"\(name.lowercased())\" : \"REDACTED\"") && text.contains("a/b"))
    }

    @Test func cookiesAndTokensOfAnAnswerAreLeftOut() async throws {
        let headers = ["Set-Cookie": "session=\(token)", "X-Access-Token": token, "X-Word": "yes", "ETag": "\"1\""]
        let text = try await archive([(request(), .respond(200, headers))])
        #expect(!text.contains(token) && text.contains("yes") && text.contains("etag"))
    }

    @Test func bodiesOfTokensAreLeftOutAndTheRestIsKept() async throws {
        let form = "grant_type=refresh_token&refresh_token=\(token)&client_secret=abc%20def&username=me"
        let answer = #"{"access_token":"\#(token)","expires_in":3600,"nested":[{"jwt":"short"}],"password":""}"#
        let headers = ["Content-Type": "application/x-www-form-urlencoded"]
        let text = try await archive([
            (request("https://example.com/t", headers, body: form), .respond(200, [:], answer))
        ])
        for secret in [token, "abc%20def", "short", "=me"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("grant_type=refresh_token&refresh_token=REDACTED&client_secret=REDACTED"))
        #expect(text.contains("expires_in") && text.contains("3600"))
    }

    @Test func secretsInAddressesAreLeftOut() async throws {
        let address = "https://example.com/x?limit=5&access_token=\(token)&Code=c0de#state=st8"
        let text = try await archive([
            (request(address), .respond(302, ["Location": "https://u:pw@example.com/y?api_key=k3y&q=1"]))
        ])
        for secret in [token, "c0de", "st8", "pw@", "k3y"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("limit=5") && text.contains("q=1"))
    }

    @Test func aSecretIsRedactedInEarlierEntriesToo() async throws {
        let echo = #"{"you":"said \#(token)"}"#
        let text = try await archive([
            (request("https://example.com/echo/\(token)"), .respond(200, ["X-Echo": token], echo)),
            (request("https://example.com/x", ["Authorization": "bearer \(token)"]), .respond(200, [:], token)),
        ])
        #expect(!text.contains(token))
        #expect(text.contains("said REDACTED"))
    }

    static let places: [(name: String, request: NetworkRequest, answer: ScriptedTransport.Answer)] = [
        (
            "form",
            NetworkRequest(
                url("https://example.com/t"), method: .post,
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data("a=b&refresh_token=secret%2Dvalue-0123".utf8)), .respond(200)
        ),
        ("query", NetworkRequest(url("https://example.com/t?code=secret-value-0123&a=b")), .respond(200)),
        ("fragment", NetworkRequest(url("https://example.com/t?a=b#access_token=secret-value-0123")), .respond(200)),
        (
            "cookie", NetworkRequest(url("https://example.com/t"), headers: ["Cookie": "a=b; sid=secret-value-0123"]),
            .respond(200)
        ),
        (
            "set-cookie", NetworkRequest(url("https://example.com/t")),
            .respond(200, ["Set-Cookie": "sid=secret-value-0123; Path=/"])
        ),
        (
            "location", NetworkRequest(url("https://example.com/t")),
            .respond(302, ["Location": "https://example.com/cb?code=secret-value-0123"])
        ),
    ]

    @Test(arguments: places.indices) func aSecretIsRedactedWhereverItIsRepeated(_ number: Int) async throws {
        let place = Self.places[number]
        let echo = #"{"you":"said secret-value-0123"}"#
        let text = try await archive([(place.request, place.answer), (request(), .respond(200, [:], echo))])
        #expect(!text.contains("value-0123"), "\(place.name)")
        #expect(text.contains("said REDACTED"), "\(place.name)")
    }

    @Test func bodiesWithoutSecretsAreKeptToTheByte() async throws {
        let body = "{ \"b\": 1.50,\n \"a\": [\"\\u00e9\"], \"modhash\": \"\", \"code\": 7 }"
        let recorder = RecordingTransport(ScriptedTransport(.respond(200, [:], body)))
        _ = try await recorder.send(request())
        #expect(recorder.archive.exchanges.map(\.body) == [.text(body)])
        let binary = TransportArchive.Body(Data([0xFF, 0xFE, 0]))
        #expect(binary == .base64(Data([0xFF, 0xFE, 0])) && binary.data == Data([0xFF, 0xFE, 0]))
    }

    @Test func whatFailsIsPassedOnAndNotWrittenDown() async throws {
        let recorder = RecordingTransport(ScriptedTransport(.fail(NetworkError(.timedOut))))
        #expect(await errorCode { try await recorder.send(request()) } == .timedOut)
        #expect(recorder.archive.exchanges.isEmpty)
    }

    // MARK: Playing

    @Test func answersComeInTheRecordedOrderAndTheLastAgain() async throws {
        let exchanges = [("1", 200), ("2", 201)].map { body, status in
            TransportArchive.Exchange(url: "https://example.com/x?token=REDACTED", status: status, body: .text(body))
        }
        let replay = ReplayTransport(TransportArchive(exchanges))
        var statuses: [Int] = []
        for _ in 0..<3 {
            statuses.append(try await replay.send(request("https://example.com/x?token=\(token)")).status)
        }
        #expect(statuses == [200, 201, 201])
    }

    @Test func whatWasNeverRecordedIsAnError() async throws {
        let replay = ReplayTransport(TransportArchive([.init(url: "https://example.com/x", body: .text("12345"))]))
        let error = await #expect(throws: DataError.self) { try await replay.send(request("https://example.com/y")) }
        #expect(error?.code == .invalidInput)
        await #expect(throws: DataError.self) { try await replay.send(request(body: "x")) }
        var small = request()
        small.maximumBytes = 4
        #expect(await errorCode { try await replay.send(small) } == .tooLarge)
        await replay.shutDown()
        #expect(await errorCode { try await replay.send(request()) } == .offline)
    }
}
