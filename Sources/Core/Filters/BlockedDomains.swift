/// A list of blocked hosts, with their subdomains.
struct BlockedDomains: Sendable {
    /// The hosts as they were typed, by the normalised hosts.
    private let hosts: [String: String]

    /// Reads the hosts; `nil` when there are none.
    init?(_ entries: [String]) {
        hosts = Dictionary(
            entries.compactMap { typed in
                SettingList.host(of: typed).map { (String(Self.withoutWWW($0[...])), typed) }
            },
            uniquingKeysWith: { first, _ in first })
        if hosts.isEmpty { return nil }
    }

    /// Returns the entry that blocks the host of a post's link, as it was typed.
    func match(_ post: Post) -> String? {
        if let domain = post.domain { return match(domain) }
        // Not every server names the host of a link.
        guard let url = post.url, !url.isRelative else { return nil }
        return SettingList.host(of: url.text).flatMap(match)
    }

    private func match(_ domain: String) -> String? {
        let hasCapitals = domain.utf8.contains { $0 &- 0x41 < 26 || $0 >= 0x80 }
        var rest = (hasCapitals ? domain.lowercased() : domain)[...]
        if let typed = hosts[String(rest)] { return typed }
        // The name after `self.` is a subreddit and no host.
        if rest.hasPrefix("self."), !rest.dropFirst(5).contains(".") { return nil }
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            if let typed = hosts[String(rest)] { return typed }
        }
        return nil
    }

    /// A pasted address means the site: `www.example.com` is `example.com`.
    private static func withoutWWW(_ host: Substring) -> Substring {
        let rest = host.dropFirst(4)
        return host.hasPrefix("www.") && rest.contains(".") ? rest : host
    }
}
