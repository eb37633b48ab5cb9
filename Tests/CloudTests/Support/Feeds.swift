import Cloud
import Core
import Foundation
import Mocks

/// Text as XML writes it.
func xmlEscaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
}

/// An entry of an Atom feed, its parts as XML in Reddit's order; a good one, with some replaced or left out.
func entryXML(_ parts: KeyValuePairs<String, String?> = [:]) -> String {
    let page = "https://www.reddit.com/r/swift/comments/one/a_title/"
    let order = ["author", "category", "content", "id", "media:thumbnail", "link", "updated", "published", "title"]
    var all = [
        "author": "<author><name>/u/ann</name><uri>https://www.reddit.com/user/ann</uri></author>",
        "category": #"<category term="swift" label="r/swift"/>"#,
        "content": contentXML(link: "https://example.com/a"),
        "id": "<id>t3_one</id>", "link": #"<link href="\#(page)" />"#,
        "updated": "<updated>2026-07-11T05:57:00+00:00</updated>",
        "published": "<published>2026-07-11T05:57:00+00:00</published>", "title": "<title>A title</title>",
    ]
    for (name, part) in parts { all[name] = part }
    return "<entry>" + order.compactMap { all[$0] }.joined() + "</entry>"
}

/// A content as Reddit makes it: an author's text as HTML, and behind it who posted what.
func contentXML(
    text: String? = nil, link: String? = nil, image: String? = nil,
    page: String = "https://www.reddit.com/r/swift/comments/one/a_title/"
) -> String {
    var html = text.map { #"<!-- SC_OFF --><div class="md">\#($0)</div><!-- SC_ON --> "# } ?? ""
    html += #"&#32; submitted by &#32; <a href="https://www.reddit.com/user/ann"> /u/ann </a> <br/> "#
    if let link { html += #"<span><a href="\#(xmlEscaped(link))">[link]</a></span> &#32; "# }
    html += #"<span><a href="\#(page)">[comments]</a></span>"#
    if let image {
        html =
            #"<table> <tr><td> <a href="\#(page)"> <img src="\#(xmlEscaped(image))" alt="x" title="x" /> </a> </td>"#
            + "<td> \(html) </td></tr></table>"
    }
    return #"<content type="html">\#(xmlEscaped(html))</content>"#
}

/// An Atom feed as Reddit writes it.
func atomFeed(_ entries: [String]) -> String {
    #"<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" "#
        + #"xmlns:media="http://search.yahoo.com/mrss/"><category term="swift" label="r/swift"/>"#
        + "<updated>2026-07-11T06:11:15+00:00</updated><id>/r/swift/.rss</id><title>hot : swift</title>"
        + entries.joined() + "</feed>"
}

/// Returns what a provider decodes from a feed.
func feedPage(_ body: String, limit: Int = 25, baseURL: URL? = nil) async throws -> Page {
    let endpoints = try baseURL.map { try RedditFeedEndpointProvider(baseURL: $0) } ?? RedditFeedEndpointProvider()
    let provider = RedditFeedOnlinePostProvider(endpoints: endpoints, requests: CannedRequests(body))
    return try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit), limit: limit))
}

/// Returns what a provider decodes from one entry.
func feedPost(_ parts: KeyValuePairs<String, String?> = [:]) async throws -> Post? {
    try await feedPage(atomFeed([entryXML(parts)])).posts.first
}

/// Damages a text: bytes are changed, left out or doubled, or the end is cut off.
func damaged(_ text: String, by random: SeededRandomSource) -> Data {
    var bytes = Array(text.utf8)
    for _ in 0..<(1 + Int(random.next() % 4)) where !bytes.isEmpty {
        let index = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 6 {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(bytes[index], at: index)
        case 3: bytes.removeLast(Int(random.next() % UInt64(bytes.count)) / 8)
        case 4: bytes[index] = Array("<>&\"{}[],:;0".utf8)[Int(random.next() % 12)]
        default:
            let end = min(index + Int(random.next() % 40), bytes.count)
            bytes.replaceSubrange(index..<end, with: bytes[index..<end].reversed())
        }
    }
    return Data(bytes)
}

/// Answers with bytes that no string need hold.
struct ByteRequests: RequestProvider {
    let body: Data

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        NetworkResponse(status: 200, url: request.url, body: body)
    }

    func shutDown() async {}
}
