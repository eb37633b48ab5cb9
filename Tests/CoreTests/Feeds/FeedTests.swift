import Core
import Foundation
import Testing

struct FeedTests {
    @Test(arguments: [
        ("home", FeedSource.home), ("r/swift", .subreddits(["swift"])), ("r/a_1+b2", .subreddits(["a_1", "b2"])),
        ("u/some-body", .user("some-body")), ("saved", .saved), ("favourites", .favourites), ("downloads", .downloads),
    ]) func aSourceIsReadAsPeopleTypeIt(text: String, source: FeedSource) throws {
        #expect(try SiteProfile.reddit.source(parsing: text) == source)
        #expect(source.description == text)
    }

    @Test(arguments: [
        "", "r/", "r/a", "r/a b", "r/a/b", "r/..", "r/swift+", "r/+swift", "r/aaaaaaaaaaaaaaaaaaaaaa", "r/my-sub",
        "r/свіфт", "r/a\u{0}b", "u/", "u/a b", "u/../x", "u/aaaaaaaaaaaaaaaaaaaaa", "swift", "HOME", "r/%2e%2e",
    ]) func aBadNameIsRefusedWithWhatIsAllowed(text: String) throws {
        let error = #expect(throws: DataError.self) { try SiteProfile.reddit.source(parsing: text) }
        #expect(error?.code == .invalidInput)
        #expect(
            error?.message.contains(text.hasPrefix("r/") || text.hasPrefix("u/") ? "A-Z a-z 0-9" : "r/NAME") == true)
    }

    @Test func feedsAreOneWhenTheirNamesDifferInCaseOrOrderOnly() {
        let one = Feed(site: .reddit, source: .subreddits(["Swift", "memes"]))
        let other = Feed(site: .reddit, source: .subreddits(["MEMES", "swift"]))
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
    }

    @Test func textsThatAreEqualMakeOneFeedAndOthersAreKeptApart() {
        let composed = Feed(site: .reddit, source: .search("caf\u{E9}"))
        let decomposed = Feed(site: .reddit, source: .search("cafe\u{301}"))
        #expect(Array(composed.key.utf8) == Array(decomposed.key.utf8))
        #expect(Feed(site: .reddit, source: .search("a")).key != Feed(site: .reddit, source: .search("a\u{1}b")).key)
        let odd = Feed(site: .reddit, source: .search("a|b%\u{1}"), account: "x|y")
        #expect(!odd.key.unicodeScalars.contains { $0.value < 0x20 })
        #expect(odd.key.split(separator: "|").count == 5)
    }

    @Test func feedsThatDifferInAnythingElseAreTwo() {
        let feed = Feed(site: .reddit, source: .home, sort: .top, period: .day)
        let others = [
            Feed(site: .demo, source: .home, sort: .top, period: .day),
            Feed(site: .reddit, source: .saved, sort: .top, period: .day),
            Feed(site: .reddit, source: .home, sort: .controversial, period: .day),
            Feed(site: .reddit, source: .home, sort: .top, period: .week),
            Feed(site: .reddit, source: .home, sort: .top, period: .day, account: "me"),
        ]
        #expect(Set(others + [feed]).count == 6)
    }

    @Test func aPeriodCountsOnlyWhereTheOrderHasOne() {
        #expect(Feed(site: .demo, sort: .hot, period: .week) == Feed(site: .demo, sort: .hot, period: .day))
        #expect(Feed(site: .demo, sort: .hot).period == nil)
    }
}
