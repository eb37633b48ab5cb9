import Core
import Testing

struct SiteProfileNamesTests {
    private static let lemmy = SiteProfile.lemmy(host: "lemmy.world")

    @Test(arguments: [
        ("home", FeedSource.home), ("saved", .saved), ("r/swift", .subreddits(["swift"])), ("r/a", .subreddits(["a"])),
        ("r/swift@programming.dev", .subreddits(["swift@programming.dev"])),
        ("r/my-sub.x_1", .subreddits(["my-sub.x_1"])),
        ("r/x@lemmy-alpha:8540", .subreddits(["x@lemmy-alpha:8540"])), ("r/свіфт", .subreddits(["свіфт"])),
        ("u/ann@lemmy.ml", .user("ann@lemmy.ml")), ("u/a", .user("a")),
    ]) func aLemmyServersNamesAreItsOwn(text: String, source: FeedSource) throws {
        #expect(try Self.lemmy.source(parsing: text) == source)
        #expect(source.description == text)
    }

    @Test(arguments: [
        "", "r/", "u/", "r/a b", "r/a/b", "r/..", "r/.a", "r/a@", "r/@b", "r/a@b@c", "r/a@b..c", "r/a@-b", "r/a@b-",
        "r/a@b:0", "r/a@b:99999", "r/a@b:", "r/a@b:x", "r/a@b c", "r/a@b_c", "r/a@бв", "r/a?b", "r/a%2Fb", "r/a\u{0}b",
        "r/a\u{301}", "r/\u{202E}a", "r/1️⃣", "u/a+b", "swift", "HOME", "r/" + String(repeating: "a", count: 256),
    ]) func aBadNameIsRefusedWithWhatIsAllowed(text: String) {
        let error = #expect(throws: DataError.self) { try Self.lemmy.source(parsing: text) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("NAME@HOST") == true)
    }

    @Test(arguments: ["r/a+b", "r/swift+rust@lemmy.ml", "r/+"])
    func severalCommunitiesAreRefused(text: String) {
        let error = #expect(throws: DataError.self) { try Self.lemmy.source(parsing: text) }
        #expect(error?.code == .invalidInput && error?.message.contains("one at a time") == true)
    }

    @Test(arguments: [Site.reddit, .demo])
    func redditsRulesHoldForRedditAndTheDemonstration(_ site: Site) throws {
        let profile = SiteProfiles()[site]
        #expect(try profile.source(parsing: "r/a1+b2") == .subreddits(["a1", "b2"]))
        #expect(throws: DataError.self) { try profile.source(parsing: "r/swift@lemmy.world") }
        #expect(throws: DataError.self) { try profile.source(parsing: "r/a") }
    }

    @Test func aSiteThatNobodyKnowsHasNoRulesOfReddits() throws {
        let profile = SiteProfiles()[Site(rawValue: "own")]
        #expect(try profile.source(parsing: "home") == .home)
        #expect(throws: DataError.self) { try profile.source(parsing: "r/swift") }
        #expect(profile.publicAddress == nil)
    }
}
