import Core
import Foundation
import Mocks
import Testing

/// Comments, threaded by what they answer.
struct CommentForestTests {
    private func forest(_ comments: Core.Comment...) -> CommentForest {
        CommentForest(comments.map { .comment($0) })
    }

    @Test func flatCommentsAreThreadedByWhatTheyAnswer() {
        let forest = forest(
            .mock("a"), .mock("b"), .mock("c", parent: "a"), .mock("d", parent: "c"), .mock("e", parent: "b"),
            .mock("f", parent: "a"))
        #expect(forest.outline == ["a", " c", "  d", " f", "b", " e"])
    }

    @Test func aReplyMayComeBeforeWhatItAnswers() {
        #expect(forest(.mock("c", parent: "b"), .mock("b", parent: "a"), .mock("a")).outline == ["a", " b", "  c"])
    }

    @Test func depthIsCountedAndNotBelieved() {
        let forest = forest(
            .mock("a", depth: 7), .mock("b", parent: "a"), .mock("c", parent: "b", depth: -3), .mock("d", depth: .max))
        #expect(forest.outline == ["a", " b", "  c", "d"])
    }

    @Test func aThreadInOrderStaysAsItIs() {
        let entries = CommentThread.mock("a", " b", "  c", "  …4", " d", "…2").entries
        #expect(CommentForest(entries).entries == entries)
    }

    @Test func ofSeveralCommentsWithOneNameTheFirstCounts() {
        let forest = forest(.mock("a") { $0.body = "first" }, .mock("a") { $0.body = "second" }, .mock("b"))
        #expect(forest.outline == ["a", "b"])
        #expect(forest.comments.first?.body == "first")
    }

    @Test func deletedCommentsKeepTheirReplies() {
        var deleted = Core.Comment.mock("a")
        deleted.removal = .deletedByAuthor
        #expect(forest(deleted, .mock("b", parent: "a")).outline == ["a", " b"])
    }

    @Test func aThreadThatIsOneLongChainNeedsNoStack() {
        let count = 20_000
        let entries: [CommentThread.Entry] = (0..<count).map {
            .comment(.mock("c\($0)", parent: $0 == 0 ? nil : "c\($0 - 1)"))
        }
        let forest = CommentForest(entries.reversed())
        #expect(forest.entries.map(\.depth) == Array(0..<count))
        #expect(forest.sorted(by: .top) == forest)
    }

