import Core
import Foundation

@testable import Database

/// A number that several processes keep: how far one of them is.
struct Tally: StoredRecord, Equatable {
    let id: String
    var number: Int

    static let schema = CollectionSchema<Tally>(name: "tallies", indexes: [Index("number", \.number)])
    /// The sum of what all processes have committed.
    static let total = "total"
    static func written(_ process: Int, _ copy: Int) -> String { "process \(process) wrote, copy \(copy)" }
    static func taken(_ process: Int) -> String { "taken of process \(process)" }
    static func takenCount(_ process: Int) -> String { "count taken of process \(process)" }
    static let violation = "violation"
}

/// What a batch leaves beside its numbers: the last ones of each process stay.
struct ProcessEntry: StoredRecord, Equatable {
    let id: Int
    var number: Int
    var text: String

    static let schema = CollectionSchema<ProcessEntry>(name: "entries", indexes: [Index("number", \.number)])
    private static let kept = 64

    /// The id that the batch with a number writes to.
    static func id(_ process: Int, _ number: Int) -> Int { process * 1_000 + number % kept }

    /// What a batch of a process puts there; nil where it deletes.
    init?(_ process: Int, _ number: Int) {
        guard !number.isMultiple(of: 10) else { return nil }
        id = Self.id(process, number)
        self.number = number
        let random = SeededRandomSource(seed: UInt64(process) << 32 + UInt64(number))
        text = String(repeating: "\(process).\(number) ", count: random.number(80))
    }

    /// Everything that is there after a number of batches.
    static func all(_ process: Int, _ number: Int) -> [ProcessEntry] {
        (max(0, number - kept)..<number).compactMap { ProcessEntry(process, $0 + 1) }
    }
}

/// What one process hands over to whichever writes.
struct HandedOver: Codable, Sendable {
    var process: Int
    var number: Int
    /// The last one that was acknowledged to the process before.
    var acknowledged: Int

    /// Applies one, and leaves a note of whatever came twice, in another order or not at all.
    static let kind = HandoverKind<HandedOver>(name: "number") { item, transaction in
        let process = item.process
        let last = try transaction.record(Tally.taken(process), in: Tally.schema)?.number ?? 0
        if last < item.acknowledged || last >= item.number {
            let id = "\(Tally.violation): \(item) came after \(last)"
            try transaction.upsert(Tally(id: id, number: item.number), in: Tally.schema)
        }
        let count = try transaction.record(Tally.takenCount(process), in: Tally.schema)?.number ?? 0
        try transaction.upsert(Tally(id: Tally.takenCount(process), number: count + 1), in: Tally.schema)
        try transaction.upsert(Tally(id: Tally.taken(process), number: item.number), in: Tally.schema)
    }
}

/// A state of the store that has been checked for being whole.
struct ProcessState: Equatable {
    /// The number that each process that writes has come to.
    var written: [Int] = []
    /// The number that was taken last of each process that hands over, and how many.
    var taken: [Int: (last: Int, count: Int)] = [:]

    private static let copies = 0..<4

    struct Violation: Error, CustomStringConvertible {
        var description: String

        init(_ description: String) { self.description = description }
    }

    /// Commits the next batch of a process.
    static func commit(_ process: Int, _ number: Int, _ durability: Durability, to store: JSONStore) async throws {
        try await store.write(durability) { transaction in
            for copy in copies {
                let id = Tally.written(process, copy)
                let last = try transaction.record(id, in: Tally.schema)?.number ?? 0
                guard last == number - 1 else { throw Violation("\(id): \(last) before \(number)") }
                try transaction.upsert(Tally(id: id, number: number), in: Tally.schema)
            }
            if let entry = ProcessEntry(process, number) {
                try transaction.upsert(entry, in: ProcessEntry.schema)
            } else {
                try transaction.delete(ProcessEntry.id(process, number), from: ProcessEntry.schema)
            }
            let total = try transaction.record(Tally.total, in: Tally.schema)?.number ?? 0
            try transaction.upsert(Tally(id: Tally.total, number: total + 1), in: Tally.schema)
        }
    }

    /// A state before everything.
    init() {}

    /// Reads a snapshot and throws where a batch is there in part.
    init(_ snapshot: StoreSnapshot) throws {
        let tallies = try snapshot.window(of: Tally.schema)
        let numbers = Dictionary(uniqueKeysWithValues: tallies.map { ($0.id, $0.number) })
        if let id = numbers.keys.first(where: { $0.hasPrefix(Tally.violation) }) { throw Violation(id) }
        for process in ProcessPlan.writers {
            let copies = Self.copies.map { numbers[Tally.written(process, $0)] ?? 0 }
            guard Set(copies).count == 1 else { throw Violation("torn: process \(process) wrote \(copies)") }
            written.append(copies[0])
        }
        let total = numbers[Tally.total] ?? 0
        guard written.reduce(0, +) == total else { throw Violation("torn: \(written) give \(total)") }
        for process in ProcessPlan.handers {
            taken[process] = (numbers[Tally.taken(process)] ?? 0, numbers[Tally.takenCount(process)] ?? 0)
        }
        let wanted = zip(ProcessPlan.writers, written).flatMap { ProcessEntry.all($0, $1) }
        let found = try snapshot.window(of: ProcessEntry.schema)
        guard found == wanted.sorted(by: { $0.id < $1.id }) else {
            throw Violation("torn: entries \(found.map(\.id)) of \(wanted.map(\.id).sorted()) after \(written)")
        }
        let byNumber = try snapshot.window(of: ProcessEntry.schema, by: ProcessEntry.schema.indexes[0])
        guard byNumber == wanted.sorted(by: { ($0.number, $0.id) < ($1.number, $1.id) }) else {
            throw Violation("torn: the order of entries after \(written)")
        }
        let tallyCount = try snapshot.window(of: Tally.schema, by: Tally.schema.indexes[0]).count
        guard tallyCount == tallies.count else { throw Violation("torn: the order of tallies after \(written)") }
    }

    /// Throws where something of an earlier state is missing.
    func expect(notBefore other: ProcessState) throws {
        for (now, before) in zip(written, other.written) where now < before {
            throw Violation("back in time: \(written) after \(other.written)")
        }
        for (process, before) in other.taken {
            guard let now = taken[process], now.last >= before.last, now.count >= before.count else {
                throw Violation("back in time: taken \(taken) after \(other.taken)")
            }
        }
    }

    static func == (left: ProcessState, right: ProcessState) -> Bool {
        left.written == right.written
            && left.taken.mapValues { [$0.last, $0.count] } == right.taken.mapValues { [$0.last, $0.count] }
    }
}
