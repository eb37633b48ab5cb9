import Core
import Foundation
import Mocks
import Testing

/// The promises that hold whatever is in a pack: its bytes, and that nothing is fetched twice.
@Suite(.timeLimit(.minutes(5)))
struct PackBudgetTests {
    private struct Chance {
        let random: SeededRandomSource

        func number(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(random.next() % UInt64(range.count))
        }
    }

    /// Posts with a few links, so that they share them.
    private func posts(_ prefix: String, _ count: Int, _ chance: Chance) -> [Post] {
        (0..<count).map { index in
            let pictures = (0..<chance.number(0...3)).map { _ in "/p\(chance.number(0...20)).png" }
            let thumbnail = chance.number(0...3) == 0 ? nil : "/s\(chance.number(0...12)).png"
            return Post.packed(
                "\(prefix)\(index)", thumbnail: thumbnail, pictures: pictures, comments: chance.number(0...2) * 4)
        }
    }

    private func setThreads(_ world: PackFixture, of posts: [Post], _ chance: Chance) {
        for post in posts where chance.number(0...9) > 0 {
            world.setThread(post.id.native, comments: chance.number(1...8), length: chance.number(1...400))
        }
    }

    private func fill(_ world: PackFixture, _ chance: Chance) -> [Post] {
        let posts = posts("t3_", chance.number(1...14), chance)
        world.setPosts(posts)
        for index in 0...20 where chance.number(0...7) > 0 {
            world.setFile("/p\(index).png", bytes: chance.number(0...6_000))
        }
        for index in 0...12 where chance.number(0...7) > 0 {
            world.setFile("/s\(index).png", bytes: chance.number(1...900))
        }
        setThreads(world, of: posts, chance)
        return posts
    }

    /// What a pack has on the disk, and its largest item.
    private func measure(_ world: PackFixture, _ request: PackRequest) async throws -> (sum: Int, largest: Int) {
        guard let pack = try await world.packs.packs().first else { return (0, 0) }
        var sizes = try await world.offline.items(pack.posts).map { try $0.post.encodedCount }
        let members = Set(pack.posts)
        for (id, thread) in world.threads.stored where members.contains(id) {
            sizes.append(try thread.comments.reduce(0) { $0 + (try JSONEncoder().encode($1).count) })
        }
        sizes += world.files.kept.values.filter { !members.isDisjoint(with: $0.holders.keys) }.map(\.bytes)
        return (sizes.reduce(0, +), sizes.max() ?? 0)
    }

