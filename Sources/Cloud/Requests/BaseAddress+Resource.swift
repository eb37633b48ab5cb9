public import Core
public import Foundation

extension BaseAddress {
    /// The URL of a path with a query.
    ///
    /// - Parameters:
    ///   - path: A path from the base, encoded.
    ///   - query: Names and values, not encoded yet.
    /// - Returns: The URL, with the query in the order of its names; `nil` when they make none.
    public func url(_ path: String, query: [String: String] = [:]) -> URL? {
        URL(string: text(query.isEmpty ? path : "\(path)?\(PercentEncoding.query(query))"))
    }

    /// A request for JSON.
    ///
    /// - Parameters:
    ///   - path: A path from the base, encoded.
    ///   - query: Names and values, not encoded yet.
    ///   - priority: Who waits.
    /// - Returns: A GET request.
    /// - Throws: `DataError` with the code `invalidInput` when they make no address.
    public func request(
        _ path: String, query: [String: String] = [:], priority: RequestPriority = .userInitiated
    ) throws(DataError) -> NetworkRequest {
        guard let url = url(path, query: query) else {
            throw DataError(.invalidInput, message: "What was asked for makes no address.")
        }
        return NetworkRequest(url, headers: ["Accept": "application/json"], priority: priority)
    }
}

extension BaseAddress: EndpointProvider {
    /// The request for what a link of a post leads to: an image, a video.
    ///
    /// - Parameter link: A link that ``link(for:)`` made.
    /// - Returns: A GET request that takes any bytes but a page of HTML.
    /// - Throws: `DataError` with the code `invalidInput` for a link that is none, that is a path of another site, or
    ///   that must not be followed: posts come from anybody.
    public func request(for link: ResourceLink) throws(DataError) -> NetworkRequest {
        guard !link.isRelative || link.site == site else {
            throw DataError(
                .invalidInput,
                message: "'\(link)' is a path of the site '\(link.site)', and this backend is of '\(site)'. "
                    + "Register one for each site in a RoutingEndpointProvider.")
        }
        guard let url = url(for: link) else {
            throw DataError(.invalidInput, message: "'\(link)' is no link: use a path or an http or https URL.")
        }
        guard mayLead(to: url) else {
            throw DataError(
                .invalidInput,
                message: "A post's link to this device itself, or with a user or a password, is not asked for.")
        }
        return NetworkRequest(url, expectation: .data)
    }
}
