import Cloud
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Synchronization
import Testing

/// A server of pictures that people like and answer: its session, its requests, and what it has.
private final class PictureServer: SessionScheme, RequestProvider {
    struct State {
        var likes: Set<String> = []
        var comments: [(id: String, text: String, created: Date)] = []
        var isAnswerLost = false
        var posts: [String] = []
    }

    let site = Site(rawValue: "pictures")
    let issuer = "https://pictures.example"
    let signInMethod = SignInMethod.fields([SignInField(.user), SignInField(.password, isSecret: true)])
    let anonymousAccess = AnonymousAccess.refused
    let state = Mutex(State())
    private let clock: ManualClock

    init(_ clock: ManualClock) {
        self.clock = clock
    }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    // MARK: Session

    func route(of request: NetworkRequest) -> SessionRoute {
        request.url.absoluteString.hasPrefix(issuer) ? .session : .elsewhere
    }
    func headers(with credentials: Credentials?) -> [String: Secret] {
        credentials?.accessToken.map { ["Token": $0] } ?? [:]
    }
    func verdict(on error: NetworkError, of request: NetworkRequest) -> SessionVerdict { .unrelated }

    func credentials(
        for proof: SignInProof, at now: Date, by requests: any RequestProvider
    ) async throws -> Credentials {
        guard case .fields(let fields) = proof, let name = fields[.user]?.revealed else {
            throw SignInError.notAccepted
        }
        return Credentials(
            issuer: issuer, accessToken: Secret("token of \(name)"), issued: now,
            user: SessionUser(id: "id of \(name)", name: name))
    }

    func user(of credentials: Credentials, by requests: any RequestProvider) async throws -> SessionUser? {
        credentials.user
    }
    func revoke(_ old: [Credentials], by requests: any RequestProvider) async throws -> Revocation { .done }

    // MARK: Requests

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        let body = String(decoding: request.body ?? Data(), as: UTF8.self)
        let path = request.url.path()
        let answer = try state.withLock { state -> String in
            guard request.headers["Token"] == "token of ann" else { throw NetworkError(.unauthorized, status: 401) }
            if request.method != .get { state.posts.append("\(path) \(body)") }
            switch path {
            case "/like/a":
                if request.method != .get {
                    if body == "1" { state.likes.insert("a") } else { state.likes.remove("a") }
                }
                return state.likes.contains("a") ? "1" : "0"
            case "/comments/a" where request.method == .get:
                return state.comments.map { "\($0.id) \($0.created.timeIntervalSince1970) \($0.text)" }
                    .joined(separator: "\n")
            case "/comments/a":
                state.comments.append(("c\(state.comments.count + 1)", body, clock.now))
                if state.isAnswerLost { throw NetworkError(.timedOut) }
                return state.comments.last?.id ?? ""
            default:
                state.comments.removeAll { "/comment/\($0.id)" == path }
                return ""
            }
        }
        return NetworkResponse(status: 200, url: request.url, body: Data(answer.utf8))
    }

    func shutDown() async {}

    // MARK: Writing

    private func ask(
        _ method: HTTPMethod, _ path: String, _ body: String? = nil, by requests: any RequestProvider
    ) async throws -> String {
        var request = NetworkRequest(try #require(URL(string: issuer + path)))
        request.method = method
        request.body = body.map { Data($0.utf8) }
        request.isSentOnce = method != .get
        return String(decoding: try await requests.response(to: request).body, as: UTF8.self)
    }

    var acts: [SiteAct] {
        [
            .vote { request in
                guard request.payload != .down else { return .other(.refused(DataError(.invalidInput))) }
                let wish = request.payload == .up ? "1" : "0"
                let path = "/like/\(request.target ?? "")"
                let answer = try await self.ask(.post, path, wish, by: request.requests)
                return .done(answer == "1" ? .up : .neutral)
            } read: { request in
                try await self.ask(.get, "/like/\(request.target ?? "")", by: request.requests) == "1" ? .up : .neutral
            },
            .reply { request in
                let path = "/comments/\(request.target ?? "")"
                return .done(
                    result: try await self.ask(.post, path, request.payload.text, by: request.requests))
            } look: { request in
                let path = "/comments/\(request.target ?? "")"
                let lines = try await self.ask(.get, path, by: request.requests).split(separator: "\n")
                let things = lines.map { line in
                    let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
                    return OwnThings.Thing(
                        id: parts[0], created: Double(parts[1]).map { Date(timeIntervalSince1970: $0) },
                        isEqual: OwnThings.areEqual(request.payload.text, parts[2]))
                }
                return OwnThings(things, serverDate: nil)
            },
            .delete { request in
                _ = try await self.ask(.post, "/comment/\(request.target ?? "")", by: request.requests)
                return .done()
            },
        ]
    }
}

