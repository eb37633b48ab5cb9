import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Sessions that began with a token from outside, beside people who sign in.
@Suite(.timeLimit(.minutes(5)))
struct ExternalTokenTests {
    private let server = PeopleServer()
    private let tokens = MockTokenStore()
    private let choices = InMemoryStateStore()

    /// The sessions of a process with a token of somebody.
    private func sessions(_ token: String?) throws -> SiteSessions {
        var configuration = AccountSession.Configuration(time: server.clock, activity: DiscardingActivityRecorder())
        configuration.refreshToken = token.map { Secret($0) }
        return try SiteSessions(
            RenewingScheme(server), tokens: tokens, choices: choices, configuration: configuration, requests: server)
    }

    private func signIn(_ name: String, to sessions: SiteSessions) async throws {
        try await sessions.signIn(with: [.user: Secret(name), .password: Secret("good")])
    }

    /// Who the server takes a request for.
    private func asked(_ sessions: SiteSessions) async throws -> String {
        let provider = AuthorizingRequestProvider(sessions: sessions, requests: server)
        let request = NetworkRequest(url("https://people.example/page"))
        return String(decoding: try await provider.response(to: request).body, as: UTF8.self)
    }

    private func names(_ sessions: SiteSessions) -> [String?] { sessions.accounts.value.all.map { $0.user?.name } }

    private func key(_ name: String) -> AccountKey { AccountKey(site: server.site, name: "id of \(name)") }

    /// A process whose token was that of ann until the server ended it.
    private func ended() async throws -> SiteSessions {
        let sessions = try sessions("ann")
        try await sessions.restore()
        server.set { $0.people = [:] }
        try await sessions.restore()
        return sessions
    }

    @Test func whoseTokenHasEndedIsKnownAfterARelaunch() async throws {
        let first = try await ended()
        let token = try #require(first.accounts.value.current?.tokenKey)
        #expect(first.accounts.value.current?.key == key("ann") && first.state.value == .expired)
        let count = server.seen.requests.count
        let second = try sessions("ann")
        try await second.restore()
        let account = try #require(second.accounts.value.current)
        #expect(account.key == key("ann") && account.state == .expired && account.tokenKey == token)
        #expect(await errorCode { _ = try await asked(second) } == .sessionExpired)
        #expect(server.seen.requests.count == count, "the server has said that it does not take it")
        // Another token is another beginning.
        #expect(try await asked(try sessions("eve")) == "eve")
    }

    @Test func whoSignsInTakesThePlaceOfTheirToken() async throws {
        let first = try await ended()
        let token = try #require(first.accounts.value.current?.tokenKey)
        try await signIn("ann", to: first)
        #expect(names(first) == ["ann"] && first.state.value == .signedIn)
        #expect(first.accounts.value.current?.tokenKey == token, "what was queued for the token is theirs")
        let second = try sessions("ann")
        #expect(try await asked(second) == "ann")
        #expect(names(second) == ["ann"] && second.state.value == .signedIn && tokens.accounts.count == 1)
        #expect(second.accounts.value.current?.tokenKey == token)
    }

    @Test func alsoWhereTheTokenIsNotThereAtTheSignIn() async throws {
        let token = try #require(try await ended().accounts.value.current?.tokenKey)
        let first = try sessions(nil)
        try await signIn("ann", to: first)
        #expect(names(first) == ["ann"] && first.accounts.value.current?.tokenKey == token)
        let second = try sessions("ann")
        #expect(try await asked(second) == "ann" && names(second) == ["ann"])
    }

    @Test func aTokenThatIsGoodIsReplacedToo() async throws {
        let first = try sessions("ann")
        // Nobody has asked whose it is.
        #expect(try await asked(first) == "ann" && names(first) == [nil])
        try await signIn("ann", to: first)
        #expect(names(first) == ["ann"] && tokens.accounts.count == 1 && server.seen.people.count == 1)
        let second = try sessions("ann")
        #expect(try await asked(second) == "ann" && names(second) == ["ann"])
    }

    @Test func aTokenThatIsNobodysIsGoneOnceSomebodySignsIn() async throws {
        let first = try sessions("ann")
        #expect(try await asked(first) == "ann" && names(first) == [nil])
        server.set { $0.people = [:] }
        try await signIn("ben", to: first)
        #expect(names(first) == ["ben"])
        let second = try sessions("ann")
        #expect(try await asked(second) == "ben" && names(second) == ["ben"])
    }

    @Test func whoSignsInBesideATokenIsInUseUntilSomebodyElseIsChosen() async throws {
        let first = try sessions("ann")
        try await first.restore()
        try await signIn("ben", to: first)
        #expect(Set(names(first)) == ["ann", "ben"])
        let second = try sessions("ann")
        #expect(try await asked(second) == "ben" && Set(names(second)) == ["ann", "ben"])
        // Another token was not there when ben was chosen.
        #expect(try await asked(try sessions("eve")) == "eve")
        let third = try sessions("eve")
        try await third.load()
        let ben = try #require(third.accounts.value.all.first { $0.user?.name == "ben" })
        try await third.use(ben.id)
        #expect(try await asked(try sessions("eve")) == "ben")
        // Where ben leaves, the token is meant for the next run again.
        #expect(try await third.signOut() == .done)
        #expect(try await asked(try sessions("eve")) == "eve")
    }

    @Test func withoutANetworkASignInCountsBesideTheToken() async throws {
        let first = try sessions("ann")
        #expect(try await asked(first) == "ann")
        server.set { $0.isOffline = true }
        try await signIn("ben", to: first)
        server.set { $0.isOffline = false }
        #expect(names(first) == [nil, nil])
        #expect(try await asked(try sessions("ann")) == "ben")
    }
}
