import Foundation
import Testing

@testable import Core

/// A person who refreshes while the head is being fetched for somebody else: never answered by what passed roads over.
struct FeedStateMachineJoiningTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let empty = FeedStateMachine.Stored(count: 0, isEnd: false)

    private func page(_ names: String..., isDetour: Bool = false) -> Page {
        var page = Page(
            posts: names.map { Post(id: Post.ID(site: .demo, native: $0), title: "") },
            next: PageCursor(rawValue: "next"), source: isDetour ? "detour" : "road")
        page.skipsSuspendedBackends = isDetour
        return page
    }

    private func receipt(_ page: Page, inserted: Int) -> PageReceipt {
        PageReceipt(ids: page.posts.map(\.id), insertedCount: inserted, next: page.next)
    }

    private func origin(_ page: Page) -> DataOrigin { .network(source: page.source, completeness: .full) }

    /// An automatic fetch of the head that a person has joined.
    private func joined() -> FeedStateMachine {
        var machine = FeedStateMachine(refreshAge: 3600)
        _ = machine.ask(.load(.storedThenNetwork), empty, now: now)
        #expect(machine.ask(.refresh, empty, now: now) == .init(.join(flight: 1)))
        #expect(machine.flight?.isManual == false)
        return machine
    }

    @Test func whereNoBackendIsSuspendedOneRequestAnswersBoth() {
        var machine = joined()
        let page = page("a")
        #expect(machine.handle(.fetched(flight: 1, page)) == .store(page, .head))
        let receipt = receipt(page, inserted: 1)
        #expect(
            machine.handle(.committed(flight: 1, receipt, page))
                == .finish(FeedStateMachine.Outcome(origin: origin(page), receipt: receipt)))
        #expect(machine.flight == nil)
    }

    @Test func aPageThatPassedSuspendedBackendsOverIsKeptAndAskedForOnceMore() {
        var machine = joined()
        let detour = page("a", "b", isDetour: true)
        _ = machine.handle(.fetched(flight: 1, detour))
        let first = machine.handle(.committed(flight: 1, receipt(detour, inserted: 2), detour))
        #expect(machine.flight?.isManual == true)
        #expect(machine.flight?.revision == nil)
        #expect(first == machine.flight.map { .fetch($0) })
        let better = page("c", "a", isDetour: false)
        _ = machine.handle(.fetched(flight: 1, better))
        // What came first counts too: for who waits it was one request.
        #expect(
            machine.handle(.committed(flight: 1, receipt(better, inserted: 1), better))
                == .finish(FeedStateMachine.Outcome(origin: origin(better), receipt: receipt(better, inserted: 3))))
    }

    @Test func whenTheSecondTryFailsTheFirstPageAndTheReasonAreSaid() {
        var machine = joined()
        let detour = page("a", isDetour: true)
        _ = machine.handle(.fetched(flight: 1, detour))
        _ = machine.handle(.committed(flight: 1, receipt(detour, inserted: 1), detour))
        let error = DataError(.timedOut)
        let outcome = FeedStateMachine.Outcome(
            origin: origin(detour), receipt: receipt(detour, inserted: 1), error: error)
        #expect(machine.handle(.failed(flight: 1, error)) == .finish(outcome))
        #expect(machine.flight == nil)
    }

    @Test func aFailureIsNoAnswerEitherAndTheSecondOneCounts() {
        var machine = joined()
        let again = machine.handle(.failed(flight: 1, DataError(.accessClosed)))
        #expect(machine.flight?.isManual == true)
        #expect(again == machine.flight.map { .fetch($0) })
        let error = DataError(.timedOut)
        #expect(machine.handle(.failed(flight: 1, error)) == .finish(FeedStateMachine.Outcome(error: error)))
    }

    @Test func aPageThatCannotBeStoredIsNotAskedForAgain() {
        var machine = joined()
        _ = machine.handle(.fetched(flight: 1, page("a", isDetour: true)))
        let error = DataError(.noSpace)
        #expect(machine.handle(.failed(flight: 1, error)) == .finish(FeedStateMachine.Outcome(error: error)))
    }

    @Test func whoAsksForNothingSpecialIsContentWithAnyBackend() {
        for request in [FeedRequest.load(.networkOnly), .load(.storedThenNetwork), .loadMore] {
            var machine = FeedStateMachine(refreshAge: 3600)
            _ = machine.ask(.load(.networkElseStored), empty, now: now)
            _ = machine.ask(request, empty, now: now)
            let detour = page("a", isDetour: true)
            _ = machine.handle(.fetched(flight: 1, detour))
            _ = machine.handle(.committed(flight: 1, receipt(detour, inserted: 1), detour))
            #expect(machine.flight == nil, "\(request)")
        }
    }

    @Test func aPersonsOwnRequestIsMadeOnce() {
        var machine = FeedStateMachine(refreshAge: 3600)
        _ = machine.ask(.refresh, empty, now: now)
        #expect(machine.ask(.refresh, empty, now: now) == .init(.join(flight: 1)))
        #expect(
            machine.handle(.failed(flight: 1, DataError(.accessClosed)))
                == .finish(FeedStateMachine.Outcome(error: DataError(.accessClosed))))
    }
}
