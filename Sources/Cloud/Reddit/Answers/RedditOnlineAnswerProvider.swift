import Core
import Foundation

/// A provider of the answers to accounts of Reddit, or of a server in its place: the inbox without private messages.
///
/// | what is asked for | path |
/// | --- | --- |
/// | all | `/message/inbox` |
/// | what is not read | `/message/unread`, with `mark=false`: asking marks nothing |
///
/// (Source: Reddit's API documentation.)
struct RedditOnlineAnswerProvider: OnlineAnswerProvider {
    let site: Site

    private let endpoints: RedditEndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the answers.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests, with the session of the account that each is for.
    ///   - source: The name that pages give as their source; `reddit` by default.
    init(
        site: Site, endpoints: RedditEndpointProvider, requests: any RequestProvider, source: String = "reddit"
    ) {
        self.site = site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        self.source = source
    }

    func fetchAnswers(_ request: AnswerPageRequest) async throws -> AnswerPage {
        guard request.account.site == site else { throw DataError.wrongAccount(request.account, of: site) }
        let networkRequest = try endpoints.answers(request)
        let context = RedditObject.Context(site: site, text: RedditText(of: networkRequest), endpoints: endpoints)
        let decoder = RedditAnswerDecoder(context: context, account: request.account, source: source)
        return try await reader.value(of: networkRequest) { try decoder.page(from: $0.body) }
    }
}

extension RedditEndpointProvider {
    /// The request for one page of an inbox.
    ///
    /// - Parameter page: The account, and which page; the limit is clamped to 1 to 100.
    /// - Returns: A GET request that goes out as that account only.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func answers(_ page: AnswerPageRequest) throws(DataError) -> NetworkRequest {
        var query = ["raw_json": "1", "limit": String(min(max(page.limit, 1), 100)), "mark": "false"]
        query["after"] = page.cursor?.rawValue
        let path = (page.isUnreadOnly ? "/message/unread" : "/message/inbox") + dialect.suffix
        guard let url = base.url(path, query: query) else {
            throw DataError(.invalidInput, message: "'\(path)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: page.priority)
        request.errorPaths = RedditPages.errorPaths
        request.sender = .account(page.account)
        return request
    }
}

extension DataError {
    /// The error for an account of another site.
    static func wrongAccount(_ account: AccountKey, of site: Site) -> DataError {
        DataError(.invalidInput, message: "This is an account of '\(account.site)', and here is '\(site)'.")
    }
}
