import Core
import Foundation
import Testing

@testable import Cloud

struct RedirectChainTests {
    private func redirect(_ status: Int, to location: String?, from request: NetworkRequest) -> NetworkResponse {
        NetworkResponse(status: status, url: request.url, headers: location.map { ["location": $0] } ?? [:])
    }

    private func next(
        _ status: Int = 302, to location: String, of request: NetworkRequest
    ) throws(NetworkError) -> NetworkRequest {
        var chain = RedirectChain(request)
        #expect(try chain.follows(redirect(status, to: location, from: request)))
        return chain.request
    }

    @Test(arguments: [
        ("https://b.com/x", "https://b.com/x"), ("/x?y=%20", "https://a.com/x?y=%20"), ("x", "https://a.com/p/x"),
        ("//b.com/x", "https://b.com/x"), ("?q", "https://a.com/p/o?q"),
        ("?x=%2B|ü", "https://a.com/p/o?x=%2B%7C%C3%BC"),
        ("x[1]?s=%7Bab[1]", "https://a.com/p/x%5B1%5D?s=%7Bab%5B1%5D"),
        ("https://b.com/Тест_%28x%29", "https://b.com/%D0%A2%D0%B5%D1%81%D1%82_%28x%29"),
        ("//b.com/%zz%7a|", "https://b.com/%25zz%7a%7C"),
        ("https://münchen.de/|%2B", "https://xn--mnchen-3ya.de/%7C%2B"),
    ])
    func locationsAreResolved(_ location: String, _ expected: String) throws {
        let request = NetworkRequest(url("https://a.com/p/o"))
        #expect(try next(to: location, of: request).url.absoluteString == expected)
    }

