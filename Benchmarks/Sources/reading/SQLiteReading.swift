import Core
import Foundation
import GRDB

/// The same posts in SQLite by GRDB, in its best fair form: WAL, cached statements, integer keys, rows decoded by hand.
///
/// The order of a feed is a table of its own, joined with posts and statuses; the search is FTS5 with trigrams, which
/// finds texts inside words as Lantern does. Media are columns, previews one text that is taken apart by hand. What has
/// changed is read again as a whole, as GRDB's observation does.
struct SQLiteReading {
    private let plan: ReadingPlan
    private let path: String

    init(_ plan: ReadingPlan) {
        self.plan = plan
        path = "\(plan.folder)/posts.sqlite"
    }

    func run(_ report: inout Report) throws {
        if !FileManager.default.fileExists(atPath: path) { try fill() }
        let clock = ContinuousClock()
        var (cold, warm, filter, saved, search) = (Samples(), Samples(), Samples(), Samples(), Samples())
        var letters = Samples()
        for _ in 0..<plan.rounds where plan.wants(.cold) {
            let begin = clock.now
            let pool = try open()
            let items = try pool.read { try feed($0) }
            cold.add(clock.now - begin)
            try check(items.count > plan.feedCount * 9 / 10, "SQLite shows \(items.count) posts")
            try pool.close()
        }
        let pool = try open()
        for _ in 0..<plan.rounds {
            if plan.wants(.warm) { try warm.measure(clock) { _ = try pool.read { try feed($0) } } }
            if plan.wants(.filter) {
                try filter.measure(clock) { _ = try pool.read { try feed($0, where: "AND posts.isNSFW = 0") } }
            }
        }
        let queries = PostSource(seed: plan.seed).queries
        for query in queries {
            if plan.wants(.saved) { try saved.measure(clock) { _ = try pool.read { try savedPosts($0, query) } } }
            if plan.wants(.search) { try search.measure(clock) { _ = try pool.read { try found($0, query) } } }
        }
        for query in PostSource.letters where plan.wants(.letters) {
            try letters.measure(clock) { _ = try pool.read { try alike($0, query) } }
        }
        for (step, samples) in [
            (Step.cold, cold), (.warm, warm), (.filter, filter), (.saved, saved), (.search, search),
            (.letters, letters),
        ] where plan.wants(step) { report.add(samples, step, isPeer: true) }
        try writes(pool, &report)
        try pool.close()
    }

    private func writes(_ pool: DatabasePool, _ report: inout Report) throws {
        let clock = ContinuousClock()
        var (status, page) = (Samples(), Samples())
        let source = PostSource(seed: plan.seed + 1)
        let keys = try pool.read {
            try Int64.fetchAll($0, sql: "SELECT post FROM entries WHERE feed = 0 ORDER BY rank LIMIT 1000")
        }
        for round in 0..<plan.rounds {
            if plan.wants(.status) {
                try status.measure(clock) {
                    try pool.write { database in
                        let upsert =
                            "INSERT INTO statuses (key, isRead) VALUES (?, 1) "
                            + "ON CONFLICT (key) DO UPDATE SET isRead = NOT isRead"
                        try database.cachedStatement(sql: upsert).execute(arguments: [keys[round * 7 % keys.count]])
                    }
                    _ = try pool.read { try feed($0) }
                }
            }
            if plan.wants(.page) {
                let number = plan.count + round * ReadingPlan.pageSize
                let posts = (0..<ReadingPlan.pageSize).map { source.post(number + $0) }
                try page.measure(clock) {
                    try pool.write { database in
                        let insert = try Self.insertStatement(database)
                        let entry = try database.cachedStatement(sql: "INSERT OR REPLACE INTO entries VALUES (0, ?, ?)")
                        for (offset, post) in posts.enumerated() {
                            let key = Int64(number + offset + 1)
                            try Self.insert(post, key, insert)
                            try entry.execute(arguments: [-(round + 1) * 1000 + offset, key])
                        }
                    }
                    _ = try pool.read { try feed($0) }
                }
            }
        }
        if plan.wants(.status) { report.add(status, .status, isPeer: true) }
        if plan.wants(.page) { report.add(page, .page, isPeer: true) }
    }

    private func open() throws -> DatabasePool { try Self.open(path) }

    /// Opens the database; each commit is synced, as those of Lantern's outbox are.
    static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -65536")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 10000")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // Behind the opening, which sets NORMAL, with which no commit is synced.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }
}

