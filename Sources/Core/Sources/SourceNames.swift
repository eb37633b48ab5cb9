import Foundation

/// Reads what a person types or pastes as the name of a source on one site.
///
/// | typed | means |
/// | --- | --- |
/// | `swift`, `r/swift`, `/r/Swift/` | the subreddit, or the Lemmy community |
/// | `u/ann`, `/user/ann` | the user |
/// | `https://www.reddit.com/r/swift/comments/…` | the subreddit of that page, where the host is the site's own |
/// | `!swift@programming.dev`, `@ann@lemmy.ml`, `c/swift` | as Lemmy writes them, on a Lemmy server |
/// | `https://programming.dev/c/swift` | on a Lemmy server that is another one, `swift@programming.dev` |
///
/// Space around it is trimmed. The rules for names are those of ``FeedSource/init(parsing:on:)``; a source is one name,
/// so `r/A+B` is refused. Pure, and safe from any thread.
public struct SourceNames: Hashable, Sendable {
    /// Whose names.
    public let site: Site
    /// The hosts, in lowercase and with a port where there is one, whose URLs lead to this site besides its own.
    public let hosts: Set<String>

    /// Creates the rules of a site.
    ///
    /// - Parameters:
    ///   - site: Whose names.
    ///   - hosts: Hosts whose URLs lead to this site besides its own, such as `127.0.0.1:8080`; none by default.
    ///     `reddit.com` with all below it is Reddit's, and a Lemmy site knows its host.
    public init(site: Site, hosts: Set<String> = []) {
        self.site = site
        self.hosts = Set(hosts.map { $0.lowercased() })
    }

    /// Reads a name.
    ///
    /// - Parameter text: What was typed or pasted.
    /// - Returns: The name as it was spelled.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message says what is allowed.
    public func name(of text: String) throws(DataError) -> SourceName {
        let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !typed.isEmpty else {
            throw DataError(
                .invalidInput, message: "There is no name. Type one like \(examples).",
                underlying: SourceRefusal.blank)
        }
        do throws(DataError) {
            if let address = Self.address(typed) {
                let (kind, name) = try pasted(address, typed)
                return try checked(kind, name)
            }
            let (kind, name) = parts(of: typed)
            return try checked(kind, name)
        } catch {
            guard error.underlying == nil else { throw error }
            throw DataError(error.code, message: error.message, underlying: SourceRefusal.malformed(typed))
        }
    }

    /// Judges what has been typed so far, for a field that says so while the person types.
    ///
    /// - Parameter text: What stands in the field.
    /// - Returns: What it is. It never fails: that something is wrong is a value.
    public func input(_ text: String) -> SourceInput {
        let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !typed.isEmpty else { return .empty }
        do {
            return .name(try name(of: typed))
        } catch {
            // What becomes a name with two more letters is no mistake yet.
            let isUnfinished = (try? name(of: typed + "aa")) != nil
            return isUnfinished ? .tooShort(error) : .invalid(error)
        }
    }

    private var isLemmy: Bool { site.rawValue.hasPrefix("lemmy:") }

    private var examples: String { isLemmy ? "swift, swift@programming.dev or u/ann" : "swift, r/swift or u/ann" }

    // MARK: What was typed

    private func parts(of typed: String) -> (SourceName.Kind, Substring) {
        var rest = typed[...]
        if rest.hasPrefix("/") { rest = rest.dropFirst() }
        if let slash = rest.firstIndex(of: "/"), let kind = kind(of: rest[..<slash]) {
            rest = rest[rest.index(after: slash)...]
            if rest.hasSuffix("/") { rest = rest.dropLast() }
            return (kind, rest)
        }
        if isLemmy, rest.hasPrefix("!") { return (.subreddit, rest.dropFirst()) }
        if isLemmy, rest.hasPrefix("@") { return (.user, rest.dropFirst()) }
        return (.subreddit, typed[...])
    }

    private func kind(of word: Substring) -> SourceName.Kind? {
        switch word.lowercased() {
        case "r": .subreddit
        case "c" where isLemmy: .subreddit
        case "u", "user": .user
        default: nil
        }
    }

    private func checked(_ kind: SourceName.Kind, _ rest: Substring) throws(DataError) -> SourceName {
        let rules = FeedNames(on: site)
        switch kind {
        case .user:
            return SourceName(.user, withoutOwnHost(try rules.user(rest)))
        case .subreddit:
            let names = try rules.subreddits(rest)
            guard names.count == 1 else {
                throw DataError(
                    .invalidInput, message: "'\(rest)' names several subreddits. Add them one by one.",
                    underlying: SourceRefusal.several(String(rest)))
            }
            return SourceName(.subreddit, withoutOwnHost(names[0]))
        }
    }

    /// A Lemmy server's own names do without its host, so that `swift` and `swift@own.host` are one source.
    private func withoutOwnHost(_ name: String) -> String {
        guard isLemmy, let at = name.lastIndex(of: "@"), isOwn(name[name.index(after: at)...].lowercased()) else {
            return name
        }
        return String(name[..<at])
    }

    // MARK: What was pasted

    private struct Address {
        /// In lowercase, with its port.
        let host: String
        let path: [Substring]
    }

    /// The parts of a URL; also of one that was pasted without its scheme, as browsers show it.
    private static func address(_ text: String) -> Address? {
        var rest = text[...]
        var hasScheme = false
        for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            hasScheme = true
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        // No name has both a dot and a slash behind it, so this can only be a host.
        guard let host = parts.first, hasScheme || (parts.count > 1 && host.contains(".")) else { return nil }
        return Address(host: host.lowercased(), path: parts.dropFirst().filter { !$0.isEmpty })
    }

    private func pasted(
        _ address: Address, _ typed: String
    ) throws(DataError) -> (SourceName.Kind, Substring) {
        guard isLemmy || isOwn(address.host) else {
            throw DataError(
                .invalidInput, message: "'\(typed)' leads elsewhere than to \(site). Type a name like \(examples).",
                underlying: SourceRefusal.elsewhere(typed))
        }
        guard address.path.count >= 2, let kind = kind(of: address.path[0]) else {
            throw DataError(
                .invalidInput, message: "'\(typed)' is the address of no source. Type a name like \(examples).",
                underlying: SourceRefusal.noSource(typed))
        }
        let isOwn = self.isOwn(address.host)
        // Other Lemmy servers say `c`; `r` is another kind of site, such as Reddit.
        guard isOwn || (!Self.isReddit(address.host) && address.path[0].lowercased() != "r") else {
            throw DataError(
                .invalidInput, message: "'\(typed)' leads to no Lemmy server. Type a name like \(examples).")
        }
        let name = address.path[1].removingPercentEncoding ?? String(address.path[1])
        let isElsewhere = !isOwn && !name.contains("@")
        return (kind, isElsewhere ? "\(name)@\(address.host)" : name[...])
    }

    /// Whether a host is the site's own; in lowercase.
    private func isOwn(_ host: String) -> Bool {
        if hosts.contains(host) { return true }
        if isLemmy { return host == site.rawValue.dropFirst("lemmy:".count) }
        return site == .reddit && Self.isReddit(host)
    }

    private static func isReddit(_ host: String) -> Bool { host == "reddit.com" || host.hasSuffix(".reddit.com") }
}
