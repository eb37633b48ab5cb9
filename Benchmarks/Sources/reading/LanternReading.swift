import Core
import Database
import Foundation
import PostFeatures

/// Reading with Lantern: from the store to the state of the view models, as an app has it.
@MainActor
struct LanternReading {
    let plan: ReadingPlan
    private let clock = ContinuousClock()

    nonisolated init(_ plan: ReadingPlan) {
        self.plan = plan
    }

    private var feed: Feed { Self.feed(0) }

    static func feed(_ number: Int) -> Feed { Feed(site: .demo, source: .subreddits(["harbour\(number)"]), sort: .new) }

    func run(_ report: inout Report) async throws {
        let folder = "\(plan.folder)/store"
        if !FileManager.default.fileExists(atPath: folder) { try await LanternFilling(plan).fill(folder) }
        if plan.wants(.cold) { try await cold(folder, &report) }
        let store = try await JSONStore.open(directory: folder)
        let offline = DatabasePostProvider(store: store)
        let cloud = PageCloud(plan)
        let provider = DefaultPostProvider(offline: offline, online: cloud)
        let settings = InMemorySettingsProvider()
        Dependency.register((any PostProvider).self) { provider }
        Dependency.register((any SettingsProvider).self) { settings }
        if plan.wants(.warm) { try await warm(offline, &report) }
        if plan.wants(.filter) { try await filter(settings, &report) }
        if plan.wants(.saved) { try await saved(&report) }
        if plan.wants(.search) {
            try await search(store, .search, PostSource(seed: plan.seed).queries, &report)
        }
        if plan.wants(.letters) { try await search(store, .letters, PostSource.letters, &report) }
        if plan.wants(.layout) { try layout(&report) }
        if plan.wants(.status) { try await status(&report) }
        if plan.wants(.page) { try await page(&report) }
        try await store.close()
    }

    private func checkShown(_ list: PostListViewModel) throws {
        let count = list.state.value.items.count
        try check(count > plan.feedCount * 9 / 10, "the list shows \(count) posts")
    }

    // MARK: Showing a feed

    private func cold(_ folder: String, _ report: inout Report) async throws {
        var (all, opening, reading) = (Samples(), Samples(), Samples())
        // What the round before has read is let go of behind the clock: an app that is started has nothing to free.
        var before: DefaultPostProvider?
        for _ in 0..<plan.rounds {
            let begin = clock.now
            let store = try await JSONStore.open(directory: folder)
            let opened = clock.now
            let provider = DefaultPostProvider(offline: DatabasePostProvider(store: store), online: nil)
            Dependency.register((any PostProvider).self) { provider }
            let list = PostListViewModel(feed: feed, policy: .storedOnly)
            await list.load()
            let end = clock.now
            try checkShown(list)
            all.add(end - begin)
            opening.add(opened - begin)
            reading.add(end - opened)
            list.stop()
            before = provider
            try await store.close()
        }
        try check(before != nil, "nothing was opened")
        report.add(all, .cold)
        report.add(opening, part: "open the store")
        report.add(reading, part: "first reading, until it shows")
    }

    private func warm(_ offline: DatabasePostProvider, _ report: inout Report) async throws {
        var (all, reading) = (Samples(), Samples())
        for round in 0...plan.rounds {
            let list = PostListViewModel(feed: feed, policy: .storedOnly)
            let begin = clock.now
            await list.load()
            // The first one is cold.
            if round > 0 { all.add(clock.now - begin) }
            try checkShown(list)
            list.stop()
            let again = clock.now
            let stored = try await offline.storedFeed(feed)
            reading.add(clock.now - again)
            try check(stored.items.count >= plan.feedCount, "\(stored.items.count) posts are stored")
        }
        report.add(all, .warm)
        report.add(reading, part: "storedFeed, read before")
    }

    // MARK: Filtering and searching

