import DemoServer
import Foundation
import Testing

@Suite("Authorization")
struct AuthorizationTests {
    private static let tokenPath = "/api/v1/access_token"

    private func bearer(_ token: String) -> [String: String] {
        ["Authorization": "bearer \(token)"]
    }

    @Test(
        "Without a valid token, the API answers 401 and says why", arguments: ["/hot", "/r/swift/new", "/api/v1/me"])
    func unauthorized(path: String) async throws {
        try await withServer { _, client in
            for headers in [[:], bearer("made-up"), ["Authorization": "Basic bGFudGVybi1kZW1vOg=="]] {
                let response = try await client.get(path, headers: headers)
                #expect(response.status == 401)
                #expect(response.text == #"{"message":"Unauthorized","error":401}"#)
                let challenge = response.headers["www-authenticate"]
                #expect(challenge == #"Bearer realm="reddit", error="invalid_token""#)
            }
        }
    }

    @Test(
        "With a token, the pages are those of the public JSON",
        arguments: [
            ("/", "/.json"), ("/top?t=week&limit=7", "/top.json?t=week&limit=7"), ("/r/swift", "/r/swift.json"),
            ("/r/memes+swift/new?raw_json=1", "/r/memes+swift/new.json?raw_json=1"),
            ("/user/OksanaReads/submitted", "/user/OksanaReads/submitted.json"),
            ("/user/OksanaReads/overview", "/user/OksanaReads/overview.json"),
            ("/search?q=lantern", "/search.json?q=lantern"),
        ])
    func sameAnswers(path: String, publicPath: String) async throws {
        try await withServer { _, client in
            // Of an account that has marked nothing.
            let token = try await client.token(refreshing: "lantern-demo-refresh-token-ann")
            let response = try await client.get(path, headers: bearer(token))
            #expect(response.status == 200)
            #expect(try await client.get(publicPath).body == response.body)
        }
    }

    @Test("A thread, what does not exist, and what is private")
    func others() async throws {
        try await withServer { _, client in
            let headers = bearer(try await client.token())
            let id = try #require(try await client.posts("/r/askdemo/new.json").first?["id"]?.string)
            let thread = try await client.get("/comments/\(id)", headers: headers)
            #expect(try await client.get("/comments/\(id).json").body == thread.body)
            #expect(try await client.get("/r/nosuchplace/hot", headers: headers).status == 404)
            #expect(try await client.get("/r/private/hot", headers: headers).status == 403)
        }
    }

