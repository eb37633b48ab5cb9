import Core
import Foundation
import GRDB

/// Writing with SQLite by GRDB: a table of what waits, and one of what it asks for of each post, which the list joins.
///
/// Both are written in one transaction, synced. The wishes of a post are the columns of one row, so that the list needs
/// one join for all of them.
final class SQLiteWriting: Sendable {
    private let pool: DatabasePool
    private let path: String
    private let clock = ContinuousClock()
    private static let account = "demo/t2_keeper"

    /// Opens the database with a thousand votes that wait; fills it where it is missing.
    init(_ plan: ReadingPlan) throws {
        path = "\(plan.folder)/posts.sqlite"
        if !FileManager.default.fileExists(atPath: path) { try SQLiteReading(plan).fill(hasMarks: false) }
        pool = try SQLiteReading.open(path)
        try pool.write { database in
            try database.execute(sql: Self.schema)
            for place in stride(from: 0, to: WritingFigures.posts, by: WritingFigures.stride) {
                try Self.insertVote(database, post: Int64(place + 1))
            }
        }
    }

    func close() throws { try pool.close() }

    private static let schema = """
        DROP TABLE IF EXISTS outbox;
        DROP TABLE IF EXISTS intents;
        CREATE TABLE outbox (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, kind TEXT NOT NULL,
            version INTEGER NOT NULL, lane TEXT NOT NULL, target TEXT, thread TEXT, value TEXT, payload TEXT NOT NULL,
            policy TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, queued REAL NOT NULL,
            boot TEXT NOT NULL, uptime REAL NOT NULL);
        CREATE INDEX lanes ON outbox (lane, number);
        CREATE TABLE intents (
            account TEXT NOT NULL, post INTEGER NOT NULL, vote INTEGER, isSaved BOOLEAN, isHidden BOOLEAN,
            isRead BOOLEAN, PRIMARY KEY (account, post)) WITHOUT ROWID;
        """

    // MARK: Queueing

    /// Queues another vote without blocking the calling actor, as an app's screen does.
    func vote(_ round: Int) async throws {
        try await pool.write { try Self.insertVote($0, post: Int64(round * WritingFigures.stride + 2)) }
    }

    /// Queues another vote while the caller's thread waits.
    func voteBlocking(_ round: Int) throws {
        try pool.write { try Self.insertVote($0, post: Int64(round * WritingFigures.stride + 4)) }
    }

    /// Queues a reply to another post without blocking the calling actor, as an app's screen does.
    func reply(_ text: String, _ round: Int) async throws {
        try await pool.write { try Self.insertReply($0, text, to: "t3_\(round * WritingFigures.stride + 3)") }
    }

    /// Queues a reply to another post while the caller's thread waits.
    func replyBlocking(_ text: String, _ round: Int) throws {
        try pool.write { try Self.insertReply($0, text, to: "t3_\(round * WritingFigures.stride + 5)") }
    }

    private static func insertReply(_ database: Database, _ text: String, to post: String) throws {
        try insert(
            database, kind: "reply", lane: "\(account)|post|\(post)|reply", target: post, value: nil,
            payload: #"{"text":"\#(text)","post":"\#(post)"}"#)
    }

    private static func insertVote(_ database: Database, post: Int64) throws {
        try insert(
            database, kind: "vote", lane: "\(account)|post|t3_\(post)|vote", target: "post|demo/t3_\(post)", value: "1",
            payload: "{}")
        try database.cachedStatement(
            sql: "INSERT INTO intents (account, post, vote) VALUES (?, ?, 1) "
                + "ON CONFLICT (account, post) DO UPDATE SET vote = 1"
        ).execute(arguments: [account, post])
    }

    private static func insert(
        _ database: Database, kind: String, lane: String, target: String, value: String?, payload: String
    ) throws {
        let now = Date()
        try database.cachedStatement(
            sql: """
                INSERT INTO outbox (
                    id, account, kind, version, lane, target, thread, value, payload, policy, state, attempts, queued,
                    boot, uptime) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, 'always', 'pending', 0, ?, ?, ?)
                """
        ).execute(arguments: [
            UUID().uuidString, account, kind, lane, target, target, value, payload, now.timeIntervalSince1970,
            "5f2c1a4e-made-up", ProcessInfo.processInfo.systemUptime,
        ])
    }

    // MARK: Showing

    /// Shows the list.
    ///
    /// - Parameter count: The number of votes that it shows as not sent; `nil` for the list without the join.
    /// - Returns: The time that it took.
    /// - Throws: ``WrongAnswer`` for another list, an error of the database.
    func show(_ count: Int?) throws -> Duration {
        let begin = clock.now
        let items = try pool.read { try count == nil ? Self.plainFeed($0) : Self.feed($0) }
        let end = clock.now
        try Self.checkShown(items) { $0 == count ?? 0 }
        return end - begin
    }

    /// Opens the database and shows the list, and returns how long that took.
    func start() throws -> Duration {
        let begin = clock.now
        let pool = try SQLiteReading.open(path)
        let items = try pool.read { try Self.feed($0) }
        let end = clock.now
        try Self.checkShown(items) { $0 >= WritingFigures.waiting }
        try pool.close()
        return end - begin
    }

    private static func checkShown(_ items: [FeedItem], _ isRight: (Int) -> Bool) throws {
        try check(items.count == WritingFigures.posts, "SQLite shows \(items.count) posts")
        let pending = items.count { $0.status.vote == .up }
        try check(isRight(pending), "SQLite shows \(pending) votes as not sent")
    }

    private static func feed(_ database: Database) throws -> [FeedItem] {
        let sql = """
            SELECT \(SQLiteReading.columns), statuses.isRead, statuses.isSaved, isFavourite, isDismissed, \
            statuses.isHidden, savedAt, changed, intents.vote, intents.isSaved, intents.isHidden, intents.isRead \
            FROM entries CROSS JOIN posts ON posts.key = entries.post \
            LEFT JOIN statuses ON statuses.key = posts.key \
            LEFT JOIN intents ON intents.account = ? AND intents.post = posts.key \
            WHERE entries.feed = 0 AND ifnull(isDismissed, 0) = 0 \
            AND coalesce(intents.isHidden, statuses.isHidden, 0) = 0 ORDER BY entries.rank
            """
        var items: [FeedItem] = []
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: [account])
        while let row = try rows.next() {
            var item = SQLiteReading.item(row)
            if let vote: Int = row[30] { item.status.vote = vote > 0 ? .up : .down }
            if let isSaved: Bool = row[31] { item.status.isSaved = isSaved }
            if let isHidden: Bool = row[32] { item.status.isHidden = isHidden }
            if let isRead: Bool = row[33] { item.status.isRead = isRead }
            items.append(item)
        }
        return items
    }

    private static func plainFeed(_ database: Database) throws -> [FeedItem] {
        let sql = """
            SELECT \(SQLiteReading.columns), \(SQLiteReading.statusColumns) \
            FROM entries CROSS JOIN posts ON posts.key = entries.post LEFT JOIN statuses ON statuses.key = posts.key \
            WHERE entries.feed = 0 AND ifnull(isDismissed, 0) = 0 AND ifnull(isHidden, 0) = 0 ORDER BY entries.rank
            """
        var items: [FeedItem] = []
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: [])
        while let row = try rows.next() { items.append(SQLiteReading.item(row)) }
        return items
    }
}
