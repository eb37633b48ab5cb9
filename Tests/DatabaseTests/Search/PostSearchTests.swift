import Core
import Foundation
import Mocks
import Testing

@testable import Database

struct PostSearchTests {
    private let files = InMemoryFileSystem()

    private func open(_ collections: [AnyCollectionSchema] = DatabasePostProvider.collections) throws -> JSONStore {
        try JSONStore(directory: "/tmp/store", collections: collections, files: files, time: ManualClock())
    }

    private func found(
        _ text: String, in store: JSONStore, on site: Site? = nil, limit: Int = 200
    ) async throws -> [String] {
        try await DatabasePostSearchProvider(store: store)
            .search(PostSearchRequest(SearchQuery(text), on: site, limit: limit)).items.map(\.id.native)
    }

    private func post(
        _ native: String, _ title: String, author: String? = nil, body: String? = nil, created: Double? = 0,
        site: Site = .demo
    ) -> Post {
        var post = Post.mock(native, title: title, site: site) {
            $0.author = author
            $0.created = created.map(Date.init(timeIntervalSince1970:))
        }
        post.text = body
        return post
    }

    private func put(_ posts: Post..., in store: JSONStore) async throws {
        try await DatabasePostProvider(store: store).store(posts, completeness: .full)
    }

    @Test func wordsAreFoundInTitleAuthorAndBodyTogether() async throws {
        let store = try open()
        try await put(
            post("a", "A Lantern", author: "Ёжик", body: "lit in the straße"), post("b", "A lantern", author: "x"),
            in: store)
        #expect(try await found("LANTERN ежик strasse", in: store) == ["a"])
        #expect(try await found("anter", in: store) == ["a", "b"])
        #expect(try await found("lanternёжик", in: store).isEmpty)
        #expect(try await found("", in: store).isEmpty)
        #expect(try await found(" \n", in: store).isEmpty)
        #expect(try await found("demo", in: store).isEmpty, "neither the site nor the subreddit is a text")
    }

    @Test func theNewestComesFirstTiesById() async throws {
        let store = try open()
        try await put(
            post("c", "w", created: 1), post("b", "w", created: nil), post("a", "w", created: -5),
            post("e", "w", created: 7.5), post("d", "w", created: 1), post("f", "w", created: nil), in: store)
        let order = ["e", "c", "d", "a", "b", "f"]
        #expect(try await found("w", in: store) == order)
        let schema = PostSchemas.posts
        #expect(try store.snapshot().search("w", in: schema.search[0], of: schema).map(\.id.native) == order)
        for limit in 0...7 {
            let result = try await DatabasePostSearchProvider(store: store)
                .search(PostSearchRequest(SearchQuery("w"), limit: limit))
            #expect(result.items.map(\.id.native) == Array(order.prefix(limit)))
            #expect(result.isComplete == (limit >= 6))
            #expect(result.version == store.snapshot().version)
        }
    }

    @Test func aSearchFindsChangedPosts() async throws {
        let store = try open()
        try await put(post("a", "first", created: 1), post("b", "second", created: 2), in: store)
        try await put(post("a", "third second", created: 3), in: store)
        #expect(try await found("first", in: store).isEmpty)
        #expect(try await found("second", in: store) == ["a", "b"])
        try await store.write { try $0.delete(.mock("a"), from: PostSchemas.posts) }
        #expect(try await found("second", in: store) == ["b"])
    }

    @Test func dismissedAndHiddenPostsAreLeftOutAndSavedOnesAreNot() async throws {
        let store = try open()
        let provider = DatabasePostProvider(store: store)
        try await put(
            post("a", "w", created: 4), post("b", "w", created: 3), post("c", "w", created: 2),
            post("d", "w", created: 1), in: store)
        _ = try await provider.apply(.dismiss([.mock("a")]), at: .now)
        _ = try await provider.apply(.set(.hidden(true), [.mock("c")]), at: .now)
        _ = try await provider.apply(.set(.saved(true), [.mock("d")]), at: .now)
        _ = try await provider.apply(.set(.read(true), [.mock("b")]), at: .now)
        let search = DatabasePostSearchProvider(store: store)
        let result = try await search.search(PostSearchRequest(SearchQuery("w"), limit: 2))
        #expect(result.items.map(\.id.native) == ["b", "d"])
        #expect(result.isComplete, "nothing is left out but what was put away")
        #expect(result.items.map(\.status.isSaved) == [false, true])
        _ = try await provider.apply(.undoDismiss, at: .now)
        #expect(try await found("w", in: store) == ["a", "b", "d"])
    }

    @Test func aSearchKeepsToItsSite() async throws {
        let store = try open()
        let sites: [Site] = [.reddit, .lemmy("a.example"), .lemmy("a.example.org"), .demo]
        for (number, site) in sites.enumerated() {
            try await put(post("p", "w", created: Double(number), site: site), in: store)
        }
        for site in sites {
            let result = try await DatabasePostSearchProvider(store: store)
                .search(PostSearchRequest(SearchQuery("w"), on: site))
            #expect(result.items.map(\.id.site) == [site])
        }
        #expect(try await found("w", in: store).count == 4)
    }

