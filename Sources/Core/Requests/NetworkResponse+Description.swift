import Foundation

extension NetworkResponse: CustomStringConvertible, CustomReflectable {
    /// The status, the URL and the size: answers bring tokens and cookies, and end up in logs.
    public var description: String { "\(status) \(url.absoluteString), \(body.count) bytes" }

    /// The parts, without headers and the body's bytes.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "url": url, "bodyCount": body.count], displayStyle: .struct)
    }
}
