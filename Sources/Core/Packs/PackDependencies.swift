/// The providers and settings that the download of a pack uses.
struct PackDependencies: Sendable {
    let posts = Dependency.resolve((any PostProvider).self)
    let comments = Dependency.resolve((any CommentProvider).self)
    let offlineComments = Dependency.resolve((any OfflineCommentProvider).self)
    let media = Dependency.resolve((any OfflineMediaProvider).self)
    let downloads = Dependency.resolve((any MediaProvider).self)
    let packs = Dependency.resolve((any OfflinePackProvider).self)
    let settings = Dependency.settings
    let path: any NetworkPathProvider = Dependency.resolve(
        (any NetworkPathProvider).self, default: ManualNetworkPathProvider())
    let activity: any ActivityRecorder = Dependency.resolve(
        (any ActivityRecorder).self, default: DiscardingActivityRecorder())
    let time = Dependency.clock
    let configuration: DefaultPackProvider.Configuration
    let sizes = StoredSizeCalculator()

    /// Whether the download policy is `never`.
    var isOff: Bool { settings.settings.value.downloadPolicy == .never }

    /// Records in the activity log why a pack waits.
    ///
    /// - Parameters:
    ///   - request: The pack's request.
    ///   - stop: The reason: it waits for a network, or for another download policy.
    func noteWaiting(_ request: PackRequest, for stop: PackReport.Stop = .network) {
        let now = request.isAutomatic ? settings.settings.value.downloadPolicy : nil
        let policy: DownloadPolicy? = stop == .policy ? .never : now
        activity.record(ActivityEvent(waiting: .packs, date: time.now, policy: policy, path: path.path.value))
    }
}
