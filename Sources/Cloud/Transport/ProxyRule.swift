import Foundation

/// Whether libcurl, which moves the bytes for Foundation on Linux, would send a plain `http` request through a proxy.
///
/// libcurl reads the environment by itself, and a session cannot tell it not to: `connectionProxyDictionary` has no
/// effect there. What libcurl documents, and this follows:
///
/// | variable | meaning |
/// | --- | --- |
/// | `http_proxy` | the proxy for `http`; in lowercase only |
/// | `all_proxy`, else `ALL_PROXY` | the proxy where there is no `http_proxy` |
/// | `no_proxy`, else `NO_PROXY` | hosts that are asked directly, separated by commas; `*` alone is all of them |
///
/// An empty variable is none. A name in the list counts for the host and for all below it, with or without a dot in
/// front; an address counts for itself.
///
/// Where versions of libcurl differ (ranges such as `127.0.0.0/8`, names separated by spaces, a dot at the end), the
/// answer is that the request would go through the proxy: refusing one that need not be is the smaller harm.
enum ProxyRule {
    /// The message for a refused request.
    static let advice =
        "A proxy is set in the environment, and a request to this machine would leave it. "
        + "Add 127.0.0.1,localhost to the variable no_proxy."

    /// Whether a request to a host would go through a proxy.
    ///
    /// - Parameters:
    ///   - host: The host, with or without the brackets of IPv6.
    ///   - environment: The variables of the process.
    /// - Returns: True when a proxy is set that the host is not exempt from.
    static func usesProxy(for host: String, in environment: [String: String]) -> Bool {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        guard value("http_proxy", "all_proxy", "ALL_PROXY") != nil else { return false }
        guard let exempt = value("no_proxy", "NO_PROXY") else { return true }
        if exempt == "*" { return false }
        let host = plain(host)
        return !exempt.split(separator: ",").contains { covers(plain($0), host) }
    }

    private static func covers(_ entry: Substring, _ host: Substring) -> Bool {
        if isAddress(host) { return entry == host }
        let name = entry.hasPrefix(".") ? entry.dropFirst() : entry
        return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }

    /// In lowercase, without blanks around it and without the brackets of IPv6.
    private static func plain(_ text: some StringProtocol) -> Substring {
        let text = text.lowercased().trimmingCharacters(in: .whitespaces)
        return text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
    }

    private static func isAddress(_ host: Substring) -> Bool {
        host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
