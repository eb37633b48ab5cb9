import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The list on a store that works, with the cloud in the test's hands.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SourceListViewModelTests {
    private let store = InMemoryOfflineSourceProvider([
        .mock("r/Swift", title: "Swift!"), .mock("u/ann"), .mock("r/rust"),
    ])
    private let online = TestInjector.mocks.onlineSourceProvider
    private let clock = TestInjector.mocks.clock
    private let list: SourceListViewModel

    init() {
        let (store, online) = (store, online)
        Dependency.register((any SourceProvider).self) {
            DefaultSourceProvider(names: SourceNameParser(.demo), offline: store, online: online)
        }
        list = SourceListViewModel()
    }

    private var state: SourceListViewModel.State { list.state.value }
    private var names: [String] { state.rows.map(\.name) }

    @Test func startsNothingByItself() async throws {
        #expect(state == SourceListViewModel.State())
        _ = try await store.add(.mock("r/more"), at: clock.now)
        #expect(state == SourceListViewModel.State())
    }

    @Test func showsTheListAndFollowsIt() async throws {
        await list.load()
        #expect(names == ["r/Swift", "u/ann", "r/rust"] && state.phase == .idle)
        #expect(state.rows.map(\.title) == ["Swift!", nil, nil])
        _ = try await store.add(.mock("r/more"), at: clock.now)
        await list.state.first { $0.rows.count == 4 }
        list.stop()
    }

    // MARK: The field

    @Test func theFieldSaysWhatIsWrongWhileItIsTyped() async {
        await list.load()
        list.type("")
        #expect(state.field == .empty)
        list.type("r/s")
        guard case .tooShort = state.field else {
            Issue.record("\(state.field)")
            return
        }
        list.type("s w")
        guard case .invalid(let error) = state.field else {
            Issue.record("\(state.field)")
            return
        }
        #expect(error.message.contains("A-Z a-z 0-9"))
        list.type(" R/SWIFT ")
        #expect(state.field == .duplicate(.mock("r/Swift")) && !state.field.canBeAdded)
        list.type("u/swift")
        #expect(state.field == .ok(.mock("u/swift")) && state.field.canBeAdded)
    }

    @Test func theFieldIsCheckedAgainWhenTheListChanges() async throws {
        await list.load()
        list.type("kotlin")
        #expect(state.field == .ok(.mock("r/kotlin")))
        _ = try await store.add(.mock("r/Kotlin"), at: clock.now)
        await list.state.first { $0.field == .duplicate(.mock("r/kotlin")) }
        await list.remove(.mock("r/kotlin"))
        #expect(state.field == .ok(.mock("r/kotlin")))
    }

    // MARK: Adding

    @Test func addsTheTypedText() async {
        await list.load()
        list.type("kotlin")
        online.onLookUp.returns(SourceDescription(name: .mock("r/Kotlin"), title: "Kotlin"))
        await list.add()
        #expect(names == ["r/Swift", "u/ann", "r/rust", "r/Kotlin"])
        #expect(state.added == .mock("r/kotlin") && state.banner == nil && !state.isAdding)
        #expect(state.text.isEmpty && state.field == .empty)
        // Added a second time it is an event again, and not equal to what was there before.
        await list.remove(.mock("r/kotlin"))
        #expect(state.added == nil)
        online.onLookUp.returns(SourceDescription(name: .mock("r/Kotlin"), title: "Kotlin"))
        await list.add("kotlin")
        #expect(state.added == .mock("r/kotlin"))
    }

    @Test func aSourceThatCannotBeCheckedIsAddedAndTheBannerSaysWhy() async {
        await list.load()
        online.onLookUp.fails(with: NetworkError(.rateLimited, status: 429, retryAfter: .seconds(30)))
        await list.add("kotlin")
        #expect(state.rows.last?.state == .pending && state.pendingCount == 1)
        #expect(state.banner?.error.code == .rateLimited && state.banner?.cause == .action)
        #expect(state.banner?.retryAt == clock.now + 30)
        #expect(state.text.isEmpty)
        list.dismissBanner()
        #expect(state.banner == nil)
    }

    @Test(arguments: ["nosuch", "r/swift", "a b", ""]) func aRefusedTextStaysInTheField(_ text: String) async {
        await list.load()
        if text == "nosuch" { online.onLookUp.fails(with: NetworkError(.notFound, status: 404)) }
        await list.add(text)
        #expect(names == ["r/Swift", "u/ann", "r/rust"] && state.text == text)
        #expect(state.banner?.error.code == (text == "nosuch" ? .notFound : .invalidInput))
        #expect(state.added == nil && !state.isAdding)
    }

    @Test func aTextTypedMeanwhileStaysAndNothingElseIsAdded() async throws {
        await list.load()
        let held = online.onLookUp.holds()
        let adding = Task { await list.add("kotlin") }
        try await held.arrival()
        #expect(state.isAdding)
        await list.add("java")
        list.type("scala")
        held.release(returning: SourceDescription(name: .mock("r/Kotlin")))
        await adding.value
        #expect(names.last == "r/Kotlin" && names.count == 4)
        #expect(state.text == "scala" && state.field == .ok(.mock("r/scala")))
        #expect(online.onLookUp.calls.count == 1)
    }

    @Test func aCancelledAdditionShowsNoFailure() async throws {
        await list.load()
        let held = online.onLookUp.holds()
        let adding = Task { await list.add("kotlin") }
        try await held.arrival()
        adding.cancel()
        await adding.value
        #expect(names.count == 3 && state.banner == nil && !state.isAdding && state.text == "kotlin")
    }

    // MARK: Removing and moving

    @Test func removingCanBeUndoneOneByOne() async throws {
        await list.load()
        await list.open(.mock("u/ann"))
        await list.remove(.mock("u/ann"))
        await list.remove(.mock("r/SWIFT"))
        #expect(names == ["r/rust"] && state.undo?.name == "r/Swift")
        await list.undoRemove()
        #expect(names == ["r/Swift", "r/rust"] && state.undo?.name == "u/ann")
        await list.undoRemove()
        #expect(names == ["r/Swift", "u/ann", "r/rust"] && state.undo == nil)
        #expect(state.rows[1].source.lastOpened == clock.now)
        await list.undoRemove()
        #expect(names.count == 3 && state.banner == nil)
    }

    @Test func anUndoThatFailedCanBeTriedAgain() async {
        await list.load()
        await list.remove(.mock("u/ann"))
        await list.remove(.mock("r/rust"))
        // The list reads beside it, when it hears of what was removed.
        store.failChanges(with: DataError(.noSpace))
        await list.undoRemove()
        #expect(state.banner?.error.code == .noSpace && state.undo?.name == "r/rust" && names == ["r/Swift"])
        await list.undoRemove()
        await list.undoRemove()
        #expect(names == ["r/Swift", "u/ann", "r/rust"] && state.banner == nil)
    }

    @Test func aSourceThatWasAddedAgainIsNotRestoredTwice() async {
        await list.load()
        await list.remove(.mock("u/ann"))
        online.onLookUp.returns(SourceDescription(name: .mock("u/Ann")))
        await list.add("u/ann")
        #expect(state.undo == nil)
        await list.undoRemove()
        #expect(names == ["r/Swift", "r/rust", "u/Ann"])
    }

    @Test func removingAMissingSourceShowsABanner() async {
        await list.load()
        await list.remove(.mock("r/none"))
        #expect(state.banner?.error.code == .notFound && state.undo == nil && names.count == 3)
    }

    @Test func movesByIDAndClamps() async {
        await list.load()
        await list.move(.mock("r/rust"), to: 0)
        #expect(names == ["r/rust", "r/Swift", "u/ann"])
        await list.move(.mock("r/rust"), to: 99)
        #expect(names == ["r/Swift", "u/ann", "r/rust"])
    }

    @Test func theOtherOrderShowsWhatWasOpenedLastAndMovesNothing() async {
        await list.load()
        clock.advance(by: .seconds(5))
        await list.open(.mock("r/rust"))
        #expect(names == ["r/Swift", "u/ann", "r/rust"])
        list.setOrder(.recentFirst)
        #expect(names.first == "r/rust" && state.order == .recentFirst)
        await list.move(.mock("r/rust"), to: 2)
        clock.advance(by: .seconds(5))
        await list.open(.mock("u/ann"))
        #expect(names == ["u/ann", "r/rust", "r/Swift"])
        list.setOrder(.own)
        #expect(names == ["r/Swift", "u/ann", "r/rust"])
    }

    // MARK: Checking

    private func addPending(_ names: String...) async throws {
        for name in names { _ = try await store.add(.mock(name, state: .pending), at: clock.now) }
    }

    @Test func verifiesPendingSourcesOnceAfterAnOutage() async throws {
        let connectivity = TestInjector.mocks.connectivity.connectivity
        try await addPending("r/p1", "r/p2")
        connectivity.set(.offline(since: clock.now))
        await list.load()
        #expect(online.onLookUp.calls.isEmpty)
        online.onLookUp.answers { SourceDescription(name: $0.name) }
        connectivity.set(.online)
        await list.state.first { $0.pendingCount == 0 && !$0.isVerifying }
        #expect(online.onLookUp.calls.map(\.name.text) == ["p1", "p2"])
        #expect(state.rows.suffix(2).allSatisfy { $0.state == .verified } && state.banner == nil)
    }

    @Test func aFailureAfterAnOutageShowsNoBanner() async throws {
        let connectivity = TestInjector.mocks.connectivity.connectivity
        try await addPending("r/p1")
        connectivity.set(.offline(since: clock.now))
        await list.load()
        let held = online.onLookUp.holds()
        connectivity.set(.online)
        try await held.arrival()
        #expect(state.isVerifying)
        held.release(throwing: NetworkError(.timedOut))
        await list.state.first { !$0.isVerifying }
        #expect(state.pendingCount == 1 && state.banner == nil)
    }

    @Test func aRequestedCheckShowsWhyItFailed() async throws {
        try await addPending("r/p1")
        await list.load()
        online.onLookUp.fails(with: NetworkError(.rateLimited, status: 429, retryAfter: .seconds(9)))
        await list.verifyPending()
        #expect(state.banner?.error.code == .rateLimited && state.banner?.retryAt == clock.now + 9)
        online.onLookUp.fails(with: NetworkError(.notFound, status: 404))
        await list.verifyPending()
        #expect(state.banner == nil && state.rows.last?.state == .unknown)
    }

    @Test func aStoppedViewModelFollowsNothing() async throws {
        let connectivity = TestInjector.mocks.connectivity.connectivity
        try await addPending("r/p1")
        connectivity.set(.offline(since: clock.now))
        await list.load()
        list.stop()
        connectivity.set(.online)
        _ = try await store.add(.mock("r/more"), at: clock.now)
        await Task.yield()
        #expect(names.count == 4 && online.onLookUp.calls.isEmpty)
        await list.load()
        #expect(names.count == 5)
    }
}
