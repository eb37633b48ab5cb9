import Core
import Foundation

/// The rule of allowed addresses: `https` everywhere, plain `http` on this machine only.
enum AddressRule {
    /// Whether a request may go to a URL.
    ///
    /// - Parameter url: An absolute URL.
    /// - Returns: True for `https` with a host, and for `http` with a loopback host.
    static func allows(_ url: URL) -> Bool {
        guard let host = url.host(percentEncoded: false), !host.isEmpty else { return false }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return isLoopback(host)
        default: return false
        }
    }

    /// Whether a host is this machine by definition, without asking a name server.
    ///
    /// - Parameter host: A host name or an address, with or without the brackets of IPv6.
    /// - Returns: True for `localhost`, 127.0.0.0/8 and `::1`.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        // Only four plain numbers: `127.evil.example` is a name that anybody may own.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "127" else { return false }
        return parts.allSatisfy { part in
            (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
                && UInt8(part) != nil
        }
    }

    /// Refuses a URL that must not be asked.
    ///
    /// - Parameter url: An absolute URL.
    /// - Throws: `DataError` with the code `invalidInput`; its message says what is allowed.
    static func check(_ url: URL) throws(DataError) {
        guard !allows(url) else { return }
        if ["http", "https"].contains(url.scheme?.lowercased()), url.host(percentEncoded: false)?.isEmpty ?? true {
            throw DataError(.invalidInput, message: "The host is missing: a URL is like https://host/path.")
        }
        throw DataError(
            .invalidInput,
            message: "'\(url.scheme ?? "")://\(url.host(percentEncoded: false) ?? "")' is not asked. "
                + "Use https; plain http is for a loopback address only.")
    }

    /// Whether two URLs belong to one server: equal scheme, host and port.
    ///
    /// - Parameters:
    ///   - left: One absolute URL.
    ///   - right: The other one.
    /// - Returns: True when what is secret for one may go to the other.
    static func isSameOrigin(_ left: URL, _ right: URL) -> Bool {
        left.scheme?.lowercased() == right.scheme?.lowercased()
            && left.host(percentEncoded: false)?.lowercased() == right.host(percentEncoded: false)?.lowercased()
            && port(of: left) == port(of: right)
    }

    private static func port(of url: URL) -> Int {
        url.port ?? (url.scheme?.lowercased() == "http" ? 80 : 443)
    }
}
