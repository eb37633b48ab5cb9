public import Foundation

/// What a background refresh did: so far while it runs, and in the end.
public struct RefreshReport: Equatable, Sendable {
    /// Why it ended before everything was done.
    public enum Stop: String, Hashable, Sendable, Codable, CaseIterable {
        /// The time that it had is over.
        case deadline
        /// Whoever asked for it cancelled it, as a system does that needs its resources.
        case cancelled
    }

    /// A feed that could not be refreshed.
    public struct Failure: Equatable, Sendable, Identifiable {
        /// Which feed.
        public var feed: Feed
        /// Why; what is stored of it stays as it was.
        public var error: DataError

        /// The feed's key.
        public var id: String { feed.key }

        /// Creates a failure.
        ///
        /// - Parameters:
        ///   - feed: Which feed.
        ///   - error: Why.
        public init(feed: Feed, error: DataError) {
            self.feed = feed
            self.error = error
        }
    }

    /// A job that was done behind the feeds.
    public struct Job: Equatable, Sendable, Identifiable {
        /// Its name.
        public var name: String
        /// Why it failed; `nil` where it did not.
        public var error: DataError?

        /// Its name.
        public var id: String { name }

        /// Creates the end of a job.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - error: Why it failed.
        public init(name: String, error: DataError? = nil) {
            self.name = name
            self.error = error
        }
    }

    /// When it began.
    public var started: Date
    /// When it ended; `nil` while it runs.
    public var ended: Date?
    /// How many feeds it is about.
    public var feedCount = 0
    /// How many were refreshed, or found unchanged by their server.
    public var refreshedCount = 0
    /// How many were left as they are because they are within the refresh age.
    public var freshCount = 0
    /// Those that could not be refreshed, in the order in which they were asked for.
    public var failures: [Failure] = []
    /// How many posts came that were not stored before; one that several feeds have counts once.
    public var newCount = 0
    /// The jobs that were done with the time that was left; one that was cut off is none of them.
    public var jobs: [Job] = []
    /// What kept it from asking for any feed: no cloud, or a store that cannot be read.
    public var error: DataError?
    /// Why it ended before everything was done; `nil` where everything was.
    public var stop: Stop?
    /// When the next run may begin; `nil` where none was asked for.
    public var nextRun: Date?
    /// Why the system does not take the next run.
    public var schedulingError: DataError?
    /// Why it could not be written down how this one ended.
    public var recordError: DataError?

    /// Creates the report of a run that has just begun.
    ///
    /// - Parameter started: When.
    public init(started: Date) {
        self.started = started
    }

    /// How many feeds were not asked for: time was up, or the server could not be reached for those before.
    public var leftCount: Int { max(0, feedCount - refreshedCount - freshCount - failures.count) }

    /// What it came to.
    ///
    /// Failed when feeds were to be refreshed and not one was, `timedOut` where nothing but time was missing; a single
    /// feed's error is in ``failures``.
    public var result: RefreshResult {
        if refreshedCount > 0 { return newCount > 0 ? .newData(count: newCount) : .noData }
        return firstError.map { .failed($0.code) } ?? .noData
    }

    /// The first thing that went wrong with the feeds; `nil` where nothing did.
    ///
    /// Where no feed was refreshed because time was up, that is it.
    public var firstError: DataError? {
        if let error = error ?? failures.first?.error { return error }
        return stop != nil && refreshedCount == 0 && leftCount > 0 ? DataError(.timedOut, isRetryable: true) : nil
    }
}
