extension BackgroundJob {
    /// The job that packs posts for the time without a network, as far as the person has set.
    ///
    /// Nothing is packed unless ``ReadingSettings/localSaveLimit`` is more than 0 and ``ReadingSettings/downloadPolicy``
    /// allows the network that there is. The limit and ``ReadingSettings/packBudgetMegabytes`` are for all feeds together
    /// and shared out evenly; where there are more feeds than posts, the first feeds get one each. What is here already
    /// costs no request. It ends with the first pack that the network stops. Before anything is packed, what earlier packs
    /// keep above the limit leaves, on any network: all of it where the limit is 0.
    ///
    /// - Parameters:
    ///   - packs: What packs.
    ///   - settings: What the person has set.
    ///   - path: Which network there is.
    ///   - activity: Hears why packs wait; the registered one by default, else nobody.
    ///   - time: The clock; the registered one by default, else the system's.
    /// - Returns: The job, named `packs`.
    public static func automaticPacks(
        _ packs: any PackProvider, settings: any SettingsProvider, path: any NetworkPathProvider,
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) -> BackgroundJob {
        BackgroundJob("packs") { context in
            var broken: DataError?
            try await packs.keepToLimit()
            for request in requests(for: context.feeds, settings.settings.value) {
                // It may have changed while the pack before was fetched.
                let (policy, now) = (settings.settings.value.downloadPolicy, path.path.value)
                guard policy.allows(now) else {
                    activity.record(ActivityEvent(waiting: .packs, date: time.now, policy: policy, path: now))
                    return
                }
                try Task.checkCancellation()
                let report = try await packs.pack(request)
                if report.stop == .network { return }
                if report.stop == .failure {
                    let error = report.error ?? DataError(.unknown)
                    // A broken answer is about one thing in one pack; the other feeds need not do without theirs.
                    guard error.code == .malformed else { throw error }
                    broken = broken ?? error
                }
            }
            if let broken { throw broken }
        }
    }

    /// What is to be packed of each feed.
    private static func requests(for feeds: [Feed], _ settings: ReadingSettings) -> [PackRequest] {
        let feeds = feeds.filter { !$0.source.isLocal }.prefix(settings.localSaveLimit)
        guard !feeds.isEmpty else { return [] }
        // Shared out whole: what is left over goes to the first ones.
        let (share, rest) = settings.localSaveLimit.quotientAndRemainder(dividingBy: feeds.count)
        let bytes = settings.packBudgetMegabytes * 1_000_000 / feeds.count
        return feeds.enumerated().map { index, feed in
            PackRequest(
                feed: feed, posts: share + (index < rest ? 1 : 0), includesComments: true, includesMedia: true,
                maximumBytes: bytes, needsFreeNetwork: settings.downloadPolicy == .wifi, isAutomatic: true)
        }
    }
}
