import Foundation

/// Parses what a person types or pastes as the name of a source on one site.
///
/// | typed | means |
/// | --- | --- |
/// | `swift`, `r/swift`, `/r/Swift/` | the subreddit, or the Lemmy community |
/// | `u/ann`, `/user/ann` | the user |
/// | `https://www.reddit.com/r/swift/comments/…` | the subreddit of that page, where the host is the site's own |
/// | `https://news.ycombinator.com/user?id=pg` | the user, where the site's addresses hold names in a query |
/// | `!swift@programming.dev`, `@ann@lemmy.ml`, `c/swift` | as Lemmy writes them, on a Lemmy server |
/// | `https://programming.dev/c/swift` | on a Lemmy server that is another one, `swift@programming.dev` |
///
/// Space around it is trimmed. The rules for names are those of the site's ``SiteProfile``; a source is one name, so
/// `r/A+B` is refused. Pure, and safe from any thread.
public struct SourceNameParser: Sendable {
    /// The profile of the site, with its rules for names.
    package let profile: SiteProfile
    /// Further hosts of the site, in lowercase and with a port where there is one.
    private let hosts: Set<String>

    /// The site of the names.
    package var site: Site { profile.site }

    /// Creates a parser for a site.
    ///
    /// - Parameters:
    ///   - profile: The facts of the site.
    ///   - hosts: Further hosts whose URLs lead to the site, such as `127.0.0.1:8080`; none by default.
    public init(_ profile: SiteProfile, hosts: Set<String> = []) {
        self.profile = profile
        self.hosts = Set(hosts.map { $0.lowercased() })
    }

    /// The forms in which a person can type a name, such as `r/NAME`, for the note at a field.
    public var forms: [String] {
        let kinds = Set(spelling.words.values)
        let rules = profile.feeds.filter { $0.takesName && kinds.contains($0.kind) }
        // Several names at once are no source.
        return (spelling.plain == nil ? [] : ["NAME"]) + rules.flatMap { $0.takesSeveral ? [$0.forms[0]] : $0.forms }
    }

    /// Parses a name.
    ///
    /// - Parameter text: The typed or pasted text.
    /// - Returns: The name as it was spelled.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message says what is allowed.
    public func name(of text: String) throws(DataError) -> SourceName {
        let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !typed.isEmpty else {
            throw DataError(
                .invalidInput, message: "There is no name. Type one like \(examples).",
                underlying: SourceError.blank)
        }
        do throws(DataError) {
            if let address = Self.address(typed) {
                let (kind, name) = try pasted(address, typed)
                return try checked(kind, name)
            }
            let (kind, name) = try parts(of: typed)
            return try checked(kind, name)
        } catch {
            guard error.underlying == nil else { throw error }
            throw DataError(error.code, message: error.message, underlying: SourceError.malformed(typed))
        }
    }

    /// Checks a text field's text while the person types.
    ///
    /// - Parameter text: The text so far.
    /// - Returns: The name, or what is wrong with it; it never throws.
    package func input(_ text: String) -> SourceInput {
        let typed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !typed.isEmpty else { return .empty }
        do {
            return .name(try name(of: typed))
        } catch {
            // A text that two more letters make a name is only too short.
            let isUnfinished = (try? name(of: typed + "aa")) != nil
            return isUnfinished ? .tooShort(error) : .invalid(error)
        }
    }

    private var spelling: SourceSpelling { profile.sources }

    private var examples: String { spelling.examples.isEmpty ? profile.forms : spelling.examples }

    // MARK: Typed text

    private func parts(of typed: String) throws(DataError) -> (FeedKind, Substring) {
        var rest = typed[...]
        if rest.hasPrefix("/") { rest = rest.dropFirst() }
        if let slash = rest.firstIndex(of: "/"), let kind = spelling.words[rest[..<slash].lowercased()] {
            rest = rest[rest.index(after: slash)...]
            if rest.hasSuffix("/") { rest = rest.dropLast() }
            return (kind, rest)
        }
        if let sign = rest.first, let kind = spelling.signs[sign] { return (kind, rest.dropFirst()) }
        guard let plain = spelling.plain else {
            throw DataError(.invalidInput, message: "'\(typed)' is no source of \(profile.name). Type \(examples).")
        }
        return (plain, typed[...])
    }