extension Samples {
    mutating func measure(_ clock: ContinuousClock, _ body: () throws -> Void) rethrows {
        let begin = clock.now
        try body()
        add(clock.now - begin)
    }
}

// MARK: Rows

extension SQLiteReading {
    static let columns = """
        posts.id, title, author, authorFullname, subreddit, created, commentCount, score, domain, permalink, url, \
        thumbnail, text, flair, kind, source, width, height, previews, isNSFW, isSpoiler, isStickied, edited
        """
    static let statusColumns = "isRead, isSaved, isFavourite, isDismissed, isHidden, savedAt, changed"

    private func feed(_ database: Database, where condition: String = "") throws -> [FeedItem] {
        let sql = """
            SELECT \(Self.columns), \(Self.statusColumns) FROM entries CROSS JOIN posts ON posts.key = entries.post \
            LEFT JOIN statuses ON statuses.key = posts.key \
            WHERE entries.feed = 0 AND ifnull(isDismissed, 0) = 0 AND ifnull(isHidden, 0) = 0 \(condition) \
            ORDER BY entries.rank
            """
        return try items(database.cachedStatement(sql: sql), [])
    }

    private func savedPosts(_ database: Database, _ query: String) throws -> [FeedItem] {
        let sql = """
            SELECT \(Self.columns), \(Self.statusColumns) FROM statuses CROSS JOIN posts ON posts.key = statuses.key \
            WHERE isSaved = 1 AND title LIKE ? ORDER BY savedAt DESC
            """
        return try items(database.cachedStatement(sql: sql), ["%\(query)%"])
    }

    private func found(_ database: Database, _ query: String) throws -> [FeedItem] {
        let sql = """
            SELECT \(Self.columns), \(Self.statusColumns) FROM \
            (SELECT rowid AS hit FROM texts WHERE texts MATCH ? LIMIT 100) CROSS JOIN posts ON posts.key = hit \
            LEFT JOIN statuses ON statuses.key = posts.key
            """
        let pattern = query.split(separator: " ").map { "\"\($0)\"" }.joined(separator: " ")
        return try items(database.cachedStatement(sql: sql), [pattern])
    }

    /// Words that are too short for trigrams.
    private func alike(_ database: Database, _ query: String) throws -> [FeedItem] {
        let words = query.split(separator: " ")
        let text = "title || char(10) || ifnull(author, '') || char(10) || ifnull(text, '')"
        let sql = """
            SELECT \(Self.columns), \(Self.statusColumns) FROM posts LEFT JOIN statuses ON statuses.key = posts.key \
            WHERE \(words.map { _ in "\(text) LIKE ?" }.joined(separator: " AND ")) LIMIT 100
            """
        return try items(database.cachedStatement(sql: sql), StatementArguments(words.map { "%\($0)%" }))
    }

    private func items(_ statement: Statement, _ arguments: StatementArguments) throws -> [FeedItem] {
        var items: [FeedItem] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() { items.append(Self.item(row)) }
        return items
    }

    static func item(_ row: Row) -> FeedItem {
        var post = Post(id: Post.ID(site: .demo, native: row[0]), title: row[1], media: media(row))
        post.author = row[2]
        post.authorFullname = row[3]
        post.subreddit = row[4]
        post.created = (row[5] as Double?).map { Date(timeIntervalSince1970: $0) }
        post.commentCount = row[6]
        post.score = row[7]
        post.domain = row[8]
        post.permalink = row[9]
        post.url = (row[10] as String?).map { ResourceLink($0, on: .demo) }
        post.thumbnail = (row[11] as String?).map { ResourceLink($0, on: .demo) }
        post.text = row[12]
        post.flair = row[13]
        post.isNSFW = row[19]
        post.isSpoiler = row[20]
        post.isStickied = row[21]
        post.edited = (row[22] as Double?).map { .at(Date(timeIntervalSince1970: $0)) } ?? .never
        guard let isRead: Bool = row[23] else { return FeedItem(post: post) }
        var status = PostStatus(id: post.id)
        status.isRead = isRead
        status.isSaved = row[24]
        status.isFavourite = row[25]
        status.isDismissed = row[26]
        status.isHidden = row[27]
        status.savedAt = (row[28] as Double?).map { Date(timeIntervalSince1970: $0) }
        status.changed = (row[29] as Double?).map { Date(timeIntervalSince1970: $0) }
        return FeedItem(post: post, status: status)
    }

