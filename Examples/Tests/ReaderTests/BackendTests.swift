import DemoServer
import Foundation
import Testing

/// Every backend end to end: command line, HTTP over loopback, decoding, the store on a real disk, and out again.
@Suite(.timeLimit(.minutes(5)))
struct BackendTests {
    static let keys: Set<String> = [
        "id", "title", "author", "created", "commentCount", "score", "subreddit", "permalink", "url", "thumbnail",
        "media",
        "isRead", "isSaved", "isFavourite", "isNSFW", "vote", "pending",
    ]
    /// Those of a list.
    static let commentKeys: Set = [
        "id", "parent", "depth", "author", "body", "score", "created", "vote", "pending",
    ]
    static let listKeys = keys.union(["availability"])

    @Test(arguments: BackendCase.allCases, ["home", "r/swift", "u/OksanaReads"])
    func aFeedComesWithEveryKeyAndWithoutAGuess(_ backend: BackendCase, feed: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await fixture.call(backend, "list", "--feed", feed, "--limit", "40")
            #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
            #expect(Set(try list.json.keys) == ["feed", "sort", "origin", "isEnd", "error", "issues", "items"])
            #expect(try list.json["origin"] as? String == "network")
            #expect(try list.json["feed"] as? String == feed)
            #expect((try list.json["issues"] as? [Any])?.isEmpty == true)
            let items = try list.items
            #expect(items.count > 5)
            for item in items {
                #expect(Set(item.keys) == Self.listKeys)
                #expect(["text", "full"].contains(item["availability"] as? String), "nothing was fetched but the list")
                let id = try #require(item["id"] as? String)
                let permalink = try #require(item["permalink"] as? String)
                #expect(item["created"] is Double && item["title"] is String)
                if backend == .lemmy {
                    #expect(Int(id) != nil && permalink == "/post/\(id)")
                } else {
                    #expect(id.hasPrefix("t3_") && permalink.contains("/comments/\(id.dropFirst(3))/"))
                }
                // What Atom does not say is null, and no zero.
                for key in ["score", "commentCount", "isNSFW"] {
                    #expect((item[key] is NSNull) != backend.isFull, "\(key)")
                }
                for key in ["url", "thumbnail"] {
                    guard let text = item[key] as? String else { continue }
                    #expect(URL(string: text)?.host() != nil, "\(text)")
                }
                if feed == "r/swift" { #expect(item["subreddit"] as? String == "swift") }
                if feed.hasPrefix("u/") { #expect(item["author"] as? String == "OksanaReads") }
            }
            let asked = fixture.server.requests.filter { $0.dialect != .authorization }
            #expect(asked.count == 1 && asked.allSatisfy { $0.dialect == backend.dialect })
            #expect(asked.allSatisfy { ($0.credential != nil) == (backend == .reddit) })
        }
    }

    @Test(arguments: BackendCase.allCases, ["r/swift", "u/OksanaReads"])
    func furtherPagesGoOnWhereTheFirstEnded(_ backend: BackendCase, feed: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let two = try await fixture.call(
                backend, "list", "--feed", feed, "--sort", "new", "--limit", "3", "--pages", "2")
            #expect(two.status == 0 && two.errors.isEmpty, "\(two.errors)")
            let asked = fixture.requests(backend).count
            #expect(asked == 2)
            let other = ReaderFixture.otherStore(of: fixture)
            let one = try await fixture.call(
                backend, "list", "--feed", feed, "--sort", "new", "--limit", "6", store: other)
            #expect(try two.ids == one.ids && Set(two.ids).count == two.ids.count)
            #expect(try two.ids.count >= 6)
        }
    }

    /// The request's words for each order.
    static let orders: [(sort: String, reddit: String, lemmy: String)] = [
        ("hot", "hot", "Hot"), ("new", "new", "New"), ("top", "top", "TopYear"), ("rising", "rising", "Scaled"),
        ("best", "best", "Active"), ("controversial", "controversial", "Controversial"),
    ]

