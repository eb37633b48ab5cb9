import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Tokens that do not come from a sign-in: from another process, the environment, the app itself.
@Suite(.timeLimit(.minutes(5)))
struct OAuthSourcesTests {
    let world = OAuthWorld()

    private func send(_ session: OAuthSession) async throws {
        _ = try await AuthorizingRequestProvider(session: session, requests: world).response(to: OAuthWorld.api)
    }

    private var stored: Credentials? { world.store.accounts[OAuthWorld.key] }

    // MARK: Other processes

    @Test func newerTokensOfAnotherProcessAreTakenWithoutAsking() async throws {
        world.signIn()
        let session = try world.session()
        try await send(session)
        world.set { $0.goodAccess = ["access-9"] }
        world.store.put(OAuthWorld.credentials(9, issued: world.clock.now), for: OAuthWorld.key)
        try await send(session)
        #expect(world.refreshes == 0 && world.apiTokens == ["access-0", "access-0", "access-9"])
    }

    @Test func aRefreshTokenThatAnotherProcessHasUsedIsNotTheEnd() async throws {
        world.signIn(accessIsGood: false)
        world.tokenGate.close()
        let session = try world.session()
        let request = Task { try await send(session) }
        await world.tokenGate.waitForArrivals(1)
        world.set { state in
            state.goodRefresh = ["refresh-9"]
            state.goodAccess = ["access-9"]
        }
        world.store.put(OAuthWorld.credentials(9, issued: world.clock.now), for: OAuthWorld.key)
        world.tokenGate.open()
        try await request.value
        #expect(session.state.value == .signedIn && world.apiTokens == ["access-0", "access-9"])
    }

    @Test func twoProcessesAskOnce() async throws {
        let files = InMemoryFileSystem()
        let stores = (0..<2).map { _ in FileTokenStore(directory: "/tmp/tokens", files: files, time: world.clock) }
        world.set { $0.goodRefresh = ["refresh-0"] }
        try await stores[0].save(OAuthWorld.credentials(0, issued: world.clock.now), for: OAuthWorld.key)
        let sessions = try stores.map { try world.session(tokens: $0) }
        world.tokenGate.close()
        let first = Task { try await send(sessions[0]) }
        await world.tokenGate.waitForArrivals(1)
        let second = Task { try await send(sessions[1]) }
        try await world.clock.waitForSleepers(1)
        world.tokenGate.open()
        try await first.value
        world.clock.advance(by: .milliseconds(50))
        try await second.value
        #expect(world.refreshes == 1 && world.apiTokens.filter { $0 == "access-1" }.count == 2)
    }

    // MARK: Other servers

    @Test(arguments: [nil, "https://reddit.example", "http://127.0.0.1:8080"])
    func tokensOfAnotherServerGoNowhere(_ issuer: String?) async throws {
        world.set { state in
            state.goodRefresh = ["refresh-0", "refresh-seed"]
            state.goodAccess = ["access-0"]
        }
        let foreign = OAuthWorld.credentials(0, issued: world.clock.now, issuer: issuer)
        world.store.put(foreign, for: OAuthWorld.key)
        world.store.put(foreign, for: OAuthWorld.appKey)
        let session = try world.session(appOnlyGrant: .doNotTrack)
        try await session.restore()
        #expect(session.state.value == .signedOut)
        try await send(session)
        #expect(world.apiTokens == ["access-1"])
        #expect(world.store.accounts[OAuthWorld.appKey]?.issuer == "https://www.reddit.com")
        // Nor does anybody else get them to take them back.
        #expect(try await session.signOut() == .unneeded)
        #expect(world.seen.revoked.isEmpty)
        // A seed takes their place.
        world.store.put(foreign, for: OAuthWorld.key)
        try await world.session(refreshToken: "refresh-seed").restore()
        #expect(world.forms.last == "grant_type=refresh_token&refresh_token=refresh-seed")
    }

    // MARK: A token from outside

