import Cloud
import Community
import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct AccountScreenTests {
    private let world: CommunityWorld
    private let departures = TestInjector.mocks.accountDepartureProvider

    init() throws {
        world = try CommunityWorld()
        world.register()
    }

    private var server: CommunityServer { world.server }
    private let format = CommunityFormat(language: .english)
    private var clock: ManualClock { world.server.clock }

    // MARK: Launch

    @Test func nobodyGoesToTheStart() async {
        let launch = LaunchViewModel()
        #expect(launch.state.value == LaunchViewModel.State() && launch.state.value.destination == .none)
        await launch.load()
        #expect(launch.state.value.destination == .start && !launch.state.value.isSessionOver)
        #expect(server.requests.isEmpty)
    }

    @Test func somebodyGoesToTheMainScreenWithoutANetwork() async throws {
        try await world.signIn()
        server.goOffline()
        let before = server.requests.count
        let later = try world.relaunched()
        later.register()
        let launch = LaunchViewModel()
        await launch.load()
        #expect(launch.state.value.destination == .main && server.requests.count == before)
        // What a screen asks then says that the server is away, and nobody is logged out for that.
        _ = await failure { try await later.api.profile() }
        await launch.state.first { $0.isOffline }
        #expect(launch.state.value.destination == .main)
    }

    @Test func theEndOfASessionLeadsToTheStart() async throws {
        try await world.signIn()
        let launch = LaunchViewModel()
        await launch.load()
        server.endSessions()
        _ = await failure { try await world.api.profile() }
        await launch.state.first { $0.isSessionOver }
        #expect(launch.state.value.destination == .start && launch.state.value.banner == nil)
    }

    @Test func aWithdrawalIsFinishedAtTheLaunch() async throws {
        try await world.signIn()
        server.loseAnswers(to: "/v1/users/withdraw")
        _ = try await world.accounts.withdraw(leaving: self.departures)
        let departures = SigningOut(sessions: world.sessions)
        Dependency.register((any AccountDepartureProvider).self) { departures }
        let launch = LaunchViewModel()
        await launch.load()
        #expect(launch.state.value.withdrawal == .done && launch.state.value.destination == .start)
        #expect(launch.state.value.withdrawal.map { format.text(of: $0) } == "Your account was deleted.")
        launch.dismissBanner()
        #expect(launch.state.value.withdrawal == nil)
    }

    @Test func tokensThatCannotBeReadAreSaidAndCanBeTriedAgain() async throws {
        world.tokens.fail(.read, with: DataError(.permissionDenied))
        let launch = LaunchViewModel()
        await launch.load()
        #expect(launch.state.value.banner?.error.code == .permissionDenied)
        world.tokens.fail(.read, with: nil)
        await launch.load()
        #expect(launch.state.value.banner == nil && launch.state.value.destination == .start)
    }

    // MARK: Login

    @Test(arguments: [
        ("", "", false), ("ann", "lantern", false), ("ann@", "lante", true), ("ann@", "lant", false),
        ("앤앤앤앤", "비밀번호비", true),
    ])
    func theLoginNeedsSomeText(email: String, password: String, isReady: Bool) {
        let login = LoginViewModel()
        login.setEmail(email)
        login.setPassword(password)
        #expect(login.state.value.canLogIn == isReady)
    }

    @Test func logsIn() async {
        let login = LoginViewModel()
        login.setEmail("ann@example.com")
        login.setPassword("lantern")
        await login.logIn()
        #expect(login.state.value.isSignedIn && !login.state.value.isBusy && login.state.value.banner == nil)
        #expect(login.state.value.password == Secret(""), "it is not kept")
        #expect(world.sessions.state.value == .signedIn)
    }

    @Test func aWrongPasswordIsSaidAndChangesNothing() async {
        let login = LoginViewModel()
        login.setEmail("ann@example.com")
        login.setPassword("wrong")
        await login.logIn()
        let error = login.state.value.banner?.error
        #expect((error?.underlying as? CommunityRefusal)?.meaning.sentence == .wrongPassword)
        #expect(!login.state.value.isSignedIn && login.state.value.email == "ann@example.com")
        login.dismissBanner()
        #expect(login.state.value.banner == nil)
    }

    @Test func aSecondTapIsDropped() async {
        let login = LoginViewModel()
        login.setEmail("ann@example.com")
        login.setPassword("wrong")
        await login.logIn()
        await login.logIn()
        clock.advance(by: .milliseconds(399))
        await login.logIn()
        #expect(server.count(of: "/v1/users/login") == 1)
        // The tap that was dropped has not made it longer.
        clock.advance(by: .milliseconds(1))
        await login.logIn()
        await login.logIn()
        #expect(server.count(of: "/v1/users/login") == 2)
    }

    @Test func whoMayHaveJoinedIsToldSo() async throws {
        server.loseAnswers(to: "/v1/users/join")
        server.fail("/v1/users/login", with: NetworkError(.offline))
        _ = await failure {
            try await world.accounts.join(
                NewMember(email: "cleo@example.com", password: Secret("lantern"), nick: "cleo"))
        }
        let login = LoginViewModel()
        await login.load()
        #expect(login.state.value.email == "cleo@example.com" && login.state.value.mayHaveJoined)
        #expect(
            format.unfinishedJoinText(of: login.state.value)
                == "You may have joined already. Log in as cleo@example.com to find out.")
        login.setPassword("lantern")
        await login.logIn()
        #expect(login.state.value.isSignedIn && !login.state.value.mayHaveJoined)
        #expect(format.unfinishedJoinText(of: login.state.value) == nil)
        #expect(try await world.accounts.unfinishedJoin() == nil)
    }

    @Test func aLineEndIsNotTaken() {
        let login = LoginViewModel()
        login.setEmail("ann")
        login.setEmail("ann\n")
        login.setPassword("pass")
        login.setPassword("pass\u{2028}")
        #expect(login.state.value.email == "ann" && login.state.value.password == Secret("pass"))
    }

    // MARK: Sign-up

    private func filled(_ screen: SignUpViewModel) {
        screen.setPassword("lantern")
        screen.setNick("cleo")
        screen.setPhone("01012345678")
    }

    private func typeFreeAddress(_ screen: SignUpViewModel) async throws {
        screen.setEmail("cleo@example.com")
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(400))
        await screen.state.first { $0.emailAnswer == .available("You can use it.") }
    }

    @Test func anAddressIsCheckedWhenNobodyTypesAnyMore() async throws {
        let screen = SignUpViewModel()
        filled(screen)
        screen.setEmail("cleo@exampl")
        screen.setEmail("cleo@example.c")
        #expect(screen.state.value.email.state == .noMatch && screen.state.value.emailAnswer == nil)
        screen.setEmail("cleo@example.co")
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(399))
        screen.setEmail("cleo@example.com")
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(399))
        #expect(server.requests.isEmpty && !screen.state.value.canJoin)
        clock.advance(by: .milliseconds(1))
        await screen.state.first { $0.emailAnswer == .available("You can use it.") }
        #expect(server.count(of: "/v1/validation/email") == 1 && screen.state.value.canJoin)
        #expect(format.emailText(of: screen.state.value) == "You can use it.", "the server's own words")
        // Typing again takes it back.
        screen.setEmail("cleo@example.comm")
        #expect(screen.state.value.emailAnswer == nil && !screen.state.value.canJoin)
        #expect(format.emailText(of: screen.state.value) == "The address will be checked")
        screen.stop()
    }

    @Test func aTakenAddressAndOneThatCouldNotBeAsked() async throws {
        let screen = SignUpViewModel()
        screen.setEmail("ann@example.com")
        screen.checkEmail()
        await screen.state.first { $0.emailAnswer == .taken }
        #expect(format.emailText(of: screen.state.value) == "This address is taken")
        server.goOffline()
        screen.checkEmail()
        await screen.state.first {
            if case .unchecked(let error) = $0.emailAnswer { error.code == .offline } else { false }
        }
        #expect(!screen.state.value.canJoin)
        #expect(
            format.emailText(of: screen.state.value).hasPrefix("The address could not be checked. The server cannot"))
        server.goOffline(false)
        screen.setEmail("cleo@example.com")
        screen.checkEmail()
        await screen.state.first { $0.emailAnswer == .available("You can use it.") }
    }

    @Test func anAddressThatIsBeingComposedIsNotChecked() async throws {
        let screen = SignUpViewModel()
        screen.setEmail("cleo@example.com", isComposing: true)
        #expect(clock.sleeperCount == 0)
        try await typeFreeAddress(screen)
    }

    @Test(arguments: ["email", "password", "nick", "phone"])
    func theButtonNeedsEveryField(field: String) async throws {
        let screen = SignUpViewModel()
        filled(screen)
        try await typeFreeAddress(screen)
        #expect(screen.state.value.canJoin)
        switch field {
        case "email": screen.setEmail("short")
        case "password": screen.setPassword("short")
        case "nick": screen.setNick("c!o")
        default: screen.setPhone("0101")
        }
        #expect(!screen.state.value.canJoin)
        await screen.join()
        #expect(server.count(of: "/v1/users/join") == 0)
    }

    @Test func joinsAndIsLoggedIn() async throws {
        let screen = SignUpViewModel()
        filled(screen)
        try await typeFreeAddress(screen)
        screen.confirm()
        #expect(!screen.state.value.isConfirmed)
        await screen.join()
        #expect(screen.state.value.joined == "cleo" && screen.state.value.isSignedIn)
        #expect(format.joinedText(of: screen.state.value) == "Welcome, cleo!")
        #expect(!screen.state.value.canJoin && screen.state.value.password.text.isEmpty)
        await screen.join()
        #expect(server.count(of: "/v1/users/join") == 1)
        screen.confirm()
        #expect(screen.state.value.isConfirmed)
    }

    @Test func whoCannotBeLoggedInAfterJoiningIsTold() async throws {
        let screen = SignUpViewModel()
        filled(screen)
        try await typeFreeAddress(screen)
        server.answer("/v1/users/login", with: 500)
        await screen.join()
        #expect(screen.state.value.joined == "cleo" && !screen.state.value.isSignedIn)
        #expect(format.joinedText(of: screen.state.value)?.hasPrefix("You have joined, but") == true)
        #expect((screen.state.value.banner?.error.underlying as? CommunityRefusal)?.meaning.sentence == .serverTrouble)
    }

    @Test func anAddressThatWasTakenMeanwhileIsSaid() async throws {
        let screen = SignUpViewModel()
        filled(screen)
        try await typeFreeAddress(screen)
        server.answer("/v1/users/join", with: 409)
        await screen.join()
        let error = screen.state.value.banner?.error
        #expect((error?.underlying as? CommunityRefusal)?.meaning.sentence == .alreadyMember)
        #expect(screen.state.value.joined == nil && screen.state.value.emailAnswer == .taken)
        #expect(screen.state.value.nick.text == "cleo", "nothing that was typed is lost")
    }

    // MARK: Who it is

    @Test func theSamePersonAndSomebodyElse() async throws {
        try await world.signIn()
        let check = CheckUserViewModel()
        check.setEmail("ben@example.com")
        check.setPassword("lantern")
        await check.check()
        #expect(check.state.value.isSamePerson == false && check.state.value.banner?.error.code == .forbidden)
        check.setEmail("ann@example.com")
        #expect(check.state.value.isSamePerson == nil)
        clock.advance(by: .milliseconds(400))
        await check.check()
        #expect(check.state.value.isSamePerson == true && check.state.value.banner == nil)
        #expect(world.sessions.accounts.value.all.count == 1)
    }

    @Test func aServerThatIsAwaySaysNothingOfWhoItIs() async throws {
        try await world.signIn()
        server.goOffline()
        let check = CheckUserViewModel()
        check.setEmail("ann@example.com")
        check.setPassword("lantern")
        await check.check()
        #expect(check.state.value.isSamePerson == nil && check.state.value.banner?.error.code == .offline)
    }

    // MARK: Withdrawing

    private func shown(_ screen: WithdrawViewModel, password: String = "lantern") async {
        screen.person.setEmail("ann@example.com")
        screen.person.setPassword(password)
        await screen.check()
    }

    @Test func withdrawingIsAskedForTwice() async throws {
        try await world.signIn()
        let ann = AccountKey(site: .community, name: "id-ann")
        departures.onUnsentItems.returns([])
        departures.onLeave.answers { _ in AccountDeparture(revocation: .unneeded) }
        let screen = WithdrawViewModel()
        await screen.goOn()
        #expect(server.count(of: "/v1/users/withdraw") == 0, "nobody has shown who they are")
        #expect(format.text(of: screen.state.value.step) == nil)
        await shown(screen)
        #expect(screen.state.value.step == .warned(unsent: []))
        #expect(format.text(of: screen.state.value.step)?.hasPrefix("Your account, and all that is stored") == true)
        #expect(departures.onUnsentItems.calls == [ann] && server.count(of: "/v1/users/withdraw") == 0)
        await screen.goOn()
        #expect(screen.state.value.step == .done && departures.onLeave.calls.map(\.isDiscardingUnsent) == [true])
    }

    @Test func whatWouldBeLostIsNamedFirst() async throws {
        try await world.signIn()
        let ann = AccountKey(site: .community, name: "id-ann")
        let item = OutboxItem.made(
            OutboxItem.ID(random: SeededRandomSource(seed: 1)), account: ann, kind: .reply, text: "Not sent")
        departures.onUnsentItems.returns([item])
        let screen = WithdrawViewModel()
        await shown(screen)
        #expect(screen.state.value.step == .warned(unsent: [item]))
        let text = format.text(of: screen.state.value.step)
        #expect(text?.hasPrefix("1 thing is not sent yet, and will be lost. Your account, and all") == true)
    }

    @Test func aWrongPasswordDeletesNothing() async throws {
        try await world.signIn()
        let screen = WithdrawViewModel()
        await shown(screen, password: "wrong")
        #expect(screen.state.value.step == .asking && screen.person.state.value.banner != nil)
        await screen.goOn()
        #expect(server.count(of: "/v1/users/withdraw") == 0)
    }

    @Test func theLastQuestionCanBeAnsweredWithNo() async throws {
        try await world.signIn()
        departures.onUnsentItems.returns([])
        let screen = WithdrawViewModel()
        await shown(screen)
        screen.cancel()
        #expect(screen.state.value.step == .asking && screen.person.state.value == CheckUserViewModel.State())
        await screen.goOn()
        #expect(server.count(of: "/v1/users/withdraw") == 0)
    }

    @Test func anAnswerThatIsMissingIsSaid() async throws {
        try await world.signIn()
        departures.onUnsentItems.returns([])
        server.loseAnswers(to: "/v1/users/withdraw")
        let screen = WithdrawViewModel()
        await shown(screen)
        await screen.goOn()
        #expect(screen.state.value.step == .unknown && departures.onLeave.calls.isEmpty)
        #expect(format.text(of: screen.state.value.step)?.hasPrefix("The server did not answer.") == true)
    }

    @Test func aRefusalIsSaidAndTheQuestionStays() async throws {
        try await world.signIn()
        departures.onUnsentItems.returns([])
        server.answer("/v1/users/withdraw", with: 403)
        let screen = WithdrawViewModel()
        await shown(screen)
        await screen.goOn()
        #expect(screen.state.value.step == .warned(unsent: []))
        #expect((screen.state.value.banner?.error.underlying as? CommunityRefusal)?.meaning.sentence == .notAllowed)
    }
}

/// Leaves an account as far as its session goes.
private struct SigningOut: AccountDepartureProvider {
    let sessions: SiteSessions

    func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool
    ) async throws -> AccountDeparture {
        AccountDeparture(revocation: try await sessions.signOut(of: account.id))
    }

    func unsentItems(of account: AccountKey) async throws -> [OutboxItem] { [] }
    func takeOverCount(for account: AccountKey) async throws -> Int { 0 }
    func takeOver(for account: AccountKey) async throws -> AccountTakeover { AccountTakeover() }
}
