import Cloud
import Core
import Foundation

/// A post as JSON: a good one, with some fields replaced or (with `nil`) left out.
func postJSON(_ fields: KeyValuePairs<String, String?> = [:]) -> String {
    var members = ["name": #""t3_one""#, "id": #""one""#, "title": #""A title""#]
    for (name, value) in fields { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
}

/// A listing of `t3` children.
func listing(_ posts: [String], after: String = "null") -> String {
    let children = posts.map { #"{"kind":"t3","data":\#($0)}"# }.joined(separator: ",")
    return
        #"{"kind":"Listing","data":{"after":\#(after),"before":null,"dist":\#(posts.count),"children":[\#(children)]}}"#
}

/// Returns what a provider decodes from an answer.
func page(_ body: String, baseURL: URL? = nil, site: Site = .reddit) async throws -> Page {
    let endpoints =
        try baseURL.map { try RedditEndpointProvider(baseURL: $0, site: site) } ?? RedditEndpointProvider(site: site)
    let provider = RedditOnlinePostProvider(endpoints: endpoints, requests: CannedRequests(body))
    return try await provider.fetchPage(PageRequest(feed: Feed(site: site)))
}

/// Returns what a provider decodes from one post.
func post(_ fields: KeyValuePairs<String, String?> = [:]) async throws -> Post? {
    try await page(listing([postJSON(fields)])).posts.first
}
