import Foundation

/// How the last background refresh ended, as it is written down.
struct RefreshRecord: Codable, Equatable, Sendable {
    struct Failure: Codable, Equatable, Sendable {
        var site: String
        var account: String?
        var source: String
        var sort: FeedSort?
        var period: FeedPeriod?
        var error: Fault
        /// Missing in what an earlier version wrote down.
        var key: String?
    }

    struct Fault: Codable, Equatable, Sendable {
        var code: ErrorCode
        var message: String
        var isRetryable: Bool
        var retryAfter: Double?
    }

    struct Job: Codable, Equatable, Sendable {
        var name: String
        var error: Fault?
    }

    var version = currentVersion
    var started: Date
    var ended: Date?
    var feedCount: Int
    var refreshedCount: Int
    var freshCount: Int
    var newCount: Int
    /// How many failures there were; the first of them are written down.
    var failureCount: Int
    var failures: [Failure]
    var jobs: [Job]
    var error: Fault?
    var stop: RefreshReport.Stop?
    var nextRun: Date?
    var schedulingError: Fault?
    /// When feeds were tried last that could not be refreshed, by key.
    var tried: [String: Date]

    static let currentVersion = 1
    static let maximumFailureCount = 50
    /// As many feeds as can keep others waiting, the last ones tried.
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
        jobs = report.jobs.map { Job(name: $0.name, error: $0.error.map(Fault.init)) }
        error = report.error.map(Fault.init)
        stop = report.stop
        nextRun = report.nextRun
        schedulingError = report.schedulingError.map(Fault.init)
        let newest = tried.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.maximumTriedCount)
        self.tried = Dictionary(newest.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// The report; of the failures that are not written down, their number is among the feeds that were left.
    var report: RefreshReport {
        var report = RefreshReport(started: started)
        report.ended = ended
        report.feedCount = feedCount
        report.refreshedCount = refreshedCount
        report.freshCount = freshCount
        report.newCount = newCount
        report.failures = failures.compactMap(\.failure)
        report.jobs = jobs.map { RefreshReport.Job(name: $0.name, error: $0.error?.error) }
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
        error = RefreshRecord.Fault(failure.error)
        key = failure.feed.key
    }

    fileprivate var failure: RefreshReport.Failure? {
        guard let source = FeedSource(source) else { return nil }
        let site = Site(rawValue: site)
        let feed =
            key.map {
                Feed(storedKey: $0, site: site, source: source, sort: sort, period: period, account: account)
            } ?? Feed(site: site, source: source, sort: sort, period: period ?? .day, account: account)
        return RefreshReport.Failure(feed: feed, error: error.error)
    }
}

extension RefreshRecord.Fault {
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
