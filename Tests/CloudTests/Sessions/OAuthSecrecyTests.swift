import Cloud
import Core
import Foundation
import Mocks
import Testing

/// No token in any text that a program could write somewhere.
@Suite(.timeLimit(.minutes(5)))
struct OAuthSecrecyTests {
    let world = OAuthWorld()
    let activity = RecordedActivity()

    private static let secrets = ["access-", "refresh-", "hunter2", "c0de", "s3cret", "Y2xpZW50Onpzcw"]

    private func expectNoSecret(in value: some Any, _ location: SourceLocation = #_sourceLocation) {
        var dumped = ""
        dump(value, to: &dumped)
        for text in ["\(value)", String(reflecting: value), dumped] {
            for secret in Self.secrets {
                #expect(!text.contains(secret), "\(text)", sourceLocation: location)
            }
        }
    }

    /// An error, and all that it was made of.
    private func expectNoSecret(inError error: any Error, _ location: SourceLocation = #_sourceLocation) {
        expectNoSecret(in: error, location)
        expectNoSecret(in: error.localizedDescription, location)
        if let error = error as? DataError {
            expectNoSecret(in: error.message, location)
            if let underlying = error.underlying { expectNoSecret(inError: underlying, location) }
        }
        if let underlying = (error as? NetworkError)?.underlying { expectNoSecret(inError: underlying, location) }
    }

    @Test func noValueShowsASecret() async throws {
        world.signIn()
        let client = try OAuthClient(id: "client", secret: Secret("s3cret"), redirectURI: "a://b")
        expectNoSecret(in: client)
        expectNoSecret(in: client.server)
        for grant in [
            OAuthGrant.authorizationCode(Secret("c0de")), .refreshToken(Secret("refresh-1")),
            .password(user: "me", password: Secret("hunter2"), oneTime: Secret("hunter2")),
        ] {
            expectNoSecret(in: grant)
            expectNoSecret(in: try client.tokenRequest(for: grant))
        }
        expectNoSecret(in: try client.revocationRequest(of: Secret("refresh-1"), isRefreshToken: true))
        let session = try world.session(refreshToken: "refresh-seed")
        try await session.restore()
        expectNoSecret(in: session)
        expectNoSecret(in: AuthorizingRequestProvider(session: session, requests: world))
        expectNoSecret(in: world.store.accounts)
        let memory = InMemoryTokenStore()
        await memory.save(OAuthWorld.credentials(1, issued: world.clock.now), for: OAuthWorld.key)
        expectNoSecret(in: memory)
        for request in world.seen.requests { expectNoSecret(in: request) }
    }

    @Test func noErrorAndNoEventShowsASecret() async throws {
        let session = try world.session(activity: activity)
        let provider = AuthorizingRequestProvider(session: session, requests: world)
        let failures = [
            NetworkError(.offline), NetworkError(.serverError, status: 500),
            NetworkError(.unauthorized, status: 401), NetworkError(.badRequest, status: 400),
            NetworkError(.badRequest, status: 400, underlying: ServerRefusal(error: "invalid_grant")),
        ]
        for failure in failures {
            world.signIn(accessIsGood: false, age: 90_000)
            let session = try world.session(activity: activity)
            world.set { $0.tokenFailures = [failure] }
            do {
                _ = try await AuthorizingRequestProvider(session: session, requests: world).response(to: OAuthWorld.api)
                Issue.record("a token came from nowhere")
            } catch {
                expectNoSecret(inError: error)
                expectNoSecret(inError: DataError(error))
            }
        }
        do {
            _ = try await provider.response(to: OAuthWorld.api)
        } catch {
            expectNoSecret(inError: error)
        }
        world.signIn(accessIsGood: false, age: 90_000)
        world.store.fail(.save, with: FileError(.noSpace, path: "/tokens", operation: "write"))
        do {
            _ = try await world.session(activity: activity).restore()
        } catch {
            expectNoSecret(inError: error)
        }
        #expect(activity.events.count >= failures.count)
        for event in activity.events {
            expectNoSecret(in: event)
            expectNoSecret(in: String(decoding: try JSONEncoder().encode(event), as: UTF8.self))
        }
    }

    /// Answers that are no tokens, but have some in them.
    @Test(arguments: [
        #"{"access_token":"access-1 ","refresh_token":"refresh-1"}"#, #"{"access_token":"access-1""#,
        #"{"error":"access-1 is void","refresh_token":"refresh-1"}"#, #"["access-1"]"#,
        #"{"access_token":"access-1","token_type":"access-2"}"#,
    ])
    func aMalformedAnswerIsNotQuoted(_ body: String) async throws {
        let client = try OAuthClient(id: "client")
        let session = try OAuthSession(
            client: client, tokens: world.store,
            configuration: OAuthSession.Configuration(appOnlyGrant: .clientCredentials, time: world.clock),
            requests: CannedRequests(body))
        do {
            _ = try await AuthorizingRequestProvider(session: session, requests: CannedRequests(body))
                .response(to: OAuthWorld.api)
            Issue.record("that was no token")
        } catch {
            expectNoSecret(inError: error)
            expectNoSecret(inError: DataError(error))
        }
    }

    @Test func theFileIsTheOnlyPlaceWithTokens() async throws {
        let files = InMemoryFileSystem()
        let store = FileTokenStore(directory: "/tmp/tokens", files: files, time: world.clock)
        try await store.save(OAuthWorld.credentials(1, issued: world.clock.now), for: OAuthWorld.key)
        expectNoSecret(in: store)
        #expect(files.paths.count == 1)
        let text = String(decoding: files.bytes(at: files.paths[0]) ?? [], as: UTF8.self)
        #expect(text.contains("access-1") && text.contains("refresh-1"))
    }
}