/// A backend of an app's own writes the built-in kinds, by public declarations alone.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct OwnBackendWritingTests {
    private let app = TestApp()
    private let server: PictureServer
    private let site: TestSite
    private let sessions: SiteSessions
    private let ann: AccountKey

    init() throws {
        server = PictureServer(app.clock)
        site = TestSite("pictures", address: "https://pictures.example")
        sessions = try SiteSessions(server, tokens: InMemoryTokenStore(), requests: server)
        ann = AccountKey(site: site.site, name: "id of ann")
    }

    private func start() async throws -> AppServices {
        var backend = site.backend()
        backend.session = sessions
        try backend.setWriting(server.acts, by: WritingRules(name: "Pictures", commentLimit: 300))
        let services = try await app.start([backend])
        try await sessions.signIn(with: [.user: Secret("ann"), .password: Secret("lantern")])
        return services
    }

    private var writing: any WritingProvider { Dependency.resolve((any WritingProvider).self) }

    private func settled() async throws {
        for await state in writing.outbox.values where state.items.isEmpty { break }
    }

    @Test func aLikeIsSentWithTheAccountsSessionAndConfirmed() async throws {
        let services = try await start()
        #expect(Set(writing.kinds(on: site.site)) == [.vote, .reply, .delete])
        let list = PostListViewModel(feed: site.home)
        await list.load()
        await list.toggleVote(.up, for: site.id("a"))
        #expect(list.item(site.id("a"))?.status.vote == .up)
        try await settled()
        #expect(server.state.withLock { $0.likes } == ["a"] && server.state.withLock { $0.posts } == ["/like/a 1"])
        for await state in list.state.values where state.items.first?.status.pending == [] { break }
        #expect(list.item(site.id("a"))?.status.vote == .up)
        // There is no vote down there: it is refused, and shown no more.
        await list.setVote(.down, for: site.id("a"))
        for await state in writing.outbox.values where state.items.first?.state == .failed { break }
        for await state in list.state.values where state.items.first?.status.vote == .up { break }
        list.stop()
        try await services.finish()
    }

    @Test func aReplyWhoseAnswerIsLostIsFoundAndNotSentAgain() async throws {
        let services = try await start()
        server.set { $0.isAnswerLost = true }
        let post = site.id("a")
        let comments = Dependency.resolve((any CommentProvider).self)
        _ = try await comments.thread(ThreadRequest(post: post))
        let id = try #require(
            try await writing.queue(.reply("Well drawn", to: .post(post), in: post), as: ann))
        try await settled()
        #expect(server.state.withLock { $0.posts } == ["/comments/a Well drawn"])
        #expect(writing.outbox.value.sent.first { $0.id == id }?.result == "c1")
        // What it made can be named by the site's id, and deleted.
        let target = StatusTarget(.comment, site: site.site, native: "c1")
        try await writing.queue(.delete(target), as: ann)
        try await settled()
        #expect(server.state.withLock { $0.comments }.isEmpty)
        try await services.finish()
    }

    @Test func aTextLongerThanTheSiteTakesIsRefusedBeforeAnythingIsQueued() async throws {
        let services = try await start()
        let long = String(repeating: "a", count: 301)
        let error = await #expect(throws: DataError.self) {
            try await writing.queue(.reply(long, to: .post(site.id("a")), in: nil), as: ann)
        }
        #expect(error?.code == .invalidInput && writing.outbox.value.items.isEmpty)
        try await services.finish()
    }
}
