import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ActivityLogViewModelTests {
    private let journal = InMemoryActivityLog()
    private let clock = TestInjector.mocks.clock
    private let screen: ActivityLogViewModel

    init() {
        screen = ActivityLogViewModel(log: journal, timeZone: .gmt)
    }

    private var state: ActivityLogViewModel.State { screen.state.value }

    private func record(
        _ kind: ActivityEvent.Kind, _ reason: ActivityEvent.Reason = .budget, host: String = "a",
        in seconds: Double? = nil,
        backend: String? = nil
    ) {
        var event = ActivityEvent(kind, reason: reason, host: host, date: clock.now)
        event.until = seconds.map { clock.now + $0 }
        event.backend = backend
        journal.record(event)
    }

    @Test func startsNothingByItself() {
        record(.held)
        #expect(state == ActivityLogViewModel.State())
        screen.stop()
        #expect(state == ActivityLogViewModel.State())
    }

    @Test func showsWhatWasRecordedNewestFirst() {
        record(.held, host: "b", in: 60)
        record(.failed, .failure, host: "a")
        screen.load()
        #expect(state.rows.map(\.host) == ["a", "b"])
        #expect(state.rows.last?.text == "Waits until 22:14: the server's budget is used up")
        #expect(state.hosts == ["a", "b"])
    }

    @Test func followsTheJournalUntilItIsStopped() async throws {
        screen.load()
        record(.held)
        // The first reading of the follower, and then a pause.
        await screen.state.first { $0.rows.count == 1 }
        try await clock.waitForSleepers(1)
        record(.failed, .failure)
        record(.resumed, .suspendedEarlier)
        #expect(state.rows.count == 1)
        clock.advance(by: .milliseconds(250))
        await screen.state.first { $0.rows.count == 3 }
        screen.stop()
        record(.held, host: "late")
        screen.show(host: nil)
        #expect(state.rows.count == 4)
        screen.load()
        #expect(state.rows.count == 4)
    }

    @Test func aFilterShowsOneServerOrOneKind() {
        record(.held, host: "a")
        record(.failed, .failure, host: "a")
        record(.failed, .failure, host: "b")
        screen.load()
        screen.show(host: "a")
        #expect(state.rows.map(\.host) == ["a", "a"])
        #expect(state.hosts == ["a", "b"])
        screen.show(kinds: [.failed])
        #expect(state.rows.map(\.kind) == [.failed])
        screen.show(host: nil)
        #expect(state.rows.map(\.host) == ["b", "a"])
        screen.show(kinds: [])
        #expect(state.rows.isEmpty)
    }

    @Test func theNextTryOfEachServerIsShownSoonestFirst() {
        record(.held, host: "late", in: 600)
        record(.retried, .failure, host: "soon", in: 60)
        record(.skipped, .suspendedEarlier, host: "soon", in: 120)
        record(.suspended, .failure, host: "over", in: -1)
        record(.failed, .failure, host: "gone")
        record(.failed, .serverAsked, host: "busy", in: 30)
        record(.suspended, .failure, host: "open", in: 60, backend: "x")
        record(.resumed, .suspendedEarlier, host: "open", backend: "x")
        screen.load()
        #expect(state.nextTries.map(\.host) == ["busy", "soon", "late"])
        #expect(state.nextTries.map(\.date) == [30, 60, 600].map { clock.now + $0 })
        #expect(state.nextTries.map(\.text) == ["next try at 22:13", "next try at 22:14", "next try at 22:23"])
        // A while later what has come is over.
        clock.advance(by: .seconds(90))
        screen.load()
        #expect(state.nextTries.map(\.text) == ["next try at 22:15", "next try at 22:23"])
    }

    @Test func everythingCanBeForgotten() {
        record(.held)
        screen.load()
        screen.clear()
        #expect(state.rows.isEmpty)
        #expect(journal.entries.isEmpty)
    }

    @Test func aScreenThatIsReleasedFollowsNothing() async throws {
        var screen: ActivityLogViewModel? = ActivityLogViewModel(log: journal)
        screen?.load()
        let released = Weak(screen)
        try await clock.waitForSleepers(1)
        screen = nil
        #expect(released.object == nil)
    }
}
