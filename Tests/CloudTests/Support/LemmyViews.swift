import Cloud
import Core
import Foundation

/// An object as JSON: some members, with some replaced or (with `nil`) left out.
func objectJSON(_ members: [String: String], _ changes: [String: String?]) -> String {
    var members = members
    // Not merged: a member that is to be left out must not become a value that is nil.
    for (name, value) in changes { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
}

let lemmyPersonJSON =
    #"{"id":7,"name":"ann","display_name":"Ann","banned":false,"published":"2023-01-01T00:00:00Z","#
    + #""actor_id":"https://lemmy.world/u/ann","local":true,"deleted":false,"bot_account":false,"instance_id":1}"#

let lemmyCommunityJSON =
    #"{"id":3,"name":"swift","title":"Swift","removed":false,"published":"2023-01-01T00:00:00Z","deleted":false,"#
    + #""nsfw":false,"actor_id":"https://lemmy.world/c/swift","local":true,"hidden":false,"instance_id":1}"#

/// A post's own fields.
func lemmyPostJSON(_ changes: [String: String?] = [:]) -> String {
    objectJSON(
        [
            "id": "123", "name": #""A title""#, "creator_id": "7", "community_id": "3", "removed": "false",
            "locked": "false", "published": #""2023-06-13T09:18:52.147561Z""#, "deleted": "false", "nsfw": "false",
            "ap_id": #""https://lemmy.world/post/123""#, "local": "true", "language_id": "0",
            "featured_community": "false", "featured_local": "false",
        ], changes)
}

/// A `PostView`: a good one, with some of its parts replaced or left out.
func lemmyViewJSON(_ changes: [String: String?] = [:]) -> String {
    objectJSON(
        [
            "post": lemmyPostJSON(), "creator": lemmyPersonJSON, "community": lemmyCommunityJSON,
            "creator_is_admin": "false", "creator_is_moderator": "false", "subscribed": #""NotSubscribed""#,
            "saved": "false", "read": "false", "hidden": "false", "creator_blocked": "false", "unread_comments": "12",
            "counts":
                #"{"post_id":123,"comments":12,"score":34,"upvotes":40,"downvotes":6,"published":"2023-06-13T09:18:52Z","#
                + #""newest_comment_time":"2023-06-13T09:18:52Z"}"#,
        ], changes)
}

/// A list of posts as the server answers it.
func lemmyList(_ views: [String], next: String? = nil) -> String {
    #"{"posts":[\#(views.joined(separator: ","))]"# + (next.map { #","next_page":\#($0)"# } ?? "") + "}"
}

/// A `CommentView` of post 123.
func lemmyCommentJSON(
    _ path: String, children: Int64 = 0, comment: [String: String?] = [:],
    view: [String: String?] = [:]
) -> String {
    let id = path.split(separator: ".").last ?? "1"
    let fields = objectJSON(
        [
            "id": String(id), "creator_id": "8", "post_id": "123", "content": #""Words of \#(id)""#,
            "removed": "false", "published": #""2023-06-13T10:00:00""#, "deleted": "false", "path": "\"\(path)\"",
            "ap_id": #""https://lemmy.world/comment/\#(id)""#, "local": "true", "distinguished": "false",
            "language_id": "0",
        ], comment)
    return objectJSON(
        [
            "comment": fields,
            "creator": lemmyPersonJSON.replacing(#""id":7,"name":"ann""#, with: #""id":8,"name":"bob""#),
            "post": lemmyPostJSON(), "community": lemmyCommunityJSON, "creator_is_admin": "false",
            "counts":
                #"{"comment_id":\#(id),"score":5,"upvotes":6,"downvotes":1,"child_count":\#(children),"#
                + #""published":"2023-06-13T10:00:00Z"}"#,
        ], view)
}

let lemmySite = Site.lemmy("lemmy.world")

/// A provider of `lemmy.world` that gets one answer.
func lemmyProvider(_ requests: any RequestProvider) throws -> LemmyOnlinePostProvider {
    LemmyOnlinePostProvider(
        site: lemmySite, endpoints: try LemmyEndpointProvider(host: "lemmy.world"), requests: requests)
}

/// Returns what a provider decodes from a list.
func lemmyPage(_ body: String, source: FeedSource = .home, cursor: String? = nil, limit: Int = 25) async throws -> Page
{
    let request = PageRequest(
        feed: Feed(site: lemmySite, source: source), cursor: cursor.map(PageCursor.init(rawValue:)), limit: limit)
    return try await lemmyProvider(CannedRequests(body)).fetchPage(request)
}

/// What a provider makes of a post with some of its own fields replaced, and some of its view's.
func lemmyPost(
    _ post: [String: String?] = [:], view: [String: String?] = [:]
) async throws -> Post? {
    var changes = view
    changes["post"] = lemmyPostJSON(post)
    return try await lemmyPage(lemmyList([lemmyViewJSON(changes)])).posts.first
}
