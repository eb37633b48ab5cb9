import Core
import Database
import Foundation
import PostFeatures

/// Threads with Lantern: from the store to the rows of the view model, as an app has it.
@MainActor
struct LanternThreads {
    let plan: ReadingPlan
    private let clock = ContinuousClock()
    /// Made before anything is measured: its thousands of comments take longer than the store.
    private let cloud: ThreadCloud

    nonisolated init(_ plan: ReadingPlan) {
        self.plan = plan
        cloud = ThreadCloud(plan.threadSource, rounds: plan.wants(.expand) ? plan.rounds + 1 : 0)
    }

    func run(_ report: inout Report) async throws {
        let folder = "\(plan.folder)/threads"
        if !FileManager.default.fileExists(atPath: folder) { try await fill(folder) }
        if plan.wants(.threadCold) { try await cold(folder, &report) }
        let store = try await open(folder)
        if plan.wants(.thread) { try await again(store, &report) }
        if plan.wants(.sort) { try await sort(&report) }
        if plan.wants(.fold) { try await fold(&report) }
        if plan.wants(.expand) { try await expand(&report) }
        try await store.close()
    }

    /// Opens the store, and registers what a thread is read with.
    private func open(_ folder: String) async throws -> JSONStore {
        let store = try await JSONStore.open(directory: folder)
        let provider = DefaultCommentProvider(
            offline: DatabasePostProvider(store: store), comments: DatabaseCommentProvider(store: store),
            online: cloud)
        Dependency.register((any CommentProvider).self) { provider }
        Dependency.register((any SettingsProvider).self) { InMemorySettingsProvider() }
        return store
    }

    private func fill(_ folder: String) async throws {
        plan.log("filling Lantern's store with threads")
        let store = try await JSONStore.open(directory: folder)
        let (posts, comments) = (DatabasePostProvider(store: store), DatabaseCommentProvider(store: store))
        for (id, thread) in plan.threads {
            let post = Post(id: id, title: "A lantern over the harbour", media: Media(kind: .text))
            try await posts.store([post], completeness: .full)
            _ = try await comments.commit(thread, of: id, sort: nil, date: PostSource.now)
        }
        try await store.close()
    }

    // MARK: Opening

    /// The moment at which a thread shows for the first time what it is waited for.
    private final class Moment {
        var instant: ContinuousClock.Instant?
        /// The bytes of the texts that were drawn, so that they are decoded.
        var drawnCount = 0
    }

    private func model() -> CommentThreadViewModel {
        CommentThreadViewModel(id: ThreadSource.post, policy: .storedOnly)
    }

    /// Does something, and measures until the thread shows it: what is noted behind that keeps nobody waiting.
    private func measure(
        _ samples: inout Samples, _ model: CommentThreadViewModel, since begin: ContinuousClock.Instant,
        until isShown: @escaping @MainActor (CommentThreadViewModel.State) -> Bool, doing work: () async -> Void
    ) async throws {
        let moment = Moment()
        let token = model.state.observe { [clock] state in
            guard moment.instant == nil, isShown(state) else { return }
            // What is drawn of it: the texts of the first screen.
            for row in state.rows.prefix(ReadingPlan.screen) { moment.drawnCount += row.comment?.body?.utf8.count ?? 0 }
            moment.instant = clock.now
        }
        await work()
        token.cancel()
        guard let shown = moment.instant, moment.drawnCount > 0 else {
            throw WrongAnswer(description: "The thread does not show it.")
        }
        samples.add(shown - begin)
    }

    private func show(
        _ samples: inout Samples, since begin: ContinuousClock.Instant
    ) async throws -> CommentThreadViewModel {
        let (model, count) = (model(), plan.threadCount)
        try await measure(
            &samples, model, since: begin, until: { $0.commentCount >= count }, doing: { await model.load() })
        let state = model.state.value
        try check(state.banner == nil && !state.rows.isEmpty, "\(state.rows.count) rows are shown")
        return model
    }

