import Cloud
import Core
import Foundation
import Testing

struct OAuthClientTests {
    private func client(secret: String? = nil) throws -> OAuthClient {
        try OAuthClient(
            id: "abc-DEF_1", secret: secret.map { Secret($0) }, redirectURI: "lantern://signed-in/x",
            scopes: ["identity", "read", "mysubreddits"])
    }

    struct Golden: Sendable, CustomTestStringConvertible {
        let grant: OAuthGrant
        let body: String
        var testDescription: String { "\(grant)" }
    }

    static let goldens = [
        Golden(
            grant: .authorizationCode(Secret("a+b&c=d/é")),
            body:
                "code=a%2Bb%26c%3Dd%2F%C3%A9&grant_type=authorization_code&redirect_uri=lantern%3A%2F%2Fsigned-in%2Fx"),
        Golden(
            grant: .refreshToken(Secret("123-x_Y~")), body: "grant_type=refresh_token&refresh_token=123-x_Y~"),
        Golden(grant: .clientCredentials, body: "grant_type=client_credentials"),
        Golden(
            grant: .installedClient(deviceID: "0123456789abcdefghij"),
            body:
                "device_id=0123456789abcdefghij&grant_type=https%3A%2F%2Foauth.reddit.com%2Fgrants%2Finstalled_client"),
        Golden(
            grant: .doNotTrack,
            body:
                "device_id=DO_NOT_TRACK_THIS_DEVICE&grant_type=https%3A%2F%2Foauth.reddit.com%2Fgrants%2Finstalled_client"
        ),
        Golden(
            grant: .password(user: "me you", password: Secret("p w+&")),
            body: "grant_type=password&password=p%20w%2B%26&username=me%20you"),
        Golden(
            grant: .password(user: "me", password: Secret("pw"), oneTime: Secret("123456")),
            body: "grant_type=password&password=pw%3A123456&username=me"),
    ]