    /// What a hostile server may send: tens of thousands of comments deep, in circles, and twice each.
    @Test(.timeLimit(.minutes(1))) func aThreadMadeToBeSlowIsThreadedExpandedAndMergedAllTheSame() {
        let count = 40_000
        func chain(_ prefix: String, endsIn first: String?) -> [CommentThread.Entry] {
            (0..<count / 2).map { .comment(.mock("\(prefix)\($0)", parent: $0 == 0 ? first : "\(prefix)\($0 - 1)")) }
        }
        // One chain stands on the post, and the other answers its own last comment.
        let entries = chain("c", endsIn: nil) + chain("o", endsIn: "o\(count / 2 - 1)")
        let forest = CommentForest(Array((entries + entries).reversed()))
        #expect(forest.entries.count == count)
        #expect(Set(forest.comments.map(\.id)).count == count)
        #expect(CommentForest(forest.entries) == forest)
        for sort in CommentSort.allCases { #expect(forest.sorted(by: sort).entries.count == count) }
        let thread = CommentThread(entries: entries, source: "mock")
        let merged = forest.merging(thread)
        #expect(merged.entries.count == count)
        #expect(merged.merging(thread) == merged)
        // Two placeholders that name everything, below each other's comments.
        let more = CommentThread.Entry.more(
            MoreComments(
                parent: .comment(.mock("c9")), depth: 3, count: .max, ids: forest.comments.map(\.id) + [.mock("new")]))
        let open = CommentForest([.comment(.mock("c9")), more, more])
        #expect(open.entries.count == 2)
        let expansion = CommentExpansion(entries: entries, requested: [.mock("new")], source: "mock")
        let expanded = open.expanding(.mock("new", parent: "c9"), with: expansion)
        #expect(expanded.entries.count == count)
    }

    // MARK: Orphans

    @Test func anOrphanIsFoundBelowTheNearestCommentThatItWasNestedIn() {
        // The reply "x" to "a" could not be read.
        let forest = CommentForest([
            .comment(.mock("a")), .comment(.mock("k", parent: "a", depth: 1)),
            .comment(.mock("b", parent: "x", depth: 2)), .comment(.mock("c", parent: "b", depth: 3)),
            .comment(.mock("d", parent: "a", depth: 1)), .comment(.mock("e")),
        ])
        #expect(forest.outline == ["a", " k", "  b", "   c", " d", "e"])
        let outline = CommentOutline(forest.entries)
        #expect((0..<outline.count).map(outline.end(of:)) == [5, 2, 4, 4, 5, 6])
        #expect(CommentForest(forest.entries) == forest)
    }

    @Test func anOrphanOfAPartOfAThreadIsAtTheTop() {
        let forest = forest(.mock("b", parent: "far"), .mock("c", parent: "b"))
        #expect(forest.outline == ["b", " c"])
        #expect(forest.answers["b"] == "far")
    }

    @Test func whatAnswersItselfIsAtTheTop() {
        #expect(forest(.mock("a", parent: "a"), .mock("b", parent: "a")).outline == ["a", " b"])
    }

    @Test func circlesAreAtTheTopAndLoseNobody() {
        let forest = forest(
            .mock("h", parent: "a"), .mock("a", parent: "c"), .mock("b", parent: "a"), .mock("c", parent: "b"),
            .mock("z"))
        #expect(forest.outline == ["a", " h", " b", "  c", "z"])
        #expect(CommentForest(forest.entries) == forest)
    }

    @Test func anOrphanBelowItsOwnAnswerIsAtTheTop() {
        // "x" says that it is nested in "y", which answers it.
        let forest = CommentForest([
            .comment(.mock("y", parent: "x")), .comment(.mock("x", parent: "far", depth: 2)), .comment(.mock("z")),
        ])
        #expect(forest.outline == ["x", " y", "z"])
        #expect(CommentForest(forest.entries) == forest)
    }

    // MARK: Placeholders

    @Test func placeholdersStandBehindTheCommentsBesideThem() {
        let forest = CommentForest(CommentThread.mock("a", " …1", " b", "…1", "c").entries)
        #expect(forest.outline == ["a", " b", " …1 a-0", "c", "…1 t3_a-0"])
    }

    @Test func aPlaceholderNamesNothingThatIsThere() {
        let forest = CommentForest([
            .comment(.mock("a")), .more(.mock("b", "a", "c", count: 9)), .more(.mock("c", "d")), .more(.mock("a")),
            .more(.mock(parent: "a")), .more(.mock(parent: "a", count: 4)),
        ])
        #expect(forest.outline == ["a", " …0", "…8 b c", "…1 d"])
    }

    @Test func countsThatAreTooLargeDoNotOverflow() {
        let forest = CommentForest([.more(.mock("a", count: .max)), .more(.mock("b", count: .max))])
        let expansion = CommentExpansion(
            entries: [
                .comment(.mock("a")), .more(.mock("c", parent: "a", count: .max)),
                .more(.mock("d", parent: "a", count: .max)),
            ], requested: [.mock("a")], source: "test")
        #expect(forest.expanding(.mock("a"), with: expansion).outline.first == "a")
    }

    // MARK: New ones

    @Test func whatIsNewIsWhatWasNotSeen() {
        let forest = CommentForest(CommentThread.mock("a", " b", "c", "…1").entries)
        var marks = ThreadMarks(visited: Date(timeIntervalSince1970: 5), seen: [.mock("b"), .mock("gone")])
        #expect(forest.newIDs(since: marks) == [.mock("a"), .mock("c")])
        marks.visited = nil
        #expect(forest.newIDs(since: marks).isEmpty, "at the first visit nothing is new")
    }

    // MARK: Blocked authors

    @Test(arguments: 0..<60 as Range<UInt64>) func whatIsNewIsToldInAnyOrder(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var names = (0..<Int(random.next() % 20)).map { "c\($0)" }
        if random.next() % 3 == 0 { names = names.shuffled(random) }
        let seen = names.filter { _ in random.next() % 4 != 0 } + (random.next() % 2 == 0 ? ["gone"] : [])
        let marks = ThreadMarks(visited: Date(timeIntervalSince1970: 5), seen: seen, on: .demo)
        let shown = random.next() % 2 == 0 ? names : names.shuffled(random)
        let entries = shown.map { CommentThread.Entry.comment(.mock($0)) } + [.more(.mock("x"))]
        #expect(
            marks.newIDs(in: entries) == Set(shown.map { .mock($0) }).subtracting(seen.map { .mock($0) }),
            "seed \(seed)")
        #expect(marks == ThreadMarks(visited: marks.visited, seen: Set(seen.map { .mock($0) })), "seed \(seed)")
    }

    @Test func theCommentsOfBlockedAuthorsAreCollapsedWithTheirCounts() {
        var settings = ReadingSettings()
        settings.blockedAuthors = ["u/Troll", "other"]
        var told = Core.Comment.mock("e") { $0.author = "friend" }
        told.collapsedReason = "BLOCKED_AUTHOR"
        var low = Core.Comment.mock("g") { $0.author = nil }
        low.collapsedReason = "LOW_SCORE"
        let forest = forest(
            .mock("a") {
                $0.author = "tROLL"
            }, .mock("b", parent: "a"), .mock("c", parent: "b"), .mock("d") { $0.author = "trolls" },
            told, .mock("f", parent: "e"), low)
        let blocked = forest.blockedIDs(by: CommentFilter(settings))
        #expect(blocked == [.mock("a"), .mock("e")])
        let outline = CommentOutline(forest.entries)
        let visible = outline.visible { index in
            if case .comment(let comment) = forest.entries[index] { blocked.contains(comment.id) } else { false }
        }
        #expect(visible.map { forest.outline[$0] } == ["a", "d", "e", "g"])
        #expect(outline.replyCount(of: 0) == 2 && outline.replyCount(of: 4) == 1)
    }

    @Test func withoutSettingsOnlyTheServersWordCounts() {
        var told = Core.Comment.mock("a")
        #expect(!CommentFilter().blocks(told))
        told.collapsedReason = "BLOCKED_AUTHOR"
        #expect(CommentFilter().blocks(told))
    }
}
