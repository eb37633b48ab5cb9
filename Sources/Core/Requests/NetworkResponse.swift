public import Foundation

/// One HTTP answer as a value.
public struct NetworkResponse: Sendable, Hashable {
    /// The status, 100 to 599.
    public let status: Int
    /// The URL that answered, after redirects.
    public let url: URL
    /// The whole body.
    public let body: Data
    /// The headers, by their names in lowercase.
    public let headers: [String: String]

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
    public var withoutBody: NetworkResponse {
        NetworkResponse(status: status, url: url, headers: headers)
    }

    /// The value of a header.
    ///
    /// - Parameter name: The header's name, in any case.
    /// - Returns: Its value, `nil` when the answer has none.
    public func header(_ name: String) -> String? {
        headers[name.lowercased()]
    }
}