    @Test func aSeedIsUsedOnceAndItsDescendantWins() async throws {
        world.set { $0.goodRefresh = ["refresh-seed"] }
        let first = try world.session(refreshToken: "refresh-seed")
        try await first.restore()
        #expect(first.state.value == .signedIn)
        #expect(world.forms == ["grant_type=refresh_token&refresh_token=refresh-seed"])
        #expect(stored?.refreshToken == Secret("refresh-1"))
        // The next process gets the same seed, which the server takes no longer.
        world.clock.advance(by: .seconds(3300))
        let second = try world.session(refreshToken: "refresh-seed")
        try await send(second)
        #expect(world.forms.last == "grant_type=refresh_token&refresh_token=refresh-1")
        #expect(second.state.value == .signedIn)
        let third = try world.session(refreshToken: "refresh-seed")
        try await send(third)
        #expect(world.refreshes == 2)
    }

    @Test func anotherSeedTakesThePlaceOfWhatIsStored() async throws {
        world.set { $0.goodRefresh = ["one", "two"] }
        try await world.session(refreshToken: "one").restore()
        try await world.session(refreshToken: "two").restore()
        #expect(world.forms.last == "grant_type=refresh_token&refresh_token=two")
        #expect(stored?.refreshToken == Secret("refresh-2"))
        #expect(stored?.externalTokenFingerprint?.contains("two") == false)
    }

    @Test func aSeedThatIsRefusedEndsTheSession() async throws {
        let session = try world.session(refreshToken: "void")
        try await session.restore()
        #expect(session.state.value == .expired && world.refreshes == 1)
    }

    // MARK: The app itself

    @Test(arguments: [
        (OAuthGrant.clientCredentials, "grant_type=client_credentials"),
        (
            .doNotTrack,
            "device_id=DO_NOT_TRACK_THIS_DEVICE&grant_type=https%3A%2F%2Foauth.reddit.com%2Fgrants%2Finstalled_client"
        ),
    ])
    func withNobodySignedInTheAppHasATokenOfItsOwn(_ grant: OAuthGrant, _ form: String) async throws {
        let session = try world.session(appOnlyGrant: grant)
        try await session.restore()
        #expect(session.state.value == .signedOut && world.refreshes == 0)
        try await send(session)
        try await send(session)
        #expect(world.forms == [form] && world.apiTokens == ["access-1", "access-1"])
        #expect(session.state.value == .signedOut)
        // The next process has it still.
        let next = try world.session(appOnlyGrant: grant)
        try await send(next)
        #expect(world.refreshes == 1)
        // 401, and then nine tenths of its life: a new one in the same way.
        world.expireAccess()
        try await send(next)
        #expect(world.refreshes == 2)
        world.clock.advance(by: .seconds(3240))
        try await send(next)
        #expect(world.refreshes == 3 && Set(world.forms) == [form])
        #expect(stored == nil && world.store.accounts[OAuthWorld.appKey]?.refreshToken == nil)
    }

    @Test func aStandingGrantCanBeUsedAgainAndAgain() throws {
        for grant in [
            OAuthGrant.authorizationCode(Secret("x")), .refreshToken(Secret("x")),
            .password(user: "a", password: Secret("b"), oneTime: Secret("c")),
        ] {
            #expect(throws: DataError.self) { try world.session(appOnlyGrant: grant) }
        }
        _ = try world.session(appOnlyGrant: .password(user: "a", password: Secret("b")))
        let client = try OAuthClient(id: "x")
        #expect(throws: DataError.self) {
            try OAuthSession(
                client: client, tokens: world.store, configuration: .init(account: OAuthWorld.appKey), requests: world)
        }
    }

    @Test func theDayLongTokenOfADeviceLastsADay() async throws {
        world.set { $0.lifetime = 86_400 }
        let session = try world.session(appOnlyGrant: .doNotTrack)
        try await send(session)
        world.clock.advance(by: .seconds(77_759))
        try await send(session)
        #expect(world.refreshes == 1)
        world.clock.advance(by: .seconds(1))
        try await send(session)
        #expect(world.refreshes == 2)
    }
}
