import Foundation
import Mocks
import Synchronization

@testable import Cloud
@testable import Core
@testable import Database

/// A person with three accounts, whose outbox has the real senders and the real store, before servers with faults.
///
/// The disk and the clock are in the test's hands; the power may be cut at any change of the disk.
final class SendersWorld {
    static let lemmy = Site.lemmy("b.example")
    static let accounts = [
        AccountKey(site: .reddit, name: "t2_a"), AccountKey(site: .reddit, name: "t2_b"),
        AccountKey(site: lemmy, name: "7"),
    ]

    /// What is known of a text that the person wrote.
    struct Text {
        let account: AccountKey
        let order: Int
        /// The words by which it is told from all others; `nil` where there are equal ones.
        let mark: String?
        /// The times that it may be on the server.
        var copies = 1
        /// Whether others may overtake it.
        var isOvertaken = false
    }

    struct Vote: Hashable {
        let account: AccountKey
        let target: StatusTarget
    }

    /// Keeps outcomes until they are asked for.
    private final class Outcomes: Sendable {
        private let all = Mutex<[OutboxOutcome]>([])

        func add(_ outcome: OutboxOutcome) { all.withLock { $0.append(outcome) } }

        func take() -> [OutboxOutcome] {
            all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    let random: SeededRandomSource
    let clock = ManualClock()
    let files = InMemoryFileSystem()
    let servers: ModelServers
    private var process: ModelProcess
    private(set) var outbox: DefaultOutboxProvider
    private(set) var store: JSONStore
    private let outcomes = Outcomes()
    private(set) var boot = 1
    private var epoch = 0
    private(set) var isPowerToBeCut = false
    private(set) var problems: [String] = []

    // What the person was told.
    var texts: [OutboxEntry.ID: Text] = [:]
    /// The texts that were acknowledged, and that the person has not taken away.
    var owed: Set<OutboxEntry.ID> = []
    private var drafts: Set<OutboxEntry.ID> = []
    var wishes: [Vote: String] = [:]
    /// The number of equal texts that each account wrote, sent again ones included.
    var equals: [AccountKey: Int] = [:]

    init(seed: UInt64) async throws {
        random = SeededRandomSource(seed: seed)
        servers = ModelServers(
            seed: seed, clock: clock, dialects: [.reddit: ModelReddit(), Self.lemmy: ModelLemmy()])
        process = ModelProcess(files)
        store = try Self.open(process, clock)
        outbox = try Self.outbox(of: store, servers, clock, boot: 1, outcomes)
        try await outbox.open()
        await signIn()
    }

    func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    func chance(_ oneIn: Int) -> Bool { number(oneIn) == 0 }

    func pick<Element>(_ elements: [Element]) -> Element? { elements.isEmpty ? nil : elements[number(elements.count)] }

    func fail(_ line: String) {
        problems.append(line)
        servers.note("!! \(line)")
    }

    // MARK: The process

    private static func open(_ files: ModelProcess, _ clock: ManualClock) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabaseOutboxStore.collections, files: files, time: clock)
    }

    private static func outbox(
        of store: JSONStore, _ servers: ModelServers, _ clock: ManualClock, boot: Int, _ outcomes: Outcomes
    ) throws -> DefaultOutboxProvider {
        guard let url = URL(string: "https://api.example.com") else { throw DataError(.invalidInput) }
        let accounts = ModelAccounts(servers: servers)
        let sender = SiteOutboxSender([
            .reddit: RedditOutboxSender(
                endpoints: try RedditEndpointProvider(baseURL: url, dialect: .oauth), accounts: accounts, time: clock),
            lemmy: LemmyOutboxSender(
                endpoints: try LemmyEndpointProvider(host: "b.example"), accounts: accounts, time: clock),
        ])
        var limits = Outbox.Limits()
        limits.parallel = 1
        var senders: [OutboxEntry.Kind: any OutboxSender] = [:]
        for kind in OutboxEntry.Kind.builtIn {
            limits.kinds[kind] = 1...OutboxText.version
            senders[kind] = sender
        }
        return DefaultOutboxProvider(
            store: DatabaseOutboxStore(store: store), senders: senders, limits: limits, time: clock,
            boot: "boot-\(boot)", random: SeededRandomSource(seed: 1), notify: { outcomes.add($0) })
    }