    private func checked(_ kind: FeedKind, _ rest: Substring) throws(DataError) -> SourceName {
        guard let rule = profile.feeds.first(where: { $0.kind == kind && $0.takesName }) else {
            throw DataError(.invalidInput, message: "\(profile.name) has no '\(kind)/\(rest)'. Type \(examples).")
        }
        let source = try rule.source(named: String(rest))
        guard !rule.takesSeveral || source.names.count == 1 else {
            throw DataError(
                .invalidInput, message: "'\(rest)' names several sources. Add them one by one.",
                underlying: SourceError.several(String(rest)))
        }
        return SourceName(kind, withoutOwnHost(source.name))
    }

    /// Removes the site's own host from a name, so that `swift` and `swift@own.host` are one source.
    private func withoutOwnHost(_ name: String) -> String {
        guard spelling.federation != nil, let at = name.lastIndex(of: "@"),
            isOwn(name[name.index(after: at)...].lowercased())
        else { return name }
        return String(name[..<at])
    }

    // MARK: Pasted addresses

    private struct Address {
        /// The host, in lowercase and with its port.
        let host: String
        let path: [Substring]
        /// The names and values of the query, percent-encoded.
        let query: [(name: Substring, value: Substring)]
    }

    /// The parts of a URL, with or without its scheme; nil for a text that is no URL.
    private static func address(_ text: String) -> Address? {
        var rest = text[...]
        var hasScheme = false
        for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            hasScheme = true
        }
        rest = rest.prefix { $0 != "#" }
        let query = rest.firstIndex(of: "?").map { rest[rest.index(after: $0)...] } ?? ""
        rest = rest.prefix { $0 != "?" }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        // No name has both a dot and a slash behind it, so this can only be a host.
        guard let host = parts.first, hasScheme || (parts.count > 1 && host.contains(".")) else { return nil }
        let pairs = query.split(separator: "&").map { pair -> (name: Substring, value: Substring) in
            let name = pair.prefix { $0 != "=" }
            return (name: name, value: pair.dropFirst(name.count + 1))
        }
        return Address(host: host.lowercased(), path: parts.dropFirst().filter { !$0.isEmpty }, query: pairs)
    }

    /// The percent-encoded name in an address: after the word of its path, or in its query.
    private func spelledName(in address: Address, behind word: String) -> Substring? {
        if address.path.count >= 2 { return address.path[1] }
        guard let query = spelling.queries[word] else { return nil }
        return address.query.first { $0.name == query && !$0.value.isEmpty }?.value
    }

    private func pasted(_ address: Address, _ typed: String) throws(DataError) -> (FeedKind, Substring) {
        let isOwn = self.isOwn(address.host)
        guard isOwn || spelling.federation != nil else {
            throw DataError(
                .invalidInput, message: "'\(typed)' leads elsewhere than to \(site). Type a name like \(examples).",
                underlying: SourceError.elsewhere(typed))
        }
        guard let word = address.path.first?.lowercased(), let kind = spelling.words[word],
            let found = spelledName(in: address, behind: word)
        else {
            throw DataError(
                .invalidInput, message: "'\(typed)' is the address of no source. Type a name like \(examples).",
                underlying: SourceError.noSource(typed))
        }
        let name = found.removingPercentEncoding ?? String(found)
        guard !isOwn, let federation = spelling.federation else { return (kind, name[...]) }
        let isOther =
            SourceSpelling.contains(address.host, in: federation.otherHosts)
            || federation.ownWords.contains(word)
        guard !isOther else {
            throw DataError(
                .invalidInput,
                message: "'\(typed)' leads to no server that \(profile.name) knows. Type a name like \(examples).")
        }
        return (kind, name.contains("@") ? name[...] : "\(name)@\(address.host)")
    }

    /// Whether a host, in lowercase, is the site's own.
    private func isOwn(_ host: String) -> Bool {
        hosts.contains(host) || SourceSpelling.contains(host, in: spelling.hosts)
    }
}

/// The text of a field for a source's name, checked while the person types.
package enum SourceInput: Equatable, Sendable {
    /// Empty, or nothing but white space.
    case empty
    /// Not a name yet, but more letters can make it one.
    case tooShort(DataError)
    /// Not a name, whatever follows; the error says what is allowed.
    case invalid(DataError)
    /// A valid name.
    case name(SourceName)
}
