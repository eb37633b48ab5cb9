import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Descriptions of communities on a Lemmy server.
@Suite(.timeLimit(.minutes(5)))
struct LemmyCommunityTests {
    private let requests = MockRequestProvider()
    private let site = Site.lemmy("lemmy.example")

    private func view(_ community: String = "", subscribed: String = "Subscribed") -> String {
        #"""
        {"community_view":{"community":{"id":3,"name":"swift","title":"Swift","description":"Be kind.\n- No adverts",
        "removed":false,"deleted":false,"nsfw":false,"published":"2023-06-12T10:00:00.123456Z",
        "actor_id":"https://lemmy.example/c/swift","local":true\#(community)},"subscribed":"\#(subscribed)",
        "counts":{"subscribers":41}},"moderators":[]}
        """#
    }

    private func describe(
        _ body: String, status: Int = 200, headers: [String: String] = [:], sender: RequestSender = .current,
        revision: ResourceRevision? = nil
    ) async throws -> ResourceAnswer<CommunityDescription> {
        requests.onResponse.answers {
            NetworkResponse(status: status, url: $0.url, headers: headers, body: Data(body.utf8))
        }
        let provider = LemmyOnlineCommunityProvider(
            site: site, endpoints: try LemmyEndpointProvider(host: "lemmy.example"), requests: requests)
        return try await provider.description(
            CommunityRequest(SourceName(.subreddit, "swift"), on: site, sender: sender, revision: revision))
    }

    @Test func rulesStandInTheDescription() async throws {
        let answer = try await describe(view(), headers: ["ETag": "W/\"7\""])
        guard case .value(let value, let revision) = answer else {
            Issue.record("There is no description.")
            return
        }
        #expect(value.name == "swift" && value.title == "Swift" && value.text == "Be kind.\n- No adverts")
        #expect(value.rules == nil && value.subscriberCount == 41 && value.isSubscribed == true)
        #expect(value.isNSFW == false && value.created.map { Int($0.timeIntervalSince1970) } == 1_686_564_000)
        #expect(revision == ResourceRevision(tag: "W/\"7\""))
        #expect(
            requests.onResponse.calls.map(\.url.absoluteString) == [
                "https://lemmy.example/api/v3/community?name=swift"
            ])
    }

    @Test func anUnchangedDescriptionIsNotSentAgain() async throws {
        let revision = ResourceRevision(tag: "W/\"7\"")
        guard case .unchanged = try await describe("", status: 304, revision: revision) else {
            Issue.record("It has changed.")
            return
        }
        #expect(requests.onResponse.calls.first?.headers["If-None-Match"] == "W/\"7\"")
    }

    private static let words: [(String, RequestSender, Bool?)] = [
        ("Subscribed", .current, true), ("Pending", .current, true), ("NotSubscribed", .current, false),
        ("NotSubscribed", .nobody, nil),
    ]

    @Test(arguments: words)
    func whoLooksIsSubscribedOrNot(_ word: String, _ sender: RequestSender, _ isSubscribed: Bool?) async throws {
        guard case .value(let value, _) = try await describe(view(subscribed: word), sender: sender) else {
            Issue.record("There is no description.")
            return
        }
        #expect(value.isSubscribed == isSubscribed)
        #expect(requests.onResponse.calls.first?.sender == sender)
    }

    @Test func whatIsGoneOrNoneIsRefused() async throws {
        await #expect {
            _ = try await describe(view(#","deleted":true"#).replacing(#""deleted":false,"#, with: ""))
        } throws: {
            ($0 as? NetworkError)?.code == .notFound
        }
        await #expect { _ = try await describe("{}") } throws: { ($0 as? NetworkError)?.code == .malformed }
    }
}
