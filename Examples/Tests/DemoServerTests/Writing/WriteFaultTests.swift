import DemoServer
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Faults of writing", .timeLimit(.minutes(5)))
struct WriteFaultTests {
    /// Somebody who comments, over sockets.
    private struct Writer {
        let client: TestClient
        let headers: [String: String]
        let post: String

        init(_ server: DemoServer, _ client: TestClient) async throws {
            self.client = client
            headers = ["Authorization": "bearer \(try await client.token())"]
            post = try server.openPost()
        }

        func comment(_ text: String) async throws -> TestResponse {
            try await client.form("/api/comment", ["thing_id": post, "text": text, "api_type": "json"], headers)
        }

        /// The same on a connection of its own: URLSession may begin a POST anew when one that was used before breaks.
        func commentAlone(_ text: String) async throws -> RawConnection {
            try await RawConnection.post(
                "/api/comment", "thing_id=\(post)&text=\(text)&api_type=json", headers: headers, to: client.base)
        }

        func thread() async throws -> [String] {
            let thread = try await client.get("/comments/\(post.dropFirst(3))?sort=new", headers: headers).json()
            return thread[1]?.children.compactMap { $0["body"]?.string } ?? []
        }
    }

    @Test(
        "What was done is done, whatever becomes of the answer",
        arguments: [
            "act:reset", "act:abort", "act:status:500", "act:status:503", "act:captivePortal", "act:garbage",
            "act:truncated", "act:delay:0.01", "truncated", "reset:midBody", "delay:0.01",
        ])
    func done(word: String) async throws {
        let fault = try #require(DemoFault(word))
        try await withServer { server, client in
            let writer = try await Writer(server, client)
            server.setFault(fault, only: .writes, times: 1)
            let answer = try await writer.commentAlone("Done")
            switch word {
            case "act:reset", "act:abort": #expect(answer.text.isEmpty)
            case "act:status:500": #expect(answer.status == 500)
            case "act:status:503": #expect(answer.status == 503)
            default: #expect(answer.status == 200)
            }
            #expect(answer.text.hasSuffix("}}}") == word.contains("delay"), "only then it is whole")
            #expect(try server.record.texts.map(\.text) == ["Done"])
            #expect(try await writer.thread().contains("Done"))
        }
    }

    @Test(
        "What was not done is not done",
        arguments: [
            "reset", "abort", "status:500", "status:502", "status:429", "captivePortal", "blockPage", "refuse:TOO_LONG",
            "rateLimit:540", "tokenExpired", "tokenRevoked", "garbage",
        ])
    func notDone(word: String) async throws {
        let fault = try #require(DemoFault(word))
        try await withServer { server, client in
            let writer = try await Writer(server, client)
            server.setFault(fault, only: .act(.reply), times: 1)
            let answer = try await writer.commentAlone("Not+done")
            #expect(answer.text.isEmpty == (word == "reset" || word == "abort"))
            #expect(try server.record.texts.isEmpty)
        }
    }

    @Test("A lost answer hangs until the client has had enough, and is there all the same")
    func hang() async throws {
        try await withServer { server, client in
            let writer = try await Writer(server, client)
            server.setFault(.acted(.hang), only: .writes, times: 1)
            let request = Task { try await writer.comment("Done") }
            while try server.record.texts.isEmpty { await Task.yield() }
            request.cancel()
            _ = await request.result
            #expect(try server.record.texts.count == 1)
            #expect(try await writer.comment("Next").status == 200)
        }
    }

