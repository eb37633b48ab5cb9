import Core
import Testing

@Suite struct FeedSourceDescriptionTests {
    @Test(arguments: [
        FeedSource.home, .saved, .favourites, .downloads, .subreddits(["swift"]), .subreddits(["Swift", "memes"]),
        .subreddits(["news@lemmy.world"]), .user("oksana-reads"), .search("swift"), .search("r/ two + words/ї"),
        .search("home"),
    ])
    func aSourceIsReadBackFromItsDescription(_ source: FeedSource) {
        #expect(FeedSource(source.description) == source)
    }

    @Test(arguments: ["", "r/", "u/", "search/", "/x", "r", "u", "search"])
    func anInvalidTextIsNoFeedSource(_ text: String) {
        #expect(FeedSource(text) == nil)
    }
}
