import Foundation
import Testing

@testable import Core

/// Every event in every state that can be reached by a small alphabet of events.
struct FeedStateMachineExhaustiveTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// A rule that was broken; the first one ends the search.
    private struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    /// A state without the numbers that only tell one request from another, and, while one is under way, without what
    /// only counts when it has ended.
    private struct Signature: Hashable {
        let seen: Set<Post.ID>
        let repetitions: Int
        let cursors: [PageCursor?]
        let placement: PagePlacement?
        let numbers: [Int]
        let flags: [Bool]
        let landed: Bool?
        let head: FeedHead?

        init(_ machine: FeedStateMachine) {
            let flight = machine.flight
            seen = flight == nil ? machine.repetition.seen : []
            // More is as good as enough, and who does not page changes nothing about it.
            let counts = flight?.isPaging ?? true
            repetitions = counts ? min(machine.repetition.count, FeedStateMachine.maximumRepetitions) : 0
            cursors = flight.map { [$0.cursor] } ?? [machine.repetition.cursor, machine.walk]
            placement = flight?.placement
            numbers = flight.map { [$0.seenCount, $0.storedCount, $0.emptyPages, min(1, $0.issues.count)] } ?? []
            flags =
                flight.map {
                    [$0.isManual, $0.isWantedManually, $0.isAnswered, $0.isPaging, $0.isAtOwnCursor]
                } ?? []
            landed = flight?.landed.map { $0.receipt != nil }
            head = flight?.head
        }
    }

    private let head = FeedHead(
        ids: [Post.ID(site: .demo, native: "a")], next: PageCursor(rawValue: "one"),
        revision: PageRevision(rawValue: "r"))

    private func requests() -> [(FeedRequest, FeedStateMachine.Stored)] {
        typealias Stored = FeedStateMachine.Stored
        let fresh = Stored(
            count: 1, cursor: PageCursor(rawValue: "one"), isEnd: false, refreshedAt: Self.now, head: head)
        var stale = fresh
        stale.refreshedAt = Self.now - 9999
        let all = [
            Stored(count: 0, isEnd: false), fresh, stale, Stored(count: 1, isEnd: true, refreshedAt: Self.now),
            Stored(count: 1, isEnd: false, refreshedAt: Self.now),
            Stored(count: 1, isEnd: false, refreshedAt: Self.now, lastGap: PageCursor(rawValue: "gap")),
        ]
        let asked =
            ReadPolicy.allCases.map { FeedRequest.load($0) } + [
                .refresh, .loadMore, .page(after: PageCursor(rawValue: "gap")),
                .page(after: PageCursor(rawValue: "one")),
            ]
        return asked.flatMap { request in all.map { (request, $0) } }
    }

    private func pages() -> [Page] {
        func page(_ posts: [String], next: String?, isDetour: Bool = false, isBroken: Bool = false) -> Page {
            var page = Page(
                posts: posts.map { Post(id: Post.ID(site: .demo, native: $0), title: "") },
                next: next.map(PageCursor.init), issues: isBroken ? [DecodeIssue(reason: "broken")] : [],
                source: "test")
            page.skipsSuspendedBackends = isDetour
            return page
        }
        var unchanged = page([], next: nil)
        unchanged.isUnchanged = true
        return [
            page(["a"], next: "one"), page(["a"], next: nil), page(["a"], next: "two", isDetour: true),
            page([], next: "two"), page([], next: nil), page([], next: "two", isBroken: true),
            unchanged,
        ]
    }

    private func answers(to id: Int, _ pages: [Page]) -> [FeedStateMachine.Event] {
        var events = pages.map { FeedStateMachine.Event.fetched(flight: id, $0) }
        for page in pages where !page.posts.isEmpty {
            for inserted in [0, 1] {
                let receipt = PageReceipt(ids: page.posts.map(\.id), insertedCount: inserted, next: page.next)
                events.append(.committed(flight: id, receipt, page))
            }
        }
        for unchanged in pages where unchanged.isUnchanged {
            events += [.compared(flight: id, unchanged, head), .compared(flight: id, unchanged, nil)]
        }
        events += [.failed(flight: id, DataError(.offline)), .failed(flight: id, DataError(.superseded))]
        events.append(.cancelled(flight: id))
        return events
    }

    @Test func everyEventInEveryStateKeepsTheRules() throws {
        var found: Set<Signature> = []
        var waiting = [FeedStateMachine(refreshAge: 3600)]
        var count = 0
        let (allRequests, allPages) = (requests(), pages())
        found.insert(Signature(waiting[0]))
        func visit(_ machine: FeedStateMachine) {
            if found.insert(Signature(machine)).inserted { waiting.append(machine) }
        }
        while let machine = waiting.popLast() {
            for (request, stored) in allRequests {
                var next = machine
                let decision = next.ask(request, stored, now: Self.now)
                try checkAsked(request, stored, machine, next, decision)
                visit(next)
                count += 1
            }
            let current = machine.flight?.id ?? 0
            for event in answers(to: current + 1_000, allPages) {
                var next = machine
                guard next.handle(event) == nil, next == machine else {
                    throw Violation(description: "\(event), of another request, did something in \(machine)")
                }
                count += 1
            }
            guard machine.flight != nil else { continue }
            for event in answers(to: current, allPages) {
                var next = machine
                let step = next.handle(event)
                try checkAnswered(event, machine, next, step)
                visit(next)
                count += 1
            }
        }
        // As many as there were when this was written, or about: fewer mean that something is not reached any more.
        #expect(found.count > 200)
        print("everyEventInEveryStateKeepsTheRules: \(found.count) states, \(count) transitions")
    }

    private func checkAsked(
        _ request: FeedRequest, _ stored: FeedStateMachine.Stored, _ before: FeedStateMachine,
        _ after: FeedStateMachine, _ decision: FeedStateMachine.Decision
    ) throws(Violation) {
        func check(_ isKept: Bool) throws(Violation) {
            if !isKept { throw Violation(description: "\(decision) to \(request) over \(stored) in \(before)") }
        }
        if decision.showsStored { try check(request == .load(.storedThenNetwork)) }
        switch decision.answer {
        case .stored(let skip):
            try check(after.flight == before.flight)
            try check((skip != nil) == (request == .load(.storedThenNetwork)))
        case .fetch(let flight):
            // One request at a time.
            try check(before.flight == nil && after.flight == flight)
        case .join(let id):
            try check(before.flight?.id == id && after.flight?.id == id)
        case .askAgain(let id):
            try check(before.flight?.id == id && after.flight == before.flight)
            guard case .page = request else { return try check(false) }
        case .replace(let old, let flight):
            // A refresh ends paging, and nothing else is ended.
            try check(before.flight?.id == old && before.flight?.placement != .head)
            try check(after.flight == flight && flight.placement == .head && flight.id != old)
        }
        if request == .load(.storedOnly) { try check(decision.answer == .stored(nil)) }
        if request == .refresh {
            try check(after.flight?.placement == .head)
            try check(after.flight?.isManual == true || after.flight?.isWantedManually == true)
        }
    }

    private func checkAnswered(
        _ event: FeedStateMachine.Event, _ before: FeedStateMachine, _ after: FeedStateMachine,
        _ step: FeedStateMachine.Step?
    ) throws(Violation) {
        func check(_ isKept: Bool) throws(Violation) {
            if !isKept { throw Violation(description: "\(String(describing: step)) to \(event) in \(before)") }
        }
        if case .cancelled = event {
            try check(step == nil && after.flight == nil)
            return
        }
        // Nobody waits for ever: a request that got an answer goes on, or ends.
        guard let step else {
            return try check(false)
        }
        switch step {
        case .finish(let outcome):
            try check(after.flight == nil)
            if case .failed(_, let error) = event { try check(outcome.error == error) }
            // Who joined as a person is never answered by a fetch that passed closed roads over.
            if case .committed(_, _, let page) = event, page.skipsSuspendedBackends {
                try check(before.flight?.isManual == true || before.flight?.isWantedManually == false)
            }
        case .fetch(let flight):
            try check(after.flight == flight && flight.id == before.flight?.id)
            try check(!flight.isAnswered)
            try check(flight.emptyPages <= FeedStateMachine.maximumEmptyPages)
        case .store(let page, let placement):
            try check(after.flight?.id == before.flight?.id && placement == before.flight?.placement)
            // A cursor that the server repeats is never stored.
            try check(page.next == nil || page.next != before.flight?.cursor)
        case .compare:
            try check(after.flight?.id == before.flight?.id && before.flight?.revision != nil)
        }
    }
}
