import Core
import Foundation
import GRDB

/// The same room in SQLite by GRDB: an index in the order of rooms, rows decoded by hand, and FTS5 with trigrams for the
/// search, which finds texts inside words as Lantern does.
struct SQLiteRooms {
    private let plan: ReadingPlan
    private let source: RoomSource
    private let path: String
    private let clock = ContinuousClock()

    init(_ plan: ReadingPlan, _ source: RoomSource) {
        (self.plan, self.source) = (plan, source)
        path = "\(plan.folder)/rooms.sqlite"
    }

    func run(_ report: inout Report) throws {
        if !FileManager.default.fileExists(atPath: path) { try fill() }
        var (cold, warm, dates, searches) = (Samples(), Samples(), Samples(), Samples())
        for _ in 0..<plan.rounds where plan.wants(.roomCold) {
            let pool = try open()
            try cold.measure(clock) { try newest(pool) }
            try pool.close()
        }
        let pool = try open()
        for round in 0...plan.rounds {
            // The first one warms up.
            if plan.wants(.room) { try measure(round, &warm) { try newest(pool) } }
            if plan.wants(.roomDate) { try measure(round, &dates) { try date(pool, round) } }
        }
        if plan.wants(.roomSearch) {
            for isWarm in [false, true] {
                for query in source.queries {
                    let begin = clock.now
                    let found = try pool.read { try search($0, query) }
                    if isWarm { searches.add(clock.now - begin) }
                    try check(found.count <= RoomSource.found, "too many messages are found")
                }
            }
        }
        for (step, samples) in [
            (Step.roomCold, cold), (.room, warm), (.roomDate, dates), (.roomSearch, searches),
        ] where plan.wants(step) { report.add(samples, step, isPeer: true) }
        try pool.close()
    }

    private func measure(_ round: Int, _ samples: inout Samples, _ work: () throws -> Void) rethrows {
        if round == 0 { try work() } else { try samples.measure(clock, work) }
    }

    private func open() throws -> DatabasePool {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536") }
        return try DatabasePool(path: path, configuration: configuration)
    }

    // MARK: Reading

    /// The newest messages, the oldest of them first, and whether there are older ones.
    private func newest(_ pool: DatabasePool) throws {
        let found = try pool.read { database in
            try rows(
                database, "room = ? ORDER BY created DESC, id DESC LIMIT ?", [RoomSource.room, RoomSource.screen + 1])
        }
        let shown = found.prefix(RoomSource.screen).reversed()
        try check(
            shown.last?.id == source.messages.last?.id && shown.count == RoomSource.screen,
            "SQLite shows \(shown.count) messages")
    }

    private func date(_ pool: DatabasePool, _ round: Int) throws {
        let number = plan.place(round)
        let (date, half) = (RoomSource.date(number).timeIntervalSince1970, RoomSource.screen / 2)
        let shown = try pool.read { database in
            let before = try rows(
                database, "room = ? AND created < ? ORDER BY created DESC, id DESC LIMIT ?",
                [RoomSource.room, date, half + 1])
            let after = try rows(
                database, "room = ? AND created >= ? ORDER BY created, id LIMIT ?", [RoomSource.room, date, half + 1])
            return before.prefix(half).reversed() + after.prefix(half)
        }
        let isThere = shown.contains { $0.id == source.messages[number].id }
        try check(isThere, "SQLite does not show the message of the date")
    }

    private func search(_ database: Database, _ query: String) throws -> [MessageRow] {
        let sql = """
            SELECT \(MessageRow.columns) FROM messages WHERE room = ? AND key IN \
            (SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid DESC LIMIT \(RoomSource.found)) \
            ORDER BY created DESC, id DESC
            """
        let pattern = query.split(separator: " ").map { "\"\($0)\"" }.joined(separator: " ")
        return try rows(database.cachedStatement(sql: sql), [RoomSource.room, pattern])
    }

    private func rows(
        _ database: Database, _ condition: String, _ arguments: StatementArguments
    ) throws -> [MessageRow] {
        let sql = "SELECT \(MessageRow.columns) FROM messages WHERE \(condition)"
        return try rows(database.cachedStatement(sql: sql), arguments)
    }

    private func rows(_ statement: Statement, _ arguments: StatementArguments) throws -> [MessageRow] {
        var found: [MessageRow] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() { found.append(MessageRow(row)) }
        return found
    }

    // MARK: Filling

    private func fill() throws {
        plan.log("filling SQLite with a room")
        let pool = try open()
        try pool.write { database in
            try database.execute(sql: Self.schema)
            let places = Array(repeating: "?", count: 10).joined(separator: ", ")
            let statement = try database.cachedStatement(sql: "INSERT INTO messages VALUES (\(places))")
            for (number, message) in source.messages.enumerated() {
                try statement.execute(arguments: [
                    number, message.id, message.room, message.created.timeIntervalSince1970, message.text,
                    message.files.joined(separator: "\n"), message.sender.id, message.sender.name,
                    message.sender.id == RoomSource.own, nil,
                ])
            }
            for order in ["rebuild", "optimize"] {
                try database.execute(sql: "INSERT INTO texts (texts) VALUES ('\(order)')")
            }
        }
        try pool.close()
    }

    private static let schema = """
        CREATE TABLE messages (
            key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, room TEXT NOT NULL, created REAL NOT NULL, text TEXT,
            files TEXT NOT NULL, sender TEXT NOT NULL, senderName TEXT NOT NULL, isOwn BOOLEAN NOT NULL, item TEXT);
        CREATE INDEX ordered ON messages (room, created, id);
        CREATE VIRTUAL TABLE texts USING fts5(text, content = 'messages', content_rowid = 'key', tokenize = 'trigram');
        """
}

/// A message as it is decoded from a row, in a plain struct.
private struct MessageRow {
    let id: String
    let created: Date
    let text: String?
    let files: [String]
    let sender: ChatRoom.Person
    let isOwn: Bool
    let item: String?

    static let columns = "id, created, text, files, sender, senderName, isOwn, item"

    init(_ row: Row) {
        id = row[0]
        created = Date(timeIntervalSince1970: row[1])
        text = row[2]
        let files: String = row[3]
        self.files = files.isEmpty ? [] : files.split(separator: "\n").map(String.init)
        sender = ChatRoom.Person(id: row[4], name: row[5])
        isOwn = row[6]
        item = row[7]
    }
}
