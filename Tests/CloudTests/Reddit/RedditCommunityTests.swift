import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Descriptions and rules of subreddits by Reddit's JSON.
@Suite(.timeLimit(.minutes(5)))
struct RedditCommunityTests {
    private let requests = MockRequestProvider()
    private static let about = #"""
        {"kind":"t5","data":{"display_name":"Swift","title":"Swift & friends","public_description":"short",
        "description":"# Rules\nBe <kind>.","subscribers":123,"over18":false,"user_is_subscriber":true,
        "created_utc":1201242956.0}}
        """#
    private static let rules = #"""
        {"rules":[{"kind":"all","short_name":"Second","description":"","priority":1},
        {"kind":"link","short_name":"First & best","description":"Whole > half.","priority":0},
        {"kind":"all","description":"nameless","priority":2},7],"site_rules":["Spam"]}
        """#

    private func describe(
        _ answers: [String: Result<String, NetworkError>], dialect: RedditDialect = .publicJSON,
        sender: RequestSender = .current
    ) async throws -> CommunityDescription? {
        requests.onResponse.answers { request in
            guard let answer = answers[request.url.path()] else { throw NetworkError(.notFound, status: 404) }
            return NetworkResponse(status: 200, url: request.url, body: Data(try answer.get().utf8))
        }
        let provider = RedditOnlineCommunityProvider(
            endpoints: RedditEndpointProvider(dialect: dialect), requests: requests)
        let request = CommunityRequest(
            SourceName(.subreddit, "swift"), on: .reddit, sender: sender, revision: ResourceRevision(tag: "\"1\""))
        guard case .value(let value, nil) = try await provider.description(request) else { return nil }
        return value
    }

    @Test func aDescriptionIsTwoAnswers() async throws {
        let me = RequestSender.account(AccountKey(site: .reddit, name: "t2_a"))
        let value = try await describe(
            ["/r/swift/about.json": .success(Self.about), "/r/swift/about/rules.json": .success(Self.rules)],
            sender: me)
        #expect(
            value
                == CommunityDescription(
                    name: "Swift", title: "Swift & friends", text: "# Rules\nBe <kind>.",
                    rules: [CommunityRule("First & best", text: "Whole > half."), CommunityRule("Second")],
                    subscriberCount: 123, isSubscribed: true, isNSFW: false,
                    created: Date(timeIntervalSince1970: 1_201_242_956)))
        #expect(
            requests.onResponse.calls.map(\.url.absoluteString) == [
                "https://www.reddit.com/r/swift/about.json?raw_json=1",
                "https://www.reddit.com/r/swift/about/rules.json?raw_json=1",
            ])
        // One of two answers that is unchanged would not be enough.
        #expect(requests.onResponse.calls.allSatisfy { $0.sender == me && $0.headers["If-None-Match"] == nil })
    }

    @Test func behindOAuthThePathsHaveNoSuffix() async throws {
        _ = try await describe(
            ["/r/swift/about": .success(Self.about), "/r/swift/about/rules": .success(Self.rules)], dialect: .oauth)
        #expect(requests.onResponse.calls.map { $0.url.path() } == ["/r/swift/about", "/r/swift/about/rules"])
    }

    @Test func aMissingListOfRulesIsNotKnownAndAnotherFailureIsAFailure() async throws {
        let value = try await describe(["/r/swift/about.json": .success(Self.about)])
        #expect(value?.name == "Swift" && value?.rules == nil)
        await #expect {
            _ = try await describe([
                "/r/swift/about.json": .success(Self.about),
                "/r/swift/about/rules.json": .failure(NetworkError(.timedOut)),
            ])
        } throws: {
            ($0 as? NetworkError)?.code == .timedOut
        }
        await #expect {
            _ = try await describe([
                "/r/swift/about.json": .success(Self.about), "/r/swift/about/rules.json": .success("{}"),
            ])
        } throws: {
            ($0 as? NetworkError)?.code == .malformed
        }
    }

    @Test func whatIsNoCommunityIsRefused() async throws {
        for body in [#"{"kind":"t2","data":{"name":"a"}}"#, #"{"kind":"t5","data":{}}"#, "[]"] {
            await #expect {
                _ = try await describe(["/r/swift/about.json": .success(body)])
            } throws: {
                ($0 as? NetworkError)?.code == .malformed
            }
        }
        await #expect { _ = try await describe([:]) } throws: { ($0 as? NetworkError)?.code == .notFound }
        let provider = RedditOnlineCommunityProvider(endpoints: RedditEndpointProvider(), requests: requests)
        for request in [
            CommunityRequest(SourceName(.user, "ann"), on: .reddit),
            CommunityRequest(SourceName(.subreddit, "swift"), on: .demo),
        ] {
            await #expect {
                _ = try await provider.description(request)
            } throws: {
                ($0 as? DataError)?.code == .invalidInput
            }
        }
    }

    @Test func inAChainTheNextBackendAnswers() async throws {
        let failing = FailingCommunities(site: .reddit)
        var first = Backend(.reddit, name: "first")
        first.communities = failing
        requests.onResponse.answers { request in
            let body = request.url.path().hasSuffix("rules.json") ? Self.rules : Self.about
            return NetworkResponse(status: 200, url: request.url, body: Data(body.utf8))
        }
        let second = try Backend.redditJSON(requests: requests)
        let chain = try Backend.chain([first, second], suspensions: SuspensionStore(), time: ManualClock())
        let provider = try #require(chain.communities)
        let answer = try await provider.description(
            CommunityRequest(SourceName(.subreddit, "swift"), on: .reddit))
        guard case .value(let value, _) = answer else {
            Issue.record("There is no description.")
            return
        }
        #expect(value.rules?.count == 2)
    }
}

private struct FailingCommunities: OnlineCommunityProvider {
    let site: Site

    func description(_ request: CommunityRequest) async throws -> ResourceAnswer<CommunityDescription> {
        throw NetworkError(.accessClosed, status: 403)
    }
}
