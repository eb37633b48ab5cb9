import Core
import Foundation

/// The identity of a server: scheme, host and port.
struct HostKey: Hashable, Sendable {
    /// The three as text: `https://example.com:443`, in lowercase.
    let origin: String
    /// The host alone, for people.
    let host: String

    /// The server of a URL.
    ///
    /// - Parameter url: An absolute URL.
    init(_ url: URL) {
        let scheme = (url.scheme ?? "").lowercased()
        host = (url.host(percentEncoded: false) ?? "").lowercased()
        origin = "\(scheme)://\(host):\(url.port ?? (scheme == "http" ? 80 : 443))"
    }

    /// A server that was written down; `nil` for text that is none.
    ///
    /// - Parameter origin: What ``origin`` was.
    init?(origin: String) {
        guard let url = URL(string: origin), url.host(percentEncoded: false)?.isEmpty == false else { return nil }
        self.init(url)
        guard self.origin == origin else { return nil }
    }
}
