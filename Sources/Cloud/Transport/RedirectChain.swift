import Core
import Foundation

/// The redirects of one request: where they lead, and when they are refused.
///
/// The rules:
/// - at most eight hops, and never the same request twice;
/// - `https` only, except from one loopback address to another, and no name or password in the URL;
/// - across origins only harmless headers go along, so a token never reaches another host, and a body never does;
/// - a path of the same site that means an error (`NetworkRequest.errorPaths`) is that error, and is not asked for;
/// - 303, and 301 or 302 after a POST, turn into a GET without a body (RFC 9110, section 15.4);
/// - of a request that is to be sent once none is followed.
struct RedirectChain {
    /// The largest number of redirects that are followed.
    static let maximumHops = 8

    /// The request to send next.
    private(set) var request: NetworkRequest
    private var visited: Set<Visit>

    /// Whether a server has answered already, with a redirect.
    var hasMoved: Bool { visited.count > 1 }

    private struct Visit: Hashable {
        let method: HTTPMethod
        let url: URL
    }

    /// Begins a chain.
    ///
    /// - Parameter request: What to send first.
    init(_ request: NetworkRequest) {
        self.request = request
        visited = [Visit(method: request.method, url: request.url)]
    }

    /// Takes an answer, and turns ``request`` into the next one where it is a redirect.
    ///
    /// - Parameter response: The answer to ``request``.
    /// - Returns: True when ``request`` has to be sent, false when the answer is the last one.
    /// - Throws: `NetworkError` with the code `redirected` for a redirect that is refused, or with the code that the
    ///   request gives to the path where it leads.
    mutating func follows(_ response: NetworkResponse) throws(NetworkError) -> Bool {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location") else {
            return false
        }
        let refusal = NetworkError(.redirected, status: response.status, date: response.serverDate)
        guard let target = LinkText.url(location, relativeTo: request.url), allows(target) else {
            throw refusal
        }
        if let code = meaning(of: target) {
            throw NetworkError(code, status: response.status, date: response.serverDate)
        }
        guard !request.isSentOnce else { throw refusal }
        var next = request
        next.url = target
        let turnsIntoGet =
            response.status == 303 && request.method != .head
            || [301, 302].contains(response.status) && request.method == .post
        if turnsIntoGet {
            next.method = .get
            next.body = nil
            next.headers = next.headers.filter { !$0.key.lowercased().hasPrefix("content-") }
        }
        if !AddressRule.isSameOrigin(request.url, target) {
            guard next.body == nil else { throw refusal }
            next.headers = next.headers.filter { Self.harmlessHeaders.contains($0.key.lowercased()) }
        }
        guard visited.count <= Self.maximumHops,
            visited.insert(Visit(method: next.method, url: target)).inserted
        else { throw refusal }
        request = next
        return true
    }

    /// Returns the error code that the request gives to the path of a redirect.
    private func meaning(of target: URL) -> ErrorCode? {
        guard !request.errorPaths.isEmpty, isSameSite(target) else { return nil }
        let path = target.path(percentEncoded: false).lowercased()
        return request.errorPaths.first { entry in
            let prefix = entry.key.lowercased()
            return path == prefix || path.hasPrefix(prefix + "/")
        }?.value
    }

    /// Whether a URL belongs to whom was asked: the same host, or one beside or above it (`www.a.org`, `old.a.org`).
    private func isSameSite(_ target: URL) -> Bool {
        guard let own = request.url.host(percentEncoded: false)?.lowercased(),
            let other = target.host(percentEncoded: false)?.lowercased()
        else { return false }
        if own == other { return true }
        // A name alone, or an address, has nobody beside it.
        let labels = own.split(separator: ".")
        guard labels.count > 1, labels.contains(where: { Int($0) == nil }) else { return false }
        let site = labels.count > 2 ? labels.dropFirst().joined(separator: ".") : own
        return other == site || other.hasSuffix("." + site)
    }

    private func allows(_ target: URL) -> Bool {
        guard AddressRule.allows(target), target.user == nil, target.password == nil else { return false }
        // A server elsewhere has no business with what runs on this machine.
        return !Self.isLoopback(target) || Self.isLoopback(request.url)
    }

    private static func isLoopback(_ url: URL) -> Bool {
        url.host(percentEncoded: false).map(AddressRule.isLoopback) ?? false
    }

    /// A list of what may go along, not of what may not: nobody can name every header that is a secret somewhere.
    private static let harmlessHeaders: Set<String> = [
        "accept", "accept-encoding", "accept-language", "if-modified-since", "if-none-match", "if-range", "range",
        "user-agent",
    ]
}
