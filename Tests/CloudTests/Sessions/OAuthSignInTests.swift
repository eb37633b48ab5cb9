import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OAuthSignInTests {
    let world = OAuthWorld()

    private func send(_ session: OAuthSession) async throws {
        _ = try await AuthorizingRequestProvider(session: session, requests: world).response(to: OAuthWorld.api)
    }

    private var stored: Credentials? { world.store.accounts[OAuthWorld.key] }

    private func state(of page: URL) throws -> String {
        let query = try #require(URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems)
        return try #require(query.first { $0.name == "state" }?.value)
    }

    private func redirect(_ page: URL, _ more: String = "code=abc#_") throws -> URL {
        url("lantern://signed-in?state=\(try state(of: page))&\(more)")
    }

    // MARK: In

    @Test func aPersonSignsIn() async throws {
        let session = try world.session()
        try await session.restore()
        let page = try await session.signInURL()
        #expect(
            page.absoluteString.hasPrefix("https://www.reddit.com/api/v1/authorize?client_id=client&duration=permanent")
        )
        try await session.finishSignIn(redirect: redirect(page))
        #expect(world.forms == ["code=abc&grant_type=authorization_code&redirect_uri=lantern%3A%2F%2Fsigned-in"])
        #expect(session.state.value == .signedIn)
        #expect(stored?.refreshToken == Secret("refresh-1") && stored?.clientID == OAuthWorld.clientID)
        try await send(session)
        #expect(world.apiTokens == ["access-1"])
        // After a relaunch it is as it was.
        let next = try world.session()
        try await next.restore()
        #expect(next.state.value == .signedIn)
    }

    @Test func aStateIs128BitsAndNewEachTime() async throws {
        let session = try world.session(random: SystemRandomSource())
        var seen: Set<String> = []
        for _ in 0..<50 {
            let state = try state(of: await session.signInURL())
            #expect(state.count == 32 && state.allSatisfy(\.isHexDigit))
            #expect(seen.insert(state).inserted)
        }
    }

    @Test func onlyTheNewestPageCounts() async throws {
        let session = try world.session()
        let (old, new) = (try await session.signInURL(), try await session.signInURL())
        await #expect(throws: SignInError.wrongState) { try await session.finishSignIn(redirect: redirect(old)) }
        #expect(world.refreshes == 0)
        // A redirect from elsewhere takes nothing away from the right one.
        try await session.finishSignIn(redirect: redirect(new))
        #expect(session.state.value == .signedIn)
    }

    @Test func aRedirectCountsOnce() async throws {
        let session = try world.session()
        await #expect(throws: SignInError.notBegun) {
            try await session.finishSignIn(redirect: url("lantern://signed-in?state=x&code=y"))
        }
        let page = try await session.signInURL()
        try await session.finishSignIn(redirect: redirect(page))
        await #expect(throws: SignInError.notBegun) { try await session.finishSignIn(redirect: redirect(page)) }
        #expect(world.refreshes == 1)
    }

    @Test func aPersonMaySayNo() async throws {
        let session = try world.session()
        try await session.restore()
        let page = try await session.signInURL()
        let error = await #expect(throws: SignInError.self) {
            try await session.finishSignIn(redirect: redirect(page, "error=access_denied"))
        }
        #expect(error == .denied && error?.code == .accessDenied)
        #expect(session.state.value == .signedOut && world.refreshes == 0)
    }

    @Test func aFailedSignInLeavesWhoWasSignedIn() async throws {
        world.signIn()
        let session = try world.session()
        try await session.restore()
        for error in [
            NetworkError(.offline),
            NetworkError(.badRequest, status: 400, underlying: ServerRefusal(error: "invalid_grant")),
        ] {
            world.set { $0.tokenFailures = [error] }
            let page = try await session.signInURL()
            await #expect(throws: (any Error).self) { try await session.finishSignIn(redirect: redirect(page)) }
        }
        world.store.fail(.save, with: FileError(.noSpace, path: "/x", operation: "write"))
        let page = try await session.signInURL()
        await #expect(throws: FileError.self) { try await session.finishSignIn(redirect: redirect(page)) }
        #expect(session.state.value == .signedIn && stored?.refreshToken == Secret("refresh-0"))
    }

    @Test func signingInBeginsANewSessionAfterTheEndOfOne() async throws {
        world.signIn(accessIsGood: false, age: 90_000)
        world.set { $0.goodRefresh = [] }
        let session = try world.session()
        try await session.restore()
        #expect(session.state.value == .expired)
        try await session.finishSignIn(redirect: redirect(await session.signInURL()))
        #expect(session.state.value == .signedIn)
        try await send(session)
    }

    @Test func cancellingAfterTheCodeWasSentLosesNothing() async throws {
        let session = try world.session()
        world.answerGate.close()
        let page = try redirect(await session.signInURL())
        let task = Task { try await session.finishSignIn(redirect: page) }
        await world.answerGate.waitForArrivals(1)
        task.cancel()
        world.answerGate.open()
        try await task.value
        #expect(session.state.value == .signedIn && stored != nil)
    }

    @Test func aScriptSignsInWithItsAuthorsPassword() async throws {
        let session = try world.session()
        try await session.signIn(with: .password(user: "me", password: Secret("pw"), oneTime: Secret("123")))
        #expect(world.forms == ["grant_type=password&password=pw%3A123&username=me"])
        #expect(session.state.value == .signedIn)
        for grant in [OAuthGrant.clientCredentials, .doNotTrack, .refreshToken(Secret("x"))] {
            await #expect(throws: DataError.self) { try await session.signIn(with: grant) }
        }
        world.set {
            $0.tokenFailures = [
                NetworkError(.badRequest, status: 200, underlying: ServerRefusal(error: "invalid_grant"))
            ]
        }
        await #expect(throws: SignInError.notAccepted) {
            try await session.signIn(with: .password(user: "me", password: Secret("wrong")))
        }
    }

    @Test func aRequestNeverChangesOverToAnotherPerson() async throws {
        world.signIn(accessIsGood: false)
        world.apiGate.close()
        let session = try world.session()
        let request = Task { await errorCode { try await send(session) } }
        await world.apiGate.waitForArrivals(1)
        try await session.finishSignIn(redirect: redirect(await session.signInURL()))
        world.apiGate.open()
        #expect(await request.value == .unauthorized)
        #expect(world.apiTokens == ["access-0"])
    }

    // MARK: Out

    @Test func signingOutRemovesAndRevokes() async throws {
        world.signIn()
        let session = try world.session()
        try await send(session)
        #expect(try await session.signOut() == .done)
        #expect(session.state.value == .signedOut && stored == nil)
        #expect(world.seen.revoked == ["refresh-0"])
        #expect(await errorCode { try await send(session) } == .unauthorized)
        #expect(world.apiTokens.count == 1)
        #expect(try await session.signOut() == .unneeded)
    }

    @Test func signingOutBeforeAnythingWasReadWorksToo() async throws {
        world.signIn(hasRefreshToken: false)
        let session = try world.session()
        #expect(try await session.signOut() == .done)
        #expect(stored == nil && world.seen.revoked == ["access-0"])
    }

    @Test func aServerThatCannotBeToldIsReported() async throws {
        world.signIn()
        world.set { $0.revocationFailure = NetworkError(.offline) }
        let session = try world.session()
        try await session.restore()
        #expect(try await session.signOut() == .failed(DataError(NetworkError(.offline))))
        #expect(session.state.value == .signedOut && stored == nil)
    }

    @Test func aFileThatCannotBeRemovedIsReportedAndTheTokensRevoked() async throws {
        world.signIn()
        world.store.fail(.remove, with: FileError(.readOnly, path: "/x", operation: "remove"))
        let session = try world.session()
        try await session.restore()
        await #expect(throws: FileError.self) { try await session.signOut() }
        #expect(session.state.value == .signedOut)
        #expect(world.seen.revoked == ["refresh-0"])
    }

    @Test func signingOutDuringARefreshLeavesNothingBehind() async throws {
        world.signIn(accessIsGood: false)
        world.answerGate.close()
        let session = try world.session()
        let request = Task { await errorCode { try await send(session) } }
        await world.answerGate.waitForArrivals(1)
        let out = Task { try await session.signOut() }
        // Who waited for the token hears of it at once, however long the server takes.
        #expect(await request.value == .unauthorized)
        #expect(session.state.value == .signedOut)
        world.answerGate.open()
        #expect(try await out.value == .done)
        #expect(stored == nil)
        // The tokens that came too late as well.
        #expect(Set(world.seen.revoked) == ["refresh-0", "refresh-1"])
        #expect(world.store.saved.isEmpty)
    }

    @Test func signingOutDuringASignInWins() async throws {
        let session = try world.session()
        world.answerGate.close()
        let page = try redirect(await session.signInURL())
        let signIn = Task { try await session.finishSignIn(redirect: page) }
        await world.answerGate.waitForArrivals(1)
        #expect(try await session.signOut() == .unneeded)
        world.answerGate.open()
        let error = await #expect(throws: DataError.self) { try await signIn.value }
        #expect(error?.code == .superseded)
        #expect(session.state.value == .signedOut && stored == nil)
        #expect(world.seen.revoked == ["refresh-1"])
    }

    @Test func afterSigningOutTheAppReadsOnAsItself() async throws {
        world.signIn()
        let session = try world.session(appOnlyGrant: .doNotTrack)
        try await send(session)
        try await session.signOut()
        try await send(session)
        #expect(world.apiTokens == ["access-0", "access-1"])
        #expect(session.state.value == .signedOut)
    }

    @Test func aSeedIsNotUsedAgainAfterSigningOut() async throws {
        world.set { $0.goodRefresh = ["seed"] }
        let session = try world.session(refreshToken: "seed")
        try await session.restore()
        try await session.signOut()
        #expect(await errorCode { try await send(session) } == .unauthorized)
        #expect(world.refreshes == 1)
    }
}
