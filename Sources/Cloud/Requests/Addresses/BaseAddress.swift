public import Core
public import Foundation

/// The address of a backend's server: scheme, host, port and the path that comes before all of its own.
///
/// It cuts URLs as text, never through `URL`, so that what it does not touch stays as it was to the byte: the query of
/// a signed URL is worth nothing when one character of it is written differently.
public struct BaseAddress: Sendable, Hashable {
    /// The site of the server, and of the links that it makes.
    public private(set) var site: Site
    private let scheme: String
    /// The host in lowercase, with its port where the scheme has another one.
    public let authority: String
    /// The path before all others, empty or with a slash at its beginning and none at its end.
    private let prefix: String
    /// Scheme, host and port, as a URL begins with them.
    private let root: String

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - scheme: `https` or `http`, in lowercase.
    ///   - host: The host's name.
    ///   - site: The site whose server it is.
    init(scheme: String, host: String, site: Site) {
        self.site = site
        (self.scheme, authority, prefix) = (scheme, host.lowercased(), "")
        root = "\(scheme)://\(authority)"
    }

    /// Creates the `https` address of a host that is known when the program is written.
    ///
    /// - Parameters:
    ///   - host: The host's name, such as `news.example.com`; one that is none stops the program.
    ///   - site: The site whose server it is.
    public init(host: StaticString, site: Site) {
        guard let url = URL(string: "https://\(host)"), let address = try? BaseAddress(url, site: site),
            address.prefix.isEmpty
        else {
            // The app's own text, as wrong on the first day as later.
            preconditionFailure("'\(host)' is no host's name.")
        }
        self = address
    }

    /// Creates an address from a URL, and checks that requests may be sent there.
    ///
    /// - Parameters:
    ///   - url: An absolute URL; a slash at its end makes no difference.
    ///   - site: The site whose server it is.
    /// - Throws: `DataError` with the code `invalidInput` when nothing may be sent there, or when it has a query, a
    ///   fragment, a user or a password.
    public init(_ url: URL, site: Site) throws(DataError) {
        try AddressRule.check(url)
        guard url.query == nil, url.fragment == nil, let parts = Parts(url.absoluteString), !parts.hasUser else {
            throw DataError(
                .invalidInput,
                message: "A base URL is a scheme, a host and maybe a port and a path, like https://host:8080/path.")
        }
        guard parts.hasPort else {
            throw DataError(.invalidInput, message: "The base URL's port is none: a port is 1 to 65535.")
        }
        self.site = site
        (scheme, authority) = (parts.scheme, parts.authority)
        root = "\(parts.scheme)://\(parts.authority)"
        prefix = String(parts.rest.reversed().drop { $0 == "/" }.reversed())
    }

    /// The same address, for the links of a site.
    func of(_ site: Site) -> BaseAddress {
        var address = self
        address.site = site
        return address
    }

    /// Whether the server is on this machine by definition: `localhost`, 127.0.0.0/8 or `::1`.
    public var isLoopback: Bool { host.map(AddressRule.isLoopback) ?? false }

    private var host: String? { URL(string: text("/"))?.host(percentEncoded: false) }

    /// Returns the text of a URL below this address.
    ///
    /// - Parameter path: A path from the base, with a slash at its beginning; a query may follow.
    /// - Returns: The absolute URL as text.
    public func text(_ path: String) -> String { "\(scheme)://\(authority)\(prefix)\(path)" }

    public func link(for text: String) -> ResourceLink? {
        linkText(for: text).map { ResourceLink($0, on: site) }
    }

    /// The text of the link to keep for a URL.
    ///
    /// - Parameter text: A URL as a server wrote it.
    /// - Returns: A path from this address where the URL is below it, else the URL; `nil` when it is none.
    private func linkText(for text: String) -> String? {
        if let link = plainLinkText(for: text) { return link }
        guard let text = Self.withoutControls(Self.trimmed(text)), !text.isEmpty else { return nil }
        if text.utf8.starts(with: "//".utf8) {
            // Another host gets no plain http, whatever this one speaks.
            guard let own = Parts("\(scheme):\(text)") else { return nil }
            return own.authority == authority ? linkText(for: own.whole) : linkText(for: "https:\(text)")
        }
        if text.utf8.first == UInt8(ascii: "/") { return withoutPrefix(text) ?? text }
        guard let parts = Parts(text) else { return nil }
        guard !parts.hasUser, parts.scheme == scheme, parts.authority == authority else { return text }
        let path = parts.rest.utf8.first == UInt8(ascii: "/") ? parts.rest : "/" + parts.rest
        return withoutPrefix(path) ?? text
    }

