import Core
import Mocks
import Testing

/// What a person types or pastes.
struct SourceNameParserTests {
    private let reddit = SourceNameParser(.reddit)
    private let lemmy = SourceNameParser(.lemmy(host: "lemmy.world"))

    @Test func theFormsOfANameAreTold() {
        #expect(reddit.forms == ["NAME", "r/NAME", "u/NAME"])
        #expect(lemmy.forms == ["NAME", "r/NAME", "r/NAME@HOST", "u/NAME", "u/NAME@HOST"])
        for parser in [reddit, lemmy] {
            for form in parser.forms {
                let typed = form.replacing("NAME", with: "swift").replacing("HOST", with: "lemmy.ml")
                #expect((try? parser.name(of: typed)) != nil, "\(form)")
            }
        }
    }

    @Test(arguments: [
        ("swift", "r/swift"), ("r/Swift", "r/Swift"), ("/r/swift", "r/swift"), ("/r/swift/", "r/swift"),
        ("R/swift", "r/swift"), ("  swift \n", "r/swift"), ("\u{A0}swift\u{2003}", "r/swift"), ("u/an-n", "u/an-n"),
        ("/user/ann", "u/ann"), ("U/ann/", "u/ann"), ("u_1", "r/u_1"),
        ("https://www.reddit.com/r/swift", "r/swift"), ("http://old.reddit.com/r/Swift/?sort=new#x", "r/Swift"),
        ("HTTPS://Reddit.com/user/ann/comments", "u/ann"), ("reddit.com/r/swift/comments/abc/a_title/", "r/swift"),
        ("https://www.reddit.com/R/swift", "r/swift"),
    ]) func aNameOnRedditIsRead(_ typed: String, _ expected: String) throws {
        #expect(try reddit.name(of: typed).description == expected)
    }

    @Test(arguments: [
        "", "  ", "\n", "a", "r/", "//r/swift", "/r/", "u/", "r/a b", "a b", "swift!", "r/swift/new", "r/A1+B1", "r/..",
        "../x",
        "r/sw%69ft", "свіфт", "r/swift@lemmy.ml", "u/a.b", "@ann", "!swift", "c/swift", "home/x",
        "abcdefghijklmnopqrstuv", "https://www.reddit.com/", "https://www.reddit.com/r/", "https://www.reddit.com/hot",
        "https://evilreddit.com/r/swift", "https://reddit.com.evil.example/r/swift", "https://lemmy.ml/c/swift",
        "https://www.reddit.com/r/a%2Fb", "https:///r/swift", "sw\u{0}ift", "sw\u{202E}ift",
    ]) func whatIsNoNameOnRedditIsRefused(_ typed: String) {
        let error = #expect(throws: DataError.self) { try reddit.name(of: typed) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.isEmpty == false)
    }

    @Test func anErrorSaysWhatIsAllowed() {
        let error = #expect(throws: DataError.self) { try reddit.name(of: "a b") }
        #expect(error?.message.contains("A-Z a-z 0-9") == true)
        let several = #expect(throws: DataError.self) { try reddit.name(of: "r/swift+rust") }
        #expect(several?.message.contains("one by one") == true)
        #expect(several?.message.contains("subreddit") == false, "a site need not have any")
    }

    @Test(arguments: [
        ("swift", "r/swift"), ("c/swift", "r/swift"), ("r/swift", "r/swift"),
        ("!swift@programming.dev", "r/swift@programming.dev"),
        ("@ann@lemmy.ml", "u/ann@lemmy.ml"), ("u/ann", "u/ann"), ("swift@lemmy.world", "r/swift"),
        ("swift@LEMMY.World", "r/swift"), ("свіфт", "r/свіфт"), ("https://lemmy.world/c/swift", "r/swift"),
        ("https://lemmy.world/c/swift@programming.dev", "r/swift@programming.dev"),
        ("https://programming.dev/c/swift?x", "r/swift@programming.dev"), ("lemmy.ml/u/ann/", "u/ann@lemmy.ml"),
        ("https://lemmy.world/c/%D1%81%D0%B2%D1%96%D1%84%D1%82", "r/свіфт"),
    ]) func aNameOnLemmyIsRead(_ typed: String, _ expected: String) throws {
        #expect(try lemmy.name(of: typed).description == expected)
    }