    private func filter(_ settings: InMemorySettingsProvider, _ report: inout Report) async throws {
        var samples = Samples()
        let list = PostListViewModel(feed: feed, policy: .storedOnly)
        await list.load()
        let count = list.state.value.items.count
        for round in 0..<plan.rounds {
            let begin = clock.now
            try await settings.update { $0.nsfw = round.isMultiple(of: 2) ? .hidden : .covered }
            let isFull = !round.isMultiple(of: 2)
            while (list.state.value.items.count == count) != isFull { await Task.yield() }
            samples.add(clock.now - begin)
        }
        try await settings.update { $0 = ReadingSettings() }
        list.stop()
        report.add(samples, .filter)
    }

    private func saved(_ report: inout Report) async throws {
        var (samples, reading) = (Samples(), Samples())
        let list = SavedPostsViewModel(site: .demo)
        let begin = clock.now
        await list.load()
        reading.add(clock.now - begin)
        let kept = list.state.value.keptCount
        try check(kept > plan.count / ReadingPlan.savedShare * 9 / 10, "\(kept) posts are saved")
        var count = 0
        for query in PostSource(seed: plan.seed).queries {
            let begin = clock.now
            list.setQuery(query)
            samples.add(clock.now - begin)
            count += list.state.value.rows.count
        }
        try check(count > 1000, "\(count) of the saved posts are found")
        list.stop()
        report.add(samples, .saved)
        report.add(reading, part: "saved posts, first reading")
    }

    private func search(_ store: JSONStore, _ step: Step, _ queries: [String], _ report: inout Report) async throws {
        var samples = Samples()
        let provider = DatabasePostSearchProvider(store: store)
        var count = 0
        for query in queries.prefix(5) + queries {
            let begin = clock.now
            let found = try await provider.search(PostSearchRequest(SearchQuery(query), limit: 100))
            samples.add(clock.now - begin)
            count += found.items.count
        }
        try check(count > queries.count, "the search finds \(count) posts")
        report.add(samples, step)
    }

    private func layout(_ report: inout Report) throws {
        var samples = Samples()
        let source = PostSource(seed: plan.seed)
        let posts = (0..<10_000).map { source.post($0) }
        for _ in 0..<plan.rounds {
            let begin = clock.now
            var layout = MasonryLayout(width: 1024)
            layout.append(posts.lazy.map { MasonryItem($0) })
            samples.add(clock.now - begin)
            try check(layout.frames.count == posts.count, "\(layout.frames.count) posts have a place")
        }
        report.add(samples, .layout)
    }

    // MARK: Changes

    /// Waits until the consequences of a change have come to an end, as a person does.
    private func rest() async {
        // Nobody cancels it.
        try? await Task.sleep(for: .milliseconds(30))
    }

    private func status(_ report: inout Report) async throws {
        var samples = Samples()
        let list = PostListViewModel(feed: feed, policy: .storedOnly)
        await list.load()
        for round in 0...plan.rounds {
            let item = list.state.value.items[round * 7]
            let begin = clock.now
            await list.set(.read(!item.status.isRead), for: [item.id])
            // The first one warms up.
            if round > 0 { samples.add(clock.now - begin) }
            let status = list.state.value.items[round * 7].status
            try check(status.isRead != item.status.isRead, "the post is not marked")
            await rest()
        }
        list.stop()
        report.add(samples, .status)
    }

    private func page(_ report: inout Report) async throws {
        var samples = Samples()
        let list = PostListViewModel(
            feed: feed, policy: .storedOnly, configuration: .init(pageSize: ReadingPlan.pageSize))
        await list.load()
        for round in 0...plan.rounds {
            let before = list.state.value.items.count
            let begin = clock.now
            await list.refresh()
            if round > 0 { samples.add(clock.now - begin) }
            let added = list.state.value.items.count - before
            try check(added == ReadingPlan.pageSize, "\(added) posts came")
            await rest()
        }
        list.stop()
        report.add(samples, .page)
    }
}
