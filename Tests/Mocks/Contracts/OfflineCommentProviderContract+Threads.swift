import Core
import Foundation

extension OfflineCommentProviderContract {
    /// All rules.
    public static let checks: [Check] = threadChecks + expansionChecks + markChecks + searchChecks + announcementChecks

    private static let threadChecks: [Check] = [
        Check("A thread that was never stored is none, and one that was is there after a new start") { probe in
            try await probe.expectNoThread("at first")
            let returned = try await probe.commit("a", " b", "  …4", "c", "…", sort: .top, at: 5)
            probe.expect(returned.thread.entries.map(Probe.line), equals: ["a", " b", "  …4", "c", "…0"], "the answer")
            try await probe.reopen()
            let stored = try await probe.provider.storedThread(of: probe.post)
            probe.expect(stored, equals: returned, "what is stored")
            probe.expect(stored?.thread.post, equals: nil, "the post, which is kept elsewhere")
            probe.expect(stored?.sort, equals: .top, "the order")
            probe.expect(stored?.fetched, equals: probe.start + 5, "the date")
            probe.expect(stored?.thread.source, equals: "mock", "the backend's name")
            probe.expect(stored?.marks, equals: ThreadMarks(), "the marks of a thread that nobody opened")
        },
        Check("A thread without comments is stored, and counts as one") { probe in
            try await probe.commit()
            try await probe.expectThread(what: "nothing is in it")
            let counts = try await probe.provider.storedCounts(of: [probe.post, .mock("t3_b")])
            probe.expect(counts, equals: [probe.post: 0], "the counts")
        },
        Check("Everything that is known of a comment is kept") { probe in
            var full = Core.Comment.mock("t1_full") {
                $0.author = "Zoë"
                $0.body = "line\n\"two\" \\ 🏮\u{1}"
                $0.isCollapsed = true
            }
            full.authorFullname = "t2_x"
            full.isScoreHidden = false
            full.edited = .at(probe.start - 60)
            full.isStickied = true
            full.isSubmitter = false
            full.distinguished = "moderator"
            full.collapsedReason = "LOW_SCORE"
            full.removal = .removed(by: "moderator")
            var deleted = Core.Comment.mock("t1_gone", parent: "t1_full", depth: 1) {
                $0.author = nil
                $0.score = nil
                $0.created = nil
            }
            deleted.body = nil
            deleted.edited = .never
            deleted.removal = .deletedByAuthor
            var removed = Core.Comment.mock("t1_out", parent: "t1_gone", depth: 2)
            removed.edited = .atUnknownTime
            removed.removal = .removed(by: nil)
            let entries: [CommentThread.Entry] = [
                .comment(full), .comment(deleted), .comment(removed),
                .more(.mock("x", "y", parent: "t1_gone", depth: 2)),
                .more(.mock(parent: "t1_full", depth: 1)), .more(.mock("z", count: 9)),
            ]
            let thread = CommentThread(entries: entries, source: "road", completeness: .partial)
            _ = try await probe.provider.commit(thread, of: probe.post, sort: nil, date: probe.start)
            try await probe.reopen()
            let stored = try await probe.provider.storedThread(of: probe.post)
            probe.expect(stored?.thread, equals: thread, "the thread")
            probe.expect(stored?.sort, equals: nil, "the server's own order")
        },
        Check("What no store can keep is left out of its thread as issues, and everything else stays readable") {
            probe in
            let strange = Core.Comment.ID(site: .reddit, native: "t1_x")
            var endless = Core.Comment.mock("t1_b") { $0.created = Date(timeIntervalSince1970: .infinity) }
            endless.edited = .at(Date(timeIntervalSince1970: .nan))
            let entries: [CommentThread.Entry] = [
                .comment(.mock("t1_a")), .comment(.mock("")), .comment(.mock("t1_orphan", parent: "")),
                .comment(Core.Comment(id: strange, parent: .post(probe.post))), .comment(endless),
                .more(.mock("m", "", count: 2)), .more(.mock("", count: 1)),
            ]
            let returned = try await probe.provider.commit(
                CommentThread(entries: entries, source: "road"), of: probe.post, sort: nil, date: probe.start)
            probe.expect(returned.thread.issues.count, equals: 6, "the issues")
            try await probe.expectThread("t1_a", "t1_b", "…2", what: "the thread")
            try await probe.provider.setCollapsed(
                [.mock(""): true, .mock("t1_a"): true], of: probe.post, at: probe.start)
            let expansion = CommentExpansion(
                entries: [.comment(.mock("")), .comment(.mock("m"))], requested: [.mock("m")], source: "road")
            let expanded = try await probe.provider.commit(
                expansion, for: .mock("m", count: 2), of: probe.post)
            probe.expect(expanded?.thread.issues.count, equals: 1, "the issues of the expansion")
            try await probe.reopen()
            let stored = try await probe.provider.storedThread(of: probe.post)
            probe.expect(stored?.thread.comments.map(\.id.native), equals: ["t1_a", "t1_b", "m"], "after a new start")
            probe.expect(
                stored?.thread.comments.map(\.edited), equals: [nil, .atUnknownTime, nil], "when they were edited")
            probe.expect(stored?.marks.collapsed, equals: [.mock("t1_a"): true], "the collapsed comments")
        },
        Check("A fetched thread takes the place of the stored one, in its own order") { probe in
            try await probe.commit("a", " b", "c", at: 1)
            try await probe.commit("c", "a", " d", sort: .new, at: 2)
            try await probe.expectThread("c", "a", " d", what: "the thread")
            let stored = try await probe.provider.storedThread(of: probe.post)
            probe.expect(stored?.sort, equals: .new, "the order")
            probe.expect(stored?.fetched, equals: probe.start + 2, "the date")
            let found = try await probe.provider.search("comment b", limit: 9)
            probe.expect(found, equals: [], "what is found of a comment that went")
        },
        Check("What stays of a thread in another order is put into the new one") { probe in
            func comment(_ name: String, _ score: Int) -> CommentThread.Entry {
                .comment(.mock(name) { $0.score = score })
            }
            let rest = CommentThread.Entry.more(.mock("x", "y", count: 9))
            let first = CommentThread(
                entries: [comment("a", 1), comment("b", 2), comment("c", 9), rest], source: "mock")
            _ = try await probe.provider.commit(first, of: probe.post, sort: .new, date: probe.start)
            let second = CommentThread(entries: [comment("c", 9), rest], source: "mock")
            _ = try await probe.provider.commit(second, of: probe.post, sort: .top, date: probe.start + 1)
            let names = try await probe.provider.storedThread(of: probe.post)?.thread.comments.map(\.id.native)
            probe.expect(names, equals: ["c", "b", "a"], "the comments")
        },
        Check("An unknown value of a partial backend never overwrites a known one") { probe in
            try await probe.commit("a", " b")
            var poor = Core.Comment.mock("a") {
                $0.author = nil
                $0.score = nil
                $0.created = nil
            }
            poor.body = nil
            let thread = CommentThread(entries: [.comment(poor)], source: "feed", completeness: .partial)
            _ = try await probe.provider.commit(thread, of: probe.post, sort: nil, date: probe.start + 1)
            try await probe.reopen()
            let stored = try await probe.provider.storedThread(of: probe.post)?.thread.comments.first
            probe.expect(stored, equals: .mock("a"), "the comment")
        },
        Check("A whole thread stays whole where a partial backend brings nothing new, and only there") { probe in
            func poor(_ names: String..., issues: [DecodeIssue] = []) -> CommentThread {
                CommentThread(
                    entries: names.map { .comment(.mock($0)) }, issues: issues, source: "feed", completeness: .partial)
            }
            func isComplete() async throws -> Bool? {
                let extents = try await probe.provider.storedExtents(of: [probe.post])
                return extents[probe.post]?.isComplete
            }
            try await probe.commit("a", " b")
            for (second, thread) in [poor("b"), poor(), poor("b", "a")].enumerated() {
                let returned = try await probe.provider.commit(
                    thread, of: probe.post, sort: nil, date: probe.start + Double(second + 1))
                probe.expect(returned.thread.isComplete, equals: true, "the answer with what was known")
                try await probe.reopen()
                probe.expect(try await isComplete(), equals: true, "the extent with what was known")
            }
            for thread in [poor("a", "new"), poor("a", issues: [DecodeIssue(reason: "odd")])] {
                try await probe.commit("a", " b", at: 10)
                let returned = try await probe.provider.commit(
                    thread, of: probe.post, sort: nil, date: probe.start + 11)
                probe.expect(returned.thread.completeness, equals: .partial, "the answer with what is new")
                probe.expect(try await isComplete(), equals: false, "the extent with what is new")
            }
            try await probe.commit("a", at: 12)
            probe.expect(try await isComplete(), equals: true, "the extent of a whole answer")
        },
        Check("Each post has a thread of its own, and its count") { probe in
            let other = Post.ID.mock("t3_b")
            try await probe.commit("a", " b", "…3")
            _ = try await probe.provider.commit(.mock("x"), of: other, sort: nil, date: probe.start)
            let counts = try await probe.provider.storedCounts(of: [other, probe.post, .mock("t3_none")])
            probe.expect(counts, equals: [probe.post: 2, other: 1], "the counts")
            let extents = try await probe.provider.storedExtents(of: [other, probe.post, .mock("t3_none")])
            let expected = [probe.post: ThreadExtent(comments: 2, placeholders: 1), other: ThreadExtent(comments: 1)]
            probe.expect(extents, equals: expected, "how much of them there is")
            let gone = try await probe.provider.evictThreads(of: [probe.post, .mock("t3_none")])
            probe.expect(gone, equals: 2, "how many went")
            try await probe.reopen()
            try await probe.expectNoThread("after evicting")
            try await probe.expectThread("x", of: other, what: "the other thread")
            let again = try await probe.provider.evictThreads(of: [probe.post])
            probe.expect(again, equals: 0, "how many went twice")
        },
        Check("What could not be read is told once, with the answer") { probe in
            let issues = [DecodeIssue(index: 1, reason: "bad")]
            let returned = try await probe.provider.commit(
                .mock("a", issues: issues), of: probe.post, sort: nil, date: probe.start)
            probe.expect(returned.thread.issues, equals: issues, "the answer's issues")
            let stored = try await probe.provider.storedThread(of: probe.post)
            probe.expect(stored?.thread.issues, equals: [], "the stored issues")
        },
    ]

