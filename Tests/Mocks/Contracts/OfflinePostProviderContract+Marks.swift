import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of marks on posts that are not stored: not yet, or no more.
    static let markChecks: [Check] = [
        Check("A mark of a post that is not stored waits for it, and a dismissal does not") { probe in
            let saved = Feed(site: .demo, source: .saved)
            var receipt = try await probe.apply(.set(.saved(true), [.mock("a"), .mock("b"), .mock("a")]), at: 1)
            probe.expect(receipt.statuses, equals: [], "the statuses of known posts")
            probe.expect(receipt.unknown, equals: [.mock("a"), .mock("b")], "unknown")
            probe.expect(receipt.pending.map(\.isSaved), equals: [true, true], "what waits")
            probe.expect(receipt.version, equals: try await probe.stored().version, "the version")
            receipt = try await probe.apply(.dismiss([.mock("a")]), at: 2)
            probe.expect(receipt.unknown, equals: [.mock("a")], "unknown to a dismissal")
            probe.expect(receipt.pending, equals: [], "what waits after a dismissal")
            probe.expect(try await probe.apply(.undoDismiss, at: 3).unknown, equals: [], "what is undone")
            probe.expect(try await probe.provider.storedFeed(saved).items, equals: [], "saved, before they arrive")
            probe.expect(try await probe.provider.items([.mock("a")]), equals: [], "items, before they arrive")
            try await probe.reopen()
            try await probe.refresh(.mock("a", "c", next: "c1"), at: 4)
            try await probe.provider.store([.mock("b")], completeness: .full)
            var expected = PostStatus(id: .mock("a"))
            expected.isSaved = true
            (expected.savedAt, expected.firstSeen, expected.changed) = (
                probe.start + 1, probe.start + 1, probe.start + 1
            )
            expected.dates[.saved] = probe.start + 1
            probe.expect(try await probe.stored().items.first?.status, equals: expected, "the status when it arrives")
            let kept = try await probe.provider.storedFeed(saved).items.map(\.id.native)
            probe.expect(kept, equals: ["a", "b"], "saved, when they have arrived")
        },
        Check("A change of a post that is not stored goes on from what is kept for it") { probe in
            try await probe.apply(.set(.read(true), [.mock("a")]), at: 1)
            let receipt = try await probe.apply(.set(.hidden(true), [.mock("a")]), at: 2)
            probe.expect(receipt.pending.map(\.isRead), equals: [true], "what was said before")
            try await probe.apply(.set(.hidden(false), [.mock("a")]), at: 3)
            try await probe.refresh(.mock("a", next: "c1"), at: 4)
            let status = try await probe.stored().items.first?.status
            probe.expect(status?.isRead, equals: true, "isRead")
            probe.expect(status?.isHidden, equals: false, "isHidden")
            probe.expect(status?.changed, equals: probe.start + 3, "the date")
        },
        Check("A mark outlives its post and meets it when it comes again") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            let receipt = try await probe.apply(.set(.read(true), [.mock("a")]), at: 1)
            try await probe.apply(.dismiss([.mock("b")]), at: 2)
            _ = try await probe.provider.evict([.mock("a"), .mock("b")])
            try await probe.refresh(.mock("a", "b", next: "c1"), at: 3)
            let items = try await probe.stored().items
            probe.expect(items.first?.status, equals: receipt.statuses.first, "the status")
            probe.expect(items.last?.isListed, equals: false, "whether what was put away is listed")
        },
        Check("Only old marks that say read or dismissed, of posts that are not stored, are forgotten") { probe in
            let names = ["read", "dismissed", "saved", "favourite", "hidden", "vote", "young", "stored", "blank"]
            try await probe.refresh(.mock(names.map { .mock($0) }, next: "c1"))
            try await probe.apply(.set(.read(true), names.dropLast().map { .mock($0) }), at: 1)
            try await probe.apply(.set(.dismissed(true), [.mock("dismissed")]), at: 2)
            try await probe.apply(.set(.hidden(true), [.mock("hidden"), .mock("blank")]), at: 2)
            try await probe.apply(.set(.hidden(false), [.mock("blank")]), at: 2)
            try await probe.apply(.set(.vote(.down), [.mock("vote")]), at: 2)
            try await probe.apply(.set(.read(false), [.mock("young")]), at: 9)
            _ = try await probe.provider.evict(names.filter { $0 != "stored" }.map { .mock($0) })
            // Only what nobody saved is evicted, so these two are marked afterwards.
            try await probe.apply(.set(.saved(true), [.mock("saved")]), at: 3)
            try await probe.apply(.set(.favourite(true), [.mock("favourite")]), at: 3)
            let early = try await probe.provider.forgetMarks(before: probe.start + 1)
            probe.expect(early, equals: 0, "how many are older than all")
            let before = try await probe.stored().version
            let count = try await probe.provider.forgetMarks(before: probe.start + 9)
            probe.expect(count, equals: 3, "how many were forgotten")
            probe.expect(try await probe.stored().version > before, "forgetting is a commit")
            let again = try await probe.provider.forgetMarks(before: probe.start + 9)
            probe.expect(again, equals: 0, "how many are left to forget")
            try await probe.refresh(.mock(names.map { .mock($0) }, next: "c1"), at: 10)
            let touched = try await probe.stored().items.filter { $0.status.changed != nil }.map(\.id.native)
            probe.expect(
                touched, equals: ["saved", "favourite", "hidden", "vote", "young", "stored"], "what is remembered")
        },
    ]
}