    /// Signs everybody in anew, which breaks off what is under way.
    func signIn() async {
        epoch += 1
        for account in Self.accounts { await outbox.handle(.session(account, epoch: epoch)) }
    }

    func cutPowerSoon() {
        servers.note("the power will be cut")
        isPowerToBeCut = true
        files.cutPower(afterMutations: number(12))
    }

    /// Ends the process and begins another one, after a power cut in another boot.
    func restart(isPowerCut: Bool) async throws {
        servers.note(isPowerCut ? "power cut" : "kill")
        isPowerToBeCut = false
        if isPowerCut {
            process.kill { $0.crash() }
            boot += 1
            let seconds = Double(number(200))
            servers.carryOut(within: seconds)
            clock.advance(by: .seconds(seconds))
            if chance(3) { clock.setDate(clock.now - Double(number(200_000))) }
        } else {
            process.kill { files in
                files.stopFailing()
                files.killProcess()
            }
        }
        await takeOutcomes()
        process = ModelProcess(files)
        store = try Self.open(process, clock)
        outbox = try Self.outbox(of: store, servers, clock, boot: boot, outcomes)
        servers.giveUp()
        try await outbox.open()
        await signIn()
    }

    /// Waits until nothing is under way but what nobody answers.
    func quiet() async {
        for _ in 0..<1_000_000 {
            if outbox.state.value.underWayCount <= servers.heldCount { return await takeOutcomes() }
            await Task.yield()
        }
        fail("what is under way never ends")
    }

    func pass(_ seconds: Double) async {
        servers.carryOut(within: seconds)
        clock.advance(by: .seconds(seconds))
        servers.timeOut()
        await quiet()
        await outbox.handle(.woke)
        await quiet()
    }

    private func takeOutcomes() async {
        for outcome in outcomes.take() {
            switch outcome {
            case .arrived(let entry, let result, _): servers.note("   arrived: \(entry.id) as \(result ?? "-")")
            case .draft(let entry):
                servers.note("   a draft: \(entry.id)")
                drafts.insert(entry.id)
            case .confirmed(let entry, let value), .overruled(let entry, let value):
                servers.note("   confirmed: \(entry.id) \(value)")
                let vote = entry.target.map { Vote(account: entry.account, target: $0) }
                // The wish was refused or taken back.
                if let vote, wishes[vote] != value { wishes[vote] = nil }
            case .unneeded(let entry): servers.note("   unneeded: \(entry.id)")
            case .copy: break
            }
        }
    }

    // MARK: What has to hold

    /// After each step.
    func check() async throws {
        let state = outbox.state.value
        for entry in state.entries where [.failed, .unsure, .waiting].contains(entry.state) {
            texts[entry.id]?.isOvertaken = true
        }
        for id in owed where state.unsent[id] == nil && state.sent[id] == nil && !drafts.contains(id) {
            fail("\(id) was acknowledged, and is gone")
        }
        let marks = Dictionary(texts.compactMap { id, text in text.mark.map { ($0, id) } }) { $1 }
        for site in [Site.reddit, Self.lemmy] {
            var (counts, last): ([String: Int], [Lane: Int]) = ([:], [:])
            for thing in servers[site].things {
                let mark = String(thing.first.split(separator: " ").first ?? "")
                counts["\(thing.account)|\(mark)", default: 0] += 1
                guard let id = marks[mark], let text = texts[id] else { continue }
                if text.account != thing.account { fail("\(id) was sent as \(thing.account)") }
                guard !text.isOvertaken, text.copies == 1 else { continue }
                let lane = Lane(account: thing.account, parent: thing.parent)
                if let before = last[lane], before > text.order { fail("\(id) was overtaken") }
                last[lane] = text.order
            }
            for account in Self.accounts where account.site == site {
                if counts["\(account)|yes", default: 0] > equals[account, default: 0] {
                    fail("more 'yes' of \(account) than were written")
                }
            }
            for (mark, id) in marks {
                guard let text = texts[id], text.account.site == site else { continue }
                if counts["\(text.account)|\(mark)", default: 0] > text.copies { fail("\(id) is there twice") }
            }
        }
        try checkShown(state)
    }