    private static let expansionChecks: [Check] = [
        Check("What a placeholder stood for is put into its thread, and stays through a new start") { probe in
            let more = MoreComments.mock("x", "y", "z", parent: "a", depth: 1)
            let thread = CommentThread(
                entries: [.comment(.mock("a")), .more(more), .comment(.mock("b"))], source: "mock")
            _ = try await probe.provider.commit(thread, of: probe.post, sort: .top, date: probe.start)
            let expansion = CommentExpansion(
                entries: [.comment(.mock("x", parent: "a")), .comment(.mock("y", parent: "x"))],
                requested: more.ids, source: "mock")
            let returned = try await probe.provider.commit(expansion, for: more, of: probe.post)
            probe.expect(returned?.thread.entries.map(Probe.line), equals: ["a", " x", "  y", "b"], "the answer")
            probe.expect(returned?.sort, equals: .top, "the order")
            try await probe.reopen()
            probe.expect(try await probe.provider.storedThread(of: probe.post), equals: returned, "what is stored")
            let count = try await probe.provider.storedCounts(of: [probe.post])
            probe.expect(count, equals: [probe.post: 4], "the count")
        },
        Check("What comes for a thread that is gone is not stored") { probe in
            let expansion = CommentExpansion(entries: [.comment(.mock("x"))], source: "mock")
            let returned = try await probe.provider.commit(expansion, for: .mock("x"), of: probe.post)
            probe.expect(returned, equals: nil, "the answer")
            try await probe.expectNoThread("afterwards")
            probe.expect(try await probe.provider.search("comment", limit: 9), equals: [], "what is found")
        },
        Check("The same answer twice changes nothing") { probe in
            let more = MoreComments.mock("x")
            let thread = CommentThread(entries: [.comment(.mock("a")), .more(more)], source: "mock")
            _ = try await probe.provider.commit(thread, of: probe.post, sort: nil, date: probe.start)
            let expansion = CommentExpansion(entries: [.comment(.mock("x"))], requested: more.ids, source: "mock")
            let once = try await probe.provider.commit(expansion, for: more, of: probe.post)
            let twice = try await probe.provider.commit(expansion, for: more, of: probe.post)
            probe.expect(twice, equals: once, "the thread")
            try await probe.expectThread("a", "x", what: "what is stored")
        },
    ]
}
