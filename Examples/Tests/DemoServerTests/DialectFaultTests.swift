import DemoServer
import Foundation
import Testing

/// Each dialect with each fault, as far as a client sees a difference.
@Suite("Faults in every dialect")
struct DialectFaultTests {
    static let paths: [(dialect: DemoDialect, path: String)] = [
        (.json, "/r/swift/new.json"), (.oauth, "/r/swift/new"), (.atom, "/r/swift/new/.rss"),
        (.lemmy, "/api/v3/post/list?community_name=swift"), (.hackerNews, "/v0/newstories.json"),
        (.hackerNews, "/api/v1/search?tags=story&query=a"),
    ]

    /// The headers of a request that is answered in any dialect.
    private func headers(_ client: TestClient) async throws -> [String: String] {
        ["Authorization": "bearer \(try await client.token())"]
    }

    private func count(_ response: TestResponse, in dialect: DemoDialect) throws -> Int {
        switch dialect {
        case .atom: try FeedDocument(response.body).entries.count
        case .lemmy: try #require(try response.json()["posts"]).elements.count
        case .hackerNews:
            // A search's hits, else a list, which is an array alone.
            try response.json()["hits"]?.elements.count ?? (try #require(try? response.json().elements.count))
        default: try response.json().children.count
        }
    }

    @Test("A fault can be for one dialect only, and beats one for all", arguments: paths)
    func dialects(dialect: DemoDialect, path: String) async throws {
        #expect(DemoDialect(path: String(path.prefix { $0 != "?" })) == dialect)
        try await withServer { server, client in
            let headers = try await headers(client)
            server.setFault(.status(503), forPath: "/", dialect: dialect)
            server.setFault(.status(500))
            for (other, path) in Self.paths {
                let response = try await client.get(path, headers: headers)
                #expect(response.status == (other == dialect ? 503 : 500))
            }
        }
    }

    @Test("A list that is empty, missing, no list, or partly corrupt", arguments: paths)
    func lists(dialect: DemoDialect, path: String) async throws {
        try await withServer { server, client in
            let headers = try await headers(client)
            let healthy = try await client.get(path, headers: headers)
            let wholeCount = try count(healthy, in: dialect)
            #expect(wholeCount >= 10)

            server.setFault(.emptyListing)
            let empty = try await client.get(path, headers: headers)
            #expect(try empty.status == 200 && count(empty, in: dialect) == 0)
            #expect(!empty.text.contains("next_page"))

            server.setFault(.missingChildren)
            let missing = try await client.get(path, headers: headers)
            switch dialect {
            case .atom: #expect(try FeedDocument(missing.body).root == "note")
            case .lemmy: #expect(try missing.json().members["posts"] == nil)
            case .hackerNews: #expect(try missing.text == "null" || missing.json().members["hits"] == nil)
            default: #expect(try missing.json()["data"]?["children"] == nil)
            }

            server.setFault(.childrenNotArray)
            let text = try await client.get(path, headers: headers)
            #expect(text.text.contains("none today"))

            server.setFault(.corruptChild(at: 3))
            let corrupt = try await client.get(path, headers: headers)
            #expect(try count(corrupt, in: dialect) == wholeCount)
            #expect(corrupt.body != healthy.body && corrupt.text.contains("yesterday"))
            if dialect == .atom {
                let ids = try FeedDocument(corrupt.body).entries.map { $0["id"] ?? "" }
                #expect(ids.indices.filter { ids[$0].isEmpty } == [3])
            }
        }
    }

    @Test("Truncated, garbled and oversized answers, and pages of another kind", arguments: paths)
    func bodies(dialect: DemoDialect, path: String) async throws {
        try await withServer { server, client in
            let headers = try await headers(client)
            let healthy = try await client.get(path, headers: headers)
            let faults: [(DemoFault, Int, type: String?)] = [
                (.truncatedJSON, 200, nil), (.garbage, 200, nil), (.captivePortal, 200, "text/html; charset=UTF-8"),
                (.blockPage, 403, "text/html; charset=UTF-8"), (.hugeBody(byteCount: 200_000), 200, nil),
                (.status(502, body: .html), 502, "text/html; charset=UTF-8"),
            ]
            for (fault, status, type) in faults {
                server.setFault(fault)
                let response = try await client.get(path, headers: headers)
                #expect(response.status == status, "\(fault.text)")
                #expect(response.body != healthy.body)
                let expected = type ?? healthy.headers["content-type"]
                let isJSON = expected?.hasPrefix("application/json") == true
                let found = response.headers["content-type"]
                #expect(found == expected || isJSON && found?.hasPrefix("application/json") == true, "\(fault.text)")
                switch fault {
                case .truncatedJSON: #expect(response.body == healthy.body.prefix(healthy.body.count / 2))
                case .hugeBody: #expect(response.body.count == 200_000)
                default: break
                }
                if case .truncatedJSON = fault {
                    #expect(throws: (any Error).self) { try count(response, in: dialect) }
                }
            }
        }
    }

    @Test("Faults apply to the token endpoints too")
    func tokens() async throws {
        try await withServer { server, client in
            server.setFault(.status(503), dialect: .authorization, times: 1)
            let form: KeyValuePairs = ["grant_type": "client_credentials"]
            let broken = try await client.post("/api/v1/access_token", form)
            #expect(broken.status == 503)
            let dead = DemoFault.status(
                200, body: .text(#"{"error":"invalid_grant"}"#, contentType: "application/json"))
            server.setFault(dead, forPath: "/api/v1/access_token", times: 1)
            let refused = try await client.post("/api/v1/access_token", form)
            #expect(refused.status == 200 && refused.text.contains("invalid_grant"))
            let healthy = try await client.post("/api/v1/access_token", form)
            #expect(healthy.status == 200)
        }
    }

    @Test("A fault applies to conditional requests too")
    func conditional() async throws {
        try await withServer { server, client in
            let whole = try await client.get("/r/pics/.rss")
            let headers = ["If-None-Match": try #require(whole.headers["etag"])]
            server.setFault(.truncatedJSON)
            let half = try await client.get("/r/pics/.rss", headers: headers)
            #expect(half.status == 200 && half.headers["etag"] == whole.headers["etag"])
            server.setFault(.delay(.zero))
            let late = try await client.get("/r/pics/.rss", headers: headers)
            #expect(late.status == 304)
        }
    }
}
