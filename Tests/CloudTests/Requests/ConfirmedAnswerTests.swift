import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// Answers for an account, as an authorizing provider hands them on.
private struct AnsweredFor: RequestProvider {
    let account: AccountKey?
    let body: String
    /// Other answers, by the end of the path.
    var others: [String: String] = [:]

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        let body = others.first { request.url.path(percentEncoded: false).hasSuffix($0.key) }?.value ?? body
        var response = NetworkResponse(status: 200, url: request.url, body: Data(body.utf8))
        response.account = account
        return response
    }

    func shutDown() async {}
}

/// What servers say to an account beside posts and comments, and how little an answer says that may be one to nobody.
struct ConfirmedAnswerTests {
    private let reddit = AccountKey(site: .reddit, name: "t2_ann")
    private let lemmy = AccountKey(site: lemmySite, name: "7")

    // MARK: Reddit

    private func redditPage(_ posts: [String], for account: AccountKey?) async throws -> Page {
        let provider = RedditOnlinePostProvider(
            endpoints: RedditEndpointProvider(), requests: AnsweredFor(account: account, body: listing(posts)))
        return try await provider.fetchPage(PageRequest(feed: Feed(site: .reddit)))
    }

    private func redditComments(_ body: String, for account: AccountKey?) -> RedditOnlineCommentProvider {
        RedditOnlineCommentProvider(
            endpoints: RedditEndpointProvider(), requests: AnsweredFor(account: account, body: body))
    }

    private func target(_ native: String) -> StatusTarget {
        native.hasPrefix("t1_")
            ? .comment(Core.Comment.ID(site: .reddit, native: native)) : .post(Post.ID(site: .reddit, native: native))
    }