    /// The link of a URL that is written as almost all are: visible ASCII, and a host in lowercase.
    ///
    /// Thousands of links come with a page, so these are not taken apart.
    ///
    /// - Parameter text: A URL as a server wrote it.
    /// - Returns: What ``linkText(for:)`` returns as well, `nil` for a URL that has to be looked at closely.
    private func plainLinkText(for text: String) -> String? {
        var hasPort = false
        let found = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
            let start = bytes.starts(with: "https://".utf8) ? 8 : bytes.starts(with: "http://".utf8) ? 7 : 0
            var end = start
            while start > 0, end < bytes.count, Self.isPlainHostByte(bytes[end]) {
                if bytes[end] == UInt8(ascii: ":") { hasPort = true }
                end += 1
            }
            return end > start && end < bytes.count && bytes[end] == UInt8(ascii: "/") ? end : nil
        }
        guard let found, let end = found else { return nil }
        let hostEnd = text.utf8.index(text.startIndex, offsetBy: end)
        if text[..<hostEnd] == root { return withoutPrefix(String(text[hostEnd...])) ?? text }
        // A port may be the usual one of the scheme, which says nothing.
        return hasPort ? nil : text
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    public func url(for link: ResourceLink) -> URL? {
        guard !link.text.hasPrefix("//"), !link.isRelative || link.site == site else { return nil }
        let text = link.isRelative ? self.text(link.text) : link.text
        return Parts(text) == nil ? nil : LinkText.url(text)
    }

    /// Whether a URL that somebody posted may be asked for.
    ///
    /// The rule of ``RedirectChain``: a server elsewhere has no business with what runs on this machine, and nobody's
    /// name or password goes anywhere.
    ///
    /// - Parameter url: An absolute URL.
    /// - Returns: False for one with a user or a password, and for a loopback host that is not this address's own.
    func mayLead(to url: URL) -> Bool {
        guard url.user == nil, url.password == nil, let host = url.host(percentEncoded: false) else { return false }
        guard AddressRule.isLoopback(host) else { return true }
        return self.host?.lowercased() == host.lowercased()
    }

    private static func trimmed(_ text: String) -> String {
        let isPlain = { (byte: UInt8?) in byte.map { $0 > 0x20 && $0 < 0x80 } ?? true }
        // Thousands of links come with a page, and next to none has anything to trim.
        if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
        return text.trimmingCharacters(in: space)
    }

    /// White space but for U+0085, a control character that browsers escape.
    private static let space = CharacterSet.whitespacesAndNewlines.subtracting(CharacterSet(charactersIn: "\u{85}"))

