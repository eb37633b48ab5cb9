import Foundation

/// The saved form of the last background refresh's report.
struct RefreshRecord: Codable, Equatable, Sendable {
    struct Failure: Codable, Equatable, Sendable {
        var site: String
        var account: String?
        var source: String
        var sort: FeedSort?
        var period: FeedPeriod?
        var error: StoredError
        /// The feed's key; `nil` in records of an earlier version.
        var key: String?
    }

    struct StoredError: Codable, Equatable, Sendable {
        var code: ErrorCode
        var message: String
        var isRetryable: Bool
        var retryAfter: Double?
    }

    struct Job: Codable, Equatable, Sendable {
        var name: String
        var error: StoredError?
        /// Left out for 0, as records of an earlier version do.
        var newCount: Int?
    }

    var version = currentVersion
    var started: Date
    var ended: Date?
    var feedCount: Int
    var refreshedCount: Int
    var freshCount: Int
    var newCount: Int
    /// The number of all failures; only the first of them are saved.
    var failureCount: Int
    var failures: [Failure]
    var jobs: [Job]
    var error: StoredError?
    var stop: RefreshReport.Stop?
    var nextRun: Date?
    var schedulingError: StoredError?
    /// The dates of the last attempts for feeds that could not be refreshed, by key.
    var tried: [String: Date]

    static let currentVersion = 1
    static let maximumFailureCount = 50
    /// The maximum number of attempts in ``tried``, the latest ones: as many feeds as can keep others waiting.
    static let maximumTriedCount = 200

    init(_ report: RefreshReport, tried: [String: Date]) {
        started = report.started
        ended = report.ended
        feedCount = report.feedCount
        refreshedCount = report.refreshedCount
        freshCount = report.freshCount
        newCount = report.newCount
        failureCount = report.failures.count
        failures = report.failures.prefix(Self.maximumFailureCount).map(Failure.init)
        jobs = report.jobs.map { job in
            let count = job.newCount == 0 ? nil : job.newCount
            return Job(name: job.name, error: job.error.map(StoredError.init), newCount: count)
        }
        error = report.error.map(StoredError.init)
        stop = report.stop
        nextRun = report.nextRun
        schedulingError = report.schedulingError.map(StoredError.init)
        let newest = tried.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.maximumTriedCount)
        self.tried = Dictionary(newest.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// The report; failures that were not saved count among the feeds that were left.
    var report: RefreshReport {
        var report = RefreshReport(started: started)
        report.ended = ended
        report.feedCount = feedCount
        report.refreshedCount = refreshedCount
        report.freshCount = freshCount
        report.newCount = newCount
        report.failures = failures.compactMap(\.failure)
        report.jobs = jobs.map { RefreshReport.Job(name: $0.name, error: $0.error?.error, newCount: $0.newCount ?? 0) }
        report.error = error?.error
        report.stop = stop
        report.nextRun = nextRun
        report.schedulingError = schedulingError?.error
        return report
    }
}

extension RefreshRecord.Failure {
    fileprivate init(_ failure: RefreshReport.Failure) {
        site = failure.feed.site.rawValue
        account = failure.feed.account
        source = failure.feed.source.description
        sort = failure.feed.sort
        period = failure.feed.period
        error = RefreshRecord.StoredError(failure.error)
        key = failure.feed.key
    }

    fileprivate var failure: RefreshReport.Failure? {
        guard let source = FeedSource(source) else { return nil }
        let site = Site(rawValue: site)
        let feed = Feed(
            site: site, source: source, storedSort: sort?.rawValue, storedPeriod: period?.rawValue, account: account)
        return RefreshReport.Failure(feed: key.map { Feed(feed, storedKey: $0) } ?? feed, error: error.error)
    }
}

extension RefreshRecord.StoredError {
    fileprivate init(_ error: DataError) {
        code = error.code
        message = error.message
        isRetryable = error.isRetryable
        retryAfter = error.retryAfter.map { $0 / .seconds(1) }
    }

    fileprivate var error: DataError {
        DataError(
            code, message: message, isRetryable: isRetryable, retryAfter: retryAfter.map { .seconds($0) })
    }
}

/// The state file that holds the last background refresh's report.
struct RefreshRecordStore: Sendable {
    static let name = "background-refresh.json"

    private let states: any StateStore

    init(_ states: any StateStore) {
        self.states = states
    }

    /// The saved record; `nil` for none, and for one that this version cannot read, which the next run replaces.
    func load() async throws -> RefreshRecord? {
        guard let data = try await states.value(Self.name) else { return nil }
        do {
            let record = try JSONDecoder().decode(RefreshRecord.self, from: data)
            return record.version == RefreshRecord.currentVersion ? record : nil
        } catch {
            // As said above: only the report of the last run is lost.
            return nil
        }
    }

    func save(_ record: RefreshRecord) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try await states.set(try encoder.encode(record), for: Self.name)
    }
}
