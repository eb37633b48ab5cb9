import Database
import Foundation
import GRDB

/// Search over 100,000 texts, or as many as there are deals: up to 100 results of each query.
///
/// The peer is SQLite's FTS5 with trigrams, which finds texts inside words as Lantern does. It has nothing for words of
/// one or two letters; there SQLite looks for them with `LIKE`, which ends at the hundredth result.
final class SearchPhase {
    private let run: SizeRun
    private let texts: SearchTexts
    private let source: TitleSource
    private var store: JSONStore?
    private var pool: DatabasePool?

    init(_ run: SizeRun, _ texts: SearchTexts) async throws {
        self.run = run
        self.texts = texts
        source = TitleSource(texts, seed: run.settings.seed, count: min(run.count, 100_000))
        let bytes = source.posts.reduce(0) { $0 + $1.title.utf8.count }
        for peer in run.settings.peers {
            let folder = folder(peer)
            try run.settings.remove(folder)
            switch peer {
            case .lantern: store = try await fill(folder)
            case .grdb: pool = try fillPool(folder)
            }
            let size = try run.settings.size(of: folder)
            run.note("\(texts.rawValue) \(peer.rawValue): \(source.posts.count) of \(bytes) bytes, files of \(size)")
        }
    }

    private func folder(_ peer: PeerKind) -> String { run.folder(peer, texts.rawValue) }

    func end() async throws {
        try await store?.close()
        try pool?.close()
        for peer in run.settings.peers { try run.settings.remove(folder(peer)) }
    }

    func measure(_ order: [PeerKind]) throws {
        for kind in texts.figures where run.wants(kind) { try measure(kind, source.queries(kind), order) }
    }

    private func measure(_ kind: FigureKind, _ queries: [String], _ order: [PeerKind]) throws {
        let clock = ContinuousClock()
        var answers: [[Set<Int>]] = []
        for peer in order {
            var times = Samples()
            var results = 0
            var answer: [Set<Int>] = []
            for (number, query) in (queries + queries).enumerated() {
                let begin = clock.now
                let found = try peer == .lantern ? lantern(query) : grdb(query)
                let took = clock.now - begin
                // All of them once before: what the system has dropped meanwhile of either side's files is no part of this.
                if number >= queries.count { times.add(took) }
                results += found.count
                answer.append(Set(found.map(\.id)))
            }
            answers.append(answer)
            try check(results > queries.count, "\(peer.rawValue) finds next to nothing")
            run.add(times.percentile(0.95), kind, peer)
            run.note(
                "\(kind.rawValue) \(peer.rawValue): \(times.values.count) queries, \(results) results, "
                    + "median \(times.median.short), p95 \(times.percentile(0.95).short), "
                    + "longest \(times.percentile(1).short) ms")
        }
        for (number, (first, second)) in zip(answers[0], answers[answers.count - 1]).enumerated() {
            let query = (queries + queries)[number]
            // Which hundred of more are found is up to each side. LIKE knows the case of ASCII only.
            let isAlike =
                first.count == 100 && second.count == 100 || isLike(query) && !query.utf8.allSatisfy { $0 < 128 }
            try check(first == second || isAlike, "a search for '\(query)'")
        }
    }

    // MARK: Lantern

    private func fill(_ folder: String) async throws -> JSONStore {
        let collections = [AnyCollectionSchema(TitledPost.schema)]
        let store = try await JSONStore.open(directory: folder, collections: collections)
        for start in stride(from: 0, to: source.posts.count, by: 1000) {
            let posts = source.posts[start..<min(start + 1000, source.posts.count)]
            try await store.write { transaction in
                for post in posts { try transaction.upsert(post, in: TitledPost.schema) }
            }
        }
        // As an app finds it, and as the peer's index is put in order as well.
        try await store.close()
        return try await JSONStore.open(directory: folder, collections: collections)
    }

    private func lantern(_ query: String) throws -> [TitledPost] {
        guard let store else { return [] }
        return try store.snapshot().search(query, in: TitledPost.title, of: TitledPost.schema, limit: 100)
    }

    // MARK: GRDB

    private func fillPool(_ folder: String) throws -> DatabasePool {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let pool = try DatabasePool(path: "\(folder)/titles.sqlite", configuration: GRDBPeer.configuration())
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE posts (
                        id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL, score INTEGER NOT NULL);
                    CREATE VIRTUAL TABLE titles USING fts5(title, content = 'posts', content_rowid = 'id', tokenize = 'trigram');
                    """)
            let insert = try database.makeStatement(sql: "INSERT INTO posts VALUES (?, ?, ?, ?)")
            for post in source.posts { try insert.execute(arguments: [post.id, post.title, post.author, post.score]) }
            try database.execute(sql: "INSERT INTO titles (titles) VALUES ('rebuild')")
            try database.execute(sql: "INSERT INTO titles (titles) VALUES ('optimize')")
        }
        return pool
    }

    /// Whether a query has a word that is too short for trigrams.
    private func isLike(_ query: String) -> Bool {
        query.split(separator: " ").contains { $0.unicodeScalars.count < 3 }
    }

    private func grdb(_ query: String) throws -> [TitledPost] {
        guard let pool else { return [] }
        let words = query.split(separator: " ").map(String.init)
        let sql: String
        let arguments: StatementArguments
        if isLike(query) {
            let conditions = words.map { _ in "title LIKE ?" }.joined(separator: " AND ")
            sql = "SELECT id, title, author, score FROM posts WHERE \(conditions) LIMIT 100"
            arguments = StatementArguments(words.map { "%\($0)%" })
        } else {
            sql = """
                SELECT posts.id, posts.title, author, score FROM titles JOIN posts ON posts.id = titles.rowid
                WHERE titles MATCH ? LIMIT 100
                """
            arguments = [words.map { "\"\($0)\"" }.joined(separator: " ")]
        }
        return try pool.read { database in
            let rows = try Row.fetchCursor(try database.cachedStatement(sql: sql), arguments: arguments)
            var posts: [TitledPost] = []
            while let row = try rows.next() {
                posts.append(TitledPost(id: row[0], title: row[1], author: row[2], score: row[3]))
            }
            return posts
        }
    }
}
