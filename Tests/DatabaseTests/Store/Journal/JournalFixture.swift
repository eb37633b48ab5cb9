import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What a journal says: the records of each collection by id, with where they lie.
struct Shelf: JournalVisitor {
    struct Place: Equatable {
        var json: String
        var file: UInt32
        var offset: Int
        var version: Int
    }
    struct UnreadableRecord: Error {}

    var places: [String: [Int: Place]] = [:]
    var commits: [UInt64] = []
    var unreadableRecords: [String] = []

    mutating func begin(_ file: JournalFile) {}

    mutating func put(
        _ collection: String, json: ArraySlice<UInt8>, file: UInt32, offset: Int, version: Int
    ) throws {
        let value = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        guard let id = value?["id"] as? Int else { throw UnreadableRecord() }
        places[collection, default: [:]][id] = Place(
            json: String(decoding: json, as: UTF8.self), file: file, offset: offset, version: version)
    }

    mutating func delete(_ collection: String, id json: ArraySlice<UInt8>) throws {
        guard let id = Int(String(decoding: json, as: UTF8.self)) else { throw UnreadableRecord() }
        places[collection, default: [:]][id] = nil
    }

    mutating func keep(
        unreadableRecord collection: String, isDelete: Bool, json: ArraySlice<UInt8>, file: UInt32, offset: Int
    ) {
        unreadableRecords.append(String(decoding: json, as: UTF8.self))
    }

    mutating func commit(_ number: UInt64) { commits.append(number) }

    mutating func check(_ versions: [String: Int]) throws {}

    /// The JSON of each record.
    subscript(collection: String) -> [Int: String] { (places[collection] ?? [:]).mapValues(\.json) }
}

/// A disk with a journal on it.
struct JournalFixture {
    static let directory = "/tmp/journal"

    var files = InMemoryFileSystem()
    var schemas = ["notes": 1]
    var migrations: [String: JournalRecovery.Migration] = [:]
    var segmentBytes = Journal.segmentBytes

    struct Opened {
        let journal: Journal
        let shelf: Shelf
        let damages: [StoreDamage]

        var notes: [Int: String] { shelf["notes"] }
    }

    func path(_ segment: Int) -> String { Journal.path(Self.directory, segment) }

    var segments: [Int] {
        files.paths.compactMap { $0.split(separator: "/").last.flatMap { Journal.segment(ofName: String($0)) } }
    }

    func open(from checkpoint: JournalCheckpoint? = nil, onto notes: [Int: String] = [:]) throws -> Opened {
        try files.makeDirectory(Self.directory)
        var recovery = JournalRecovery(
            folder: JournalFolder(files: files, path: Self.directory), schemas: schemas, migrations: migrations,
            now: Date(timeIntervalSince1970: 1_700_000_000))
        recovery.segmentBytes = segmentBytes
        var shelf = Shelf()
        // Known from before; where they lie is another matter.
        for (id, json) in notes {
            shelf.places["notes", default: [:]][id] = Shelf.Place(json: json, file: 0, offset: 0, version: 1)
        }
        let journal = try recovery.run(from: checkpoint, visitor: &shelf)
        return Opened(journal: journal, shelf: shelf, damages: recovery.damages)
    }

    /// The notes of a journal that ``fill()`` has made.
    static let filled = notes([2, 3, 4, 6, 7, 8], text: "new")

    /// Makes segments 1, 2 and 3, and 4 that is being written; every record is put twice and two are deleted.
    func fill() throws -> Journal {
        let journal = try open().journal
        for segment in 0..<3 {
            for id in 1...8 where id % 3 == segment {
                _ = try journal.append([Self.batch(id, text: "old")], isSynced: false)
                _ = try journal.append([Self.batch(id, text: "new")], isSynced: false)
            }
            if segment == 2 { _ = try journal.append([Self.batch(deleting: [1, 5])], isSynced: false) }
            try journal.roll()
        }
        try journal.sync()
        return journal
    }

    /// Whether each record lies where the journal said it does.
    func expectPlacesAreRight(_ opened: Opened, _ comment: Testing.Comment? = nil) throws {
        for place in opened.shelf.places.values.flatMap(\.values) {
            let file = try #require(opened.journal.files.first { $0.id == place.file }, comment)
            let bytes = try file.handle.read(at: place.offset, count: place.json.utf8.count)
            #expect(String(decoding: bytes, as: UTF8.self) == place.json, comment)
        }
    }

    static func json(_ id: Int, _ text: String = "note") -> String { "{\"id\":\(id),\"text\":\"\(text)\"}" }

    static func batch(
        _ ids: Int..., text: String = "note", in name: String = "notes", version: Int = 1, deleting: [Int] = []
    ) -> Journal.Batch {
        var lines = ""
        for id in ids { lines += "{\"put\":\"\(name)\",\"value\":\(json(id, text))}\n" }
        for id in deleting { lines += "{\"delete\":\"\(name)\",\"id\":\(id)}\n" }
        return Journal.Batch(records: Array(lines.utf8), versions: [name: version])
    }

    static func notes(_ ids: some Sequence<Int>, text: String = "note") -> [Int: String] {
        Dictionary(uniqueKeysWithValues: ids.map { ($0, json($0, text)) })
    }
}
