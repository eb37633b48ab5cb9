import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud
@testable import Core

/// The outbox with Reddit's sender, before a server that does what it is told and loses answers.
@Suite(.timeLimit(.minutes(2)))
struct RedditOutboxTests {
    private let server: SmallReddit
    private let clock = ManualClock()
    private let store = MemoryOutbox()
    private let me = AccountKey(site: .reddit, name: "t2_me")

    init() {
        server = SmallReddit(clock: clock)
    }

    private func opened() async throws -> DefaultOutboxProvider {
        let requests = NetworkRequestProvider(transport: server, time: clock)
        let sender = RedditOutboxSender(
            endpoints: try RedditEndpointProvider(baseURL: url("https://api.example.com"), dialect: .oauth),
            accounts: MockOutboxAccounts(OutboxWriter(requests: requests, name: "me", id: "me")), time: clock)
        var limits = Outbox.Limits()
        for kind in OutboxEntry.Kind.builtIn { limits.kinds[kind] = 1...1 }
        let provider = DefaultOutboxProvider(
            store: store,
            senders: Dictionary(
                uniqueKeysWithValues: OutboxEntry.Kind.builtIn.map { ($0, SiteOutboxSender([.reddit: sender])) }),
            limits: limits, time: clock, boot: "boot", random: SeededRandomSource(seed: 1))
        try await provider.open()
        await provider.handle(.session(me, epoch: 1))
        return provider
    }

    private func reply(_ number: Int, _ words: String = "thanks") throws -> OutboxEntry {
        OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-\(number)"), account: me, kind: .reply,
            payload: OutboxText(text: words, post: "t3_p").payload(),
            target: StatusTarget(.post, site: .reddit, native: "t3_p"), field: "text", thing: "t3_p",
            policy: WritingRules.reddit.policy(of: .reply),
            at: OutboxTime(date: clock.now, boot: "boot", uptime: clock.uptime / .seconds(1)))
    }

    /// Waits for a state; the time limit of the suite ends it where it never comes.
    @discardableResult
    private func wait(
        _ provider: DefaultOutboxProvider, until isMet: (DefaultOutboxProvider.State) -> Bool
    ) async -> DefaultOutboxProvider.State {
        for await state in provider.state.values where isMet(state) { return state }
        return provider.state.value
    }

    @Test func aReplyArrives() async throws {
        let provider = try await opened()
        try await provider.queue(reply(1), known: nil)
        let state = await wait(provider) { $0.entries.isEmpty && !$0.sent.isEmpty }
        #expect(state.sent[try reply(1).id]?.result == "t1_made1")
        #expect(server.bodies == ["thanks"])
    }

    @Test func aReplyWhoseAnswerIsLostIsFoundAndNotSentTwice() async throws {
        let provider = try await opened()
        server.lose(.answer)
        try await provider.queue(reply(1), known: nil)
        let state = await wait(provider) { $0.entries.isEmpty && !$0.sent.isEmpty }
        #expect(state.sent[try reply(1).id]?.result == "t1_made1")
        #expect(server.bodies == ["thanks"] && server.sends == 1)
    }

    @Test func twoEqualRepliesStayTwo() async throws {
        let provider = try await opened()
        // Both in the same second, so that the dates do not tell them apart.
        for number in 1...2 {
            server.lose(.answer)
            try await provider.queue(reply(number), known: nil)
            await wait(provider) { $0.sent.count == number }
        }
        let state = provider.state.value
        #expect(Set(state.sent.values.compactMap(\.result)) == ["t1_made1", "t1_made2"])
        #expect(server.bodies == ["thanks", "thanks"] && server.sends == 2)
    }

    @Test func aReplyThatNeverCameGoesAgainOnceTheTimeIsOver() async throws {
        let provider = try await opened()
        server.lose(.request)
        try await provider.queue(reply(1), known: nil)
        await wait(provider) { $0.entries.first?.check?.next != nil }
        #expect(server.bodies.isEmpty && server.sends == 1)
        clock.advance(by: .seconds(60))
        await wait(provider) { !$0.sent.isEmpty }
        #expect(server.bodies == ["thanks"] && server.sends == 2)
    }

    @Test func theSecondOfTwoThatNeverCameIsNotTakenForTheFirst() async throws {
        let provider = try await opened()
        try await provider.queue(reply(1), known: nil)
        await wait(provider) { $0.sent.count == 1 }
        server.lose(.request)
        try await provider.queue(reply(2), known: nil)
        await wait(provider) { $0.entries.first?.check?.next != nil }
        clock.advance(by: .seconds(60))
        await wait(provider) { $0.sent.count == 2 }
        #expect(server.bodies == ["thanks", "thanks"] && server.sends == 3)
    }

    @Test func aRelaunchInTheMiddleFindsIt() async throws {
        do {
            let provider = try await opened()
            server.lose(.end)
            try await provider.queue(reply(1), known: nil)
            await eventually { server.bodies.count == 1 }
            await provider.handle(.suspended)
        }
        let provider = try await opened()
        await wait(provider) { !$0.sent.isEmpty }
        #expect(server.bodies == ["thanks"] && server.sends == 1)
    }

    @Test func aServerThatFailsAndDidNothingIsAskedAgain() async throws {
        let provider = try await opened()
        server.lose(.failure)
        try await provider.queue(reply(1), known: nil)
        await wait(provider) { $0.entries.first?.pause != nil }
        clock.advance(by: .seconds(5))
        await wait(provider) { !$0.sent.isEmpty }
        #expect(server.bodies == ["thanks"] && server.sends == 2)
    }

    @Test func aReplyToAReplyWaitsForItsID() async throws {
        let provider = try await opened()
        server.lose(.answer)
        try await provider.queue(reply(1, "first"), known: nil)
        let first = try reply(1).id
        let second = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-2"), account: me, kind: .reply,
            payload: OutboxText(text: "second", post: "t3_p").payload(),
            target: StatusTarget(.comment, site: .reddit, native: first.rawValue), field: "text",
            thing: first.rawValue, policy: WritingRules.reddit.policy(of: .reply), waitsFor: [first],
            at: try reply(1).queued)
        try await provider.queue(second, known: nil)
        await wait(provider) { $0.sent.count == 2 }
        #expect(server.parents == ["t3_p", "t1_made1"])
    }
}

