/// A recorder of feeds that were not fetched, or whose fetch failed, in the activity log.
///
/// The request layer records each request. This records feeds, so that there is a reason for each, also where no
/// request was made.
struct FeedActivityRecorder: Sendable {
    let recorder: any ActivityRecorder
    let time: any TimeProvider
    let priority: RequestPriority
    /// Whether there is a backend to ask.
    let isOnline: Bool

    /// Records that a feed was not asked for, as it was refreshed a short while ago; nothing for no skip.
    func record(_ skip: FetchSkip?, on feed: Feed) {
        guard let skip else { return }
        var event = ActivityEvent(.skipped, reason: skip.reason, host: feed.site.host, date: time.now)
        event.priority = priority
        event.until = skip.until
        recorder.record(event)
    }

    /// Records that a fetch failed, or that there is no backend to ask.
    func record(_ error: DataError, on feed: Feed) {
        guard error.code != .superseded else { return }
        var event = ActivityEvent(
            isOnline ? .failed : .skipped, reason: isOnline ? .failure : .offline, host: feed.site.host,
            date: time.now, code: error.code)
        event.priority = priority
        recorder.record(event)
    }
}

extension Site {
    /// The server's name where the site has one in it (`lemmy:HOST`), else the site's own.
    fileprivate var host: String {
        rawValue.split(separator: ":", maxSplits: 1).last.map(String.init) ?? rawValue
    }
}
