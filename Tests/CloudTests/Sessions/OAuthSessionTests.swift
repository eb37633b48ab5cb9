import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OAuthSessionTests {
    let world = OAuthWorld()
    let activity = RecordedActivity()

    private func send(_ session: OAuthSession) async throws {
        _ = try await AuthorizingRequestProvider(session: session, requests: world).response(to: OAuthWorld.api)
    }

    private var stored: Credentials? { world.store.accounts[OAuthWorld.key] }

    // MARK: At launch

    @Test func nothingStoredIsSignedOut() async throws {
        let session = try world.session()
        #expect(session.state.value == .unknown)
        try await session.restore()
        #expect(session.state.value == .signedOut)
        #expect(await errorCode { try await send(session) } == .unauthorized)
        #expect(world.seen.requests.isEmpty)
    }

    @Test func aFreshTokenIsSignedInWithoutARequest() async throws {
        world.signIn(age: 3239)
        let session = try world.session()
        try await session.restore()
        #expect(session.state.value == .signedIn && world.refreshes == 0)
    }

    @Test func anOldTokenIsReplacedAtLaunch() async throws {
        world.signIn(accessIsGood: false, age: 90_000)
        let session = try world.session()
        try await session.restore()
        #expect(session.state.value == .signedIn && world.refreshes == 1)
        #expect(stored?.token?.access == Secret("access-1") && stored?.refreshToken == Secret("refresh-1"))
    }

    @Test(arguments: [ErrorCode.offline, .timedOut, .captivePortal])
    func tokensAndNoNetworkAreSignedInOffline(_ code: ErrorCode) async throws {
        world.signIn(accessIsGood: false, age: 90_000)
        world.set { $0.tokenFailures = [NetworkError(code), NetworkError(code)] }
        let session = try world.session()
        try await session.restore()
        #expect(session.state.value == .offline && session.state.value.isSignedIn)
        #expect(await errorCode { try await send(session) } == code)
        #expect(stored?.refreshToken == Secret("refresh-0"))
        // And with the network it goes on as if nothing had been.
        try await send(session)
        #expect(session.state.value == .signedIn)
    }

    @Test(arguments: [
        NetworkError(.serverError, status: 503), NetworkError(.rateLimited, status: 429, retryAfter: .seconds(9)),
        NetworkError(.accessClosed, status: 403), NetworkError(.malformed, status: 200),
        NetworkError(.badRequest, status: 400, underlying: ServerRefusal(isPage: true)),
    ])
    func aServerInTroubleEndsNoSession(_ error: NetworkError) async throws {
        world.signIn(accessIsGood: false, age: 90_000)
        world.set { $0.tokenFailures = [error] }
        let session = try world.session()
        try await session.restore()
        #expect(session.state.value == .signedIn)
        #expect(stored?.refreshToken == Secret("refresh-0"))
        try await send(session)
    }

    @Test func requestsTellWhetherTheServerCanBeReached() async throws {
        world.signIn()
        world.set { $0.apiFailures = [NetworkError(.offline), NetworkError(.notFound, status: 404)] }
        let session = try world.session()
        #expect(await errorCode { try await send(session) } == .offline)
        #expect(session.state.value == .offline)
        #expect(await errorCode { try await send(session) } == .notFound)
        #expect(session.state.value == .signedIn)
    }

    @Test func tokensOfAnotherClientAreNotUsed() async throws {
        var other = OAuthWorld.credentials(0, issued: world.clock.now)
        other.clientID = "another"
        world.store.put(other, for: OAuthWorld.key)
        let session = try world.session()
        try await session.restore()
        #expect(session.state.value == .signedOut)
    }

    @Test func aStoreThatCannotBeReadIsSaidAndReadAgain() async throws {
        world.signIn()
        world.store.fail(.read, with: FileError(.permissionDenied, path: "/tokens/x", operation: "open"))
        let session = try world.session()
        let error = await #expect(throws: FileError.self) { try await session.restore() }
        #expect(error?.path == "/tokens/x" && session.state.value == .unknown)
        world.store.fail(.read, with: nil)
        try await session.restore()
        #expect(session.state.value == .signedIn)
    }

    // MARK: The end of a session

    @Test(arguments: [false, true]) func aRefusedRefreshTokenEndsTheSessionOnceForAll(_ is200: Bool) async throws {
        world.signIn(accessIsGood: false)
        world.set { state in
            state.goodRefresh = []
            let refusal = ServerRefusal(error: "invalid_grant")
            state.tokenFailures = [NetworkError(.badRequest, status: is200 ? 200 : 400, underlying: refusal)]
        }
        world.tokenGate.close()
        world.apiGate.close()
        let session = try world.session(activity: activity)
        let states = Task { () -> [SessionState] in
            var seen: [SessionState] = []
            for await state in session.state.values {
                seen.append(state)
                if state == .expired { break }
            }
            return seen
        }
        let requests = (0..<20).map { _ in Task { await errorCode { try await send(session) } } }
        await world.apiGate.waitForArrivals(20)
        world.apiGate.open()
        await world.tokenGate.waitForArrivals(1)
        world.tokenGate.open()
        for request in requests { #expect(await request.value == .sessionExpired) }
        #expect(world.refreshes == 1)
        #expect(await states.value.filter { $0 == .expired }.count == 1)
        #expect(activity.events.map(\.code) == [.sessionExpired])
        #expect(activity.events.first?.host == "www.reddit.com")
        // No loop: nothing is asked any more.
        #expect(await errorCode { try await send(session) } == .sessionExpired)
        #expect(world.refreshes == 1 && world.apiTokens.count == 20)
        #expect(session.state.value == .expired && stored == nil)
    }

    @Test func aSessionWithoutARefreshTokenEndsWithItsToken() async throws {
        world.signIn(hasRefreshToken: false)
        let session = try world.session()
        try await send(session)
        world.clock.advance(by: .seconds(3300))
        #expect(await errorCode { try await send(session) } == .sessionExpired)
        #expect(session.state.value == .expired && world.refreshes == 0)
    }

    @Test func aRefusedClientIsToldAndKeepsItsTokens() async throws {
        world.signIn(accessIsGood: false, age: 90_000)
        world.set { $0.tokenFailures = [NetworkError(.unauthorized, status: 401)] }
        let session = try world.session(activity: activity)
        let error = await #expect(throws: DataError.self) { try await session.restore() }
        #expect(error?.code == .unauthorized && error?.message.contains("client id") == true)
        #expect(session.state.value == .signedIn && stored?.refreshToken == Secret("refresh-0"))
        #expect(activity.events.map(\.code) == [.unauthorized])
    }

    @Test func whenTheEndCannotBeStoredItIsTheEndAllTheSame() async throws {
        world.signIn(accessIsGood: false, age: 90_000)
        world.set { $0.goodRefresh = [] }
        world.store.fail(.remove, with: FileError(.readOnly, path: "/x", operation: "remove"))
        let session = try world.session()
        #expect(await errorCode { try await send(session) } == .sessionExpired)
        #expect(session.state.value == .expired)
    }

    // MARK: Stored before use

    @Test func aTokenThatCannotBeStoredIsNotUsedAndNotLost() async throws {
        world.signIn(accessIsGood: false)
        let failure = FileError(.noSpace, path: "/tokens/x", operation: "write")
        world.store.fail(.save, with: failure)
        let session = try world.session()
        for _ in 0..<3 {
            let error = await #expect(throws: FileError.self) { try await send(session) }
            #expect(error == failure)
        }
        // Asked once: the new tokens are kept for when there is room.
        #expect(world.refreshes == 1 && world.apiTokens == ["access-0"])
        #expect(session.state.value == .signedIn)
        world.store.fail(.save, with: nil)
        try await send(session)
        #expect(world.refreshes == 1 && world.apiTokens == ["access-0", "access-1"])
        #expect(stored?.refreshToken == Secret("refresh-1"))
        #expect(world.seen.usedBeforeStored.isEmpty)
    }

    @Test func aServerThatChangesNoRefreshTokenKeepsTheOldOne() async throws {
        world.signIn(accessIsGood: false)
        world.set { $0.rotates = false }
        let session = try world.session()
        try await send(session)
        #expect(stored?.refreshToken == Secret("refresh-0") && stored?.token?.access == Secret("access-1"))
        #expect(stored?.token?.scopes == ["read"])
    }
}
