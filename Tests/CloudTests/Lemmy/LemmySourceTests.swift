import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Lookups of communities and users on a Lemmy server.
@Suite(.timeLimit(.minutes(5)))
struct LemmySourceTests {
    private func lookUp(_ name: String, _ body: String) async throws -> SourceDescription {
        let provider = LemmyOnlineSourceProvider(
            site: lemmySite, endpoints: try LemmyEndpointProvider(host: "lemmy.world"), requests: CannedRequests(body))
        return try await provider.lookUp(SourceRequest(.mock(name, site: lemmySite), on: lemmySite))
    }

    private func community(_ changes: [String: String?] = [:]) -> String {
        let community = objectJSON(
            [
                "id": "3", "name": #""swift""#, "title": #""Swift""#, "removed": "false", "deleted": "false",
                "nsfw": "false", "actor_id": #""https://lemmy.world/c/swift""#, "local": "true", "hidden": "false",
            ], changes)
        return #"{"community_view":{"community":\#(community),"subscribed":"NotSubscribed","blocked":false,"#
            + #""counts":{"community_id":3,"subscribers":1234,"posts":9}},"moderators":[],"discussion_languages":[]}"#
    }

    private func user(_ changes: [String: String?] = [:]) -> String {
        let person = objectJSON(
            [
                "id": "7", "name": #""ann""#, "display_name": #""Ann of the north""#, "banned": "false",
                "actor_id": #""https://lemmy.ml/u/ann""#, "local": "false", "deleted": "false", "bot_account": "false",
            ], changes)
        return #"{"person_view":{"person":\#(person),"counts":{"person_id":7,"post_count":1}},"posts":[],"#
            + #""comments":[],"moderates":[]}"#
    }

    @Test(arguments: [
        ("r/swift", "https://lemmy.world/api/v3/community?name=swift"),
        ("r/swift@programming.dev", "https://lemmy.world/api/v3/community?name=swift%40programming.dev"),
        ("u/ann@lemmy.ml", "https://lemmy.world/api/v3/user?limit=1&username=ann%40lemmy.ml"),
        ("r/свіфт", "https://lemmy.world/api/v3/community?name=%D1%81%D0%B2%D1%96%D1%84%D1%82"),
    ]) func requestsAreExact(_ name: String, _ address: String) throws {
        let source = SourceRequest(.mock(name, site: lemmySite), on: lemmySite, priority: .background)
        let request = try LemmyEndpointProvider(host: "lemmy.world").source(source)
        #expect(request.url.absoluteString == address)
        #expect(request.priority == .background && request.headers == ["Accept": "application/json"])
        #expect(request.errorWords["couldnt_find_community"] == .notFound)
    }

    @Test(arguments: [
        SourceName(.subreddit, ""), SourceName(.subreddit, "a+b"), SourceName(.subreddit, "a/b"),
        SourceName(.user, "a b"), SourceName(.user, "ann@"),
    ]) func anInvalidNameIsNotRequested(_ name: SourceName) {
        let error = #expect(throws: DataError.self) {
            try LemmyEndpointProvider(host: "lemmy.world").source(SourceRequest(name, on: lemmySite))
        }
        #expect(error?.code == .invalidInput)
    }

    @Test func aCommunityIsRead() async throws {
        let description = try await lookUp("r/SWIFT", community(["nsfw": "true"]))
        #expect(
            description
                == SourceDescription(
                    name: .mock("r/swift", site: lemmySite), title: "Swift", isNSFW: true, subscriberCount: 1234))
    }

    @Test func aCommunityOfAnotherServerHasItsHost() async throws {
        let body = community(["local": "false", "actor_id": #""https://Programming.dev/c/swift""#])
        #expect(try await lookUp("r/swift@programming.dev", body).name.text == "swift@programming.dev")
    }

    @Test func aUserIsRead() async throws {
        #expect(
            try await lookUp("u/ann@lemmy.ml", user())
                == SourceDescription(name: .mock("u/ann@lemmy.ml", site: lemmySite), title: "Ann of the north"))
        #expect(try await lookUp("u/ann@lemmy.ml", user(["display_name": nil])).title == nil)
    }

    @Test(arguments: ["removed", "deleted"]) func whatIsGoneIsUnknown(_ field: String) async {
        #expect(await errorCode { try await lookUp("r/swift", community([field: "true"])) } == .notFound)
        guard field == "deleted" else { return }
        #expect(await errorCode { try await lookUp("u/ann", user([field: "true"])) } == .notFound)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"community_view":null}"#, #"{"community_view":{}}"#, #"{"community_view":{"community":{}}}"#,
        #"{"community_view":{"community":{"name":"a b"}}}"#, #"{"person_view":{"person":{"name":"swift"}}}"#,
    ]) func anAnswerThatIsNoCommunityIsMalformed(_ body: String) async {
        #expect(await errorCode { try await lookUp("r/swift", body) } == .malformed)
    }

    @Test(arguments: [
        (400, "couldnt_find_community", ErrorCode.notFound), (404, "couldnt_find_community", .notFound),
        (404, "not_found", .notFound), (400, "instance_is_private", .unauthorized), (400, "site_ban", .forbidden),
        (400, "rate_limit_error", .rateLimited),
    ]) func theServersWordCounts(_ status: Int, _ word: String, _ code: ErrorCode) async throws {
        let transport = ScriptedTransport(.respond(status, [:], #"{"error":"\#(word)"}"#))
        let provider = LemmyOnlineSourceProvider(
            site: lemmySite, endpoints: try LemmyEndpointProvider(host: "lemmy.world"),
            requests: NetworkRequestProvider(
                transport: transport, configuration: .init(retry: RetryPolicy(maximumRetries: 0)),
                time: ManualClock()))
        let request = SourceRequest(.mock("r/swift", site: lemmySite), on: lemmySite)
        #expect(await errorCode { try await provider.lookUp(request) } == code)
    }
}
