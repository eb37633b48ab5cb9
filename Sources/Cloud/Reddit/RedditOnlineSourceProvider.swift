package import Core
import Foundation

/// A provider that looks up subreddits and users by Reddit's JSON, or on a server that speaks it.
///
/// | answer | means |
/// | --- | --- |
/// | a `t5` or a `t2` | there is one; a `t2` may say that its account is suspended |
/// | 403 with JSON | there is one, which is `private`, `quarantined` and so on by its `reason` |
/// | 404, a redirect to `/subreddits/search` | there is none |
package struct RedditOnlineSourceProvider: OnlineSourceProvider {
    package let site: Site

    private let endpoints: RedditEndpointProvider
    private let reader: AnswerReader

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the sources; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    package init(site: Site? = nil, endpoints: RedditEndpointProvider, requests: any RequestProvider) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
    }

    package func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try request.check(site)
        let networkRequest = try endpoints.source(request)
        let context = RedditObject.Context(site: site, text: RedditText(of: networkRequest), endpoints: endpoints)
        let decoder = RedditSourceDecoder(context: context)
        do {
            return try await reader.value(of: networkRequest) { response in
                try RedditPages.checkIsNoSearch(response)
                return try decoder.description(from: response.body, of: request.name, for: response.account)
            }
        } catch let error as NetworkError {
            guard let restriction = SourceRestriction(error) else { throw error }
            return SourceDescription(name: request.name, restriction: restriction)
        }
    }
}

extension SourceRequest {
    /// Refuses a source of another site.
    func check(_ site: Site) throws(DataError) {
        guard site == self.site else {
            throw DataError(.invalidInput, message: "This is a source of \(self.site), and here is \(site).")
        }
    }
}
