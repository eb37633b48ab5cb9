import Core
import Testing

struct FeedNamesTests {
    private static let lemmy = Site.lemmy("lemmy.world")

    @Test(arguments: [
        ("home", FeedSource.home), ("saved", .saved), ("r/swift", .subreddits(["swift"])), ("r/a", .subreddits(["a"])),
        ("r/swift@programming.dev", .subreddits(["swift@programming.dev"])),
        ("r/my-sub.x_1", .subreddits(["my-sub.x_1"])),
        ("r/x@lemmy-alpha:8540", .subreddits(["x@lemmy-alpha:8540"])), ("r/свіфт", .subreddits(["свіфт"])),
        ("u/ann@lemmy.ml", .user("ann@lemmy.ml")), ("u/a", .user("a")),
    ]) func aLemmyServersNamesAreItsOwn(text: String, source: FeedSource) throws {
        #expect(try FeedSource(parsing: text, on: Self.lemmy) == source)
        #expect(source.description == text)
    }

    @Test(arguments: [
        "", "r/", "u/", "r/a b", "r/a/b", "r/..", "r/.a", "r/a@", "r/@b", "r/a@b@c", "r/a@b..c", "r/a@-b", "r/a@b-",
        "r/a@b:0", "r/a@b:99999", "r/a@b:", "r/a@b:x", "r/a@b c", "r/a@b_c", "r/a@бв", "r/a?b", "r/a%2Fb", "r/a\u{0}b",
        "r/a\u{301}", "r/\u{202E}a", "r/1️⃣", "u/a+b", "swift", "HOME", "r/" + String(repeating: "a", count: 256),
    ]) func aBadNameIsRefusedWithWhatIsAllowed(text: String) {
        let error = #expect(throws: DataError.self) { try FeedSource(parsing: text, on: Self.lemmy) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("NAME@HOST") == true)
    }

    @Test(arguments: ["r/a+b", "r/swift+rust@lemmy.ml", "r/+"])
    func severalCommunitiesAreRefused(text: String) {
        let error = #expect(throws: DataError.self) { try FeedSource(parsing: text, on: Self.lemmy) }
        #expect(error?.code == .invalidInput && error?.message.contains("one at a time") == true)
    }

    @Test(arguments: [Site.reddit, .demo, Site(rawValue: "own")])
    func everywhereElseRedditsRulesHold(_ site: Site) throws {
        #expect(try FeedSource(parsing: "r/a1+b2", on: site) == .subreddits(["a1", "b2"]))
        #expect(throws: DataError.self) { try FeedSource(parsing: "r/swift@lemmy.world", on: site) }
        #expect(throws: DataError.self) { try FeedSource(parsing: "r/a", on: site) }
    }

    @Test func keysStayAsTheyAre() {
        #expect(Feed(site: .reddit, source: .subreddits(["B", "a"])).key == "reddit|-|hot|-|r/a+b")
        let feed = Feed(site: Self.lemmy, source: .subreddits(["Swift@Lemmy.ML"]), sort: .top)
        #expect(feed.key == "lemmy:lemmy.world|-|top|day|r/swift@lemmy.ml")
    }
}