    @Test func aListingOfRedditSaysWhatTheAccountHasDone() async throws {
        let posts = [
            postJSON(["name": #""t3_up""#, "likes": "true", "saved": "true", "hidden": "false"]),
            postJSON(["name": #""t3_down""#, "likes": "false", "saved": "false", "hidden": "true"]),
            postJSON(["name": #""t3_none""#, "likes": "null", "saved": "false", "hidden": "false"]),
            postJSON(["name": #""t3_odd""#, "likes": #""yes""#, "saved": "false"]),
            postJSON(["name": #""t3_silent""#]),
            postJSON(["name": #""t3_up""#, "likes": "false"]),
        ]
        let said = try #require(try await redditPage(posts, for: reddit).confirmation)
        #expect(said.account == reddit)
        #expect(said.values[target("t3_up")] == ConfirmedValues(vote: .up, isSaved: true, isHidden: false))
        #expect(said.values[target("t3_down")] == ConfirmedValues(vote: .down, isSaved: false, isHidden: true))
        #expect(said.values[target("t3_none")] == ConfirmedValues(vote: .neutral, isSaved: false, isHidden: false))
        #expect(said.values[target("t3_odd")] == ConfirmedValues(isSaved: false))
        #expect(said.values[target("t3_silent")] == nil)
        #expect(try await redditPage(posts, for: nil).confirmation == nil)
    }

    @Test func aThreadOfRedditSaysItOfItsPostAndComments() async throws {
        let replies = [commentJSON("b", parent: "t1_a", ["likes": "null", "saved": "true"])]
        let body = threadJSON(
            [commentJSON("a", replies: replies, ["likes": "true", "saved": "false"])],
            post: postJSON(["likes": "false", "saved": "false"]))
        let request = ThreadRequest(post: Post.ID(site: .reddit, native: "t3_one"))
        let said = try #require(try await redditComments(body, for: reddit).fetchThread(request).confirmation)
        #expect(said.values[target("t3_one")]?.vote == .down)
        #expect(said.values[target("t1_a")] == ConfirmedValues(vote: .up, isSaved: false))
        #expect(said.values[target("t1_b")] == ConfirmedValues(vote: .neutral, isSaved: true))
        #expect(try await redditComments(body, for: nil).fetchThread(request).confirmation == nil)
    }

    @Test func whatAPlaceholderOfRedditStoodForSaysItToo() async throws {
        let body = #"{"json":{"errors":[],"data":{"things":[\#(commentJSON("c", ["likes": "true"]))]}}}"#
        let post = Post.ID(site: .reddit, native: "t3_one")
        let more = MoreComments(
            parent: .post(post), depth: 0, count: 1, ids: [Core.Comment.ID(site: .reddit, native: "t1_c")])
        let expansion = try await redditComments(body, for: reddit).fetchMore(MoreRequest(post: post, more: more))
        #expect(expansion.confirmation?.values == [target("t1_c"): ConfirmedValues(vote: .up)])
    }

    @Test(arguments: [("true", true), ("false", false)]) func aSubredditSaysWhetherOneIsSubscribed(
        _ word: String, _ isSubscribed: Bool
    ) async throws {
        let body = #"{"kind":"t5","data":{"display_name":"Swift","user_is_subscriber":\#(word)}}"#
        for account in [reddit, nil] {
            let provider = RedditOnlineSourceProvider(
                endpoints: RedditEndpointProvider(), requests: AnsweredFor(account: account, body: body))
            let request = SourceRequest(SourceName(.subreddit, "swift"), on: .reddit)
            let said = try await provider.lookUp(request).confirmation
            let community = StatusTarget.community("Swift", on: .reddit)
            #expect(said?.values == account.map { _ in [community: ConfirmedValues(isSubscribed: isSubscribed)] })
        }
    }

    // MARK: Lemmy

    private func lemmyPage(_ views: [[String: String?]], for account: AccountKey?) async throws -> Page {
        let body = lemmyList(
            views.enumerated().map { index, view in
                lemmyViewJSON(view.merging(["post": lemmyPostJSON(["id": "\(index + 1)"])]) { own, _ in own })
            })
        return try await lemmyProvider(AnsweredFor(account: account, body: body)).fetchPage(
            PageRequest(feed: Feed(site: lemmySite)))
    }

    private func lemmyPost(_ native: String) -> StatusTarget { .post(Post.ID(site: lemmySite, native: native)) }

    @Test func aListOfLemmySaysWhatTheAccountHasDone() async throws {
        let views: [[String: String?]] = [["my_vote": "1"], ["my_vote": "-1", "saved": "true"], ["read": "true"], [:]]
        let said = try #require(try await lemmyPage(views, for: lemmy).confirmation)
        var none = ConfirmedValues(vote: .neutral, isSaved: false, isHidden: false, isRead: false)
        #expect(said.account == lemmy && said.values[lemmyPost("4")] == none)
        none.isRead = true
        #expect(said.values[lemmyPost("3")] == none)
        #expect(said.values[lemmyPost("1")]?.vote == .up)
        #expect(said.values[lemmyPost("2")]?.vote == .down && said.values[lemmyPost("2")]?.isSaved == true)
        #expect(said.values[.community("swift", on: lemmySite)] == ConfirmedValues(isSubscribed: false))
        #expect(try await lemmyPage(views, for: nil).confirmation == nil)
    }

    @Test func anAnswerOfLemmyThatMayBeOneToNobodySaysNothing() async throws {
        #expect(try await lemmyPage([[:], ["saved": "false"]], for: lemmy).confirmation == nil)
    }

    @Test(arguments: [
        ["my_vote": "0"], ["my_vote": "-1"], ["saved": "true"], ["read": "true"], ["hidden": "true"],
        ["subscribed": #""Subscribed""#], ["subscribed": #""Pending""#],
    ])
    func oneThingThatIsThereForSomebodyAloneProvesIt(_ view: [String: String]) async throws {
        let page = try await lemmyPage([[:], view.mapValues { $0 }], for: lemmy)
        #expect(page.confirmation?.values[lemmyPost("1")]?.vote == .neutral)
    }

    @Test func aThreadOfLemmySaysItOfItsComments() async throws {
        let views = [
            lemmyCommentJSON("0.45", view: ["my_vote": "1", "saved": "false"]), lemmyCommentJSON("0.46"),
        ]
        let body = #"{"comments":[\#(views.joined(separator: ","))]}"#
        let request = ThreadRequest(post: Post.ID(site: lemmySite, native: "123"))
        let thread = try await lemmyProvider(AnsweredFor(account: lemmy, body: body)).fetchThread(request)
        let said = try #require(thread.confirmation)
        let comments = ["45", "46"].map { StatusTarget.comment(Core.Comment.ID(site: lemmySite, native: $0)) }
        #expect(said.values[comments[0]] == ConfirmedValues(vote: .up, isSaved: false))
        #expect(said.values[comments[1]] == ConfirmedValues(vote: .neutral))
        #expect(said.values[lemmyPost("123")] == nil, "a comment's view has the vote on the comment")
        let nobody = try await lemmyProvider(AnsweredFor(account: nil, body: body)).fetchThread(request)
        #expect(nobody.confirmation == nil)
    }

    @Test(arguments: [(#""Subscribed""#, Bool?.some(true)), (#""Pending""#, true), (#""NotSubscribed""#, nil)])
    func aCommunityOfLemmySaysThatOneIsSubscribed(_ word: String, _ isSubscribed: Bool?) async throws {
        let body = #"{"community_view":{"community":\#(lemmyCommunityJSON),"subscribed":\#(word),"counts":{}}}"#
        let provider = LemmyOnlineSourceProvider(
            endpoints: try LemmyEndpointProvider(host: "lemmy.world"),
            requests: AnsweredFor(account: lemmy, body: body))
        let request = SourceRequest(SourceName(.subreddit, "swift"), on: lemmySite)
        let said = try await provider.lookUp(request).confirmation
        #expect(said?.values[.community("swift", on: lemmySite)]?.isSubscribed == isSubscribed)
    }

    @Test(arguments: [
        (#"{"replies":0,"mentions":2,"private_messages":0}"#, Bool?.some(false)), (#"{"error":"not_logged_in"}"#, nil),
        ("<html></html>", nil),
    ])
    func thatOneIsNotSubscribedCountsWhereTheServerKnowsWhoAsks(_ unread: String, _ isSubscribed: Bool?) async throws {
        let view = #"{"community":\#(lemmyCommunityJSON),"subscribed":"NotSubscribed","counts":{}}"#
        let provider = LemmyOnlineSourceProvider(
            endpoints: try LemmyEndpointProvider(host: "lemmy.world"),
            requests: AnsweredFor(
                account: lemmy, body: #"{"community_view":\#(view)}"#, others: ["/unread_count": unread]))
        let request = SourceRequest(SourceName(.subreddit, "swift"), on: lemmySite)
        let said = try await provider.lookUp(request).confirmation
        #expect(said?.values[.community("swift", on: lemmySite)]?.isSubscribed == isSubscribed)
    }

    // MARK: Several answers

    @Test func answersOfOneThreadCountByThemselvesAndForOneAccountAlone() {
        func answer(_ id: String, proof: Bool, for account: AccountKey? = nil) -> AnswerConfirmation {
            var answer = AnswerConfirmation(account ?? lemmy, isProven: false)
            answer.note(lemmyPost(id)) { (ConfirmedValues(vote: .neutral), isProof: proof) }
            return answer
        }
        func known(_ answers: AnswerConfirmation...) -> Set<StatusTarget>? {
            var all = answers[0]
            for later in answers.dropFirst() { all.append(later) }
            return all.confirmation.map { Set($0.values.keys) }
        }
        #expect(known(answer("1", proof: true), answer("2", proof: true)) == [lemmyPost("1"), lemmyPost("2")])
        #expect(known(answer("1", proof: true), answer("2", proof: false)) == [lemmyPost("1")])
        #expect(known(answer("1", proof: false), answer("2", proof: true)) == [lemmyPost("2")])
        #expect(known(answer("1", proof: false), answer("2", proof: false)) == nil)
        let other = AccountKey(site: lemmySite, name: "8")
        #expect(known(answer("1", proof: true), answer("2", proof: true, for: other)) == [lemmyPost("2")])
        #expect(known(answer("1", proof: true), answer("2", proof: false, for: other)) == nil)
    }
}
