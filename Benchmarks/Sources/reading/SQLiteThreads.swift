import Core
import Foundation
import GRDB

/// The same thread in SQLite by GRDB, in its best fair form: rows lie in display order, which an index keeps, and are
/// decoded by hand; what is folded is a table of its own.
///
/// Sorting is a recursive query, depth first. What has changed is read again as a whole, as GRDB's observation does.
struct SQLiteThreads {
    private let plan: ReadingPlan
    private let path: String
    private let clock = ContinuousClock()

    init(_ plan: ReadingPlan) {
        self.plan = plan
        path = "\(plan.folder)/threads.sqlite"
    }

    func run(_ report: inout Report) throws {
        if !FileManager.default.fileExists(atPath: path) { try fill() }
        var (cold, warm, fold, expand, sort) = (Samples(), Samples(), Samples(), Samples(), Samples())
        for _ in 0..<plan.rounds where plan.wants(.threadCold) {
            let begin = clock.now
            let pool = try SQLiteReading.open(path)
            let comments = try pool.read { try thread($0) }
            cold.add(clock.now - begin)
            try check(comments.count >= plan.threadCount, "SQLite shows \(comments.count) comments")
            try pool.close()
        }
        let pool = try SQLiteReading.open(path)
        let source = plan.threadSource
        for round in 0..<plan.rounds {
            if plan.wants(.thread) { try warm.measure(clock) { _ = try pool.read { try thread($0) } } }
            if plan.wants(.sort) {
                try sort.measure(clock) {
                    let order = round.isMultiple(of: 2) ? "created" : "score"
                    let comments = try pool.read { try sorted($0, by: order) }
                    try check(comments.count >= plan.threadCount, "SQLite sorts \(comments.count) comments")
                }
            }
            if plan.wants(.fold) {
                try fold.measure(clock) {
                    try pool.write { database in
                        let upsert =
                            "INSERT INTO folds VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET isFolded = NOT isFolded"
                        try database.cachedStatement(sql: upsert).execute(arguments: [Int64(round * 7 + 1)])
                    }
                    _ = try pool.read { try thread($0) }
                }
            }
        }
        for round in 0..<plan.rounds where plan.wants(.expand) {
            let comments = source.expansion(round).entries.compactMap { entry -> Comment? in
                if case .comment(let comment) = entry { comment } else { nil }
            }
            try expand.measure(clock) {
                try pool.write { database in
                    let statement = try Self.insertStatement(database)
                    for (offset, comment) in comments.enumerated() {
                        let key = Int64(plan.threadCount + round * ThreadSource.step + offset + 1)
                        try Self.insert(comment, key: key, thread: 0, parent: 0, position: Int(key), statement)
                    }
                    try database.cachedStatement(sql: "DELETE FROM placeholders WHERE thread = 0 AND position = ?")
                        .execute(arguments: [round])
                }
                _ = try pool.read { try thread($0) }
            }
        }
        try pool.close()
        for (step, samples) in [
            (Step.threadCold, cold), (.thread, warm), (.fold, fold), (.expand, expand), (.sort, sort),
        ] where plan.wants(step) { report.add(samples, step, isPeer: true) }
    }

    // MARK: Rows

    private static let columns = """
        id, parentID, depth, author, authorFullname, body, score, isScoreHidden, created, edited, isStickied, \
        isSubmitter, isCollapsed, isFolded
        """

    private func thread(_ database: Database) throws -> [(comment: Comment, isFolded: Bool?)] {
        let sql = """
            SELECT \(Self.columns) FROM comments LEFT JOIN folds ON folds.key = comments.key \
            WHERE thread = 0 ORDER BY position
            """
        return try comments(database.cachedStatement(sql: sql))
    }

    private func sorted(_ database: Database, by order: String) throws -> [(comment: Comment, isFolded: Bool?)] {
        let sql = """
            WITH RECURSIVE tree (node, level, rank) AS ( \
            SELECT key, 0, \(order) FROM comments WHERE thread = 0 AND parent = 0 \
            UNION ALL \
            SELECT key, level + 1, \(order) FROM tree CROSS JOIN comments ON parent = node \
            ORDER BY 2 DESC, 3 DESC) \
            SELECT \(Self.columns) FROM tree CROSS JOIN comments ON comments.key = node \
            LEFT JOIN folds ON folds.key = node
            """
        return try comments(database.cachedStatement(sql: sql))
    }

