import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PackViewModelTests {
    private let mocks = TestInjector.mocks
    private let english = PostFormat(language: .english)
    private let ukrainian = PostFormat(language: .ukrainian)

    private func report(_ request: PackRequest, _ change: (inout PackReport) -> Void = { _ in }) -> PackReport {
        var report = PackReport(request: request)
        change(&report)
        return report
    }

    @Test func aPackIsRequestedAsChosen() async throws {
        try await mocks.settings.update { $0.packBudgetMegabytes = 7 }
        let model = PackViewModel(feed: .mock("swift"))
        #expect(model.state.value.request.maximumBytes == 7_000_000)
        #expect(model.state.value.request.posts == 50)
        model.setFeed(.mock("linux"))
        model.setPosts(99_999)
        model.setComments(false)
        model.setMedia(false)
        model.setFreeNetwork(true)
        model.setBudget(-1)
        var wanted = PackRequest(feed: .mock("linux"), posts: 10_000, maximumBytes: 0)
        wanted.needsFreeNetwork = true
        wanted.isAutomatic = false
        #expect(model.state.value.request == wanted)
        mocks.packProvider.onPack.answers { PackReport(request: $0) }
        await model.start()
        #expect(mocks.packProvider.onPack.calls == [wanted])
        #expect(model.state.value.banner == nil)
    }

    @Test func aPackReportsPartialThreadsAlsoAfterARelaunch() async throws {
        var pack = StoredPack(request: PackRequest(feed: .mock("old"), posts: 5), date: mocks.clock.now)
        (pack.stop, pack.partialThreads) = (nil, 3)
        try await mocks.packStore.store(pack)
        let model = PackViewModel(feed: .mock("old"))
        await model.load()
        let row = try #require(model.state.value.rows.first)
        #expect(row.text(in: english) == "Complete but for parts of 3 threads" && !row.canResume)
        #expect(row.text(in: ukrainian) == "Усе, крім частин 3 гілок")
        let partial = PackReport.PartialThread(post: .mock("t3_a"), placeholders: 2)
        let report = report(pack.request) { ($0.phase, $0.posts, $0.partialThreads) = (.ended, 5, [partial]) }
        #expect(report.isFinished && !report.isComplete)
        mocks.packProvider.reports.set([report])
        #expect(
            model.state.value.rows.first?.text(in: english) == "Complete but for parts of 1 thread · 5 posts, 0 B")
    }

    @Test func aBadgeDescribesAvailabilityInAWord() {
        func words(_ availability: PostAvailability) -> String {
            "\(availability.level.rawValue): \(english.text(of: availability))"
        }
        #expect(words(PostAvailability()) == "none: Not on this device")
        #expect(words(PostAvailability(text: .complete)) == "text: Text offline")
        #expect(
            words(PostAvailability(text: .complete, comments: .partial, thumbnail: .notApplicable))
                == "partial: Partly offline")
        #expect(
            words(PostAvailability(text: .complete, comments: .complete, thumbnail: .complete))
                == "partial: Text and comments offline")
        #expect(
            words(
                PostAvailability(
                    text: .complete, comments: .notApplicable, thumbnail: .notApplicable, media: .notApplicable))
                == "full: Available offline")
    }

    @Test func rowsFollowRunningAndStoredPacks() async throws {
        var old = StoredPack(request: PackRequest(feed: .mock("old"), posts: 5), date: mocks.clock.now)
        old.stop = .network
        try await mocks.packStore.store(old)
        let model = PackViewModel(feed: .mock("new"))
        await model.load()
        #expect(model.state.value.phase == .idle)
        #expect(model.state.value.rows.map(\.canResume) == [true])

        let request = model.state.value.request
        mocks.packProvider.reports.set([
            report(request) {
                $0.step = PackReport.Step(done: 12, total: 50)
                $0.posts = 12
                $0.bytes = 3_400_000
            }
        ])
        let row = try #require(model.state.value.rows.first)
        #expect(row.isRunning && !row.canResume && model.state.value.rows.count == 2)
        #expect(row.text(in: english) == "12 of 50 posts, 3.4 MB")
        #expect(row.text(in: ukrainian) == "12 з 50 дописів, 3,4 МБ")
        await model.pause(row.id)
        #expect(mocks.packProvider.onPause.calls == [request])

        mocks.packProvider.reports.set([
            report(request) {
                $0.phase = .ended
                $0.stop = .paused
                $0.posts = 12
                $0.bytes = 900
            }
        ])
        #expect(model.state.value.rows.first?.text(in: english) == "Paused · 12 of 50 posts, 900 B")
        mocks.packProvider.onPack.answers { PackReport(request: $0) }
        await model.resume(row.id)
        #expect(mocks.packProvider.onPack.calls == [request])
        model.stop()
        mocks.packProvider.reports.set([])
        #expect(model.state.value.rows.count == 2)
    }

    @Test func anEstimateIsMadeFromFinishedPacks() async throws {
        let model = PackViewModel(feed: .mock("new"), posts: 100)
        await model.load()
        #expect(model.state.value.estimate == nil)
        var request = model.state.value.request
        request.feed = .mock("other")
        mocks.packProvider.reports.set([
            report(request) {
                $0.phase = .ended
                $0.posts = 10
                $0.bytes = 1_000
            }
        ])
        #expect(model.state.value.estimate == 10_000)
        #expect(english.text(ofPackEstimate: model.state.value.estimate) == "about 10 kB")
        model.setPosts(20)
        #expect(model.state.value.estimate == 2_000)
        model.setMedia(false)
        #expect(model.state.value.estimate == nil, "of packs without media nothing is known")
        model.setMedia(true)
        model.setBudget(500)
        #expect(model.state.value.estimate == 500)
    }

    @Test func aPackIsDeletedWithItsPosts() async throws {
        let pack = StoredPack(request: PackRequest(feed: .mock("a1"), posts: 5), date: mocks.clock.now)
        try await mocks.packStore.store(pack)
        try await mocks.packStore.add([
            PackedPost(id: .mock("t3_1"), feed: pack.id, date: mocks.clock.now, position: 0),
            PackedPost(id: .mock("t3_2"), feed: "another", date: mocks.clock.now, position: 0),
        ])
        let model = PackViewModel(feed: .mock("a1"))
        await model.load()
        mocks.packProvider.onRemove.returns(FileUsage())
        await model.remove(pack.id)
        #expect(mocks.packProvider.onRemove.calls == [[.mock("t3_1")]])
        #expect(model.state.value.rows.isEmpty)
        mocks.packProvider.onRemove.fails(with: DataError(.diskFailure))
        await model.removeAll()
        #expect(model.state.value.banner?.error.code == .diskFailure)
        model.dismissBanner()
        #expect(model.state.value.banner == nil)
    }

    @Test func aPackThatWasDeletedElsewhereHasNoRow() async throws {
        // Its last report stays in the provider, for as long as the process lives.
        let request = PackRequest(feed: .mock("gone"), posts: 5)
        mocks.packProvider.reports.set([report(request) { $0.phase = .ended }])
        let model = PackViewModel(feed: .mock("a1"))
        await model.load()
        #expect(model.state.value.rows.isEmpty)

        // It runs once more, and is a row from then on, also before it is stored.
        mocks.packProvider.reports.set([report(request)])
        #expect(model.state.value.rows.map(\.isRunning) == [true])
        try await mocks.packStore.store(StoredPack(request: request, date: mocks.clock.now))
        mocks.packProvider.reports.set([report(request) { $0.phase = .ended }])
        await model.load()
        #expect(model.state.value.rows.map(\.isRunning) == [false])
        try await mocks.packStore.forget([StoredPack.id(of: request)])
        await model.load()
        #expect(model.state.value.rows.isEmpty)
    }

    @Test func deletingAllPacksRemovesTheirRows() async throws {
        let request = PackRequest(feed: .mock("a1"), posts: 5)
        let model = PackViewModel(feed: .mock("a1"))
        await model.load()
        mocks.packProvider.reports.set([report(request)])
        mocks.packProvider.onRemove.returns(FileUsage())
        mocks.packProvider.reports.set([
            report(request) {
                $0.phase = .ended
                $0.stop = .paused
            }
        ])
        #expect(model.state.value.rows.count == 1)
        await model.removeAll()
        #expect(model.state.value.rows.isEmpty)
    }

    @Test func readingThatFailsOrIsCancelledCanBeTriedAgain() async throws {
        let store = FailingPackStore()
        Dependency.register((any OfflinePackProvider).self) { store }
        let model = PackViewModel(feed: .mock("a1"))
        store.onPacks.fails(with: CancellationError())
        await model.load()
        #expect(model.state.value.phase == .initial && model.state.value.banner == nil)
        store.onPacks.fails(with: DataError(.diskFailure))
        await model.load()
        #expect(model.state.value.phase == .failed && model.state.value.banner?.cause == .content)
        store.onPacks.returns([])
        await model.load()
        #expect(model.state.value.phase == .idle && model.state.value.banner == nil)

        let leaving = PackViewModel(feed: .mock("a1"))
        let held = store.onPacks.holds()
        let load = Task { await leaving.load() }
        try await held.arrival()
        leaving.stop()
        #expect(leaving.state.value.phase == .initial)
        held.release(returning: [])
        await load.value
        #expect(leaving.state.value.phase == .initial)
    }

    @Test func aFailureBecomesABanner() async throws {
        let model = PackViewModel(feed: .mock("a1"))
        await model.load()
        mocks.packProvider.onPack.answers { request in
            var report = PackReport(request: request)
            report.stop = .network
            report.error = DataError(.offline)
            return report
        }
        await model.start()
        #expect(model.state.value.banner?.error.code == .offline)
    }

    @Test func textsNameEachEndAndEachBadge() {
        for format in [english, ukrainian] {
            let ends = ([nil] + PackReport.Stop.allCases.map(Optional.some)).map { format.text(ofPackEndedBy: $0) }
            #expect(Set(ends).count == PackReport.Stop.allCases.count + 1)
            let badges = [
                PostAvailability(), PostAvailability(text: .complete, comments: .missing),
                PostAvailability(text: .complete, comments: .complete),
                PostAvailability(
                    text: .complete, comments: .notApplicable, thumbnail: .complete, media: .notApplicable),
            ].map { format.text(of: $0) }
            #expect(Set(badges).count == 4)
        }
        let phases: [(PackReport.Phase, String, String)] = [
            (.posts, "3 of 21 posts, 1 GB", "3 з 21 допису, 1 ГБ"),
            (.comments, "comments of 3 of 21 posts, 1 GB", "коментарі 3 з 21 допису, 1 ГБ"),
            (.thumbnails, "3 of 21 thumbnails, 1 GB", "3 з 21 мініатюри, 1 ГБ"),
            (.media, "3 of 21 files, 1 GB", "3 з 21 файлу, 1 ГБ"),
            (.ended, "21 posts, 1 GB", "21 допис, 1 ГБ"),
        ]
        for (phase, inEnglish, inUkrainian) in phases {
            var report = PackReport(request: PackRequest(feed: .mock(), posts: 21))
            report.phase = phase
            report.posts = 21
            report.step = phase == .ended ? nil : PackReport.Step(done: 3, total: 21)
            report.bytes = 1_000_000_000
            #expect(english.text(of: report) == inEnglish)
            #expect(ukrainian.text(of: report) == inUkrainian)
        }
    }
}

/// A store of which a test says when it can be read.
private final class FailingPackStore: OfflinePackProvider {
    let onPacks = MockMethod<Void, [StoredPack]>("FailingPackStore.packs", log: TestInjector.mocks.log)

    func packs() async throws -> [StoredPack] { try await onPacks.answer(to: ()) }
    func store(_ pack: StoredPack) async throws {}
    func packedPosts() async throws -> [PackedPost] { [] }
    func add(_ posts: [PackedPost]) async throws {}
    func remove(_ ids: [Post.ID]) async throws -> [Post.ID] { [] }
    func forget(_ ids: [String]) async throws {}
}
