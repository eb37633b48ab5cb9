import Core
import Foundation

extension OfflinePostProviderContract {
    /// Putting away and taking back.
    static let dismissChecks: [Check] = [
        Check("A dismissal is undone once, and tells which posts came back") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            let receipt = try await probe.apply(.dismiss([.mock("c"), .mock("a"), .mock("nobody")]), at: 1)
            probe.expect(receipt.statuses.map(\.isDismissed), equals: [true, true], "the receipt's statuses")
            probe.expect(receipt.unknown.map(\.native), equals: ["nobody"], "unknown")
            let undone = try await probe.apply(.undoDismiss, at: 2)
            probe.expect(Set(undone.changed.map(\.native)), equals: ["a", "c"], "what came back")
            probe.expect(undone.statuses.map(\.isDismissed), equals: [false, false], "the statuses that came back")
            let again = try await probe.apply(.undoDismiss, at: 3)
            probe.expect(again.statuses, equals: [], "what comes back with nothing to undo")
            probe.expect(again.unknown, equals: [], "what is unknown with nothing to undo")
        },
        Check("Dismissals are undone last first") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.dismiss([.mock("a")]), at: 1)
            try await probe.apply(.dismiss([.mock("b")]), at: 2)
            let first = try await probe.apply(.undoDismiss, at: 3)
            let second = try await probe.apply(.undoDismiss, at: 4)
            probe.expect(first.changed.map(\.native), equals: ["b"], "the first undo")
            probe.expect(second.changed.map(\.native), equals: ["a"], "the second undo")
        },
        Check("Undo brings back only what the dismissal put away") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.dismiss([.mock("a")]), at: 1)
            try await probe.apply(.dismiss([.mock("a"), .mock("b")]), at: 2)
            let undone = try await probe.apply(.undoDismiss, at: 3)
            probe.expect(undone.changed.map(\.native), equals: ["b"], "what came back")
        },
        Check("A post that came back by hand is not in the receipt of the undo") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            try await probe.apply(.dismiss([.mock("a"), .mock("b"), .mock("c")]), at: 1)
            try await probe.apply(.set(.dismissed(false), [.mock("b")]), at: 2)
            let undone = try await probe.apply(.undoDismiss, at: 3)
            probe.expect(Set(undone.changed.map(\.native)), equals: ["a", "c"], "what came back")
            let status = try await probe.provider.items([.mock("b")]).first?.status
            probe.expect(status?.changed, equals: probe.start + 2, "the date of what came back by hand")
        },
        Check("A dismissal of which an undo brought back the rest leaves nothing to undo") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.dismiss([.mock("a"), .mock("b")]), at: 1)
            try await probe.apply(.set(.dismissed(false), [.mock("a")]), at: 2)
            try await probe.apply(.dismiss([.mock("a")]), at: 3)
            try await probe.apply(.set(.dismissed(false), [.mock("b")]), at: 4)
            let undone = try await probe.apply(.undoDismiss, at: 5)
            probe.expect(undone.changed.map(\.native), equals: ["a"], "what came back")
            probe.expect(undone.canUndo, equals: false, "whether there is more to undo")
            probe.expect(try await probe.stored().canUndo, equals: false, "whether the feed says so")
        },
        Check("The last twenty dismissals can be undone, and no earlier one") { probe in
            let names = (1...21).map { "p\($0)" }
            try await probe.refresh(.mock(names.map { .mock($0) }, next: "c1"))
            for name in names { try await probe.apply(.dismiss([.mock(name)])) }
            for name in names.dropFirst().reversed() {
                let undone = try await probe.apply(.undoDismiss)
                probe.expect(undone.changed.map(\.native), equals: [name], "what came back")
            }
            let further = try await probe.apply(.undoDismiss)
            probe.expect(further.changed, equals: [], "what came back after twenty")
            let listed = try await probe.stored().items.filter(\.isListed)
            probe.expect(listed.map(\.id.native), equals: Array(names.dropFirst()), "what is listed")
        },
        Check("A dismissal that puts nothing away leaves nothing to undo") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.dismiss([.mock("a")]), at: 1)
            try await probe.apply(.dismiss([.mock("a")]), at: 2)
            try await probe.apply(.dismiss([.mock("nobody")]), at: 3)
            let undone = try await probe.apply(.undoDismiss, at: 4)
            probe.expect(undone.changed.map(\.native), equals: ["a"], "what came back")
        },
        Check("All posts of a feed are dismissed and undone in one") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            try await probe.apply(.set(.read(true), [.mock("b")]), at: 1)
            let receipt = try await probe.apply(.dismissAll(probe.feed), at: 2)
            probe.expect(receipt.changed.map(\.native), equals: ["a", "b", "c"], "the receipt")
            let dismissed = try await probe.stored().items.filter(\.isListed)
            probe.expect(dismissed, equals: [], "what is listed")
            try await probe.apply(.undoDismiss, at: 3)
            let restored = try await probe.stored().items
            probe.expect(restored.filter(\.isListed).map(\.id.native), equals: ["a", "b", "c"], "after the undo")
            probe.expect(restored[1].status.isRead, equals: true, "another status after the undo")
        },
        Check("A dismissed post does not come back with a refresh") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.dismiss([.mock("a")]), at: 1)
            try await probe.refresh(.mock("x", "a", next: "c2"), at: 2)
            let listed = try await probe.stored().items.filter(\.isListed)
            probe.expect(listed.map(\.id.native), equals: ["x", "b"], "what is listed")
        },
        Check("What was put away all at once comes back in the feed's order, also after refreshes and new starts") {
            probe in
            try await probe.refresh(.mock("a", "b", "c", "d", next: "c1"))
            try await probe.apply(.set(.dismissed(true), [.mock("d")]), at: 1)
            try await probe.apply(.dismissAll(probe.feed), at: 2)
            try await probe.reopen()
            try await probe.refresh(.mock("c", "x", "a", next: "c2"), at: 3)
            try await probe.commit(.mock("b", "y", next: "c3"), after: "c1", at: 4)
            let listed = try await probe.stored().items.filter(\.isListed)
            probe.expect(listed.map(\.id.native), equals: ["x", "y"], "what is listed after pages")
            try await probe.reopen()
            let undone = try await probe.apply(.undoDismiss, at: 5)
            probe.expect(undone.changed, equals: [.mock("a"), .mock("b"), .mock("c")], "what came back")
            let restored = try await probe.stored().items.filter(\.isListed)
            probe.expect(restored.map(\.id.native), equals: ["c", "x", "a", "b", "y"], "what is listed after the undo")
        },
        Check("Undo takes the mark of an evicted post back as well, and says that it is not there") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.dismiss([.mock("a"), .mock("b")]), at: 1)
            _ = try await probe.provider.evict([.mock("b")])
            let undone = try await probe.apply(.undoDismiss, at: 2)
            probe.expect(undone.changed, equals: [.mock("a")], "what came back")
            probe.expect(undone.unknown, equals: [.mock("b")], "what is not there")
            probe.expect(undone.pending, equals: [], "what is kept for it, of which nobody asked")
            try await probe.refresh(.mock("b", next: "c2"), at: 3)
            let listed = try await probe.stored().items.filter(\.isListed)
            probe.expect(listed.map(\.id.native), equals: ["b", "a"], "what is listed when it arrives again")
        },
    ]

    /// Checks of the announced changes.
    static let announcementChecks: [Check] = [
        Check("Every commit is announced, in order, with a version that grows") { probe in
            let changes = probe.provider.changes()
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.set(.read(true), [.mock("b")]))
            try await probe.commit(.mock("c", next: "c2"), after: "c1")
            try await probe.apply(.dismiss([.mock("a")]))
            guard let found = try await probe.first(4, of: changes) else { return }
            probe.expect(found[0].feeds, equals: [probe.feed.key], "the feeds of the first page")
            probe.expect(found[0].posts, equals: [.mock("a"), .mock("b")], "the posts of the first page")
            probe.expect(found[1].posts, equals: [.mock("b")], "the posts of a status")
            probe.expect(found[2].feeds, equals: [probe.feed.key], "the feeds of the second page")
            probe.expect(found[2].posts.contains(.mock("c")), "the second page announces its new post")
            probe.expect(found[3].posts, equals: [.mock("a")], "the posts of a dismissal")
            let versions = found.map(\.version)
            probe.expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 }, "versions grow: \(versions)")
            let stored = try await probe.stored()
            probe.expect(stored.version, equals: versions[3], "the version that is read afterwards")
        },
        Check("A page that is refused is not announced") { probe in
            let changes = probe.provider.changes()
            try await probe.refresh(.mock("a", next: "c1"))
            await probe.expectSuperseded(.mock("x"), after: "c9", "a cursor that never was")
            try await probe.refresh(.mock("b", next: "c2"))
            guard let found = try await probe.first(2, of: changes) else { return }
            probe.expect(found[1].posts, equals: [.mock("b")], "the second announcement")
        },
        Check("Everybody who listens hears everything from then on") { probe in
            let early = probe.provider.changes()
            try await probe.refresh(.mock("a", next: "c1"))
            let late = probe.provider.changes()
            try await probe.refresh(.mock("b", next: "c2"))
            guard let all = try await probe.first(2, of: early) else { return }
            guard let rest = try await probe.first(1, of: late) else { return }
            probe.expect(rest[0], equals: all[1], "what the later one hears first")
        },
    ]
}

extension PostContractProbe {
    /// The first elements of a stream, or `nil` and a failure when they do not come.
    ///
    /// - Parameters:
    ///   - count: The number to wait for.
    ///   - changes: The stream.
    /// - Returns: So many changes.
    /// - Throws: `CancellationError` when the check is cancelled.
    func first(_ count: Int, of changes: AsyncStream<StoredChange>) async throws -> [StoredChange]? {
        let found = await withTaskGroup(of: [StoredChange]?.self) { group in
            group.addTask {
                var found: [StoredChange] = []
                for await change in changes {
                    found.append(change)
                    if found.count == count { break }
                }
                return found
            }
            group.addTask {
                do {
                    // Only a provider that misses one gets here; without an end the whole test run would hang.
                    try await Task.sleep(for: .seconds(10))  // A limit, not a wait.
                } catch {
                    return nil  // The changes came first.
                }
                return nil
            }
            let found = await group.next() ?? nil
            group.cancelAll()
            return found
        }
        try Task.checkCancellation()
        guard let found, found.count == count else {
            fail("expected \(count) announcements, found \(found?.count ?? 0) within 10 s")
            return nil
        }
        return found
    }
}
