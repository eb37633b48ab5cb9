import Foundation

/// The states of the feeds that are in use, and of some that were: those not used for the longest time are forgotten.
///
/// Isolated to the actor ``DefaultPostProvider``.
final class FeedRuntimes {
    /// The number of unused feeds whose state is kept.
    ///
    /// That is how the last fetch ended, how long it may be until the next one, and whether the server repeats itself;
    /// it is known anew with the next fetch.
    static let rememberedCount = 100

    private let configuration: DefaultPostProvider.Configuration
    private let settings: any SettingsProvider
    private var runtimes: [Feed: FeedRuntime] = [:]
    /// The number of calls that are using each feed.
    private var uses: [Feed: Int] = [:]
    private var useCount = 0
    private var lastID = 0
    /// The feed that was the last to lose its followers: often it is the next that is shown.
    private var lastFollowed: FeedRuntime?

    init(_ configuration: DefaultPostProvider.Configuration, settings: any SettingsProvider) {
        self.configuration = configuration
        self.settings = settings
    }

    /// The refresh age in seconds, as it is set now.
    var refreshAge: TimeInterval {
        let seconds = configuration.refreshAge.map { $0 / .seconds(1) }
        return seconds ?? TimeInterval(settings.settings.value.refreshAgeMinutes) * 60
    }

    /// A number that was not given before; larger than those that were.
    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// The number of feeds whose state is kept.
    var count: Int { runtimes.count }

    /// The feeds whose state is kept.
    var all: [Feed: FeedRuntime] { runtimes }

    /// The feeds that are followed, each with its state.
    var followed: [Feed: FeedRuntime] { runtimes.filter { $0.value.isFollowed } }

    /// The state of a feed that is known; `nil` for another one.
    subscript(_ feed: Feed) -> FeedRuntime? { runtimes[feed] }

    /// The state of a feed, a new one where it is not known.
    func runtime(_ feed: Feed) -> FeedRuntime {
        guard let runtime = runtimes[feed] else {
            let runtime = FeedRuntime(refreshAge: refreshAge)
            runtimes[feed] = runtime
            return runtime
        }
        runtime.machine.refreshAge = configuration.adaptsRefreshAge ? refreshAge * runtime.rhythm.factor : refreshAge
        return runtime
    }

    /// Keeps a feed's state until the same number of ``endUse(of:)`` has come.
    func beginUse(of feed: Feed) {
        let runtime = runtime(feed)
        uses[feed, default: 0] += 1
        useCount += 1
        runtime.lastUse = useCount
    }

    /// Ends a use, and forgets feeds where there are too many.
    func endUse(of feed: Feed) {
        let count = uses[feed, default: 1] - 1
        uses[feed] = count > 0 ? count : nil
        forgetIdle()
    }

    /// Removes a follower of a feed, and forgets feeds where there are too many.
    func removeSubscriber(_ id: Int, from feed: Feed) {
        if let runtime = runtimes[feed] {
            runtime.removeSubscriber(id)
            if runtime !== lastFollowed, !runtime.isFollowed {
                lastFollowed?.forgetListed()
                lastFollowed = runtime
            }
        }
        forgetIdle()
    }

    /// Forgets the feeds that were not used for the longest time, where there are too many.
    func forgetIdle() {
        guard runtimes.count > Self.rememberedCount else { return }
        let idle = runtimes.filter { $0.value.isIdle && uses[$0.key] == nil }
        guard idle.count > Self.rememberedCount else { return }
        let oldest = idle.sorted { $0.value.lastUse < $1.value.lastUse }
        for (feed, _) in oldest.prefix(idle.count - Self.rememberedCount) { runtimes[feed] = nil }
    }
}
