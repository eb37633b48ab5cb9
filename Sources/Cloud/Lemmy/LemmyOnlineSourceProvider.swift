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
        var (description, said) = try await reader.value(of: networkRequest) { response in
            try Self.description(from: response.body, of: request.name.kind, context, for: response.account)
        }
        if let account = said.unproven, try await isTaken(account, request.priority) { said.prove() }
        description.confirmation = said.confirmation
        return description
    }

    /// Whether the server still takes an account's token, so that an answer from before was to that account: it says to
    /// nobody, too, that they are not subscribed.
    private func isTaken(_ account: AccountKey, _ priority: RequestPriority) async throws -> Bool {
        do {
            return try await reader.value(of: try endpoints.validation(of: account, priority: priority)) { response in
                try response.json()["replies"]?.int != nil
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // Not swallowed: the look-up went well, and says nothing of the account.
            try Task.checkCancellation()
            return false
        }
    }

    private static func description(
        from body: Data, of kind: FeedKind, _ context: LemmyObject.Context, for account: AccountKey?
    ) throws(NetworkError) -> (SourceDescription, AnswerConfirmation) {
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
        let description = SourceDescription(
            name: name, title: actor.string(isUser ? "display_name" : "title"), isNSFW: actor.bool("nsfw"),
            subscriberCount: view.object("counts")?.int("subscribers"))
        var confirmed = AnswerConfirmation(account, isProven: false)
        if !isUser {
            confirmed.note(.community(name.text, on: context.site)) {
                let isSubscribed = LemmyObject.isSubscribed(view.string("subscribed"))
                return (ConfirmedValues(isSubscribed: isSubscribed), isProof: isSubscribed == true)
            }
        }
        return (description, confirmed)
    }
}

extension LemmyEndpointProvider {
    /// The request that a server answers only to somebody who is signed in: for how much is unread.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - priority: The priority.
    /// - Returns: A GET request that goes out as that account only.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    fileprivate func validation(
        of account: AccountKey, priority: RequestPriority
    ) throws(DataError) -> NetworkRequest {
        try unreadCount(AnswerPageRequest(account, priority: priority))
    }
}
