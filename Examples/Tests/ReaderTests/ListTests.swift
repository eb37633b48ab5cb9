import DemoServer
import Foundation
import Testing

/// `reader list`, as scripts see it.
@Suite(.timeLimit(.minutes(5)))
struct ListTests {
    @Test func fetchedContentIsReadableWithoutANetwork() async throws {
        try await ReaderFixture.run { fixture in
            let online = try await fixture.reader("list", "--feed", "r/swift", "--limit", "30")
            #expect(online.status == 0)
            #expect(try online.json["origin"] as? String == "network")
            #expect(try online.json["feed"] as? String == "r/swift")
            #expect(try online.ids.count >= 30)
            #expect(online.errors.isEmpty)

            await fixture.server.stop()
            let offline = try await fixture.reader("list", "--feed", "r/swift", "--offline")
            #expect(offline.status == 0)
            #expect(try offline.json["origin"] as? String == "database")
            #expect(try offline.errorCode == nil)
            #expect(try offline.ids == online.ids)
            // All of a post is stored, its links included.
            let (before, after) = (try online.items as NSArray, try offline.items as NSArray)
            #expect(before == after)
        }
    }

    @Test func everyKeyIsAlwaysThere() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await fixture.reader("list", "--limit", "100", "--pages", "4")
            #expect(Set(try list.json.keys) == ["feed", "sort", "origin", "isEnd", "error", "issues", "items"])
            let items = try list.items
            #expect(items.count > 300)
            for item in items {
                #expect(
                    Set(item.keys) == [
                        "id", "title", "author", "created", "commentCount", "score", "subreddit", "permalink", "url",
                        "thumbnail", "media", "isRead", "isSaved", "isFavourite", "isNSFW", "availability", "vote",
                        "pending",
                    ])
                let media = try #require(item["media"] as? [String: Any])
                #expect(Set(media.keys) == ["kind", "url", "width", "height"])
                for link in [item["url"], item["thumbnail"], media["url"]] {
                    guard let text = link as? String else { continue }
                    #expect(text.hasPrefix("http://") || text.hasPrefix("https://"), "\(text)")
                }
            }
            let kinds = Set(items.compactMap { ($0["media"] as? [String: Any])?["kind"] as? String })
            #expect(
                kinds.isSuperset(of: [
                    "image", "animated", "video", "gallery", "embed", "link", "text", "poll", "removed",
                ]))
            // Advertisements belong to no subreddit; that is null, and no guess.
            #expect(items.contains { $0["subreddit"] is NSNull })
        }
    }

    @Test func eachPostSaysWhatOfItIsOnThisDevice() async throws {
        try await ReaderFixture.run { fixture in
            func availability(_ arguments: String...) async throws -> [String] {
                try await fixture.reader(["list", "--feed"] + arguments).items.compactMap {
                    $0["availability"] as? String
                }
            }
            let listed = try await availability("r/memes", "--limit", "12")
            #expect(listed.count >= 12 && Set(listed).isSubset(of: ["text", "full"]) && listed.contains("text"))
            _ = try await fixture.reader("pack", "--feed", "r/memes", "--posts", "6")
            #expect(try await availability("downloads").contains("partial"), "thumbnails came")
            _ = try await fixture.reader("pack", "--feed", "r/memes", "--posts", "6", "--comments", "--media")
            #expect(try await availability("downloads", "--offline") == Array(repeating: "full", count: 6))
        }
    }

    @Test func pagesFollowTheServerToItsEnd() async throws {
        try await ReaderFixture.run { fixture in
            let all = try await fixture.reader(
                "list", "--feed", "r/memes", "--sort", "new", "--limit", "25", "--pages", "9")
            let ids = try all.ids
            #expect(ids.count == 60)
            #expect(Set(ids).count == 60)
            #expect(try all.json["isEnd"] as? Bool == true)
            let some = try await fixture.reader(
                "list", "--feed", "r/memes", "--sort", "new", "--limit", "10", "--pages", "3")
            // The pages of this run, also where the feed is stored to its end already.
            #expect(try some.ids == Array(ids.prefix(30)))
            #expect(try some.json["isEnd"] as? Bool == false)
            #expect(try await fixture.reader("list", "--feed", "r/memes", "--sort", "new", "--offline").ids == ids)
        }
    }

    @Test func ofALaterPageThatFailsTheFirstOnesAreShown() async throws {
        try await ReaderFixture.run { fixture in
            // The first request is answered, the second is not.
            fixture.server.setFault(.status(500), forPath: "/r/swift/new.json")
            let failed = try await fixture.reader("list", "--feed", "r/swift", "--sort", "new")
            #expect(failed.status == 69)
            fixture.server.removeAllFaults()
            let first = try await fixture.reader("list", "--feed", "r/swift", "--sort", "new", "--limit", "10")
            let answer = try await FixtureServer.run { request in
                request.query["after"] == nil ? .file(Self.listing(next: "t3_end")) : .status(503)
            } _: { base in
                try await ReaderProcess.run([
                    "list", "--store", fixture.store + "2", "--base-url", base, "--format", "json", "--pages", "3",
                    "--timeout", "60",
                ])
            }
            #expect(try first.ids.count == 10)
            #expect(answer.status == 0)
            #expect(try answer.ids == ["t3_one"])
            #expect(try answer.errorCode == "serverError")
            #expect(try answer.json["origin"] as? String == "network")
        }
    }

    private static func listing(next: String) -> Data {
        Data(
            """
            {"kind":"Listing","data":{"after":"\(next)","children":[
            {"kind":"t3","data":{"name":"t3_one","id":"one","title":"One"}},{"kind":"t1","data":{"id":"c"}}]}}
            """.utf8)
    }

    @Test func oneCorruptPostCostsOnePost() async throws {
        try await ReaderFixture.run { fixture in
            let path = "/r/swift/new.json"
            let whole = try await fixture.reader("list", "--feed", "r/swift", "--sort", "new", "--limit", "50")
            fixture.server.setFault(.corruptChild(at: 3), forPath: path)
            let second = ReaderFixture.otherStore(of: fixture)
            let list = try await fixture.reader(
                "list", "--feed", "r/swift", "--sort", "new", "--limit", "50", store: second)
            #expect(list.status == 0)
            let expected = try whole.ids
            #expect(try list.ids == expected.enumerated().filter { $0.offset != 3 }.map(\.element))
            let issues = try #require(try list.json["issues"] as? [[String: Any]])
            #expect(issues.count == 1)
            #expect(issues.first?["index"] as? Int == 3)
            #expect((issues.first?["reason"] as? String)?.isEmpty == false)
        }
    }

    @Test func anEmptyAnswerOverAStoredFeedIsNotBelieved() async throws {
        try await ReaderFixture.run { fixture in
            let before = try await fixture.reader("list")
            fixture.server.setFault(.emptyListing, forPath: "/")
            let after = try await fixture.reader("list")
            #expect(after.status == 0)
            #expect(try after.json["origin"] as? String == "database")
            #expect(try after.ids == before.ids)
            let issues = try #require(try after.json["issues"] as? [[String: Any]])
            #expect(issues.count == 1)
            #expect(issues.first?["index"] is NSNull)
            #expect(issues.first?["reason"] as? String == "suspiciousEmpty")
            // Over an empty store it is an empty feed.
            let empty = try await fixture.reader("list", store: ReaderFixture.otherStore(of: fixture))
            #expect(empty.status == 0)
            #expect(try empty.ids.isEmpty)
            #expect(try empty.json["isEnd"] as? Bool == true)
            #expect(try empty.errorCode == nil)
        }
    }

    @Test func aFeedOfWhichAllIsDismissedIsEmptyAndNoFailure() async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("list", "--feed", "r/swift")
            _ = try await fixture.reader("dismiss", "--all", "--feed", "r/swift")
            for arguments in [["list", "--feed", "r/swift", "--offline"], ["list", "--feed", "r/swift"]] {
                let list = try await fixture.reader(arguments)
                #expect(list.status == 0)
                #expect(try list.ids.isEmpty)
                #expect(try list.errorCode == nil)
            }
        }
    }

    @Test func withNothingStoredOfflineIsUnavailable() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await fixture.reader("list", "--offline")
            #expect(list.status == 69)
            #expect(try list.ids.isEmpty)
            #expect(try list.errorCode == "offline")
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test func aLocalFeedAsksNobody() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list").ids
            _ = try await fixture.reader("save", ids[2], ids[4])
            let asked = fixture.server.requests.count
            let saved = try await fixture.reader("list", "--feed", "saved")
            #expect(saved.status == 0)
            #expect(Set(try saved.ids) == [ids[2], ids[4]])
            let favourites = try await fixture.reader("list", "--feed", "favourites")
            #expect(favourites.status == 0)
            #expect(try favourites.errorCode == nil)
            #expect(favourites.errors.isEmpty)
            #expect(fixture.server.requests.count == asked)
        }
    }

    @Test(arguments: [BackendCase.demo, .lemmy])
    func aListOfThisDeviceHasNoOrderAndOneThatIsGivenIsNotPassedOver(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await StoredFeed.of(backend).copy(to: fixture.store)
            for feed in ["saved", "favourites", "downloads"] {
                let list = try await fixture.call(backend, "list", "--feed", feed)
                #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
                #expect(try list.json["sort"] is NSNull)
            }
            let sorted = try await fixture.call(backend, "list", "--feed", "saved", "--sort", "new")
            #expect(sorted.status == 0 && sorted.errors.contains("'saved' has one order only"), "\(sorted.errors)")
            #expect(try sorted.json["sort"] is NSNull && sorted.ids.count == 1)
            let dismissed = try await fixture.call(
                backend, "dismiss", "--all", "--feed", "saved", "--period", "week")
            #expect(dismissed.status == 0 && dismissed.errors.contains("'saved' has one order only"))
            #expect(try dismissed.json["changed"] as? [String] == sorted.ids)
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test func aProxyInTheEnvironmentHearsNothingOfLoopback() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await fixture.reader(
                "list", environment: ["http_proxy": "http://127.0.0.1:1", "all_proxy": "http://127.0.0.1:1"])
            #expect(list.status == 0)
            #expect(try list.json["origin"] as? String == "network")
        }
    }

    @Test func theDemonstrationNeedsNothingAtAll() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await ReaderProcess.run(["--store", fixture.store, "--format", "json"])
            #expect(list.status == 0)
            #expect(try list.ids.count >= 25)
            let offline = try await ReaderProcess.run(["--store", fixture.store, "--format", "json", "--offline"])
            #expect(offline.status == 0)
            #expect(try offline.ids == list.ids)
        }
    }
}
