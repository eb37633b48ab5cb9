import Core
import Foundation
import Mocks
import Synchronization

/// A server with posts, threads and files, the stores of one device, and a way to kill the app at any request.
final class PackFixture: Sendable {
    private struct State: Sendable {
        var posts: [Post] = []
        /// What was asked for, in order: `page c25`, `thread t3_1`, `file /a.png`.
        var log: [String] = []
        var requestsLeft: Int?
        var task: Task<PackReport, any Error>?
        var isDead = false
        var isUnreachable = false
        var pageSize: Int?
        /// What the clock moves by with each request.
        var pace = Duration.zero
        /// Hears of each request.
        var listener: (@Sendable (String) -> Void)?
    }

    let clock = ManualClock()
    let offline = InMemoryOfflinePostProvider()
    let online = MockOnlinePostProvider()
    let packs: InMemoryOfflinePackProvider
    let settings: InMemorySettingsProvider
    let path = ManualNetworkPathProvider(NetworkPath(.wifi))
    let activity = InMemoryActivityLog()
    let feed: Feed
    private let state = Mutex(State())
    private let heldThreads = Mutex(Threads())
    private let heldFiles = Mutex(Files())

    struct Threads: Sendable {
        var onServer: [Post.ID: CommentThread] = [:]
        var stored: [Post.ID: CommentThread] = [:]
        var fetched: [Post.ID: Int] = [:]
        /// What comes for a placeholder, by what it hangs on.
        var answers: [Core.Comment.Parent: [CommentThread.Entry]] = [:]
        var errors: [Core.Comment.Parent: NetworkError] = [:]
    }

    struct Files: Sendable {
        var sizes: [ResourceLink: Int] = [:]
        var errors: [ResourceLink: NetworkError] = [:]
        /// Whole, and held by nobody.
        var lying: [ResourceLink: Int] = [:]
        var kept: [ResourceLink: MediaFile] = [:]
        var fetched: [ResourceLink: Int] = [:]
        var running = 0
        var mostRunning = 0
    }

    init(feed: Feed = .mock("swift"), settings: ReadingSettings = ReadingSettings()) {
        self.feed = feed
        self.settings = InMemorySettingsProvider(settings)
        packs = InMemoryOfflinePackProvider(posts: offline)
        online.onFetchPage.answers { [weak self] in try self?.page($0) ?? .mock() }
    }

    // MARK: The server

    func setPosts(_ posts: [Post]) { state.withLock { $0.posts = posts } }

    func setFile(_ link: String, bytes: Int) { heldFiles.withLock { $0.sizes[ResourceLink.mock(link)] = bytes } }

    func failFile(_ link: String, with error: NetworkError?) {
        heldFiles.withLock { $0.errors[ResourceLink.mock(link)] = error }
    }

    func setThread(_ post: String, comments: Int, length: Int = 20) {
        let comments = (0..<comments).map { index in
            CommentThread.Entry.comment(
                .mock("t1_\(post)_\(index)", post: post) { $0.body = String(repeating: "x", count: length) })
        }
        heldThreads.withLock { $0.onServer[.mock(post)] = CommentThread(entries: comments, source: "mock") }
    }

    func setThread(
        _ post: String, _ entries: [CommentThread.Entry], completeness: Completeness = .full
    ) {
        let thread = CommentThread(entries: entries, source: "mock", completeness: completeness)
        heldThreads.withLock { $0.onServer[.mock(post)] = thread }
    }

    /// What comes, or why nothing comes, for a placeholder that hangs on something.
    func setAnswer(_ parent: Core.Comment.Parent, _ entries: [CommentThread.Entry], error: NetworkError? = nil) {
        heldThreads.withLock { ($0.answers[parent], $0.errors[parent]) = (entries, error) }
    }

    func setReachable(_ isReachable: Bool) { state.withLock { $0.isUnreachable = !isReachable } }

    func setPace(_ pace: Duration) { state.withLock { $0.pace = pace } }

    func onRequest(_ listener: @escaping @Sendable (String) -> Void) { state.withLock { $0.listener = listener } }

    /// What was asked for since the last time this was asked.
    func takeLog() -> [String] {
        state.withLock { state in
            defer { state.log = [] }
            return state.log
        }
    }

    var files: Files { heldFiles.withLock { $0 } }
    var threads: Threads { heldThreads.withLock { $0 } }

    private func page(_ request: PageRequest) throws -> Page {
        try answer("page \(request.cursor.map { "\($0)" } ?? "head") of \(request.feed.source)")
        let posts = state.withLock { $0.posts }
        let start = request.cursor.flatMap { Int("\($0)".dropFirst()) } ?? 0
        let end = min(posts.count, start + request.limit)
        guard start < end else { return .mock([Post](), next: nil) }
        return .mock(Array(posts[start..<end]), next: end < posts.count ? "c\(end)" : nil)
    }

