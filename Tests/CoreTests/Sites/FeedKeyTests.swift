import Core
import Testing

/// Keys name what stores hold: one that changes loses a feed.
@Suite struct FeedKeyTests {
    @Test(arguments: [
        (Feed(site: .reddit), "reddit|-|hot|-|home"),
        (Feed(site: .reddit, sort: .best), "reddit|-|best|-|home"),
        (Feed(site: .demo, sort: .top), "demo|-|top|day|home"),
        (Feed(site: .demo, sort: .controversial, period: .all), "demo|-|controversial|all|home"),
        (Feed(site: .reddit, sort: .rising, period: .week, account: "ann"), "reddit|ann|rising|-|home"),
        (Feed(site: .reddit, source: .subreddits(["Swift"])), "reddit|-|hot|-|r/swift"),
        (Feed(site: .reddit, source: .subreddits(["B", "a", "b"]), sort: .new), "reddit|-|new|-|r/a+b"),
        (Feed(site: .reddit, source: .user("Some-Body")), "reddit|-|hot|-|u/some-body"),
        (Feed(site: .lemmy("Lemmy.World"), source: .user("Ann@lemmy.ml")), "lemmy:lemmy.world|-|hot|-|u/ann@lemmy.ml"),
        (Feed(site: .reddit, source: .search("Two Words")), "reddit|-|hot|-|search/Two Words"),
        (Feed(site: .reddit, source: .search("a|b%\u{1}"), account: "x|y"), "reddit|x%7cy|hot|-|search/a%7cb%25%1"),
        (Feed(site: .reddit, source: .saved), "reddit|-|hot|-|saved"),
        (Feed(site: .demo, source: .favourites), "demo|-|hot|-|favourites"),
        (Feed(site: .demo, source: .downloads, sort: .top, period: .year), "demo|-|top|year|downloads"),
    ]) func theKeysOfTodaysFeedsStay(_ feed: Feed, _ key: String) {
        #expect(feed.key == key)
        let profile = SiteProfiles()[feed.site]
        let made = profile.feed(
            feed.source, sort: feed.sort, period: feed.period ?? .day, account: feed.account)
        #expect(made.key == key)
    }

    @Test func aProfileMakesTheKeyByItsOwnRules() throws {
        let tag = FeedKind(rawValue: "tag")
        let profile = SiteProfile(
            site: Site(rawValue: "pictures"),
            feeds: [
                FeedRule(FeedKind(rawValue: "top"), aliases: ["home"]),
                FeedRule(tag) { (name: String) throws(DataError) -> String in
                    guard !name.isEmpty else { throw DataError(.invalidInput, message: "A tag has a name.") }
                    return name
                },
                FeedRule(.user, ignoresCase: false) { (name: String) throws(DataError) -> String in name },
            ], defaultSort: nil)
        #expect(profile.feed(try profile.source(parsing: "home")).key == "pictures|-|-|-|top")
        #expect(profile.feed(try profile.source(parsing: "tag/Sunset")).key == "pictures|-|-|-|tag/sunset")
        #expect(profile.feed(try profile.source(parsing: "u/Ann")).key == "pictures|-|-|-|u/Ann")
        let sort = FeedSort("relevance", hasPeriod: true)
        let period = FeedPeriod(rawValue: "decade")
        #expect(
            profile.feed(FeedSource(tag, "a"), sort: sort, period: period).key == "pictures|-|relevance|decade|tag/a")
        let error = #expect(throws: DataError.self) { try profile.source(parsing: "r/swift") }
        #expect(
            error?.message == "'r/swift' is no feed. Use home, top, tag/NAME, u/NAME, saved, favourites or downloads.")
    }

    @Test func anotherWordForAKindIsThatKind() throws {
        let news = SiteProfile.hackerNews
        let home = news.feed(.home)
        #expect(home.key == "hackernews|-|-|-|top")
        #expect(try home == news.feed(news.source(parsing: "home")))
        #expect(home.source.kind == FeedKind(rawValue: "top"))
        #expect(news.feed(.saved).key == "hackernews|-|-|-|saved")
        #expect(SiteProfile.reddit.feed(.home).key == "reddit|-|hot|-|home")
        let stored = Feed(Feed(site: .hackerNews, source: .home, sort: nil), storedKey: "hackernews|-|-|-|home")
        #expect(stored.key == "hackernews|-|-|-|home" && stored.source == .home, "an earlier version's")
    }

    @Test func aStoredKeyIsTakenAsItIs() {
        let feed = Feed(Feed(site: .reddit, source: .subreddits(["Swift"])), storedKey: "older rules")
        #expect(feed.key == "older rules")
    }

    @Test func idsAndAddressesArePosts() throws {
        #expect(SiteProfile.reddit.post("t3_abc") == Post.ID(site: .reddit, native: "t3_abc"))
        #expect(SiteProfile.reddit.post("abc/../x") == nil)
        let page = "https://old.reddit.com/r/swift/comments/abc/title/?x=1"
        #expect(SiteProfile.reddit.post(page) == Post.ID(site: .reddit, native: "t3_abc"))
        #expect(SiteProfile.reddit.post("https://notreddit.com/r/swift/comments/abc") == nil)
        let lemmy = SiteProfile.lemmy(host: "lemmy.ml")
        #expect(lemmy.post("https://lemmy.ml/post/17") == Post.ID(site: .lemmy("lemmy.ml"), native: "17"))
        #expect(lemmy.post("https://lemmy.world/post/17") == nil && lemmy.post("seventeen") == nil)
    }
}