    @Test(arguments: goldens) func tokensAreAskedForExactly(_ golden: Golden) throws {
        let request = try client().tokenRequest(for: golden.grant)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://www.reddit.com/api/v1/access_token")
        #expect(request.body == Data(golden.body.utf8))
        #expect(
            request.headers == [
                "Accept": "application/json", "Authorization": "Basic YWJjLURFRl8xOg==",
                "Content-Type": "application/x-www-form-urlencoded",
            ])
        #expect(request.expectation == .json)
    }

    @Test func aClientWithASecretSendsIt() throws {
        let request = try client(secret: "s3cr:et").tokenRequest(for: .clientCredentials)
        #expect(request.headers["Authorization"] == "Basic YWJjLURFRl8xOnMzY3I6ZXQ=")
    }

    @Test(arguments: [(true, "refresh_token"), (false, "access_token")])
    func tokensAreTakenBackExactly(_ isRefreshToken: Bool, _ hint: String) throws {
        let request = try client().revocationRequest(of: Secret("a/b"), isRefreshToken: isRefreshToken)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://www.reddit.com/api/v1/revoke_token")
        #expect(request.body == Data("token=a%2Fb&token_type_hint=\(hint)".utf8))
        #expect(request.headers["Authorization"] == "Basic YWJjLURFRl8xOg==")
    }

    @Test(arguments: [
        OAuthGrant.installedClient(deviceID: "0123456789012345678"), .installedClient(deviceID: ""),
        .installedClient(deviceID: "0123456789012345678901234567890"),
        .installedClient(deviceID: "0123456789 0123456789"),
        .installedClient(deviceID: "éééééééééé"), .password(user: "", password: Secret("x")),
        .password(user: "x", password: Secret("")), .password(user: "x", password: Secret("y"), oneTime: Secret("")),
    ])
    func aGrantThatCannotBeIsRefused(_ grant: OAuthGrant) throws {
        let error = try #require(throws: DataError.self) { try client().tokenRequest(for: grant) }
        #expect(error.code == .invalidInput)
    }

    @Test func thePageForPeopleIsExact() throws {
        let client = try client()
        let query =
            "client_id=abc-DEF_1&duration=permanent&redirect_uri=lantern%3A%2F%2Fsigned-in%2Fx&response_type=code"
            + "&scope=identity%20read%20mysubreddits&state=s%2B1"
        let page = try client.authorizationURL(state: Secret("s+1"))
        #expect(page.absoluteString == "https://www.reddit.com/api/v1/authorize?" + query)
        let compact = try client.authorizationURL(state: Secret("s+1"), isPermanent: false, isCompact: true)
        #expect(
            compact.absoluteString == "https://www.reddit.com/api/v1/authorize.compact?"
                + query.replacingOccurrences(of: "permanent", with: "temporary"))
    }

    @Test func aServerElsewhereIsAskedThere() throws {
        let server = try OAuthServer(baseURL: url("http://127.0.0.1:8080/reddit/"))
        let client = try OAuthClient(id: "x", redirectURI: "a://b", server: server)
        let base = "http://127.0.0.1:8080/reddit/api/v1/"
        #expect(try client.tokenRequest(for: .clientCredentials).url.absoluteString == base + "access_token")
        #expect(
            try client.revocationRequest(of: Secret("t"), isRefreshToken: true).url.absoluteString == base
                + "revoke_token")
        #expect(try client.authorizationURL(state: Secret("s")).absoluteString.hasPrefix(base + "authorize?"))
        #expect(throws: DataError.self) { try OAuthServer(baseURL: url("http://example.com")) }
    }

    @Test(arguments: ["", "a b", "a:b", "ä", "a\r\nX: y", String(repeating: "a", count: 9000)])
    func anIDThatIsNoneIsRefused(_ id: String) {
        let error = #expect(throws: DataError.self) { try OAuthClient(id: id) }
        #expect(error?.code == .invalidInput && error?.message.contains("client id") == true)
    }

    @Test(arguments: ["", "no scheme", "app://x?y=1", "app://x#y", "/path"])
    func aRedirectURIThatIsNoneIsRefused(_ text: String) {
        #expect(throws: DataError.self) { try OAuthClient(id: "x", redirectURI: text) }
    }

    @Test func signingInTakesARedirectURIAndAScope() throws {
        #expect(throws: DataError.self) { try OAuthClient(id: "x").authorizationURL(state: Secret("s")) }
        #expect(throws: DataError.self) { try OAuthClient(id: "x").tokenRequest(for: .authorizationCode(Secret("c"))) }
        #expect(throws: DataError.self) {
            try OAuthClient(id: "x", redirectURI: "a://b", scopes: []).authorizationURL(state: Secret("s"))
        }
        #expect(throws: DataError.self) { try OAuthClient(id: "x", scopes: ["a b"]) }
        #expect(throws: DataError.self) { try OAuthClient(id: "x", secret: Secret("")) }
    }

    // MARK: Redirects

    @Test(arguments: [
        "lantern://signed-in/x?state=s1&code=abc", "lantern://signed-in/x?code=abc&state=s1#_",
        "LANTERN://Signed-In/x?code=abc&state=s1&other=1", "lantern://signed-in/x?state=s1&code=abc%23_",
        "lantern://signed-in/x?state=s1&&code=%61bc#",
    ])
    func aRedirectBringsTheCode(_ redirect: String) throws {
        #expect(try client().code(in: url(redirect), state: Secret("s1")) == Secret("abc"))
    }

    @Test(arguments: [
        ("code=abc", SignInError.wrongState), ("state=&code=abc", .wrongState), ("state=s2&code=abc", .wrongState),
        ("state=s11&code=abc", .wrongState), ("state=s2&error=access_denied", .wrongState),
        ("error=access_denied", .wrongState), ("", .wrongState), ("state=s1&error=access_denied", .denied),
        ("error=access_denied&state=s1#_", .denied), ("state=s1&error=invalid_scope", .refused("invalid_scope")),
        ("state=s1&error=%3Cb%3E%20x", .refused("unknown")), ("state=s1&error=", .refused("unknown")),
        ("state=s1", .malformedRedirect), ("state=s1&code=", .malformedRedirect),
        ("state=s1&code=#_", .malformedRedirect),
        ("state=s1&code=a%20b", .malformedRedirect), ("state=s1&code=a%0D%0Ab", .malformedRedirect),
        ("state=s1&code=abc&code=abc", .malformedRedirect), ("state=s1&state=s1&code=abc", .malformedRedirect),
        ("state=s1&st%61te=s2&code=abc", .malformedRedirect),
        ("state=s1&code=abc&error=access_denied", .malformedRedirect), ("state=s1&code=%ff", .malformedRedirect),
    ])
    func aRedirectThatIsNotToBeTrustedIsRefused(_ query: String, _ expected: SignInError) throws {
        let error = try #require(throws: SignInError.self) {
            try client().code(in: url("lantern://signed-in/x?" + query), state: Secret("s1"))
        }
        #expect(error == expected)
        #expect(!error.description.contains("abc") && !error.description.isEmpty)
    }

    @Test(arguments: [
        "other://signed-in/x", "lantern://elsewhere/x", "lantern://signed-in/y", "lantern://signed-in",
        "lantern://signed-in:1/x", "lantern://me@signed-in/x", "https://signed-in/x",
    ])
    func aRedirectToAnotherAddressIsRefused(_ address: String) throws {
        #expect(throws: SignInError.malformedRedirect) {
            try client().code(in: url(address + "?state=s1&code=abc"), state: Secret("s1"))
        }
    }
}
