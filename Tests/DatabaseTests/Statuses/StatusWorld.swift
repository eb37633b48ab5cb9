import Core
import Foundation
import Mocks

@testable import Database

/// A world of statuses in which everything is drawn from one seed: own marks, intents of two accounts that are sent,
/// refused and lost, and answers to reads that come late.
///
/// Beside the store it keeps a model of what each owner is to be shown, by plain rules.
final class StatusWorld {
    /// One field of a target, as an account has it.
    struct Lane: Hashable {
        let owner: MarkOwner
        let target: StatusTarget
        let field: StatusField
    }

    /// What a server is known to have.
    struct Known {
        var text: String
        var commit: UInt64
        /// The uptime from which a read that says something else is believed; 0 for any.
        var settled = 0.0
        var date: Date?
    }

    /// What an owner set here.
    struct Own {
        var text: String
        var date: Date?
    }

    /// A read that was begun and not answered.
    struct Read {
        let account: AccountKey
        let commit: UInt64
        let begun: OutboxTime
        let ofThread: Bool
    }

    static let posts = ["t3_a", "t3_b", "t3_c"]
    static let comments = ["t1_a", "t1_b"]
    static let thread = Post.ID.mock("t3_a")
    static let feed = Feed.mock()
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let accounts = ["t2_anna", "t2_ben"].map { AccountKey(site: .demo, name: $0) }
    static let owners = [MarkOwner.nobody] + accounts.map { .account($0) }
    static let targets =
        posts.map { StatusTarget.post(.mock($0)) } + comments.map { StatusTarget.comment(.mock($0)) }
    static let settleTime = 60.0

    let files = InMemoryFileSystem()
    private let random: SeededRandomSource
    private(set) var store: JSONStore
    var outbox: Outbox
    private var uptime = 1000.0
    private var attempts: [OutboxEntry.ID: Int] = [:]
    private var laneReads: [(entry: OutboxEntry, attempt: Int)] = []
    private var reads: [Read] = []
    private var lastEntry = 0
    /// What happened, newest last.
    private(set) var trace: [String] = []

    // The model.
    var own: [Lane: Own] = [:]
    var known: [Lane: Known] = [:]
    /// The vote that the stored score counts, as an account's server said it.
    var counted: [OwnedTarget: String] = [:]

    init(seed: UInt64) async throws {
        random = SeededRandomSource(seed: seed)
        store = try Self.open(files)
        var limits = Outbox.Limits()
        for field in StatusField.allCases { limits.kinds[OutboxEntry.Kind(rawValue: field.rawValue)] = 1...1 }
        outbox = Outbox(limits: limits)
        for account in Self.accounts { _ = outbox.handle(.session(account, epoch: 1), at: now) }
        let posts = DatabasePostProvider(store: store, time: ManualClock())
        _ = try await posts.commit(
            Page.mock(Self.posts.map { .mock($0) }), to: Self.feed, at: .head, date: Self.start)
        _ = try await DatabaseCommentProvider(store: store).commit(
            .mock("t1_a", " t1_b", post: .mock("t3_a")), of: Self.thread, sort: nil, date: Self.start)
    }

