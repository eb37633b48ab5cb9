/// Hosts that are blocked, with all that is below them.
struct BlockedDomains: Sendable {
    /// As they were typed, by the hosts.
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

    /// The blocked host that a post leads to, as it was typed.
    func match(_ post: Post) -> String? {
        if let domain = post.domain { return match(domain) }
        // Not each server names the host of its links.
        guard let url = post.url, !url.isRelative else { return nil }
        return SettingList.host(of: url.text).flatMap(match)
    }

    private func match(_ domain: String) -> String? {
        let hasCapitals = domain.utf8.contains { $0 &- 0x41 < 26 || $0 >= 0x80 }
        var rest = (hasCapitals ? domain.lowercased() : domain)[...]
        if let typed = hosts[String(rest)] { return typed }
        // The name behind `self.` is a subreddit's and no host, so there is nothing that it could be below.
        if rest.hasPrefix("self."), !rest.dropFirst(5).contains(".") { return nil }
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            if let typed = hosts[String(rest)] { return typed }
        }
        return nil
    }

    /// Who pastes a page's address means the site: `www.example.com` is `example.com`.
    private static func withoutWWW(_ host: Substring) -> Substring {
        let rest = host.dropFirst(4)
        return host.hasPrefix("www.") && rest.contains(".") ? rest : host
    }
}
