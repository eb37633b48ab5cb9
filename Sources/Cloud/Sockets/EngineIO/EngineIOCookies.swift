import Core
import Foundation

/// The cookies of one connection, so that a balancer sends all its requests to the same machine (RFC 6265).
///
/// They go to the connection's own address only, and are forgotten with the connection.
struct EngineIOCookies: Sendable {
    /// More cookies than a balancer has need of; those that come later are not kept.
    static let maximumCount = 20
    /// The longest cookie that is kept, in bytes (RFC 6265, section 6.1).
    static let maximumLength = 4096

    private struct Cookie {
        let name: String
        let value: String
        let expires: Date?
    }

    private let url: URL
    private var cookies: [Cookie] = []

    /// Creates a jar without cookies.
    ///
    /// - Parameter url: The address whose cookies are kept.
    init(for url: URL) {
        self.url = url
    }

    /// Keeps the cookies of an answer.
    ///
    /// - Parameters:
    ///   - response: The answer; that of another origin has none.
    ///   - now: The date, by which cookies end.
    mutating func keep(from response: NetworkResponse, now: Date) {
        guard let header = response.header("Set-Cookie"), AddressRule.isSameOrigin(response.url, url) else { return }
        for text in Self.split(header) { keep(text, now: now) }
    }

    /// Returns the value of the header `Cookie`.
    ///
    /// - Parameter now: The date.
    /// - Returns: The cookies that have not ended, in the order in which they came; `nil` when there are none.
    func header(now: Date) -> String? {
        let current = cookies.filter { $0.expires.map { $0 > now } ?? true }
        return current.isEmpty ? nil : current.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    private mutating func keep(_ text: Substring, now: Date) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
        guard let first = parts.first, !first.name.isEmpty, let value = first.value else { return }
        // Of several attributes with one name the last counts.
        let attributes = Dictionary(
            parts.dropFirst().map { ($0.name.lowercased(), $0.value ?? "") }, uniquingKeysWith: { $1 })
        guard isOwn(path: attributes["path"], domain: attributes["domain"]) else { return }
        if attributes["secure"] != nil, url.scheme?.lowercased() != "https" { return }
        cookies.removeAll { $0.name == first.name }
        var expires = attributes["expires"].flatMap(HTTPDate.date(from:))
        if let age = attributes["max-age"].flatMap({ Int($0) }) {
            expires = now.addingTimeInterval(Double(min(max(age, 0), 1 << 30)))
        }
        if let expires, expires <= now { return }
        guard cookies.count < Self.maximumCount else { return }
        cookies.append(Cookie(name: first.name, value: value, expires: expires))
    }

    /// Whether a cookie is meant for the connection's address.
    private func isOwn(path: String?, domain: String?) -> Bool {
        let ownPath = url.path(percentEncoded: true)
        if let path, path.hasPrefix("/"), path != "/" {
            let folder = path.hasSuffix("/") ? path : path + "/"
            guard ownPath == path || ownPath.hasPrefix(folder) || ownPath + "/" == folder else { return false }
        }
        guard let domain, !domain.isEmpty, let host = url.host(percentEncoded: false)?.lowercased() else { return true }
        let plain = domain.lowercased().drop { $0 == "." }
        return host == plain || host.hasSuffix("." + plain)
    }

    /// A name and what stands behind its equals sign; `nil` behind a name alone.
    private static func pair(_ text: Substring) -> (name: String, value: String?) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let trimmed = parts.map { $0.trimmingCharacters(in: .whitespaces) }
        return (trimmed.first ?? "", trimmed.count > 1 ? trimmed[1] : nil)
    }

    /// Takes apart what a system joins with commas when an answer has several of these headers.
    ///
    /// A date has a comma too; only one that a name and an equals sign follow is between two cookies.
    private static func split(_ header: String) -> [Substring] {
        var result: [Substring] = []
        var start = header.startIndex
        for comma in header.indices where header[comma] == "," {
            let next = header[header.index(after: comma)...].drop { $0 == " " }
            let name = next.prefix { $0 != "=" && $0 != ";" && $0 != "," && $0 != " " }
            guard !name.isEmpty, next[name.endIndex...].first == "=" else { continue }
            result.append(header[start..<comma])
            start = header.index(after: comma)
        }
        return result + [header[start...]]
    }
}