    @Test(arguments: BackendCase.allCases) func theOrderIsTheOneThatWasAskedFor(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            for order in Self.orders {
                let list = try await fixture.call(
                    backend, "list", "--feed", "r/pics", "--sort", order.sort, "--period", "year", "--limit", "20")
                #expect(list.status == 0 && list.errors.isEmpty, "\(order.sort): \(list.errors)")
                #expect(try list.json["sort"] as? String == order.sort)
                let request = try #require(fixture.requests(backend).last)
                if backend == .lemmy {
                    #expect(request.queryValue("sort") == order.lemmy)
                } else {
                    #expect(request.path.hasPrefix("/r/pics/\(order.reddit)"), "\(request.path)")
                    let hasPeriod = ["top", "controversial"].contains(order.sort)
                    #expect(request.queryValue("t") == (hasPeriod ? "year" : nil))
                }
                // A Lemmy community's pinned posts come before all others, in every order.
                let items = try list.items.dropFirst(backend == .lemmy ? 2 : 0)
                switch order.sort {
                case "new":
                    let dates = items.compactMap { $0["created"] as? Double }
                    #expect(dates.count > 10 && dates == dates.sorted(by: >))
                case "top" where backend.isFull:
                    let scores = items.compactMap { $0["score"] as? Int }
                    #expect(scores.count > 10 && scores == scores.sorted(by: >))
                default: break
                }
            }
        }
    }

    @Test(arguments: BackendCase.allCases)
    func marksSurviveARefreshAndALostNetwork(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let first = try await fixture.call(backend, "list", "--feed", "r/swift").ids
            for (command, index) in [("save", 1), ("read", 0), ("favourite", 3), ("dismiss", 2)] {
                #expect(try await fixture.call(backend, command, first[index]).status == 0)
            }
            #expect(try await fixture.call(backend, "show", first[4]).status == 0)
            let second = try await fixture.call(backend, "list", "--feed", "r/swift")
            #expect(second.status == 0 && second.errors.isEmpty)
            #expect(try second.json["origin"] as? String == "network")
            #expect(try second.ids == first.filter { $0 != first[2] })
            func marked(_ key: String) throws -> Set<String> {
                Set(try second.items.filter { $0[key] as? Bool == true }.compactMap { $0["id"] as? String })
            }
            #expect(try marked("isSaved") == [first[1]])
            #expect(try marked("isRead") == [first[0], first[4]])
            #expect(try marked("isFavourite") == [first[3]])

            await fixture.server.stop()
            let offline = try await fixture.call(backend, "list", "--feed", "r/swift", "--offline")
            #expect(offline.status == 0 && offline.errors.isEmpty)
            #expect(try offline.errorCode == nil)
            let (before, after) = (try second.items as NSArray, try offline.items as NSArray)
            #expect(before == after)
            let gone = try await fixture.call(backend, "list", "--feed", "r/swift")
            #expect(gone.status == 0 && !gone.errors.isEmpty)
            #expect(try gone.errorCode == "offline")
            #expect(try gone.ids == second.ids)
        }
    }

    @Test(arguments: BackendCase.allCases) func aThreadComesAndItsPostStays(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(backend, "list", "--feed", "r/swift", "--limit", "6").ids
            let first = try #require(ids.first)
            var (deepest, count) = (0, 0)
            for id in ids {
                let before = fixture.requests(backend).count
                let thread = try await fixture.call(backend, "comments", id)
                #expect(thread.status == 0 && thread.errors.isEmpty, "\(thread.errors)")
                #expect(fixture.requests(backend).count == before + 1)
                #expect(Set(try thread.json.keys) == ["post", "comments", "more", "error"])
                #expect(try (thread.json["post"] as? [String: Any])?["id"] as? String == id)
                let comments = try #require(try thread.json["comments"] as? [[String: Any]])
                let known = Set(comments.compactMap { $0["id"] as? String } + [id])
                count += comments.count
                for comment in comments {
                    #expect(Set(comment.keys) == Self.commentKeys)
                    let depth = try #require(comment["depth"] as? Int)
                    let parent = try #require(comment["parent"] as? String)
                    deepest = max(deepest, depth)
                    #expect(known.contains(parent) && (parent == id) == (depth == 0))
                    if !backend.isFull { #expect(comment["score"] is NSNull) }
                }
            }
            #expect(count > 20)
            #expect(backend == .redditFeed ? deepest == 0 : deepest > 2)

            let sorted = try await fixture.call(backend, "comments", first, "--sort", "new")
            #expect(sorted.status == 0)
            #expect(fixture.requests(backend).last?.queryValue("sort") == (backend == .lemmy ? "New" : "new"))

            await fixture.server.stop()
            let gone = try await fixture.call(backend, "comments", ids[0])
            #expect(gone.status == 0, "what is stored of it is shown")
            #expect(try gone.errorCode == "offline")
            #expect(try (gone.json["post"] as? [String: Any])?["id"] as? String == ids[0])
            let unseen = try await fixture.call(
                backend, "comments", ids[0], store: ReaderFixture.otherStore(of: fixture))
            #expect(unseen.status == 69)
            #expect(try unseen.errorCode == "offline")
        }
    }

    @Test(arguments: BackendCase.allCases) func aPageForPeopleSaysTheSame(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let json = try await fixture.call(backend, "list", "--feed", "r/swift", "--limit", "5")
            let text = try await fixture.call(backend, "list", "--feed", "r/swift", "--limit", "5", format: "text")
            #expect(text.status == 0 && text.errors.isEmpty)
            for id in try json.ids { #expect(text.output.contains("  \(id)  ● ")) }
            #expect(text.output.contains("from the network, and stored"))
            #expect(text.output.contains("points") == backend.isFull, "an unknown score is not shown")
            #expect(text.output.contains("comments") == backend.isFull)
        }
    }

    @Test func threeBackendsOfOneSiteMakeOneRowAndKeepKnownFields() async throws {
        try await ReaderFixture.runCalls { fixture in
            let feed = ["list", "--feed", "r/swift", "--sort", "new", "--limit", "30"]
            let full = try await fixture.call(.redditJSON, feed)
            #expect(try await fixture.call(.redditJSON, "save", try full.ids[3]).status == 0)
            let partial = try await fixture.call(.redditFeed, feed)
            #expect(partial.status == 0 && partial.errors.isEmpty)
            #expect(try partial.json["origin"] as? String == "network")
            #expect(try partial.ids == full.ids)
            for (before, after) in zip(try full.items, try partial.items) {
                for key in ["score", "commentCount", "isNSFW", "media", "author", "title", "created", "permalink"] {
                    let (old, new) = (before[key] as? NSObject, after[key] as? NSObject)
                    #expect(old == new && !(new is NSNull) || key == "author", "\(key) of \(before["id"] ?? "")")
                }
            }
            #expect(try partial.items[3]["isSaved"] as? Bool == true)
            let signedIn = try await fixture.call(.reddit, feed)
            #expect(try signedIn.ids == full.ids)
            #expect(try signedIn.items[3]["isSaved"] as? Bool == true)
        }
    }

    @Test func postsWithoutScoresAreCompletedByABackendThatHasThem() async throws {
        try await ReaderFixture.runCalls { fixture in
            let feed = ["list", "--feed", "r/swift", "--sort", "new", "--limit", "30"]
            let partial = try await fixture.call(.redditFeed, feed)
            #expect(try partial.items.allSatisfy { $0["score"] is NSNull })
            let full = try await fixture.call(.redditJSON, feed)
            #expect(try full.ids == partial.ids)
            #expect(try full.items.allSatisfy { $0["score"] is Int && $0["commentCount"] is Int })
        }
    }

    @Test func theExecutableDoesWhatTheCallsDo() async throws {
        try await ReaderFixture.run { fixture in
            for backend in BackendCase.allCases {
                let store = "\(fixture.store)-\(backend.rawValue)"
                let process = try await ReaderProcess.run(
                    [
                        "list", "--backend", backend.rawValue, "--store", store, "--format", "json", "--base-url",
                        try #require(fixture.server.baseURL).absoluteString,
                    ], environment: backend.environment)
                #expect(process.status == 0 && process.errors.isEmpty, "\(backend): \(process.errors)")
                #expect(
                    try process.ids
                        == (try await fixture.call(backend, "list", store: ReaderFixture.otherStore(of: fixture)).ids))
            }
        }
    }
}
