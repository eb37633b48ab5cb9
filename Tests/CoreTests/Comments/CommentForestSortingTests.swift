import Core
import Foundation
import Mocks
import Testing

/// A thread in another order, made from what is stored.
struct CommentForestSortingTests {
    private func comment(
        _ name: String, parent: String? = nil, score: Int? = 1, at seconds: Double? = 0,
        _ change: (inout Core.Comment) -> Void = { _ in }
    ) -> CommentThread.Entry {
        var comment = Core.Comment.mock(name, parent: parent) { $0.score = score }
        comment.created = seconds.map { Date(timeIntervalSince1970: $0) }
        change(&comment)
        return .comment(comment)
    }

    private func sorted(_ sort: CommentSort, _ entries: CommentThread.Entry...) -> [String] {
        CommentForest(entries).sorted(by: sort).outline
    }

    @Test func topIsByScore() {
        #expect(
            sorted(
                .top, comment("a", score: 1), comment("b", score: nil), comment("c", score: -4), comment("d", score: 9),
                comment("e", parent: "a", score: 2), comment("f", parent: "a", score: 50)) == [
                    "d", "a", " f", " e", "c", "b",
                ])
    }

    @Test func newAndOldAreByDate() {
        let entries = [comment("a", at: 5), comment("b", at: nil), comment("c", at: 9), comment("d", at: 1)]
        #expect(CommentForest(entries).sorted(by: .new).outline == ["c", "a", "d", "b"])
        #expect(CommentForest(entries).sorted(by: .old).outline == ["d", "a", "c", "b"])
    }

    @Test func theBestAreByScoreBehindWhatIsPinned() {
        #expect(
            sorted(
                .confidence, comment("a", score: 4), comment("b", score: 4),
                comment("c", score: 1) { $0.isStickied = true },
                comment("d", parent: "b")) == ["c", "b", " d", "a"])
    }

    @Test func disputedIsWhatIsAnsweredMoreThanItIsLiked() {
        #expect(
            sorted(
                .controversial, comment("a", score: 40), comment("b", parent: "a"), comment("c", score: 0),
                comment("d", parent: "c"), comment("e", parent: "d"), comment("f", score: nil), comment("g", score: 3),
                comment("h", score: -3)) == ["c", " d", "  e", "a", " b", "h", "g", "f"])
    }

    @Test func answeredQuestionsComeFirst() {
        #expect(
            sorted(
                .qa, comment("a", score: 90), comment("b", parent: "a"), comment("c", score: 2),
                comment("d", parent: "c") { $0.isSubmitter = true }, comment("e", score: 7),
                comment("f", parent: "e") { $0.isSubmitter = true }) == ["e", " f", "c", " d", "a", " b"])
    }

    @Test(arguments: CommentSort.allCases) func equalOnesKeepTheirOrderAndPlaceholdersStayBehind(_ sort: CommentSort) {
        let forest = CommentForest(CommentThread.mock("a", " b", " c", " …1", "d", "…2", "e").entries)
        let alike = CommentForest(
            CommentThread.mock("x", " y", " …1", "z", " w", "…").entries.map { entry in
                guard case .comment(var comment) = entry else { return entry }
                comment.created = nil
                return .comment(comment)
            })
        #expect(alike.sorted(by: sort) == alike)
        for parent in [String?.none, "a"] {
            let below = forest.sorted(by: sort).entries.filter {
                $0.parent == parent.map { .comment(.mock($0)) } ?? .post(.mock("t3_a"))
            }
            #expect(below.last?.placeholder != nil && below.dropLast().allSatisfy { $0.placeholder == nil })
        }
    }

    @Test func inAnOrderThatIsNotBuiltInEverythingStaysWhereItIs() {
        let forest = CommentForest([comment("a", score: 1), comment("b", score: 9), comment("c", parent: "b")])
        #expect(forest.sorted(by: CommentSort(rawValue: "live")) == forest)
        #expect(!CommentSort(rawValue: "live").isBuiltIn && CommentSort.allCases.allSatisfy(\.isBuiltIn))
    }

    @Test(arguments: 0..<40) func sortingMovesSiblingsAndNothingElse(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let server = ForestServer(count: 5 + Int(random.next() % 60), random)
        var forest = CommentForest(server.thread(random).entries)
        for sort in CommentSort.allCases.shuffled(random) {
            let sorted = forest.sorted(by: sort)
            #expect(Set(sorted.entries) == Set(forest.entries), "seed \(seed)")
            #expect(sorted.answers == forest.answers, "seed \(seed)")
            // It is in order as it stands: no parent is behind its reply, and depths are right.
            #expect(CommentForest(sorted.entries) == sorted, "seed \(seed)")
            #expect(sorted.sorted(by: sort) == sorted, "seed \(seed)")
            forest = sorted
        }
        let siblings = Dictionary(grouping: forest.sorted(by: .top).comments, by: \.parent).values
        for group in siblings {
            let scores = group.map { $0.score ?? .min }
            #expect(scores == scores.sorted(by: >), "seed \(seed)")
        }
    }

    @Test func anOrphanIsStillFoundWhereItWas() {
        let forest = CommentForest([
            comment("a", score: 1), .comment(.mock("k", parent: "a", depth: 1) { $0.score = 5 }),
            .comment(.mock("o", parent: "far", depth: 2) { $0.score = 9 }), comment("z", score: 7),
        ])
        let sorted = forest.sorted(by: .top)
        #expect(sorted.outline == ["z", "a", "  o", " k"])
        #expect(CommentForest(sorted.entries) == sorted)
        #expect(sorted.sorted(by: .old).sorted(by: .top) == sorted)
    }
}