    private func comments(_ statement: Statement) throws -> [(comment: Comment, isFolded: Bool?)] {
        var comments: [(comment: Comment, isFolded: Bool?)] = []
        let rows = try Row.fetchCursor(statement)
        while let row = try rows.next() { comments.append((Self.comment(row), row[13])) }
        return comments
    }

    private static func comment(_ row: Row) -> Comment {
        let parent = (row[1] as String?).map { Comment.Parent.comment(Comment.ID(site: .demo, native: $0)) }
        var comment = Comment(
            id: Comment.ID(site: .demo, native: row[0]), parent: parent ?? .post(ThreadSource.post), depth: row[2])
        comment.author = row[3]
        comment.authorFullname = row[4]
        comment.body = row[5]
        comment.score = row[6]
        comment.isScoreHidden = row[7]
        comment.created = (row[8] as Double?).map { Date(timeIntervalSince1970: $0) }
        comment.edited = (row[9] as Double?).map { .at(Date(timeIntervalSince1970: $0)) } ?? .never
        comment.isStickied = row[10]
        comment.isSubmitter = row[11]
        comment.isCollapsed = row[12]
        return comment
    }

    // MARK: Filling

    private func fill() throws {
        plan.log("filling SQLite with threads")
        let pool = try SQLiteReading.open(path)
        try pool.write { database in
            try database.execute(sql: Self.schema)
            let statement = try Self.insertStatement(database)
            var key: Int64 = 0
            for (number, thread) in plan.threads.enumerated() {
                var keys: [Comment.ID: Int64] = [:]
                for comment in thread.thread.comments {
                    key += 1
                    keys[comment.id] = key
                    var parent: Int64 = 0
                    if case .comment(let id) = comment.parent { parent = keys[id] ?? 0 }
                    try Self.insert(
                        comment, key: key, thread: number, parent: parent, position: Int(key), statement)
                }
                for (position, more) in thread.thread.more.enumerated() {
                    let ids = more.ids.map(\.native).joined(separator: ",")
                    try database.execute(
                        sql: "INSERT INTO placeholders VALUES (?, ?, ?, ?)",
                        arguments: [number, position, more.count, ids])
                }
                // Room for what the placeholders bring.
                if number == 0 { key += Int64(plan.rounds * ThreadSource.step) }
            }
        }
        try pool.close()
    }

    private static let schema = """
        CREATE TABLE comments (
            key INTEGER PRIMARY KEY, thread INTEGER NOT NULL, position INTEGER NOT NULL, parent INTEGER NOT NULL,
            id TEXT NOT NULL UNIQUE, parentID TEXT, depth INTEGER NOT NULL, author TEXT, authorFullname TEXT, body TEXT,
            score INTEGER, isScoreHidden BOOLEAN, created REAL, edited REAL, isStickied BOOLEAN, isSubmitter BOOLEAN,
            isCollapsed BOOLEAN);
        CREATE INDEX display ON comments (thread, position);
        CREATE INDEX answers ON comments (parent, thread, score, created);
        CREATE TABLE folds (key INTEGER PRIMARY KEY, isFolded BOOLEAN NOT NULL);
        CREATE TABLE placeholders (
            thread INTEGER NOT NULL, position INTEGER NOT NULL, count INTEGER NOT NULL, ids TEXT NOT NULL,
            PRIMARY KEY (thread, position)) WITHOUT ROWID;
        """

    private static func insertStatement(_ database: Database) throws -> Statement {
        try database.cachedStatement(
            sql: "INSERT INTO comments VALUES (\(Array(repeating: "?", count: 17).joined(separator: ", ")))")
    }

    private static func insert(
        _ comment: Comment, key: Int64, thread: Int, parent: Int64, position: Int, _ statement: Statement
    ) throws {
        var parentID: String?
        if case .comment(let id) = comment.parent { parentID = id.native }
        let edited: Double? = if case .at(let date) = comment.edited { date.timeIntervalSince1970 } else { nil }
        try statement.execute(arguments: [
            key, thread, position, parent, comment.id.native, parentID, comment.depth, comment.author,
            comment.authorFullname, comment.body, comment.score, comment.isScoreHidden,
            comment.created?.timeIntervalSince1970, edited, comment.isStickied, comment.isSubmitter,
            comment.isCollapsed,
        ])
    }
}
