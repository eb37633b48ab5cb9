import Core
import Mocks
import Testing

@testable import Database

/// A record with a value of each kind that can be sorted by.
struct Item: StoredRecord, Equatable {
    let id: Int
    var title: String
    var price: Double
    var label: String?
    var count: Int64?

    static func schema(_ version: Int = 1) -> CollectionSchema<Item> {
        CollectionSchema(
            name: "items",
            indexes: [
                Index("price", \.price), Index("label", \.label, version: version), Index("count", \.count),
                Index("title", \.title),
            ], search: [SearchField("title", \.title)])
    }
    static let schema = schema()

    /// Byte by byte: Swift's own equality looks through canonical equivalence, and takes -0.0 for 0.0.
    static func == (left: Item, right: Item) -> Bool {
        left.id == right.id && left.title.utf8.elementsEqual(right.title.utf8)
            && left.price.bitPattern == right.price.bitPattern && left.label.indexKey == right.label.indexKey
            && left.count == right.count
    }
}

/// A record whose id is a text.
struct Mark: StoredRecord, Equatable {
    let id: String
    var value: Double?

    static let schema = CollectionSchema<Mark>(name: "marks", indexes: [Index("value", \.value)])
}

/// What a batch does.
struct LedgerBatch: Sendable {
    enum Step: Sendable {
        case put(Item)
        /// Adds the price to that of the stored record, and takes over the rest.
        case add(Item)
        case delete(Int)
        case mark(Mark)
        case unmark(String)
    }

    var steps: [Step]

    func fill(_ batch: inout WriteTransaction) throws {
        for step in steps {
            switch step {
            case .put(let item): try batch.upsert(item, in: Item.schema)
            case .add(let item): try batch.upsert(item, in: Item.schema, merging: AcknowledgedWrites.merge)
            case .delete(let id): try batch.delete(id, from: Item.schema)
            case .mark(let mark): try batch.upsert(mark, in: Mark.schema)
            case .unmark(let id): try batch.delete(id, from: Mark.schema)
            }
        }
    }

    static let titles = [
        "", "plain", "with \"quotes\" and \\", "line\nbreak\u{0}zero\u{1}one", "\u{E9}t\u{E9}", "e\u{301}te\u{301}",
        "👩‍👩‍👧 family", "\u{2028}\u{FFFF}", "{\"commit\":1,\"bytes\":0}", "zz", "Zz", "tab\tand /",
    ]
    static let prices = [0.0, -0.0, 1, -1, 1.5, -1.5, 1e300, -1e300, .leastNonzeroMagnitude, 0.1, 2, 3]
    static let counts: [Int64?] = [nil, 0, 1, -1, .max, .min, .max - 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1]
    static let names = ["a", "b", "", "ab", "\u{1}", "ü", "z\u{0}", "Ω", "c d", "{}"]

    static func random(_ random: SeededRandomSource, ids: Int = 90, size: Int = 10) -> LedgerBatch {
        let steps = (0..<1 + random.number(size)).map { _ -> Step in
            let id = random.number(ids) - 10
            switch random.number(12) {
            case 0, 1: return .delete(id)
            case 2, 3: return .add(.random(id, random))
            case 4: return .mark(Mark(id: names[random.number(names.count)], value: mark(random)))
            case 5: return .unmark(names[random.number(names.count)])
            default: return .put(.random(id, random))
            }
        }
        return LedgerBatch(steps: steps)
    }

    private static func mark(_ random: SeededRandomSource) -> Double? {
        random.number(3) == 0 ? nil : prices[random.number(prices.count)]
    }
}

extension Item {
    static func random(_ id: Int, _ random: SeededRandomSource) -> Item {
        Item(
            id: id, title: LedgerBatch.titles[random.number(LedgerBatch.titles.count)],
            price: LedgerBatch.prices[random.number(LedgerBatch.prices.count)],
            label: [nil, "", "a", "b", "\u{E9}"][random.number(5)],
            count: LedgerBatch.counts[random.number(LedgerBatch.counts.count)])
    }
}

/// The same records in dictionaries, sorted anew for every question: what the store is measured by.
struct AcknowledgedWrites: Equatable {
    var items: [Int: Item] = [:]
    var marks: [String: Mark] = [:]

    static func merge(_ stored: Item, _ new: Item) -> Item {
        var merged = new
        merged.price = stored.price == 0 ? new.price : stored.price
        merged.title = stored.title
        return merged
    }

    mutating func apply(_ batch: LedgerBatch) {
        for step in batch.steps {
            switch step {
            case .put(let item): items[item.id] = item
            case .add(let item): items[item.id] = items[item.id].map { Self.merge($0, item) } ?? item
            case .delete(let id): items[id] = nil
            case .mark(let mark): marks[mark.id] = mark
            case .unmark(let id): marks[id] = nil
            }
        }
    }

    /// The same batch without a look at what is stored: merged records, and no deletes that delete nothing.
    func resolve(_ batch: LedgerBatch) -> LedgerBatch {
        var now = self
        var resolved = LedgerBatch(steps: [])
        for step in batch.steps {
            let before = now
            now.apply(LedgerBatch(steps: [step]))
            switch step {
            case .add(let item): resolved.steps.append(.put(now.items[item.id] ?? item))
            case .delete(let id) where before.items[id] == nil: break
            case .unmark(let id) where before.marks[id] == nil: break
            default: resolved.steps.append(step)
            }
        }
        return resolved
    }

    func sorted(
        _ index: Index<Item>?, _ direction: SortDirection = .ascending, in range: Range<IndexKey>? = nil
    ) -> [Item] {
        Self.sorted(items, index, direction, in: range)
    }

    static func sorted<Record: StoredRecord>(
        _ records: [Record.ID: Record], _ index: Index<Record>?, _ direction: SortDirection,
        in range: Range<IndexKey>? = nil
    ) -> [Record] {
        let keyed = records.values.map { (key: index?.key($0) ?? .null, id: $0.id.indexKey, record: $0) }
        let isAscending = direction == .ascending
        return keyed.filter { row in range.map { $0.contains(index == nil ? row.id : row.key) } ?? true }
            .sorted { left, right in
                if index == nil { return isAscending ? left.id < right.id : right.id < left.id }
                if left.key == right.key { return left.id < right.id }
                return isAscending ? left.key < right.key : right.key < left.key
            }.map(\.record)
    }
}
