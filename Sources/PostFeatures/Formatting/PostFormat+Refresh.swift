public import Core
public import Foundation

extension PostFormat {
    /// Describes the result of a background refresh, or its progress.
    ///
    /// - Parameter report: The report of the run.
    /// - Returns: Such as "3 new posts", "Nothing new", "Refreshing: 3/12" or "No feed could be refreshed".
    public func text(of report: RefreshReport) -> String {
        guard report.ended != nil else {
            let done = report.feedCount - report.leftCount
            return text(RefreshPhrase.running, filling: "\(done)/\(report.feedCount)")
        }
        return switch report.result {
        case .newData(let count): text(ofNew: count, answers: count - report.newCount)
        case .noData: text(RefreshPhrase.nothingNew)
        case .failed: text(RefreshPhrase.failed)
        }
    }

    private func text(ofNew count: Int, answers: Int) -> String {
        var parts: [String] = []
        if count > answers { parts.append(text(ListPhrase.newPosts, counting: count - answers)) }
        if answers > 0 { parts.append(text(InboxPhrase.new, counting: answers)) }
        return parts.joined(separator: ", ")
    }

    /// Describes what a background refresh has left undone, and why.
    ///
    /// - Parameter report: The report of the run.
    /// - Returns: A text for each kind of thing; empty for a run that did everything, and while it is under way.
    public func remarks(on report: RefreshReport) -> [String] {
        guard report.ended != nil else { return [] }
        var remarks: [String] = []
        if let error = report.error { remarks.append(message(for: error)) }
        switch report.stop {
        case .deadline: remarks.append(text(RefreshPhrase.outOfTime))
        case .cancelled: remarks.append(text(RefreshPhrase.cutShort))
        case nil: break
        }
        if !report.failures.isEmpty {
            remarks.append(text(RefreshPhrase.failedFeeds, counting: report.failures.count))
        }
        if report.leftCount > 0, report.error == nil {
            remarks.append(text(RefreshPhrase.leftFeeds, counting: report.leftCount))
        }
        return remarks
    }

    /// Describes when the last background refresh ended.
    ///
    /// - Parameters:
    ///   - report: The report of the last run; `nil` where there was none.
    ///   - now: The current date.
    /// - Returns: Such as "Last background refresh: 3 hours ago"; for one that is under way, its progress.
    public func lastRun(_ report: RefreshReport?, now: Date) -> String {
        guard let report else { return text(RefreshPhrase.never) }
        guard let ago = relativeDate(report.ended, now: now) else { return text(of: report) }
        return text(RefreshPhrase.lastRun, filling: ago)
    }

    /// Describes when the next background refresh may begin.
    ///
    /// - Parameters:
    ///   - report: The report of the last run, which has asked for the next one.
    ///   - now: The current date; a time on another day is given with its date.
    ///   - timeZone: The person's time zone.
    /// - Returns: Such as "Next refresh: not before 14:05", or that the system allows none; `nil` where none was asked
    ///   for.
    public func nextRun(_ report: RefreshReport, now: Date, in timeZone: TimeZone) -> String? {
        if report.schedulingError != nil { return text(RefreshPhrase.notScheduled) }
        return report.nextRun.map { text(RefreshPhrase.nextRun, filling: time($0, now: now, in: timeZone)) }
    }
}
