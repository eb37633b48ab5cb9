import Core
import Foundation
import Testing

@testable import Cloud

struct TokenAnswerTests {
    private func answer(_ body: String) throws(NetworkError) -> TokenAnswer {
        try TokenAnswer(
            NetworkResponse(status: 200, url: url("https://host/api/v1/access_token"), body: Data(body.utf8)))
    }

    @Test(arguments: [
        ("3600", 3600.0), ("86400", 86_400), ("86401", 86_400), ("1e300", 86_400), ("59", 60), ("0", 60), ("-5", 60),
        ("60.5", 60.5), (#""3600""#, 3600), ("null", 3600), (#""soon""#, 3600), ("[]", 3600), ("true", 3600),
    ])
    func theLifetimeIsTheServersWithinReason(_ text: String, _ seconds: Double) throws {
        let answer = try answer(#"{"access_token":"a","token_type":"bearer","expires_in":\#(text)}"#)
        #expect(answer.lifetime == seconds)
        let token = answer.token(issued: Date(timeIntervalSince1970: 100))
        #expect(token.issued.timeIntervalSince1970 == 100 && token.expires?.timeIntervalSince1970 == 100 + seconds)
    }

    @Test func allPartsAreRead() throws {
        let answer = try answer(
            #"{"access_token":"a.b","token_type":"Bearer","expires_in":3600,"scope":"read identity","#
                + #""refresh_token":"r-1","device_id":"x"}"#)
        #expect(answer.access == Secret("a.b") && answer.refreshToken == Secret("r-1"))
        #expect(answer.scopes == ["read", "identity"])
        let bare = try self.answer(#"{"access_token":"a","scope":"*","refresh_token":null}"#)
        #expect(bare.scopes == ["*"] && bare.refreshToken == nil && bare.lifetime == 3600)
    }

    @Test(arguments: [
        "", "{", "[]", "7", "{}", #"{"access_token":null}"#, #"{"access_token":""}"#, #"{"access_token":7}"#,
        #"{"access_token":"a b"}"#, #"{"access_token":"a\r\nX: y"}"#, #"{"access_token":"é"}"#,
        #"{"access_token":"a","token_type":"mac"}"#, #"{"access_token":"a","refresh_token":""}"#,
        #"{"access_token":"a","refresh_token":{}}"#,
    ])
    func whatIsNoTokenIsMalformed(_ body: String) {
        let error = #expect(throws: NetworkError.self) { try answer(body) }
        #expect(error?.code == .malformed && error?.underlying == nil)
    }

    // MARK: What a failure means

    struct Failure: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        var type = "application/json"
        let refresh: ErrorCode
        let code: ErrorCode
        let client: ErrorCode
        var testDescription: String { "\(status) \(body)" }
    }

    static let failures = [
        Failure(
            status: 400, body: #"{"error":"invalid_grant"}"#, refresh: .sessionExpired, code: .unauthorized,
            client: .badRequest),
        Failure(
            status: 200, body: #"{"error":"invalid_grant"}"#, refresh: .sessionExpired, code: .unauthorized,
            client: .badRequest),
        Failure(
            status: 400, body: #"{"message":"Bad Request","error":400}"#, refresh: .sessionExpired, code: .badRequest,
            client: .badRequest),
        Failure(status: 400, body: "", refresh: .sessionExpired, code: .badRequest, client: .badRequest),
        Failure(
            status: 400, body: "<html>", type: "text/html", refresh: .badRequest, code: .badRequest, client: .badRequest
        ),
        Failure(
            status: 400, body: #"{"error":"unsupported_grant_type"}"#, refresh: .badRequest, code: .badRequest,
            client: .badRequest),
        Failure(
            status: 200, body: #"{"error":"invalid_request"}"#, refresh: .badRequest, code: .badRequest,
            client: .badRequest),
        Failure(
            status: 401, body: #"{"message":"Unauthorized","error":401}"#, refresh: .unauthorized, code: .unauthorized,
            client: .unauthorized),
        Failure(
            status: 200, body: #"{"message":"Unauthorized","error":401}"#, refresh: .unauthorized, code: .unauthorized,
            client: .unauthorized),
        Failure(
            status: 400, body: #"{"error":"invalid_client"}"#, refresh: .unauthorized, code: .unauthorized,
            client: .unauthorized),
        Failure(status: 403, body: "{}", refresh: .forbidden, code: .forbidden, client: .forbidden),
        Failure(
            status: 403, body: "<html>", type: "text/html", refresh: .accessClosed, code: .accessClosed,
            client: .accessClosed),
        Failure(status: 404, body: "{}", refresh: .notFound, code: .notFound, client: .notFound),
        Failure(status: 429, body: "{}", refresh: .rateLimited, code: .rateLimited, client: .rateLimited),
        Failure(
            status: 500, body: #"{"error":"invalid_grant"}"#, refresh: .serverError, code: .serverError,
            client: .serverError),
        Failure(status: 503, body: "<html>", refresh: .serverError, code: .serverError, client: .serverError),
        Failure(
            status: 200, body: "<html>", type: "text/html", refresh: .captivePortal, code: .captivePortal,
            client: .captivePortal),
    ]

    @Test(arguments: failures) func onlyARefusedRefreshTokenEndsASession(_ failure: Failure) throws {
        let response = NetworkResponse(
            status: failure.status, url: url("https://host"), headers: ["Content-Type": failure.type],
            body: Data(failure.body.utf8))
        let error = try #require(throws: NetworkError.self) {
            try ResponseCheck.check(
                response, to: NetworkRequest(url("https://host")), now: Date(timeIntervalSince1970: 0))
            _ = try TokenAnswer(response)
        }
        let expected: [(OAuthGrant, ErrorCode)] = [
            (.refreshToken(Secret("x")), failure.refresh), (.authorizationCode(Secret("x")), failure.code),
            (.clientCredentials, failure.client), (.doNotTrack, failure.client),
        ]
        for (grant, code) in expected {
            #expect((TokenRequestFailure.meaning(of: error, for: grant) as? any CodedError)?.code == code, "\(grant)")
        }
    }

    @Test func aBadClientIsToldAboutItsID() {
        let error = TokenRequestFailure.meaning(of: NetworkError(.unauthorized, status: 401), for: .clientCredentials)
        #expect((error as? DataError)?.message.contains("client id") == true)
        #expect((error as? DataError)?.isRetryable == false)
    }

    @Test(arguments: [
        (#"{"error":"a_b-C","reason":"private"}"#, ServerRefusal(error: "a_b-C", reason: "private")),
        (#"{"error":403.0}"#, ServerRefusal(error: "403")), (#"{"error":"my token is xyz!"}"#, ServerRefusal()),
        (#"{"error":{},"reason":[]}"#, ServerRefusal()), ("<html>", ServerRefusal(isPage: true)),
        ("garbage", ServerRefusal()), (#"{"error":"\#(String(repeating: "a", count: 65))"}"#, ServerRefusal()),
    ])
    func aRefusalKeepsSingleWordsOnly(_ body: String, _ expected: ServerRefusal) {
        #expect(ServerRefusal(body: Data(body.utf8), contentType: nil) == expected)
    }

    /// The examples of FIPS 180-4, and lengths around the end of a block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ])
    func aFingerprintIsSHA256(_ text: String, _ expected: String) {
        #expect(TokenFingerprint.of(Secret(text)) == expected)
    }
}
