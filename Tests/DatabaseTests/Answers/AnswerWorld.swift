import Foundation
import Mocks
import Synchronization

@testable import Core
@testable import Database

/// A store with the answers to people of a site, before a server that is told what to send, and an outbox.
final class AnswerWorld: Sendable {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let anna = AccountKey(site: .demo, name: "t2_anna")
    static let ben = AccountKey(site: .demo, name: "t2_ben")

    let clock = ManualClock()
    let store: JSONStore
    let offline: DatabaseAnswerProvider
    let server = AnswerServer()
    let session = MockSessionProvider()
    let sender = StubSender()
    let writing: DefaultWritingProvider
    let provider: DefaultAnswerProvider

    init(isOffline: Bool = false) throws {
        let (clock, session, sender) = (clock, session, sender)
        store = try JSONStore(directory: "/tmp/store", files: InMemoryFileSystem(), time: clock)
        offline = DatabaseAnswerProvider(store: store)
        let posts = DatabasePostProvider(store: store, viewers: CurrentViewers(), time: clock)
        let site = SiteWriting(rules: .reddit, accounts: session) {
            session.accounts.value.current
        } makeSender: { _ in
            sender
        }
        writing = DefaultWritingProvider(
            sites: [.demo: site], store: DatabaseOutboxStore(store: store), known: DatabaseKnownThings(store: store),
            statuses: posts, time: clock, boot: BootID("boot"),
            random: SeededRandomSource(seed: 3))
        var backend = Backend(SiteProfile(site: .demo))
        backend.answers = server
        provider = DefaultAnswerProvider(
            backends: try Backends([backend]), isOffline: isOffline, offline: offline, writing: writing, time: clock,
            boot: BootID("boot"))
    }

    func signIn(_ account: AccountKey) {
        let user = SessionUser(id: account.name ?? "", name: "name")
        session.accounts.set(
            SiteAccounts(all: [SignedInAccount(id: "place", site: .demo, user: user)], currentID: "place"))
        session.state.set(.signedIn)
    }

    /// The stored answers, as `a`, or `a!` for what is not read, with `*` where that is not sent.
    func shown(for account: AccountKey = anna, isUnreadOnly: Bool = false) async throws -> [String] {
        try await provider.stored(for: account, isUnreadOnly: isUnreadOnly, limit: nil).answers.map(Self.text)
    }

    static func text(of answer: Answer) -> String {
        answer.comment.native + (answer.isRead ? "" : "!") + (answer.isPending ? "*" : "")
    }

    /// An answer that was written so many seconds after the start.
    static func answer(
        _ native: String, to account: AccountKey = anna, at seconds: Double, isRead: Bool = false,
        notice: String? = nil, kind: Answer.Kind = .reply
    ) -> Answer {
        var answer = Answer(
            Answer.ID(account, Comment.ID(site: account.site, native: native)),
            notices: [Answer.Notice(notice ?? native, kind: kind, isRead: isRead)])
        answer.created = start + seconds
        answer.body = "words of \(native)"
        answer.post = Post.ID(site: account.site, native: "t3_p")
        answer.parent = .post(Post.ID(site: account.site, native: "t3_p"))
        answer.author = "ann"
        answer.community = "swift"
        answer.postTitle = "A title"
        return answer
    }

    static func id(_ native: String, _ account: AccountKey = anna) -> Answer.ID {
        Answer.ID(account, Comment.ID(site: account.site, native: native))
    }
}

/// A server with an inbox for each account, the newest first, in pages.
final class AnswerServer: OnlineAnswerProvider {
    private struct State {
        var inboxes: [AccountKey: [Answer]] = [:]
        var pageSize = 3
        var error: (any Error)?
        var requests: [AnswerPageRequest] = []
        var issues: [DecodeIssue] = []
        var gate: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    let site = Site.demo

    var requests: [AnswerPageRequest] { state.withLock { $0.requests } }

    func set(_ answers: [Answer], for account: AccountKey = AnswerWorld.anna) {
        state.withLock { $0.inboxes[account] = answers }
    }

    func fail(_ error: (any Error)?) { state.withLock { $0.error = error } }
    func setIssues(_ issues: [DecodeIssue]) { state.withLock { $0.issues = issues } }

    /// Runs something before each answer is given, when the request has begun.
    func meanwhile(_ gate: (@Sendable () async -> Void)?) { state.withLock { $0.gate = gate } }

    func fetchAnswers(_ request: AnswerPageRequest) async throws -> AnswerPage {
        // The answer is what the server had when it was asked.
        let (page, gate) = try state.withLock { state -> (AnswerPage, (@Sendable () async -> Void)?) in
            state.requests.append(request)
            if let error = state.error { throw error }
            var answers = state.inboxes[request.account] ?? []
            if request.isUnreadOnly { answers.removeAll(where: \.isRead) }
            let start = request.cursor.flatMap { Int($0.rawValue) } ?? 0
            let part = Array(answers.dropFirst(start).prefix(state.pageSize))
            let end = start + part.count
            let next = end < answers.count ? PageCursor(rawValue: String(end)) : nil
            return (AnswerPage(part, next: next, issues: state.issues, source: "test"), state.gate)
        }
        await gate?()
        return page
    }
}

/// A sender that has done everything at once.
final class StubSender: OutboxSender {
    private let state = Mutex<(sent: [[String]], answer: OutboxAnswer)>(([], .done(result: nil, value: nil)))

    /// What was sent, each request with its targets and values.
    var sent: [[String]] { state.withLock { $0.sent } }

    func set(_ answer: OutboxAnswer) { state.withLock { $0.answer = answer } }

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        state.withLock { state in
            state.sent.append(requests.map { "\($0.target ?? "") \($0.entry.value ?? "")" })
            return state.answer
        }
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
    func read(_ request: OutboxRequest) async throws -> OutboxReading { .failed(isPassing: true) }
    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        confirmedValues(value, of: entry.kind)
    }
}
