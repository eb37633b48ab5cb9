import Core
import Database
import Foundation
import GRDB

/// A plain `Codable` record with a text of some length, sorted by its date.
struct Document: Hashable, Identifiable, Sendable, Codable, StoredRecord {
    let id: Int
    var date: Date
    var title: String
    var text: String

    static let byDate = TypedIndex<Document, Date>("date", \.date)
    static let schema = CollectionSchema<Document>(name: "documents", indexes: [byDate.index])

    /// The same for the same id and length.
    init(_ id: Int, length: Int) {
        self.id = id
        date = Date(timeIntervalSince1970: Double(id * 7_919 % 1_000_003))
        title = "Document \(id)"
        text = "\(id) ".padding(toLength: length, withPad: Self.words, startingAt: id % 26)
    }

    private static let words = "the quick brown fox jumps over a lazy dog, and \"quotes\" it; "
}

/// A store of documents that can be measured.
protocol DocumentPeer: AnyObject, Sendable {
    static func open(_ folder: String) async throws -> Self
    func commit(_ documents: [Document]) async throws
    /// Those with the latest dates.
    func newest(_ limit: Int) throws -> [Document]
    func count() throws -> Int
    func close() async throws
}

extension PeerKind {
    var documents: any DocumentPeer.Type {
        switch self {
        case .lantern: LanternDocuments.self
        case .grdb: GRDBDocuments.self
        }
    }
}

/// Lantern's JSON store.
final class LanternDocuments: DocumentPeer {
    private let store: JSONStore

    private init(store: JSONStore) {
        self.store = store
    }

    static func open(_ folder: String) async throws -> LanternDocuments {
        let store = try await JSONStore.open(directory: folder, collections: [AnyCollectionSchema(Document.schema)])
        guard store.damages.isEmpty else { throw RunFailure("the store is damaged: \(store.damages)") }
        return LanternDocuments(store: store)
    }

    func commit(_ documents: [Document]) async throws {
        try await store.write { transaction in
            for document in documents { try transaction.upsert(document, in: Document.schema) }
        }
    }

    func newest(_ limit: Int) throws -> [Document] {
        try store.snapshot().window(
            of: Document.schema, by: Document.schema.indexes[0], .descending, from: .offset(0), limit: limit)
    }

    func count() throws -> Int { try store.snapshot().count(of: Document.schema) }

    func close() async throws { try await store.close() }
}

/// GRDB's pool on SQLite, set as for deals.
final class GRDBDocuments: DocumentPeer {
    private let pool: DatabasePool

    private init(pool: DatabasePool) {
        self.pool = pool
    }

    static func open(_ folder: String) throws -> GRDBDocuments {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/documents.sqlite"
        let isNew = !FileManager.default.fileExists(atPath: path)
        let pool = try DatabasePool(path: path, configuration: GRDBPeer.configuration())
        if isNew {
            try pool.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE documents (
                            id INTEGER PRIMARY KEY, date REAL NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL);
                        CREATE INDEX documents_date ON documents(date)
                        """)
            }
        }
        return GRDBDocuments(pool: pool)
    }

    func commit(_ documents: [Document]) throws {
        try pool.write { database in
            let statement = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO documents (id, date, title, text) VALUES (?, ?, ?, ?)")
            for document in documents {
                statement.setUncheckedArguments([
                    document.id, document.date.timeIntervalSince1970, document.title, document.text,
                ])
                try statement.execute()
            }
        }
    }

    func newest(_ limit: Int) throws -> [Document] {
        try pool.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT id, date, title, text FROM documents ORDER BY date DESC, id DESC LIMIT ?")
            var documents: [Document] = []
            let rows = try Row.fetchCursor(statement, arguments: [limit])
            while let row = try rows.next() {
                documents.append(
                    Document(
                        id: row[0], date: Date(timeIntervalSince1970: row[1]), title: row[2], text: row[3]))
            }
            return documents
        }
    }

    func count() throws -> Int {
        try pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM documents") } ?? 0
    }

    func close() throws { try pool.close() }
}

extension Document {
    init(id: Int, date: Date, title: String, text: String) {
        self.id = id
        self.date = date
        self.title = title
        self.text = text
    }
}
