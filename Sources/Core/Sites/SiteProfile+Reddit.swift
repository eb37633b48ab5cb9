package import Foundation

extension SiteProfile {
    /// The profile of Reddit, whichever backend asks it.
    ///
    /// A subreddit's name is 2 to 21 of `A-Z a-z 0-9 _`, a user's is 2 to 20 of those and `-`.
    public static let reddit = redditLike(
        site: .reddit, name: "Reddit", publicAddress: URL(string: "https://www.reddit.com"),
        hosts: ["reddit.com", ".reddit.com"])

    /// The profile of the demonstration server, which spells everything as Reddit does and has no public address.
    public static let demo = redditLike(site: .demo, name: "Lantern's demonstration")

    /// Makes the profile of a site that spells its names as Reddit does.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - name: The name for people; the site's own by default.
    ///   - publicAddress: The address at which people find its posts in a browser; none by default.
    ///   - hosts: Its own hosts, in lowercase, with a dot in front for all that is below; none by default.
    /// - Returns: The profile.
    package static func redditLike(
        site: Site, name: String? = nil, publicAddress: URL? = nil, hosts: [String] = []
    ) -> SiteProfile {
        var profile = SiteProfile(
            site: site, name: name, publicAddress: publicAddress,
            feeds: [
                FeedRule(.home),
                FeedRule(.subreddit, forms: ["r/NAME", "r/A+B"], takesSeveral: true) {
                    (name: String) throws(DataError) -> String in
                    try RedditNames.subreddit(name)
                },
                FeedRule(.user) { (name: String) throws(DataError) -> String in try RedditNames.user(name) },
            ])
        profile.sources = SourceSpelling(
            plain: .subreddit, words: ["r": .subreddit, "u": .user, "user": .user], hosts: hosts,
            examples: "swift, r/swift or u/ann")
        // What a person subscribes to; other listings are one for everybody, but for what they have hidden.
        profile.personalFeeds = [.home]
        profile.parsePostID = { RedditNames.isFullname($0) ? $0 : nil }
        profile.findPostID = { RedditNames.post(in: $0) }
        return profile
    }
}

/// The names that Reddit allows.
private enum RedditNames {
    static func subreddit(_ name: String) throws(DataError) -> String {
        guard (2...21).contains(name.utf8.count), name.utf8.allSatisfy(isNameByte) else {
            throw DataError(
                .invalidInput,
                message: "'\(name)' is no subreddit's name. It is 2 to 21 of the characters A-Z a-z 0-9 and _.")
        }
        return name
    }

    static func user(_ name: String) throws(DataError) -> String {
        let isAllowed = name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "-") }
        guard (2...20).contains(name.utf8.count), isAllowed else {
            throw DataError(
                .invalidInput,
                message: "'\(name)' is no user's name. It is 2 to 20 of the characters A-Z a-z 0-9 _ and -.")
        }
        return name
    }

    static func isFullname(_ text: String) -> Bool {
        text.hasPrefix("t3_") && text.utf8.count > 3 && text.utf8.allSatisfy(isNameByte)
    }

    /// `/comments/ID/…` and `/r/NAME/comments/ID/…`.
    static func post(in url: URL) -> String? {
        let path = url.path().split(separator: "/")
        guard let index = path.firstIndex(of: "comments"), index == 0 || index == 2, path.count > index + 1 else {
            return nil
        }
        return "t3_\(path[index + 1])"
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { NameBytes.isWordByte(byte) }
}
