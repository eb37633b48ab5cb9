import Core
import Foundation
import Mocks
import Testing

/// A thread that is fetched again, over the one that is there.
struct CommentForestMergingTests {
    private func forest(_ lines: String...) -> CommentForest { CommentForest(CommentThread.mock(lines).entries) }

    @Test func theNewerAnswerSaysWhatThereIsAndInWhichOrder() {
        let newer = CommentThread.mock("c", "a", " d", "n")
        #expect(forest("a", " b", " d", "c").merging(newer).outline == ["c", "a", " d", "n"])
    }

    @Test func whatAnAnswerCannotSpeakOfStaysInItsPlace() {
        func merged(_ stored: CommentForest, _ newer: String..., keeping kept: String...) -> [String] {
            stored.merging(.mock(newer), keeping: Set(kept.map { Core.Comment.ID.mock($0) })).outline
        }
        #expect(merged(forest("a", " x", "b"), "a", "b", keeping: "x") == ["a", " x", "b"])
        #expect(merged(forest("x", "y", "z"), "z", keeping: "x", "y") == ["x", "y", "z"])
        #expect(merged(forest("x", " r", "z"), "z", "n", keeping: "x") == ["x", " r", "z", "n"])
        // One that the answer has keeps its text, and nothing below it that the answer does not have.
        var newer = CommentThread.mock("x")
        newer.entries = [.comment(.mock("x") { $0.body = "older" })]
        let kept = forest("x", " r").merging(newer, keeping: [.mock("x")])
        #expect(kept.outline == ["x"] && kept.comments[0].body == Core.Comment.mock("x").body)
    }

    @Test func whatAnExpansionBroughtStaysWhereThereIsRoom() {
        let stored = forest("a", " b", "  x", "c", " y", "z")
        // There is a placeholder below "b", and none below "c" or the post.
        let newer = CommentThread(
            entries: [
                .comment(.mock("a")), .comment(.mock("b", parent: "a", depth: 1)),
                .more(.mock("x", "w", parent: "b", depth: 2)), .comment(.mock("c")),
            ], source: "test")
        #expect(stored.merging(newer).outline == ["a", " b", "  x", "  …1 w", "c"])
    }

    @Test func whatIsBelowWhatStaysStaysWithIt() {
        let stored = forest("a", " x", "  y", "   …2", "  z")
        let newer = CommentThread(
            entries: [.comment(.mock("a")), .more(.mock("x", "w", parent: "a", depth: 1, count: 9))], source: "test")
        #expect(stored.merging(newer).outline == ["a", " x", "  y", "   …2 y-0 y-1", "  z", " …4 w"])
        // Once all that it named is there, nothing is left of the placeholder.
        let whole = CommentThread(
            entries: [.comment(.mock("a")), .more(.mock("x", parent: "a", depth: 1, count: 5))], source: "test")
        #expect(stored.merging(whole).outline == ["a", " x", "  y", "   …2 y-0 y-1", "  z"])
    }

    @Test func aContinuationStaysUnlessAllThatItCountsIsThere() {
        let stored = forest("a", " x", "  y")
        func newer(_ count: Int) -> CommentThread {
            CommentThread(
                entries: [.comment(.mock("a")), .more(.mock(parent: "a", depth: 1, count: count))], source: "test")
        }
        #expect(stored.merging(newer(0)).outline == ["a", " x", "  y", " …0"], "it may hide what came since")
        #expect(stored.merging(newer(3)).outline == ["a", " x", "  y", " …1"])
        #expect(stored.merging(newer(2)).outline == ["a", " x", "  y"])
    }

    @Test func aCommentThatReplacesAPlaceholderIsListedOnce() {
        let stored = forest("a", " x", "  y", "…1")
        let newer = CommentThread.mock("a", " x", "  y", "  n")
        #expect(stored.merging(newer).outline == ["a", " x", "  y", "  n"])
    }

    @Test func theRepliesOfADeletedCommentStay() {
        var deleted = Core.Comment.mock("a") {
            $0.author = "[deleted]"
            $0.body = "[deleted]"
        }
        deleted.removal = .deletedByAuthor
        let newer = CommentThread(
            entries: [.comment(deleted), .more(.mock("b", parent: "a", depth: 1))], source: "test")
        let merged = forest("a", " b", "  c").merging(newer)
        #expect(merged.outline == ["a", " b", "  c"])
        #expect(merged.comments[0].body == "[deleted]" && merged.comments[0].removal == .deletedByAuthor)
    }

