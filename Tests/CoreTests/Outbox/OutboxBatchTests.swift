import Foundation
import Testing

@testable import Core

/// Entries that go in one request.
struct OutboxBatchTests {
    private typealias Kinds = OutboxWorld.Kinds

    /// Queues a toggle about a post or a comment, while nobody is signed in.
    private func hide(
        _ thing: String, _ kind: StatusTarget.Kind = .post, value: String = "true", version: Int = 1, undo: Double = 0,
        in harness: inout OutboxHarness
    ) throws -> OutboxEntry.ID {
        let entry = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-of-\(thing)"), account: OutboxHarness.me, kind: Kinds.hide,
            version: version, payload: OutboxWorld.payload(value),
            target: StatusTarget(kind, site: .reddit, native: thing), field: "hide", thing: thing, value: value,
            policy: Kinds.policy(Kinds.hide), at: harness.now)
        _ = try harness.outbox.queue(entry, known: nil, undo: undo, at: harness.now)
        return entry.id
    }

    private func harness() -> OutboxHarness {
        var harness = OutboxHarness { $0.kinds[Kinds.hide] = 1...2 }
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        return harness
    }

    @Test func onlyWhatIsAlikeGoesTogether() throws {
        var harness = harness()
        let post = try hide("t3_a", in: &harness)
        let comment = try hide("t1_a", .comment, in: &harness)
        let shown = try hide("t3_b", value: "false", in: &harness)
        let later = try hide("t3_c", version: 2, in: &harness)
        let other = try hide("t3_d", in: &harness)
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(Set(harness.sends) == [[post, other], [comment], [shown], [later]])
    }

    @Test func whatWasRefusedTogetherGoesWithNothingElse() throws {
        var harness = harness()
        harness.outbox.limits.parallel = 1
        let held = try hide("t3_held", undo: 10, in: &harness)
        let all = try (0..<2).map { try hide("t3_\($0)", in: &harness) }
        harness.handle(.session(OutboxHarness.me, epoch: 2))
        #expect(harness.sends == [all])
        harness.handle(.answered(all, attempt: harness.outbox.running[all[0]] ?? 0, .refused(OutboxHarness.reason)))
        #expect(harness.sends == [[all[0]]])
        harness.pass(10)
        #expect(harness.sends.isEmpty)
        harness.arrive(all[0])
        #expect(harness.sends == [[held]])
        harness.arrive(held)
        #expect(harness.sends == [[all[1]]])
    }
}
