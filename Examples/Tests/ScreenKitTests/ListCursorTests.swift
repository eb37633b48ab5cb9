import ScreenKit
import TestSupport
import Testing

/// The chosen row stays where it is, whatever comes and goes around it.
struct ListCursorTests {
    private var cursor = ListCursor<Int>()

    private func id(_ row: Int) -> Int { row }

    @Test mutating func rowsThatComeAboveMoveNothingOnTheScreen() {
        var rows = Array(100..<200)
        cursor.update(rows, height: 10, id: id)
        cursor.select(25, in: rows, id: id)
        let shown = cursor.visible.map { rows[$0] }
        #expect(cursor.selectedID == 125 && shown == Array(116..<126))
        rows = Array(0..<200)
        cursor.update(rows, height: 10, id: id)
        #expect(cursor.selectedID == 125 && cursor.visible.map { rows[$0] } == shown)
        rows.removeFirst(110)
        cursor.update(rows, height: 10, id: id)
        #expect(cursor.selectedID == 125 && cursor.visible.map { rows[$0] } == shown)
    }

    @Test mutating func whereTheChosenRowGoesItsPlaceIsChosen() {
        var rows = Array(0..<5)
        cursor.update(rows, height: 10, id: id)
        cursor.select(2, in: rows, id: id)
        rows.remove(at: 2)
        cursor.update(rows, height: 10, id: id)
        #expect(cursor.selectedID == 3)
        cursor.select(9, in: rows, id: id)
        rows.removeLast()
        cursor.update(rows, height: 10, id: id)
        #expect(cursor.selectedID == 3 && cursor.selected == 2)
        cursor.update([Int](), height: 10, id: id)
        #expect(cursor.selectedID == nil && cursor.visible.isEmpty && cursor.selected == 0)
        cursor.update([7], height: 0, id: id)
        #expect(cursor.selectedID == 7 && cursor.visible == 0..<1)
    }

    @Test mutating func theChosenRowCanAlwaysBeSeen() {
        for seed in 1...50 as ClosedRange<UInt64> {
            var random = Seeded(seed: seed)
            var rows = Array(0..<Int.random(in: 0..<40, using: &random))
            var height = 5
            for _ in 0..<100 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0: rows = rows.filter { _ in Int.random(in: 0..<10, using: &random) > 0 }
                case 1: rows.insert(Int.random(in: 1_000..<1_000_000, using: &random), at: 0)
                case 2: height = Int.random(in: 1..<50, using: &random)
                case 3: cursor.select(Int.random(in: -5..<60, using: &random), in: rows, id: id)
                default: cursor.scroll(to: Int.random(in: -5..<60, using: &random), in: rows, id: id)
                }
                cursor.update(rows, height: height, id: id)
                #expect(
                    rows.isEmpty ? cursor.visible.isEmpty : cursor.visible.contains(cursor.selected), "seed \(seed)")
                #expect(cursor.visible.count == min(rows.count, height), "seed \(seed)")
                #expect(cursor.selectedID == (rows.isEmpty ? nil : rows[cursor.selected]), "seed \(seed)")
            }
        }
    }
}
