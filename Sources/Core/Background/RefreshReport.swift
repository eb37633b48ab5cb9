public import Foundation

/// A report of a background refresh: what it has done so far, or in the end.
public struct RefreshReport: Equatable, Sendable {
    /// A reason why a run ended before everything was done.
    public enum Stop: String, Hashable, Sendable, Codable, CaseIterable {
        /// The run's time limit was reached.
        case deadline
        /// The caller cancelled the run, as a system does that needs the resources.
        case cancelled
    }

    /// A feed that could not be refreshed.
    public struct Failure: Equatable, Sendable, Identifiable {
        /// The feed.
        public var feed: Feed
        /// The error; what is stored of the feed stays as it was.
        public var error: DataError

        public var id: String { feed.key }

        /// Creates a failure.
        ///
        /// - Parameters:
        ///   - feed: The feed.
        ///   - error: The error.
        public init(feed: Feed, error: DataError) {
            self.feed = feed
            self.error = error
        }
    }

    /// The result of a job that was done after the feeds.
    public struct Job: Equatable, Sendable, Identifiable {
        /// The job's name.
        public var name: String
        /// The job's error; `nil` where it succeeded.
        public var error: DataError?
        /// The number of things that it has stored for the first time, such as answers; 0 for most jobs.
        public var newCount: Int

        public var id: String { name }

        /// Creates the result of a job.
        ///
        /// - Parameters:
        ///   - name: The job's name.
        ///   - error: The job's error; `nil` by default.
        ///   - newCount: The number of things that it has stored for the first time; 0 by default.
        public init(name: String, error: DataError? = nil, newCount: Int = 0) {
            self.name = name
            self.error = error
            self.newCount = newCount
        }
    }

    /// The date when the run began.
    public var started: Date
    /// The date when the run ended; `nil` while it is in progress.
    public var ended: Date?
    /// The number of feeds to refresh.
    public var feedCount = 0
    /// The number of feeds that were refreshed, or that their server said are unchanged.
    package var refreshedCount = 0
    /// The number of feeds that were left as they are because they are within the refresh age.
    package var freshCount = 0
    /// The feeds that could not be refreshed, in the order in which they were asked for.
    public var failures: [Failure] = []
    /// The number of posts that were not stored before; a post of several feeds counts once.
    public var newCount = 0
    /// The results of the jobs that were done with the time that was left, without one that was cut off.
    public var jobs: [Job] = []
    /// The error that kept the run from fetching any feed: there is no backend, or the store cannot be read.
    public var error: DataError?
    /// The reason why the run ended early; `nil` where it refreshed every feed and did every job.
    public var stop: Stop?
    /// The date from which the next run may begin; `nil` where none was scheduled.
    public var nextRun: Date?
    /// The error of scheduling the next run.
    public var schedulingError: DataError?
    /// The error of saving this report for ``BackgroundRefreshProvider/lastReport()``.
    public var recordError: DataError?

    /// Creates the report of a run that has just begun.
    ///
    /// - Parameter started: The date when it began.
    public init(started: Date) {
        self.started = started
    }

    /// The number of feeds that were not fetched: time was up, or their server could not be reached for earlier ones.
    public var leftCount: Int { max(0, feedCount - refreshedCount - freshCount - failures.count) }

    /// The result as one value: something new, nothing new, or a failure.
    ///
    /// New are posts, and what jobs have counted, such as answers. It is a failure when feeds were to be refreshed and not one was, with the code `timedOut` where only time was
    /// missing; a single feed's error is in ``failures``.
    public var result: RefreshResult {
        let count = jobs.reduce(newCount) { $0 + $1.newCount }
        if refreshedCount > 0 || count > 0 { return count > 0 ? .newData(count: count) : .noData }
        return firstError.map { .failed($0.code) } ?? .noData
    }

    /// The first error of the feeds; `nil` where there was none.
    ///
    /// It has the code `timedOut` where no feed was refreshed because time was up.
    public var firstError: DataError? {
        if let error = error ?? failures.first?.error { return error }
        return stop != nil && refreshedCount == 0 && leftCount > 0 ? DataError(.timedOut, isRetryable: true) : nil
    }
}

/// The result of a background refresh, in the three cases that systems ask for.
public enum RefreshResult: Hashable, Sendable {
    /// There are new posts or answers: the number of those that were not stored before.
    case newData(count: Int)
    /// There is nothing new.
    case noData
    /// Not one feed could be refreshed, for an error with this code.
    case failed(ErrorCode)

    /// Whether no feed could be refreshed.
    public var isFailure: Bool { if case .failed = self { true } else { false } }
}