    private struct Lane: Hashable {
        let account: AccountKey
        let parent: Int?
    }

    /// What is shown of a vote that is on its way is the wish.
    private func checkShown(_ state: DefaultOutboxProvider.State) throws {
        guard !isPowerToBeCut else { return }
        for (vote, wish) in wishes {
            let entries = state.entries.filter { $0.account == vote.account && $0.target == vote.target }
            guard let newest = entries.last(where: { $0.kind == .vote }), newest.state != .failed else { continue }
            let shown = try store.read { try $0.statuses(of: [vote.target], for: .account(vote.account)) }
            let value = shown[vote.target]?.vote.map { $0 == .up ? "1" : "-1" } ?? "0"
            if newest.value == wish, value != wish { fail("the vote on \(vote.target) is shown as \(value)") }
        }
    }

    /// Lets everything come to rest without faults, and looks at what there is.
    func settle() async throws {
        servers.endFaults()
        servers.note("no faults any more")
        try await restart(isPowerCut: isPowerToBeCut)
        await quiet()
        for seconds in Array(repeating: 61.0, count: 30) + Array(repeating: 700, count: 6) {
            await pass(seconds)
            try await check()
            if !problems.isEmpty { return }
        }
        let state = outbox.state.value
        for entry in state.entries {
            let isHeld = entry.waitsFor.contains { state.unsent[$0] != nil }
            guard entry.state != .failed, entry.state != .unsure, !(entry.state == .waiting && isHeld) else { continue }
            fail("\(entry.id) is left, \(entry.state)")
        }
        for (vote, wish) in wishes {
            let isLeft = state.entries.contains { $0.account == vote.account && $0.target == vote.target }
            let number = vote.target.kind == .post ? nil : Int(vote.target.native.replacing("t1_", with: ""))
            let value = servers[vote.account.site].vote(of: vote.account, on: number)
            guard !isLeft, String(value) != wish else { continue }
            fail("\(vote.account) has \(value) on \(vote.target), and not \(wish)")
        }
        checkResults(state)
    }

    /// What an entry is said to have made is its own.
    private func checkResults(_ state: DefaultOutboxProvider.State) {
        var claimed: Set<String> = []
        for sent in state.sent.values where sent.kind == .reply {
            guard let result = sent.result else { continue }
            let number = Int(result.replacing("t1_", with: "").replacing("comment/", with: "")) ?? 0
            guard let thing = servers[sent.account.site][number], let text = texts[sent.id] else {
                fail("\(sent.id) arrived as \(result), which is not there")
                continue
            }
            let mark = thing.first.split(separator: " ").first.map(String.init)
            if thing.account != sent.account || text.mark != nil && mark != text.mark {
                fail("\(sent.id) arrived as \(result), which is '\(thing.first)'")
            }
            if !claimed.insert("\(sent.account.site) \(result)").inserted { fail("\(result) is claimed twice") }
        }
    }
}

/// The accounts of the model.
struct ModelAccounts: OutboxAccounts {
    let servers: ModelServers

    func writer(for account: AccountKey) async throws -> OutboxWriter? {
        let name = "name-of-\(account.name ?? "")"
        return OutboxWriter(
            requests: ModelRequests(servers: servers, account: account, name: name), name: name, id: account.name ?? "")
    }
}
