import Core
import Foundation
import Testing

@testable import Cloud

/// The rules for one host, without a clock.
struct HostQueueTests {
    private func limits(_ headers: [String: String], status: Int = 200) -> RateLimitHeaders {
        RateLimitHeaders(
            NetworkResponse(status: status, url: url("https://a.com"), headers: headers),
            now: Date(timeIntervalSince1970: 1_700_000_000))
    }

    /// Learns from an answer to a request that has just begun, or to one that began before all that is known.
    @discardableResult
    private func learn(
        _ line: inout HostQueue, _ headers: [String: String], status: Int = 200, at now: Duration,
        isOld: Bool = false, jitter: Duration = .zero
    ) -> Duration? {
        let touched = line.touched
        line.begin(at: now)
        (line.underway, line.touched) = (line.underway - 1, touched)
        return line.learn(
            limits(headers, status: status), status: status, sent: now, order: isOld ? 0 : line.begun, at: now,
            jitter: jitter)
    }

    private func budget(_ remaining: String, _ reset: String) -> [String: String] {
        ["x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset]
    }

    // MARK: Headers

    @Test(
        arguments: [
            ("599.0", 599.0), ("0", 0), (" 12.5 ", 12.5), ("-3.0", 0), ("99999999999999999999", 1e9), ("", nil),
            ("soon", nil),
            ("nan", nil), ("inf", nil), ("1e3", nil), ("0x1", nil), ("--1", nil), ("-", nil), ("1.2.3", nil),
        ] as [(String, Double?)])
    func remainingIsAFloatAsText(_ text: String, _ value: Double?) {
        #expect(limits(["X-Ratelimit-Remaining": text]).remaining == value)
    }

    @Test(
        arguments: [
            ("53", 53.0), ("0", 0), ("2.5", 2.5), ("-9", 0), ("99999999999", 86_400), ("later", nil), ("", nil),
        ] as [(String, Double?)])
    func resetIsSecondsUpToADay(_ text: String, _ seconds: Double?) {
        #expect(limits(["x-ratelimit-reset": text]).reset == seconds.map { .seconds($0) })
    }

    // MARK: The budget

    @Test func whatIsLeftMayBeAskedAndNoMore() {
        var line = HostQueue(policy: HostPolicy())
        learn(&line, budget("2.0", "30"), at: .zero)
        #expect(line.block(at: .zero, for: .userInitiated) == nil)
        line.underway = 1
        #expect(line.block(at: .zero, for: .userInitiated) == nil)
        line.underway = 2
        let block = line.block(at: .zero, for: .userInitiated)
        #expect(block == HostQueue.Block(reason: .budget, until: .seconds(30)))
        #expect(line.block(at: .seconds(30), for: .userInitiated) == nil)
    }

    @Test func anEmptyWindowOpensALittleLate() {
        var line = HostQueue(policy: HostPolicy())
        learn(&line, budget("0.9", "30"), at: .seconds(5), jitter: .milliseconds(400))
        #expect(line.block(at: .seconds(35), for: .background)?.until == .milliseconds(35_400))
        #expect(line.block(at: .milliseconds(35_400), for: .background) == nil)
    }

    @Test func aWindowThatEndsAtOnceStillLastsASecond() {
        var line = HostQueue(policy: HostPolicy())
        learn(&line, budget("0", "0"), at: .zero)
        #expect(line.block(at: .milliseconds(999), for: .userInitiated)?.until == .seconds(1))
        learn(&line, ["x-ratelimit-remaining": "0"], at: .seconds(2))
        #expect(line.block(at: .seconds(2), for: .userInitiated)?.until == .seconds(62), "nobody said when: a minute")
    }

    @Test func answersThatCrossCountAsTheStricterOne() {
        var line = HostQueue(policy: HostPolicy())
        learn(&line, budget("5", "30"), at: .seconds(1))
        learn(&line, budget("9", "30"), at: .seconds(1), isOld: true)
        #expect(line.window?.remaining == 5, "sent before the other was learned")
        learn(&line, budget("1", "1"), at: .seconds(2), isOld: true)
        #expect(line.window?.remaining == 5, "of a window that is over")
        learn(&line, budget("99", "600"), at: .seconds(2))
        #expect(line.window?.remaining == 99, "asked after the other was learned")
    }

    @Test func anAnswerWithoutRateHeadersSpendsOneRequest() {
        var line = HostQueue(policy: HostPolicy())
        learn(&line, budget("2", "30"), at: .zero)
        learn(&line, [:], status: 404, at: .seconds(1))
        line.spend()
        #expect(line.block(at: .seconds(1), for: .userInitiated)?.reason == .budget)
    }

    // MARK: Pauses

    @Test func aPauseWithoutMeasureDoublesUpToTenMinutes() {
        var line = HostQueue(policy: HostPolicy())
        var now = Duration.zero
        var pauses: [Duration] = []
        for _ in 0..<9 {
            guard let pause = learn(&line, [:], status: 429, at: now) else { break }
            #expect(line.block(at: now, for: .userInitiated)?.reason == .serverAsked)
            pauses.append(pause)
            now += pause
        }
        #expect(pauses == [10, 20, 40, 80, 160, 320, 600, 600, 600].map { .seconds($0) })
        learn(&line, [:], at: now)
        #expect(learn(&line, [:], status: 429, at: now) == .seconds(10), "an answer forgives")
    }

    @Test func aBurstThatIsRefusedCountsOnce() {
        var line = HostQueue(policy: HostPolicy())
        for _ in 0..<6 { #expect(learn(&line, [:], status: 429, at: .seconds(1), isOld: true) == .seconds(10)) }
        learn(&line, [:], status: 200, at: .seconds(2), isOld: true)
        #expect(line.refusals == 1, "an answer to what was sent before says nothing new either")
        #expect(line.pausedUntil == .seconds(11))
    }

    @Test(
        arguments: [
            (["Retry-After": "7"], 7.0), (["Retry-After": "0"], 1), (["x-ratelimit-reset": "0"], 1),
            (["x-ratelimit-reset": "12.5", "Retry-After": "no"], 12.5), (["Retry-After": "999999999"], 86_400),
            (["Retry-After": "3", "x-ratelimit-reset": "600"], 3),
            (["Retry-After": "Tue, 14 Nov 2023 22:13:25 GMT"], 5),
        ] as [([String: String], Double)])
    func theServersOwnPauseCounts(_ headers: [String: String], _ seconds: Double) {
        var line = HostQueue(policy: HostPolicy())
        #expect(learn(&line, headers, status: 429, at: .zero) == .seconds(seconds))
        #expect(line.pausedUntil == .seconds(seconds))
    }

    @Test func aLaterWordNeverShortensAPause() {
        var line = HostQueue(policy: HostPolicy())
        learn(&line, ["Retry-After": "60"], status: 429, at: .zero)
        learn(&line, ["Retry-After": "1"], status: 503, at: .seconds(1), isOld: true)
        #expect(line.pausedUntil == .seconds(60))
    }

    @Test func afterAPauseOneGoesAheadAlone() {
        var line = HostQueue(policy: HostPolicy())
        learn(&line, ["Retry-After": "1"], status: 429, at: .zero)
        #expect(line.block(at: .seconds(1), for: .background) == nil)
        line.underway = 1
        #expect(line.block(at: .seconds(1), for: .userInitiated)?.reason == .priority)
        learn(&line, [:], at: .seconds(2))
        #expect(line.block(at: .seconds(2), for: .userInitiated) == nil)
    }

    // MARK: Spacing

    @Test func theLastSlotIsForAPerson() {
        var line = HostQueue(policy: HostPolicy(maximumConcurrent: 3))
        line.underway = 2
        #expect(line.block(at: .zero, for: .prefetch)?.reason == .priority)
        #expect(line.block(at: .zero, for: .userInitiated) == nil)
    }

    @Test func theRedditFeedPolicyStartsAtOneRequestAMinute() {
        var line = HostQueue(policy: .redditFeed)
        line.touched = .zero
        #expect(line.block(at: .seconds(59), for: .background)?.until == .seconds(60))
        #expect(line.block(at: .seconds(60), for: .background) == nil)
        learn(&line, [:], at: .seconds(60))
        #expect(line.spacing == .seconds(60), "silence teaches nothing")
        learn(&line, budget("20.0", "600"), at: .seconds(60))
        #expect(line.spacing == .seconds(30))
        learn(&line, budget("500.0", "600"), at: .seconds(90))
        #expect(line.spacing == .seconds(6), "never faster than the policy says")
        learn(&line, budget("1.0", "600"), at: .seconds(96))
        #expect(line.spacing == .seconds(60), "nor slower")
        learn(&line, budget("20.0", "600"), at: .seconds(160))
        learn(&line, ["Retry-After": "1"], status: 429, at: .seconds(190))
        #expect(line.spacing == .seconds(60), "429 takes it back")
    }

    @Test func aWaitIsToldInAdvance() {
        var line = HostQueue(policy: HostPolicy(minimumSpacing: .seconds(10)))
        line.touched = .zero
        #expect(line.start(behind: 0, at: .seconds(1)) == HostQueue.Block(reason: .spacing, until: .seconds(10)))
        #expect(line.start(behind: 3, at: .seconds(1)) == HostQueue.Block(reason: .spacing, until: .seconds(40)))
        line.pausedUntil = .seconds(100)
        #expect(line.start(behind: 0, at: .seconds(1)) == HostQueue.Block(reason: .serverAsked, until: .seconds(100)))
        line.pausedUntil = nil
        learn(&line, budget("2", "300"), at: .zero)
        #expect(line.start(behind: 2, at: .seconds(1)).reason == .budget)
    }
}
