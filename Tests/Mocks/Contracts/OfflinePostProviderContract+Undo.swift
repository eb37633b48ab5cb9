import Core
import Foundation

extension OfflinePostProviderContract {
    /// Taking back marks and dismissals.
    static let undoChecks: [Check] = [
        Check("Each kind of mark is given back as it was, the last act first, also after a new start") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            try await probe.apply(.set(.saved(true), [.mock("a")]), at: 1)
            let before = try await probe.provider.items([.mock("a")])[0].status
            let acts: [StatusChange] = [.saved(false), .read(true), .hidden(true), .favourite(true), .vote(.up)]
            for (second, act) in acts.enumerated() {
                let receipt = try await probe.apply(.setUndoably(act, [.mock("a")]), at: Double(2 + second))
                probe.expect(receipt.canUndo, "what was done can be undone: \(act)")
            }
            try await probe.reopen()
            probe.expect(try await probe.stored().canUndo, "whether there is something to undo after a new start")
            let back: [StatusChange] = [.vote(nil), .favourite(false), .hidden(false), .read(false)]
            for (second, change) in back.enumerated() {
                let undone = try await probe.apply(.undo, at: Double(10 + second))
                probe.expect(undone.undone, equals: change, "what took it back")
                probe.expect(undone.changed, equals: [.mock("a")], "what came back")
                probe.expect(undone.canUndo, "whether there is more")
            }
            let last = try await probe.apply(.undo, at: 20)
            probe.expect(last.undone, equals: .savedSince(probe.start + 1), "what took the first act back")
            probe.expect(last.canUndo, equals: false, "whether there is more")
            let after = try await probe.provider.items([.mock("a")])[0].status
            probe.expect(after.savedAt, equals: before.savedAt, "its place among the saved")
            let marks = [after.isSaved, after.isRead, after.isHidden, after.isFavourite]
            probe.expect(marks, equals: [true, false, false, false], "the marks")
            let none = try await probe.apply(.undo, at: 21)
            probe.expect(none.undone, equals: nil, "what is undone with nothing left")
            probe.expect(none.statuses, equals: [], "what changes with nothing left")
        },
        Check("Dismissals and marks are undone in the order in which they were made") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.setUndoably(.saved(true), [.mock("a")]), at: 1)
            try await probe.apply(.dismiss([.mock("b")]), at: 2)
            try await probe.apply(.setUndoably(.hidden(true), [.mock("a")]), at: 3)
            let changes: [StatusChange?] = [.hidden(false), .dismissed(false), .saved(false), nil]
            for (second, change) in changes.enumerated() {
                probe.expect(
                    try await probe.apply(.undo, at: Double(4 + second)).undone, equals: change, "what is undone")
            }
        },
        Check("A dismissal can be taken back by itself, past a later mark") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.dismiss([.mock("b")]), at: 1)
            try await probe.apply(.setUndoably(.saved(true), [.mock("a")]), at: 2)
            let undone = try await probe.apply(.undoDismiss, at: 3)
            probe.expect(undone.changed, equals: [.mock("b")], "what came back")
            probe.expect(undone.canUndo, "whether the mark can still be undone")
            probe.expect(try await probe.apply(.undo, at: 4).undone, equals: .saved(false), "the mark")
        },
        Check("Marks of several posts are one act, without those that had the value already") { probe in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            try await probe.apply(.set(.read(true), [.mock("b")]), at: 1)
            let all: [Post.ID] = [.mock("a"), .mock("b"), .mock("c")]
            try await probe.apply(.setUndoably(.read(true), all), at: 2)
            let undone = try await probe.apply(.undo, at: 3)
            probe.expect(Set(undone.changed), equals: [.mock("a"), .mock("c")], "what is unread again")
            let read = try await probe.provider.items(all).map(\.status.isRead)
            probe.expect(read, equals: [false, true, false], "what is read")
            probe.expect(undone.canUndo, equals: false, "whether there is more")
        },
        Check("What changes nothing is no act, and neither is what was not a person's own") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            try await probe.apply(.set(.saved(true), [.mock("a")]), at: 1)
            let receipt = try await probe.apply(.setUndoably(.saved(true), [.mock("a")]), at: 2)
            probe.expect(receipt.canUndo, equals: false, "whether there is something to undo")
            probe.expect(receipt.changed, equals: [.mock("a")], "the receipt names the known posts all the same")
        },
        Check("An act that was taken back by hand is passed over") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.setUndoably(.saved(true), [.mock("a")]), at: 1)
            try await probe.apply(.setUndoably(.read(true), [.mock("b")]), at: 2)
            try await probe.apply(.set(.read(false), [.mock("b")]), at: 3)
            let undone = try await probe.apply(.undo, at: 4)
            probe.expect(undone.undone, equals: .saved(false), "what is undone")
            probe.expect(undone.canUndo, equals: false, "whether there is more")
        },
        Check("An act of a post that is evicted is undone for when it comes back") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.apply(.setUndoably(.read(true), [.mock("a"), .mock("b")]), at: 1)
            _ = try await probe.provider.evict([.mock("b")])
            let undone = try await probe.apply(.undo, at: 2)
            probe.expect(undone.changed, equals: [.mock("a")], "what is undone")
            probe.expect(undone.unknown, equals: [.mock("b")], "what is not there")
            try await probe.refresh(.mock("b", "a", next: "c2"), at: 3)
            let read = try await probe.stored().items.map(\.status.isRead)
            probe.expect(read, equals: [false, false], "what is read when it comes back")
        },
        Check("The last twenty acts can be undone, and no earlier one") { probe in
            let names = (1...21).map { "p\($0)" }
            try await probe.refresh(.mock(names.map { .mock($0) }, next: "c1"))
            for name in names { try await probe.apply(.setUndoably(.saved(true), [.mock(name)])) }
            for name in names.dropFirst().reversed() {
                let undone = try await probe.apply(.undo)
                probe.expect(undone.changed.map(\.native), equals: [name], "what came back")
            }
            probe.expect(try await probe.apply(.undo).undone, equals: nil, "what comes back after twenty")
        },
        Check("An act says that what can be undone has changed") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            for (second, mutation) in [StatusMutation.setUndoably(.saved(true), [.mock("a")]), .undo].enumerated() {
                let changes = probe.provider.changes()
                try await probe.apply(mutation, at: Double(1 + second))
                guard let found = try await probe.first(1, of: changes) else { return }
                probe.expect(found[0].changesUndo, "the change of \(mutation) says so")
            }
        },
    ]
}
