import Cloud
import Community
import Core
import Foundation
import Mocks
import Synchronization

/// A community server below the real request provider: it answers as told, and otherwise as a server of two people.
///
/// Ann has a password, `lantern`, and so has Ben. An access token is good until ``expire()``.
final class CommunityServer: HTTPTransport {
    struct Request: Equatable {
        var method: String
        var path: String
        var query: String?
        var key: String?
        var token: String?
        var refresh: String?
    }

    private struct State {
        var requests: [NetworkRequest] = []
        /// The statuses of the next answers to a path, before anything else is looked at.
        var statuses: [String: [Int]] = [:]
        var failures: [String: [any Error]] = [:]
        var bodies: [String: String] = [:]
        var good: Set<String> = []
        var issued = 0
        var isRefreshDead = false
        var members = ["ann@example.com", "ben@example.com"]
        var isOffline = false
        /// Whether there is no way to the server, so that nothing is sent at all.
        var isCut = false
        /// The posts, where the server has some.
        var posts: CommunityPostTable?
        /// Whether an act is done though the answer is lost.
        var losesAnswers: Set<String> = []
        var people = FakePeople()
        /// Whose each access token is, by the id.
        var owners: [String: String] = [:]
    }

    let clock = ManualClock()
    private let state = Mutex(State())

    var requests: [NetworkRequest] { state.withLock { $0.requests } }

    var seen: [Request] {
        requests.map { request in
            Request(
                method: request.method.rawValue, path: String(request.url.path(percentEncoded: true)),
                query: request.url.query(percentEncoded: true), key: request.headers["SesacKey"],
                token: request.headers["Authorization"], refresh: request.headers["Refresh"])
        }
    }

    func count(of path: String) -> Int { seen.count { $0.path == path } }

    func answer(_ path: String, with statuses: Int...) {
        state.withLock { $0.statuses[path, default: []] += statuses }
    }

    func answer(_ path: String, body: String) { state.withLock { $0.bodies[path] = body } }

    func fail(_ path: String, with error: any Error) {
        state.withLock { $0.failures[path, default: []].append(error) }
    }

    func loseAnswers(to path: String) { state.withLock { _ = $0.losesAnswers.insert(path) } }

    func keepAnswers(to path: String) { state.withLock { _ = $0.losesAnswers.remove(path) } }

    /// The people of the server, which has none at first.
    var people: FakePeople { state.withLock { $0.people } }

    func changePeople(_ change: (inout FakePeople) -> Void) { state.withLock { change(&$0.people) } }

    func goOffline(_ isOffline: Bool = true) { state.withLock { $0.isOffline = isOffline } }

    /// Takes the way to the server away: what is asked is certainly not sent.
    func cut(_ isCut: Bool = true) { state.withLock { $0.isCut = isCut } }

    /// Ends all access tokens.
    func expire() { state.withLock { $0.good = [] } }

    /// Ends the refresh tokens as well.
    func endSessions() {
        state.withLock { state in
            state.good = []
            state.isRefreshDead = true
        }
    }

    /// Has the server keep posts, and changes them.
    @discardableResult
    func setPosts<Result>(_ change: (inout CommunityPostTable) throws -> Result) rethrows -> Result {
        try state.withLock { state in
            var table = state.posts ?? CommunityPostTable()
            defer { state.posts = table }
            return try change(&table)
        }
    }