    @Test func anyPackKilledAnywhereStaysWithinItsByteLimitAndFetchesNothingTwice() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("whateverIsInAPackAndWheneverItIsKilled…: seed \(seed)")
        let chance = Chance(random: SeededRandomSource(seed: seed))
        for round in 0..<150 {
            let world = PackFixture()
            let posts = fill(world, chance)
            var configuration = DefaultPackProvider.Configuration()
            configuration.parallelism = chance.number(1...5)
            configuration.largestThumbnail = 1_000
            configuration.largestPicture = 6_000
            configuration.largestThread = 6_000
            let request = world.request(
                chance.number(1...posts.count + 2), comments: chance.number(0...3) > 0, media: chance.number(0...3) > 0,
                bytes: chance.number(0...60_000))
            var last: PackReport?
            for _ in 0..<chance.number(0...4) {
                last = try await world.run(request, configuration, killAfter: chance.number(0...25))
                let (sum, largest) = try await measure(world, request)
                #expect(sum <= request.maximumBytes + largest, "seed \(seed), round \(round), killed")
            }
            last = try await world.run(request, configuration)
            let report = try #require(last)
            let (sum, largest) = try await measure(world, request)
            #expect(sum <= request.maximumBytes + largest, "seed \(seed), round \(round)")
            #expect(report.bytes == sum, "seed \(seed), round \(round)")
            #expect(report.stop == nil || report.stop == .bytes, "seed \(seed), round \(round)")
            #expect(report.posts <= request.posts)
            #expect(world.files.fetched.values.allSatisfy { $0 == 1 }, "seed \(seed), round \(round)")
            #expect(world.threads.fetched.values.allSatisfy { $0 == 1 }, "seed \(seed), round \(round)")
            #expect(world.files.mostRunning <= configuration.parallelism)

            // Asked for once more, only pages are asked for.
            _ = world.takeLog()
            _ = try await world.run(request, configuration)
            #expect(world.takeLog().allSatisfy { $0.hasPrefix("page") }, "seed \(seed), round \(round)")

            // The next morning has new posts before some of these.
            let news = self.posts("t3_n", chance.number(1...10), chance)
            setThreads(world, of: news, chance)
            world.setPosts(news + posts.filter { _ in chance.number(0...2) > 0 })
            let morning = try #require(try await world.run(request, configuration))
            let (later, most) = try await measure(world, request)
            #expect(later <= request.maximumBytes + most, "seed \(seed), round \(round), morning")
            #expect(morning.bytes == later, "seed \(seed), round \(round), morning")
            #expect(world.files.fetched.values.allSatisfy { $0 == 1 }, "seed \(seed), round \(round), morning")
            #expect(world.threads.fetched.values.allSatisfy { $0 == 1 }, "seed \(seed), round \(round), morning")
        }
    }

    @Test func aRepeatedPackCountsStoredContentBeforeItAddsPosts() async throws {
        let world = PackFixture()
        let names = (1...20).map { "t3_\($0 + 10)" }
        for name in names { world.setThread(name, comments: 4, length: 400) }
        world.setPosts(names.suffix(5).map { .packed($0, comments: 4) })
        let size = try Post.packed("t3_11", comments: 4).encodedCount
        var request = world.request(20, bytes: 1_000_000)
        let first = try #require(try await world.run(request))
        #expect(first.isComplete && first.bytes > size * 10)
        // The next morning, with as many bytes as that has: fifteen texts more do not fit beside the threads.
        request.maximumBytes = first.bytes
        world.clock.advance(by: .seconds(86_400))
        world.setPosts(names.map { .packed($0, comments: 4) })
        let report = try #require(try await world.run(request))
        let (sum, largest) = try await measure(world, request)
        #expect(report.stop == .bytes && report.bytes == sum)
        #expect(sum <= request.maximumBytes + largest)
    }

    @Test func filesOfOtherPostsEnterAPackAfterItsOwn() async throws {
        let world = PackFixture()
        for index in 1...4 { world.setFile("/p\(index)", bytes: 10_000) }
        world.setPosts([.packed("t3_1", pictures: ["/p1"]), .packed("t3_2", pictures: ["/p2"])])
        _ = try await world.run(PackRequest(feed: .mock("other"), posts: 2, includesMedia: true))
        world.setPosts([.packed("t3_3", pictures: ["/p3"]), .packed("t3_4", pictures: ["/p4"])])
        _ = try await world.run(PackRequest(feed: .mock("third"), posts: 2, includesMedia: true))
        // Two posts that share pictures with others, and two that have theirs.
        world.setPosts([
            .packed("t3_5", pictures: ["/p1"]), .packed("t3_6", pictures: ["/p2"]),
            .packed("t3_3", pictures: ["/p3"]), .packed("t3_4", pictures: ["/p4"]),
        ])
        let report = try #require(try await world.run(world.request(4, bytes: 22_000)))
        #expect(report.posts == 4 && report.bytes <= 32_000)
    }

    @Test func withinTheByteLimitEverythingIsFetchedAndReported() async throws {
        let world = PackFixture()
        world.setPosts([
            .packed("t3_1", thumbnail: "/s1", pictures: ["/p1", "/p2"], comments: 2),
            .packed("t3_2", thumbnail: "/s1", pictures: ["/p1"], comments: 0), .packed("t3_3"),
        ])
        for (link, bytes) in [("/s1", 10), ("/p1", 500), ("/p2", 700)] { world.setFile(link, bytes: bytes) }
        world.setThread("t3_1", comments: 2)
        let report = try #require(try await world.run(world.request(3)))
        #expect(report.isComplete && report.error == nil && report.missing == 0)
        #expect(report.posts == 3 && report.comments == 2 && report.media == 3)
        let (sum, _) = try await measure(world, world.request(3))
        #expect(report.bytes == sum)
        #expect(
            world.files.kept[ResourceLink.mock("/p1")].map { Set($0.holders.keys) } == [.mock("t3_1"), .mock("t3_2")])
    }

    @Test func aFileThatDoesNotSurelyFitBesideOthersIsFetchedAlone() async throws {
        let world = PackFixture()
        let links = (1...6).map { "/p\($0)" }
        world.setPosts([.packed("t3_1", pictures: links)])
        for link in links { world.setFile(link, bytes: 100) }
        var configuration = DefaultPackProvider.Configuration()
        configuration.parallelism = 6
        configuration.largestPicture = 50_000
        _ = try await world.run(world.request(1, bytes: 100_000), configuration)
        // Two at their largest would be all there is, and the text has some of it.
        #expect(world.files.mostRunning == 1)
        #expect(world.files.kept.count == 6)
    }

    @Test func aTextThatDoesNotFitAnyMoreIsNotPacked() async throws {
        let world = PackFixture()
        let posts = (1...5).map { Post.packed("t3_\($0)") }
        world.setPosts(posts)
        let size = try posts[0].encodedCount
        let report = try #require(try await world.run(world.request(5, bytes: size * 2 + 1)))
        #expect(report.stop == .bytes)
        #expect(report.posts == 3, "two fit, and the third is the one above the budget")
        #expect(try await world.packs.packedPosts().map(\.id.native) == ["t3_1", "t3_2", "t3_3"])
        let more = try #require(try await world.run(world.request(5, bytes: size * 20)))
        #expect(more.isComplete && more.posts == 5)
    }

    @Test func aPackEndsWhenItsTimeIsOverAndCanBeResumed() async throws {
        let world = PackFixture()
        let links = (1...8).map { "/p\($0)" }
        world.setPosts([.packed("t3_1", pictures: links)])
        for link in links { world.setFile(link, bytes: 100) }
        world.setPace(.seconds(10))
        var request = world.request(1)
        request.maximumTime = .seconds(35)
        var configuration = DefaultPackProvider.Configuration()
        configuration.parallelism = 1
        let report = try #require(try await world.run(request, configuration))
        #expect(report.stop == .time && !report.isComplete)
        // The page and two files end within the time; one more may.
        #expect(world.clock.uptime <= .seconds(45))
        #expect((2...3).contains(world.files.kept.count))
        request.maximumTime = nil
        let rest = try #require(try await world.run(request, configuration))
        #expect(rest.isComplete && rest.media == 8)
        #expect(world.files.fetched.values.allSatisfy { $0 == 1 })
    }
}
