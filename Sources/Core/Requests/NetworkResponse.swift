public import Foundation

/// An HTTP answer.
public struct NetworkResponse: Sendable, Hashable {
    /// The status, 100 to 599.
    public let status: Int
    /// The URL of the answer, after redirects.
    public let url: URL
    /// The whole body.
    public let body: Data
    /// The headers, by their names in lowercase.
    public let headers: [String: String]
    /// The account whose credentials the request carried; `nil` where it carried none, or nobody knows whose they are.
    ///
    /// It says nothing of whether the server took them: some answer a revoked token's request as to nobody.
    public package(set) var account: AccountKey?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - url: The URL that answered.
    ///   - headers: The headers; of two names that differ only in case, one is kept.
    ///   - body: The body.
    public init(status: Int, url: URL, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.url = url
        let lowercased = headers.map { ($0.key.lowercased(), $0.value) }
        self.headers = Dictionary(lowercased, uniquingKeysWith: { first, _ in first })
        self.body = body
    }

    /// The same answer with an empty body.
    package var withoutBody: NetworkResponse {
        var response = NetworkResponse(status: status, url: url, headers: headers)
        response.account = account
        return response
    }

    /// Returns the value of a header.
    ///
    /// - Parameter name: The header's name, in any case.
    /// - Returns: Its value, `nil` when the answer has none.
    public func header(_ name: String) -> String? {
        headers[name.lowercased()]
    }
}

extension NetworkResponse: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(status) \(url.absoluteString), \(body.count) bytes" }

    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "url": url, "bodyCount": body.count], displayStyle: .struct)
    }
}
