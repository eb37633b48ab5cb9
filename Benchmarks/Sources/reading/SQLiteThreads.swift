import Core
import Foundation
import GRDB

/// The same thread in SQLite by GRDB, in its best fair form: rows lie in display order, which an index keeps, and are
/// decoded by hand; what is folded is a table of its own.
///
/// Two forms are measured in turns: every row decoded as a whole, so that every text is in memory, and what a list needs
/// of every row, by a covering index, with the comments of the first screen as a whole. Sorting is a recursive query, depth first. What has changed is read again, as GRDB's observation does.
struct SQLiteThreads {
    private enum Form: String, CaseIterable {
        case whole, screen
    }

    private let plan: ReadingPlan
    private let path: String
    private let clock = ContinuousClock()

    init(_ plan: ReadingPlan) {
        self.plan = plan
        path = "\(plan.folder)/threads.sqlite"
    }

    func run(_ report: inout Report) throws {
        if !FileManager.default.fileExists(atPath: path) { try fill() }
        var samples: [Step: [Form: Samples]] = [:]
        func measure(_ step: Step, _ form: Form, _ work: () throws -> Void) rethrows {
            guard plan.wants(step) else { return }
            try samples[step, default: [:]][form, default: Samples()].measure(clock, work)
            // As long as Lantern rests: a person does one thing after the other, and not at once.
            if step != .threadCold { Thread.sleep(forTimeInterval: ReadingPlan.rest) }
        }
        for _ in 0..<plan.rounds {
            for form in Form.allCases {
                var opened: DatabasePool?
                try measure(.threadCold, form) {
                    let pool = try SQLiteReading.open(path)
                    try pool.read { try show($0, form) }
                    opened = pool
                }
                try opened?.close()
            }
        }
        let pool = try SQLiteReading.open(path)
        let source = plan.threadSource
        for round in 0..<plan.rounds {
            for form in Form.allCases {
                try measure(.thread, form) { try pool.read { try show($0, form) } }
                try measure(.sort, form) {
                    try pool.read { try showSorted($0, by: round.isMultiple(of: 2) ? "created" : "score", form) }
                }
                try measure(.fold, form) {
                    try pool.write { database in
                        let upsert =
                            "INSERT INTO folds VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET isFolded = NOT isFolded"
                        try database.cachedStatement(sql: upsert).execute(arguments: [Int64(round * 7 + 1)])
                    }
                    try pool.read { try show($0, form) }
                }
            }
        }
        // What can be fetched again is not synced by Lantern either; a fold is, by both.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        for round in 0..<plan.rounds where plan.wants(.expand) {
            let comments = source.expansion(round).entries.compactMap { entry -> Comment? in
                if case .comment(let comment) = entry { comment } else { nil }
            }
            let form = Form.allCases[round % 2]
            try measure(.expand, form) {
                try pool.write { database in
                    let statement = try Self.insertStatement(database)
                    for (offset, comment) in comments.enumerated() {
                        let key = Int64(plan.threadCount + round * ThreadSource.step + offset + 1)
                        try Self.insert(comment, key: key, thread: 0, parent: 0, position: Int(key), statement)
                    }
                    try database.cachedStatement(sql: "DELETE FROM placeholders WHERE thread = 0 AND position = ?")
                        .execute(arguments: [round])
                }
                try pool.read { try show($0, form) }
            }
        }
        try pool.close()
        for step in Step.allCases {
            guard let forms = samples[step], let whole = forms[.whole] else { continue }
            report.add(whole, step, isPeer: true)
            if let screen = forms[.screen] { report.add(screen, part: "SQLite, the first screen alone: \(step.name)") }
        }
    }

    // MARK: Rows

    private static let columns = """
        id, parentID, depth, author, authorFullname, body, score, isScoreHidden, created, edited, isStickied, \
        isSubmitter, isCollapsed, isFolded
        """

    /// What a list needs of a row.
    private struct Line {
        let key: Int64
        let parent: Int64
        let depth: Int
        let isCollapsed: Bool?
        let isFolded: Bool?
    }

    /// Reads the thread in display order.
    private func show(_ database: Database, _ form: Form) throws {
        let folds = "FROM comments LEFT JOIN folds ON folds.key = comments.key WHERE thread = 0 ORDER BY position"
        let isWhole = form == .whole
        let first = "SELECT \(Self.columns) \(folds)\(isWhole ? "" : " LIMIT \(ReadingPlan.screen)")"
        let comments = try comments(database.cachedStatement(sql: first))
        try check(isWhole ? comments.count >= plan.threadCount : comments.count == ReadingPlan.screen, "SQLite shows")
        let places = "SELECT position, count, ids FROM placeholders WHERE thread = 0 ORDER BY position"
        var placeholders: [(position: Int, count: Int, ids: String)] = []
        let found = try Row.fetchCursor(database.cachedStatement(sql: places))
        while let row = try found.next() { placeholders.append((row[0], row[1], row[2])) }
        try check(!placeholders.isEmpty, "SQLite shows no placeholder")
        guard !isWhole else { return try check(!Self.visible(comments).isEmpty, "SQLite shows no row") }
        let sql = "SELECT comments.key, parent, depth, isCollapsed, isFolded \(folds)"
        var lines: [Line] = []
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
        while let row = try rows.next() {
            lines.append(Line(key: row[0], parent: row[1], depth: row[2], isCollapsed: row[3], isFolded: row[4]))
        }
        try check(lines.count >= plan.threadCount, "SQLite shows \(lines.count) comments")
    }

    /// The rows that can be seen, each with the number of comments below it.
    private static func visible(_ comments: [WholeRow]) -> [(index: Int, replyCount: Int)] {
        var ends = Array(repeating: comments.count, count: comments.count)
        var open: [Int] = []
        for index in comments.indices {
            while let last = open.last, comments[last].depth >= comments[index].depth {
                ends[last] = index
                open.removeLast()
            }
            open.append(index)
        }
        var rows: [(index: Int, replyCount: Int)] = []
        rows.reserveCapacity(comments.count)
        var index = 0
        while index < comments.count {
            rows.append((index, ends[index] - index - 1))
            index = comments[index].isFolded == true ? ends[index] : index + 1
        }
        return rows
    }

    /// Reads the thread in another order.
    private func showSorted(_ database: Database, by order: String, _ form: Form) throws {
        let tree = """
            WITH RECURSIVE tree (node, level, rank) AS ( \
            SELECT key, 0, \(order) FROM comments WHERE thread = 0 AND parent = 0 \
            UNION ALL \
            SELECT key, level + 1, \(order) FROM tree CROSS JOIN comments ON parent = node \
            ORDER BY 2 DESC, 3 DESC)
            """
        let whole = """
            \(tree) SELECT \(Self.columns) FROM tree CROSS JOIN comments ON comments.key = node \
            LEFT JOIN folds ON folds.key = node
            """
        guard form == .screen else {
            let comments = try comments(database.cachedStatement(sql: whole))
            try check(comments.count >= plan.threadCount, "SQLite sorts \(comments.count) comments")
            return try check(!Self.visible(comments).isEmpty, "SQLite shows no row")
        }
        // What is collapsed is known from before.
        var nodes: [(key: Int64, depth: Int)] = []
        let rows = try Row.fetchCursor(database.cachedStatement(sql: "\(tree) SELECT node, level FROM tree"))
        while let row = try rows.next() { nodes.append((row[0], row[1])) }
        try check(nodes.count >= plan.threadCount, "SQLite sorts \(nodes.count) comments")
        let one = try database.cachedStatement(
            sql:
                "SELECT \(Self.columns) FROM comments LEFT JOIN folds ON folds.key = comments.key WHERE comments.key = ?"
        )
        for node in nodes.prefix(ReadingPlan.screen) {
            try one.setArguments([node.key])
            let comments = try comments(one)
            try check(comments.count == 1, "SQLite shows \(comments.count) comments for one")
        }
    }

    private func comments(_ statement: Statement) throws -> [WholeRow] {
        var comments: [WholeRow] = []
        let rows = try Row.fetchCursor(statement)
        while let row = try rows.next() { comments.append(WholeRow(row)) }
        return comments
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
        CREATE INDEX display ON comments (thread, position, parent, depth, isCollapsed);
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

/// A comment as it is decoded from a row, in a plain struct: as quick as SQLite can be read from Swift.
private struct WholeRow {
    let id: Comment.ID
    let parent: Comment.Parent
    let depth: Int
    let author: String?
    let authorFullname: String?
    let body: String?
    let score: Int?
    let isScoreHidden: Bool?
    let created: Date?
    let edited: Post.Edited?
    let isStickied: Bool?
    let isSubmitter: Bool?
    let isCollapsed: Bool?
    let isFolded: Bool?

    init(_ row: Row) {
        id = Comment.ID(site: .demo, native: row[0])
        let parentID = (row[1] as String?).map { Comment.Parent.comment(Comment.ID(site: .demo, native: $0)) }
        parent = parentID ?? .post(ThreadSource.post)
        depth = row[2]
        author = row[3]
        authorFullname = row[4]
        body = row[5]
        score = row[6]
        isScoreHidden = row[7]
        created = (row[8] as Double?).map { Date(timeIntervalSince1970: $0) }
        edited = (row[9] as Double?).map { .at(Date(timeIntervalSince1970: $0)) } ?? .never
        isStickied = row[10]
        isSubmitter = row[11]
        isCollapsed = row[12]
        isFolded = row[13]
    }
}
