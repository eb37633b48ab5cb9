import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The list on a provider that answers late or not at all.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SourceListFailureTests {
    private let provider = TestInjector.mocks.sourceProvider
    private let list = SourceListViewModel()

    private var state: SourceListViewModel.State { list.state.value }

    private func stored(_ version: UInt64, _ names: String...) -> StoredSources {
        StoredSources(sources: names.map { .mock($0) }, version: version)
    }

    @Test func aListThatCannotBeReadSaysSoAndCanBeReadAgain() async {
        provider.onSources.fails(with: DataError(.storeDamaged))
        await list.load()
        #expect(state.phase == .failed && state.banner?.error.code == .storeDamaged)
        #expect(state.banner?.isDismissible == false)
        list.dismissBanner()
        #expect(state.banner != nil)
        provider.onSources.returns(stored(1, "r/a1"))
        await list.load()
        #expect(state.phase == .idle && state.banner == nil && state.rows.map(\.name) == ["r/a1"])
    }

    @Test func aFailureNeverTakesRowsAway() async {
        provider.onSources.returns(stored(1, "r/a1"))
        await list.load()
        provider.onSources.fails(with: DataError(.diskFailure))
        await list.load()
        #expect(state.phase == .idle && state.rows.count == 1)
        #expect(state.banner?.error.code == .diskFailure && state.banner?.isDismissible == true)
        provider.onSources.fails(with: DataError(.storeClosed))
        provider.announceChange()
        await list.state.first { $0.banner?.error.code == .storeClosed }
        #expect(state.rows.count == 1)
    }

    @Test func aCancelledLoadShowsNoFailure() async throws {
        let held = provider.onSources.holds()
        let loading = Task { await list.load() }
        try await held.arrival()
        #expect(state.phase == .loading)
        loading.cancel()
        await loading.value
        #expect(state.phase == .initial && state.banner == nil)
    }

    @Test func anOlderReadingNeverTakesThePlaceOfANewerOne() async throws {
        let held = provider.onSources.holds()
        let first = Task { await list.load() }
        try await held.arrival()
        provider.onSources.returns(stored(7, "r/new"))
        await list.load()
        held.release(returning: stored(3, "r/old"))
        await first.value
        #expect(state.rows.map(\.name) == ["r/new"] && state.phase == .idle)
    }

    @Test func aFailedMoveShowsABannerAndTheRowsStay() async {
        provider.onSources.answers { _ in StoredSources(sources: [.mock("r/a1"), .mock("r/b1")], version: 1) }
        await list.load()
        provider.onMove.fails(with: DataError(.readOnly))
        await list.move(.mock("r/b1"), to: 0)
        #expect(provider.onMove.calls == [MockSourceProvider.MoveCall(.mock("r/b1"), to: 0)])
        #expect(state.banner?.error.code == .readOnly && state.rows.map(\.name) == ["r/a1", "r/b1"])
        await list.open(.mock("r/b1"))
        #expect(state.banner == nil && provider.onOpen.calls == [.mock("r/b1")])
    }

    @Test func aListThatIsReleasedFollowsNothing() async throws {
        provider.onSources.answers { _ in StoredSources() }
        var list: SourceListViewModel? = SourceListViewModel()
        await list?.load()
        try await provider.waitForFollowers(1)
        let released = Weak(list)
        list = nil
        #expect(released.object == nil)
    }

    @Test func aReloadDuringALoadEndsInOneState() async throws {
        let held = provider.onSources.holds()
        let first = Task { await list.load() }
        try await held.arrival()
        let second = provider.onSources.holds()
        let again = Task { await list.load() }
        try await second.arrival()
        again.cancel()
        await again.value
        #expect(state.phase == .initial)
        held.release(returning: stored(1, "r/a1"))
        await first.value
        #expect(state.phase == .idle && state.rows.count == 1)
    }
}
