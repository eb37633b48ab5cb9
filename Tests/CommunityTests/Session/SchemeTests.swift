import Cloud
import Community
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SchemeTests {
    private let world: CommunityWorld

    init() throws {
        world = try CommunityWorld()
    }

    private var server: CommunityServer { world.server }

    private func ask(_ path: String = "/users/me/profile") async throws {
        _ = try await world.requests.response(to: try world.configuration.address.request(path))
    }

    // MARK: Headers

    @Test func everyRequestCarriesTheKeyAndTheRawToken() async throws {
        try await world.signIn()
        try await ask()
        let seen = try #require(server.seen.last)
        #expect(seen.key == "key-1" && seen.token == "access-1" && seen.refresh == nil)
    }

    @Test(arguments: ["/users/login", "/users/join", "/validation/email"])
    func anOpenRouteCarriesTheKeyAndNoToken(path: String) async throws {
        try await world.signIn()
        for status in [419, 418, 401] {
            server.answer("/v1" + path, with: status)
            let failed = await failure { try await ask(path) }
            #expect(failed != nil)
            let seen = try #require(server.seen.last)
            #expect(seen.key == "key-1" && seen.token == nil)
        }
        #expect(server.count(of: "/v1/auth/refresh") == 0)
        #expect(world.sessions.state.value == .signedIn)
    }

    @Test func nothingIsAskedWithoutAPerson() async throws {
        #expect(await failure { try await ask() }?.code == .unauthorized)
        var picture = NetworkRequest(url("https://community.example/v1/data/a.jpg"))
        picture.expectation = .data
        #expect(await failure { try await world.requests.response(to: picture) }?.code == .unauthorized)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        "https://community.example/v1/data/a.jpg", "https://community.example/v1/uploads/posts/a.jpg?x=1",
    ])
    func picturesCarryBoth(address: String) async throws {
        try await world.signIn()
        var request = NetworkRequest(url(address))
        request.expectation = .data
        _ = try await world.requests.response(to: request)
        let seen = try #require(server.seen.last)
        #expect(seen.key == "key-1" && seen.token == "access-1")
    }

    @Test(arguments: [
        "https://elsewhere.example/v1/data/a.jpg", "https://community.example/data/a.jpg",
        "https://community.example:8443/v1/data/a.jpg", "https://community.example.elsewhere.example/v1/data/a.jpg",
        // A post that names a call as its picture must not have it made in the name of who looks at it.
        "https://community.example/v1/users/withdraw", "https://community.example/v1/Users/withdraw",
        "https://community.example/v1/data/../users/withdraw",
        "https://community.example/v1/data/%2e%2e/users/withdraw",
        "https://community.example/v1//users/withdraw", "https://community.example/v1/%75sers/withdraw",
        "https://community.example/v1/data/..%2Fusers/withdraw", "https://community.example/v1/data/%252e%252e/users/x",
        "https://community.example/v1/chats/r1", "https://community.example/v1/auth/refresh",
    ])
    func whatIsNoFileOfTheServerCarriesNothing(address: String) async throws {
        try await world.signIn()
        var request = NetworkRequest(url(address))
        request.expectation = .data
        _ = await failure { try await world.requests.response(to: request) }
        for seen in server.seen.dropFirst() { #expect(seen.key == nil && seen.token == nil, "\(address)") }
    }

    // MARK: Refreshing

    @Test func oneRefreshServesTwentyWhoWait() async throws {
        try await world.signIn()
        server.expire()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { try await ask("/users/id-\(number)/profile") } }
            try await group.waitForAll()
        }
        #expect(server.count(of: "/v1/auth/refresh") == 1)
        let refresh = try #require(server.seen.first { $0.path == "/v1/auth/refresh" })
        #expect(refresh.key == "key-1" && refresh.token == "access-1" && refresh.refresh == "refresh-ann")
        // It is stored with the refresh token, which stays the same.
        let stored = try #require(world.tokens.saved.last)
        #expect(stored.accessToken == Secret("access-2") && stored.refreshToken == Secret("refresh-ann"))
        #expect(stored.user == SessionUser(id: "id-ann", name: "ann"))
        #expect(world.sessions.state.value == .signedIn)
    }

    @Test func anotherProcessTakesTheTokenThatOneHasGot() async throws {
        try await world.signIn()
        let other = try world.relaunched()
        try await other.sessions.restore()
        server.expire()
        try await ask()
        _ = try await other.requests.response(to: try other.configuration.address.request("/chats"))
        #expect(server.count(of: "/v1/auth/refresh") == 1)
        #expect(server.seen.suffix(2).map(\.token) == ["access-1", "access-2"])
    }

    @Test func anUploadIsRepeatedAfterTheRefresh() async throws {
        try await world.signIn()
        server.expire()
        server.answer("/v1/posts/files", body: #"{"files":["data/1.jpg"]}"#)
        let upload = try CommunityRequests(world.configuration).upload([(0, Data("JPEG".utf8))])
        let answer = try await world.requests.response(to: upload)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("data/1.jpg"))
        #expect(server.seen.suffix(3).map(\.path) == ["/v1/posts/files", "/v1/auth/refresh", "/v1/posts/files"])
        #expect(server.requests.last?.body == upload.body && server.seen.last?.token == "access-2")
    }

    @Test(arguments: [401, 403, 418])
    func aRefusedRefreshEndsTheSessionOnce(status: Int) async throws {
        try await world.signIn()
        server.expire()
        server.answer("/v1/auth/refresh", with: status)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { _ = await failure { try await ask("/users/id-\(number)/profile") } }
            }
        }
        #expect(server.count(of: "/v1/auth/refresh") == 1)
        #expect(world.sessions.state.value == .expired)
        #expect(world.tokens.saved.count { $0.accessToken == nil } == 1, "it has ended once")
        // Nothing is asked in its name any more.
        let before = server.requests.count
        #expect(await failure { try await ask() }?.needsLogin == true)
        #expect(server.requests.count == before)
    }

    @Test(arguments: [500, 503, 420, 429, 444, 400])
    func aRefreshThatFailsOtherwiseIsNoLogout(status: Int) async throws {
        try await world.signIn()
        server.expire()
        server.answer("/v1/auth/refresh", with: status)
        #expect(await failure { try await ask() } != nil)
        #expect(world.sessions.state.value.isSignedIn)
        // After 429 the server is left alone for a while.
        server.clock.advance(by: .seconds(3600))
        try await ask()
        #expect(server.seen.last?.token == "access-2")
    }

    @Test func aLostRefreshIsNoLogout() async throws {
        try await world.signIn()
        server.expire()
        server.fail("/v1/auth/refresh", with: NetworkError(.timedOut))
        #expect(await failure { try await ask() }?.code == .timedOut)
        #expect(world.sessions.state.value.isSignedIn)
    }

    @Test(arguments: [401, 418])
    func aDeadSessionIsNotRefreshed(status: Int) async throws {
        try await world.signIn()
        server.answer("/v1/users/me/profile", with: status)
        #expect(await failure { try await ask() }?.needsLogin == true)
        #expect(world.sessions.state.value == .expired && server.count(of: "/v1/auth/refresh") == 0)
        #expect(server.count(of: "/v1/users/me/profile") == 1)
    }

    @Test(arguments: [400, 403, 409, 410, 420, 429, 444, 445, 500])
    func anyOtherStatusLeavesTheSessionAlone(status: Int) async throws {
        try await world.signIn()
        server.answer("/v1/users/me/profile", with: status)
        #expect(await failure { try await ask() } != nil)
        #expect(world.sessions.state.value == .signedIn && server.count(of: "/v1/auth/refresh") == 0)
    }

    // MARK: Signing in and launching

    @Test func whoItIsIsKnownFromTheSignIn() async throws {
        try await world.signIn()
        #expect(server.seen.map(\.path) == ["/v1/users/login"])
        let account = try #require(world.sessions.accounts.value.current)
        #expect(account.key == AccountKey(site: .community, name: "id-ann") && account.user?.name == "ann")
    }

    @Test func aWrongPasswordChangesNothing() async throws {
        try await world.signIn()
        await #expect(throws: SignInError.notAccepted) { try await world.signIn("ben", password: "wrong") }
        #expect(world.sessions.state.value == .signedIn)
        #expect(world.sessions.accounts.value.current?.user?.id == "id-ann")
    }

    @Test func aTokenThatIsNoHeaderIsNotTaken() async throws {
        server.answer(
            "/v1/users/login",
            body: #"{"user_id":"id-ann","nick":"ann","accessToken":"a\r\nX: y","refreshToken":"r"}"#)
        server.answer("/v1/users/login", with: 200)
        #expect(await failure { try await world.signIn() }?.code == .malformed)
        #expect(world.tokens.saved.isEmpty)
    }

    @Test func offlineAtLaunchIsSignedInAndAsksNothing() async throws {
        try await world.signIn()
        server.goOffline()
        let before = server.requests.count
        let later = try world.relaunched()
        try await later.sessions.restore()
        #expect(later.sessions.state.value == .signedIn && server.requests.count == before)
        #expect(later.sessions.accounts.value.current?.user?.id == "id-ann")
    }

    @Test func launchingAsksNothingThoughTheTokenHasExpired() async throws {
        try await world.signIn()
        server.expire()
        let before = server.requests.count
        try await world.relaunched().sessions.restore()
        #expect(server.requests.count == before)
    }

    @Test func aSessionBelongsToTheServerItWasMadeWith() async throws {
        try await world.signIn()
        let other = try CommunityWorld(
            server: server, tokens: world.tokens, notes: world.notes, base: "https://other.example")
        try await other.sessions.restore()
        #expect(!other.sessions.state.value.isSignedIn)
        _ = await failure { try await other.api.profile() }
        #expect(server.seen.allSatisfy { $0.token == nil })
    }

    @Test func signingInOnceMoreKeepsNothing() async throws {
        try await world.signIn()
        let saved = world.tokens.saved.count
        try await world.sessions.confirm(with: [.email: Secret("ann@example.com"), .password: Secret("lantern")])
        await #expect(throws: SignInError.anotherPerson) {
            try await world.sessions.confirm(with: [.email: Secret("ben@example.com"), .password: Secret("lantern")])
        }
        await #expect(throws: SignInError.notAccepted) {
            try await world.sessions.confirm(with: [.email: Secret("ann@example.com"), .password: Secret("wrong")])
        }
        #expect(world.tokens.saved.count == saved)
        try await ask()
        #expect(server.seen.last?.token == "access-1")
    }
}
