import Cloud
import Core
import Foundation
import Testing

/// Redirects as the real transport meets them; the rules themselves are `RedirectChainTests`' matter.
@Suite(.timeLimit(.minutes(5)))
struct URLSessionRedirectTests {
    let transport = URLSessionTransport()

    @Test func aRedirectIsFollowed() async throws {
        try await withServer { request in
            let isFirst = request.target == "/from"
            return [
                .send(
                    LoopbackServer.answer(isFirst ? "302 Found" : "200 OK", isFirst ? ["Location: /to?a=b"] : [], "x"))
            ]
        } _: { server in
            let response = try await transport.send(NetworkRequest(server.url.appending(path: "from")))
            #expect(response.status == 200)
            #expect(response.url.absoluteString == "\(server.url)/to?a=b")
            #expect(server.requests.map(\.target) == ["/from", "/to?a=b"])
        }
    }

    @Test func aRedirectKeepsItsEscapes() async throws {
        try await withServer { request in
            let isFirst = request.target == "/from"
            return [
                .send(LoopbackServer.answer(isFirst ? "302 Found" : "200 OK", isFirst ? ["Location: /to?x=%2B|ü"] : []))
            ]
        } _: { server in
            _ = try await transport.send(NetworkRequest(server.url.appending(path: "from")))
            #expect(server.requests.map(\.target) == ["/from", "/to?x=%2B%7C%C3%BC"])
        }
    }

    @Test func aRedirectThatLoopsIsRefused() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("302 Found", ["Location: /again"]))]
        } _: { server in
            let request = NetworkRequest(server.url.appending(path: "again"))
            #expect(await errorCode { try await transport.send(request) } == .redirected)
        }
    }

    @Test func secretsStayWithTheirServerWhenARedirectLeadsElsewhere() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("200 OK"))]
        } _: { other in
            let target = other.url.absoluteString
            try await withServer { _ in
                [.send(LoopbackServer.answer("307 Moved", ["Location: \(target)"]))]
            } _: { first in
                let headers = ["Authorization": "secret", "Cookie": "c=1", "X-Key": "k", "Accept": "text/plain"]
                _ = try await transport.send(NetworkRequest(first.url, headers: headers))
                #expect(first.requests.first?.header("Authorization") == "secret")
                #expect(other.requests.count == 1)
                #expect(other.requests.first?.header("Accept") == "text/plain")
                for name in ["Authorization", "Cookie", "X-Key"] {
                    #expect(other.requests.first?.header(name) == nil, "\(name)")
                }
            }
        }
    }

    @Test func aShareLinkIsResolvedToThePathOfItsPost() async throws {
        try await withServer { request in
            let isShare = request.target == "/r/swift/s/AbCdEf"
            let headers = isShare ? ["Location: /r/swift/comments/1abc/a_title/?share_id=x"] : []
            return [.send(LoopbackServer.answer(isShare ? "301 Moved Permanently" : "200 OK", headers, "{}"))]
        } _: { server in
            let provider = NetworkRequestProvider(transport: transport)
            let response = try await provider.response(
                to: NetworkRequest(server.url.appending(path: "r/swift/s/AbCdEf")))
            #expect(response.url.path() == "/r/swift/comments/1abc/a_title/")
            #expect(response.url.query() == "share_id=x")
        }
    }

    @Test func aRedirectToSignInIsUnauthorizedAndThatPageIsNotAskedFor() async throws {
        try await withServer { _ in
            [.send(LoopbackServer.answer("302 Found", ["Location: /login?dest=x"]))]
        } _: { server in
            let cloud = RedditOnlinePostProvider(
                endpoints: try RedditEndpointProvider(baseURL: server.url),
                requests: NetworkRequestProvider(transport: transport))
            let code = await errorCode { try await cloud.fetchPage(PageRequest(feed: Feed(site: .reddit))) }
            #expect(code == .unauthorized)
            #expect(server.requests.count == 1)
        }
    }

    @Test func aRefusalBehindARedirectIsNotTakenForUnsent() async throws {
        let gone = try LoopbackServer { _ in [] }
        let target = gone.url.absoluteString
        gone.stop()
        try await withServer { _ in
            [.send(LoopbackServer.answer("303 See Other", ["Location: \(target)"]))]
        } _: { server in
            let error = await #expect(throws: NetworkError.self) {
                try await transport.send(NetworkRequest(server.url, method: .post))
            }
            let failure = error?.underlying as? ConnectionFailure
            #expect(failure?.reason == .lost, "\(String(describing: failure?.underlying)) \(server.requests.count)")
        }
    }
}
