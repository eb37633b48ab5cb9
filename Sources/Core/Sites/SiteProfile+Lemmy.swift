import Foundation

extension SiteProfile {
    /// Returns the profile of one Lemmy server.
    ///
    /// A community and a user are `NAME` or `NAME@HOST`, and there is one community to a feed. A server's own names are
    /// 3 to 20 letters, digits and `_` unless its admin allows more, in newer versions also of other alphabets
    /// (`is_valid_actor_name` in LemmyNet/lemmy, `crates/utils/src/utils/validation.rs`). Communities of other servers,
    /// which need not run Lemmy, have their own: dots and hyphens are common there.
    ///
    /// - Parameter host: The server's host name, in any case. A loopback address is nowhere for anybody else, so such a
    ///   server has no public address.
    /// - Returns: The profile.
    public static func lemmy(host: String) -> SiteProfile {
        let site = Site.lemmy(host)
        let own = String(site.rawValue.dropFirst("lemmy:".count))
        var profile = SiteProfile(
            site: site, name: own, publicAddress: publicAddress(of: own),
            feeds: [
                FeedRule(.home),
                FeedRule(.subreddit, forms: ["r/NAME", "r/NAME@HOST"]) { name throws(DataError) in
                    try LemmyNames.community(name)
                },
                FeedRule(.user, forms: ["u/NAME", "u/NAME@HOST"]) { name throws(DataError) in
                    try LemmyNames.actor(name, called: "user")
                },
            ])
        profile.sources = SourceSpelling(
            plain: .subreddit, words: ["r": .subreddit, "c": .subreddit, "u": .user, "user": .user],
            signs: ["!": .subreddit, "@": .user], hosts: [own], examples: "swift, swift@programming.dev or u/ann")
        profile.sources.federation = SourceSpelling.Federation(
            ownWords: ["r"], otherHosts: ["reddit.com", ".reddit.com"])
        // Every listing leaves out whom and what the account blocks, and what it has read where it wants that.
        profile.personalFeeds = [.home, .subreddit, .user, .search]
        profile.parsePostID = { text in
            !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text : nil
        }
        profile.findPostID = { url in
            let path = url.path().split(separator: "/")
            return path.count >= 2 && path[0] == "post" ? String(path[1]) : nil
        }
        return profile
    }

    private static func publicAddress(of server: String) -> URL? {
        guard let url = URL(string: "https://" + server), let host = url.host(percentEncoded: false),
            url.user == nil, url.query == nil, url.fragment == nil
        else { return nil }
        let isLoopback =
            host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "::1"
            || host == "[::1]"
        return host.isEmpty || isLoopback ? nil : url
    }
}

/// The names that Lemmy's servers have.
private enum LemmyNames {
    static func community(_ text: String) throws(DataError) -> String {
        guard !text.contains("+") else {
            throw DataError(
                .invalidInput,
                message: "'\(text)' names several communities. A Lemmy server shows one at a time: use r/NAME.")
        }
        return try actor(text, called: "community")
    }

    static func actor(_ text: String, called kind: String) throws(DataError) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), isActorName(parts[0]), parts.count == 1 || isHost(parts[1]) else {
            throw DataError(
                .invalidInput,
                message:
                    "'\(text)' is no \(kind)'s name. It is NAME or NAME@HOST, like news or news@lemmy.world; "
                    + "NAME has letters, digits, _ - and .")
        }
        return text
    }

    private static func isActorName(_ name: Substring) -> Bool {
        // A dot at the beginning is no name's, and two of them would be a path's.
        guard (1...255).contains(name.utf8.count), name.first != "." else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
                return NameBytes.isWordByte(byte) || "-.".utf8.contains(byte)
            }
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
            default: return false
            }
        }
    }

    /// A host as it stands behind the `@`: labels of ASCII, and a port where servers are tried out.
    private static func isHost(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), (UInt16(parts[1]) ?? 0) > 0 else {
                return false
            }
        }
        guard (1...253).contains(parts[0].utf8.count) else { return false }
        return parts[0].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            let isHyphen = { (byte: UInt8?) in byte == UInt8(ascii: "-") }
            return (1...63).contains(label.utf8.count) && !isHyphen(label.utf8.first) && !isHyphen(label.utf8.last)
                && label.utf8.allSatisfy {
                    NameBytes.isWordByte($0) && $0 != UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                }
        }
    }
}