    private func cold(_ folder: String, _ report: inout Report) async throws {
        var (all, opening) = (Samples(), Samples())
        // As for the posts: an app that is started has nothing to free.
        var before: CommentThreadViewModel?
        for _ in 0..<plan.rounds {
            let begin = clock.now
            let store = try await open(folder)
            opening.add(clock.now - begin)
            before = try await show(&all, since: begin)
            try await store.close()
        }
        try check(before != nil, "nothing was opened")
        report.add(all, .threadCold)
        report.add(opening, part: "open the store with the threads")
    }

    private func again(_ store: JSONStore, _ report: inout Report) async throws {
        var (all, reading, warming) = (Samples(), Samples(), Samples())
        let provider = DatabaseCommentProvider(store: store)
        for round in 0...plan.rounds {
            if round == 0 {
                _ = try await show(&warming, since: clock.now)
            } else {
                _ = try await show(&all, since: clock.now)
            }
            let begin = clock.now
            let stored = try await provider.storedThread(of: ThreadSource.post)
            reading.add(clock.now - begin)
            try check(stored?.thread.comments.count ?? 0 >= plan.threadCount, "the thread is not whole")
            await rest()
        }
        report.add(all, .thread)
        report.add(reading, part: "storedThread, read before")
    }

    // MARK: Changes

    /// Waits until the consequences of a change have come to an end, as a person does.
    private func rest() async {
        // Nobody cancels it.
        try? await Task.sleep(for: .seconds(ReadingPlan.rest))
    }

    private func sort(_ report: inout Report) async throws {
        var samples = Samples()
        let model = model()
        await model.load()
        for round in 0..<plan.rounds {
            let sort = round.isMultiple(of: 2) ? CommentSort.new : .top
            try await measure(
                &samples, model, since: clock.now, until: { $0.sort == sort }, doing: { await model.sort(by: sort) })
            let scores = model.state.value.rows.filter { $0.depth == 0 }.compactMap { $0.comment?.score }
            try check(sort == .new || scores == scores.sorted(by: >), "the thread is not sorted")
            await rest()
        }
        report.add(samples, .sort)
    }

    private func fold(_ report: inout Report) async throws {
        var samples = Samples()
        let model = model()
        await model.load()
        let ids = (model.thread?.comments ?? []).filter { $0.depth == 0 }.map(\.id)
        for round in 0...plan.rounds {
            let id = ids[round % ids.count]
            let begin = clock.now
            await model.setCollapsed(true, for: id)
            // The first one warms up.
            if round > 0 { samples.add(clock.now - begin) }
            let row = model.state.value.rows.first { $0.id == .comment(id) }
            try check(row?.isCollapsed == true && model.state.value.banner == nil, "the comment is not collapsed")
            await rest()
        }
        report.add(samples, .fold)
    }

    private func expand(_ report: inout Report) async throws {
        var (samples, visits, warming) = (Samples(), Samples(), Samples())
        let model = model()
        await model.load()
        for round in 0...plan.rounds {
            let before = model.state.value.commentCount
            guard let row = model.state.value.rows.first(where: { $0.more != nil }) else {
                throw WrongAnswer(description: "No placeholder is left.")
            }
            let begin = clock.now
            var times = round == 0 ? warming : samples
            try await measure(
                &times, model, since: begin, until: { $0.commentCount > before }, doing: { await model.expand(row.id) })
            if round == 0 { warming = times } else { samples = times }
            // That the person has seen them is noted, and synced, behind that.
            if round > 0 { visits.add(clock.now - begin) }
            let added = model.state.value.commentCount - before
            try check(added == ThreadSource.step, "\(added) comments came")
            await rest()
        }
        report.add(samples, .expand)
        report.add(visits, part: "expand 100 into 5,000, until the visit is synced")
    }
}
