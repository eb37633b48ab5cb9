import Core
import Foundation
import Mocks

@testable import Database

/// A store with a post's thread and an outbox whose answers a test gives.
final class OwnTextsWorld {
    let files = InMemoryFileSystem()
    private(set) var store: JSONStore
    var outbox: Outbox
    /// The seconds since boot.
    var uptime = 100.0
    let anna = AccountKey(site: .demo, name: "t2_anna")
    let post = Post.ID.mock("t3_a")
    private var count = 0
    private var isSignedIn = false
    /// The attempts and the looks that were begun.
    private var attempts: [OutboxEntry.ID: Int] = [:]
    private(set) var looks: [OutboxEntry.ID: Int] = [:]

    init() throws {
        store = try Self.open(files)
        outbox = Outbox(limits: Self.limits)
    }

    private static var limits: Outbox.Limits {
        var limits = Outbox.Limits()
        for kind in OutboxEntry.Kind.builtIn { limits.kinds[kind] = 1...1 }
        return limits
    }

    private static func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        try JSONStore(directory: "/tmp/store", files: files, time: ManualClock())
    }

    var now: OutboxTime {
        OutboxTime(date: Date(timeIntervalSince1970: 1_700_000_000 + uptime), boot: "boot", uptime: uptime)
    }

    func comments(for account: AccountKey? = nil) -> DatabaseCommentProvider {
        DatabaseCommentProvider(store: store, owner: .account(account ?? anna))
    }

    /// Closes the store and reads everything again.
    func relaunch() async throws {
        try await store.close()
        store = try Self.open(files)
        outbox = Outbox(try await DatabaseOutboxStore(store: store).content(), limits: Self.limits)
        isSignedIn = false
        try await follow(.opened)
    }

    // MARK: The thread

    /// The moment of a request that begins now.
    var moment: ReadMoment { ReadMoment(commit: store.snapshot().version, begun: now) }

    /// Commits an answer of the server.
    ///
    /// - Parameters:
    ///   - lines: Its comments.
    ///   - moment: When it was asked for; not known by default.
    ///   - sort: Its order.
    ///   - change: Changes each comment.
    /// - Returns: The thread as it is seen then.
    /// - Throws: The errors of the store.
    @discardableResult
    func fetch(
        _ lines: String..., at moment: ReadMoment? = nil, sort: CommentSort? = nil,
        change: (inout Core.Comment) -> Void = { _ in }
    ) async throws -> StoredThread {
        var thread = CommentThread.mock(lines, post: .mock("t3_a"))
        thread.entries = thread.entries.map { entry in
            guard case .comment(var comment) = entry else { return entry }
            change(&comment)
            return .comment(comment)
        }
        thread.begin.moment = moment
        return try await comments().commit(thread, of: post, sort: sort, date: now.date)
    }

    /// The rows as text: depth, id, `+` for an unsent one, `x` for a deleted one, a text that is not the mock's.
    func rows(for account: AccountKey? = nil) async throws -> [String] {
        try await comments(for: account).storedThread(of: post).map(Self.rows) ?? []
    }

    /// The thread as a person sees it whose name is known.
    func shown(by name: String) async throws -> StoredThread {
        try store.read { snapshot in
            guard let reading = try snapshot.threadReading(of: post, known: nil) else { throw DataError(.notFound) }
            return try snapshot.storedThread(reading, for: .account(anna), by: name)
        }
    }

    static func rows(_ stored: StoredThread) -> [String] {
        stored.thread.entries.map { entry in
            let indent = String(repeating: " ", count: entry.depth)
            guard case .comment(let comment) = entry else { return indent + "…" }
            let own = stored.own[comment.id]
            var line = indent + comment.id.native
            if own?.isDeleted == true { return line + " x" }
            if own?.isUnsent == true { line += " +" }
            if let body = comment.body, body != Core.Comment.mock(comment.id.native).body { line += " \(body)" }
            return line
        }
    }

    // MARK: The outbox

    static func id(_ number: Int) -> OutboxEntry.ID {
        let letters = [number / 26, number % 26].map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
        return OutboxEntry.ID(rawValue: "entry-" + String(repeating: "a", count: 24) + letters.joined())
    }

    private func policy(_ kind: OutboxEntry.Kind) -> OutboxEntry.Policy { WritingRules.reddit.policy(of: kind) }

    /// Queues a reply.
    @discardableResult
    func reply(
        _ text: String, to parent: StatusTarget, in thread: Post.ID? = nil, by account: AccountKey? = nil
    ) async throws -> OutboxEntry.ID {
        let post = thread ?? self.post
        let unsent = OutboxEntry.ID.isID(parent.native) ? [OutboxEntry.ID(rawValue: parent.native)] : []
        return try await queue(
            .reply, OutboxText(text: text, post: post.native), on: parent, thread: post, field: "text",
            waitsFor: unsent, by: account)
    }

    /// Queues a reply without its thread, or in one.
    @discardableResult
    func reply(_ text: String, to parent: StatusTarget, thread: Post.ID?) async throws -> OutboxEntry.ID {
        try await queue(.reply, OutboxText(text: text, post: thread?.native), on: parent, thread: thread, field: "text")
    }

    /// Queues a post.
    func submit(_ title: String, text: String, to community: String) async throws -> OutboxEntry.ID {
        try await queue(
            .submit, OutboxText(title: title, text: text),
            on: StatusTarget(.source, site: .demo, native: community), field: "text")
    }

    @discardableResult
    func edit(_ text: String, of target: StatusTarget) async throws -> OutboxEntry.ID {
        try await queue(.edit, OutboxText(text: text), on: target, field: "target")
    }

    @discardableResult
    func delete(_ target: StatusTarget) async throws -> OutboxEntry.ID {
        try await queue(.delete, OutboxText(), on: target, field: "target")
    }

    private func queue(
        _ kind: OutboxEntry.Kind, _ text: OutboxText, on target: StatusTarget, thread: Post.ID? = nil, field: String,
        waitsFor: [OutboxEntry.ID] = [], by account: AccountKey? = nil
    ) async throws -> OutboxEntry.ID {
        let entry = OutboxEntry(
            id: Self.id(count), account: account ?? anna, kind: kind, payload: text.payload(), target: target,
            thread: thread, field: field, thing: target.native, policy: policy(kind), waitsFor: waitsFor, at: now)
        count += 1
        try await commit(try outbox.queue(entry, known: nil, at: now))
        return entry.id
    }

    func decide(_ choice: OutboxChoice, on id: OutboxEntry.ID) async throws {
        try await commit(try outbox.decide(choice, on: id, at: now))
    }

    /// Takes an event, and stores what follows.
    @discardableResult
    func follow(_ event: OutboxEvent) async throws -> OutboxStep {
        let step = outbox.handle(event, at: now)
        try await commit(step)
        for action in step.actions {
            switch action {
            case .send(let ids, let attempt): for id in ids { attempts[id] = attempt }
            case .look(let id, let attempt): looks[id] = attempt
            case .read: break
            }
        }
        return step
    }

    /// Signs in, and begins what can begin.
    @discardableResult
    func send() async throws -> [OutboxAction] {
        defer { isSignedIn = true }
        return try await follow(isSignedIn ? .sendNow(anna) : .session(anna, epoch: 1)).actions
    }

    /// Answers the send of an entry, which begins what can begin then.
    func answer(_ id: OutboxEntry.ID, _ answer: OutboxAnswer) async throws {
        guard let attempt = attempts[id] else { throw DataError(.invalidInput, message: "\(id) is not sent") }
        try await follow(.answered([id], attempt: attempt, answer))
    }

    private func commit(_ step: OutboxStep) async throws {
        var commit = OutboxCommit(OutboxChanges(step.changes, of: outbox))
        commit.texts = SentText.arrivals(in: step, at: now) { [outbox] target in
            outbox.native(of: OutboxEntry.ID(rawValue: target.native)) ?? target.native
        }
        try await DatabaseOutboxStore(store: store).commit(commit)
    }
}
