import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ConnectivityTrackerTests {
    private let clock = ManualClock()
    private let tracker: DefaultConnectivityProvider

    init() {
        tracker = DefaultConnectivityProvider(time: clock)
    }

    private var known: Connectivity { tracker.connectivity.value }

    private struct Broken: ConnectivityEvidence {
        var meansUnreachable: Bool
    }

    @Test func nothingIsKnownAtFirst() {
        #expect(known == .unknown)
        #expect(known.offlineSince == nil)
    }

    @Test func anAnswerMeansOnline() {
        tracker.requestEnded(with: nil)
        #expect(known == .online)
    }

    @Test(arguments: [
        NetworkError(.unauthorized, status: 401), NetworkError(.accessClosed, status: 403),
        NetworkError(.notFound, status: 404), NetworkError(.badRequest, status: 418),
        NetworkError(.rateLimited, status: 429, retryAfter: .seconds(60)), NetworkError(.serverError, status: 500),
        NetworkError(.malformed), NetworkError(.malformed, status: 200), NetworkError(.tooLarge, status: 200),
        NetworkError(.redirected, status: 302),
    ])
    func anAnswerOfAnyKindMeansOnline(_ error: NetworkError) {
        tracker.requestEnded(with: NetworkError(.offline))
        tracker.requestEnded(with: error)
        #expect(known == .online)
    }

    @Test(arguments: [ErrorCode.offline, .timedOut, .captivePortal])
    func noAnswerMeansOfflineSinceTheFirstOne(_ code: ErrorCode) {
        let first = clock.now
        tracker.requestEnded(with: NetworkError(code))
        clock.advance(by: .seconds(60))
        tracker.requestEnded(with: NetworkError(.offline))
        tracker.requestEnded(with: NetworkError(.timedOut))
        #expect(known == .offline(since: first))
        #expect(known.offlineSince == first)
    }

    @Test func oneAnswerInBetweenBeginsAnew() {
        tracker.requestEnded(with: NetworkError(.offline))
        clock.advance(by: .seconds(60))
        tracker.requestEnded(with: nil)
        clock.advance(by: .seconds(60))
        tracker.requestEnded(with: NetworkError(.offline))
        #expect(known == .offline(since: clock.now))
    }

    @Test(arguments: [
        NetworkError(.pinMismatch), NetworkError(.rateLimited, retryAfter: .seconds(3)), NetworkError(.sessionExpired),
        NetworkError(.offline, underlying: Broken(meansUnreachable: false)), NetworkError(.unknown),
    ])
    func whatSaysNothingOfTheNetworkChangesNothing(_ error: NetworkError) {
        tracker.requestEnded(with: error)
        #expect(known == .unknown)
        tracker.requestEnded(with: nil)
        tracker.requestEnded(with: error)
        #expect(known == .online)
        tracker.requestEnded(with: NetworkError(.offline, underlying: Broken(meansUnreachable: true)))
        let since = clock.now
        clock.advance(by: .seconds(1))
        tracker.requestEnded(with: error)
        #expect(known == .offline(since: since))
    }

    // MARK: Reconnections

    /// How many ends of outages are told when nobody reads before everything is over.
    private func told(from first: Connectivity, then rest: [Connectivity]) async -> Int {
        func reconnections() -> Reconnections {
            let provider = MockConnectivityProvider(first)
            let reconnections = provider.reconnections
            for connectivity in rest { provider.connectivity.set(connectivity) }
            return reconnections
        }
        var count = 0
        // It ends, as the provider is gone.
        for await _ in reconnections() { count += 1 }
        return count
    }

    @Test func theEndOfAnOutageIsTold() async {
        let (early, late) = (Connectivity.offline(since: clock.now), Connectivity.offline(since: clock.now + 1))
        #expect(await told(from: early, then: [.online]) == 1)
        #expect(await told(from: early, then: [.online, late, .online]) == 1)
        #expect(await told(from: early, then: []) == 0)
        #expect(await told(from: early, then: [.online, late]) == 0)
        #expect(await told(from: .online, then: [late]) == 0)
        #expect(await told(from: .online, then: [late, .online]) == 1, "over before anybody reads")
    }

    @Test func theFirstAnswerIsNoReconnection() async {
        #expect(await told(from: .unknown, then: [.online]) == 0)
        #expect(await told(from: .online, then: []) == 0)
    }

    @Test func everyOutageIsToldToWhoKeepsUpAndNoneIsLost() async {
        let provider = MockConnectivityProvider(.offline(since: clock.now))
        var ends = provider.reconnections.makeAsyncIterator()
        for second in 1...5 {
            provider.connectivity.set(.online)
            #expect(await ends.next() != nil)
            // Over before anybody reads: online is followed by online, and that tells.
            provider.connectivity.set(.offline(since: clock.now + Double(second)))
        }
    }

    @Test func whoIsCancelledHearsOfNothingMore() async {
        let reconnections = MockConnectivityProvider(.online).reconnections
        let reader = Task {
            for await _ in reconnections {}
            return true
        }
        reader.cancel()
        #expect(await reader.value)
    }
}