    @Test("A fault is for reads, for writes, or for one kind of act, and the narrower counts")
    func targets() async throws {
        try await withServer(configured { $0.allowsControl = true }) { server, client in
            let writer = try await Writer(server, client)
            func vote() async throws -> Int {
                try await client.form("/api/vote", ["id": writer.post, "dir": "1"], writer.headers).status
            }
            server.setFault(.status(503), only: .writes)
            server.setFault(.status(418), only: .act(.vote), times: 1)
            let first = [try await vote(), try await vote(), try await writer.comment("x").status]
            #expect(first == [418, 503, 503])
            #expect(try await client.get("/hot.json").status == 200)
            #expect(try await client.token().isEmpty == false)
            server.removeAllFaults()
            let order = Data(#"{"fault": "act:500", "only": "reads", "path": "/r/"}"#.utf8)
            let list = try await client.get("/demo/faults", method: "POST", body: order)
            #expect(
                list.text == #"[{"fault":"act:status:500","path":"/r/","dialect":null,"only":"reads","times":null}]"#)
            #expect(try await client.get("/r/swift.json").status == 500)
            #expect(try await vote() == 200)
            #expect(try await client.get("/demo/faults?path=/r/&only=reads", method: "DELETE").text == "[]")
            let unknown = Data(#"{"fault": "hang", "only": "poems"}"#.utf8)
            #expect(try await client.get("/demo/faults", method: "POST", body: unknown).status == 400)
            let lemmy = #"{"username_or_email": "ann", "password": "lantern"}"#
            server.setFault(.status(503), only: .act(.login))
            let login = try await client.json("POST", "/api/v3/user/login", lemmy)
            #expect(login.status == 503)
        }
    }

    @Test("Refusals have the form of their dialect")
    func refusals() async throws {
        try await withServer { server, client in
            let writer = try await Writer(server, client)
            for (wait, text) in [
                (Duration.seconds(540), "9 minutes"), (.seconds(30), "30 seconds"),
                (.milliseconds(500), "500 milliseconds"),
                (.seconds(60), "1 minute "),
            ] {
                server.setFault(.rateLimit(wait), only: .writes, times: 1)
                let json = try await writer.comment("x").json()["json"]
                #expect(json?["errors"]?[0]?[0]?.string == "RATELIMIT")
                #expect(json?["errors"]?[0]?[1]?.string?.contains(text) == true)
                #expect(json?["ratelimit"]?.number == wait / .seconds(1))
            }
            server.setFault(.refuse("SUBREDDIT_RATELIMIT"), only: .writes, times: 1)
            #expect(try await writer.comment("x").json()["json"]?["errors"]?[0]?[0]?.string == "SUBREDDIT_RATELIMIT")
            let body = #"{"content": "x", "post_id": 1}"#
            for (fault, status, word) in [
                (DemoFault.refuse("locked"), 400, "locked"), (.refuse("couldnt_find_post"), 404, "couldnt_find_post"),
                (.refuse("incorrect_login"), 401, "incorrect_login"),
                (.rateLimit(.seconds(5)), 400, "rate_limit_error"),
            ] {
                server.setFault(fault, only: .writes, times: 1)
                let response = try await client.json("POST", "/api/v3/comment", body)
                #expect(response.status == status && response.text == #"{"error":"\#(word)"}"#)
            }
        }
    }

    @Test("A token that has ended on the way is refused, and where it was revoked, so is the next refresh")
    func tokens() async throws {
        try await withServer { server, client in
            let writer = try await Writer(server, client)
            server.setFault(.tokenExpired, only: .writes, times: 1)
            let expired = try await writer.comment("x")
            #expect(expired.status == 401 && expired.headers["www-authenticate"]?.contains("invalid_token") == true)
            #expect(try await client.get("/hot", headers: writer.headers).status == 401)
            let again = try await Writer(server, client)
            server.setFault(.tokenRevoked, only: .writes, times: 1)
            #expect(try await again.comment("x").status == 401)
            await #expect(throws: URLError.self) { try await client.token() }
            // Only that account's.
            #expect(try await client.token(refreshing: "lantern-demo-refresh-token-ann").isEmpty == false)

            let login = #"{"username_or_email": "ann", "password": "lantern"}"#
            let token = try await client.json("POST", "/api/v3/user/login", login).json()["jwt"]?.string ?? ""
            let headers = ["Authorization": "Bearer \(token)"]
            server.setFault(.tokenExpired, dialect: .lemmy, only: .writes, times: 1)
            let over = try await client.json("POST", "/api/v3/post/like", #"{"post_id": 1, "score": 1}"#, headers)
            #expect(over.status == 401 && over.text == #"{"error":"incorrect_login"}"#)
            #expect(try await client.get("/api/v3/site", headers: headers).json()["my_user"] == nil)
        }
    }

    @Test("Lists that are stale catch up in time, and what is asked for by its id is never behind")
    func staleness() throws {
        let clock = TestClock()
        var configuration = testConfiguration(port: 1)
        configuration.staleness = .seconds(5)
        let server = DemoServer(configuration: configuration, now: { clock.now })
        let (ann, lemmy) = (try Visitor.reddit(server, "ann"), try Visitor.lemmy(server, "ann"))
        let post = try server.openPost()
        clock.advance(by: 10)
        let name = try #require(ann.call("comment", ["thing_id": post, "text": "New"]).thing?["name"]?.string)
        func isListed() -> [Bool] {
            let thread = ann.get("/comments/\(post.dropFirst(3))?sort=new").json[1]?.children ?? []
            let comments = lemmy.read("comment/list?post_id=\(number(post))&sort=New")["comments"]?.elements ?? []
            return [
                thread.contains { $0["name"]?.string == name }, !ann.get("/user/ann/comments").json.children.isEmpty,
                comments.contains { $0["comment"]?["id"]?.int == number(name) },
                lemmy.read("user?username=ann")["comments"]?.elements.isEmpty == false,
            ]
        }
        #expect(isListed() == [false, false, false, false])
        #expect(ann.info(name)?["body"]?.string == "New")
        #expect(lemmy.read("comment?id=\(number(name))")["comment_view"] != nil)
        clock.advance(by: 4.9)
        #expect(isListed() == [false, false, false, false])
        clock.advance(by: 0.2)
        #expect(isListed() == [true, true, true, true])
    }

    @Test("A read that is stale by order, and none after a 500 that came after the act")
    func staleByOrder() async throws {
        let clock = TestClock()
        try await withServer(clock: clock) { server, client in
            let writer = try await Writer(server, client)
            clock.advance(by: 100)
            _ = try await writer.comment("First")
            server.setFault(.stale(.seconds(3)), forPath: "/comments/", only: .reads)
            #expect(try await !writer.thread().contains("First"))
            clock.advance(by: 3)
            #expect(try await writer.thread().contains("First"))
            _ = try await writer.comment("Second")
            #expect(try await !writer.thread().contains("Second"))
            server.setFault(.acted(.status(500)), only: .writes, times: 1)
            #expect(try await writer.comment("Third").status == 500)
            #expect(try await writer.thread().contains("Third"))
            _ = try await writer.comment("Fourth")
            #expect(try await !writer.thread().contains("Fourth"))
        }
    }

    @Test("What is there can be asked for without an API, where orders are taken")
    func state() async throws {
        try await withServer(configured { $0.allowsControl = true }) { server, client in
            let writer = try await Writer(server, client)
            _ = try await writer.comment("Here")
            _ = try await client.form("/api/vote", ["id": writer.post, "dir": "1"], writer.headers)
            let state = try await client.get("/demo/state").json()
            #expect(
                state["texts"]?[0]?["text"]?.string == "Here" && state["texts"]?[0]?["author"]?.string == "OksanaReads")
            #expect(state["people"]?["oksanareads"]?["votes"]?[writer.post]?.int == 1)
            #expect(try await client.get("/demo/state?author=ann").json()["texts"] == .array([]))
            #expect(try await client.get("/demo/state", method: "POST").status == 405)
        }
        try await withServer { _, client in
            let state = try await client.get("/demo/state")
            #expect(state.status == 404)
        }
    }
}