    /// The posts that the server keeps.
    var posts: CommunityPostTable { state.withLock { $0.posts ?? CommunityPostTable() } }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let bare = String(request.url.path(percentEncoded: true))
        // What is told of a method and a path goes before what is told of the path.
        let named = "\(request.method.rawValue) \(bare)"
        let path = state.withLock { state in
            let isNamed =
                state.statuses[named]?.isEmpty == false || state.failures[named]?.isEmpty == false
                || state.losesAnswers.contains(named)
            return isNamed ? named : bare
        }
        // Others come in between, as on a network.
        await Task.yield()
        return try state.withLock { state in
            if state.isCut { throw NetworkError(.offline, isUnsent: true) }
            state.requests.append(request)
            if state.isOffline { throw NetworkError(.offline) }
            if var errors = state.failures[path], !errors.isEmpty {
                let error = errors.removeFirst()
                state.failures[path] = errors
                throw error
            }
            func reply(_ status: Int, _ body: String = "{}") -> NetworkResponse {
                NetworkResponse(
                    status: status, url: request.url, headers: ["Content-Type": "application/json"],
                    body: Data(body.utf8))
            }
            if var statuses = state.statuses[path], !statuses.isEmpty {
                let status = statuses.removeFirst()
                state.statuses[path] = statuses
                return reply(status, state.bodies[path] ?? "{}")
            }
            let (status, body) = Self.answer(to: request, bare, at: clock.now, &state)
            if state.losesAnswers.contains(path) { throw NetworkError(.timedOut) }
            return reply(status, body)
        }
    }

    func shutDown() async {}

    private static func answer(
        to request: NetworkRequest, _ path: String, at date: Date, _ state: inout State
    ) -> (Int, String) {
        guard request.headers["SesacKey"] == "key-1" else { return (420, "{}") }
        let body = String(decoding: request.body ?? Data(), as: UTF8.self)
        func issue(to name: some StringProtocol) -> String {
            state.issued += 1
            state.good.insert("access-\(state.issued)")
            state.owners["access-\(state.issued)"] = "id-\(name)"
            return "access-\(state.issued)"
        }
        let email = state.members.first { body.contains("\"\($0)\"") }
        switch path {
        case "/v1/users/login":
            guard let email, body.contains("\"lantern\"") else { return (401, "{}") }
            let name = email.prefix { $0 != "@" }
            return (
                200,
                #"{"user_id":"id-\#(name)","email":"\#(email)","nick":"\#(name)","accessToken":"\#(issue(to: name))","#
                    + #""refreshToken":"refresh-\#(name)"}"#
            )
        case "/v1/validation/email":
            return email == nil ? (200, #"{"message":"You can use it."}"#) : (409, "{}")
        case "/v1/users/join":
            guard email == nil else { return (409, "{}") }
            let new = body.split(separator: "\"").first { $0.contains("@") }.map(String.init) ?? ""
            state.members.append(new)
            let name = new.prefix { $0 != "@" }
            return (200, #"{"user_id":"id-\#(name)","email":"\#(new)","nick":"\#(name)"}"#)
        case "/v1/auth/refresh":
            if state.isRefreshDead { return (418, "{}") }
            let name = (request.headers["Refresh"] ?? "").split(separator: "-").last.map(String.init) ?? ""
            return (200, #"{"accessToken":"\#(issue(to: name))"}"#)
        default:
            guard let token = request.headers["Authorization"], token.hasPrefix("access-") else { return (401, "{}") }
            guard state.good.contains(token) else { return (419, "{}") }
            if path == "/v1/users/withdraw" {
                state.good = []
                state.isRefreshDead = true
                state.members.removeAll { $0 == "ann@example.com" }
            }
            if state.bodies[path] == nil, var posts = state.posts {
                defer { state.posts = posts }
                let name = String((state.owners[token] ?? "").dropFirst("id-".count))
                if let answer = posts.answer(to: request, path, from: name, at: date) { return answer }
            }
            if state.bodies[path] == nil,
                let answer = state.people.answer(request, path, by: state.owners[token] ?? "")
            {
                return answer
            }
            return (200, state.bodies[path] ?? #"{"data":[],"next_cursor":"0"}"#)
        }
    }
}

/// All that a screen of the community needs, on a server in memory.
struct CommunityWorld {
    let server: CommunityServer
    let tokens: MockTokenStore
    let notes: InMemoryStateStore
    let configuration: CommunityConfiguration
    let sessions: SiteSessions
    /// Requests with the session.
    let requests: AuthorizingRequestProvider
    let api: CommunityAPI
    let accounts: CommunityAccounts

    init(
        server: CommunityServer = CommunityServer(), tokens: MockTokenStore = MockTokenStore(),
        notes: InMemoryStateStore = InMemoryStateStore(), base: String = "https://community.example"
    ) throws {
        (self.server, self.tokens, self.notes) = (server, tokens, notes)
        configuration = try CommunityConfiguration(base: url(base), key: Secret("key-1"))
        let bare = NetworkRequestProvider(
            transport: server, configuration: .init(retry: RetryPolicy(maximumRetries: 0)), time: server.clock)
        sessions = try SiteSessions(
            CommunityScheme(configuration), tokens: tokens, choices: notes,
            configuration: .init(time: server.clock, activity: DiscardingActivityRecorder()), requests: bare)
        requests = AuthorizingRequestProvider(sessions: sessions, requests: bare)
        api = CommunityAPI(configuration, by: requests)
        accounts = CommunityAccounts(api: api, sessions: sessions, notes: notes)
    }

    /// The same device after a relaunch.
    func relaunched() throws -> CommunityWorld {
        try CommunityWorld(
            server: server, tokens: tokens, notes: notes, base: configuration.root.text(""))
    }

    func signIn(_ name: String = "ann", password: String = "lantern") async throws {
        try await sessions.signIn(with: [.email: Secret("\(name)@example.com"), .password: Secret(password)])
    }

    /// Registers what the view models resolve.
    func register() {
        let (accounts, sessions, clock) = (accounts, sessions, server.clock)
        Dependency.register(CommunityAccounts.self) { accounts }
        Dependency.register((any SessionProvider).self) { sessions }
        Dependency.register((any TimeProvider).self) { clock }
    }
}
