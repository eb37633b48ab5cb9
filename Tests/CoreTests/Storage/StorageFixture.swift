import Core
import Foundation
import Mocks
import Synchronization

/// Posts in memory with the providers of everything that belongs to them.
final class StorageFixture: Sendable {
    let clock = ManualClock()
    let settings = InMemorySettingsProvider()
    let posts: InMemoryOfflinePostProvider
    let storage: InMemoryOfflineStorageProvider
    let media = HeldMedia()
    let packs = HeldPacks()
    let comments = HeldThreads()
    let images = MockImageCacheProvider()
    let feed = Feed.mock()

    init() {
        posts = InMemoryOfflinePostProvider(time: clock)
        storage = InMemoryOfflineStorageProvider(posts: posts)
        media.isFavourite = { [posts] id in try await posts.items([id]).first?.status.isFavourite == true }
    }

    var provider: DefaultStorageProvider {
        DefaultStorageProvider(
            storage: storage, posts: posts,
            providers: .init(comments: comments, media: media, packs: packs, images: images), settings: settings,
            time: clock)
    }

    /// Stores posts as a page of the feed, so many days ago.
    func list(_ natives: String..., days: Double = 0) async throws {
        let page = Page.mock(natives.map { Post.mock($0) })
        let source = Feed.mock("days\(Int(days * 10))")
        _ = try await posts.commit(page, to: source, at: .head, date: clock.now.addingTimeInterval(-days * 86_400))
    }

    func mark(_ change: StatusChange, _ natives: String..., days: Double = 0) async throws {
        _ = try await posts.apply(
            .set(change, natives.map { .mock($0) }), at: clock.now.addingTimeInterval(-days * 86_400))
    }

    func stored() async throws -> Set<String> { Set(try await storage.posts().map(\.id.native)) }
}

/// Media in memory: files are held by posts, and go with the last of them.
final class HeldMedia: OfflineMediaProvider {
    private let files = Mutex<[ResourceLink: MediaFile]>([:])
    private let favourites = Mutex<@Sendable (Post.ID) async throws -> Bool>({ _ in false })

    var isFavourite: @Sendable (Post.ID) async throws -> Bool {
        get { favourites.withLock { $0 } }
        set { favourites.withLock { $0 = newValue } }
    }

    func hold(_ link: String, bytes: Int, by natives: String...) {
        let link = ResourceLink.mock(link)
        files.withLock { files in
            files[link] = MediaFile(
                link: link, path: "/media/\(files.count)", bytes: bytes, date: .distantPast,
                holders: Dictionary(uniqueKeysWithValues: natives.map { (.mock($0), .full) }))
        }
    }

    func file(for link: ResourceLink) async throws -> MediaFile? { files.withLock { $0[link] } }

    func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]] {
        files.withLock { files in
            ids.reduce(into: [:]) { held, id in
                let own = files.values.filter { $0.holders[id] != nil }
                if !own.isEmpty { held[id] = own }
            }
        }
    }

    func place(for link: ResourceLink) async throws -> String { throw DataError(.invalidInput) }

    func keep(
        _ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        throw DataError(.invalidInput)
    }

    func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        throw DataError(.invalidInput)
    }

    func release(_ ids: [Post.ID]) async throws -> FileUsage {
        var going: [Post.ID] = []
        for id in ids where try await !isFavourite(id) { going.append(id) }
        let gone = Set(going)
        return files.withLock { files in
            var freed = FileUsage()
            for file in files.values {
                var left = file
                left.holders = file.holders.filter { !gone.contains($0.key) }
                files[file.link] = left.holders.isEmpty ? nil : left
                if left.holders.isEmpty { freed = freed + FileUsage(files: 1, bytes: file.bytes) }
            }
            return freed
        }
    }

    func sweep() async throws -> FileUsage { FileUsage() }

    func usage() async throws -> FileUsage {
        files.withLock { $0.values.reduce(FileUsage()) { $0 + FileUsage(files: 1, bytes: $1.bytes) } }
    }
}

/// Packs in memory.
final class HeldPacks: OfflinePackProvider {
    private let state = Mutex<(packs: [StoredPack], posts: [PackedPost])>(([], []))

    func packs() async throws -> [StoredPack] { state.withLock { $0.packs } }

    func store(_ pack: StoredPack) async throws { state.withLock { $0.packs.append(pack) } }

    func packedPosts() async throws -> [PackedPost] { state.withLock { $0.posts } }

    func add(_ posts: [PackedPost]) async throws { state.withLock { $0.posts += posts } }

    func remove(_ ids: [Post.ID]) async throws -> [Post.ID] {
        state.withLock { state in
            let gone = state.posts.map(\.id).filter(ids.contains)
            state.posts.removeAll { ids.contains($0.id) }
            return gone
        }
    }

    func forget(_ ids: [String]) async throws {
        state.withLock { state in state.packs.removeAll { ids.contains($0.id) } }
    }
}

/// What was asked of a keeper of threads.
final class HeldThreads: OfflineCommentProvider {
    private let gone = Mutex<Set<Post.ID>>([])

    var evicted: Set<String> { Set(gone.withLock { $0 }.map(\.native)) }

    func evictThreads(of posts: [Post.ID]) async throws -> Int {
        gone.withLock { $0.formUnion(posts) }
        return posts.count
    }

    func storedThread(of post: Post.ID) async throws -> StoredThread? { nil }

    func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, date: Date
    ) async throws -> StoredThread {
        throw DataError(.invalidInput)
    }

    func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID
    ) async throws -> StoredThread? { nil }

    func marks(of post: Post.ID) async throws -> ThreadMarks { ThreadMarks() }

    func setCollapsed(_ collapsed: [Core.Comment.ID: Bool?], of post: Post.ID, at date: Date) async throws {}

    func visit(_ post: Post.ID, at date: Date) async throws -> ThreadMarks { ThreadMarks() }

    func storedCounts(of posts: [Post.ID]) async throws -> [Post.ID: Int] { [:] }

    func search(_ text: String, limit: Int) async throws -> [CommentMatch] { [] }

    func changes() -> AsyncStream<Set<Post.ID>> { AsyncStream { $0.finish() } }
}