    /// A request comes in.
    private func answer(_ what: String) throws {
        let (pace, listener) = state.withLock { state in
            state.log.append(what)
            return (state.pace, state.listener)
        }
        listener?(what)
        if pace > .zero { clock.advance(by: pace) }
        try checkAlive()
    }

    private func checkAlive() throws {
        let (killed, isUnreachable) = state.withLock { state in
            if let left = state.requestsLeft {
                state.requestsLeft = left - 1
                if left <= 0 { state.isDead = true }
            }
            return (state.isDead ? state.task : nil, state.isUnreachable)
        }
        killed?.cancel()
        if state.withLock({ $0.isDead }) { throw CancellationError() }
        if isUnreachable { throw NetworkError(.offline) }
    }

    // MARK: The app

    func provider(_ configuration: DefaultPackProvider.Configuration = .init()) -> DefaultPackProvider {
        let posts = DefaultPostProvider(
            offline: offline, online: online, time: clock,
            services: .init(activity: DiscardingActivityRecorder(), settings: settings))
        let container = DependencyContainer()
        container.register((any TimeProvider).self) { self.clock }
        container.register((any SettingsProvider).self) { self.settings }
        let downloads = Dependency.withContainer(container) {
            DefaultMediaProvider(sites: [.demo], online: self, offline: self, posts: offline)
        }
        container.register((any PostProvider).self) { posts }
        container.register((any CommentProvider).self) { self }
        container.register((any OfflineCommentProvider).self) { self }
        container.register((any OfflineMediaProvider).self) { self }
        container.register((any MediaProvider).self) { downloads }
        container.register((any OfflinePackProvider).self) { self.packs }
        container.register((any NetworkPathProvider).self) { self.path }
        container.register((any ActivityRecorder).self) { self.activity }
        return Dependency.withContainer(container) { DefaultPackProvider(configuration: configuration) }
    }

    func request(_ posts: Int, comments: Bool = true, media: Bool = true, bytes: Int = 1_000_000) -> PackRequest {
        PackRequest(
            feed: feed, posts: posts, includesComments: comments, includesMedia: media, maximumBytes: bytes)
    }

    /// Runs a pack in an app that is killed at a request, or lives.
    ///
    /// - Returns: The report; `nil` when it was killed.
    func run(
        _ request: PackRequest, _ configuration: DefaultPackProvider.Configuration = .init(), killAfter: Int? = nil
    ) async throws -> PackReport? {
        let provider = provider(configuration)
        state.withLock { ($0.requestsLeft, $0.isDead) = (killAfter, false) }
        let task = Task { try await provider.pack(request) }
        state.withLock { $0.task = task }
        let result = await task.result
        // What was under way has ended, as it has with a process.
        await provider.pause(request)
        while files.running > 0 { await Task.yield() }
        state.withLock { ($0.requestsLeft, $0.isDead, $0.task) = (nil, false, nil) }
        do {
            return try result.get()
        } catch is CancellationError {
            return nil
        }
    }
}

// MARK: Threads

extension PackFixture: CommentProvider, OfflineCommentProvider {
    func thread(_ request: ThreadRequest) async throws -> ThreadUpdate {
        do {
            try answer("thread \(request.post.native)")
            for _ in 0..<3 { await Task.yield() }
            try Task.checkCancellation()
            try checkAlive()
        } catch let error as NetworkError {
            return ThreadUpdate(error: DataError(error))
        }
        return heldThreads.withLock { threads in
            guard let thread = threads.onServer[request.post] else {
                return ThreadUpdate(error: DataError(NetworkError(.notFound)))
            }
            threads.stored[request.post] = thread
            threads.fetched[request.post, default: 0] += 1
            return ThreadUpdate(thread: thread, origin: .network(source: "mock", completeness: .full))
        }
    }

    func expand(_ request: MoreRequest) async throws -> ThreadUpdate {
        let parent = request.more.parent
        do {
            try answer((["more \(parent.native)"] + request.ids.map(\.native)).joined(separator: " "))
            for _ in 0..<3 { await Task.yield() }
            try Task.checkCancellation()
            try checkAlive()
            if let error = heldThreads.withLock({ $0.errors[parent] }) { throw error }
        } catch let error as NetworkError {
            return ThreadUpdate(thread: threads.stored[request.post], error: DataError(error))
        }
        return heldThreads.withLock { threads in
            guard var thread = threads.stored[request.post] else { return ThreadUpdate() }
            let expansion = CommentExpansion(
                entries: threads.answers[parent] ?? [], requested: request.ids, source: "mock")
            thread.entries = CommentForest(thread.entries).expanding(request.more, with: expansion).entries
            threads.stored[request.post] = thread
            return ThreadUpdate(thread: thread, origin: .network(source: "mock", completeness: .full))
        }
    }