    @Test(arguments: [
        "https://news.ycombinator.com/user?id=pg", "news.ycombinator.com/user?x=1&id=pg#top",
        "http://news.ycombinator.com/user/pg?id=ann", "u/pg", "@pg",
    ]) func aUserOfHackerNewsIsReadAlsoFromAQuery(_ typed: String) throws {
        #expect(try SourceNameParser(.hackerNews).name(of: typed) == SourceName(.user, "pg"))
    }

    @Test(arguments: [
        "https://news.ycombinator.com/item?id=8863", "https://news.ycombinator.com/user", "pg",
        "https://news.ycombinator.com/user?id=", "https://news.ycombinator.com/user?name=pg",
        "https://news.ycombinator.com/user?id=a%2Fb", "https://example.com/user?id=pg",
    ]) func anInvalidHackerNewsUserIsRefused(_ typed: String) {
        let error = #expect(throws: DataError.self) { try SourceNameParser(.hackerNews).name(of: typed) }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: [
        "https://www.reddit.com/r/swift", "reddit.com/u/ann", "https://old.reddit.com/user/ann",
        "https://example.com/r/swift",
    ]) func theAddressOfAnotherKindOfSiteIsNoNameOnLemmy(_ typed: String) {
        let error = #expect(throws: DataError.self) { try lemmy.name(of: typed) }
        #expect(error?.code == .invalidInput)
    }

    @Test func addressesOfOtherServersAreRecognised() throws {
        let demo = SourceNameParser(.demo, hosts: ["127.0.0.1:8080", "Demo.Example"])
        #expect(try demo.name(of: "http://127.0.0.1:8080/r/swift/hot").description == "r/swift")
        #expect(try demo.name(of: "https://demo.example/u/ann").description == "u/ann")
        #expect(throws: DataError.self) { try demo.name(of: "http://127.0.0.1:8081/r/swift") }
        #expect(throws: DataError.self) { try demo.name(of: "https://www.reddit.com/r/swift") }
    }

    @Test(arguments: [
        ("", "empty"), ("  ", "empty"), ("s", "short"), ("r", "short"), ("r/", "short"), ("r/s", "short"),
        ("u/", "short"),
        ("https://www.reddit.com/r/", "short"), ("sw", "name"), ("r/sw", "name"), ("s w", "invalid"), ("!", "invalid"),
        ("r/sw+", "invalid"), ("r/a1+b1", "invalid"), ("abcdefghijklmnopqrstuv", "invalid"),
    ]) func aFieldIsJudgedWhileItIsTyped(_ typed: String, _ expected: String) {
        let found =
            switch reddit.input(typed) {
            case .empty: "empty"
            case .tooShort: "short"
            case .invalid: "invalid"
            case .name: "name"
            }
        #expect(found == expected)
    }

    // MARK: Ids

    @Test func twoSpellingsOfOneNameAreOneSource() {
        #expect(SubscribedSource.ID.mock("r/Swift") == .mock("r/swift"))
        #expect(SubscribedSource.ID.mock("r/swift") != .mock("u/swift"))
        #expect(SubscribedSource.ID.mock("r/swift") != .mock("r/swift", site: .reddit))
        let site = Site.lemmy("lemmy.world")
        #expect(
            SubscribedSource.ID(site: site, name: SourceName(.subreddit, "CAFE\u{301}"))
                == SubscribedSource.ID(site: site, name: SourceName(.subreddit, "caf\u{E9}")))
    }

    @Test(arguments: ["reddit/r/swift", "lemmy:lemmy.world/u/ann@lemmy.ml", "demo/r/a"])
    func anIDIsReadAsItIsWritten(_ text: String) {
        #expect(SubscribedSource.ID(text)?.description == text)
    }

    @Test(arguments: ["", "reddit", "reddit/r", "reddit/r/", "/r/swift", "reddit//swift", "r/swift"])
    func anInvalidTextIsNoSourceID(_ text: String) {
        #expect(SubscribedSource.ID(text) == nil)
    }
}
