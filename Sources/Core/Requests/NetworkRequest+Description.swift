import Foundation

extension NetworkRequest: CustomStringConvertible, CustomReflectable {
    /// The method, the URL and the names of the headers; of the values, only those that are no secret anywhere.
    ///
    /// Tokens go in headers and bodies, and requests end up in logs and in the messages of tests.
    public var description: String {
        let names = shownHeaders.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        let size = body.map { ", body of \($0.count) bytes" } ?? ""
        return "\(method.rawValue) \(url.absoluteString) [\(names)]\(size)"
    }

    /// The parts, secrets and the body's bytes left out.
    public var customMirror: Mirror {
        let parts: KeyValuePairs<String, Any> = [
            "method": method, "url": url, "headers": shownHeaders, "bodyCount": body?.count ?? 0,
            "expectation": expectation, "priority": priority,
        ]
        return Mirror(self, children: parts, displayStyle: .struct)
    }

    private var shownHeaders: [(key: String, value: String)] {
        headers.sorted { $0.key < $1.key }.map { name, value in
            (name, Self.harmless.contains(name.lowercased()) ? value : "‹secret›")
        }
    }

    /// A list of what may be shown, not of what may not: nobody can name every header that is a secret somewhere.
    private static let harmless: Set<String> = [
        "accept", "accept-encoding", "accept-language", "content-length", "content-type", "if-modified-since",
        "if-none-match", "if-range", "range", "user-agent",
    ]
}
