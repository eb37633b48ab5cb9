import Core
import Mocks
import Testing

/// What a placeholder stood for, put into its thread.
struct CommentForestExpansionTests {
    private let post = Core.Comment.Parent.post(.mock("t3_a"))

    private func forest(_ lines: String...) -> CommentForest { CommentForest(CommentThread.mock(lines).entries) }

    private func expansion(_ entries: [CommentThread.Entry], _ requested: String...) -> CommentExpansion {
        CommentExpansion(entries: entries, requested: requested.map { .mock($0) }, source: "test")
    }

    @Test func whatComesStandsWhereItWasMissing() {
        // "a-0" and "a-1" are missing below "a".
        let forest = forest("a", " b", " …2", "c")
        let expansion = expansion(
            [
                .comment(.mock("a-0", parent: "a")), .comment(.mock("x", parent: "a-0")),
                .comment(.mock("a-1", parent: "a")),
            ], "a-0", "a-1")
        #expect(
            forest.expanding(.mock("a-0", "a-1", parent: "a"), with: expansion).outline == [
                "a", " b", " a-0", "  x", " a-1", "c",
            ])
    }

    @Test func whatWasAskedForAndDidNotComeIsNotThereAnyMore() {
        let forest = forest("a", "…2")
        let more = MoreComments.mock("t3_a-0", "t3_a-1")
        #expect(forest.expanding(more, with: expansion([], "t3_a-0", "t3_a-1")).outline == ["a"])
        #expect(forest.expanding(more, with: expansion([], "t3_a-1")).outline == ["a", "…1 t3_a-0"])
    }

    @Test func whatWasNotAskedForStaysAPlaceholder() throws {
        let ids = (0..<130).map { "n\($0)" }
        let more = MoreComments(parent: post, depth: 0, count: 150, ids: ids.map { .mock($0) })
        let forest = CommentForest([.comment(.mock("a")), .more(more)])
        let request = MoreRequest(post: .mock("t3_a"), more: more)
        #expect(request.ids.count == 100)
        // Two of the hundred are gone; one brings two answers.
        let came = ids.prefix(98).map { CommentThread.Entry.comment(.mock($0)) }
        let answers = ["r", "s"].map { CommentThread.Entry.comment(.mock($0, parent: "n0")) }
        let expanded = forest.expanding(
            more, with: CommentExpansion(entries: came + answers, requested: request.ids, source: "test"))
        let rest = try #require(expanded.entries.last?.placeholder)
        #expect(rest.ids == ids.suffix(30).map { .mock($0) })
        #expect(rest.count == 150 - 102)
        #expect(expanded.comments.count == 101)
    }

    @Test func placeholdersBelowWhatCameAreNestedAndCounted() {
        let forest = CommentForest([.comment(.mock("a")), .more(.mock("b", "c", parent: "a", count: 12))])
        let expansion = expansion(
            [
                .comment(.mock("b", parent: "a")), .more(.mock("d", "e", parent: "b", count: 5)),
                .comment(.mock("f", parent: "b")), .more(.mock(parent: "f")),
            ], "b")
        #expect(
            forest.expanding(.mock("b", "c", parent: "a", count: 12), with: expansion).outline == [
                "a", " b", "  f", "   …0", "  …5 d e", " …5 c",
            ])
    }

    @Test func continuingAThreadPutsItsPartBelowItsBeginning() {
        let forest = CommentForest(CommentThread.mock("a", " b", "  …", "c").entries)
        let part: [CommentThread.Entry] = [
            .comment(.mock("b", parent: "a") { $0.body = "again" }), .comment(.mock("d", parent: "b", depth: 1)),
            .comment(.mock("e", parent: "d", depth: 2)), .more(.mock(parent: "e", depth: 3)),
        ]
        let expanded = forest.expanding(.mock(parent: "b", depth: 2), with: expansion(part))
        #expect(expanded.outline == ["a", " b", "  d", "   e", "    …0", "c"])
        #expect(expanded.comments[1].body == "Comment b", "what is there stays as it is")
        #expect(forest.expanding(.mock(parent: "b"), with: expansion([])).outline == ["a", " b", "c"])
    }

    @Test func aContinuationThatComesBackStaysForPartOfTheThreadIsMissing() {
        let forest = CommentForest(CommentThread.mock("a", " b", "  …", "c").entries)
        let part: [CommentThread.Entry] = [
            .comment(.mock("b", parent: "a")), .comment(.mock("d", parent: "b", depth: 1)),
            .more(.mock(parent: "b", depth: 1, count: 7)),
        ]
        let expanded = forest.expanding(.mock(parent: "b", depth: 2), with: expansion(part))
        #expect(expanded.outline == ["a", " b", "  d", "  …7", "c"])
        // Also where nothing else came.
        let same = forest.expanding(.mock(parent: "b", depth: 2), with: expansion([.more(.mock(parent: "b"))]))
        #expect(same.outline == ["a", " b", "  …0", "c"])
    }

    @Test func aPartThatIsStillMissingBesideWhatAnEarlierAnswerBroughtStaysAPlaceholder() {
        // "b" was continued, and brought "d"; now a part that begins above it says that nine are missing below "b".
        let forest = forest("a", " b", "  d", " …1")
        let part = [
            CommentThread.Entry.comment(.mock("b", parent: "a")), .more(.mock(parent: "b", count: 9)),
            .comment(.mock("a-0", parent: "a")),
        ]
        #expect(
            forest.expanding(.mock("a-0", parent: "a"), with: expansion(part, "a-0")).outline == [
                "a", " b", "  d", "  …8", " a-0",
            ])
        // One that does not count, or counts no more than is there, was that very question.
        for count in 0...1 {
            let known = [CommentThread.Entry.more(.mock(parent: "b", count: count))]
            #expect(
                forest.expanding(.mock("a-0", parent: "a"), with: expansion(known, "a-0")).outline == [
                    "a", " b", "  d",
                ])
        }
    }

    @Test func whatTheAnswerNamesAgainIsNotTakenForGone() {
        let forest = CommentForest([.comment(.mock("a")), .more(.mock("x", "y"))])
        let answer = expansion([.comment(.mock("x")), .more(.mock("y"))], "x", "y")
        #expect(forest.expanding(.mock("x", "y"), with: answer).outline == ["a", "x", "…1 y"])
    }

    @Test func aPlaceholderThatIsGoneChangesNothingButComments() {
        let forest = forest("a", " b", "…1")
        let expansion = expansion(
            [.comment(.mock("x", parent: "b")), .comment(.mock("b", parent: "a")), .more(.mock(parent: "a"))], "x", "y")
        #expect(
            forest.expanding(.mock("x", "y", parent: "b"), with: expansion).outline == [
                "a", " b", "  x", "…1 t3_a-0",
            ])
        #expect(
            forest.expanding(.mock("x", "y", parent: "b"), with: expansion).expanding(
                .mock("x", "y", parent: "b"), with: expansion
            ).outline == ["a", " b", "  x", "…1 t3_a-0"])
    }

    @Test func orphansWaitWhereTheyWereAskedForUntilTheirParentComes() {
        let forest = CommentForest([
            .comment(.mock("a")), .more(.mock("p", "o", parent: "a")), .more(.mock("q", "r")),
        ])
        let early = forest.expanding(
            .mock("p", "o", parent: "a"), with: expansion([.comment(.mock("o", parent: "p"))], "o"))
        #expect(early.outline == ["a", "  o", " …1 p", "…2 q r"])
        // Read back from where it is stored, it is the same.
        #expect(CommentForest(early.entries) == early)
        let late = early.expanding(.mock("p", parent: "a"), with: expansion([.comment(.mock("p", parent: "a"))], "p"))
        #expect(late.outline == ["a", " p", "  o", "…2 q r"])
        let top = late.expanding(.mock("q", "r"), with: expansion([.comment(.mock("r", parent: "far"))], "r"))
        #expect(top.outline == ["a", " p", "  o", "r", "…1 q"])
    }

    @Test func anAnswerToWhatIsElsewhereIsPutThere() {
        let forest = forest("a", " b", " …1", "c", " d", "…1")
        let expansion = expansion([.comment(.mock("t3_a-0")), .comment(.mock("x", parent: "a"))], "t3_a-0")
        #expect(
            forest.expanding(.mock("t3_a-0"), with: expansion).outline == [
                "a", " b", " x", " …1 a-0", "c", " d", "t3_a-0",
            ])
    }

    // MARK: Against a server

    @Test(arguments: 0..<60) func whateverIsExpandedFirstItBecomesTheSameThread(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var server = ForestServer(count: 5 + Int(random.next() % 60), random)
        server.deleteLeaves(random)
        var forest = CommentForest(server.thread(random).entries)
        var asked: Set<Int> = []
        while let more = forest.entries.compactMap(\.placeholder).randomElement(random) {
            let expansion = server.expansion(of: more, limit: 1 + Int(random.next() % 3), random)
            asked.formUnion(expansion.requested.map(ForestServer.number))
            forest = forest.expanding(more, with: expansion)
            // Twice is once, and threading it again changes nothing.
            if random.next() % 3 == 0 {
                let again = forest.expanding(more, with: expansion)
                #expect(Set(again.comments.map(\.id)) == Set(forest.comments.map(\.id)), "seed \(seed)")
                #expect(again == forest, "seed \(seed)")
            }
            #expect(CommentForest(forest.entries) == forest, "seed \(seed)")
            let thread = CommentThread(entries: forest.entries, source: "test")
            let unseen = Set(server.parents.indices).subtracting(forest.comments.map { ForestServer.number($0.id) })
            #expect(thread.missingCount <= unseen.count, "seed \(seed)")
            #expect(thread.missingCount >= unseen.subtracting(server.deleted).count, "seed \(seed)")
        }
        #expect(forest.outline == server.outline, "seed \(seed)")
    }

    @Test(arguments: 0..<60) func answersThatComeInAnyOrderBecomeTheSameThread(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let server = ForestServer(count: 5 + Int(random.next() % 60), random)
        let first = server.thread(random)
        // Given the answers for all placeholders, those in answers included
        var answers: [(more: MoreComments, expansion: CommentExpansion)] = []
        var open = first.more
        while let more = open.popLast() {
            let expansion = server.expansion(of: more, limit: .max, random)
            answers.append((more, expansion))
            open += expansion.entries.compactMap(\.placeholder)
        }
        // When they come in any order, and some twice
        var forest = CommentForest(first.entries)
        for (more, expansion) in (answers + answers.prefix(3)).shuffled(random) {
            forest = forest.expanding(more, with: expansion)
            #expect(CommentForest(forest.entries) == forest, "seed \(seed)")
        }
        // Then everything is there once, below what it answers
        #expect(forest.outline.sorted() == server.outline.sorted(), "seed \(seed)")
        var path: [Core.Comment] = []
        for comment in forest.comments {
            path.removeLast(path.count - comment.depth)
            #expect(path.last.map { .comment($0.id) } ?? post == comment.parent, "seed \(seed)")
            path.append(comment)
        }
    }
}

extension CommentThread.Entry {
    /// The placeholder; `nil` for a comment.
    var placeholder: MoreComments? {
        if case .more(let more) = self { more } else { nil }
    }
}

extension Array {
    /// One of the elements.
    func randomElement(_ random: SeededRandomSource) -> Element? {
        isEmpty ? nil : self[Int(random.next() % UInt64(count))]
    }

    /// The elements in another order.
    func shuffled(_ random: SeededRandomSource) -> [Element] {
        var shuffled = self
        for index in indices.dropFirst().reversed() {
            shuffled.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return shuffled
    }
}
