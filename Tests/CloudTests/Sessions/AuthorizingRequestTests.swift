import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AuthorizingRequestTests {
    let world = OAuthWorld()

    private func provider(_ session: OAuthSession? = nil) throws -> AuthorizingRequestProvider {
        AuthorizingRequestProvider(session: try session ?? world.session(), requests: world)
    }

    // MARK: One refresh for all

    @Test func twentyRequestsWithAnEndedTokenMakeOneRefreshAndTwentyRepeats() async throws {
        world.signIn(accessIsGood: false)
        world.apiGate.close()
        world.tokenGate.close()
        let provider = try provider()
        let requests = (0..<20).map { _ in Task { try await provider.response(to: OAuthWorld.api) } }
        await world.apiGate.waitForArrivals(20)
        world.apiGate.open()
        await world.tokenGate.waitForArrivals(1)
        world.tokenGate.open()
        for request in requests { #expect(try await request.value.status == 200) }
        #expect(world.forms == ["grant_type=refresh_token&refresh_token=refresh-0"])
        #expect(world.apiTokens.filter { $0 == "access-0" }.count == 20)
        #expect(world.apiTokens.filter { $0 == "access-1" }.count == 20)
        #expect(world.seen.usedBeforeStored.isEmpty)
    }

    @Test func aRequestThatWasSentWithAnOlderTokenIsSimplyRepeated() async throws {
        world.signIn(accessIsGood: false)
        world.apiGate.close()
        let provider = try provider()
        let (first, second) = (
            Task { try await provider.response(to: OAuthWorld.api) },
            Task { try await provider.response(to: OAuthWorld.api) }
        )
        await world.apiGate.waitForArrivals(2)
        // One meets its 401, refreshes and repeats, while the other's answer is still on its way.
        world.apiGate.release()
        await world.apiGate.waitForArrivals(3)
        #expect(world.refreshes == 1)
        world.apiGate.open()
        _ = try await (first.value, second.value)
        #expect(world.refreshes == 1)
        #expect(world.apiTokens.count == 4)
    }

    @Test func aRequestIsRepeatedOnceForAToken() async throws {
        world.signIn()
        world.set {
            $0.apiFailures = [NetworkError(.unauthorized, status: 401), NetworkError(.unauthorized, status: 401)]
        }
        let provider = try provider()
        let code = await errorCode { try await provider.response(to: OAuthWorld.api) }
        #expect(code == .unauthorized)
        #expect(world.apiTokens == ["access-0", "access-1"])
        #expect(world.refreshes == 1)
        // And the session goes on.
        _ = try await provider.response(to: OAuthWorld.api)
        #expect(world.refreshes == 1)
    }

    @Test func withoutATokenTheRequestItselfIsUnsent() async throws {
        world.signIn(accessIsGood: false)
        world.set { $0.tokenFailures = [NetworkError(.timedOut), NetworkError(.timedOut)] }
        let provider = try provider()
        var request = OAuthWorld.api
        request.isSentOnce = true
        // Refused with 401, and then there is no new token: nothing was done.
        let refused = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
        #expect(refused?.code == .timedOut && refused?.isUnsent == true)
        #expect(world.apiTokens == ["access-0"])
        // What fails behind the token is what it is.
        world.set { $0.apiFailures = [NetworkError(.timedOut)] }
        let lost = await #expect(throws: NetworkError.self) { try await provider.response(to: request) }
        #expect(lost?.isUnsent == false)
    }

    @Test func aRequestThatIsToBeSentOnceIsRepeatedAfterA401Only() async throws {
        world.signIn(accessIsGood: false)
        let provider = try provider()
        var request = OAuthWorld.api
        request.isSentOnce = true
        _ = try await provider.response(to: request)
        #expect(world.apiTokens == ["access-0", "access-1"])
        let sent = world.seen.requests.filter { $0.url == request.url }
        #expect(sent.count == 2 && sent.allSatisfy(\.isSentOnce))
    }

    @Test(arguments: [
        NetworkError(.forbidden, status: 403), NetworkError(.serverError, status: 500), NetworkError(.offline),
        NetworkError(.rateLimited, status: 429), NetworkError(.notFound, status: 404), NetworkError(.timedOut),
    ])
    func nothingBut401IsRepeated(_ error: NetworkError) async throws {
        world.signIn()
        world.set { $0.apiFailures = [error] }
        let provider = try provider()
        #expect(await errorCode { try await provider.response(to: OAuthWorld.api) } == error.code)
        #expect(world.apiTokens.count == 1 && world.refreshes == 0)
    }

    @Test func thirtyRequestsAtNineTenthsMakeOneRefreshAndNoRepeat() async throws {
        world.signIn(age: 3239)
        let provider = try provider()
        _ = try await provider.response(to: OAuthWorld.api)
        #expect(world.refreshes == 0)
        world.clock.advance(by: .seconds(1))
        world.tokenGate.close()
        let requests = (0..<30).map { _ in Task { try await provider.response(to: OAuthWorld.api) } }
        await world.tokenGate.waitForArrivals(1)
        world.tokenGate.open()
        for request in requests { _ = try await request.value }
        #expect(world.refreshes == 1)
        #expect(world.apiTokens == ["access-0"] + Array(repeating: "access-1", count: 30))
    }

    @Test func aTokenThatIsDueButGoodServesWhereNoNewOneCanBeHad() async throws {
        world.signIn(age: 3300)
        world.set { $0.tokenFailures = [NetworkError(.serverError, status: 503)] }
        let provider = try provider()
        _ = try await provider.response(to: OAuthWorld.api)
        _ = try await provider.response(to: OAuthWorld.api)
        #expect(world.apiTokens == ["access-0", "access-0"])
        // Not asked again for each request, but some time later.
        #expect(world.refreshes == 1)
        world.clock.advance(by: .seconds(30))
        _ = try await provider.response(to: OAuthWorld.api)
        #expect(world.apiTokens.last == "access-1" && world.refreshes == 2)
    }

    // MARK: Cancelling

    @Test func whoIsCancelledLeavesAndTheRefreshGoesOn() async throws {
        world.signIn(accessIsGood: false)
        world.answerGate.close()
        let provider = try provider()
        let cancelled = Task { try await provider.response(to: OAuthWorld.api) }
        await world.answerGate.waitForArrivals(1)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        // The server has changed the refresh token already. Nobody waits, and the answer is not lost.
        world.answerGate.open()
        _ = try await provider.response(to: OAuthWorld.api)
        #expect(world.refreshes == 1)
        #expect(world.store.accounts[OAuthWorld.key]?.refreshToken == Secret("refresh-1"))
    }

    @Test func aCancelledRequestSendsNothing() async throws {
        world.signIn()
        let provider = try provider()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await provider.response(to: OAuthWorld.api)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(world.seen.requests.isEmpty)
    }

    // MARK: Where tokens go

    @Test(arguments: [
        "https://www.reddit.com/hot.json", "https://i.redd.it/a.png", "https://oauth.reddit.com.evil.example/hot",
        "https://evil.example/oauth.reddit.com", "https://oauth.reddit.com:8443/hot", "http://127.0.0.1/hot",
        "https://sub.oauth.reddit.com/hot", "https://user@oauth.reddit.com/hot",
    ])
    func aTokenGoesToTheAPIAndNowhereElse(_ address: String) async throws {
        world.signIn()
        let provider = try provider()
        _ = await errorCode { try await provider.response(to: NetworkRequest(url(address))) }
        let sent = world.seen.requests
        #expect(sent.count == 1 && sent.allSatisfy { $0.headers["Authorization"] == nil })
        #expect(sent.first?.url.absoluteString == address)
    }

    @Test(arguments: ["https://oauth.reddit.com/a", "https://OAUTH.reddit.com:443/a", "https://oauth.reddit.com"])
    func theAPIIsFoundHoweverItIsWritten(_ address: String) async throws {
        world.signIn()
        _ = try await provider().response(to: NetworkRequest(url(address)))
        #expect(world.apiTokens == ["access-0"])
    }

    @Test func aPictureGetsNoTokenWhereverItLies() async throws {
        world.signIn()
        var request = NetworkRequest(url("https://oauth.reddit.com/a.png"))
        request.expectation = .data
        _ = await errorCode { try await provider().response(to: request) }
        #expect(world.apiTokens == [nil] && world.refreshes == 0)
    }

    @Test func anAuthorizationOfTheRequestIsReplaced() async throws {
        world.signIn()
        var request = OAuthWorld.api
        request.headers["authorization"] = "Basic x"
        _ = try await provider().response(to: request)
        let sent = world.seen.requests
        #expect(sent.first?.headers == ["Authorization": "bearer access-0"])
    }

    @Test func theTimeOfARequestIsForAllItsTries() async throws {
        world.signIn(accessIsGood: false)
        world.tokenGate.close()
        var request = OAuthWorld.api
        request.timeout = .seconds(10)
        let provider = try provider()
        let task = Task { [request] in try await provider.response(to: request) }
        await world.tokenGate.waitForArrivals(1)
        world.clock.advance(by: .seconds(4))
        world.tokenGate.open()
        _ = try await task.value
        let sent = world.seen.requests.filter { $0.url == request.url }
        #expect(sent.map(\.timeout) == [.seconds(10), .seconds(6)])
    }

    // MARK: Whatever comes

    /// Requests, refreshes, ended tokens, lost connections and cancellations in any order.
    @Test(arguments: 0..<60) func oneRefreshForEachEndedTokenInAnyOrder(_ seed: Int) async throws {
        print("interleaving seed \(seed)")
        let random = SeededRandomSource(seed: UInt64(seed))
        world.signIn(accessIsGood: random.next() % 2 == 0)
        for gate in [world.apiGate, world.tokenGate, world.answerGate] { gate.close() }
        let session = try world.session()
        let provider = try provider(session)
        var (ends, losses) = (1, 0)
        var tasks: [(task: Task<NetworkResponse, any Error>, isCancelled: Bool)] = []
        for _ in 0..<150 {
            switch random.next() % 13 {
            case 0...2:
                tasks.append((Task { try await provider.response(to: OAuthWorld.api) }, false))
            case 3...5: world.apiGate.release(random.next())
            case 6: world.tokenGate.release(random.next())
            case 7: world.answerGate.release(random.next())
            case 8:
                guard !tasks.isEmpty else { continue }
                let index = Int(random.next() % UInt64(tasks.count))
                tasks[index].isCancelled = true
                tasks[index].task.cancel()
            case 9:
                world.expireAccess()
                ends += 1
            case 10 where losses < 3:
                world.set { $0.tokenFailures.append(NetworkError(.offline)) }
                losses += 1
            default: for _ in 0..<(random.next() % 8) { await Task.yield() }
            }
        }
        for gate in [world.apiGate, world.tokenGate, world.answerGate] { gate.open() }
        for (task, isCancelled) in tasks {
            do {
                _ = try await task.value
            } catch is CancellationError {
                #expect(isCancelled)
            } catch let error as NetworkError {
                // Refused twice: only where a token ended while it was being asked for.
                #expect(error.code == .unauthorized && ends > 1 || error.code == .offline && losses > 0, "\(error)")
            }
        }
        let state = world.seen
        #expect(state.askedTogether <= 1)
        // One for each token that ended, and one more for each that was lost on the way.
        #expect(state.issued <= ends && state.tokenForms.count <= ends + losses - state.tokenFailures.count)
        // With a refresh token that changes each time, using an old one would have ended the session.
        #expect(session.state.value.isSignedIn)
        #expect(state.usedBeforeStored.isEmpty)
        world.set { $0.tokenFailures = [] }
        _ = try await provider.response(to: OAuthWorld.api)
        #expect(session.state.value == .signedIn)
    }
}
