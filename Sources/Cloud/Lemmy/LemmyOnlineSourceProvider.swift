public import Core
import Foundation

/// Looks communities and users up on a Lemmy server.
///
/// What was deleted or removed counts as unknown. A community of another server that nobody here has ever subscribed to
/// is unknown to this one as well, and there is no asking further without an account.
public struct LemmyOnlineSourceProvider: OnlineSourceProvider {
    /// Whose sources it looks up.
    public let site: Site

    private let endpoints: LemmyEndpointProvider
    private let reader: AnswerReader

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: Whose sources they are; those of the site of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: What asks.
    public init(site: Site? = nil, endpoints: LemmyEndpointProvider, requests: any RequestProvider) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
    }

    /// Asks whether there is a source, and what the server says of it.
    ///
    /// - Parameter request: Which source, of this provider's site.
    /// - Returns: What the server says; the name with a host where it lives on another server.
    /// - Throws: `NetworkError` with the code `notFound` when there is none, another one when there is no answer that can
    ///   be read; `DataError` with the code `invalidInput` when the request cannot be made; `CancellationError`.
    public func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try request.check(site)
        let networkRequest = try endpoints.source(request)
        let context = LemmyObject.Context(site: site, endpoints: endpoints)
        return try await reader.value(of: networkRequest) { response in
            try Self.description(from: response.body, of: request.name.kind, context)
        }
    }

    private static func description(
        from body: Data, of kind: FeedKind, _ context: LemmyObject.Context
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
        return SourceDescription(
            name: name, title: actor.string(isUser ? "display_name" : "title"), isNSFW: actor.bool("nsfw"),
            subscriberCount: view.object("counts")?.int("subscribers"))
    }
}
