import Database
import Foundation
import GRDB

/// Title search over 100,000 posts, or as many as there are deals: up to 100 results of each query.
///
/// The peer is SQLite's FTS5 with trigrams, which finds texts inside words as Lantern does.
final class SearchPhase {
    private let run: SizeRun
    private let titles: TitleSource
    private var store: JSONStore?
    private var pool: DatabasePool?

    init(_ run: SizeRun) async throws {
        self.run = run
        titles = TitleSource(seed: run.settings.seed, count: min(run.count, 100_000))
        for peer in run.settings.peers {
            let folder = run.folder(peer, "titles")
            try run.settings.remove(folder)
            switch peer {
            case .lantern: store = try await fill(folder)
            case .grdb: pool = try fillPool(folder)
            }
        }
    }

    func end() async throws {
        try await store?.close()
        try pool?.close()
        for peer in run.settings.peers { try run.settings.remove(run.folder(peer, "titles")) }
    }

    func measure(_ order: [PeerKind]) throws {
        let clock = ContinuousClock()
        var answers: [[Set<Int>]] = []
        for peer in order {
            var times = Samples()
            var results = 0
            var answer: [Set<Int>] = []
            for (number, query) in (titles.queries.prefix(10) + titles.queries).enumerated() {
                let begin = clock.now
                let found = try peer == .lantern ? lantern(query) : grdb(query)
                let took = clock.now - begin
                // The first few warm up.
                if number >= 10 { times.add(took) }
                results += found.count
                answer.append(Set(found.map(\.id)))
            }
            answers.append(answer)
            try check(results > titles.queries.count, "\(peer.rawValue) finds next to nothing")
            run.add(times.percentile(0.95), .search, peer)
            run.note(
                "search \(peer.rawValue): \(times.values.count) queries, \(results) results, "
                    + "median \(times.median.short), p95 \(times.percentile(0.95).short), "
                    + "longest \(times.percentile(1).short) ms")
        }
        for (first, second) in zip(answers[0], answers[answers.count - 1]) {
            // Which hundred of more are found is up to each side.
            try check(first == second || first.count == 100 && second.count == 100, "a search for titles")
        }
    }

    // MARK: Lantern

    private func fill(_ folder: String) async throws -> JSONStore {
        let store = try await JSONStore.open(
            directory: folder, collections: [AnyCollectionSchema(TitledPost.schema)])
        for start in stride(from: 0, to: titles.posts.count, by: 1000) {
            let posts = titles.posts[start..<min(start + 1000, titles.posts.count)]
            try await store.write { transaction in
                for post in posts { try transaction.upsert(post, in: TitledPost.schema) }
            }
        }
        return store
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
            for post in titles.posts { try insert.execute(arguments: [post.id, post.title, post.author, post.score]) }
            try database.execute(sql: "INSERT INTO titles (titles) VALUES ('rebuild')")
        }
        return pool
    }

    private func grdb(_ query: String) throws -> [TitledPost] {
        guard let pool else { return [] }
        let pattern = query.split(separator: " ").map { "\"\($0)\"" }.joined(separator: " ")
        return try pool.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT posts.id, posts.title, author, score FROM titles JOIN posts ON posts.id = titles.rowid
                    WHERE titles MATCH ? LIMIT 100
                    """)
            let rows = try Row.fetchCursor(statement, arguments: [pattern])
            var posts: [TitledPost] = []
            while let row = try rows.next() {
                posts.append(TitledPost(id: row[0], title: row[1], author: row[2], score: row[3]))
            }
            return posts
        }
    }
}
