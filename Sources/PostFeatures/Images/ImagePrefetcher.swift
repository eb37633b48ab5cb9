public import Core

/// Fetches the images of rows that are about to be seen, and stops when they scroll away.
///
/// ```swift
/// let prefetcher = ImagePrefetcher()
/// prefetcher.update(visible: firstRow..<lastRow + 1, in: imageLinks)    // whenever the list has scrolled
/// ```
///
/// It goes through ``Core/ImageProvider`` with the priority `prefetch`: what is cached comes from the disk into memory
/// and costs no request, and a view that asks for an image on its way shares the download and hurries it up. Nothing is
/// reported: when an image cannot be had, the view that shows it says why.
///
/// While the network costs something, or the person asked for little to be sent by it, nothing is fetched, and the
/// activity log says so; it goes on by itself.
///
/// What was asked for is asked for once, until it is stopped. Everything ends when the prefetcher is released.
@MainActor
public final class ImagePrefetcher {
    /// The number of images that are fetched at the same time, 2 by default.
    package let maximumConcurrent: Int
    /// The number of images fetched ahead of those that are seen, 10 by default.
    package let distance: Int

    private let provider: any ImageProvider
    /// The images to get, in this order.
    private var waiting: [ResourceLink] = []
    private var running: [ResourceLink: (number: Int, task: Task<Void, Never>)] = [:]
    /// The images that came or failed, and were not stopped since.
    private var done: Set<ResourceLink> = []
    private var lastNumber = 0
    private let path: any NetworkPathProvider
    private let activity: any ActivityRecorder
    private let time: any TimeProvider
    private var pathToken: ObservationToken?
    /// Whether the network is one to send little by.
    private var isCostly = false
    /// Whether the log says so by now.
    private var isNoted = false
    private var firstVisible: Int?
    private var isBackwards = false

    /// Creates a prefetcher; resolves `ImageProvider`, and `NetworkPathProvider` and `ActivityRecorder` or else their
    /// defaults, and starts nothing.
    ///
    /// - Parameters:
    ///   - maximumConcurrent: The number of images fetched at the same time; at least 1.
    ///   - distance: The number of images fetched ahead; at least 0.
    public init(maximumConcurrent: Int = 2, distance: Int = 10) {
        self.maximumConcurrent = max(1, maximumConcurrent)
        self.distance = max(0, distance)
        provider = Dependency.resolve((any ImageProvider).self)
        path = Dependency.resolve((any NetworkPathProvider).self, default: ManualNetworkPathProvider())
        activity = Dependency.resolve((any ActivityRecorder).self, default: DiscardingActivityRecorder())
        time = Dependency.clock
        pathToken = path.path.observe { [weak self] in self?.networkIs($0) }
    }

    deinit {
        for (_, task) in running.values { task.cancel() }
    }

    /// Whether fetching is paused by the app, for a reason of its own: there is no connection, for one.
    ///
    /// False at first. Setting it ends what is on its way; when it is unset, that is begun anew, before the rest. What
    /// the network costs is looked at in any case.
    public var isPaused = false {
        didSet {
            guard isPaused != oldValue else { return }
            if isPaused { pause() } else { startNext() }
        }
    }

    private func networkIs(_ path: NetworkPath) {
        guard path.isCostly != isCostly else { return }
        isCostly = path.isCostly
        isNoted = false
        if isCostly { pause() }
        startNext()
    }

    /// The links that are asked for and have not come, those on their way first.
    package var pending: [ResourceLink] { runningInOrder + waiting }

    /// Asks for images, behind those that were asked for before.
    ///
    /// - Parameter links: The links of the images, the most wanted first.
    public func start(_ links: [ResourceLink]) {
        var known = Set(waiting).union(done)
        for link in links where running[link] == nil && known.insert(link).inserted { waiting.append(link) }
        startNext()
    }

    /// Stops fetching images; downloads under way end, unless a view waits for them.
    ///
    /// - Parameter links: The links of the images.
    public func stop(_ links: [ResourceLink]) {
        let links = Set(links)
        waiting.removeAll(where: links.contains)
        done.subtract(links)
        for link in links { running.removeValue(forKey: link)?.task.cancel() }
        startNext()
    }

    /// Stops fetching everything.
    public func stopAll() {
        (firstVisible, isBackwards) = (nil, false)
        replace(wanted: [], kept: [])
    }

    /// Fetches what is about to be seen, and stops what is not any more.
    ///
    /// What comes next in the direction of the scrolling is fetched, the nearest first. What is seen belongs to its
    /// views: only what is on its way goes on.
    ///
    /// - Parameters:
    ///   - visible: The places that are seen; it is cut to the places that there are.
    ///   - links: The images of all places in order; `nil` where a place has none.
    /// - Complexity: O(*v* + *d*) in the visible places and the ``distance``, plus O(*n*) in places without an image
    ///   that follow.
    public func update(visible: Range<Int>, in links: [ResourceLink?]) {
        let visible = visible.clamped(to: 0..<links.count)
        // Whoever stands still looks the way that they came.
        if let firstVisible, visible.lowerBound != firstVisible { isBackwards = visible.lowerBound < firstVisible }
        firstVisible = visible.lowerBound
        let ahead =
            isBackwards
            ? Array(links[..<visible.lowerBound].lazy.reversed().compactMap { $0 }.prefix(distance))
            : Array(links[visible.upperBound...].lazy.compactMap { $0 }.prefix(distance))
        replace(wanted: ahead, kept: Set(links[visible].lazy.compactMap { $0 }))
    }

    /// Makes some links the ones that are wanted.
    private func replace(wanted: [ResourceLink], kept: Set<ResourceLink>) {
        let alive = kept.union(wanted)
        for link in running.keys where !alive.contains(link) { running.removeValue(forKey: link)?.task.cancel() }
        done.formIntersection(alive)
        waiting = []
        start(wanted)
    }

    private var runningInOrder: [ResourceLink] {
        running.sorted { $0.value.number < $1.value.number }.map(\.key)
    }

    private func pause() {
        waiting = runningInOrder + waiting
        for (_, task) in running.values { task.cancel() }
        running = [:]
    }

    private func startNext() {
        if isCostly, !isPaused, !isNoted, !waiting.isEmpty {
            isNoted = true
            activity.record(ActivityEvent(waiting: .pictures, date: time.now, policy: nil, path: path.path.value))
        }
        while !isPaused, !isCostly, running.count < maximumConcurrent, !waiting.isEmpty {
            let link = waiting.removeFirst()
            lastNumber += 1
            let (number, provider) = (lastNumber, provider)
            // Below what a person waits for, down to the thread.
            let task = Task(priority: .utility) { [weak self] in
                do {
                    _ = try await provider.image(for: link, priority: .prefetch)
                } catch {
                    // Nobody waits for it: the view that shows it asks again, and says why it cannot.
                }
                self?.finish(link, number)
            }
            running[link] = (number, task)
        }
    }

    private func finish(_ link: ResourceLink, _ number: Int) {
        // Stopped meanwhile, and perhaps started anew.
        guard running[link]?.number == number else { return }
        running[link] = nil
        done.insert(link)
        startNext()
    }
}
