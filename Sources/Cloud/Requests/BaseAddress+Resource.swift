import Core
import Foundation

extension BaseAddress {
    /// The request for what a link of a post leads to: an image, a video.
    ///
    /// - Parameters:
    ///   - link: A link that ``link(for:on:)`` made.
    ///   - site: The site whose server lives here.
    /// - Returns: A GET request that takes any bytes but a page of HTML.
    /// - Throws: `DataError` with the code `invalidInput` for a link that is none or that must not be followed: posts
    ///   come from anybody.
    func resource(_ link: ResourceLink, on site: Site) throws(DataError) -> NetworkRequest {
        guard !link.isRelative || link.site == site else {
            throw DataError(
                .invalidInput,
                message: "'\(link)' is a path of the site '\(link.site)', and this backend is of '\(site)'. "
                    + "Register one for each site in a RoutingEndpointProvider.")
        }
        guard let url = url(for: link, on: site) else {
            throw DataError(.invalidInput, message: "'\(link)' is no link: use a path or an http or https URL.")
        }
        guard mayLead(to: url) else {
            throw DataError(
                .invalidInput,
                message: "A post's link to this device itself, or with a user or a password, is not asked for.")
        }
        return NetworkRequest(url, expectation: .data)
    }

    /// The URL of a path with a query.
    ///
    /// - Parameters:
    ///   - path: A path from the base, encoded.
    ///   - query: Names and values, not encoded yet.
    /// - Returns: The URL, with the query in the order of its names; `nil` when they make none.
    func url(_ path: String, query: [String: String]) -> URL? {
        URL(string: text(query.isEmpty ? path : "\(path)?\(PercentEncoding.query(query))"))
    }
}
