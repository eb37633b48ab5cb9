import Core
import Testing

struct RowsDiffTests {
    private struct Row: Identifiable, Equatable {
        let id: Int
        var text = ""
    }

    private func diff(_ old: [Int], _ new: [Int]) -> RowsDiff<Row> {
        RowsDiff(from: old.map { Row(id: $0) }, to: new.map { Row(id: $0) })
    }

    @Test func equalRowsHaveNoDifference() {
        #expect(diff([], []).isEmpty)
        #expect(diff([1, 2, 3], [1, 2, 3]).isEmpty)
    }

    @Test func aDifferenceListsRemovedInsertedAndChangedRows() {
        let difference = RowsDiff(
            from: [Row(id: 1), Row(id: 2), Row(id: 3)],
            to: [Row(id: 4), Row(id: 1), Row(id: 3, text: "new")])
        #expect(
            difference
                == RowsDiff(
                    removed: [1], inserted: [.init(0, Row(id: 4))], changed: [.init(2, Row(id: 3, text: "new"))]))
    }

    @Test func oneRowThatJumpsIsOneMove() {
        #expect(diff([1, 2, 3, 4, 5], [2, 3, 4, 5, 1]).moved == [.init(from: 0, to: 4)])
        #expect(diff([1, 2, 3, 4, 5], [5, 1, 2, 3, 4]).moved == [.init(from: 4, to: 0)])
        #expect(diff([1, 2, 3], [3, 2, 1]).moved.count == 2)
    }

    @Test func aRowThatMovesAndChangesIsInBothLists() {
        let old = [Row(id: 1), Row(id: 2), Row(id: 3)]
        let new = [Row(id: 2), Row(id: 3), Row(id: 1, text: "new")]
        let difference = RowsDiff(from: old, to: new)
        #expect(difference.moved == [.init(from: 0, to: 2)])
        #expect(difference.changed == [.init(2, new[2])])
        var rows = old
        difference.apply(to: &rows)
        #expect(rows == new)
    }

    @Test func applyingARandomDifferenceGivesExactlyTheNewRows() {
        let seed = UInt64.random(in: .min ... .max)
        print("applyingARandomDifferenceGivesExactlyTheNewRows: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        func rows() -> [Row] {
            var ids = Array(0..<24)
            for index in ids.indices { ids.swapAt(index, number(ids.count)) }
            return ids.prefix(number(25)).map { Row(id: $0, text: number(3) == 0 ? "a" : "b") }
        }
        var current = rows()
        for _ in 0..<3000 {
            // Now a shuffled one, now one that is nearly the same.
            var next = number(2) == 0 ? rows() : current
            if !next.isEmpty {
                next[number(next.count)].text = "c"
                next.swapAt(number(next.count), number(next.count))
                next.remove(at: number(next.count))
            }
            let difference = RowsDiff(from: current, to: next)
            var applied = current
            difference.apply(to: &applied)
            #expect(applied == next)
            #expect(difference.isEmpty == (current == next))
            #expect(difference.removed == difference.removed.sorted())
            #expect(difference.inserted.map(\.position) == difference.inserted.map(\.position).sorted())
            #expect(difference.moved.map(\.to) == difference.moved.map(\.to).sorted())
            current = next
        }
    }
}
