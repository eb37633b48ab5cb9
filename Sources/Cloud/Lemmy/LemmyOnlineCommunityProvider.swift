package import Core
import Foundation

/// A provider of the descriptions of communities on a Lemmy server.
///
/// Lemmy's communities have no list of rules: people write them into the description.
package struct LemmyOnlineCommunityProvider: OnlineCommunityProvider {
    package let site: Site

    private let endpoints: LemmyEndpointProvider
    private let reader: AnswerReader

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the communities; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    package init(site: Site? = nil, endpoints: LemmyEndpointProvider, requests: any RequestProvider) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
    }

    package func description(_ request: CommunityRequest) async throws -> ResourceAnswer<CommunityDescription> {
        var networkRequest = try endpoints.source(try request.source(on: site))
        networkRequest.sender = request.sender
        networkRequest.headers.merge(request.revision?.conditions ?? [:]) { own, _ in own }
        let context = LemmyObject.Context(site: site, endpoints: endpoints)
        // Nobody is subscribed to nothing: what the server says then means nobody.
        let isSomebody = request.sender != .nobody
        return try await reader.value(of: networkRequest) { response in
            if response.status == 304 { return .unchanged }
            return .value(
                try Self.description(from: response.body, isSomebody: isSomebody, context),
                revision: ResourceRevision(of: response))
        }
    }

    private static func description(
        from body: Data, isSomebody: Bool, _ context: LemmyObject.Context
    ) throws(NetworkError) -> CommunityDescription {
        let root = try LemmyListingDecoder.root(of: body)
        guard let view = LemmyObject(root["community_view"], context: context),
            let community = view.object("community"), let name = community.actor
        else {
            throw NetworkError(
                .malformed, underlying: JSONError(reason: "no view of a community with a name", offset: 0))
        }
        guard community.bool("deleted") != true, community.bool("removed") != true else {
            throw NetworkError(.notFound)
        }
        let subscribed = view.string("subscribed").map { $0 != "NotSubscribed" }
        return CommunityDescription(
            name: name, title: community.nonEmptyString("title"), text: community.nonEmptyString("description"),
            subscriberCount: view.object("counts")?.int("subscribers"),
            isSubscribed: isSomebody ? subscribed : nil, isNSFW: community.bool("nsfw"),
            created: community.date("published"))
    }
}
