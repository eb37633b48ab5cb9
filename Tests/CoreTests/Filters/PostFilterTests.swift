import Core
import Mocks
import Testing

struct PostFilterTests {
    private func reason(
        _ change: (inout ReadingSettings) -> Void, for source: FeedSource = .home, isRead: Bool = false,
        where describe: (inout Post) -> Void = { _ in }
    ) -> FilterReason? {
        var settings = ReadingSettings()
        change(&settings)
        var post = Post.mock(title: "A title")
        describe(&post)
        return PostFilter(settings, for: source).reason(for: FeedItem(post: post, status: .mock(isRead: isRead)))
    }

    private func isHidden(by word: String, _ title: String) -> Bool {
        reason({ $0.blockedWords = [word] }, where: { $0.title = title }) == .word(word)
    }

    // MARK: Switches

    @Test func withTheDefaultsNothingIsLeftOut() {
        let filter = PostFilter(ReadingSettings(), for: .home)
        var post = Post.mock(title: "Anything", media: Media(kind: .removed))
        (post.isNSFW, post.isSpoiler, post.domain) = (true, true, "example.com")
        #expect(filter.isEmpty)
        #expect(filter.reason(for: FeedItem(post: post, status: .mock(isRead: true))) == nil)
    }

    @Test(arguments: ContentVisibility.allCases) func onlyHiddenLeavesOut(_ visibility: ContentVisibility) {
        let isHidden = visibility == .hidden
        #expect(reason({ $0.nsfw = visibility }, where: { $0.isNSFW = true }) == (isHidden ? .nsfw : nil))
        #expect(reason({ $0.nsfw = visibility }, where: { $0.isNSFW = nil }) == nil)
        #expect(reason({ $0.nsfw = visibility }, where: { $0.isSpoiler = true }) == nil)
        #expect(reason({ $0.spoilers = visibility }, where: { $0.isSpoiler = true }) == (isHidden ? .spoiler : nil))
        #expect(reason({ $0.spoilers = visibility }, where: { $0.isNSFW = true }) == nil)
    }

