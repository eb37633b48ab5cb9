import Core
import Foundation
import Testing

@testable import Cloud

struct ReconnectPlanTests {
    private struct Edge: RandomSource {
        let bits: UInt64
        func next() -> UInt64 { bits }
    }

    private static let least = Edge(bits: 0)
    private static let middle = Edge(bits: 1 << 63)
    private static let most = Edge(bits: .max)
    private let lost = SocketError(.lost)

    @Test
    func pausesGrowFromOneToThirtySeconds() {
        var plan = ReconnectPlan()
        let pauses = (0..<12).map { _ in plan.pause(after: lost, random: Self.middle) / .seconds(1) }
        let expected = [1, 1.5, 2.25, 3.375, 5.0625, 7.59375, 11.390625, 17.0859375, 25.62890625, 30, 30, 30]
        #expect(zip(pauses, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test
    func pausesAreSpreadByHalfAndNeverAboveThirtySeconds() {
        var (short, long) = (ReconnectPlan(), ReconnectPlan())
        #expect(short.pause(after: lost, random: Self.least) == .milliseconds(500))
        #expect(abs(long.pause(after: lost, random: Self.most) / .seconds(1) - 1.5) < 1e-6)
        for _ in 0..<20 {
            _ = short.pause(after: lost, random: Self.least)
            _ = long.pause(after: lost, random: Self.most)
        }
        #expect(short.pause(after: lost, random: Self.least) == .seconds(15))
        #expect(long.pause(after: lost, random: Self.most) == .seconds(30))
    }

    @Test
    func onlySixtySecondsConnectedLetThePauseBeginAnew() {
        var plan = ReconnectPlan()
        for _ in 0..<3 { _ = plan.pause(after: lost, random: Self.middle) }
        plan.connected(at: .seconds(100))
        plan.ended(at: .seconds(159))
        #expect(plan.pause(after: lost, random: Self.middle) == .seconds(3.375))
        plan.connected(at: .seconds(200))
        plan.ended(at: .seconds(260))
        #expect(plan.pause(after: lost, random: Self.middle) == .seconds(1))
        // A failed attempt is no connection, however long ago the last one was.
        plan.ended(at: .seconds(900))
        #expect(plan.pause(after: lost, random: Self.middle) == .seconds(1.5))
    }

    @Test
    func aForgottenSessionIsRenewedAtOnceOnce() {
        var plan = ReconnectPlan()
        let forgotten = SocketError(.sessionUnknown)
        #expect(plan.pause(after: forgotten, random: Self.middle) == .zero)
        #expect(plan.pause(after: forgotten, random: Self.middle) == .seconds(1))
        plan.connected(at: .zero)
        plan.ended(at: .seconds(60))
        #expect(plan.pause(after: forgotten, random: Self.middle) == .zero)
    }

    @Test
    func theServersWishCountsUpToTenMinutes() {
        var plan = ReconnectPlan()
        let busy = SocketError(.unreachable, retryAfter: .seconds(120))
        #expect(plan.pause(after: busy, random: Self.middle) == .seconds(120))
        let odd = SocketError(.unreachable, retryAfter: .seconds(86_400))
        #expect(plan.pause(after: odd, random: Self.middle) == .seconds(600))
    }

    @Test
    func thePathsReturnHurriesWithinThreeSecondsOnceInFifteen() {
        var plan = ReconnectPlan()
        func hurry(_ due: Int, _ now: Int, _ random: Edge = Self.middle, earliest: Int = 0) -> Duration {
            plan.hurried(due: .seconds(due), notBefore: .seconds(earliest), now: .seconds(now), random: random)
        }
        #expect(hurry(130, 100) == .seconds(101.5))
        #expect(hurry(140, 110) == .seconds(116.5))
        // Sooner is sooner already.
        #expect(hurry(201, 200, Self.most) == .seconds(201))
        #expect(hurry(230, 210, Self.least) == .seconds(210))
        #expect(hurry(400, 300, earliest: 390) == .seconds(390))
    }
}
