import Foundation

/// What is said to the activity journal: why a feed was not refreshed.
///
/// The request layer says it of each request. This says it of feeds, so that there is a reason for each, whatever cloud
/// they come from, and also where no request was made at all.
extension DefaultPostProvider {
    /// Records that a feed was not asked for, as it was refreshed a short while ago.
    func recordAnswer(_ skip: FetchSkip?, on feed: Feed) {
        guard let skip else { return }
        activity.record(
            ActivityEvent(
                date: time.now, kind: .skipped, reason: skip.reason, host: feed.site.host,
                priority: configuration.priority, until: skip.until))
    }

    /// Records that a fetch failed, or that there is no cloud to ask.
    func recordFailure(_ error: DataError, on feed: Feed) {
        guard error.code != .superseded else { return }
        let (kind, reason): (ActivityEvent.Kind, ActivityEvent.Reason) =
            online == nil ? (.skipped, .offline) : (.failed, .failure)
        activity.record(
            ActivityEvent(
                date: time.now, kind: kind, reason: reason, host: feed.site.host, code: error.code,
                priority: configuration.priority))
    }
}

extension Site {
    /// The server's name where the site has one in it (`lemmy:HOST`), else the site's own.
    fileprivate var host: String {
        rawValue.split(separator: ":", maxSplits: 1).last.map(String.init) ?? rawValue
    }
}
