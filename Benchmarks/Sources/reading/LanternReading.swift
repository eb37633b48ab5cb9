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
        let store = try await JSONStore.open(directory: folder, collections: LanternFilling.collections)
        let offline = DatabasePostProvider(store: store)
        let cloud = PageCloud(plan)
        let provider = DefaultPostProvider(offline: offline, online: cloud)
        Dependency.register((any PostProvider).self) { provider }
        if plan.wants(.warm) { try await warm(offline, &report) }
        if plan.wants(.filter) { try await filter(&report) }
        if plan.wants(.saved) { try await saved(offline, &report) }
        if plan.wants(.search) { try search(store, &report) }
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
        for _ in 0..<plan.rounds {
            let begin = clock.now
            let store = try await JSONStore.open(directory: folder, collections: LanternFilling.collections)
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
            try await store.close()
        }
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

    private func filter(_ report: inout Report) async throws {
        var samples = Samples()
        let list = PostListViewModel(feed: feed, policy: .storedOnly)
        await list.load()
        let items = list.state.value.items
        for round in 0..<plan.rounds {
            var settings = ReadingSettings()
            if round.isMultiple(of: 2) { settings.nsfw = .hidden } else { settings.hideRead = true }
            let begin = clock.now
            let filter = PostFilter(settings, for: feed.source)
            let shown = items.filter { filter.reason(for: $0) == nil }
            samples.add(clock.now - begin)
            try check(shown.count < items.count && !shown.isEmpty, "the filter leaves \(shown.count) posts")
        }
        list.stop()
        report.add(samples, .filter)
    }

    private func saved(_ offline: DatabasePostProvider, _ report: inout Report) async throws {
        var (samples, reading) = (Samples(), Samples())
        let begin = clock.now
        let stored = try await offline.storedFeed(Feed(site: .demo, source: .saved))
        reading.add(clock.now - begin)
        try check(stored.items.count == plan.count / ReadingPlan.savedShare, "\(stored.items.count) posts are saved")
        let titles = stored.items.map { SearchText.fold($0.post.title) }
        for query in PostSource(seed: plan.seed).queries {
            let begin = clock.now
            let words = query.split(separator: " ").map { SearchText.fold(String($0)) }
            let found = stored.items.indices.filter { index in words.allSatisfy { titles[index].contains($0) } }
            _ = found.map { stored.items[$0] }
            samples.add(clock.now - begin)
        }
        report.add(samples, .saved)
        report.add(reading, part: "saved posts, first reading")
    }

    private func search(_ store: JSONStore, _ report: inout Report) throws {
        var samples = Samples()
        let queries = PostSource(seed: plan.seed).queries
        var count = 0
        for query in queries.prefix(5) + queries {
            let begin = clock.now
            let found = try store.snapshot().search(
                query, in: LanternFilling.text, of: LanternFilling.searched, limit: 100)
            samples.add(clock.now - begin)
            count += found.count
        }
        try check(count > queries.count, "the search finds \(count) posts")
        report.add(samples, .search)
    }

    // MARK: Changes

    /// Lets what follows a change come to its end, as a person does.
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
        let list = PostListViewModel(feed: feed, pageSize: ReadingPlan.pageSize, policy: .storedOnly)
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