    /// The text with U+0080 to U+009F behind the host as `%C2%80` to `%C2%9F`, as browsers write them.
    ///
    /// No URL has other control characters, or any in its host: what is smuggled in must not end up in a header or on a
    /// terminal.
    ///
    /// - Parameter text: A URL as a server wrote it.
    /// - Returns: The same text where there is nothing to escape; `nil` when no URL is meant.
    private static func withoutControls(_ text: String) -> String? {
        let bytes = text.utf8
        var escaped: [UInt8] = []
        var previous: UInt8 = 0
        // In UTF-8 they are C2 80 to C2 9F.
        func isC1(_ byte: UInt8) -> Bool { previous == 0xC2 && byte < 0xA0 }
        var hasC1 = false
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F { return nil }
            if isC1(byte) { hasC1 = true }
            previous = byte
        }
        guard hasC1 else { return text }
        let split = LinkText.endOfHost(bytes)
        previous = 0
        for byte in bytes[..<split] {
            if isC1(byte) { return nil }
            previous = byte
        }
        escaped += bytes[..<split]
        previous = 0
        for byte in bytes[split...] {
            if isC1(byte) {
                escaped.removeLast()
                escaped += PercentEncoding.escape(previous) + PercentEncoding.escape(byte)
            } else {
                escaped.append(byte)
            }
            previous = byte
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// A path without this address's own; `nil` when it lies elsewhere on the host.
    private func withoutPrefix(_ path: String) -> String? {
        guard !prefix.isEmpty else { return Self.isSafe(path) ? path : nil }
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        if rest.isEmpty { return "/" }
        if rest.hasPrefix("?") || rest.hasPrefix("#") { return "/" + rest }
        return rest.hasPrefix("/") && Self.isSafe(rest) ? String(rest) : nil
    }

    /// Two slashes at the beginning would read as a host of its own.
    private static func isSafe(_ path: some StringProtocol) -> Bool { !path.utf8.starts(with: "//".utf8) }
}

extension BaseAddress {
    /// An absolute URL, cut where its host ends.
    private struct Parts {
        let scheme: String
        /// Host and port in lowercase, without the port that the scheme has anyway.
        let authority: String
        /// All that follows the host.
        let rest: String
        let hasUser: Bool
        /// Whether the port, where the authority names one, is a port.
        var hasPort: Bool {
            // Behind the last bracket, as IPv6 has colons of its own.
            let tail = authority[(authority.lastIndex(of: "]") ?? authority.startIndex)...]
            guard let colon = tail.lastIndex(of: ":") else { return true }
            return UInt16(tail[tail.index(after: colon)...]).map { $0 > 0 } ?? false
        }
        let whole: String

        init?(_ text: String) {
            let bytes = text.utf8
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
            else { return nil }
            scheme = text[..<colon].lowercased()
            guard scheme == "https" || scheme == "http" else { return nil }
            let start = bytes.index(colon, offsetBy: 3)
            // A backslash ends the host for browsers, and what they take for a host we must not take for a name.
            let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.endIndex
            var host = text[start..<end].lowercased()
            let usual = scheme == "http" ? ":80" : ":443"
            if host.utf8.last == usual.utf8.last, host.hasSuffix(usual) { host.removeLast(usual.count) }
            // A colon without a port behind it is as good as none.
            if host.utf8.last == UInt8(ascii: ":") { host.removeLast() }
            guard !host.isEmpty, host.utf8.first != UInt8(ascii: ":") else { return nil }
            authority = host
            rest = String(text[end...])
            hasUser = host.utf8.contains(UInt8(ascii: "@"))
            whole = text
        }
    }
}

extension BaseAddress {
    /// Returns the URL of a path with a query.
    ///
    /// - Parameters:
    ///   - path: A path from the base, encoded.
    ///   - query: Names and values, not encoded yet.
    /// - Returns: The URL, with the query in the order of its names; `nil` when they make none.
    public func url(_ path: String, query: [String: String] = [:]) -> URL? {
        URL(string: text(query.isEmpty ? path : "\(path)?\(PercentEncoding.query(query))"))
    }

    /// Makes a request for JSON.
    ///
    /// - Parameters:
    ///   - path: A path from the base, encoded.
    ///   - query: Names and values, not encoded yet.
    ///   - priority: The priority.
    /// - Returns: A GET request.
    /// - Throws: `DataError` with the code `invalidInput` when they make no address.
    public func request(
        _ path: String, query: [String: String] = [:], priority: RequestPriority = .userInitiated
    ) throws(DataError) -> NetworkRequest {
        guard let url = url(path, query: query) else {
            throw DataError(.invalidInput, message: "What was asked for makes no address.")
        }
        return NetworkRequest(url, headers: ["Accept": "application/json"], priority: priority)
    }
}

extension BaseAddress: EndpointProvider {
    public func request(for link: ResourceLink) throws(DataError) -> NetworkRequest {
        guard !link.isRelative || link.site == site else {
            throw DataError(
                .invalidInput,
                message: "'\(link)' is a path of the site '\(link.site)', and this backend is of '\(site)'. "
                    + "Register one for each site in a RoutingEndpointProvider.")
        }
        guard let url = url(for: link) else {
            throw DataError(.invalidInput, message: "'\(link)' is no link: use a path or an http or https URL.")
        }
        guard mayLead(to: url) else {
            throw DataError(
                .invalidInput,
                message: "A post's link to this device itself, or with a user or a password, is not asked for.")
        }
        var request = NetworkRequest(url)
        request.expectation = .data
        return request
    }
}
