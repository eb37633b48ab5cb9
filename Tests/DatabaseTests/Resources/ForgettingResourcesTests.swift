import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Values of resources that are removed to make room, without a new one being stored.
@Suite(.timeLimit(.minutes(5)))
struct ForgettingResourcesTests {
    private let clock = ManualClock()
    private let store: JSONStore
    private let provider: DatabaseResourceProvider

    init() throws {
        store = try JSONStore(directory: "/tmp/store", files: InMemoryFileSystem(), time: clock)
        provider = DatabaseResourceProvider(store: store)
    }

    private var storage: DefaultStorageProvider {
        DefaultStorageProvider(
            storage: DatabaseStorageProvider(store: store), posts: DatabasePostProvider(store: store, time: clock),
            providers: .init(resources: provider), settings: InMemorySettingsProvider(), time: clock)
    }

    private func id(_ key: String, of name: String = "room") -> ResourceID { ResourceID(name, owner: nil, key: key) }

    /// Stores values, a day after each other.
    private func store(_ keys: String..., of name: String = "room") async throws {
        for key in keys {
            clock.advance(by: .seconds(86_400))
            _ = try await provider.store(
                ResourceArrival(
                    id(key, of: name), version: 1, value: #""\#(key)""#, date: clock.now,
                    moment: ReadMoment(commit: provider.commitNumber())))
        }
    }

    private var keys: [String] {
        get throws { try store.snapshot().window(of: ResourceSchemas.values).map(\.id.key).sorted() }
    }

    /// Queues an intent that changes a value.
    private func change(_ id: ResourceID) async throws {
        let kind = OutboxEntry.Kind(rawValue: "topic")
        var limits = Outbox.Limits()
        limits.kinds[kind] = 1...1
        var outbox = Outbox(limits: limits)
        let entry = OutboxEntry(
            id: OutboxEntry.ID(random: SeededRandomSource(seed: 1)),
            account: AccountKey(site: .demo, name: "1"), kind: kind, payload: RawJSON(compact: "1"),
            target: id.target(on: .demo), field: "own", thing: "1", policy: OutboxEntry.Policy(.always),
            at: clock.moment(in: BootID("boot")))
        let step = try outbox.queue(entry, known: nil, at: entry.queued)
        try await DatabaseOutboxStore(store: store).commit(OutboxCommit(OutboxChanges(step.changes, of: outbox)))
    }

    @Test func theRetentionLeavesOutWhatIsOldAndTooMuch() async throws {
        provider.keep("room", by: ResourceRetention(maximumAge: .seconds(4 * 86_400), maximumCount: 2)) { [self] in
            [id("b")]
        }
        try await store("a", "b", "c", "d", "e", "f")
        try await store("a", of: "other")
        let plan = try await storage.planRetention(nil)
        #expect(plan.bytes > 0 && plan[.posts].count == 0)
        #expect(try keys.count == 7)
        #expect(try await provider.forget(.outdated(clock.now), isDryRun: true).count == 4)
        let report = try await storage.applyRetention(nil)
        #expect(report.bytes == plan.bytes)
        // "b" is followed, and of the other resource no rule is known.
        #expect(try keys == ["a", "b", "f"])
        #expect(try await provider.forget(.outdated(clock.now), isDryRun: false).count == 0)
    }

    @Test func aResourceSaysItsRuleWhenItIsMade() async throws {
        let rooms = Resource<String, String>("room", retention: ResourceRetention(maximumCount: 1)) { _ in
            throw DataError(.offline)
        }
        let resource = DefaultResourceProvider(rooms, store: provider, time: clock)
        try await store("a", "b")
        _ = try await storage.applyRetention(nil)
        #expect(try keys == ["b"])
        withExtendedLifetime(resource) {}
    }

    @Test func erasingWhatWasFetchedLeavesNoneButWhatIsUnsent() async throws {
        try await store("a", "b", "c")
        try await change(id("b"))
        let plan = try await storage.planErase(.fetched)
        #expect(plan.freed[.posts]?.bytes ?? 0 > 0)
        _ = try await storage.erase(.downloads)
        #expect(try keys == ["a", "b", "c"])
        let report = try await storage.erase(.fetched)
        #expect(try keys == ["b"])
        #expect(report.freed[.posts] == plan.freed[.posts])
    }
}
