import Cloud
import Core
import Foundation
import Testing

/// Lookups of users on Hacker News.
@Suite(.timeLimit(.minutes(5)))
struct HackerNewsSourceTests {
    private let server = HackerNewsServer()
    private let user =
        #"{"about":"This is &#x27;it&#x27;.","created":1173923446,"id":"jl","karma":2937,"submitted":[8265435]}"#

    private func lookUp(_ name: SourceName, on site: Site = .hackerNews) async throws -> SourceDescription {
        try await HackerNewsProvider(requests: server).lookUp(SourceRequest(name, on: site, priority: .background))
    }

    private func lookUp(_ name: String) async throws -> SourceDescription { try await lookUp(SourceName(.user, name)) }

    @Test func aUserIsThereUnderTheNameThatWasAskedFor() async throws {
        server.answer("/v0/user/jl.json", with: user)
        #expect(try await lookUp("jl") == SourceDescription(name: SourceName(.user, "jl")))
        let request = try #require(server.requests.first)
        #expect(request.url.absoluteString == "https://hacker-news.firebaseio.com/v0/user/jl.json")
        #expect(request.priority == .background && server.requests.count == 1)
    }

    @Test func theBackendHasThePartAndAsksTheBaseURL() async throws {
        server.answer("/v0/user/jl.json", with: user)
        let base = try #require(URL(string: "http://127.0.0.1:8080"))
        let sources = try #require(try Backend.hackerNews(base: base, requests: server).sources)
        #expect(sources.site == .hackerNews)
        #expect(try await sources.lookUp(SourceRequest(SourceName(.user, "jl"), on: .hackerNews)).name.text == "jl")
        #expect(server.requests.map(\.url.absoluteString) == ["http://127.0.0.1:8080/v0/user/jl.json"])
    }

    @Test func nobodyIsNotFoundAlsoWhereOnlyTheCaseDiffers() async {
        server.answer("/v0/user/jl.json", with: user)
        #expect(await errorCode { try await lookUp("JL") } == .notFound)
        #expect(server.paths == ["/v0/user/JL.json"])
    }

    @Test(arguments: ["", "[]", "{}", #"{"id":"other"}"#, #"{"id":7}"#, "\"jl\"", "{"])
    func anAnswerThatIsNoUserIsMalformed(_ body: String) async {
        server.answer("/v0/user/jl.json", with: body)
        #expect(await errorCode { try await lookUp("jl") } == .malformed)
    }

    @Test func aFailedLookupIsThrown() async {
        server.fail("/v0/user/jl.json", with: NetworkError(.serverError, status: 503))
        #expect(await errorCode { try await lookUp("jl") } == .serverError)
    }

    @Test(arguments: [
        SourceName(.user, "x"), SourceName(.user, "a b"), SourceName(.user, "../item/1"), SourceName(.user, "a+b"),
        SourceName(.user, String(repeating: "a", count: 16)), SourceName(.subreddit, "swift"),
    ]) func anInvalidUserNameIsNotRequested(_ name: SourceName) async {
        #expect(await errorCode { try await lookUp(name) } == .invalidInput)
        #expect(server.requests.isEmpty)
    }

    @Test func aSourceOfAnotherSiteIsNotAskedFor() async {
        #expect(await errorCode { try await lookUp(SourceName(.user, "jl"), on: .reddit) } == .invalidInput)
        #expect(server.requests.isEmpty)
    }
}
