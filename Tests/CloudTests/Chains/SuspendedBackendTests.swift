import Cloud
import Core
import Foundation
import Mocks
import Testing

/// The suspensions of backends that failures cause, their durations, and how they end.
@Suite(.timeLimit(.minutes(5)))
struct SuspendedBackendTests {
    private let world = ChainWorld("best", "other")

    init() {
        world["other"].answers { _ in .mock("t3_other") }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let code: ErrorCode
        /// Whether other feeds go another way too.
        let appliesToWholeBackend: Bool
        /// How long in seconds, the first and the second time; zero for not at all.
        let seconds: (Double, Double)

        var testDescription: String { code.rawValue }
    }

    private static let hour = 3600.0
    static let table =
        [
            Row(code: .accessClosed, appliesToWholeBackend: true, seconds: (hour, 2 * hour)),
            Row(code: .unauthorized, appliesToWholeBackend: true, seconds: (hour, 2 * hour)),
            Row(code: .sessionExpired, appliesToWholeBackend: true, seconds: (24 * hour, 24 * hour)),
            Row(code: .rateLimited, appliesToWholeBackend: true, seconds: (60, 120)),
            Row(code: .forbidden, appliesToWholeBackend: false, seconds: (hour, 2 * hour)),
            Row(code: .notFound, appliesToWholeBackend: false, seconds: (53 * hour, 53 * hour)),
            Row(code: .serverError, appliesToWholeBackend: false, seconds: (60, 120)),
            Row(code: .malformed, appliesToWholeBackend: false, seconds: (600, 1200)),
            Row(code: .tooLarge, appliesToWholeBackend: false, seconds: (600, 1200)),
            Row(code: .redirected, appliesToWholeBackend: false, seconds: (600, 1200)),
            Row(code: .badRequest, appliesToWholeBackend: false, seconds: (600, 1200)),
        ]
        + [ErrorCode.offline, .timedOut, .captivePortal, .pinMismatch, .unknown, .invalidInput].map {
            Row(code: $0, appliesToWholeBackend: false, seconds: (0, 0))
        }

    @Test(arguments: table)
    func aFailureSuspendsTheBackendForItsTimeAndThenTwiceAsLong(_ row: Row) async throws {
        let (first, second) = row.seconds
        for seconds in [first, second] {
            world.activity.takeEvents()
            world["best"].fails(with: NetworkError(row.code))
            #expect(try await world.fetch().source == "other")
            let skipped = world.posts.provenance(of: ChainWorld.feed())?.skipped
            let until = seconds > 0 ? world.clock.now + seconds : nil
            #expect(skipped == [.init(backend: "best", reason: .failure, code: row.code, until: until)])
            let kind: ActivityEvent.Kind = seconds > 0 ? .suspended : row.code == .invalidInput ? .skipped : .failed
            #expect(world.activity.events.map(\.kind) == [kind])
            #expect(world.activity.events.map(\.reason) == [.failure])
            #expect(world.activity.events.map(\.code) == [row.code])
            #expect(world.activity.events.map(\.until) == [until])
            guard seconds > 0 else { continue }

            world.clock.advance(by: .seconds(seconds - 1))
            world.activity.takeEvents()
            #expect(try await world.fetch().source == "other")
            #expect(world.activity.events.map(\.kind) == [.skipped])
            #expect(world.activity.events.map(\.reason) == [.suspendedEarlier])
            #expect(world.activity.events.map(\.code) == [row.code])
            #expect(world.activity.events.map(\.until) == [until])
            world.clock.advance(by: .seconds(1))
        }
        world["best"].returns(.mock("t3_best"))
        #expect(try await world.fetch().source == "best")
        #expect(world["best"].calls.count == 3)
        #expect(await world.memory.suspensions().isEmpty)
    }

    @Test(arguments: table)
    func otherFeedsGoAnotherWayOnlyWhereTheWholeBackendIsSuspended(_ row: Row) async throws {
        world["best"].fails(with: NetworkError(row.code))
        try await world.fetch()
        world["best"].answers { _ in .mock("t3_best") }
        #expect(try await world.fetch(ChainWorld.feed("else")).source == (row.appliesToWholeBackend ? "other" : "best"))
    }