    @Test("Every grant gives a token of its kind")
    func grants() async throws {
        try await withServer { _, client in
            let device = "https://oauth.reddit.com/grants/installed_client"
            let forms: [(KeyValuePairs<String, String>, account: String?, keys: Set<String>)] = [
                (["grant_type": "client_credentials"], nil, []),
                (["grant_type": device, "device_id": "DO_NOT_TRACK_THIS_DEVICE"], nil, ["device_id"]),
                (
                    ["grant_type": "password", "username": "oksanareads", "password": "lantern:123456"], "OksanaReads",
                    []
                ),
                (
                    ["grant_type": "refresh_token", "refresh_token": "lantern-demo-refresh-token"], "OksanaReads",
                    ["refresh_token"]
                ),
            ]
            for (form, account, keys) in forms {
                let response = try await client.post(Self.tokenPath, form)
                let json = try response.json()
                #expect(response.status == 200)
                #expect(json["token_type"]?.string == "bearer" && json["expires_in"]?.int == 3_600)
                #expect(json["scope"]?.string == "*")
                let common: Set = ["access_token", "token_type", "expires_in", "scope"]
                #expect(Set(json.members.keys) == common.union(keys))
                let token = try #require(json["access_token"]?.string)
                #expect(try await client.get("/hot", headers: bearer(token)).status == 200)
                let me = try await client.get("/api/v1/me", headers: bearer(token))
                #expect(me.status == (account == nil ? 403 : 200))
                if let account { #expect(try me.json()["name"]?.string == account) }
            }
        }
    }

    @Test("A refusal names what is wrong")
    func refusals() async throws {
        try await withServer { _, client in
            let forms: [(KeyValuePairs<String, String>, String)] = [
                (["grant_type": "refresh_token", "refresh_token": "made-up"], "invalid_grant"),
                (["grant_type": "refresh_token"], "invalid_grant"),
                (["grant_type": "authorization_code", "code": "x", "redirect_uri": "y"], "invalid_grant"),
                (["grant_type": "password", "username": "OksanaReads", "password": "wrong"], "invalid_grant"),
                (
                    ["grant_type": "https://oauth.reddit.com/grants/installed_client", "device_id": "short"],
                    "invalid_request"
                ),
                (["grant_type": "wish"], "unsupported_grant_type"), ([:], "unsupported_grant_type"),
            ]
            for (form, error) in forms {
                let response = try await client.post(Self.tokenPath, form)
                #expect(response.status == 400)
                #expect(response.text == #"{"error":"\#(error)"}"#)
            }
            let form: KeyValuePairs = ["grant_type": "client_credentials"]
            for (user, password) in [("nobody", ""), ("lantern-demo", "wrong")] {
                let response = try await client.post(Self.tokenPath, form, user: user, password: password)
                #expect(response.status == 401)
                #expect(response.text == #"{"message":"Unauthorized","error":401}"#)
            }
            #expect(try await client.post(Self.tokenPath, form, user: nil).status == 401)
            let wrongMethod = try await client.get(Self.tokenPath)
            #expect(wrongMethod.status == 405 && wrongMethod.headers["allow"] == "POST")
        }
    }

    @Test("The authorization code flow: page, redirect with a code, exchange for tokens", arguments: [true, false])
    func authorizationCode(isPermanent: Bool) async throws {
        try await withServer { _, client in
            let redirect = "lantern://authorized"
            let page =
                "/api/v1/authorize?client_id=lantern-demo&response_type=code&state=a%26b%3D1&redirect_uri=\(redirect)"
                + "&duration=\(isPermanent ? "permanent" : "temporary")&scope=read%20identity"
            let response = try await client.get(page)
            #expect(response.status == 302)
            let location = try #require(response.headers["location"])
            #expect(location.hasPrefix(redirect + "?") && location.hasSuffix("#_"))
            let items = try #require(URLComponents(string: location)?.queryItems)
            #expect(items.map(\.name) == ["state", "code"] && items[0].value == "a&b=1")
            let form: KeyValuePairs = [
                "grant_type": "authorization_code", "code": items[1].value ?? "", "redirect_uri": redirect,
            ]
            let json = try await client.post(Self.tokenPath, form).json()
            #expect(json["scope"]?.string == "read identity")
            #expect((json["refresh_token"] != nil) == isPermanent)
            let headers = bearer(try #require(json["access_token"]?.string))
            #expect(try await client.get("/api/v1/me", headers: headers).status == 200)
            let saved = try await client.get("/user/OksanaReads/saved", headers: headers)
            #expect(saved.status == 403)
            #expect(saved.headers["www-authenticate"]?.contains("insufficient_scope") == true)
            #expect(try await client.post(Self.tokenPath, form).text == #"{"error":"invalid_grant"}"#)
        }
    }

    @Test("The consent page is shown where it is configured, and people may refuse")
    func consent() async throws {
        try await withServer(configured { $0.authorization.asksForConsent = true }) { _, client in
            let page = "/api/v1/authorize?client_id=lantern-demo&response_type=code&state=s&redirect_uri="
            let asked = try await client.get(page + "lantern://authorized")
            #expect(asked.status == 200 && asked.text.contains("decision=allow"))
            let refused = try await client.get(page + "lantern://authorized&decision=deny")
            #expect(refused.headers["location"] == "lantern://authorized?state=s&error=access_denied")
            #expect(try await client.get(page + "https://elsewhere.example/").status == 400)
        }
    }

    @Test("A browser may be signed in to another account, and a program be redirected to a loopback address")
    func accounts() async throws {
        try await withServer(configured { $0.authorization.asksForConsent = true }) { _, client in
            let page = "/api/v1/authorize?client_id=lantern-demo&response_type=code&state=s&duration=permanent"
            let address = "http://127.0.0.1:8976/callback"
            let asked = try await client.get("\(page)&redirect_uri=\(address)")
            #expect(asked.text.contains("account=ben&amp;decision=allow"))
            let allowed = try await client.get("\(page)&redirect_uri=\(address)&account=Ben&decision=allow")
            let location = try #require(allowed.headers["location"])
            #expect(location.hasPrefix(address + "?state=s&code="))
            let code = try #require(URLComponents(string: location)?.queryItems?.last?.value)
            let form: KeyValuePairs = ["grant_type": "authorization_code", "code": code, "redirect_uri": address]
            let json = try await client.post(Self.tokenPath, form).json()
            let token = try await client.token(refreshing: json["refresh_token"]?.string ?? "")
            #expect(try await client.get("/api/v1/me", headers: bearer(token)).json()["name"]?.string == "ben")
            #expect(try await client.get("\(page)&redirect_uri=\(address)&account=nobody").status == 400)
            let elsewhere = "http://127.0.0.1.elsewhere.example/"
            #expect(try await client.get("\(page)&redirect_uri=\(elsewhere)").status == 400)
        }
    }

    @Test("A second factor is asked for where an account has one")
    func secondFactor() async throws {
        try await withServer { _, client in
            for (password, status) in [("lantern", 400), ("lantern:1", 400), ("lantern:246810", 200)] {
                let form: KeyValuePairs = ["grant_type": "password", "username": "cleo", "password": password]
                let response = try await client.post(Self.tokenPath, form)
                #expect(response.status == status)
            }
        }
    }

    @Test("A token ends with its time, on request, and when it is revoked")
    func expiry() async throws {
        let clock = TestClock()
        let configuration = configured { $0.authorization.tokenLifetime = .seconds(60) }
        try await withServer(configuration, clock: clock) { server, client in
            func status(_ token: String) async throws -> Int {
                try await client.get("/hot", headers: bearer(token)).status
            }
            let first = try await client.token()
            clock.advance(by: 59)
            #expect(try await status(first) == 200)
            clock.advance(by: 1)
            #expect(try await status(first) == 401)
            let second = try await client.token()
            #expect(try await status(second) == 200)
            server.expireTokens()
            #expect(try await status(second) == 401)
            let third = try await client.token()
            #expect(try await client.post("/api/v1/revoke_token", ["token": third]).status == 204)
            #expect(try await status(third) == 401)
            let fourth = try await client.token()
            server.revokeRefreshTokens()
            await #expect(throws: URLError.self) { try await client.token() }
            #expect(try await status(fourth) == 200)
            #expect(server.tokenRequestCount(grant: "refresh_token") == 5)
            #expect(server.tokenRequestCount(grant: "password") == 0)
        }
    }

    @Test("A refresh token that rotates works once", .timeLimit(.minutes(5)))
    func rotation() async throws {
        try await withServer(configured { $0.authorization.rotatesRefreshTokens = true }) { _, client in
            let old = "lantern-demo-refresh-token"
            let form: KeyValuePairs = ["grant_type": "refresh_token", "refresh_token": old]
            async let one = client.post(Self.tokenPath, form)
            async let other = client.post(Self.tokenPath, form)
            let responses = try await [one, other]
            #expect(responses.map(\.status).sorted() == [200, 400])
            let good = try #require(responses.first { $0.status == 200 })
            let next = try #require(try good.json()["refresh_token"]?.string)
            #expect(next != old)
            _ = try await client.token(refreshing: next)
            await #expect(throws: URLError.self) { try await client.token(refreshing: next) }
        }
    }

    @Test("The log says which token was sent, and holds no secret")
    func redaction() async throws {
        try await withServer { server, client in
            let first = try await client.token()
            let second = try await client.token()
            for token in [first, second, "from-elsewhere"] {
                _ = try await client.get("/hot", headers: bearer(token))
            }
            _ = try await client.get("/hot.json?access_token=\(first)&x=1", headers: ["X-Leak": "t=\(second)"])
            _ = try await client.post(
                Self.tokenPath, ["grant_type": "password", "username": "OksanaReads", "password": "hunter22"])
            let requests = server.requests
            #expect(requests[0].credential == .client(id: "lantern-demo"))
            #expect(requests[0].formValue("refresh_token") == "refresh-1")
            #expect(requests[2].credential == .accessToken(number: 1))
            #expect(requests[3].credential == .accessToken(number: 2))
            #expect(requests[3].header("authorization") == "bearer access-2")
            guard case .unknown? = requests[4].credential else {
                Issue.record("\(String(describing: requests[4].credential))")
                return
            }
            #expect(requests[5].target == "/hot.json?access_token=access-1&x=1")
            #expect(requests[5].header("x-leak") == "t=access-2")
            let everything = requests.map { "\($0)" }.joined()
            for secret in [first, second, "lantern-demo-refresh-token", "from-elsewhere", "hunter22", "bGFudGVybi"] {
                #expect(!everything.contains(secret), "\(secret)")
            }
        }
    }
}
