package import Core
import Foundation

/// A provider of the descriptions and rules of subreddits by Reddit's JSON, or on a server that speaks it.
///
/// A description is two requests: the subreddit and its rules. Where the server has no list of rules, that is not known;
/// where the list fails otherwise, the whole fails, so that known rules are not lost. There is no revision, as one of
/// two answers would not be enough.
package struct RedditOnlineCommunityProvider: OnlineCommunityProvider {
    package let site: Site

    private let endpoints: RedditEndpointProvider
    private let reader: AnswerReader

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the communities; that of `endpoints` by default.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests.
    package init(site: Site? = nil, endpoints: RedditEndpointProvider, requests: any RequestProvider) {
        self.site = site ?? endpoints.site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
    }

    package func description(_ request: CommunityRequest) async throws -> ResourceAnswer<CommunityDescription> {
        let source = try request.source(on: site)
        var (about, list) = (try endpoints.source(source), try endpoints.rules(of: source))
        (about.sender, list.sender) = (request.sender, request.sender)
        let context = RedditObject.Context(site: site, text: RedditText(of: about), endpoints: endpoints)
        let decoder = RedditCommunityDecoder(context: context)
        var description = try await reader.value(of: about) { response in
            try RedditPages.checkIsNoSearch(response)
            return try decoder.description(from: response.body)
        }
        do {
            description.rules = try await reader.value(of: list) { try decoder.rules(from: $0.body) }
        } catch let error as NetworkError where error.code == .notFound || error.code == .forbidden {
            // The community was shown a moment ago, so it is only the list that the server does not have.
        }
        return .value(description)
    }
}

/// Reads what Reddit says of a subreddit (`t5`) and of its rules.
struct RedditCommunityDecoder {
    /// The site, the texts and the links that the answer is read with.
    let context: RedditObject.Context

    /// Reads a subreddit.
    ///
    /// - Parameter body: The answer.
    /// - Returns: Its description, without rules.
    /// - Throws: `NetworkError` with the code `malformed` when it is no `t5` with a name.
    func description(from body: Data) throws(NetworkError) -> CommunityDescription {
        let root = try Self.root(of: body)
        guard root["kind"]?.string == "t5", let thing = RedditObject(root["data"], context: context),
            let name = thing.nonEmptyString("display_name")
        else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no t5 with a name", offset: 0))
        }
        return CommunityDescription(
            name: name, title: thing.nonEmptyString("title"),
            text: thing.nonEmptyString("description") ?? thing.nonEmptyString("public_description"),
            subscriberCount: thing.int("subscribers"), isSubscribed: thing.bool("user_is_subscriber"),
            isNSFW: thing.bool("over18") ?? thing.bool("over_18"), created: thing.date("created_utc"))
    }

    /// Reads the rules of a subreddit.
    ///
    /// - Parameter body: The answer.
    /// - Returns: The rules in their order; one without a name is left out.
    /// - Throws: `NetworkError` with the code `malformed` when there is no list.
    func rules(from body: Data) throws(NetworkError) -> [CommunityRule] {
        guard let root = RedditObject(try Self.root(of: body), context: context), root["rules"]?.elements != nil else {
            throw NetworkError(.malformed, underlying: JSONError(reason: "no list of rules", offset: 0))
        }
        let rules = root.objects("rules").enumerated().sorted { left, right in
            (left.element.int("priority") ?? left.offset, left.offset)
                < (right.element.int("priority") ?? right.offset, right.offset)
        }
        return rules.compactMap { rule in
            rule.element.nonEmptyString("short_name").map {
                CommunityRule($0, text: rule.element.nonEmptyString("description"))
            }
        }
    }

    private static func root(of body: Data) throws(NetworkError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
    }
}

extension CommunityRequest {
    /// The same as a request to look the community up.
    ///
    /// - Parameter site: The site of the provider.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for another site, and for a user.
    func source(on site: Site) throws(DataError) -> SourceRequest {
        let source = SourceRequest(name, on: self.site)
        try source.check(site)
        guard name.kind != .user else {
            throw DataError(.invalidInput, message: "'\(name)' is a user, and no community.")
        }
        return source
    }
}