    private static func media(_ row: Row) -> Media {
        guard let source: String = row[15] else { return Media(kind: .text) }
        let previews: String? = row[18]
        let sources = (previews ?? "").split(separator: "\n").map { line in
            let parts = line.split(separator: "\t")
            return MediaSource(
                link: ResourceLink(String(parts[0]), on: .demo), width: Int(parts[1]), height: Int(parts[2]))
        }
        return Media(
            kind: .image, source: MediaSource(link: ResourceLink(source, on: .demo), width: row[16], height: row[17]),
            previews: sources)
    }
}

// MARK: Filling

extension SQLiteReading {
    /// Makes the database; without marks of a person where none are asked for.
    func fill(hasMarks: Bool = true) throws {
        plan.log("filling SQLite")
        let source = PostSource(seed: plan.seed)
        let pool = try open()
        try pool.write { database in
            try database.execute(sql: Self.schema)
            let insert = try Self.insertStatement(database)
            let entry = try database.makeStatement(sql: "INSERT INTO entries VALUES (?, ?, ?)")
            let status = try database.makeStatement(
                sql: "INSERT INTO statuses (key, isRead, isSaved, isDismissed, savedAt) VALUES (?, ?, ?, ?, ?)")
            for number in 0..<plan.count {
                let post = source.post(number)
                let key = Int64(number + 1)
                try Self.insert(post, key, insert)
                let page = number / ReadingPlan.pageSize
                try entry.execute(arguments: [page % plan.feeds, number, key])
                let (isRead, isSaved, isDismissed) = (
                    number % ReadingPlan.readShare == 0, number % ReadingPlan.savedShare == 1,
                    number % ReadingPlan.dismissedShare == 2
                )
                if hasMarks, isRead || isSaved || isDismissed {
                    let savedAt: Int? = isSaved ? number : nil
                    try status.execute(arguments: [key, isRead, isSaved, isDismissed, savedAt])
                }
            }
            try database.execute(sql: "INSERT INTO texts (texts) VALUES ('rebuild')")
            try database.execute(sql: "INSERT INTO texts (texts) VALUES ('optimize')")
        }
        try pool.close()
    }

    private static let schema = """
        CREATE TABLE posts (
            key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, author TEXT, authorFullname TEXT,
            subreddit TEXT, created REAL, commentCount INTEGER, score INTEGER, domain TEXT, permalink TEXT, url TEXT,
            thumbnail TEXT, text TEXT, flair TEXT, kind TEXT, source TEXT, width INTEGER, height INTEGER,
            previews TEXT, isNSFW BOOLEAN, isSpoiler BOOLEAN, isStickied BOOLEAN, edited REAL);
        CREATE TABLE statuses (
            key INTEGER PRIMARY KEY, isRead BOOLEAN NOT NULL DEFAULT 0, isSaved BOOLEAN NOT NULL DEFAULT 0,
            isFavourite BOOLEAN NOT NULL DEFAULT 0, isDismissed BOOLEAN NOT NULL DEFAULT 0,
            isHidden BOOLEAN NOT NULL DEFAULT 0, savedAt REAL, changed REAL);
        CREATE INDEX saved ON statuses (savedAt) WHERE isSaved = 1;
        CREATE TABLE entries (
            feed INTEGER NOT NULL, rank INTEGER NOT NULL, post INTEGER NOT NULL, PRIMARY KEY (feed, rank)) WITHOUT ROWID;
        CREATE VIRTUAL TABLE texts USING fts5(
            title, author, text, content = 'posts', content_rowid = 'key', tokenize = 'trigram');
        """

    private static func insertStatement(_ database: Database) throws -> Statement {
        try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO posts VALUES (\(Array(repeating: "?", count: 24).joined(separator: ", ")))")
    }

    private static func insert(_ post: Post, _ key: Int64, _ statement: Statement) throws {
        let edited: Double? = if case .at(let date) = post.edited { date.timeIntervalSince1970 } else { nil }
        let previews = post.media.previews
            .map { "\($0.link)\t\($0.width ?? 0)\t\($0.height ?? 0)" }.joined(separator: "\n")
        try statement.execute(arguments: [
            key, post.id.native, post.title, post.author, post.authorFullname, post.subreddit,
            post.created?.timeIntervalSince1970, post.commentCount, post.score, post.domain, post.permalink,
            post.url?.text, post.thumbnail?.text, post.text, post.flair, post.media.kind.rawValue,
            post.media.source?.link.text, post.media.source?.width, post.media.source?.height, previews,
            post.isNSFW, post.isSpoiler, post.isStickied, edited,
        ])
    }
}
