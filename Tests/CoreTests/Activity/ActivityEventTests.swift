import Core
import Foundation
import Testing

@Suite struct ActivityEventTests {
    private func event(_ host: String, code: ErrorCode? = nil, backend: String? = nil) -> ActivityEvent {
        var event = ActivityEvent(
            .failed, reason: .failure, host: host, date: Date(timeIntervalSince1970: 0), code: code)
        event.backend = backend
        return event
    }

    @Test(arguments: [
        ("www.reddit.com", "www.reddit.com"), ("WWW.Reddit.com", "www.reddit.com"),
        ("www.reddit.com:443", "www.reddit.com"), ("https://www.reddit.com/r/secret.json?q=word", "www.reddit.com"),
        ("https://name:word@oauth.reddit.com:443/api#me", "oauth.reddit.com"), ("name:word@host", "host"),
        ("name@host:80", "host"), ("host/r/secret", "host"), ("host?q=secret", "host"), ("//host/path", "host"),
        ("[::1]:8080", "::1"), ("http://[2001:db8::1]/path", "2001:db8::1"), ("::1", "::1"),
        ("127.0.0.1:51234", "127.0.0.1"), ("bücher.example", "bücher.example"), ("reddit", "reddit"),
        ("", "unknown"), ("two words", "unknown"), ("r/secret", "r"), ("host\u{1F}secret", "unknown"),
        ("a=secret&b", "unknown"), (String(repeating: "a", count: 254), "unknown"),
    ])
    func nothingButTheHostGetsIn(_ text: String, _ host: String) {
        #expect(event(text).host == host)
    }

    @Test(arguments: [
        (ErrorCode.rateLimited, ErrorCode.rateLimited),
        (ErrorCode(rawValue: "quotaExceeded2"), .init(rawValue: "quotaExceeded2")),
        (ErrorCode(rawValue: "r/secret"), .unknown), (ErrorCode(rawValue: ""), .unknown),
        (ErrorCode(rawValue: String(repeating: "a", count: 65)), .unknown),
    ])
    func aCodeIsAWord(_ code: ErrorCode, _ kept: ErrorCode) {
        #expect(event("host", code: code).code == kept)
    }

    @Test func aBackendIsAName() {
        #expect(event("host", backend: "reddit-json").backend == "reddit-json")
        #expect(event("host", backend: "r/secret").backend == nil)
        #expect(event("host", backend: "").backend == nil)
    }

    @Test func kindsAndReasonsAreEncodedByTheirOwnWords() {
        #expect(
            ActivityEvent.Kind.allCases.map(\.rawValue)
                == ["held", "retried", "skipped", "failed", "closed", "reopened"])
        #expect(ActivityEvent.Reason.suspendedEarlier.rawValue == "remembered")
    }

    @Test func whatIsDecodedIsCutDownLikewise() throws {
        let text = """
            {"date": 0, "kind": "failed", "reason": "failure", "host": "https://a:b@host/path", "code": "no word",
             "road": "r/secret"}
            """
        let event = try JSONDecoder().decode(ActivityEvent.self, from: Data(text.utf8))
        #expect(event.host == "host")
        #expect(event.code == .unknown)
        #expect(event.backend == nil)
        #expect(try JSONDecoder().decode(ActivityEvent.self, from: JSONEncoder().encode(event)) == event)
    }
}