    private static func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", files: files, time: ManualClock())
    }

    private var now: OutboxTime { OutboxTime(date: Self.start + uptime, boot: "boot", uptime: uptime) }

    private func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }

    func fields(of target: StatusTarget) -> [StatusField] {
        target.kind == .post ? [.vote, .saved, .hidden, .read] : [.vote, .saved]
    }

    private func wish(_ field: StatusField) -> String { pick(field == .vote ? ["1", "-1", "0"] : ["1", "0"]) }

    // MARK: Steps

    /// Lets one thing happen.
    func step() async throws {
        switch number(12) {
        case 0, 1: try await mark()
        case 2, 3, 4: try await queue()
        case 5, 6: try await answer()
        case 7: try await answerLaneRead()
        case 8: beginRead()
        case 9, 10: try await land()
        default: try await pass()
        }
    }

    private func mark() async throws {
        let (owner, target) = (pick(Self.owners), pick(Self.targets))
        let field = pick(fields(of: target))
        let (text, date) = (wish(field), now.date)
        trace.append("\(owner) marks \(target) \(field) \(text)")
        let change: StatusChange =
            switch field {
            case .vote: .vote(text == "1" ? .up : text == "-1" ? .down : nil)
            case .saved: .saved(text == "1")
            case .hidden: .hidden(text == "1")
            default: .read(text == "1")
            }
        let lane = Lane(owner: owner, target: target, field: field)
        let isShown = shown(lane) == text
        let provider = DatabasePostProvider(store: store, time: ManualClock())
        _ = try await provider.apply(change, to: [target], for: owner, at: date)
        // What nobody touched and is so already is no mark.
        if let old = own[lane] {
            if old.text != text { own[lane] = Own(text: text, date: date) }
        } else if !isShown || text != "0" {
            own[lane] = Own(text: text, date: date)
        }
    }

    private func queue() async throws {
        let (account, target) = (pick(Self.accounts), pick(Self.targets))
        let field = pick(fields(of: target))
        let text = wish(field)
        lastEntry += 1
        var policy = OutboxEntry.Policy(.always)
        policy.isToggle = true
        policy.settleTime = Self.settleTime
        let entry = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-\(lastEntry)"), account: account,
            kind: OutboxEntry.Kind(rawValue: field.rawValue), payload: try RawJSON("{}"), target: target,
            thread: target.kind == .comment ? Self.thread : nil, field: field.rawValue, thing: target.native,
            value: text, policy: policy, at: now)
        let lane = Lane(owner: .account(account), target: target, field: field)
        trace.append("\(entry.id): \(account) wishes \(target) \(field) \(text)")
        own[lane] = nil
        let step = try outbox.queue(entry, known: known[lane]?.text, at: now)
        try await commit(step, by: entry)
        try await commit(outbox.handle(.woke, at: now))
    }

    private func answer() async throws {
        guard !attempts.isEmpty else { return }
        let id = pick(attempts.keys.sorted())
        guard let attempt = attempts.removeValue(forKey: id) else { return }
        let reason = OutboxEntry.Reason(.timedOut, "It took too long.")
        let answer: OutboxAnswer =
            switch number(6) {
            case 0: .refused(reason)
            case 1: .later(reason, scope: .entry, after: 20, until: nil)
            case 2: .unknown(reason, isAnswered: false)
            default: .done(result: nil, value: nil)
            }
        trace.append("\(id): \(answer)")
        try await commit(outbox.handle(.answered([id], attempt: attempt, answer), at: now))
    }

    private func answerLaneRead() async throws {
        guard !laneReads.isEmpty else { return }
        let (entry, attempt) = laneReads.remove(at: number(laneReads.count))
        let field = StatusField(rawValue: entry.lane.field) ?? .vote
        let reading: OutboxReading = number(4) == 0 ? .failed(isPassing: true) : .value(wish(field))
        trace.append("\(entry.id): read \(reading)")
        try await commit(outbox.handle(.read(entry.lane, attempt: attempt, reading), at: now))
    }

    private func beginRead() {
        reads.append(
            Read(account: pick(Self.accounts), commit: store.snapshot().version, begun: now, ofThread: number(2) == 0))
    }

    /// An answer to a read comes.
    private func land() async throws {
        if reads.isEmpty { beginRead() }
        let read = reads.remove(at: number(reads.count))
        let targets = Self.targets.filter { ($0.kind == .comment) == read.ofThread }
        var values: [StatusTarget: ConfirmedValues] = [:]
        var told: [Lane: String] = [:]
        for target in targets where number(3) > 0 {
            var said = ConfirmedValues()
            for field in fields(of: target) where number(3) > 0 {
                let text = wish(field)
                told[Lane(owner: .account(read.account), target: target, field: field)] = text
                let value = field.values(of: text)
                switch field {
                case .vote: said.vote = value?.vote
                case .saved: said.isSaved = value?.isSaved
                case .hidden: said.isHidden = value?.isHidden
                default: said.isRead = value?.isRead
                }
            }
            values[target] = said
        }
        var confirmation = Confirmation(account: read.account, values: values)
        confirmation.noteBegin(asOf: read.commit, at: read.begun)
        trace.append("read of \(read.account) as of \(read.commit), \(read.begun.uptime): \(told)")
        let date = now.date
        if read.ofThread {
            var thread = CommentThread.mock("t1_a", " t1_b", post: .mock("t3_a"))
            thread.confirmation = confirmation
            _ = try await DatabaseCommentProvider(store: store, owner: .account(read.account)).commit(
                thread, of: Self.thread, sort: nil, date: date)
        } else {
            var page = Page.mock(Self.posts.map { .mock($0) })
            page.confirmation = confirmation
            _ = try await DatabasePostProvider(store: store, time: ManualClock()).commit(
                page, to: Self.feed, at: .head, date: date)
        }
        for (lane, text) in told { believe(text, of: lane, read, date) }
    }

    private func believe(_ text: String, of lane: Lane, _ read: Read, _ date: Date) {
        if lane.field == .vote { counted[OwnedTarget(lane.owner, lane.target)] = text }
        guard !isUnsettled(lane) else { return }
        if let known = known[lane] {
            guard known.text != text, read.commit >= known.commit, read.begun.uptime >= known.settled else { return }
        }
        known[lane] = Known(text: text, commit: store.snapshot().version, date: text == "1" ? date : nil)
    }

    /// Time passes, and sometimes the store is opened again.
    private func pass() async throws {
        uptime += Double(number(50))
        trace.append("the uptime is \(uptime)")
        try await commit(outbox.handle(.woke, at: now))
        guard number(4) == 0 else { return }
        trace.append("opened again")
        try await store.close()
        store = try Self.open(files)
        _ = try await DatabaseOutboxStore(store: store).content()
    }

    private func commit(_ step: OutboxStep, by entry: OutboxEntry? = nil) async throws {
        var commit = OutboxCommit(OutboxChanges(step.changes, of: outbox))
        commit.untouched = entry?.statusIntent.map { [$0] } ?? []
        var settled: [(OutboxEntry, String, Double)] = []
        for outcome in step.outcomes {
            switch outcome {
            case .arrived(let entry, _, let value?): settled.append((entry, value, Self.settleTime))
            case .confirmed(let entry, let value), .overruled(let entry, let value): settled.append((entry, value, 0))
            default: break
            }
        }
        for (entry, value, settle) in settled {
            guard let intent = entry.statusIntent, let values = intent.field.values(of: value) else { continue }
            commit.acknowledged.append(
                OutboxAcknowledgement(
                    id: intent.id, values: values, acknowledgement: .init(at: now, settle: settle), date: entry.created)
            )
        }
        try await DatabaseOutboxStore(store: store).commit(commit)
        for (entry, value, settle) in settled {
            guard let intent = entry.statusIntent else { continue }
            let lane = Lane(owner: intent.id.owner, target: intent.id.target, field: intent.field)
            let old = known[lane]
            let date = value != "1" ? nil : old?.text == "1" ? old?.date : entry.created
            known[lane] = Known(
                text: value, commit: store.snapshot().version, settled: settle > 0 ? uptime + settle : 0, date: date)
            if intent.field == .vote, counted[intent.id] == nil { counted[intent.id] = old?.text ?? "0" }
        }
        for action in step.actions {
            switch action {
            case .send(let ids, let attempt): for id in ids { attempts[id] = attempt }
            case .read(let entry, let attempt): laneReads.append((entry, attempt))
            case .look: break
            }
        }
    }
}
