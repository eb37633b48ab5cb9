public import Foundation

/// A request as the server received it.
public struct DemoRequest: Sendable, Hashable {
    /// The method in capitals, such as `GET`.
    public let method: String
    /// The path with percent escapes removed and without the query.
    public let path: String
    /// Path and query exactly as they were sent.
    public let target: String
    /// The query's items in their order, with percent escapes removed.
    public let query: [URLQueryItem]
    /// The headers as they were sent; of a repeated one, the values are joined by commas.
    public let headers: [String: String]

    /// The value of a query item, or nil when it is not there.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The value of a header, in whatever case its name is written, or nil when it is not there.
    public func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}
