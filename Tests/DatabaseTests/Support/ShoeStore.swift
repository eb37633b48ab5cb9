import Core
import Mocks

@testable import Database

/// A record as it was released first.
struct OldShoe: StoredRecord {
    let id: Int
    var name: String

    static let schema = CollectionSchema<OldShoe>(name: "shoes")
}

/// The same in the second release, with a property more, and a version that was left as it was.
struct NewShoe: StoredRecord, Equatable {
    let id: Int
    var name: String
    var size: Int

    static let schema = CollectionSchema<NewShoe>(name: "shoes")
    static let indexed = CollectionSchema<NewShoe>(name: "shoes", indexes: [Index("size", \.size)])
    static let migrated = CollectionSchema<NewShoe>(
        name: "shoes",
        migrations: [
            Migration(from: OldShoe.self, to: NewShoe.self) { NewShoe(id: $0.id, name: $0.name, size: 42) }
        ])
}

/// A record of either release: without a size it does not fit the second.
struct AnyShoe: StoredRecord {
    let id: Int
    var name: String
    var size: Int?

    static let schema = CollectionSchema<AnyShoe>(name: "shoes")
}

/// The same in a third release.
struct ColouredShoe: StoredRecord {
    let id: Int
    var name: String
    var size: Int
    var colour: String

    static let schema = CollectionSchema<ColouredShoe>(name: "shoes")
}

/// A disk with a store of shoes and tags.
struct ShoeStore: Sendable {
    static let directory = "/tmp/store"

    let files = InMemoryFileSystem()
    var limits = StoreLimits()

    /// A world whose journal is compacted soon.
    static var small: ShoeStore {
        var world = ShoeStore()
        world.limits.compactionBytes = 256
        world.limits.freezeCount = 8
        world.limits.segmentBytes = 1_024
        return world
    }

    func open(_ schema: CollectionSchema<some StoredRecord>) throws -> JSONStore {
        try JSONStore(
            directory: Self.directory, collections: [AnyCollectionSchema(schema), AnyCollectionSchema(Tag.schema)],
            files: files, time: ManualClock(), limits: limits)
    }

    /// Fills a new store, some of whose records have a size.
    func fill(_ count: Int, hasSize: @escaping @Sendable (Int) -> Bool) async throws {
        let store = try open(AnyShoe.schema)
        try await store.write(.synced) { batch in
            for id in 1...count {
                let shoe = AnyShoe(id: id, name: "shoe \(id)", size: hasSize(id) ? id : nil)
                try batch.upsert(shoe, in: AnyShoe.schema)
            }
        }
        try await store.close()
    }

    /// Writes one tag again and again, until the journal was compacted.
    func compact(_ store: JSONStore) async throws {
        for _ in 1...200 {
            try await store.write { try $0.upsert(Tag(id: "a"), in: Tag.schema) }
        }
    }

    /// Loses what is derived.
    func loseManifest() throws {
        try files.remove(Manifest.path(Self.directory))
    }

    var contents: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: files.paths.map { ($0, files.bytes(at: $0) ?? []) })
    }

    /// The lines of the journal that have a text.
    func lines(containing text: String) -> [String] {
        files.paths.filter { $0.contains("journal-") && $0.hasSuffix(".jsonl") }.sorted().flatMap { path in
            String(decoding: files.bytes(at: path) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        }.filter { $0.contains(text) }
    }

    /// A file of the journal's format.
    ///
    /// - Parameter batches: The lines of each batch.
    /// - Returns: Its bytes.
    static func journal(_ batches: [String]...) -> [UInt8] {
        var bytes = JournalLine.makeHead(segment: 1, next: 1)
        for (position, batch) in batches.enumerated() {
            let lines = Array(batch.map { $0 + "\n" }.joined().utf8)
            bytes += lines + JournalLine.makeTrailer(number: UInt64(position + 1), records: lines)
        }
        return bytes
    }

    /// The line of a shoe.
    static func put(_ json: String) -> String { "{\"put\":\"shoes\",\"value\":\(json)}" }
    static let naming = "{\"collection\":\"shoes\",\"version\":1}"
}
