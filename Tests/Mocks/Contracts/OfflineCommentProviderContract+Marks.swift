import Core
import Foundation

extension OfflineCommentProviderContract {
    /// Checks of the person's own marks.
    static let markChecks: [Check] = [
        Check("Collapsed comments are kept, changed and taken back one by one") { probe in
            try await probe.commit("a", " b", "c")
            let date = probe.start
            try await probe.provider.setCollapsed(
                [.mock("a"): true, .mock("b"): false, .mock("c"): true], of: probe.post, at: date)
            try await probe.provider.setCollapsed([.mock("a"): nil, .mock("c"): false], of: probe.post, at: date + 1)
            try await probe.reopen()
            let expected: [Core.Comment.ID: Bool] = [.mock("b"): false, .mock("c"): false]
            let marks = try await probe.provider.marks(of: probe.post)
            probe.expect(marks.collapsed, equals: expected, "the collapsed comments")
            let stored = try await probe.provider.storedThread(of: probe.post)?.marks
            probe.expect(stored?.collapsed, equals: expected, "the thread's collapsed comments")
            probe.expect(stored?.visited, equals: nil, "the visit that never was")
        },
        Check("What came after the last visit is new, and at the first visit nothing is") { probe in
            try await probe.commit("a", " b")
            let first = try await probe.provider.visit(probe.post, at: probe.start + 1)
            probe.expect(first, equals: ThreadMarks(), "the marks from before the first visit")
            probe.expect(first.isNew(.mock("a")), equals: false, "whether anything is new then")
            try await probe.commit("c", "a", " b", " d", at: 2)
            try await probe.reopen()
            let second = try await probe.provider.visit(probe.post, at: probe.start + 3)
            probe.expect(second.visited, equals: probe.start + 1, "when the first visit was")
            let new = ["a", "b", "c", "d"].filter { second.isNew(.mock($0)) }
            probe.expect(new, equals: ["c", "d"], "what is new at the second visit")
            let third = try await probe.provider.visit(probe.post, at: probe.start + 4)
            probe.expect(
                third,
                equals: ThreadMarks(
                    visited: probe.start + 3, seen: [.mock("a"), .mock("b"), .mock("c"), .mock("d")]),
                "the marks from before the third visit")
        },
        Check("A visit to a thread that is not stored is none") { probe in
            let marks = try await probe.provider.visit(probe.post, at: probe.start)
            probe.expect(marks, equals: ThreadMarks(), "the marks")
            probe.expect(try await probe.provider.marks(of: probe.post), equals: ThreadMarks(), "the marks afterwards")
        },
        Check("Marks outlive the comments: what was seen is not new when the thread comes back") { probe in
            try await probe.commit("a", " b", "c")
            _ = try await probe.provider.visit(probe.post, at: probe.start + 1)
            try await probe.provider.setCollapsed([.mock("a"): true], of: probe.post, at: probe.start + 2)
            _ = try await probe.provider.evictThreads(of: [probe.post])
            try await probe.reopen()
            let kept = ThreadMarks(
                collapsed: [.mock("a"): true], visited: probe.start + 1, seen: [.mock("a"), .mock("b"), .mock("c")])
            probe.expect(try await probe.provider.marks(of: probe.post), equals: kept, "the marks of what is evicted")
            let back = try await probe.commit("a", " b", " x", "c", "y", at: 9)
            probe.expect(back.marks, equals: kept, "the marks when it is back")
            let new = back.thread.comments.map(\.id).filter(back.marks.isNew).map(\.native)
            probe.expect(new, equals: ["x", "y"], "what is new")
        },
        Check("What is fetched touches no mark, and marks touch no comment") { probe in
            try await probe.commit("a", at: 1)
            try await probe.provider.setCollapsed([.mock("a"): true], of: probe.post, at: probe.start)
            try await probe.commit("b", at: 2)
            let stored = try await probe.provider.storedThread(of: probe.post)
            probe.expect(
                stored?.marks.collapsed, equals: [.mock("a"): true], "what is collapsed, also of a comment that went")
            probe.expect(stored?.fetched, equals: probe.start + 2, "the date")
            try await probe.expectThread("b", what: "the thread")
        },
    ]

