import ScreenKit
import TestSupport
import Testing

/// What is chosen can be seen, and the screen is full, however one moves through blocks of any length.
@MainActor
struct BlockScrollerTests {
    private func scroller(
        _ lengths: [Int], chosen: Int = 0, top: Int = 0, topLine: Int = 0, height: Int = 10
    ) -> BlockScroller {
        BlockScroller(chosen: chosen, top: top, topLine: topLine, count: lengths.count, height: height) { lengths[$0] }
    }

    @Test func aBlockThatIsLongerThanTheScreenIsScrolledBeforeTheNextOne() {
        var scroller = scroller([3, 16, 2])
        scroller.down()
        #expect(scroller.chosen == 1 && scroller.chosenRow == 0)
        var steps = 0
        while scroller.chosen == 1 {
            scroller.down()
            steps += 1
        }
        // Six lines were below the edge, and three go at a time.
        #expect(steps == 3 && scroller.chosen == 2)
        scroller.up()
        #expect(scroller.chosen == 1 && scroller.shown.last.map { $0.rows.upperBound } == 10)
    }

    @Test func theLastBlockStandsAtTheBottomAndAFarOneAtTheTop() {
        let lengths = Array(repeating: 4, count: 50)
        var scroller = scroller(lengths)
        scroller.choose(30)
        #expect(scroller.chosenRow == 0)
        scroller.choose(49)
        #expect(scroller.chosenRow == 6)
        scroller.choose(0)
        #expect(scroller.chosenRow == 0)
        scroller.choose(2)
        #expect(scroller.chosenRow == 6)
    }

    @Test func aBlockIsPutWhereItWas() {
        let lengths = [20, 3, 3, 20, 3]
        for row in -19...9 {
            var scroller = scroller(lengths, chosen: 3)
            scroller.put(inRow: row)
            #expect(scroller.chosenRow == max(row, -13), "\(row)")
        }
    }

    @Test func anyMovesKeepWhatIsChosenInSight() {
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = Seeded(seed: seed)
            func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
            let lengths = (0..<1 + number(20)).map { _ in 1 + number(number(4) == 0 ? 30 : 5) }
            let height = 1 + number(15)
            var scroller = scroller(lengths, height: height)
            for _ in 0..<80 {
                switch number(6) {
                case 0: scroller.down()
                case 1: scroller.up()
                case 2: scroller.scroll(by: number(41) - 20)
                case 3: scroller.choose(number(30) - 3)
                case 4: scroller.put(inRow: number(30) - 15)
                default: scroller.bringIntoSight()
                }
                let shown = scroller.shown
                #expect(shown.contains { $0.index == scroller.chosen }, "seed \(seed)")
                #expect(
                    lengths.indices.contains(scroller.top) && scroller.topLine < lengths[scroller.top], "seed \(seed)")
                let rows = shown.reduce(0) { $0 + $1.rows.count }
                #expect(rows == min(height, lengths.reduce(0, +)), "seed \(seed)")
            }
        }
    }
}
