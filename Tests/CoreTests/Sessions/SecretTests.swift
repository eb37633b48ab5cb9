import Core
import Foundation
import Testing

struct SecretTests {
    private static let text = "tok-4711-very-secret"
    private let secret = Secret(text)

    /// Every way in which a value gets to be a text.
    private func texts(of value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        var printed = ""
        print(value, to: &printed)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped, printed]
    }

    private var token: Token {
        Token(access: secret, issued: Date(timeIntervalSince1970: 0), expires: Date(timeIntervalSince1970: 3600))
    }

    @Test func aSecretIsInNoTextOfItself() {
        for text in texts(of: secret) { #expect(text.contains("‹secret›") && !text.contains(Self.text), "\(text)") }
        #expect(secret.revealed == Self.text)
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func aSecretIsInNoTextOfWhatHasIt() {
        let credentials = Credentials(
            clientID: "id", token: token, refreshToken: secret, externalTokenFingerprint: "abc")
        let optional: Secret? = secret
        for text in texts(of: credentials) + texts(of: token) + texts(of: [secret]) + texts(of: ["a": secret])
            + texts(of: optional as Any) + texts(of: (1, secret)) + texts(of: Result<Secret, Never>.success(secret))
        {
            #expect(!text.contains(Self.text), "\(text)")
        }
    }

    @Test func aRequestShowsNoHeaderThatMayBeSecretAndNoBody() throws {
        let url = try #require(URL(string: "https://host/path?q=1"))
        let request = NetworkRequest(
            url, method: .post,
            headers: ["Authorization": "bearer \(Self.text)", "Accept": "a/b", "X-Own": Self.text],
            body: Data(Self.text.utf8))
        for text in texts(of: request) + texts(of: [request]) {
            #expect(!text.contains(Self.text), "\(text)")
            // The bytes of "tok", as an array of numbers shows them.
            #expect(!text.contains("116, 111, 107") && !text.contains("- 116\n"), "\(text)")
        }
        #expect(
            "\(request)"
                == "POST https://host/path?q=1 [Accept: a/b, Authorization: ‹secret›, X-Own: ‹secret›], body of 20 bytes"
        )
        let response = NetworkResponse(
            status: 200, url: url, headers: ["Set-Cookie": Self.text], body: Data(Self.text.utf8))
        for text in texts(of: response) { #expect(!text.contains(Self.text) && !text.contains("- 116\n"), "\(text)") }
        #expect("\(response)" == "200 https://host/path?q=1, 20 bytes")
    }

    @Test(arguments: [("a", "a", true), ("a", "b", false), ("a", "aa", false), ("", "", true), ("ab", "ba", false)])
    func secretsAreComparedByTheirBytes(_ left: String, _ right: String, _ isEqual: Bool) {
        #expect((Secret(left) == Secret(right)) == isEqual)
        // Two spellings of one letter are equal as strings, and two secrets.
        #expect(Secret("e\u{301}") != Secret("é"))
    }

    @Test func aTokenIsDueAfterNineTenthsOfItsLife() {
        #expect(!token.isDue(at: Date(timeIntervalSince1970: 3239.9)))
        #expect(token.isDue(at: Date(timeIntervalSince1970: 3240)))
        #expect(!token.isExpired(at: Date(timeIntervalSince1970: 3599.9)))
        #expect(token.isExpired(at: Date(timeIntervalSince1970: 3600)))
    }

    // MARK: As bytes

    @Test func credentialsComeBackFromTheirBytes() throws {
        var full = Credentials(
            clientID: "id", issuer: "https://a.com", token: token, refreshToken: Secret("r/ü\"\n"),
            externalTokenFingerprint: "abc")
        full.token?.scopes = ["read", "identity"]
        for credentials in [full, Credentials(clientID: ""), Credentials(clientID: "x", refreshToken: secret)] {
            let bytes = try credentials.encoded()
            #expect(try Credentials(decoding: bytes) == credentials)
            #expect(try credentials.encoded() == bytes)
        }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"version":1}"#, #"{"version":1,"client":"x","token":{"access":"tok-4711-very-secret"}}"#,
        #"{"version":1,"client":"x","refresh":7,"tok-4711-very-secret":1}"#,
    ])
    func unreadableCredentialsAreDamagedAndNotQuoted(_ text: String) {
        let error = #expect(throws: DataError.self) { try Credentials(decoding: Data(text.utf8)) }
        #expect(error?.code == .storeDamaged && error?.underlying == nil)
        for text in error.map(texts) ?? [] { #expect(!text.contains(Self.text)) }
    }

    @Test func aTokenWithoutAnEndIsKeptInAFormThatOlderVersionsRefuse() throws {
        var endless = Credentials(
            issuer: "https://lemmy.example", accessToken: secret, issued: Date(timeIntervalSince1970: 7))
        endless.user = SessionUser(id: "12", name: "ann")
        let bytes = try endless.encoded()
        #expect(try Credentials(decoding: bytes) == endless)
        let json = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        // Version 1 had no such tokens: a program that reads only that must not take it for damage.
        #expect(json["version"] as? Int == 2 && json["client"] as? String == "" && json["token"] == nil)
        #expect(
            endless.token?.isDue(at: .distantFuture) == false && endless.token?.isExpired(at: .distantFuture) == false)
        // One with an end stays what it was, with the person beside it.
        var ending = Credentials(
            issuer: "https://lemmy.example", accessToken: secret, issued: Date(timeIntervalSince1970: 7), lifetime: 60)
        ending.user = endless.user
        let other = try #require(try JSONSerialization.jsonObject(with: ending.encoded()) as? [String: Any])
        #expect(other["version"] as? Int == 1 && other["endless"] == nil)
        #expect(try Credentials(decoding: ending.encoded()) == ending)
    }

    @Test func aNewerVersionIsLeftAlone() {
        let error = #expect(throws: DataError.self) {
            try Credentials(decoding: Data(#"{"version":3,"client":"x"}"#.utf8))
        }
        #expect(error?.code == .storeTooNew)
    }
}