    @Test func aBackendIsSuspendedForADayAtMost() async throws {
        for hours in [1.0, 2, 4, 8, 16, 24, 24] {
            world["best"].fails(with: NetworkError(.accessClosed))
            try await world.fetch()
            #expect(await world.memory.suspensions().map(\.until) == [world.clock.now + hours * 3600])
            world.clock.advance(by: .seconds(hours * 3600))
        }
        // A day after its end nobody remembers how often it was.
        world.clock.advance(by: .seconds(86_400))
        world["best"].fails(with: NetworkError(.accessClosed))
        try await world.fetch()
        #expect(await world.memory.suspensions().map(\.until) == [world.clock.now + 3600])
    }

    @Test func theServersOwnTimeCounts() async throws {
        for (asked, expected) in [(0.25, 1.0), (12.5, 12.5), (1_000_000, 86_400)] {
            world["best"].fails(with: NetworkError(.rateLimited, retryAfter: .seconds(asked)))
            try await world.fetch(isManual: true)
            #expect(await world.memory.suspensions().map(\.until) == [world.clock.now + expected])
        }
    }

    @Test func anAnswerResetsTheStrikes() async throws {
        for _ in 1...2 {
            world["best"].fails(with: NetworkError(.accessClosed))
            try await world.fetch()
            #expect(await world.memory.suspensions().map(\.strikes) == [1])
            world.clock.advance(by: .seconds(3600))
            world["best"].returns(.mock("t3_best"))
            try await world.fetch()
        }
    }

    @Test func anotherFailureBeginsAnew() async throws {
        world["best"].fails(with: NetworkError(.accessClosed))
        try await world.fetch()
        world["best"].fails(with: NetworkError(.rateLimited, retryAfter: .seconds(30)))
        try await world.fetch(isManual: true)
        // It let somebody in: closed it is no more, only busy.
        #expect(await world.memory.suspensions().map(\.until) == [world.clock.now + 30])
        #expect(await world.memory.suspensions().map(\.code) == [.rateLimited])
    }

    // MARK: A person asks

    @Test func aManualRequestAsksEveryBackendOnceMore() async throws {
        world["best"].fails(with: NetworkError(.accessClosed))
        try await world.fetch()
        world["best"].returns(.mock("t3_best"))
        world.activity.takeEvents()
        #expect(try await world.fetch(isManual: true).source == "best")
        #expect(world["best"].calls.count == 2)
        #expect(world["best"].calls.last?.isManual == true)
        #expect(world.activity.events.map(\.kind) == [.resumed])
        // And it stays open.
        world["best"].returns(.mock("t3_best"))
        #expect(try await world.fetch().source == "best")
    }

    @Test func aManualRequestThatFailsRenewsTheTimeAndDoublesNothing() async throws {
        for _ in 1...5 {
            world["best"].fails(with: NetworkError(.accessClosed))
            try await world.fetch(isManual: true)
            #expect(await world.memory.suspensions().map(\.until) == [world.clock.now + 3600])
            world.clock.advance(by: .seconds(600))
        }
        let calls = world["best"].calls.count
        try await world.fetch()
        #expect(world["best"].calls.count == calls)
    }

    @Test func requestsThatFailTogetherCountOnce() async throws {
        let (one, two) = (world["best"].holds(), world["best"].holds())
        async let first = world.fetch(ChainWorld.feed("one"))
        async let second = world.fetch(ChainWorld.feed("two"))
        try await one.arrival()
        try await two.arrival()
        one.release(throwing: NetworkError(.accessClosed))
        two.release(throwing: NetworkError(.accessClosed))
        _ = try await (first, second)
        #expect(await world.memory.suspensions().map(\.strikes) == [1])
    }

    @Test func whoeverSignsInEndsTheSuspension() async throws {
        world["best"].fails(with: NetworkError(.sessionExpired))
        try await world.fetch()
        await world.memory.resume("other")
        #expect(await world.memory.suspensions().map(\.backend) == ["best"])
        await world.memory.resume("best")
        world["best"].returns(.mock("t3_best"))
        #expect(try await world.fetch().source == "best")
    }

    // MARK: The clock

    @Test func aClockThatIsSetBackClosesNothingForLonger() async throws {
        world["best"].fails(with: NetworkError(.accessClosed))
        try await world.fetch()
        world.clock.setDate(world.clock.now - 10 * 86_400)
        try await world.fetch()
        #expect(await world.memory.suspensions().map(\.until) == [world.clock.now + 3600])
        world.clock.advance(by: .seconds(3599))
        try await world.fetch()
        #expect(world["best"].calls.count == 1)
        world.clock.advance(by: .seconds(1))
        world["best"].returns(.mock("t3_best"))
        #expect(try await world.fetch().source == "best")
    }
}
