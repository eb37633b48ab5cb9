import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SiteSessionsTests {
    private let server = PeopleServer()
    private let tokens = MockTokenStore()
    private let choices = InMemoryStateStore()

    private func sessions(external: String? = nil) throws -> SiteSessions {
        var configuration = AccountSession.Configuration(time: server.clock, activity: DiscardingActivityRecorder())
        configuration.refreshToken = external.map { Secret($0) }
        return try SiteSessions(
            server, tokens: tokens, choices: choices, configuration: configuration, requests: server)
    }

    private func signIn(_ name: String, to sessions: SiteSessions) async throws {
        try await sessions.signIn(with: [.user: Secret(name), .password: Secret("good")])
    }

    /// Who the server takes a request for.
    private func asked(_ sessions: SiteSessions, as sender: RequestSender = .current) async throws -> String {
        var request = NetworkRequest(url("https://people.example/page"))
        request.sender = sender
        let provider = AuthorizingRequestProvider(sessions: sessions, requests: server)
        return String(decoding: try await provider.response(to: request).body, as: UTF8.self)
    }

    private func names(_ sessions: SiteSessions) -> [String?] { sessions.accounts.value.all.map { $0.user?.name } }

    private func key(_ name: String) -> AccountKey { AccountKey(site: server.site, name: "id of \(name)") }

    // MARK: Accounts

    @Test func atFirstThereIsNobody() async throws {
        let sessions = try sessions()
        #expect(sessions.state.value == .unknown && sessions.accounts.value == SiteAccounts())
        try await sessions.restore()
        #expect(sessions.state.value == .signedOut && sessions.accounts.value == SiteAccounts())
        #expect(try await asked(sessions) == "")
    }

    @Test func anAccountIsTheServersIdOfAPerson() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        let account = try #require(sessions.accounts.value.current)
        #expect(account.key == key("ann") && account.user?.name == "ann" && account.state == .signedIn)
        #expect(sessions.state.value == .signedIn)
        #expect(try await asked(sessions) == "ann")
    }

    @Test func anAnswerSaysWhoseCredentialsTheRequestCarried() async throws {
        let sessions = try sessions()
        let provider = AuthorizingRequestProvider(sessions: sessions, requests: server)
        var request = NetworkRequest(url("https://people.example/page"))
        #expect(try await provider.response(to: request).account == nil)
        try await signIn("ann", to: sessions)
        try await signIn("ben", to: sessions)
        #expect(try await provider.response(to: request).account == key("ben"))
        request.sender = .account(key("ann"))
        #expect(try await provider.response(to: request).account == key("ann"))
        request.sender = .nobody
        #expect(try await provider.response(to: request).account == nil)
        #expect(try await provider.response(to: NetworkRequest(url("https://else.example/"))).account == nil)
    }

    @Test func twoPeopleAreKeptApart() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        try await signIn("ben", to: sessions)
        #expect(Set(names(sessions)) == ["ann", "ben"])
        #expect(try await asked(sessions) == "ben")
        #expect(try await asked(sessions, as: .account(key("ann"))) == "ann")
        #expect(try await asked(sessions, as: .account(key("ben"))) == "ben")
        #expect(try await asked(sessions, as: .nobody) == "")
        let ann = try #require(sessions.accounts.value.all.first { $0.user?.name == "ann" })
        try await sessions.use(ann.id)
        #expect(try await asked(sessions) == "ann")
        try await sessions.use(nil)
        #expect(try await asked(sessions) == "" && sessions.state.value == .signedOut)
        #expect(sessions.accounts.value.all.count == 2)
    }

    @Test func aRequestForSomebodyWhoIsNotSignedInDoesNotGoOut() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        let before = server.seen.requests.count
        #expect(await errorCode { _ = try await asked(sessions, as: .account(key("ben"))) } == .unauthorized)
        let elsewhere = AccountKey(site: Site(rawValue: "other"), name: "id of ann")
        #expect(await errorCode { _ = try await asked(sessions, as: .account(elsewhere)) } == .unauthorized)
        let app = AccountKey(site: server.site, name: nil)
        #expect(await errorCode { _ = try await asked(sessions, as: .account(app)) } == .unauthorized)
        #expect(server.seen.requests.count == before)
    }

    @Test func whoIsNotKnownYetIsNobodysAccount() async throws {
        let sessions = try sessions()
        tokens.put(server.credentials(of: "ann"), for: .standard(on: server.site))
        #expect(try await asked(sessions) == "ann")
        #expect(sessions.accounts.value.current?.key == nil)
        #expect(await errorCode { _ = try await asked(sessions, as: .account(key("ann"))) } == .unauthorized)
        #expect(try await sessions.identify()?.key == key("ann"))
        #expect(try await asked(sessions, as: .account(key("ann"))) == "ann")
    }

    @Test func aTokenFromOutsideWritesByItsFingerprintUntilItsPersonIsKnown() async throws {
        func account(_ external: String) async throws -> SignedInAccount {
            let sessions = try self.sessions(external: external)
            try await sessions.load()
            return try #require(sessions.accounts.value.current)
        }
        let token = try #require(try await account("outside").writingKey)
        #expect(try await account("outside").key == nil && token.isOfToken && !"\(token)".contains("outside"))
        #expect(try await account("outside").writingKey == token, "it is the same in each run")
        #expect(try await account("another").writingKey != token)

        // What the token has led to is its person's.
        var stored = server.credentials(of: "ann")
        stored.externalTokenFingerprint = SHA256.hash(Data("outside".utf8)).hexadecimal
        tokens.put(stored, for: .standard(on: server.site))
        let sessions = try sessions(external: "outside")
        try await sessions.load()
        #expect(sessions.accounts.value.current?.writingKey == token)
        #expect(try await sessions.identify()?.writingKey == key("ann"))
        #expect(sessions.accounts.value.current?.tokenKey == token)
        try await sessions.signOut()
        #expect(sessions.accounts.value.all.isEmpty)
    }

    @Test func whoHasSignedInWithoutATokenFromOutsideHasNoOtherKey() async throws {
        tokens.put(server.credentials(of: "ann"), for: .standard(on: server.site))
        let sessions = try sessions()
        try await sessions.load()
        #expect(sessions.accounts.value.current != nil && sessions.accounts.value.current?.writingKey == nil)
    }

    @Test func whoItIsIsAskedOnceAndKept() async throws {
        tokens.put(server.credentials(of: "ann"), for: .standard(on: server.site))
        let first = try sessions()
        try await first.restore()
        #expect(names(first) == ["ann"])
        #expect(tokens.accounts[.standard(on: server.site)]?.user == SessionUser(id: "id of ann", name: "ann"))
        let second = try sessions()
        server.set { $0.isOffline = true }
        try await second.restore()
        #expect(names(second) == ["ann"] && second.state.value == .offline)
        #expect(second.accounts.value.current?.state == .offline)
    }

    @Test func withoutANetworkASignInCountsAllTheSame() async throws {
        let sessions = try sessions()
        server.set { $0.isOffline = true }
        try await signIn("ann", to: sessions)
        #expect(sessions.state.value.isSignedIn && sessions.accounts.value.current?.user == nil)
        server.set { $0.isOffline = false }
        try await sessions.restore()
        #expect(sessions.accounts.value.current?.key == key("ann"))
    }

    @Test func signingInAgainReplacesTheSameAccount() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        try await signIn("ben", to: sessions)
        try await signIn("ann", to: sessions)
        #expect(Set(names(sessions)) == ["ann", "ben"] && tokens.accounts.count == 2)
        #expect(sessions.accounts.value.current?.user?.name == "ann")
        // The sign-in before is over on the server too.
        #expect(server.seen.people.values.sorted() == ["ann", "ben"])
    }

    @Test func aWrongPasswordChangesNothing() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        await #expect(throws: SignInError.notAccepted) {
            try await sessions.signIn(with: [.user: Secret("ben"), .password: Secret("bad")])
        }
        #expect(names(sessions) == ["ann"] && sessions.state.value == .signedIn)
        #expect(try await asked(sessions) == "ann")
    }

    // MARK: A relaunch

    @Test func theChoiceIsKept() async throws {
        let first = try sessions()
        try await signIn("ann", to: first)
        let ann = try #require(first.accounts.value.currentID)
        try await signIn("ben", to: first)
        try await first.use(ann)
        let second = try sessions()
        #expect(try await asked(second) == "ann")
        #expect(Set(names(second)) == ["ann", "ben"])
        try await second.use(nil)
        let third = try sessions()
        try await third.restore()
        #expect(third.accounts.value.currentID == nil && third.accounts.value.all.count == 2)
        #expect(try await asked(third) == "")
    }

    @Test func aStoreThatCannotBeReadFailsRequestsAndIsReadAgain() async throws {
        tokens.put(server.credentials(of: "ann"), for: .standard(on: server.site))
        tokens.fail(.read, with: FileError(.permissionDenied, path: "/tokens", operation: "open"))
        let sessions = try sessions()
        #expect(await errorCode { _ = try await asked(sessions) } == .permissionDenied)
        #expect(server.seen.requests.isEmpty)
        tokens.fail(.read, with: nil)
        #expect(try await asked(sessions) == "ann")
    }

    // MARK: Signing out

    @Test func signingOutLeavesTheOthers() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        try await signIn("ben", to: sessions)
        #expect(try await sessions.signOut() == .done)
        #expect(names(sessions) == ["ann"] && sessions.accounts.value.currentID == nil)
        #expect(sessions.state.value == .signedOut && server.seen.people.values.sorted() == ["ann"])
        // Nobody becomes somebody unasked.
        #expect(try await asked(sessions) == "")
        let ann = try #require(sessions.accounts.value.all.first)
        #expect(try await sessions.signOut(of: ann.id) == .done)
        #expect(tokens.accounts.isEmpty && sessions.accounts.value == SiteAccounts())
        #expect(await errorCode { try await sessions.signOut(of: ann.id) } == .notFound)
        #expect(await errorCode { try await sessions.use(ann.id) } == .notFound)
        #expect(try await sessions.signOut() == .unneeded)
    }

    @Test func aChoiceThatCannotBeStoredKeepsNobodySignedIn() async throws {
        tokens.put(server.credentials(of: "ann"), for: .standard(on: server.site))
        var configuration = AccountSession.Configuration(time: server.clock, activity: DiscardingActivityRecorder())
        configuration.refreshToken = Secret("outside")
        var stored = try #require(tokens.accounts[.standard(on: server.site)])
        stored.externalTokenFingerprint = SHA256.hash(Data("outside".utf8)).hexadecimal
        tokens.put(stored, for: .standard(on: server.site))
        let sessions = try SiteSessions(
            server, tokens: tokens, choices: FullStateStore(), configuration: configuration, requests: server)
        try await sessions.restore()
        #expect(sessions.state.value == .signedIn)
        #expect(await errorCode { try await sessions.signOut() } == .noSpace)
        #expect(sessions.state.value == .signedOut && tokens.accounts.isEmpty && server.seen.people.isEmpty)
    }

    @Test func theEndOfOneSessionIsNotThatOfAnother() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        try await signIn("ben", to: sessions)
        server.set { state in state.people = state.people.filter { $0.value == "ann" } }
        let second = try self.sessions()
        try await second.restore()
        #expect(second.state.value == .expired)
        #expect(second.accounts.value.current?.user?.name == "ben")
        #expect(await errorCode { _ = try await asked(second) } == .sessionExpired)
        #expect(await errorCode { _ = try await asked(second, as: .account(key("ben"))) } == .sessionExpired)
        #expect(try await asked(second, as: .account(key("ann"))) == "ann")
        try await signIn("ben", to: second)
        #expect(try await asked(second) == "ben" && second.accounts.value.all.count == 2)
    }

    @Test func whoseSessionHasEndedIsKnownAfterARelaunch() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        server.set { $0.people = [:] }
        try await sessions.restore()
        #expect(sessions.state.value == .expired)
        #expect(tokens.accounts.values.allSatisfy { $0.accessToken == nil && $0.refreshToken == nil })
        let second = try self.sessions()
        try await second.restore()
        #expect(second.accounts.value.current?.key == key("ann") && second.accounts.value.current?.state == .expired)
        #expect(second.state.value == .expired)
        #expect(await errorCode { _ = try await asked(second) } == .sessionExpired)
        // And is one account after the next sign-in.
        try await signIn("ann", to: second)
        #expect(names(second) == ["ann"] && second.state.value == .signedIn && tokens.accounts.count == 1)
        #expect(try await asked(second, as: .account(key("ann"))) == "ann")
    }

    @Test func whoSignsInAgainWithoutANetworkIsOneAccountOnceItIsKnownWhoItIs() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        server.set { $0.people = [:] }
        try await sessions.restore()
        server.set { $0.isOffline = true }
        try await signIn("ann", to: sessions)
        #expect(Set(names(sessions)) == ["ann", nil] && sessions.accounts.value.current?.key == nil)
        server.set { $0.isOffline = false }
        try await sessions.restore()
        #expect(names(sessions) == ["ann"] && sessions.state.value == .signedIn && tokens.accounts.count == 1)
        #expect(try await asked(sessions, as: .account(key("ann"))) == "ann")
    }

    @Test func anEndedSessionIsSignedOutOfWithoutAskingAnybody() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        server.set { $0.people = [:] }
        try await sessions.restore()
        let second = try self.sessions()
        try await second.restore()
        let before = server.seen.requests.count
        _ = try await second.signOut()
        #expect(tokens.accounts.isEmpty && second.accounts.value.all.isEmpty && server.seen.requests.count == before)
    }

    @Test func eachSignInHasANumberOfItsOwn() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        let first = try #require(sessions.accounts.value.current)
        try await sessions.signOut()
        try await signIn("ann", to: sessions)
        let second = try #require(sessions.accounts.value.current)
        #expect(first.id == second.id && first.signIn != second.signIn)
    }

    @Test func theAccountInUseLooksAtItsSiteAlsoWhenItsSessionHasEnded() async throws {
        let sessions = try sessions()
        let viewers = CurrentViewers([server.site: sessions])
        #expect(viewers.owner(on: server.site) == .nobody)
        try await signIn("ann", to: sessions)
        let ann = try #require(sessions.accounts.value.current?.id)
        #expect(viewers.owner(on: server.site) == .account(key("ann")))
        try await signIn("ben", to: sessions)
        #expect(viewers.owner(on: server.site) == .account(key("ben")))
        try await sessions.use(ann)
        #expect(viewers.now == Viewers([server.site: key("ann")]))
        server.set { $0.people = [:] }
        try await sessions.restore()
        #expect(sessions.state.value == .expired)
        #expect(viewers.owner(on: server.site) == .account(key("ann")))
        try await sessions.signOut()
        #expect(viewers.owner(on: server.site) == .nobody)
        #expect(viewers.now == .nobody)
    }

    // MARK: Tokens from outside

    @Test func aTokenFromOutsideThatWasSignedOutIsNotUsedAgain() async throws {
        let scheme = RenewingScheme(server)
        func sessions(_ token: String) throws -> SiteSessions {
            var configuration = AccountSession.Configuration(time: server.clock, activity: DiscardingActivityRecorder())
            configuration.refreshToken = Secret(token)
            return try SiteSessions(
                scheme, tokens: tokens, choices: choices, configuration: configuration, requests: server)
        }
        let first = try sessions("outside")
        #expect(try await asked(first) == "outside")
        #expect(try await first.signOut() == .done)
        #expect(try await asked(first) == "")
        let second = try sessions("outside")
        #expect(try await asked(second) == "" && second.accounts.value == SiteAccounts())
        #expect(try await asked(try sessions("another")) == "another")
    }

    // MARK: Signing in once more

    @Test func somebodyConfirmsWhoTheyAreAndNothingIsKept() async throws {
        let sessions = try sessions()
        try await signIn("ann", to: sessions)
        let (kept, saved) = (tokens.accounts, tokens.saved.count)
        try await sessions.confirm(with: [.user: Secret("ann"), .password: Secret("good")])
        await #expect(throws: SignInError.anotherPerson) {
            try await sessions.confirm(with: [.user: Secret("ben"), .password: Secret("good")])
        }
        await #expect(throws: SignInError.notAccepted) {
            try await sessions.confirm(with: [.user: Secret("ann"), .password: Secret("bad")])
        }
        #expect(tokens.accounts == kept && tokens.saved.count == saved)
        // And what was shown for it is no good any more.
        #expect(server.seen.people.values.sorted() == ["ann"])
        #expect(try await asked(sessions) == "ann")
    }

    @Test func nobodyConfirmsNothing() async throws {
        let sessions = try sessions()
        let code = await errorCode {
            try await sessions.confirm(with: [.user: Secret("ann"), .password: Secret("good")])
        }
        #expect(code == .unauthorized && server.seen.people.isEmpty)
    }

    // MARK: Nobody

    @Test func nobodyIsTheAppWhereTheServerGivesItATokenOfItsOwn() async throws {
        server.set { $0.access = .appCredentials }
        let sessions = try sessions()
        #expect(try await asked(sessions) == "the app")
        try await signIn("ann", to: sessions)
        #expect(try await asked(sessions) == "ann")
        #expect(try await asked(sessions, as: .nobody) == "the app")
        #expect(names(sessions) == ["ann"])
    }

    @Test func whatIsForAnotherServerNeedsNoStore() async throws {
        tokens.fail(.read, with: FileError(.permissionDenied, path: "/tokens", operation: "open"))
        let provider = AuthorizingRequestProvider(sessions: try sessions(), requests: server)
        _ = try await provider.response(to: NetworkRequest(url("https://other.example/picture")))
        #expect(server.seen.requests.map(\.token) == [nil])
    }
}

/// A store of small values to which nothing can be written.
private struct FullStateStore: StateStore {
    func value(_ name: String) async throws -> Data? { nil }

    func set(_ value: Data?, for name: String) async throws {
        throw FileError(.noSpace, path: "/state", operation: "write")
    }
}
