public import Core
import Foundation

/// Looks subreddits and users up by Reddit's JSON, or on a server that speaks it.
///
/// | answer | means |
/// | --- | --- |
/// | a `t5` or a `t2` | there is one; a `t2` may say that its account is suspended |
/// | 403 with JSON | there is one, which is `private`, `quarantined` and so on by its `reason` |
/// | 404, a redirect to `/subreddits/search` | there is none |
public struct RedditOnlineSourceProvider: OnlineSourceProvider {
    /// Whose sources it looks up.
    public let site: Site

    private let endpoints: RedditEndpointProvider
    private let reader: AnswerReader

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose sources they are; those of the site of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: What asks.
    public init(site: Site? = nil, endpoints: RedditEndpointProvider, requests: any RequestProvider) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
    }

    /// Asks whether there is a source, and what Reddit says of it.
    ///
    /// - Parameter request: Which source, of this provider's site.
    /// - Returns: What Reddit says, with the name as it spells it.
    /// - Throws: `NetworkError` with the code `notFound` when there is none, another one when there is no answer that can
    ///   be read; `DataError` with the code `invalidInput` when the request cannot be made; `CancellationError`.
    public func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try request.check(site)
        let networkRequest = try endpoints.source(request)
        let context = RedditObject.Context(site: site, text: RedditText(of: networkRequest), endpoints: endpoints)
        let decoder = RedditSourceDecoder(context: context)
        do {
            return try await reader.value(of: networkRequest) { response in
                try RedditPages.checkIsNoSearch(response)
                return try decoder.description(from: response.body, of: request.name)
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
