import Core
import Database

/// Notes in a dictionary, sorted anew for every question: what the store's windows are measured by.
struct NaiveNotes {
    var notes: [Int: Note] = [:]

    /// An order, and a part of it.
    struct Order: Sendable {
        /// By weight or by label; by id for none.
        var index: Index<Note>?
        var direction = SortDirection.ascending
        var range: Range<IndexKey>?

        static func random(_ random: SeededRandomSource) -> Order {
            var order = Order()
            switch random.number(3) {
            case 0: order.index = Note.byWeight
            case 1: order.index = Note.byLabel
            default: break
            }
            order.direction = random.number(2) == 0 ? .ascending : .descending
            if order.index?.name == "weight", random.number(3) == 0 { order.range = .double(-2)..<(.double(4)) }
            return order
        }

        func key(_ note: Note) -> IndexKey {
            switch index?.name {
            case "weight": note.weight.indexKey
            case "label": note.label.indexKey
            default: .null
            }
        }

        func precedes(_ left: Note, _ right: Note) -> Bool {
            guard index != nil else { return direction == .ascending ? left.id < right.id : right.id < left.id }
            let (leftKey, rightKey) = (key(left), key(right))
            if leftKey == rightKey { return left.id < right.id }
            return direction == .ascending ? leftKey < rightKey : rightKey < leftKey
        }
    }

    func sorted(_ order: Order) -> [Note] {
        notes.values.filter { order.range?.contains(order.key($0)) ?? true }.sorted(by: order.precedes)
    }

    /// Changes some notes at random.
    mutating func change(_ random: SeededRandomSource, puts: Int, deletes: Int) -> (put: [Note], delete: [Int]) {
        // Few weights and labels, so that there are many ties; few ids, so that many are put again.
        let put = (0..<random.number(puts + 1)).map { _ in
            Note(
                random.number(120), "text \(random.number(3))", weight: Double(random.number(12)) - 4,
                label: [nil, "a", "b", "\u{E9}", "z"][random.number(5)])
        }
        let delete = (0..<random.number(deletes + 1)).map { _ in random.number(120) }
        for note in put { notes[note.id] = note }
        for id in delete { notes[id] = nil }
        return (put, delete)
    }
}

extension SeededRandomSource {
    func number(_ upper: Int) -> Int { Int(next() % UInt64(upper)) }
}

extension JSONStore {
    func change(_ change: (put: [Note], delete: [Int])) async throws {
        try await write { batch in
            for note in change.put { try batch.upsert(note, in: Note.schema) }
            for id in change.delete { try batch.delete(id, from: Note.schema) }
        }
    }
}
