import Core
import Foundation
import Mocks
import Testing

/// Automatic packs, which a setting limits all together.
@Suite(.timeLimit(.minutes(5)))
struct AutomaticPackTests {
    private func world(keeping limit: Int, policy: DownloadPolicy = .always) -> PackFixture {
        var settings = ReadingSettings()
        settings.localSaveLimit = limit
        settings.downloadPolicy = policy
        return PackFixture(settings: settings)
    }

    private func posts(_ names: ClosedRange<Int>) -> [Post] {
        names.map { .packed("t3_\($0)", pictures: ["/p\($0)"]) }
    }

    private func setFiles(_ world: PackFixture) {
        for index in 0..<40 { world.setFile("/p\(index)", bytes: 10) }
    }

    private func automatic(_ name: String, _ count: Int) -> PackRequest {
        var request = PackRequest(feed: .mock(name), posts: count, includesMedia: true)
        request.isAutomatic = true
        return request
    }

    private func packed(_ world: PackFixture) async throws -> [String] {
        try await world.packs.packedPosts().map { String($0.id.native.dropFirst(3)) }
    }

    @Test func noAutomaticPostsAreKeptWhenTheLimitIsZero() async throws {
        let world = world(keeping: 3)
        setFiles(world)
        world.setPosts(posts(1...5))
        let first = try #require(try await world.run(automatic("a1", 5)))
        #expect(first.isComplete && first.posts == 3)
        _ = world.takeLog()
        try await world.settings.update { $0.localSaveLimit = 0 }
        let none = try #require(try await world.run(automatic("a1", 5)))
        #expect(none.isComplete && none.posts == 0)
        #expect(try await packed(world).isEmpty && world.files.kept.isEmpty)
        #expect(world.takeLog().isEmpty)
    }

    @Test func postsAboveALoweredLimitLeaveWithoutARequest() async throws {
        let world = world(keeping: 100)
        setFiles(world)
        world.setPosts(posts(1...60))
        _ = try await world.run(automatic("a1", 60))
        world.setPosts(posts(71...72))
        _ = try await world.run(PackRequest(feed: .mock("asked"), posts: 2, includesMedia: true))
        _ = try await world.offline.apply(.set(.saved(true), [.mock("t3_4")]), at: world.clock.now)
        _ = world.takeLog()
        for (limit, left) in [(100, Array(1...60)), (50, Array(1...51)), (0, [4])] {
            try await world.settings.update { $0.localSaveLimit = limit }
            _ = try await world.provider().keepToLimit()
            let entries = try await world.packs.packedPosts()
            #expect(entries.filter(\.isAutomatic).map(\.id.native) == left.map { "t3_\($0)" })
            #expect(entries.count == left.count + 2, "what a person asked for stays")
            let kept = Set(world.files.kept.keys.map { "\($0)" })
            #expect(kept == Set(left.filter { $0 < 40 }.map { "/p\($0)" }))
        }
        #expect(world.takeLog().isEmpty)
    }

    @Test func anInterruptedAutomaticPackKeepsNothingWhenTheLimitIsZero() async throws {
        let world = world(keeping: 5)
        setFiles(world)
        world.setPosts(posts(1...4))
        #expect(try await world.run(automatic("a1", 4), killAfter: 2) == nil)
        #expect(try await packed(world) == ["1", "2", "3", "4"])
        _ = world.takeLog()
        try await world.settings.update { $0.localSaveLimit = 0 }
        let reports = try await world.provider().resumePacks()
        #expect(reports.map(\.posts) == [0] && reports.map(\.isComplete) == [true])
        #expect(try await packed(world).isEmpty && world.files.kept.isEmpty && world.takeLog().isEmpty)
    }

    @Test func theOldestLeaveWithTheirFilesWhenNewOnesCome() async throws {
        let world = world(keeping: 5)
        setFiles(world)
        world.setPosts(posts(1...4))
        _ = try await world.run(automatic("a1", 4))
        world.clock.advance(by: .seconds(60))
        world.setPosts(posts(11...13))
        _ = try await world.run(automatic("b1", 3))
        #expect(try await packed(world) == ["11", "12", "13", "1", "2"])
        let kept = Set(world.files.kept.keys.map { "\($0)" })
        #expect(kept == ["/p11", "/p12", "/p13", "/p1", "/p2"])
        // What has left is not brought back by going on.
        #expect(try await world.packs.packs().last?.posts.map(\.native) == ["t3_1", "t3_2"])
    }

    @Test func savedPostsDoNotCount() async throws {
        let world = world(keeping: 2)
        setFiles(world)
        world.setPosts(posts(1...5))
        try await world.offline.store(posts(1...5), completeness: .full)
        _ = try await world.offline.apply(.set(.saved(true), [.mock("t3_1"), .mock("t3_3")]), at: world.clock.now)
        let report = try #require(try await world.run(automatic("a1", 5)))
        #expect(report.isComplete && report.posts == 4)
        #expect(try await packed(world) == ["1", "2", "3", "4"])
        // And they do not leave when others come.
        world.clock.advance(by: .seconds(60))
        world.setPosts(posts(11...12))
        _ = try await world.run(automatic("b1", 5))
        #expect(try await packed(world) == ["11", "12", "1", "3"])
    }

