package import Core
import Foundation

/// A provider that looks up communities and users on a Lemmy server.
///
/// What was deleted or removed counts as unknown. A community of another server that nobody here has ever subscribed to
/// is unknown to this one as well, and there is no asking further without an account.
package struct LemmyOnlineSourceProvider: OnlineSourceProvider {
    package let site: Site

    private let endpoints: LemmyEndpointProvider
    private let reader: AnswerReader

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the sources; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    package init(site: Site? = nil, endpoints: LemmyEndpointProvider, requests: any RequestProvider) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
    }

    package func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try request.check(site)
        let networkRequest = try endpoints.source(request)
        let context = LemmyObject.Context(site: site, endpoints: endpoints)
        return try await reader.value(of: networkRequest) { response in
            try Self.description(from: response.body, of: request.name.kind, context, for: response.account)
        }
    }

    private static func description(
        from body: Data, of kind: FeedKind, _ context: LemmyObject.Context, for account: AccountKey?
    ) throws(NetworkError) -> SourceDescription {
        let isUser = kind == .user
        let root = try LemmyListingDecoder.root(of: body)
        guard let view = LemmyObject(root[isUser ? "person_view" : "community_view"], context: context),
            let actor = view.object(isUser ? "person" : "community"), let text = actor.actor
        else {
            let reason = "no view of a \(isUser ? "person" : "community") with a name"
            throw NetworkError(.malformed, underlying: JSONError(reason: reason, offset: 0))
        }
        guard actor.bool("deleted") != true, actor.bool("removed") != true else { throw NetworkError(.notFound) }
        let name: SourceName
        do {
            name = try LemmyEndpointProvider.checked(SourceName(kind, text))
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
        var description = SourceDescription(
            name: name, title: actor.string(isUser ? "display_name" : "title"), isNSFW: actor.bool("nsfw"),
            subscriberCount: view.object("counts")?.int("subscribers"))
        if !isUser {
            var confirmed = AnswerConfirmation(account, isProven: false)
            confirmed.note(.community(name.text, on: context.site)) {
                let isSubscribed = LemmyObject.isSubscribed(view.string("subscribed"))
                return (ConfirmedValues(isSubscribed: isSubscribed), isProof: isSubscribed == true)
            }
            description.confirmation = confirmed.confirmation
        }
        return description
    }
}
