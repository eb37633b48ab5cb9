import Core
import Database
import Foundation
import Testing

/// Windows, counts and ranks, against a plain sorted array.
struct StoreSnapshotTests {
    private let directory = TemporaryDirectory()

    private func oracle(_ notes: [Note], _ direction: SortDirection) -> [Note] {
        notes.sorted { left, right in
            if left.weight == right.weight { return left.id < right.id }
            return direction == .ascending ? left.weight < right.weight : left.weight > right.weight
        }
    }

    @Test func randomWindowsAgreeWithASortedArray() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("randomWindowsAgreeWithASortedArray: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }

        let store = try JSONStore.open(directory.path)
        var model: [Int: Note] = [:]
        for _ in 0..<60 {
            // Few weights, so that there are many ties.
            let changed = (0..<number(60)).map { _ in Note(number(300), weight: Double(number(12)) - 4) }
            let removed = (0..<number(20)).map { _ in number(300) }
            try await store.write { batch in
                for note in changed { try batch.upsert(note, in: Note.schema) }
                for id in removed { try batch.delete(id, from: Note.schema) }
            }
            for note in changed { model[note.id] = note }
            for id in removed { model[id] = nil }

            let snapshot = store.snapshot()
            let all = Array(model.values)
            for direction in [SortDirection.ascending, .descending] {
                let sorted = oracle(all, direction)
                let offset = number(all.count + 10)
                let limit = number(40)
                #expect(
                    try snapshot.window(
                        of: Note.schema, by: Note.byWeight, direction, from: .offset(offset), limit: limit)
                        == Array(sorted.dropFirst(offset).prefix(limit)))
                let key = Double(number(14)) - 5
                let behind = sorted.filter { direction == .ascending ? $0.weight >= key : $0.weight <= key }
                #expect(
                    try snapshot.window(
                        of: Note.schema, by: Note.byWeight, direction, from: .key(.double(key)), limit: limit)
                        == Array(behind.prefix(limit)))
                if let note = all.randomElement() {
                    #expect(
                        try snapshot.rank(of: note.id, in: Note.schema, by: Note.byWeight, direction)
                            == sorted.firstIndex(of: note))
                }
            }
            let range = IndexKey.double(-1)..<IndexKey.double(3)
            let inRange = oracle(all.filter { (-1..<3).contains($0.weight) }, .descending)
            #expect(try snapshot.count(of: Note.schema, by: Note.byWeight, in: range) == inRange.count)
            #expect(
                try snapshot.window(
                    of: Note.schema, by: Note.byWeight, .descending, in: range, from: .offset(3), limit: 9)
                    == Array(inRange.dropFirst(3).prefix(9)))
            #expect(
                try snapshot.window(of: Note.schema, .descending, limit: 5).map(\.id)
                    == Array(all.map(\.id).sorted(by: >).prefix(5)))
        }
        // What was read from the file is sorted as what was put in one by one.
        let before = try store.snapshot().window(of: Note.schema, by: Note.byWeight)
        try await store.close()
        #expect(try JSONStore.open(directory.path).snapshot().window(of: Note.schema, by: Note.byWeight) == before)
    }

    @Test func nilComesFirstAndTextIsSortedByItsBytes() async throws {
        let store = try JSONStore.open(directory.path)
        // "é" as one scalar and as two: equal to Swift, different bytes.
        let labels = ["b", nil, "a", "\u{E9}", "e\u{301}", "Z", ""]
        try await store.write { batch in
            for (id, label) in labels.enumerated() { try batch.upsert(Note(id, label: label), in: Note.schema) }
        }
        let sorted = try store.snapshot().window(of: Note.schema, by: Note.byLabel).map(\.label)
        #expect(
            sorted.map { $0.map { Array($0.utf8) } }
                == [nil, "", "Z", "a", "b", "e\u{301}", "\u{E9}"].map { $0.map { Array($0.utf8) } })
    }

    @Test func minusZeroIsZero() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(2, weight: -0.0), Note(1, weight: 0.0))
        #expect(try store.snapshot().window(of: Note.schema, by: Note.byWeight).map(\.id) == [1, 2])
    }

    @Test func aWindowPastTheEndIsEmpty() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(1))
        for direction in [SortDirection.ascending, .descending] {
            #expect(
                try store.snapshot().window(of: Note.schema, by: Note.byWeight, direction, from: .offset(1)).isEmpty)
            #expect(try store.snapshot().window(of: Note.schema, by: Note.byWeight, direction, limit: 0).isEmpty)
        }
        #expect(try store.snapshot().rank(of: 9, in: Note.schema) == nil)
    }

    @Test func aScanFiltersInTheOrderOfIds() async throws {
        let store = try JSONStore.open(directory.path)
        try await store.put(Note(3, "x"), Note(1, "y"), Note(2, "x"))
        #expect(try store.snapshot().records(in: Note.schema) { $0.text == "x" }.map(\.id) == [2, 3])
    }
}