    func setCollapsed(_ collapsed: [Core.Comment.ID: Bool?], of post: Post.ID) async throws {}
    func visit(_ post: Post.ID) async throws -> ThreadMarks { ThreadMarks() }

    func storedThread(of post: Post.ID) async throws -> StoredThread? {
        threads.stored[post].map { StoredThread(thread: $0, sort: nil, fetched: clock.now) }
    }

    func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread {
        StoredThread(thread: thread, sort: sort, fetched: date)
    }

    func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? { nil }

    func marks(of post: Post.ID) async throws -> ThreadMarks { ThreadMarks() }
    func setCollapsed(_ collapsed: [Core.Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {}
    func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks { ThreadMarks() }

    func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] {
        let stored = threads.stored
        return Dictionary(uniqueKeysWithValues: posts.compactMap { id in stored[id].map { (id, $0.comments.count) } })
    }

    func evictThreads(of posts: [Post.ID]) async throws -> Int {
        heldThreads.withLock { threads in
            posts.reduce(0) { $0 + (threads.stored.removeValue(forKey: $1)?.comments.count ?? 0) }
        }
    }

    func search(_ text: String, limit: Int) async throws -> [CommentMatch] { [] }
    func changes() -> AsyncStream<Set<Post.ID>> { AsyncStream { $0.finish() } }
}

// MARK: Files

extension PackFixture: OfflineMediaProvider, OnlineMediaProvider {
    func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        try Task.checkCancellation()
        heldFiles.withLock { files in
            files.running += 1
            files.mostRunning = max(files.mostRunning, files.running)
        }
        defer { heldFiles.withLock { $0.running -= 1 } }
        try answer("file \(link)")
        for _ in 0..<3 { await Task.yield() }
        try Task.checkCancellation()
        try checkAlive()
        return try heldFiles.withLock { files in
            if let error = files.errors[link] { throw error }
            guard let size = files.sizes[link] else { throw NetworkError(.notFound, status: 404) }
            guard size <= maximumBytes else { throw NetworkError(.tooLarge) }
            files.lying[link] = size
            files.fetched[link, default: 0] += 1
            return size
        }
    }

    func file(for link: ResourceLink) async throws -> MediaFile? { files.kept[link] }

    func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]] {
        let kept = files.kept.values
        return Dictionary(
            uniqueKeysWithValues: ids.compactMap { id in
                let held = kept.filter { $0.holders[id] != nil }
                return held.isEmpty ? nil : (id, held)
            })
    }

    func place(for link: ResourceLink) async throws -> String { "/media\(link)" }

    func keep(_ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date) async throws -> MediaFile {
        try heldFiles.withLock { files in
            if files.kept[link] == nil {
                guard let size = files.lying.removeValue(forKey: link) else { throw DataError(.notFound) }
                files.kept[link] = MediaFile(link: link, path: "/media\(link)", bytes: size, date: date, holders: [:])
            }
            files.kept[link]?.holders[id] = role
            guard let file = files.kept[link] else { throw DataError(.notFound) }
            return file
        }
    }

    func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        heldFiles.withLock { $0.lying[link] = data.count }
        return try await keep(link, for: id, as: role, at: date)
    }

    func release(_ ids: [Post.ID]) async throws -> FileUsage {
        let packed = Set(try await packs.packedPosts().map(\.id))
        return heldFiles.withLock { files in
            var usage = FileUsage()
            for id in ids where !packed.contains(id) {
                for (link, file) in files.kept where file.holders[id] != nil {
                    files.kept[link]?.holders[id] = nil
                    guard files.kept[link]?.holders.isEmpty == true else { continue }
                    files.kept[link] = nil
                    usage = usage + FileUsage(files: 1, bytes: file.bytes)
                }
            }
            return usage
        }
    }

    func sweep() async throws -> FileUsage { FileUsage() }

    func usage() async throws -> FileUsage {
        files.kept.values.reduce(FileUsage()) { $0 + FileUsage(files: 1, bytes: $1.bytes) }
    }

    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

extension Post {
    /// A post with a small picture and pictures of its own.
    static func packed(_ native: String, thumbnail: String? = nil, pictures: [String] = [], comments: Int? = 0) -> Post
    {
        var media = Media(kind: pictures.isEmpty ? .text : pictures.count == 1 ? .image : .gallery)
        if pictures.count == 1 {
            media.source = MediaSource(link: ResourceLink.mock(pictures[0]))
        } else {
            media.gallery = pictures.map { GalleryItem(id: $0, source: MediaSource(link: ResourceLink.mock($0))) }
        }
        var post = Post.mock(native, media: media) { $0.commentCount = comments }
        post.thumbnail = thumbnail.map { ResourceLink.mock($0) }
        return post
    }

    /// Its bytes as they are stored.
    var encodedCount: Int {
        get throws { try JSONEncoder().encode(self).count }
    }
}