    @Test func aRequestedPackIsLimitedByItsOwnNumbersOnly() async throws {
        let world = world(keeping: 1)
        setFiles(world)
        world.setPosts(posts(1...4))
        let asked = try #require(try await world.run(PackRequest(feed: .mock("a1"), posts: 4, includesMedia: true)))
        #expect(asked.isComplete && asked.posts == 4)
        world.clock.advance(by: .seconds(60))
        world.setPosts(posts(3...6))
        _ = try await world.run(automatic("a1", 4))
        // Those that a person asked for stay theirs.
        let entries = try await world.packs.packedPosts()
        #expect(entries.filter { !$0.isAutomatic }.map(\.id.native) == ["t3_1", "t3_2", "t3_3", "t3_4"])
        #expect(entries.count { $0.isAutomatic } <= 1)
        #expect(Set(world.files.kept.keys.map { "\($0)" }).isSuperset(of: ["/p1", "/p2", "/p3", "/p4"]))
    }

    /// Which network each policy needs; the same as ``DownloadPolicy/allows(_:)``, seen from outside.
    @Test(
        arguments: DownloadPolicy.allCases,
        [
            NetworkPath(.none), NetworkPath(.wifi), NetworkPath(.cellular), NetworkPath(.ethernet),
            NetworkPath(.unknown),
            NetworkPath(.wifi, isExpensive: true), NetworkPath(.wifi, isConstrained: true),
            NetworkPath(.cellular, isConstrained: true),
        ])
    func filesComeAsThePolicySays(_ policy: DownloadPolicy, _ path: NetworkPath) async throws {
        let world = world(keeping: 10, policy: policy)
        setFiles(world)
        world.setPosts(posts(1...2))
        world.path.path.set(path)
        let report = try #require(try await world.run(automatic("a1", 2)))
        #expect(report.posts == 2, "texts always come")
        #expect(report.media == (policy.allows(path) ? 2 : 0))
        // Under never files wait for another policy; the others wait for their network, and both say so.
        #expect(report.stop == (policy == .never ? .policy : policy.allows(path) ? nil : .network))
        #expect(world.activity.events.map(\.subject) == (policy.allows(path) ? [] : [.packs]))
        #expect((world.activity.events.first?.reason == .downloadsOff) == (policy == .never))
        // What a person asks for comes by any network, unless they want none at all.
        let asked = try #require(try await world.run(PackRequest(feed: .mock("a1"), posts: 2, includesMedia: true)))
        #expect(asked.isComplete == (policy != .never) && asked.media == (policy == .never ? 0 : 2))
    }

    @Test func noMoreFilesAreDownloadedAfterTheNetworkBecomesMetered() async throws {
        let world = world(keeping: 10)
        setFiles(world)
        world.setPosts(posts(1...5))
        let path = world.path.path
        world.onRequest { what in
            if what == "file /p2" { path.set(NetworkPath(.wifi, isConstrained: true)) }
        }
        var configuration = DefaultPackProvider.Configuration()
        configuration.parallelism = 1
        let report = try #require(try await world.run(automatic("a1", 5), configuration))
        #expect(report.stop == .network && report.error == nil && report.media == 2)
        path.set(NetworkPath(.wifi))
        #expect(try await world.provider().resumePacks().map(\.media) == [5])
        #expect(world.files.fetched.values.allSatisfy { $0 == 1 })
    }

    @Test func anInterruptedPackIsResumedAccordingToThePolicy() async throws {
        let world = world(keeping: 50)
        setFiles(world)
        world.setPosts(posts(1...3))
        #expect(try await world.run(automatic("a1", 3), killAfter: 0) == nil)
        world.setReachable(false)
        _ = try await world.run(automatic("a1", 3))
        world.setReachable(true)
        _ = world.takeLog()
        try await world.settings.update { $0.downloadPolicy = .never }
        #expect(try await world.provider().resumePacks().isEmpty && world.takeLog().isEmpty)
        #expect(world.activity.events.first?.kind == .skipped && world.activity.events.first?.reason == .downloadsOff)
        try await world.settings.update { $0.downloadPolicy = .wifi }
        for (path, reason) in [
            (NetworkPath(.cellular), ActivityEvent.Reason.costlyNetwork), (NetworkPath(.unknown), .unknownNetwork),
            (NetworkPath(.wifi, isConstrained: true), .lowData), (NetworkPath(.none), .offline),
        ] {
            world.path.path.set(path)
            #expect(try await world.provider().resumePacks().isEmpty && world.takeLog().isEmpty)
            #expect(world.activity.events.first?.kind == .held && world.activity.events.first?.reason == reason)
        }
        world.path.path.set(NetworkPath(.wifi))
        #expect(try await world.provider().resumePacks().map(\.isComplete) == [true])
    }

    @Test func aFeedThatWasJustRefreshedIsNotFetchedAgain() async throws {
        let world = world(keeping: 10)
        setFiles(world)
        world.setPosts(posts(1...6))
        let posts = DefaultPostProvider(
            offline: world.offline, online: world.online, time: world.clock,
            services: .init(activity: DiscardingActivityRecorder(), settings: world.settings))
        _ = try await posts.perform(.refresh, on: .mock("a1"), limit: 4)
        _ = world.takeLog()
        let report = try #require(try await world.run(automatic("a1", 5)))
        #expect(report.isComplete && report.posts == 5)
        #expect(world.takeLog().filter { $0.hasPrefix("page") } == ["page c4 of r/a1"])
        _ = try await world.run(automatic("a1", 5))
        #expect(world.takeLog().isEmpty)
    }

    @Test func requestedPacksAreResumedBeforeAutomaticOnes() async throws {
        let world = world(keeping: 10)
        setFiles(world)
        world.setPosts(posts(1...2))
        world.setReachable(false)
        _ = try await world.run(PackRequest(feed: .mock("asked"), posts: 2))
        world.clock.advance(by: .seconds(60))
        _ = try await world.run(automatic("a1", 2))
        world.setReachable(true)
        let reports = try await world.provider().resumePacks()
        #expect(reports.map(\.request.isAutomatic) == [false, true])
        #expect(reports.map(\.isComplete) == [true, true])
    }
}
