import Cloud
import Community
import Core
import Foundation
import Mocks
import Testing

@Suite(.testInjector, .timeLimit(.minutes(5)))
struct AccountsTests {
    private let world: CommunityWorld
    private let departures = TestInjector.mocks.accountDepartureProvider

    init() throws {
        world = try CommunityWorld()
        departures.onLeave.answers { _ in AccountDeparture(revocation: .unneeded) }
    }

    private var server: CommunityServer { world.server }
    private let cleo = NewMember(
        email: "cleo@example.com", password: Secret("lantern"), nick: "cleo", phone: "01012345678")

    // MARK: Joining

    @Test func aFreeAddressAndATakenOne() async throws {
        #expect(try await world.accounts.checkEmail("cleo@example.com") == "You can use it.")
        #expect(try await world.accounts.checkEmail("ann@example.com") == nil)
        server.goOffline()
        #expect(await failure { try await world.accounts.checkEmail("cleo@example.com") }?.code == .offline)
    }

    @Test func joiningLogsIn() async throws {
        let result = try await world.accounts.join(cleo)
        #expect(result.nick == "cleo" && result.signInError == nil)
        #expect(world.sessions.accounts.value.current?.user?.id == "id-cleo")
        #expect(server.seen.map(\.path) == ["/v1/users/join", "/v1/users/login"])
        #expect(try await world.accounts.unfinishedJoin() == nil)
    }

    @Test func aLoginThatFailsAfterJoiningIsSaid() async throws {
        server.answer("/v1/users/login", with: 500)
        let result = try await world.accounts.join(cleo)
        #expect(result.nick == "cleo" && result.signInError?.code == .serverError)
        #expect(!world.sessions.state.value.isSignedIn)
        #expect(try await world.accounts.unfinishedJoin() == "cleo@example.com")
    }

    @Test func aLostAnswerIsFoundOutByLoggingIn() async throws {
        server.loseAnswers(to: "/v1/users/join")
        let result = try await world.accounts.join(cleo)
        #expect(result.nick == "cleo" && world.sessions.state.value == .signedIn)
        #expect(server.count(of: "/v1/users/join") == 1)
    }

    @Test func anAddressOfSomebodyElseIsTaken() async throws {
        var ann = cleo
        (ann.email, ann.password) = ("ann@example.com", Secret("another"))
        let error = await failure { try await world.accounts.join(ann) }
        #expect((error?.underlying as? CommunityRefusal)?.meaning.sentence == .alreadyMember)
        #expect(try await world.accounts.unfinishedJoin() == nil)
        // With the same password it was me.
        ann.password = Secret("lantern")
        #expect(try await world.accounts.join(ann).nick == "ann")
    }

    @Test(arguments: [400, 420, 429, 444])
    func aRefusedJoinLogsNobodyIn(status: Int) async throws {
        server.answer("/v1/users/join", with: status)
        #expect(await failure { try await world.accounts.join(cleo) } != nil)
        #expect(server.count(of: "/v1/users/login") == 0)
        #expect(try await world.accounts.unfinishedJoin() == nil)
    }

    @Test func whatAKilledAppHadBegunIsKnownAfterwards() async throws {
        server.loseAnswers(to: "/v1/users/join")
        server.fail("/v1/users/login", with: NetworkError(.offline))
        #expect(await failure { try await world.accounts.join(cleo) } != nil)
        let later = try world.relaunched()
        #expect(try await later.accounts.unfinishedJoin() == "cleo@example.com")
        try await later.accounts.forgetUnfinishedJoin()
        #expect(try await later.accounts.unfinishedJoin() == nil)
    }

    @Test(arguments: [
        ("short@a.b", "lantern", "cleo", "01012345678"), ("cleo@example.com", "short", "cleo", "01012345678"),
        ("cleo@example.com", "lantern", "c!", "01012345678"), ("cleo@example.com", "lantern", "cleo", "0101"),
        ("cleo@example.com\n", "lantern", "cleo", "01012345678"),
    ])
    func aRuleThatIsNotKeptIsRefusedHere(email: String, password: String, nick: String, phone: String) async {
        let member = NewMember(email: email, password: Secret(password), nick: nick, phone: phone)
        #expect(await failure { try await world.accounts.join(member) }?.code == .invalidInput)
        #expect(server.requests.isEmpty)
    }

    // MARK: Leaving for good