    @Test(arguments: [
        "http://b.com/", "http://a.com/", "ftp://a.com/", "https://user:word@b.com/", "http://127.0.0.1/",
        "https://localhost/", "file:///etc/passwd", "javascript:alert(1)",
    ])
    func whereNothingMayGoIsRefused(_ location: String) {
        var chain = RedirectChain(NetworkRequest(url("https://a.com/")))
        let error = #expect(throws: NetworkError.self) {
            try chain.follows(redirect(302, to: location, from: chain.request))
        }
        #expect(error?.code == .redirected && error?.status == 302)
    }

    @Test func loopbackMayLeadToLoopback() throws {
        let request = NetworkRequest(url("http://127.0.0.1:1/"))
        #expect(try next(to: "http://localhost:2/", of: request).url == url("http://localhost:2/"))
    }

    @Test(arguments: [200, 300, 304, 404]) func otherAnswersAreNoRedirects(_ status: Int) throws {
        var chain = RedirectChain(NetworkRequest(url("https://a.com/")))
        #expect(try chain.follows(redirect(status, to: "/x", from: chain.request)) == false)
        #expect(try chain.follows(redirect(302, to: nil, from: chain.request)) == false)
    }

    @Test func hopsAreCounted() throws {
        var chain = RedirectChain(NetworkRequest(url("https://a.com/0")))
        for hop in 1...RedirectChain.maximumHops {
            #expect(try chain.follows(redirect(302, to: "/\(hop)", from: chain.request)))
        }
        #expect(throws: NetworkError.self) { try chain.follows(redirect(302, to: "/one-more", from: chain.request)) }
    }

    @Test func aLoopIsRefused() throws {
        var chain = RedirectChain(NetworkRequest(url("https://a.com/a")))
        #expect(try chain.follows(redirect(302, to: "/b", from: chain.request)))
        #expect(throws: NetworkError.self) { try chain.follows(redirect(302, to: "/a", from: chain.request)) }
    }

    @Test(arguments: [
        (301, HTTPMethod.post, HTTPMethod.get), (302, .post, .get), (303, .post, .get), (303, .put, .get),
        (307, .post, .post), (308, .put, .put), (303, .head, .head), (302, .get, .get), (302, .put, .put),
    ])
    func methodsChangeAsTheStandardSays(_ status: Int, _ method: HTTPMethod, _ expected: HTTPMethod) throws {
        let headers = ["Content-Type": "text/plain", "Authorization": "kept here"]
        let body = method == .get || method == .head ? nil : Data("x".utf8)
        let request = NetworkRequest(url("https://a.com/"), method: method, headers: headers, body: body)
        let next = try next(status, to: "/x", of: request)
        #expect(next.method == expected)
        #expect(next.headers["Authorization"] == "kept here")
        #expect((next.body == nil) == (expected == .get || expected == .head))
        #expect((next.headers["Content-Type"] == nil) == (expected != method))
    }

    @Test(arguments: ["https://b.com/", "https://a.com:444/"])
    func secretsAndBodiesAreNotSentToOtherHosts(_ elsewhere: String) throws {
        let headers = ["authorization": "1", "COOKIE": "2", "X-Api-Key": "3", "accept": "4", "User-Agent": "5"]
        let request = NetworkRequest(url("https://a.com/"), headers: headers)
        #expect(try next(to: elsewhere, of: request).headers == ["accept": "4", "User-Agent": "5"])
        let post = NetworkRequest(url("https://a.com/"), method: .post, body: Data("word".utf8))
        #expect(throws: NetworkError.self) { try next(307, to: elsewhere, of: post) }
    }

    @Test func customHeadersAreNotSentToOtherHosts() throws {
        let headers = ["X-Anything": "1", "SesacKey": "2", "Refresh": "3", "Idempotency-Key": "4", "Range": "bytes=1-"]
        let request = NetworkRequest(url("https://a.com/"), headers: headers)
        #expect(try next(to: "https://b.com/", of: request).headers == ["Range": "bytes=1-"])
        #expect(try next(to: "https://a.com/x", of: request).headers == headers)
        // And does not come back when the way leads home again.
        var chain = RedirectChain(request)
        _ = try chain.follows(redirect(302, to: "https://b.com/", from: chain.request))
        _ = try chain.follows(redirect(302, to: "https://a.com/back", from: chain.request))
        #expect(chain.request.headers == ["Range": "bytes=1-"])
    }

    // MARK: Pages that say no

    private func listing(_ address: String = "https://www.reddit.com/r/x/hot.json") throws -> NetworkRequest {
        var request = try RedditEndpointProvider().listing(PageRequest(feed: Feed(site: .reddit)))
        request.url = url(address)
        return request
    }

    @Test(arguments: [
        ("/login?dest=%2Fr%2Fx", ErrorCode.unauthorized), ("https://www.reddit.com/login/", .unauthorized),
        ("https://old.reddit.com/account/login", .unauthorized), ("https://reddit.com/LOGIN", .unauthorized),
        ("/over18?dest=x", .forbidden), ("https://www.reddit.com/quarantine?dest=x", .forbidden),
        ("https://accounts.reddit.com/login", .unauthorized),
    ])
    func aRedirectToAPageThatSaysNoIsThatError(_ location: String, _ code: ErrorCode) throws {
        var chain = RedirectChain(try listing())
        let error = #expect(throws: NetworkError.self) {
            try chain.follows(redirect(302, to: location, from: chain.request))
        }
        #expect(error?.code == code && error?.status == 302)
    }

    @Test(arguments: [
        "/r/login/hot.json", "/loginhelp", "https://example.com/login", "https://evilreddit.com/login", "/r/x/over18",
    ])
    func aPathThatOnlyLooksLikeOneIsFollowed(_ location: String) throws {
        var chain = RedirectChain(try listing())
        #expect(try chain.follows(redirect(302, to: location, from: chain.request)))
    }

    @Test func addressesHaveNobodyBesideThem() throws {
        var request = try listing("http://127.0.0.1:1/r/x")
        var chain = RedirectChain(request)
        #expect(try chain.follows(redirect(302, to: "http://127.0.0.2:1/login", from: request)))
        chain = RedirectChain(request)
        #expect(throws: NetworkError.self) { try chain.follows(redirect(302, to: "/login", from: request)) }
        request.errorPaths = [:]
        chain = RedirectChain(request)
        #expect(try chain.follows(redirect(302, to: "/login", from: request)))
    }

    @Test func aShareLinkLeadsToItsPost() throws {
        var request = NetworkRequest(url("https://www.reddit.com/r/swift/s/AbCdEf"))
        request.expectation = .anything
        let target = "https://www.reddit.com/r/swift/comments/1abc/a_title/?share_id=x&utm_source=share"
        #expect(try next(301, to: target, of: request).url.absoluteString == target)
    }
}
