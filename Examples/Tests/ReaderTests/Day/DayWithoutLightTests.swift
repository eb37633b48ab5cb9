import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// A whole day on the virtual clock, with the real store on a disk in memory: a morning with a network, twelve hours
/// without, and an evening with one again.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct DayWithoutLightTests {
    @Test func nothingThatWasShownOrDoneIsLostAndNothingIsFetchedTwice() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("nothingThatWasShownOrDoneIsLostAndNothingIsFetchedTwice: seed \(seed)")
        let day = try await Day(seed: seed)

        // 07:00, there is a network
        try await day.refreshFeeds(pages: 2)
        try await day.addSource("swift", isChecked: true)
        try await day.act()
        try await day.restart(.killed)
        for _ in 0..<5 { try await day.packWhileDying(Day.pack, within: 300) }
        try await day.finishPack(Day.pack)
        try await day.keepFavourites()
        let lost = day.fetchedTwice.count
        #expect(lost <= day.packDeaths * Day.answersInFlight, "what died with a process before it was kept")

        // 08:00 to 20:00, there is none
        day.wait(until: 8)
        try await day.packIntoTheDark(Day.secondPack, answers: 3 + day.random.number(6))
        try await day.restart(.killed)
        let morning = day.server.fetched
        for hour in stride(from: 8.5, to: 20, by: 1) {
            day.wait(until: hour)
            let feed = Day.feeds[day.random.number(Day.feeds.count)]
            try await day.look(at: feed)
            try await day.search()
            try await day.readThread()
            try await day.read(day.record.listed(in: feed)[day.random.number(20)])
            // At most 50: a longer page would reach behind what is stored, and bring older posts in the evening.
            try await day.changeSettings(
                pageSize: 10 + day.random.number(41), theme: day.random.number(2) == 0 ? .dark : .light)
            let dismissed = try await day.dismissOne(feed)
            try await day.restart(Day.End.allCases[day.random.number(3)])
            try await day.undo(dismissed, feed)
            try await day.saveWhileDying(feed, within: 40)
        }
        try await day.addSource("pics", isChecked: false)
        try await day.restart(.powerLost)
        #expect(day.server.fetched == morning, "no request was answered in the dark")
        #expect(day.server.attempts > 0, "and some were made")
        #expect(day.deaths > 12)

        // 20:00, there is one again, and posts were written in the meantime
        day.wait(until: 20)
        day.server.publish()
        day.server.isReachable = true
        let before = Set(day.record.posts.keys)
        try await day.refreshInTheBackground()
        try await day.restart(.killed)
        try await day.lookAtWhatCame()
        try await day.resume()
        try await day.verifySources()
        try await day.restart(.powerLost)
        #expect(day.record.posts.keys.count == before.count + DayServer.newPosts * Day.feeds.count)

        // What was packed is packed: again, it costs a look at the feed's head.
        let count = day.server.fetched.count
        try await day.finishPack(Day.pack)
        #expect(day.fetchedTwice.count == lost, "seed \(seed): \(day.fetchedTwice)")
        #expect(day.server.fetched.count > count)
    }

    @Test func acknowledgedChangesSurviveADeathAtAnyStep() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("acknowledgedChangesSurviveADeathAtAnyStep: seed \(seed)")
        let day = try await Day(seed: seed)
        try await day.refreshFeeds(pages: 1)
        try await day.restart(.quit)
        day.server.isReachable = false
        for round in 0..<30 {
            try await day.saveWhileDying(Day.feeds[round % Day.feeds.count], within: 25)
        }
        #expect(day.deaths == 30)
    }

    @Test func aRefreshThatDiesLosesNothingThatWasShown() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aRefreshThatDiesLosesNothingThatWasShown: seed \(seed)")
        let day = try await Day(seed: seed)
        try await day.refreshFeeds(pages: 2)
        try await day.restart(.quit)
        day.wait(until: 20)
        day.server.publish()
        let before = day.record.posts
        day.record.mayHaveUnseen = true
        for _ in 0..<12 {
            let feed = Day.feeds[day.random.number(Day.feeds.count)]
            try await day.dying(within: 12) { _ in
                let list = PostListViewModel(feed: feed, policy: .storedOnly)
                await list.load()
                await list.refresh()
                list.stop()
            }
        }
        #expect(day.record.posts == before)
    }
}