    /// Checks of the search.
    static let searchChecks: [Check] = [
        Check("All words are found in text and author together, the newest comment first") { probe in
            func comment(_ name: String, _ author: String, _ body: String, _ seconds: Double?) -> CommentThread.Entry {
                .comment(
                    .mock(name) { comment in
                        comment.author = author
                        comment.body = body
                        comment.created = seconds.map { probe.start + $0 }
                    })
            }
            let one = CommentThread(
                entries: [
                    comment("old", "Ann", "A lantern by the window", 1), comment("late", "bob", "LANTERNS ann", 9),
                    comment("dateless", "Ann", "lantern", nil), comment("other", "Ann", "a candle", 5),
                ], source: "mock")
            _ = try await probe.provider.commit(one, of: probe.post, sort: nil, date: probe.start)
            let two = CommentThread(entries: [comment("ёлка", "Łódź", "Ёлка и lantern", 5)], source: "mock")
            _ = try await probe.provider.commit(two, of: .mock("t3_b"), sort: nil, date: probe.start)
            func names(_ text: String, _ limit: Int = 9) async throws -> [String] {
                try await probe.provider.search(text, limit: limit).map(\.comment.id.native)
            }
            probe.expect(try await names("lantern"), equals: ["late", "ёлка", "old", "dateless"], "one word")
            probe.expect(try await names("ANN lantern"), equals: ["late", "old", "dateless"], "two words")
            probe.expect(try await names("lodz елка"), equals: ["ёлка"], "folded words")
            probe.expect(try await names("lantern", 2), equals: ["late", "ёлка"], "no more than wanted")
            probe.expect(try await names("  "), equals: [], "no word")
            try await probe.reopen()
            let match = try await probe.provider.search("window", limit: 9).first
            probe.expect(match?.post, equals: probe.post, "whose thread it is in")
            probe.expect(match.map { .comment($0.comment) }, equals: one.entries.first, "the comment")
        },
        Check("What changed is found by its new words, and what went not at all") { probe in
            let before = CommentThread(entries: [.comment(.mock("a") { $0.body = "first words" })], source: "mock")
            let after = CommentThread(entries: [.comment(.mock("a") { $0.body = "second thoughts" })], source: "mock")
            _ = try await probe.provider.commit(before, of: probe.post, sort: nil, date: probe.start)
            _ = try await probe.provider.commit(after, of: probe.post, sort: nil, date: probe.start + 1)
            probe.expect(try await probe.provider.search("words", limit: 9), equals: [], "the old words")
            probe.expect(try await probe.provider.search("thoughts", limit: 9).count, equals: 1, "the new words")
            _ = try await probe.provider.evictThreads(of: [probe.post])
            probe.expect(try await probe.provider.search("thoughts", limit: 9), equals: [], "what was evicted")
        },
    ]

    /// Checks of the announced changes.
    static let announcementChecks: [Check] = [
        Check("Whatever changes a thread or its marks is announced with its post, and what changes nothing is not") {
            probe in
            let changes = probe.provider.changes()
            let other = Post.ID.mock("t3_b")
            try await probe.commit("a", "…3")
            _ = try await probe.provider.evictThreads(of: [other])
            try await probe.provider.setCollapsed([:], of: other, at: probe.start)
            _ = try await probe.provider.visit(other, at: probe.start)
            try await probe.provider.setCollapsed([.mock("z"): true], of: other, at: probe.start)
            _ = try await probe.provider.visit(probe.post, at: probe.start)
            _ = try await probe.provider.commit(.mock("x"), of: other, sort: nil, date: probe.start)
            _ = try await probe.provider.evictThreads(of: [other, probe.post])
            let found = try await probe.first(5, of: changes)
            probe.expect(
                found, equals: [[probe.post], [other], [probe.post], [other], [other, probe.post]], "what is announced")
        }
    ]
}

extension OfflineCommentProviderContract.Probe {
    /// The first elements of a stream; fewer and a failure when they do not come.
    func first(_ count: Int, of changes: AsyncStream<Set<Post.ID>>) async throws -> [Set<Post.ID>] {
        let found = await withTaskGroup(of: [Set<Post.ID>]?.self) { group in
            group.addTask {
                var found: [Set<Post.ID>] = []
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
        if found == nil { fail("expected \(count) announcements, and they did not come within 10 s") }
        return found ?? []
    }
}