    @Test func onlyTheChosenKindsOfMediaStay() {
        #expect(reason({ $0.mediaKinds = [.image, .text] }, where: { $0.media = Media(kind: .text) }) == nil)
        #expect(
            reason({ $0.mediaKinds = [.image, .text] }, where: { $0.media = Media(kind: .video) }) == .mediaKind(.video)
        )
    }

    @Test func whatWasReadIsLeftOutOfFeedsAndStaysInLocalLists() {
        #expect(reason({ $0.hideRead = true }, isRead: true) == .read)
        #expect(reason({ $0.hideRead = true }) == nil)
        for source in [FeedSource.saved, .favourites, .downloads, .search("words")] {
            #expect(reason({ $0.hideRead = true }, for: source, isRead: true) == nil)
            var settings = ReadingSettings()
            settings.hideRead = true
            #expect(PostFilter(settings, for: source).isEmpty)
        }
    }

    // MARK: Words

    @Test(
        arguments: [
            ("cat", "The CAT sat"), ("CAT", "cat"), ("cat", "cat's"), ("cat", "(cat)"), ("cat", "my_cat_"),
            ("cat", "a-cat-b"),
            ("cafe", "Café"), ("Café", "CAFE"), ("strasse", "Große STRAẞE"), ("ёлка", "Ёлка"), ("елка", "Ёлка"),
            ("їжак", "ЇЖАК."), ("ΟΔΟΣ", "οδος"), ("c++", "I like C++"), ("c++", "c++20"),
            (".net", "asp.net"), ("головн*", "Головного міста"), ("cat*", "category"), ("cat*", "cat"),
            ("game of thrones", "A Game  of\nThrones!"), ("game* of throne*", "games of thrones"),
            ("new york", "NEW\u{A0}YORK"), ("🍆", "a🍆b"), ("猫", "私は猫が好き"), ("cat", "猫cat犬"), ("고양이*", "고양이가 있다"),
            ("2024", "in 2024,"), ("a", "plan a"), ("a", "A"), ("+", "1+1"),
            ("cat", "⚠️cat"), ("їжак", "☀️Їжак"), ("☀️", "☀️cat"), ("☀️ cat", "a☀️ cat"), ("голов*", "☀️головне"),
            ("cat", "“cat”"), ("cat", "🍆cat…"), ("it’s", "IT’S"), ("x", "a long text in ASCII, and at its end x"),
        ] as [(String, String)])
    func aWordIsFound(word: String, title: String) {
        #expect(isHidden(by: word, title))
    }

    @Test(arguments: [
        ("cat", "category"), ("cat", "concat"), ("cat", "ca t"), ("cat", "cät1"), ("cat", ""), ("и", "й"), ("и", "си"),
        ("голов", "голова"), ("cat*", "concat"), ("cat*", "a concatenation"), ("game of thrones", "game thrones"),
        ("game of thrones", "game of"), ("game of thrones", "game of throne"), ("game of", "game often"),
        ("new york", "newyork"), ("new york", "new-york"), ("*", "anything"), ("", "anything"), (" ", "a b"),
        ("고양이", "고양이가"), ("2024", "20245"), ("c++", "c+ +"), ("b", "ї\u{301}b"), ("кіт", "скіт"), ("іт", "кіт"),
        ("т", "кіт"), ("cat", "їcat"), ("é", "e\u{301}tude"),
    ])
    func whatIsNoWordOfItsOwnIsNotFound(word: String, title: String) {
        #expect(!isHidden(by: word, title))
    }

    @Test func wordsAreLookedForInTitleFlairAndText() {
        for place in [\Post.flair, \Post.text] {
            #expect(
                reason({ $0.blockedWords = ["secret"] }, where: { $0[keyPath: place] = "a Secret" }) == .word("secret"))
        }
        #expect(reason({ $0.blockedWords = ["secret"] }, where: { $0.author = "secret" }) == nil)
    }

    @Test func theRuleIsTheOneOfTheTitleAndThereTheFirstOfTheList() {
        let words: (inout ReadingSettings) -> Void = { $0.blockedWords = ["one", "Two", "three"] }
        #expect(reason(words, where: { ($0.title, $0.text) = ("three two", "one") }) == .word("Two"))
        #expect(reason(words, where: { ($0.title, $0.flair, $0.text) = ("none", "three", "one") }) == .word("three"))
    }

    // MARK: Authors and domains

    @Test func anAuthorIsBlockedInAnyCase() {
        #expect(
            reason({ $0.blockedAuthors = ["u/Somebody"] }, where: { $0.author = "someBODY" }) == .author("u/Somebody"))
        #expect(reason({ $0.blockedAuthors = ["somebody"] }, where: { $0.author = "somebody2" }) == nil)
        #expect(
            reason({ $0.blockedAuthors = ["[deleted]"] }, where: { $0.author = "[deleted]" }) == .author("[deleted]"))
        #expect(reason({ $0.blockedAuthors = ["somebody"] }, where: { $0.author = nil }) == nil)
        #expect(reason({ $0.blockedAuthors = ["zoë"] }, where: { $0.author = "zoe" }) == nil)
    }

    @Test(arguments: [
        ("example.com", "example.com"), ("example.com", "i.Example.COM"), ("example.com", "a.b.example.com"),
        ("https://www.example.com/page", "example.com"), ("www.example.com", "www.example.com"),
        ("self.swift", "self.Swift"), ("com", "example.com"), ("приклад.укр", "www.приклад.укр"),
        ("example.com", "self.example.com"), ("self.com", "self.com"),
        ("example.com/a?from=https://other.org/", "example.com"),
        ("http://example.com?u=http://other.org", "example.com"),
    ])
    func aHostIsBlockedWithWhatIsBelowIt(blocked: String, domain: String) {
        #expect(reason({ $0.blockedDomains = [blocked] }, where: { $0.domain = domain }) == .domain(blocked))
    }

    @Test(arguments: [
        ("example.com", "notexample.com"), ("example.com", "example.com.evil.org"), ("i.example.com", "example.com"),
        ("swift", "self.swift"), ("self.swift", "self.swift2"), ("example.com", "com"), ("self", "self.swift"),
        ("not a host", "host"), ("example.com/a?from=https://other.org/", "other.org"),
    ])
    func anotherHostIsNot(blocked: String, domain: String) {
        #expect(reason({ $0.blockedDomains = [blocked] }, where: { $0.domain = domain }) == nil)
    }

    @Test func whereTheServerNamesNoHostTheLinkDoes() {
        let blocked: (inout ReadingSettings) -> Void = { $0.blockedDomains = ["example.com"] }
        #expect(
            reason(
                blocked, where: { ($0.domain, $0.url) = (nil, ResourceLink.mock("https://www.example.com:8080/a?b#c")) }
            )
                == .domain("example.com"))
        #expect(reason(blocked, where: { ($0.domain, $0.url) = (nil, ResourceLink.mock("/example.com/a")) }) == nil)
        #expect(
            reason(blocked, where: { ($0.domain, $0.url) = (nil, ResourceLink.mock("https://a.org/example.com")) })
                == nil)
        #expect(
            reason(blocked, where: { ($0.domain, $0.url) = ("a.org", ResourceLink.mock("https://example.com/")) })
                == nil)
    }

    // MARK: Subreddits and flairs

    @Test(arguments: [
        ("swift", "Swift"), ("r/Swift", "swift"), ("/r/swift", "swift"), ("!news", "news"),
        ("news", "news@lemmy.world"),
        ("News@Lemmy.world", "news@lemmy.world"),
    ])
    func aSubredditIsBlockedInAnyCase(blocked: String, name: String) {
        #expect(reason({ $0.blockedSubreddits = [blocked] }, where: { $0.subreddit = name }) == .subreddit(blocked))
    }

    @Test(arguments: [("swift", "swiftui"), ("news@a.org", "news@b.org"), ("news@a.org", "news"), ("swift", nil)])
    func anotherSubredditIsNot(blocked: String, name: String?) {
        #expect(reason({ $0.blockedSubreddits = [blocked] }, where: { $0.subreddit = name }) == nil)
    }

    @Test func aBlockedSubredditIsShownWhereItWasAskedFor() {
        let blocked: (inout ReadingSettings) -> Void = { $0.blockedSubreddits = ["swift"] }
        for source in [FeedSource.home, .search("words"), .subreddits(["swift", "memes"])] {
            #expect(reason(blocked, for: source) == .subreddit("swift"), "\(source)")
        }
        for source in [FeedSource.subreddits(["Swift"]), .user("ann"), .saved, .favourites, .downloads] {
            #expect(reason(blocked, for: source) == nil, "\(source)")
        }
    }

    @Test func aFlairIsBlockedWholeAndInAnyCase() {
        #expect(
            reason({ $0.blockedFlairs = ["Café news"] }, where: { $0.flair = " CAFE  News" }) == .flair("Café news"))
        #expect(reason({ $0.blockedFlairs = ["news"] }, where: { $0.flair = "Good news" }) == nil)
        #expect(reason({ $0.blockedFlairs = ["news"] }, where: { $0.title = "news" }) == nil)
        #expect(reason({ $0.blockedFlairs = ["news", ":fire:"] }, where: { $0.flair = ":fire:" }) == .flair(":fire:"))
    }

    // MARK: Reasons

    @Test func theFirstRuleInTheOrderOfTheReasonsIsNamed() {
        var settings = ReadingSettings()
        (settings.nsfw, settings.spoilers, settings.mediaKinds) = (.hidden, .hidden, [.image])
        (settings.blockedWords, settings.blockedAuthors) = (["title"], ["author"])
        (settings.blockedDomains, settings.hideRead) = (["example.com"], true)
        (settings.blockedSubreddits, settings.blockedFlairs) = (["swift"], ["label"])
        var post = Post.mock(title: "A title") { $0.author = "author" }
        (post.isNSFW, post.isSpoiler, post.domain, post.flair) = (true, true, "example.com", "Label")
        var seen: [FilterReason] = []
        while let reason = PostFilter(settings, for: .home).reason(
            for: FeedItem(post: post, status: .mock(isRead: true)))
        {
            seen.append(reason)
            settings.reset(reason.key)
        }
        #expect(
            seen == [
                .nsfw, .spoiler, .mediaKind(.text), .word("title"), .author("author"), .domain("example.com"),
                .subreddit("swift"), .flair("label"), .read,
            ])
        #expect(
            seen.map(\.code) == [
                "nsfw", "spoiler", "mediaKind", "word", "author", "domain", "subreddit", "flair", "read",
            ])
        #expect(seen.map(\.rule) == [nil, nil, "text", "title", "author", "example.com", "swift", "label", nil])
        #expect(settings == ReadingSettings())
    }

    @Test func aPreviewCountsEachPostOnce() {
        var settings = ReadingSettings()
        (settings.blockedWords, settings.nsfw) = (["cat", "dog"], .hidden)
        let titles = ["cat", "a dog", "dog and cat", "category", "dog"]
        var posts = titles.enumerated().map { Post.mock("t3_\($0.offset)", title: $0.element) }
        posts[4].isNSFW = true
        let filter = PostFilter(settings, for: .home)
        #expect(filter.preview(of: posts.map { FeedItem(post: $0) }) == [.word("cat"): 2, .word("dog"): 1, .nsfw: 1])
        #expect(filter.preview(of: []).isEmpty)
    }
}
