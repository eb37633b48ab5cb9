import Cloud
import Core
import Testing

struct UserAgentTests {
    @Test(arguments: [
        "ios:org.example.reader:1.2.0 (by /u/example)", "linux:a:1 (x)", "android:com.a.b:v10.0.1-beta (by /u/a_b-c)",
        "swift:lantern-reader:0.1.0 (example of the Lantern framework)",
        NetworkRequestProvider.Configuration.defaultUserAgent,
    ])
    func aNameThatSaysWhoAsksIsTaken(_ text: String) throws {
        #expect(try UserAgent(reddit: text).description == text)
    }

    @Test(arguments: [
        ("", "missing"), ("   ", "missing"), ("Lantern/1.0", "divided by colons"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "'mozilla/'"),
        ("ios:reader:1.0 Mozilla/5.0 (by /u/example)", "'mozilla/'"),
        ("MyApp/7 CFNetwork/1410.0.3 Darwin/22.6.0", "'cfnetwork'"), ("curl/8.5.0", "'curl/'"),
        ("python-requests/2.31.0", "'python-requests'"), ("ios:reader:1.0", "in brackets"),
        ("ios:reader:1.0 by /u/example", "in brackets"), ("ios:reader:1.0 ()", "in brackets"),
        ("ios::1.0 (by /u/example)", "divided by colons"), ("ios:reader (by /u/example)", "divided by colons"),
        ("ios:a:b:1.0 (by /u/example)", "divided by colons"), ("ios:reader:next (by /u/example)", "number"),
        ("ios:reader:1.0 (by /u/<name>)", "not filled in"), ("ios:reader:1.0 (by /u/)", "behind '/u/'"),
        ("ios:reader:1.0 (by /u/näme)", "ASCII"), ("ios:reader:1.0 (by /u/a)", "behind '/u/'"),
        ("ios:reader:1.0 (by /u/example)\r\nX: y", "ASCII"), (" ios:reader:1.0 (by /u/example)", "at an end"),
        ("ios:reader:1.0 (by \(String(repeating: "x", count: 256)))", "longer"),
    ])
    func aNameThatWouldBeThrottledIsRefusedWithWhatIsWrong(_ text: String, _ words: String) throws {
        let error = try #require(throws: DataError.self) { try UserAgent.checkReddit(text) }
        #expect(error.code == .invalidInput)
        #expect(error.message.contains(words), "\(error.message)")
        #expect(error.message.contains("ios:org.example.reader:1.2.0 (by /u/example)"))
    }

    @Test func itIsMadeOfItsParts() throws {
        let agent = try UserAgent(platform: "macos", app: "org.example.reader", version: "2.0", user: "example")
        #expect(agent.text == "macos:org.example.reader:2.0 (by /u/example)")
        #expect(throws: DataError.self) { try UserAgent(platform: "", app: "a", version: "1", user: "example") }
    }
}
