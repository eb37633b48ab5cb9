import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// The store's search beside one that looks at every post, over random changes.
struct PostSearchOracleTests {
    private static let words = [
        "lantern", "Lanterns", "Straße", "STRASSE", "café", "cafe\u{301}", "Æsop", "Їжак", "ёлка", "ЕЛКА", "йод",
        "ιδέα",
        "ΙΔΈΑΣ", "한글", "한", "\u{1112}\u{1161}\u{11AB}", "灯籠", "🏮", "a", "«лист»", "नमस्ते", "İstanbul", "ı",
    ]
    private static let queries =
        words + ["LAN", "strasse", "елка", "ell", "й", "и", "글", "籠 a", "a lantern", "istanbul i", "", "zzz", "a a"]

    private static func text(_ random: SeededRandomSource, longest: Int) -> String {
        (0..<random.number(longest + 1)).map { _ in words[random.number(words.count)] }.joined(separator: " ")
    }

    private static func post(_ random: SeededRandomSource) -> Post {
        let site: Site = [.demo, .reddit, .lemmy("a")][random.number(3)]
        var post = Post(id: .mock("p\(random.number(60))", site: site), title: text(random, longest: 5))
        post.author = random.number(3) == 0 ? nil : words[random.number(words.count)]
        // Few dates, so that there are ties.
        post.created = random.number(5) == 0 ? nil : Date(timeIntervalSince1970: Double(random.number(9) - 4) * 1.5)
        post.text = random.number(2) == 0 ? nil : text(random, longest: random.number(12) == 0 ? 300 : 12)
        return post
    }

    private static func check(
        _ store: JSONStore, against items: [Post.ID: FeedItem], _ random: SeededRandomSource, _ comment: Testing.Comment
    ) async throws {
        let oracle = InMemoryPostSearchProvider(items: Array(items.values))
        let search = DatabasePostSearchProvider(store: store)
        for _ in 0..<4 {
            let request = PostSearchRequest(
                SearchQuery(queries[random.number(queries.count)]),
                on: [nil, .demo, .reddit, .lemmy("a")][random.number(4)],
                limit: [0, 1, 3, 10, 200, .max][random.number(6)])
            let (found, expected) = (try await search.search(request), try await oracle.search(request))
            #expect(found.items == expected.items, comment)
            #expect(found.isComplete == expected.isComplete, comment)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func findsTheSamePostsAsALinearSearch(seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let files = InMemoryFileSystem()
        func open() throws -> JSONStore {
            var limits = StoreLimits()
            // Small, so that files are written and merged beside.
            limits.freezeCount = 40
            return try JSONStore(
                directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files,
                time: ManualClock(), limits: limits)
        }
        var store = try open()
        var items: [Post.ID: FeedItem] = [:]
        for round in 0..<40 {
            let comment: Testing.Comment = "seed \(seed), round \(round)"
            switch random.number(10) {
            case 0:
                try await store.close()
                store = try open()
            case 1:
                files.killProcess()
                store = try open()
            case 2, 3:
                let ids = items.keys.sorted().filter { _ in random.number(6) == 0 }
                try await store.write { batch in
                    for id in ids { try batch.delete(id, from: PostSchemas.posts) }
                }
                for id in ids { items[id] = nil }
            case 4:
                let ids = items.keys.sorted().filter { _ in random.number(6) == 0 }
                let change: StatusChange = [
                    .hidden(true), .hidden(false), .saved(true), .dismissed(true), .dismissed(false),
                ][random.number(5)]
                let date = Date(timeIntervalSince1970: Double(round))
                _ = try await DatabasePostProvider(store: store).apply(.set(change, ids), at: date)
                for id in ids { items[id]?.status.apply(change, at: date) }
            default:
                let posts = (0..<1 + random.number(20)).map { _ in Self.post(random) }
                let statuses = try await store.write { batch in
                    for post in posts { try batch.upsert(post, in: PostSchemas.posts) }
                    return try posts.map { try batch.snapshot.record($0.id, in: StatusSchemas.statuses) }
                }
                for (post, status) in zip(posts, statuses) { items[post.id] = FeedItem(post: post, status: status) }
            }
            try await Self.check(store, against: items, random, comment)
        }
        #expect(try await store.verify().isWhole)
        try await Self.check(store, against: items, random, "seed \(seed), verified")
        try await store.close()
    }
}