    @Test func anAnswerWithoutCommentsChangesNothing() {
        let stored = forest("a", " b", "…1")
        #expect(stored.merging(CommentThread(source: "test")) == stored)
    }

    @Test func nothingGoesForAnAnswerThatCouldNotBeReadAsAWhole() {
        // "b" could not be read; its reply came.
        let newer = CommentThread(
            entries: [.comment(.mock("a")), .comment(.mock("c", parent: "b", depth: 2))],
            issues: [DecodeIssue(index: 0, reason: "data.name: missing")], source: "test")
        #expect(forest("a", " b", "  c", "d").merging(newer).outline == ["a", " b", "  c", "d"])
    }

    @Test func anOrphanStaysWithWhatItIsShownBelow() {
        let stored = CommentForest([.comment(.mock("a")), .comment(.mock("o", parent: "p", depth: 2))])
        #expect(stored.outline == ["a", "  o"])
        let room = CommentThread(
            entries: [.comment(.mock("a")), .more(.mock("p", parent: "a", depth: 1, count: 2))], source: "test")
        #expect(stored.merging(room).outline == ["a", "  o", " …1 p"])
        #expect(stored.merging(.mock("a")).outline == ["a"])
    }

    // MARK: A road that knows less

    private func flat(_ comments: Core.Comment...) -> CommentThread {
        CommentThread(entries: comments.map { .comment($0) }, source: "feed", completeness: .partial)
    }

    @Test func aBackendThatKnowsLessTakesNothingAwayAndMovesNothing() {
        let stored = forest("a", " b", "  c", " …2", "d")
        let merged = stored.merging(flat(.mock("d"), .mock("c"), .mock("a-1"), .mock("n")))
        #expect(merged.outline == ["d", "a-1", "n", "a", " b", "  c", " …1 a-0"])
        #expect(merged.answers["c"] == "b")
    }

    @Test func aKnownTextIsNotWipedByABackendThatKnowsLess() {
        var known = Core.Comment.mock("a") {
            $0.body = "*words*"
            $0.score = 12
        }
        known.edited = .never
        let stored = CommentForest([.comment(known)])
        func merged(_ change: (inout Core.Comment) -> Void) -> Core.Comment? {
            var poor = Core.Comment(id: .mock("a"), parent: .post(.mock("t3_a")))
            change(&poor)
            return stored.merging(flat(poor)).comments.first
        }
        #expect(merged { _ in } == known)
        #expect(merged { $0.body = "_words_" } == known)
        let edited = merged { ($0.body, $0.edited) = ("new", .at(Date(timeIntervalSince1970: 9))) }
        #expect(edited?.body == "new" && edited?.score == 12)
        let removed = merged { ($0.body, $0.removal) = ("[removed]", .removed(by: nil)) }
        #expect(removed?.body == "[removed]" && removed?.removal == .removed(by: nil))
    }

    @Test func theBetterBackendMendsWhatThePoorerOneSaid() {
        var poor = Core.Comment.mock("a") { $0.score = nil }
        poor.body = nil
        let merged = CommentForest(flat(poor, .mock("b")).entries).merging(.mock("a", " b"))
        #expect(merged.outline == ["a", " b"])
        #expect(merged.comments[0].body == "Comment a" && merged.comments[0].score == 3)
    }

    // MARK: One comment

    @Test func whatANewerCopyDoesNotKnowIsKept() {
        var stored = Core.Comment.mock("a") {
            $0.score = 5
            $0.isCollapsed = true
        }
        (stored.distinguished, stored.collapsedReason, stored.isStickied) = ("moderator", "LOW_SCORE", true)
        var newer = Core.Comment.mock("a") { $0.score = 7 }
        (newer.body, newer.isCollapsed) = (nil, false)
        let filled = newer.filled(from: stored)
        #expect(filled.score == 7 && filled.body == "Comment a" && filled.isStickied == true)
        #expect(filled.isCollapsed == false && filled.collapsedReason == nil && filled.distinguished == nil)
        let partial = newer.filled(from: stored, completeness: .partial)
        #expect(partial.collapsedReason == "LOW_SCORE" && partial.distinguished == "moderator")
    }

