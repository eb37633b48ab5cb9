import Core
import Foundation
import Mocks
import Testing

/// What each read policy does with each thing that can be the case: what is shown in which order, what the network is
/// asked, and what who asked gets.
@Suite(.timeLimit(.minutes(5)))
struct ReadPolicyTableTests {
    /// What is stored, and how the network is.
    enum Situation: String, Sendable, CaseIterable {
        /// `a` is stored and fresh; the network has `b`, `a`.
        case hit
        /// `a` is stored and old; the network has `b`, `a`.
        case stale
        /// Nothing is stored; the network has `b`, `a`.
        case miss
        /// `a` is stored and old; there is no network.
        case offline
        /// `a` is stored and old; the server answers nonsense.
        case error
    }

    /// What is shown, or handed out: the posts, and why something could not be done.
    struct Shown: Hashable, Sendable, CustomStringConvertible {
        var ids: [String]
        var error: ErrorCode?

        init(_ ids: String..., error: ErrorCode? = nil) {
            self.ids = ids
            self.error = error
        }

        init(_ update: FeedUpdate) {
            ids = update.items.map(\.id.native)
            error = update.error?.code
        }

        var description: String { "\(ids)\(error.map { " \($0)" } ?? "")" }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let policy: ReadPolicy
        let situation: Situation
        /// What followers see after asking: what is stored they know already.
        var after: [Shown] = []
        /// How often the network is asked.
        var requests = 1
        /// What who asked gets; `nil` for an error that is thrown.
        let result: Shown?
        var thrown: ErrorCode?

        var testDescription: String { "\(policy), \(situation)" }
    }

    private static let new = Shown("b", "a")

    static let table: [Row] = [
        // Only what is stored: the network is never asked, and nobody is told anything that they did not know.
        Row(policy: .storedOnly, situation: .hit, requests: 0, result: Shown("a")),
        Row(policy: .storedOnly, situation: .stale, requests: 0, result: Shown("a")),
        Row(policy: .storedOnly, situation: .miss, requests: 0, result: Shown()),
        Row(policy: .storedOnly, situation: .offline, requests: 0, result: Shown("a")),
        Row(policy: .storedOnly, situation: .error, requests: 0, result: Shown("a")),
        // What is stored, then the network where that is worth it.
        Row(policy: .storedThenNetwork, situation: .hit, requests: 0, result: Shown("a")),
        Row(policy: .storedThenNetwork, situation: .stale, after: [new], result: new),
        Row(policy: .storedThenNetwork, situation: .miss, after: [new], result: new),
        Row(
            policy: .storedThenNetwork, situation: .offline, after: [Shown("a", error: .offline)],
            result: Shown("a", error: .offline)),
        Row(
            policy: .storedThenNetwork, situation: .error, after: [Shown("a", error: .malformed)],
            result: Shown("a", error: .malformed)),
        // The network, whatever is stored.
        Row(policy: .networkOnly, situation: .hit, after: [new], result: new),
        Row(policy: .networkOnly, situation: .stale, after: [new], result: new),
        Row(policy: .networkOnly, situation: .miss, after: [new], result: new),
        Row(
            policy: .networkOnly, situation: .offline, after: [Shown("a", error: .offline)], result: nil,
            thrown: .offline),
        Row(
            policy: .networkOnly, situation: .error, after: [Shown("a", error: .malformed)], result: nil,
            thrown: .malformed),
        // The network, and what is stored where that fails.
        Row(policy: .networkElseStored, situation: .hit, after: [new], result: new),
        Row(policy: .networkElseStored, situation: .stale, after: [new], result: new),
        Row(policy: .networkElseStored, situation: .miss, after: [new], result: new),
        Row(
            policy: .networkElseStored, situation: .offline, after: [Shown("a", error: .offline)],
            result: Shown("a", error: .offline)),
        Row(
            policy: .networkElseStored, situation: .error, after: [Shown("a", error: .malformed)],
            result: Shown("a", error: .malformed)),
    ]

    @Test func theTableIsWhole() {
        #expect(Set(Self.table.map(\.testDescription)).count == 20)
        #expect(Self.table.count == 20)
    }

