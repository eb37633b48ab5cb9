import Core
import Foundation
import Mocks
import Testing

/// Packs while the person wants no media downloaded.
@Suite(.timeLimit(.minutes(5)))
struct PackPolicyTests {
    private func world(_ policy: DownloadPolicy = .never) -> PackFixture {
        var settings = ReadingSettings()
        settings.localSaveLimit = 50
        settings.downloadPolicy = policy
        let world = PackFixture(settings: settings)
        world.setPosts(
            (1...3).map { .packed("t3_\($0)", thumbnail: "/t\($0)", pictures: ["/p\($0)"], comments: 2) })
        for index in 1...3 {
            world.setFile("/t\(index)", bytes: 5)
            world.setFile("/p\(index)", bytes: 10)
            world.setThread("t3_\(index)", comments: 2)
        }
        return world
    }

    @Test func aRequestedPackFetchesTextsAndReportsThatMediaWait() async throws {
        let world = world()
        let report = try #require(try await world.run(world.request(3)))
        #expect(report.posts == 3 && report.comments == 6, "texts and threads always come")
        #expect(report.media == 0 && world.files.fetched.isEmpty)
        #expect(report.stop == .policy && !report.isComplete && !report.isFinished)
        #expect(report.error == DataError(.downloadsOff))
        #expect(report.error?.message.contains("downloadPolicy") == true)
        #expect(try await world.packs.packs().map(\.stop) == [.policy])
        let event = try #require(world.activity.events.first)
        #expect(event.kind == .skipped && event.reason == .downloadsOff && event.subject == .packs)
    }

    @Test func aPackOfThumbnailsWaitsToo() async throws {
        let world = world()
        let report = try #require(try await world.run(world.request(3, comments: false, media: false)))
        #expect(report.stop == .policy && report.media == 0 && world.files.fetched.isEmpty)
    }

    @Test func anAutomaticPackThatRunsSaysSoInTheLog() async throws {
        let world = world()
        var request = PackRequest(feed: .mock("a1"), posts: 3, includesMedia: true)
        request.isAutomatic = true
        let report = try #require(try await world.run(request))
        #expect(report.posts == 3 && report.media == 0 && report.stop == .policy)
        #expect(world.activity.events.map(\.reason) == [.downloadsOff])
    }

    @Test func storedContentCountsAndAPackWithNothingMissingIsComplete() async throws {
        let world = world(.always)
        #expect(try await world.run(world.request(3))?.isComplete == true)
        try await world.settings.update { $0.downloadPolicy = .never }
        let again = try #require(try await world.run(world.request(3)))
        #expect(again.isComplete && again.media == 6 && again.error == nil && world.activity.events.isEmpty)
        // Another post than those lacks its files.
        world.setPosts([.packed("t3_9", pictures: ["/p9"])])
        let other = try #require(try await world.run(world.request(1)))
        #expect(other.stop == .policy && other.media == 0 && world.files.fetched[.mock("/p9")] == nil)
    }

    @Test func aWaitingPackIsResumedOnlyAfterThePolicyHasChanged() async throws {
        let world = world()
        _ = try await world.run(world.request(3))
        _ = world.takeLog()
        #expect(try await world.provider().resumePacks().isEmpty)
        #expect(world.takeLog().isEmpty, "nothing is asked for in vain")
        #expect(world.activity.entries.first?.count == 2)
        try await world.settings.update { $0.downloadPolicy = .wifi }
        world.path.path.set(NetworkPath(.cellular))
        let reports = try await world.provider().resumePacks()
        #expect(reports.map(\.isComplete) == [true], "a person asked for it: by any network")
        #expect(reports.map(\.media) == [6])
        #expect(!world.takeLog().contains { $0.hasPrefix("page") || $0.hasPrefix("thread") })
    }

    @Test func noMoreFilesAreDownloadedAfterThePolicyIsChanged() async throws {
        let world = world(.always)
        let settings = world.settings
        world.onRequest { what in
            if what == "file /t2" { settings.settings.update { $0.downloadPolicy = .never } }
        }
        var configuration = DefaultPackProvider.Configuration()
        configuration.parallelism = 1
        let report = try #require(try await world.run(world.request(3), configuration))
        #expect(report.stop == .policy && report.media == 2)
        #expect(Set(world.files.fetched.keys.map(\.text)) == ["/t1", "/t2"])
    }

    @Test func postsThatLeftTheListStayPackedWithTheirTexts() async throws {
        let world = world()
        _ = try await world.run(world.request(3, comments: false))
        world.clock.advance(by: .seconds(2 * 3600))
        world.setPosts([.packed("t3_9", pictures: ["/p9"])])
        _ = try await world.run(world.request(1, comments: false))
        let packed = try await world.packs.packedPosts().map(\.id.native)
        #expect(Set(packed) == ["t3_1", "t3_2", "t3_3", "t3_9"])
    }
}
