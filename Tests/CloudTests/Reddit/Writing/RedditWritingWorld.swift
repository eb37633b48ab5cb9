import Foundation
import Mocks
import Synchronization
import Testing

@testable import Cloud
@testable import Core

/// A sender of Reddit's entries, before a server that is told what to say.
struct RedditWritingWorld {
    static let me = AccountKey(site: .reddit, name: "t2_me")
    /// The server's date when a look begins, and ours.
    static let now = Date(timeIntervalSince1970: 1_700_000_000)
    /// The seconds since the attempt.
    static let age = 100.0
    /// The server's date of the attempt.
    static let attempt = now.timeIntervalSince1970 - age

    let server: PathScript
    let clock = ManualClock()
    let accounts: MockOutboxAccounts
    let sender: RedditOutboxSender

    init(date: String? = "Tue, 14 Nov 2023 22:13:20 GMT", name: String? = "me", known: (any KnownThings)? = nil) throws
    {
        server = PathScript(date: date)
        let requests = NetworkRequestProvider(transport: server, time: clock)
        accounts = MockOutboxAccounts(OutboxWriter(requests: requests, name: name, id: "me"))
        sender = RedditOutboxSender(
            endpoints: try RedditEndpointProvider(baseURL: url("https://api.example.com/v"), dialect: .oauth),
            accounts: accounts, known: known, time: clock)
        server.on("/v/api/v1/me", json: #"{"name":"me","id":"me"}"#)
    }

    /// An entry with its request; of one in doubt nobody knows what became of the attempt.
    func request(
        _ kind: OutboxEntry.Kind, _ target: String? = "t3_p", value: String? = nil, _ text: OutboxText? = nil,
        isInDoubt: Bool = false, boot: String = "boot", claimed: Set<String> = []
    ) throws -> OutboxRequest {
        let now = OutboxTime(date: Self.now, boot: "boot", uptime: 1000)
        var entry = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-1"), account: Self.me, kind: kind,
            payload: try text?.payload() ?? RawJSON("{}"), field: OutboxEntry.laneField(of: kind),
            thing: target ?? "", value: value, policy: WritingRules.reddit.policy(of: kind), at: now)
        if isInDoubt {
            let attempt = OutboxTime(date: Self.now - Self.age, boot: boot, uptime: 1000 - Self.age)
            (entry.doubtfulSince, entry.lastAttempt) = (attempt, attempt)
        }
        return OutboxRequest(entry, target: target, claimed: claimed, at: now)
    }

    // MARK: Answers

    /// A comment as Reddit writes it.
    static func comment(
        _ name: String, below parent: String, by author: String = "me", _ body: String = "words",
        at created: Double = attempt + 1, locked: Bool = false, replies: [String] = []
    ) -> String {
        let below = replies.isEmpty ? #""""# : listing(replies)
        let full = author == "[deleted]" ? "" : #""author_fullname":"t2_\#(author)","#
        return #"{"kind":"t1","data":{"name":"\#(name)","parent_id":"\#(parent)","author":"\#(author)",\#(full)"#
            + #""body":\#(quoted(body)),"created_utc":\#(created),"locked":\#(locked),"link_id":"t3_p","replies":\#(below)}}"#
    }

    /// A post as Reddit writes it.
    static func post(
        _ name: String = "t3_p", by author: String = "you", _ title: String = "title", text: String = "",
        url: String? = nil, in subreddit: String = "swift", at created: Double = attempt + 1, more: String = ""
    ) -> String {
        let link = url ?? "https://www.reddit.com/r/swift/comments/p/"
        return #"{"kind":"t3","data":{"name":"\#(name)","author":"\#(author)","author_fullname":"t2_\#(author)","#
            + #""title":\#(quoted(title)),"selftext":\#(quoted(text)),"is_self":\#(url == nil),"url":"\#(link)","#
            + #""subreddit":"\#(subreddit)","created_utc":\#(created)\#(more)}}"#
    }

    static func listing(_ things: [String], after: String? = nil) -> String {
        let cursor = after.map { "\"\($0)\"" } ?? "null"
        return #"{"kind":"Listing","data":{"after":\#(cursor),"children":[\#(things.joined(separator: ","))]}}"#
    }

    static func thread(_ post: String = post(), _ comments: [String] = []) -> String {
        "[\(listing([post])),\(listing(comments))]"
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)  // Every text can be written.
    }
}

/// Passes requests on, but for a list without end, whose pages it counts.
final class EndlessRequests: RequestProvider {
    private let requests: NetworkRequestProvider
    private let count = Mutex(0)

    init(world: RedditWritingWorld) {
        requests = NetworkRequestProvider(transport: world.server, time: world.clock)
    }

    var pages: Int { count.withLock { $0 } }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        guard request.url.path().hasPrefix("/v/user/") else { return try await requests.response(to: request) }
        let page = count.withLock { count in
            count += 1
            return count
        }
        let newer = RedditWritingWorld.comment("t1_n\(page)", below: "t3_q", at: RedditWritingWorld.attempt + 10)
        let body = RedditWritingWorld.listing([newer], after: "t1_n\(page)")
        return NetworkResponse(status: 200, url: request.url, body: Data(body.utf8))
    }

    func shutDown() async {}
}

/// Keeps dates.
final class Told: Sendable {
    private let told = Mutex<[Date]>([])

    var dates: [Date] { told.withLock { $0 } }

    func add(_ date: Date) { told.withLock { $0.append(date) } }
}
