import Foundation
import Mocks
import Testing

@testable import Cloud
@testable import Core

/// A sender of Lemmy's entries, before a server that is told what to say.
struct LemmyWritingWorld {
    static let site = Site.lemmy("example.com")
    static let me = AccountKey(site: site, name: "7")
    static let now = Date(timeIntervalSince1970: 1_700_000_000)
    /// The seconds since the attempt.
    static let age = 100.0

    let server: PathScript
    let clock = ManualClock()
    let accounts: MockOutboxAccounts
    let sender: LemmyOutboxSender

    init(date: String? = "Tue, 14 Nov 2023 22:13:20 GMT") throws {
        server = PathScript(date: date)
        let requests = NetworkRequestProvider(transport: server, time: clock)
        accounts = MockOutboxAccounts(OutboxWriter(requests: requests, name: "me", id: "7"))
        sender = LemmyOutboxSender(
            endpoints: try LemmyEndpointProvider(host: "example.com"), accounts: accounts, time: clock)
        server.on("/api/v3/site", json: Self.signedIn)
        server.on("/api/v3/post", json: #"{"post_view":\#(Self.post())}"#)
        server.on("/api/v3/community", json: #"{"community_view":{"community":{"id":3},"subscribed":"NotSubscribed"}}"#)
        thread([])
        own()
    }

    static let signedIn = #"{"site_view":{},"my_user":{"local_user_view":{"person":{"id":7,"name":"me"}}}}"#

    /// Sets the list of what the account has written.
    func own(comments: [String] = [], posts: [String] = []) {
        let end = #"{"comments":[],"posts":[]}"#
        server.on(
            "/api/v3/user",
            json: #"{"comments":[\#(comments.joined(separator: ","))],"posts":[\#(posts.joined(separator: ","))]}"#,
            end)
    }

    func thread(_ comments: [String]) {
        server.on(
            "/api/v3/comment/list", json: #"{"comments":[\#(comments.joined(separator: ","))]}"#, #"{"comments":[]}"#)
    }

    func request(
        _ kind: OutboxEntry.Kind, _ target: String? = "12", as thing: StatusTarget.Kind = .post, value: String? = nil,
        _ text: OutboxText? = nil, isInDoubt: Bool = false, claimed: Set<String> = []
    ) throws -> OutboxRequest {
        let now = OutboxTime(date: Self.now, boot: "boot", uptime: 1000)
        var entry = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-1"), account: Self.me, kind: kind,
            payload: try text?.payload() ?? RawJSON("{}"),
            target: target.map { StatusTarget(thing, site: Self.site, native: $0) },
            field: OutboxEntry.laneField(of: kind), thing: target ?? "", value: value,
            policy: WritingRules.lemmy.policy(of: kind), at: now)
        if isInDoubt {
            let attempt = OutboxTime(date: Self.now - Self.age, boot: "boot", uptime: 1000 - Self.age)
            (entry.doubtfulSince, entry.lastAttempt) = (attempt, attempt)
        }
        return OutboxRequest(entry, target: target, claimed: claimed, at: now)
    }

    /// The same about the post 12.
    func request(
        _ kind: OutboxEntry.Kind, _ text: OutboxText, isInDoubt: Bool = false
    ) throws -> OutboxRequest {
        try request(kind, "12", text, isInDoubt: isInDoubt)
    }

    // MARK: Answers

    static func comment(
        _ id: Int, path: String, by creator: Int = 7, _ content: String = "words", after seconds: Double = 1,
        more: String = ""
    ) -> String {
        #"{"comment":{"id":\#(id),"creator_id":\#(creator),"post_id":12,"path":"\#(path)","content":"\#(content)","#
            + #""published":"\#(date(after: seconds))"\#(more)},"post":{"id":12}}"#
    }

    static func post(
        _ id: Int = 12, by creator: Int = 9, _ name: String = "title", body: String? = nil, url: String? = nil,
        community: Int = 3, after seconds: Double = 1, more: String = "", view: String = ""
    ) -> String {
        let parts = [body.map { #","body":"\#($0)""# }, url.map { #","url":"\#($0)""# }].compactMap(\.self).joined()
        return #"{"post":{"id":\#(id),"creator_id":\#(creator),"name":"\#(name)","community_id":\#(community),"#
            + #""published":"\#(date(after: seconds))"\#(parts)\#(more)}\#(view)}"#
    }

    /// The server's date so many seconds after the attempt, which was at 22:11:40.
    private static func date(after seconds: Double) -> String {
        let all = 22 * 3600 + 11 * 60 + 40 + Int(seconds)
        func two(_ number: Int) -> String { String(number).zeroPadded(to: 2) }
        return "2023-11-14T\(two(all / 3600)):\(two(all / 60 % 60)):\(two(all % 60)).123456Z"
    }
}