    private func finish(_ world: CommunityWorld) async throws -> CommunityAccounts.Withdrawal? {
        try await world.accounts.finishWithdrawal(leaving: departures)
    }

    @Test func withdrawingRemovesEverythingOfThatPerson() async throws {
        try await world.signIn()
        let id = try #require(world.sessions.accounts.value.currentID)
        #expect(try await world.accounts.withdraw(leaving: departures) == .done)
        #expect(departures.onLeave.calls == [.init(id, policy: .wipe, isDiscardingUnsent: true, isConsented: true)])
        #expect(server.seen.last?.path == "/v1/users/withdraw" && server.seen.last?.token == "access-1")
        #expect(try await finish(world) == nil)
    }

    @Test(arguments: [400, 401, 403, 418, 420, 429, 444])
    func aRefusedWithdrawalRemovesNothing(status: Int) async throws {
        try await world.signIn()
        server.answer("/v1/users/withdraw", with: status)
        #expect(await failure { try await world.accounts.withdraw(leaving: departures) } != nil)
        #expect(departures.onLeave.calls.isEmpty)
        #expect(try await finish(world) == nil)
    }

    @Test func anExpiredTokenIsNoReasonNotToWithdraw() async throws {
        try await world.signIn()
        server.expire()
        #expect(try await world.accounts.withdraw(leaving: departures) == .done)
        #expect(server.count(of: "/v1/users/withdraw") == 2 && departures.onLeave.calls.count == 1)
    }

    @Test func aLostAnswerIsFoundOutAtTheNextLaunch() async throws {
        try await world.signIn()
        server.loseAnswers(to: "/v1/users/withdraw")
        #expect(try await world.accounts.withdraw(leaving: departures) == .unknown)
        #expect(departures.onLeave.calls.isEmpty, "it may not have arrived")
        server.goOffline()
        let later = try world.relaunched()
        #expect(try await finish(later) == .unknown)
        server.goOffline(false)
        #expect(try await finish(later) == .done)
        #expect(departures.onLeave.calls.map(\.policy) == [.wipe])
        #expect(try await finish(later) == nil)
    }

    @Test(arguments: [500, 503])
    func aWithdrawalThatNeverArrivedIsTakenBack(status: Int) async throws {
        try await world.signIn()
        server.answer("/v1/users/withdraw", with: status)
        #expect(try await world.accounts.withdraw(leaving: departures) == .unknown)
        server.answer("/v1/users/me/profile", body: #"{"user_id":"id-ann","nick":"ann"}"#)
        let later = try world.relaunched()
        #expect(try await finish(later) == .notDone)
        #expect(departures.onLeave.calls.isEmpty)
        #expect(try await finish(later) == nil)
        #expect(later.sessions.state.value == .signedIn)
    }

    @Test func whoSignsInMeanwhileIsNotTakenForThePersonWhoLeft() async throws {
        try await world.signIn("ann")
        let place = try #require(world.sessions.accounts.value.currentID)
        server.loseAnswers(to: "/v1/users/withdraw")
        #expect(try await world.accounts.withdraw(leaving: departures) == .unknown)
        try await world.sessions.signOut()
        try await world.signIn("ben")
        #expect(world.sessions.accounts.value.currentID == place, "his tokens lie where hers were")
        server.endSessions()
        #expect(try await finish(world) == nil)
        #expect(departures.onLeave.calls.isEmpty)
    }

    @Test func aServerThatIsNotAskedHasDeletedNothing() async throws {
        try await world.signIn()
        server.fail("/v1/users/withdraw", with: NetworkError(.rateLimited))
        #expect(await failure { try await world.accounts.withdraw(leaving: departures) }?.code == .rateLimited)
        #expect(try await finish(world) == nil)
    }

    @Test func whatCannotBeRemovedIsRemovedAtTheNextLaunch() async throws {
        try await world.signIn()
        departures.onLeave.fails(with: DataError(.noSpace))
        #expect(await failure { try await world.accounts.withdraw(leaving: departures) }?.code == .noSpace)
        #expect(try await finish(try world.relaunched()) == .done)
        #expect(departures.onLeave.calls.count == 2)
    }

    @Test func nobodyHasNothingToDelete() async throws {
        #expect(await failure { try await world.accounts.withdraw(leaving: departures) }?.code == .unauthorized)
        #expect(server.requests.isEmpty)
    }
}
