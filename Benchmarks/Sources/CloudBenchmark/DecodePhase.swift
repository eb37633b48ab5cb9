import Cloud
import Core
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A listing of a hundred posts: Lantern's decoder beside Foundation's two.
struct DecodePhase {
    let base: URL
    let count: Int
    let rounds: Int

    func run() async throws -> [Figure] {
        let address = base.appending(path: "/r/all/new.json")
            .appending(queryItems: [
                URLQueryItem(name: "limit", value: "100"), URLQueryItem(name: "raw_json", value: "1"),
            ])
        let (body, _) = try await URLSession.shared.data(for: URLRequest(url: address))
        let backend = try Backend.redditJSON(
            base: base, profile: .demo, requests: PreparedAnswer(address, body))
        guard let provider = backend.posts?.provider else { preconditionFailure("Reddit's JSON has posts.") }
        // A page behind the first, which is only decoded; a first page is hashed as well, to be recognised next time.
        let request = PageRequest(feed: Feed(site: .demo), cursor: PageCursor(rawValue: "t3_before"), limit: 100)
        let first = PageRequest(feed: Feed(site: .demo), limit: 100)
        let decoder = JSONDecoder()

        try compare(try await provider.fetchPage(request), try decoder.decode(PlainListing.self, from: body))
        var times: [[Double]] = [[], [], [], []]
        let clock = ContinuousClock()
        for _ in 0..<rounds {
            var totals = [Duration.zero, .zero, .zero, .zero]
            for turn in 0..<count {
                for side in (0..<4).map({ ($0 + turn) % 4 }) {
                    let begin = clock.now
                    switch side {
                    case 0: _ = try await provider.fetchPage(request)
                    case 3: _ = try await provider.fetchPage(first)
                    case 1: _ = try decoder.decode(PlainListing.self, from: body).posts
                    default: _ = try JSONSerialization.jsonObject(with: body)
                    }
                    totals[side] += clock.now - begin
                }
            }
            for side in 0..<4 { times[side].append(totals[side].milliseconds / Double(count)) }
        }
        let name = "a listing of 100 posts, \(body.count / 1000) KB, beside"
        return [
            Figure(name: "\(name) JSONDecoder into an equal struct", ours: times[0], theirs: times[1], limit: 1),
            Figure(name: "\(name) JSONSerialization, into no struct", ours: times[0], theirs: times[2], limit: nil),
            Figure(
                name: "the same as a first page, hashed too, beside JSONDecoder", ours: times[3], theirs: times[1],
                limit: 1),
        ]
    }

    /// Both sides have read the same.
    private func compare(_ page: Page, _ listing: PlainListing) throws {
        let plain = listing.posts
        try check(page.posts.count == 100 && page.issues.isEmpty, "\(page.posts.count) posts, \(page.issues)")
        try check(page.posts.map(\.id.native) == plain.map(\.name), "the ids differ")
        try check(page.posts.map(\.title) == plain.map(\.title), "the titles differ")
        try check(page.posts.map(\.score) == plain.map(\.score), "the scores differ")
        try check(page.posts.map(\.commentCount) == plain.map(\.comments), "the numbers of comments differ")
        try check(page.posts.map(\.author) == plain.map(\.author), "the authors differ")
        try check(page.posts.map { $0.created?.timeIntervalSince1970 } == plain.map(\.created), "the dates differ")
        let (ours, theirs) = (page.posts.map(\.media.previews.count), plain.map(\.previewCount))
        let differing = zip(ours, theirs).filter { $0 != $1 }.count
        // A crosspost shows its parent's, and a removed post none.
        try check(differing < 20, "the previews differ in \(differing) posts")
    }
}

/// Answers every request with the same body, at once.
private struct PreparedAnswer: RequestProvider {
    let answer: NetworkResponse

    init(_ url: URL, _ body: Data) {
        answer = NetworkResponse(
            status: 200, url: url, headers: ["Content-Type": "application/json; charset=UTF-8"], body: body)
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse { answer }

    func shutDown() async {}
}