    @Test(arguments: [40_000, 300_000]) func theWholeBodyIsSearched(length: Int) async throws {
        let store = try open()
        let filler = String(repeating: "ліхтар горить ", count: length / 14)
        try await put(
            post("a", "long", body: "перше \(filler) останнє", created: 2),
            post("b", "short", body: "останнє", created: 1), in: store)
        #expect(try await found("останнє", in: store) == ["a", "b"])
        #expect(try await found("перше останнє long", in: store) == ["a"])
        // From the files as well: closing writes them.
        try await store.close()
        let reopened = try open()
        #expect(try await found("останнє", in: reopened) == ["a", "b"])
        #expect(try await found("перше останнє long", in: reopened) == ["a"])
        try await put(post("a", "long", body: "\(filler) кінець", created: 2), in: reopened)
        #expect(try await found("останнє", in: reopened) == ["b"])
        #expect(try await found("кінець", in: reopened) == ["a"])
        try await reopened.close()
        let last = try open()
        #expect(try await found("кінець", in: last) == ["a"])
        #expect(try await last.verify().isWhole)
        #expect(try await found("кінець", in: last) == ["a"])
    }

    @Test(arguments: [true, false]) func aStoreThatWasWrittenWithoutSearchCanBeSearched(isClosed: Bool) async throws {
        let old: [AnyCollectionSchema] =
            [AnyCollectionSchema(CollectionSchema<Post>(name: "posts"))]
            + DatabasePostProvider.collections.filter { $0.name != "posts" }
        let store = try open(old)
        try await put(post("a", "A lantern", created: 1), post("b", "Lanterns", created: 2), in: store)
        if isClosed {
            try await store.close()
        } else {
            files.killProcess()
        }
        let reopened = try open()
        #expect(reopened.damages.isEmpty)
        #expect(try await found("lantern", in: reopened) == ["b", "a"])
        try await put(post("c", "a third lantern", created: 3), in: reopened)
        try await reopened.close()
        #expect(try await found("lantern", in: try open()) == ["c", "b", "a"])
    }

    /// A version that knows neither search nor settings opens what this one has written, and takes nothing away.
    @Test(arguments: [true, false]) func anOlderVersionLeavesWhatItDoesNotKnow(isClosed: Bool) async throws {
        let collections = DatabasePostProvider.collections + DatabaseSettingsProvider.collections
        let schema = CollectionSchema<Post>(name: "posts")
        let store = try open(collections)
        try await put(post("a", "A lantern", created: 1), post("b", "Lanterns", created: 2), in: store)
        try await DatabaseSettingsProvider(store: store, time: ManualClock()).update { $0.pageSize = 7 }
        if isClosed { try await store.close() } else { files.killProcess() }

        let older = try open([AnyCollectionSchema(schema)])
        #expect(older.damages.isEmpty)
        #expect(try older.snapshot().count(of: schema) == 2)
        try await older.write { [newer = post("c", "a third lantern", created: 3)] transaction in
            try transaction.upsert(newer, in: schema)
            try transaction.delete(.mock("a"), from: schema)
        }
        if isClosed { try await older.close() } else { files.killProcess() }

        let reopened = try open(collections)
        #expect(reopened.damages.isEmpty)
        #expect(try await found("lantern", in: reopened) == ["c", "b"])
        let settings = try DatabaseSettingsProvider(store: reopened, time: ManualClock()).settings.value
        #expect(settings.pageSize == 7)
        #expect(try await reopened.verify().isWhole)
    }

    @Test func aCancelledSearchEnds() async throws {
        let store = try open()
        try await put(post("a", "w"), in: store)
        let search = DatabasePostSearchProvider(store: store)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await search.search(PostSearchRequest(SearchQuery("w")))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let request = PostSearchRequest(SearchQuery("w"))
        #expect(throws: CancellationError.self) {
            try store.snapshot().search(request, for: .nobody, isCancelled: { true })
        }
    }

    @Test(.timeLimit(.minutes(5))) func commitsOfPostsAndStatusesAreAnnounced() async throws {
        let store = try open()
        let provider = DatabasePostProvider(store: store)
        var changes = DatabasePostSearchProvider(store: store).changes().makeAsyncIterator()
        try await put(post("a", "w"), in: store)
        #expect(await changes.next() != nil)
        _ = try await provider.apply(.set(.hidden(true), [.mock("a")]), at: .now)
        #expect(await changes.next() != nil)
        // A refresh without anything new is no change: the next one is that of the close.
        _ = try await provider.commit(Page.mock([post("a", "w")]), to: .mock(), at: .head, date: .now)
        try await store.close()
        #expect(await changes.next() == nil)
    }
}