/// A Reddit of one thread in memory, which makes comments and loses what it is told to lose.
private final class SmallReddit: HTTPTransport {
    /// What is lost of the next reply.
    enum Loss: Sendable {
        /// The request, before it is done.
        case request
        /// The answer, after it is done.
        case answer
        /// The end: it is done, and nothing is ever said.
        case end
        /// Everything but a 500.
        case failure
    }

    private struct Made {
        let name: String
        let parent: String
        let body: String
        let created: Double
    }

    private struct State {
        var comments: [Made] = []
        var loss: Loss?
        var sends = 0
    }

    private let clock: ManualClock
    private let hanging = TestClock()
    private let state = Mutex(State())

    init(clock: ManualClock) {
        self.clock = clock
    }

    var bodies: [String] { state.withLock { $0.comments.map(\.body) } }
    var parents: [String] { state.withLock { $0.comments.map(\.parent) } }
    var sends: Int { state.withLock { $0.sends } }

    func lose(_ loss: Loss) { state.withLock { $0.loss = loss } }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let path = request.url.path()
        switch path {
        case "/api/comment": return try await comment(request)
        case "/api/v1/me": return answer(request, #"{"name":"me","id":"me"}"#)
        case "/comments/p": return answer(request, RedditWritingWorld.thread(RedditWritingWorld.post(), listed("t3_p")))
        case "/user/me/comments": return answer(request, RedditWritingWorld.listing(listed(nil)))
        default: return NetworkResponse(status: 404, url: request.url)
        }
    }

    func shutDown() async {}

    private func comment(_ request: NetworkRequest) async throws -> NetworkResponse {
        let fields = String(decoding: request.body ?? Data(), as: UTF8.self).split(separator: "&")
        func field(_ name: String) -> String {
            fields.first { $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1).removingPercentEncoding ?? ""
        }
        let (parent, body, created) = (field("thing_id"), field("text"), clock.now.timeIntervalSince1970)
        let (loss, name) = state.withLock { state -> (Loss?, String) in
            state.sends += 1
            let loss = state.loss.take()
            let name = "t1_made\(state.comments.count + 1)"
            if loss != .request, loss != .failure {
                state.comments.append(Made(name: name, parent: parent, body: body, created: created.rounded(.down)))
            }
            return (loss, name)
        }
        switch loss {
        case .request, .answer: throw NetworkError(.offline, underlying: ConnectionFailure(.lost))
        case .failure: return NetworkResponse(status: 500, url: request.url)
        case .end:
            try await hanging.sleep(for: .seconds(1_000_000))
            throw CancellationError()
        case nil: break
        }
        let data = #"{"kind":"t1","data":{"name":"\#(name)"}}"#
        return answer(request, #"{"json":{"errors":[],"data":{"things":[\#(data)]}}}"#)
    }

    private func listed(_ parent: String?) -> [String] {
        let comments = state.withLock { $0.comments }
        return comments.reversed().filter { parent == nil || $0.parent == parent }.map {
            RedditWritingWorld.comment($0.name, below: $0.parent, $0.body, at: $0.created)
        }
    }

    private func answer(_ request: NetworkRequest, _ body: String) -> NetworkResponse {
        // The only form of a date that is needed here: whole seconds after the clock's first one.
        let seconds = Int(clock.now.timeIntervalSince1970) - 1_700_000_000 + 22 * 3600 + 13 * 60 + 20
        func two(_ number: Int) -> String { String(number).zeroPadded(to: 2) }
        let time = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return NetworkResponse(
            status: 200, url: request.url, headers: ["Date": "Tue, 14 Nov 2023 \(time) GMT"], body: Data(body.utf8))
    }
}
