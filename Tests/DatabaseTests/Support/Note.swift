import Core
import Database
import Foundation

/// A record for tests: one of each kind of value.
struct Note: StoredRecord, Equatable {
    let id: Int
    var text: String
    var weight: Double
    var label: String?
    var date: Date?

    init(_ id: Int, _ text: String = "note", weight: Double = 0, label: String? = nil, date: Date? = nil) {
        self.id = id
        self.text = text
        self.weight = weight
        self.label = label
        self.date = date
    }

    static let schema = CollectionSchema<Note>(
        name: "notes",
        indexes: [Index("weight", \.weight), Index("label", \.label), Index("date", \.date)])
    static var byWeight: Index<Note> { schema.indexes[0] }
    static var byLabel: Index<Note> { schema.indexes[1] }
}

/// A second collection, so that batches can span two.
struct Tag: StoredRecord, Equatable {
    let id: String

    static let schema = CollectionSchema<Tag>(name: "tags")
}

extension JSONStore {
    static func open(
        _ directory: String, files: any FileSystem = LocalFileSystem(), time: any TimeProvider = SystemTimeProvider()
    ) throws -> JSONStore {
        try JSONStore(
            directory: directory, collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(Tag.schema)],
            files: files, time: time)
    }

    func put(_ notes: Note..., durability: Durability = .buffered) async throws {
        try await write(durability) { batch in
            for note in notes { try batch.upsert(note, in: Note.schema) }
        }
    }

    var notes: [Note] { get throws { try snapshot().window(of: Note.schema) } }
}
