import Foundation
import Mocks
import Testing

@testable import Core

struct RefreshRhythmTests {
    private func factors(_ pages: [(Int, Int)]) -> [Double] {
        var rhythm = RefreshRhythm()
        return pages.map { newCount, count in
            rhythm.note(newCount: newCount, of: count)
            return rhythm.factor
        }
    }

    @Test func aFeedThatStandsStillWaitsLongerUpToFourTimesAsLong() {
        #expect(factors([(0, 25), (0, 25), (0, 25), (0, 25)]) == [2, 4, 4, 4])
    }

    @Test func aFeedThatIsFullOfNewPostsWaitsShorterDownToAQuarter() {
        #expect(factors([(25, 25), (13, 25), (20, 25)]) == [0.5, 0.25, 0.25])
    }

    @Test func someNewPostsBringItBackToTheAgeThatWasSet() {
        #expect(factors([(0, 25), (0, 25), (3, 25), (3, 25), (3, 25)]) == [2, 4, 2, 1, 1])
        #expect(factors([(25, 25), (25, 25), (3, 25), (3, 25), (3, 25)]) == [0.5, 0.25, 0.5, 1, 1])
    }

    @Test func aPageWithoutPostsSaysNothing() {
        #expect(factors([(0, 0)]) == [1])
    }

    @Test func itIsOffUnlessTheConfigurationSaysSo() async throws {
        for isAdaptive in [false, true] {
            let (online, clock, feed) = (MockOnlinePostProvider(), ManualClock(), Feed.mock())
            var configuration = DefaultPostProvider.Configuration(refreshAge: .seconds(1000))
            configuration.adaptsRefreshAge = isAdaptive
            let provider = DefaultPostProvider(
                offline: InMemoryOfflinePostProvider(), online: online, time: clock, configuration: configuration)
            online.onFetchPage.answers { _ in .mock("a", "b") }
            // The first page of a feed that had nothing is all new, and says nothing of the next.
            _ = try await provider.perform(.refresh, on: feed, limit: 25)
            _ = try await provider.perform(.refresh, on: feed, limit: 25)
            let update = try await provider.performed(.load(.storedThenNetwork), on: feed, limit: 25)
            #expect(update.skip?.until == clock.now + (isAdaptive ? 2000 : 1000))
        }
    }
}