    @Test(arguments: table)
    func eachPolicyDoesWhatTheTableSays(_ row: Row) async throws {
        // Given
        let (offline, online, clock) = (InMemoryOfflinePostProvider(), MockOnlinePostProvider(), ManualClock())
        let feed = Feed.mock()
        if row.situation != .miss {
            _ = try await offline.commit(.mock("a", next: "one"), to: feed, at: .head, date: clock.now)
        }
        let stored = try await offline.storedFeed(feed)
        clock.advance(by: .seconds(row.situation == .hit ? 60 : 3601))
        let provider = DefaultPostProvider(offline: offline, online: online, time: clock)
        let follower = Follower(provider.updates(of: feed))
        defer { follower.stop() }
        try await follower.waits(for: [row.situation == .miss ? Shown() : Shown("a")])
        // When
        let held = online.onFetchPage.holds()
        let request = Task { try await provider.performed(.load(row.policy), on: feed, limit: 25) }
        if row.requests > 0 {
            try await held.arrival()
            switch row.situation {
            case .offline: held.release(throwing: NetworkError(.offline))
            case .error: held.release(throwing: NetworkError(.malformed))
            case .hit, .stale, .miss: held.release(returning: .mock("b", "a", next: "two"))
            }
        }
        let result = await request.result
        // Then
        try await follower.waits(for: row.after)
        #expect(online.onFetchPage.calls.count == row.requests)
        switch result {
        case .success(let update):
            #expect(Shown(update) == row.result)
            let isFresh = row.policy == .storedThenNetwork && row.situation == .hit
            let until = isFresh ? stored.refreshedAt.map { $0 + 3600 } : nil
            #expect(update.skip == (isFresh ? FetchSkip(reason: .fresh, until: until) : nil))
            #expect((update.origin == .database) == (row.requests == 0 || update.error != nil))
        case .failure(let error):
            #expect((error as? DataError)?.code == row.thrown)
            #expect(row.result == nil)
        }
        // An error never removes anything.
        let failed = row.requests > 0 && [.offline, .error].contains(row.situation)
        if failed || row.requests == 0 { #expect(try await offline.storedFeed(feed) == stored) }
        if row.requests == 0 {
            // Nothing was shown meanwhile: the next thing that is seen is the next commit.
            _ = try await offline.commit(.mock("z", "a"), to: feed, at: .head, date: clock.now)
            try await follower.waits(for: [Shown("z", "a")])
        }
    }

    /// Without a cloud every policy that would have asked says why it did not.
    @Test(arguments: ReadPolicy.allCases)
    func withoutAnOnlineProviderNetworkPoliciesReportTheReason(_ policy: ReadPolicy) async throws {
        let (offline, clock, feed) = (InMemoryOfflinePostProvider(), ManualClock(), Feed.mock())
        _ = try await offline.commit(.mock("a"), to: feed, at: .head, date: clock.now)
        clock.advance(by: .seconds(3601))
        let provider = DefaultPostProvider(offline: offline, online: nil, time: clock)
        let result = await Task { try await provider.performed(.load(policy), on: feed, limit: 25) }.result
        switch (policy, result) {
        case (.storedOnly, .success(let update)):
            #expect(update.skip == nil && update.error == nil)
        case (.storedThenNetwork, .success(let update)), (.networkElseStored, .success(let update)):
            #expect(update.skip == FetchSkip(reason: .offline))
            #expect(update.error?.code == .offline)
            #expect(update.items.map(\.id.native) == ["a"])
        case (.networkOnly, .failure(let error)):
            #expect((error as? DataError)?.code == .offline)
        default:
            Issue.record("\(policy) came to \(result)")
        }
    }
}

/// Somebody who follows a feed and remembers what they saw.
private final class Follower: Sendable {
    private let seen: AsyncStream<ReadPolicyTableTests.Shown>
    private let task: Task<Void, Never>

    /// Follows a stream of updates; two in a row that show the same count as one.
    init(_ updates: AsyncStream<FeedUpdate>) {
        let (seen, continuation) = AsyncStream.makeStream(of: ReadPolicyTableTests.Shown.self)
        self.seen = seen
        task = Task {
            for await update in updates { continuation.yield(ReadPolicyTableTests.Shown(update)) }
            continuation.finish()
        }
    }

    func stop() { task.cancel() }

    /// Waits until just this was seen, in this order, since the last call.
    func waits(for expected: [ReadPolicyTableTests.Shown]) async throws {
        guard !expected.isEmpty else { return }
        var missing = expected[...]
        var last: ReadPolicyTableTests.Shown?
        for await shown in seen {
            if shown == last { continue }
            last = shown
            let next = missing.popFirst()
            #expect(shown == next)
            if missing.isEmpty || shown != next { return }
        }
    }
}
