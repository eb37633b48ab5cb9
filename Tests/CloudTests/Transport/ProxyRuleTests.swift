import Core
import Foundation
import Testing

@testable import Cloud

/// Plain `http` to this machine where the environment names a proxy.
@Suite(.timeLimit(.minutes(5)))
struct ProxyRuleTests {
    static let proxy = "http://proxy.example:3128"

    @Test(
        arguments: [
            (["http_proxy": proxy], true), (["all_proxy": proxy], true), (["ALL_PROXY": proxy], true),
            (["HTTP_PROXY": proxy], false), (["https_proxy": proxy], false), ([:], false),
            (["http_proxy": ""], false), (["http_proxy": "", "all_proxy": proxy], true),
        ] as [([String: String], Bool)])
    func onlySomeVariablesAreAProxy(_ environment: [String: String], _ expected: Bool) {
        #expect(ProxyRule.usesProxy(for: "127.0.0.1", in: environment) == expected)
    }

    @Test(arguments: [
        ("*", "127.0.0.1", false), ("127.0.0.1,localhost", "127.0.0.1", false), ("a, LOCALHOST ", "localhost", false),
        (".localhost", "LocalHost", false), ("127.0.0.1", "localhost", true), ("localhost", "127.0.0.1", true),
        ("0.0.1", "127.0.0.1", true), (".0.0.1", "127.0.0.1", true), ("127.0.0.0/8", "127.0.0.1", true),
        ("x,*", "127.0.0.1", true), ("127.0.0.1:80", "127.0.0.1", true), ("host", "localhost", true),
        ("::1", "[::1]", false), ("[::1]", "::1", false), ("example.com", "a.example.com", false), (",", "a", true),
        (".", "localhost", true),
    ])
    func theListOfExceptionsIsReadAsDocumented(_ list: String, _ host: String, _ expected: Bool) {
        #expect(ProxyRule.usesProxy(for: host, in: ["http_proxy": Self.proxy, "no_proxy": list]) == expected)
    }

    @Test func theLowercaseListCountsFirst() {
        var environment = ["http_proxy": Self.proxy, "no_proxy": "a", "NO_PROXY": "*"]
        #expect(ProxyRule.usesProxy(for: "localhost", in: environment))
        environment["no_proxy"] = ""
        #expect(!ProxyRule.usesProxy(for: "localhost", in: environment))
    }

    #if canImport(FoundationNetworking)
        @Test func aRequestToThisMachineThatWouldLeaveItIsRefused() async throws {
            try await withServer { _ in
                [.send(LoopbackServer.answer("200 OK"))]
            } _: { server in
                let refusing = URLSessionTransport(environment: { ["http_proxy": Self.proxy] })
                let error = await #expect(throws: DataError.self) {
                    try await refusing.send(NetworkRequest(server.url))
                }
                #expect(error?.code == .invalidInput)
                #expect(error?.message.contains("127.0.0.1,localhost") == true)
                #expect(error?.message.contains("no_proxy") == true)
                #expect(server.requests.isEmpty)
                let exempt = ["http_proxy": Self.proxy, "no_proxy": "127.0.0.1,localhost"]
                let allowing = URLSessionTransport(environment: { exempt })
                let answer = try await allowing.send(NetworkRequest(server.url))
                #expect(answer.status == 200)
            }
        }

        /// In a process of its own, because the environment belongs to all tests.
        @Test func theRealEnvironmentIsObeyed() async {
            await #expect(processExitsWith: .success) {
                let proxy = try LoopbackServer { _ in [.send(LoopbackServer.answer("200 OK", [], "proxy"))] }
                let target = try LoopbackServer { _ in [.send(LoopbackServer.answer("200 OK", [], "target"))] }
                for name in ["no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
                setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
                // What the rule is for. Once this fails, the system has learned better, and the rule can go.
                let unruled = URLSessionTransport(environment: { [:] })
                let led = try await unruled.send(NetworkRequest(target.url))
                #expect(String(decoding: led.body, as: UTF8.self) == "proxy")
                let transport = URLSessionTransport()
                await #expect(throws: DataError.self) { try await transport.send(NetworkRequest(target.url)) }
                #expect(proxy.requests.count == 1 && target.requests.isEmpty)
                setenv("no_proxy", "127.0.0.1,localhost", 1)
                let answer = try await transport.send(NetworkRequest(target.url))
                #expect(String(decoding: answer.body, as: UTF8.self) == "target")
                #expect(proxy.requests.count == 1)
            }
        }
    #endif
}
