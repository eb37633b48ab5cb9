import Foundation

extension Site {
    /// Hacker News.
    public static let hackerNews = Site(rawValue: "hackernews")
}

extension SiteProfile {
    /// Hacker News.
    ///
    /// Its feeds are `top`, which `home` means too, `new`, `best`, `ask`, `show` and `jobs`, each in an order of its
    /// own, and `u/NAME`. A user's name is 2 to 15 letters, digits, `_` and `-`; an id is a number.
    public static let hackerNews = {
        var profile = SiteProfile(
            site: .hackerNews, name: "Hacker News", publicAddress: URL(string: "https://news.ycombinator.com"),
            feeds: [
                FeedRule(FeedKind(rawValue: "top"), aliases: ["home"]), FeedRule(FeedKind(rawValue: "new")),
                FeedRule(FeedKind(rawValue: "best")), FeedRule(FeedKind(rawValue: "ask")),
                FeedRule(FeedKind(rawValue: "show")), FeedRule(FeedKind(rawValue: "jobs")),
                // Two names that differ in case are two people there.
                FeedRule(.user, ignoresCase: false) { name throws(DataError) in
                    let isAllowed = name.utf8.allSatisfy { NameBytes.isWordByte($0) || $0 == UInt8(ascii: "-") }
                    guard (2...15).contains(name.utf8.count), isAllowed else {
                        throw DataError(
                            .invalidInput,
                            message: "'\(name)' is no user's name. It is 2 to 15 letters, digits, _ and -.")
                    }
                    return name
                },
            ],
            defaultSort: nil)
        profile.sources = SourceSpelling(
            words: ["u": .user, "user": .user], signs: ["@": .user], hosts: ["news.ycombinator.com"],
            examples: "u/pg")
        profile.sources.queries = ["user": "id"]
        profile.parsePostID = { text in
            let isID = (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isID && text.utf8.first != UInt8(ascii: "0") ? text : nil
        }
        profile.findPostID = { url in
            guard url.path() == "/item" else { return nil }
            return URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "id" }?.value
        }
        return profile
    }()
}