    @Test func aTextThatWasTakenAwayIsNotKeptAndComesBackWithItsWords() {
        var deleted = Core.Comment.mock("a")
        (deleted.body, deleted.removal) = (nil, .deletedByAuthor)
        #expect(deleted.filled(from: .mock("a")).body == nil)
        let restored = Core.Comment.mock("a") { $0.body = "back" }.filled(from: deleted)
        #expect(restored.body == "back" && restored.removal == nil)
        let silent = Core.Comment(id: .mock("a"), parent: .post(.mock("t3_a"))).filled(from: deleted)
        #expect(silent.removal == .deletedByAuthor)
    }

    // MARK: Against a model

    @Test(arguments: 0..<80) func whatIsKeptIsWhatTheRuleSays(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var server = ForestServer(count: 5 + Int(random.next() % 50), random)
        var forest = CommentForest(server.thread(random).entries)
        for _ in 0..<Int(random.next() % 12) {
            guard let more = forest.entries.compactMap(\.placeholder).randomElement(random) else { break }
            forest = forest.expanding(more, with: server.expansion(of: more, limit: 2, random))
        }
        // When some were deleted, some came, and the thread is fetched again
        server.deleteLeaves(random)
        for _ in 0..<5 { server.add(below: server.isThere.randomElement(random)) }
        let newer = server.thread(random)
        let merged = forest.merging(newer)
        guard !newer.entries.isEmpty else {
            #expect(merged == forest, "seed \(seed)")
            return
        }
        // Then each old comment is there when the answer has it or leaves room for it
        let fresh = Set(newer.comments.map { ForestServer.number($0.id) })
        let room = Set(newer.more.map(\.parent))
        var expected = fresh
        for number in forest.comments.map({ ForestServer.number($0.id) }).sorted() {
            let parent = server.parents[number]
            let hasRoom = room.contains(parent.map { .comment(ForestServer.id($0)) } ?? .post(.mock("t3_a")))
            let isBelowKept = parent.map { expected.contains($0) && !fresh.contains($0) } ?? false
            if isBelowKept || hasRoom && (parent.map(fresh.contains) ?? true) { expected.insert(number) }
        }
        #expect(Set(merged.comments.map { ForestServer.number($0.id) }) == expected, "seed \(seed)")
        #expect(merged.entries.count { $0.placeholder == nil } == expected.count, "seed \(seed)")
        // And no placeholder names what is there, everything is below what it answers, and once is as good as twice
        let named = merged.entries.compactMap(\.placeholder).flatMap(\.ids)
        #expect(Set(named).isDisjoint(with: merged.comments.map(\.id)), "seed \(seed)")
        #expect(Set(named).count == named.count, "seed \(seed)")
        var path: [Core.Comment] = []
        for comment in merged.comments {
            path.removeLast(path.count - comment.depth)
            #expect(path.last.map { .comment($0.id) } ?? .post(.mock("t3_a")) == comment.parent, "seed \(seed)")
            path.append(comment)
        }
        #expect(merged.merging(newer) == merged, "seed \(seed)")
        #expect(CommentForest(merged.entries) == merged, "seed \(seed)")
        // And what is missing below a comment of the answer can be asked for there
        let places = Set(merged.entries.compactMap(\.placeholder).map(\.parent))
        for number in server.isThere where !expected.contains(number) {
            var above = server.parents[number]
            while let next = above, !expected.contains(next) { above = server.parents[next] }
            guard above.map(fresh.contains) ?? true else { continue }
            #expect(
                places.contains(above.map { .comment(ForestServer.id($0)) } ?? .post(.mock("t3_a"))), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<30) func aPoorerAnswerKeepsEverything(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let server = ForestServer(count: 5 + Int(random.next() % 40), random)
        let forest = CommentForest(server.thread(random).entries)
        let shown = server.isThere.shuffled(random).prefix(10)
        let newer = CommentThread(
            entries: shown.map {
                .comment(
                    .mock("c\($0)") {
                        $0.body = "other"
                        $0.score = nil
                    })
            }, source: "feed",
            completeness: .partial)
        let merged = forest.merging(newer)
        let known = forest.answers
        #expect(Set(merged.answers.keys) == Set(known.keys).union(shown.map { "c\($0)" }), "seed \(seed)")
        #expect(known.allSatisfy { merged.answers[$0.key] == $0.value }, "seed \(seed)")
        let old = Dictionary(uniqueKeysWithValues: forest.comments.map { ($0.id, $0) })
        for comment in merged.comments {
            guard let stored = old[comment.id] else { continue }
            #expect(comment.body == stored.body && comment.score == stored.score, "seed \(seed)")
        }
        #expect(merged.merging(newer) == merged, "seed \(seed)")
    }
}
