import Core
import Mocks
import Testing

/// What is below what in a thread, and what can be seen of it.
struct CommentOutlineTests {
    private let thread = CommentThread.mock("a", " b", "  c", "  …4", " d", "…2", "e")

    @Test func repliesEndWhereTheNextCommentThatIsNoneBegins() {
        let outline = CommentOutline(thread.entries)
        #expect((0..<outline.count).map(outline.end(of:)) == [5, 4, 3, 4, 5, 6, 7])
        #expect((0..<outline.count).map(outline.replyCount(of:)) == [3, 1, 0, 0, 0, 0, 0])
    }

    @Test func anEmptyThreadHasNothingToSee() {
        let outline = CommentOutline([])
        #expect(outline.count == 0)
        #expect(outline.visible { _ in false }.isEmpty)
    }

    @Test func whatIsCollapsedIsSteppedOver() {
        let outline = CommentOutline(thread.entries)
        #expect(outline.visible { _ in false } == Array(0..<7))
        #expect(outline.visible { $0 == 1 } == [0, 1, 4, 5, 6])
        #expect(outline.visible { $0 == 0 || $0 == 1 } == [0, 5, 6])
        #expect(outline.visible { $0 == 2 } == Array(0..<7), "a comment without replies")
    }

    @Test func onlyWhatCanBeSeenIsLookedAt() {
        // Given a thread of five thousand comments, all but two below the first one
        let wide = (0..<2_499).flatMap { [" b\($0)", "  c\($0)"] }
        let outline = CommentOutline(CommentThread.mock(["a"] + wide + ["z"]).entries)
        var asked = 0
        // When
        let visible = outline.visible { index in
            asked += 1
            return index == 0
        }
        // Then
        #expect(visible == [0, 4_999])
        #expect(asked == 2)
        #expect(outline.replyCount(of: 0) == 4_998)
    }

    // MARK: Comments that are not there

    @Test func theReplyToAMissingCommentIsNotTakenForTheOneBeforeIt() {
        // The comment "x" on the post could not be read; its reply stands right behind "a".
        let outline = CommentOutline([
            .comment(.mock("a")), .comment(.mock("b", parent: "x", depth: 1)),
            .comment(.mock("c", parent: "b", depth: 2)),
            .comment(.mock("d")),
        ])
        #expect((0..<4).map(outline.end(of:)) == [1, 3, 3, 4])
    }

    @Test func theReplyToAMissingReplyIsBelowWhatThatOneAnswered() {
        // The reply "x" to "a" could not be read; its own reply and the one behind it are below "a".
        let outline = CommentOutline([
            .comment(.mock("a")), .comment(.mock("b", parent: "x", depth: 2)),
            .comment(.mock("c", parent: "a", depth: 1)),
            .comment(.mock("d")),
        ])
        #expect((0..<4).map(outline.end(of:)) == [3, 2, 3, 4])
    }

    @Test func aPartOfAThreadBeginsWithAParentThatIsNotInIt() {
        let outline = CommentOutline([
            .comment(.mock("b", parent: "far")), .comment(.mock("c", parent: "b", depth: 1)),
        ])
        #expect(outline.end(of: 0) == 2)
    }

    // MARK: Against a model

    @Test(arguments: 0..<30) func anyThreadIsSeenAsItIsNested(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        var lines: [String] = []
        var collapsed: Set<Int> = []
        var visible: [Int] = []
        func add(depth: Int, isSeen: Bool) {
            for _ in 0..<Int(random.next() % (depth > 5 ? 1 : 4)) {
                let index = lines.count
                let isCollapsed = random.next() % 3 == 0
                lines.append(String(repeating: " ", count: depth) + "c\(index)")
                if isCollapsed { collapsed.insert(index) }
                if isSeen { visible.append(index) }
                add(depth: depth + 1, isSeen: isSeen && !isCollapsed)
            }
        }
        add(depth: 0, isSeen: true)
        let outline = CommentOutline(CommentThread.mock(lines).entries)
        #expect(outline.visible { collapsed.contains($0) } == visible, "seed \(seed)")
    }
}
