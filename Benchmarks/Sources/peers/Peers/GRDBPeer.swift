import Deals
import Foundation
import GRDB
import Synchronization

/// GRDB's pool on SQLite, in its best fair form: WAL, cached statements, and one index for each column.
///
/// `id` is the row id, which SQLite adds to each entry of an index: they are sorted by (column, id).
final class GRDBPeer: Peer {
    static let kind = PeerKind.grdb

    /// The settings of SQLite.
    struct Tuning: Sendable {
        /// The size of each connection's cache, in MiB.
        var cacheMiB = 64
        /// After how many pages in the WAL a commit writes them back.
        ///
        /// SQLite's own 1,000 makes ingest a third slower.
        var checkpointPages = 10_000
        /// The columns whose windows by offset select ids from the index first; found out once for each size.
        var covering: Set<DealOrder> = []
    }

    /// For the whole process.
    static let tuning = Mutex(Tuning())

    private let pool: DatabasePool

    private init(pool: DatabasePool) {
        self.pool = pool
    }

    static func configuration() -> Configuration {
        let tuning = tuning.withLock { $0 }
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -\(tuning.cacheMiB * 1024)")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = \(tuning.checkpointPages)")
        }
        return configuration
    }

    static func open(_ folder: String, isSynced: Bool) throws -> GRDBPeer {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/deals.sqlite"
        let isNew = !FileManager.default.fileExists(atPath: path)
        let pool = try DatabasePool(path: path, configuration: configuration())
        // Behind the opening, which sets NORMAL.
        if isSynced {
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
        }
        if isNew { try pool.write { try createTable($0) } }
        return GRDBPeer(pool: pool)
    }

    private static func createTable(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE deals (
                    id INTEGER PRIMARY KEY, date REAL NOT NULL, instrument TEXT NOT NULL, price REAL NOT NULL,
                    amount INTEGER NOT NULL, side TEXT NOT NULL)
                """)
        for order in DealOrder.allCases {
            try database.execute(sql: "CREATE INDEX deals_\(order.name) ON deals(\(order.name))")
        }
    }

    func commit(_ deals: ArraySlice<Deal>) throws {
        try pool.write { database in
            let statement = try database.cachedStatement(sql: Self.upsert)
            for deal in deals {
                statement.setUncheckedArguments([
                    deal.id, deal.date.timeIntervalSince1970, deal.instrument, deal.price, deal.amount,
                    deal.side.rawValue,
                ])
                try statement.execute()
            }
        }
    }

    func window(_ window: DealWindow) throws -> [Deal] {
        let isCovering = Self.tuning.withLock { $0.covering.contains(window.order) }
        return try pool.read { try Self.fetch(window, $0, isCovering: isCovering) }
    }

    /// A window with ties in ascending id either way, which SQLite has to sort; for checks only.
    func windowAsLanternSorts(_ window: DealWindow) throws -> [Deal] {
        try pool.read { database in
            guard case .offset(let offset) = window.place else { throw RunFailure("an offset is needed") }
            let sql =
                "SELECT \(Self.columns) FROM deals ORDER BY \(window.order.name)"
                + (window.isDescending ? " DESC" : "") + ", id LIMIT ? OFFSET ?"
            return try Self.fetch(try database.makeStatement(sql: sql), [window.limit, offset])
        }
    }

    func count() throws -> Int {
        try pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM deals") } ?? 0
    }

    func close() throws {
        try pool.close()
    }
}

// MARK: Statements

extension GRDBPeer {
    private static let columns = "id, date, instrument, price, amount, side"

    private static let upsert = """
        INSERT INTO deals (\(columns)) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET
        date = excluded.date, instrument = excluded.instrument, price = excluded.price, amount = excluded.amount,
        side = excluded.side
        """

    static func query(_ window: DealWindow, isCovering: Bool) -> String {
        let column = window.order.name
        let order = window.isDescending ? "ORDER BY \(column) DESC, id DESC" : "ORDER BY \(column), id"
        switch window.place {
        case .key:
            let comparison = window.isDescending ? "<=" : ">="
            return "SELECT \(columns) FROM deals WHERE \(column) \(comparison) ? \(order) LIMIT ?"
        case .offset where isCovering:
            return """
                SELECT deals.id, date, instrument, price, amount, side \
                FROM (SELECT id FROM deals \(order) LIMIT ? OFFSET ?) AS shown CROSS JOIN deals ON deals.id = shown.id
                """
        case .offset:
            return "SELECT \(columns) FROM deals \(order) LIMIT ? OFFSET ?"
        }
    }

    private static func fetch(_ window: DealWindow, _ database: Database, isCovering: Bool) throws -> [Deal] {
        let statement = try database.cachedStatement(sql: query(window, isCovering: isCovering))
        switch window.place {
        case .offset(let offset): return try fetch(statement, [window.limit, offset])
        case .key(let deal):
            switch window.order {
            case .date: return try fetch(statement, [deal.date.timeIntervalSince1970, window.limit])
            case .instrument: return try fetch(statement, [deal.instrument, window.limit])
            case .price: return try fetch(statement, [deal.price, window.limit])
            case .amount: return try fetch(statement, [deal.amount, window.limit])
            case .side: return try fetch(statement, [deal.side.rawValue, window.limit])
            }
        }
    }

    /// Reads the columns by hand: faster than GRDB's own decoding of records.
    private static func fetch(_ statement: Statement, _ arguments: StatementArguments) throws -> [Deal] {
        var deals: [Deal] = []
        deals.reserveCapacity(100)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
            let side: String = row[5]
            deals.append(
                Deal(
                    id: row[0], date: Date(timeIntervalSince1970: row[1]), instrument: row[2], price: row[3],
                    amount: row[4], side: side == "buy" ? .buy : .sell))
        }
        return deals
    }

    /// The plans of every query that is measured, in words.
    ///
    /// - Returns: One line for each.
    /// - Throws: ``RunFailure`` when SQLite sorts for one of them.
    func plans() throws -> [String] {
        let deal = Deal(id: 1, date: Date(timeIntervalSince1970: 0), instrument: "", price: 0, amount: 0, side: .buy)
        let covering = Self.tuning.withLock { $0.covering }
        var lines: [String] = []
        for order in DealOrder.allCases {
            for (place, name) in [(DealPlace.offset(0), "by offset"), (.key(deal), "from a key")] {
                for isDescending in [false, true] {
                    let window = DealWindow(order: order, isDescending: isDescending, place: place)
                    let sql = Self.query(window, isCovering: covering.contains(order))
                    let plan = try pool.read { database in
                        let arguments: StatementArguments = [1, 1]
                        let rows = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
                        return rows.map { $0["detail"] as String }.joined(separator: "; ")
                    }
                    guard !plan.contains("TEMP B-TREE") else { throw RunFailure("SQLite sorts for '\(sql)': \(plan)") }
                    if order == .date { lines.append(sql) }
                    lines.append("\(order.name) \(isDescending ? "down" : "up") \(name): \(plan)")
                }
            }
        }
        return lines
    }

    /// Finds out for each column whether selecting ids from the index first is faster, and goes on with what is.
    ///
    /// - Parameter offset: The depth.
    /// - Throws: What SQLite throws.
    func chooseQueries(depth offset: Int) throws {
        var covering: Set<DealOrder> = []
        for order in DealOrder.allCases {
            var best: [Bool: Duration] = [:]
            for isCovering in [false, true, false, true, false, true] {
                let window = DealWindow(order: order, isDescending: false, place: .offset(offset))
                let took = try ContinuousClock().measure {
                    _ = try pool.read { try Self.fetch(window, $0, isCovering: isCovering) }
                }
                best[isCovering] = min(best[isCovering] ?? took, took)
            }
            if let fromIndex = best[true], let plain = best[false], fromIndex < plain { covering.insert(order) }
        }
        Self.tuning.withLock { $0.covering = covering }
    }
}
