import Cloud
import Core
import Foundation
import Testing

/// Requests for threads.
struct RedditThreadRequestTests {
    private func request(
        _ native: String, sort: CommentSort? = nil, limit: Int? = nil
    ) throws -> NetworkRequest {
        let post = Post.ID(site: .reddit, native: native)
        let request = ThreadRequest(post: post, sort: sort, limit: limit, priority: .background)
        return try RedditEndpointProvider().thread(request)
    }

    @Test(
        arguments: [
            ("t3_3hahrw", nil, nil, "/comments/3hahrw.json?raw_json=1"),
            ("3hahrw", nil, nil, "/comments/3hahrw.json?raw_json=1"),
            ("t3_a", .confidence, nil, "/comments/a.json?raw_json=1&sort=confidence"),
            ("t3_a", .qa, 50, "/comments/a.json?limit=50&raw_json=1&sort=qa"),
            ("t3_a", .old, 0, "/comments/a.json?limit=1&raw_json=1&sort=old"),
            ("t3_a", nil, 501, "/comments/a.json?limit=500&raw_json=1"),
            ("t3_a", CommentSort(rawValue: "live"), nil, "/comments/a.json?raw_json=1&sort=live"),
        ] as [(String, CommentSort?, Int?, String)])
    func requestsAreExact(_ native: String, _ sort: CommentSort?, _ limit: Int?, _ path: String) throws {
        let request = try request(native, sort: sort, limit: limit)
        #expect(request.url.absoluteString == "https://www.reddit.com" + path)
        #expect(request.method == .get && request.body == nil && request.priority == .background)
        #expect(request.expectation == .json)
        #expect(request.headers == ["Accept": "application/json"])
    }

    @Test(arguments: CommentSort.allCases) func everyOrderIsAskedForByItsWord(_ sort: CommentSort) throws {
        #expect(try request("t3_a", sort: sort).url.query()?.hasSuffix("&sort=\(sort.rawValue)") == true)
    }

    @Test(arguments: ["", "t3_", "..", "t3_../x", "a/b", "t3_a?b", "a b", "é", "t3_a%2Fb", "t3_a.json"])
    func anInvalidIDIsNotRequested(_ native: String) {
        let error = #expect(throws: DataError.self) { try request(native) }
        #expect(error?.code == .invalidInput)
    }

    @Test func aThreadOfAnotherSiteIsNotAskedFor() async {
        let requests = CannedRequests("")
        let provider = RedditOnlineCommentProvider(endpoints: RedditEndpointProvider(), requests: requests)
        let error = await #expect(throws: DataError.self) {
            try await provider.fetchThread(ThreadRequest(post: Post.ID(site: .demo, native: "t3_a")))
        }
        #expect(error?.code == .invalidInput)
        #expect(requests.request == nil)
    }
}
