import DemoServer
import Foundation
import Testing

@Suite("Writing to Lemmy's dialect")
struct LemmyWritingTests {
    @Test("Signing in with a name or an address, and what is wrong")
    func login() throws {
        let server = DemoServer.forWriting()
        let nobody = Visitor.nobody(server)
        func login(_ name: String, _ password: String, _ more: String = "") -> VisitorAnswer {
            nobody.send("POST", "user/login", #"{"username_or_email": "\#(name)", "password": "\#(password)"\#(more)}"#)
        }
        for name in ["ann", "ANN", "ann@lantern.example"] {
            let answer = login(name, "lantern")
            #expect(answer.status == 200 && answer.json["jwt"]?.string?.isEmpty == false)
            #expect(answer.json["verify_email_sent"] == .bool(false))
        }
        for (name, password) in [("ann", "wrong"), ("nobody", "lantern"), ("ann", "")] {
            let answer = login(name, password)
            #expect(answer.status == 401 && answer.text == #"{"error":"incorrect_login"}"#)
        }
        #expect(login("cleo", "lantern").text == #"{"error":"missing_totp_token"}"#)
        #expect(login("cleo", "lantern", #", "totp_2fa_token": "1""#).text == #"{"error":"incorrect_totp_token"}"#)
        #expect(login("cleo", "lantern", #", "totp_2fa_token": "246810""#).status == 200)
        #expect(nobody.send("POST", "user/login", #"{"password": "x"}"#).text.hasPrefix("Json deserialize error"))
        let log = server.requests.map { "\($0)" }.joined()
        #expect(!log.contains("246810") && !log.contains("\"lantern\"") && !log.contains("wrong"))
        #expect(server.requests.first?.formValue("username_or_email") == "ann")
    }

    @Test("A session that is over writes nothing, and reads as if nobody asked")
    func sessions() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.lemmy(server, "ann"), try Visitor.lemmy(server, "ben"))
        let post = number(try server.openPost())
        let like = #"{"post_id": \#(post), "score": 1}"#
        #expect(ann.send("POST", "post/like", like).status == 200)
        #expect(ann.read("post?id=\(post)")["post_view"]?["my_vote"]?.int == 1)
        #expect(ann.read("site")["my_user"]?["local_user_view"]?["person"]?["name"]?.string == "ann")
        #expect(ann.read("user/validate_auth")["success"] == .bool(true))
        #expect(ann.send("POST", "user/logout", "").json["success"] == .bool(true))
        let over = [
            ann.send("POST", "post/like", like), ann.send("POST", "user/logout", ""),
            ann.get("/api/v3/user/validate_auth"),
            ann.get("/api/v3/user/replies"), ann.get("/api/v3/user/unread_count"),
        ]
        for answer in over { #expect(answer.status == 401 && answer.word == "incorrect_login") }
        #expect(ann.read("post?id=\(post)")["post_view"]?["my_vote"] == nil)
        #expect(ann.read("site")["my_user"] == nil && ann.read("site")["version"] != nil)
        #expect(ben.send("POST", "post/like", like).status == 200)
        server.endSessions(of: "BEN")
        #expect(ben.send("POST", "post/like", like).status == 401)
        let person = try Visitor.lemmy(server, "ben").read("site")["my_user"]?["local_user_view"]?["person"]?["id"]
        #expect(person == ben.read("user?username=ben")["person_view"]?["person"]?["id"])
    }

    @Test("Votes, saved, read and hidden are the account's own")
    func marks() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.lemmy(server, "ann"), try Visitor.lemmy(server, "ben"))
        let post = number(try server.openPost())
        let view = try #require(Visitor.nobody(server).read("post?id=\(post)")["post_view"])
        let score = try #require(view["counts"]?["score"]?.int)
        for (wanted, shown) in [(1, 1), (-1, -1), (0, nil), (1, 1), (7, nil)] as [(Int, Int?)] {
            let answer = ann.send("POST", "post/like", #"{"post_id": \#(post), "score": \#(wanted)}"#)
            #expect(answer.json["post_view"]?["my_vote"]?.int == shown)
            #expect(answer.json["post_view"]?["counts"]?["score"]?.int == score + (shown ?? 0))
            #expect(answer.json["post_view"]?["read"] == .bool(true))
        }
        let saved = ann.send("PUT", "post/save", #"{"post_id": \#(post), "save": true}"#)
        #expect(saved.json["post_view"]?["saved"] == .bool(true))
        let listed = ann.read("post/list?saved_only=true")["posts"]?.elements
        #expect(listed?.map { $0["post"]?["id"]?.int } == [post])
        #expect(
            ann.send("POST", "post/mark_as_read", #"{"post_ids": [\#(post)], "read": false}"#).json["success"]
                == .bool(true))
        #expect(
            ann.send("POST", "post/hide", #"{"post_ids": [\#(post)], "hide": true}"#).json["success"] == .bool(true))
        func ids(_ visitor: Visitor, _ query: String) -> Set<Int> {
            let posts =
                visitor.read("post/list?community_name=swift&limit=50&sort=New\(query)")["posts"]?.elements ?? []
            return Set(posts.compactMap { $0["post"]?["id"]?.int })
        }
        #expect(
            !ids(ann, "").contains(post) && ids(ann, "&show_hidden=true").contains(post) && ids(ben, "").contains(post))
        let shown = ann.read("post/list?community_name=swift&limit=50&show_hidden=true")["posts"]?.elements
            .first { $0["post"]?["id"]?.int == post }
        #expect(shown?["hidden"] == .bool(true) && shown?["saved"] == .bool(true) && shown?["read"] == .bool(false))
        let other = ben.read("post/list?community_name=swift&limit=50")["posts"]?.elements
            .first { $0["post"]?["id"]?.int == post }
        #expect(other?["hidden"] == .bool(false) && other?["saved"] == .bool(false) && other?["my_vote"] == nil)
        // Who asks for a post alone has read it.
        #expect(other?["read"] == .bool(false))
        _ = ben.read("post?id=\(post)")
        #expect(ben.read("post?id=\(post)")["post_view"]?["read"] == .bool(true))
        #expect(ann.send("POST", "post/like", #"{"post_id": 1, "score": 1}"#).text == #"{"error":"couldnt_find_post"}"#)
        #expect(ann.send("POST", "post/like", #"{"post_id": "one"}"#).status == 400)
        #expect(ann.send("PUT", "comment/save", #"{"comment_id": 1, "save": true}"#).word == "couldnt_find_comment")
    }

    @Test("A comment stands in the thread and in its author's list, and can be voted for, saved, edited, deleted")
    func comments() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.lemmy(server, "ann"), try Visitor.lemmy(server, "ben"))
        let post = number(try server.openPost())
        let count = try #require(ann.read("post?id=\(post)")["post_view"]?["counts"]?["comments"]?.int)
        let made = ann.send("POST", "comment", #"{"content": "First", "post_id": \#(post)}"#).json["comment_view"]
        let id = try #require(made?["comment"]?["id"]?.int)
        #expect(made?["comment"]?["path"]?.string == "0.\(id)" && made?["my_vote"]?.int == 1)
        #expect(made?["creator"]?["name"]?.string == "ann" && made?["counts"]?["score"]?.int == 1)
        let below = ben.send("POST", "comment", #"{"content": "Second", "post_id": \#(post), "parent_id": \#(id)}"#)
        let reply = try #require(below.json["comment_view"]?["comment"]?["id"]?.int)
        #expect(below.json["comment_view"]?["comment"]?["path"]?.string == "0.\(id).\(reply)")
        let thread = ann.read("comment/list?post_id=\(post)&sort=New&limit=2")["comments"]?.elements
        #expect(thread?.map { $0["comment"]?["content"]?.string } == ["Second", "First"])
        #expect(thread?.last?["counts"]?["child_count"]?.int == 1 && thread?.first?["my_vote"] == nil)
        #expect(ann.read("comment/list?parent_id=\(id)")["comments"]?.elements.count == 2)
        #expect(ann.read("post?id=\(post)")["post_view"]?["counts"]?["comments"]?.int == count + 2)
        #expect(ann.read("comment?id=\(reply)")["comment_view"]?["comment"]?["content"]?.string == "Second")
        let mine = ben.read("user?username=ann&sort=New")
        #expect(mine["comments"]?.elements.map { $0["comment"]?["id"]?.int } == [id])
        #expect(mine["comments"]?[0]?["counts"]?["child_count"]?.int == 1)
        #expect(mine["person_view"]?["counts"]?["comment_count"]?.int == 1)

        let liked = ann.send("POST", "comment/like", #"{"comment_id": \#(reply), "score": -1}"#).json["comment_view"]
        #expect(liked?["my_vote"]?.int == -1 && liked?["counts"]?["score"]?.int == 0)
        let saved = ann.send("PUT", "comment/save", #"{"comment_id": \#(reply), "save": true}"#).json["comment_view"]
        #expect(saved?["saved"] == .bool(true))
        #expect(ben.read("comment?id=\(reply)")["comment_view"]?["saved"] == .bool(false))
        let edited = ann.send("PUT", "comment", #"{"comment_id": \#(id), "content": "Changed"}"#).json["comment_view"]
        #expect(edited?["comment"]?["content"]?.string == "Changed" && edited?["comment"]?["updated"] != nil)
        let delete = #"{"comment_id": \#(id), "deleted": true}"#
        let deleted = ann.send("POST", "comment/delete", delete).json["comment_view"]
        #expect(deleted?["comment"]?["deleted"] == .bool(true) && deleted?["comment"]?["content"]?.string == "")
        #expect(deleted?["creator"]?["name"]?.string == "ann")
        #expect(ann.send("POST", "comment/delete", delete).word == "couldnt_update_comment")
        #expect(ann.read("user?username=ann")["comments"]?.elements.isEmpty == true)
        let back = ann.send("POST", "comment/delete", #"{"comment_id": \#(id), "deleted": false}"#)
        #expect(back.json["comment_view"]?["comment"]?["content"]?.string == "Changed")
    }

    @Test("A comment that cannot be taken is refused; one whose parent is not there is put at the top")
    func commentRefusals() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.lemmy(server, "ann"), try Visitor.lemmy(server, "ben"))
        let name = try server.openPost()
        let post = number(name)
        func create(_ content: String, on post: Int, below parent: Int? = nil) -> VisitorAnswer {
            let more = parent.map { #", "parent_id": \#($0)"# } ?? ""
            return ann.send("POST", "comment", #"{"content": "\#(content)", "post_id": \#(post)\#(more)}"#)
        }
        let lockedName = server.posts(in: "all").first { $0["locked"] == .bool(true) }?["name"]?.string
        let locked = number(try #require(lockedName))
        let theirs = ben.send("POST", "comment", #"{"content": "Mine", "post_id": \#(post)}"#)
        let foreign = try #require(theirs.json["comment_view"]?["comment"]?["id"]?.int)
        #expect(create("x", on: locked).word == "locked")
        #expect(create("x", on: 1).word == "couldnt_find_post")
        #expect(create("  ", on: post).word == "invalid_body_field")
        #expect(create(String(repeating: "x", count: 10_001), on: post).word == "invalid_body_field")
        let other = number(try server.openPost(in: "memes"))
        #expect(create("x", on: other, below: foreign).word == "couldnt_create_comment")
        let lost = create("Lost its parent", on: post, below: 2_147_000_000).json["comment_view"]?["comment"]
        #expect(lost?["path"]?.string == "0.\(lost?["id"]?.int ?? 0)")
        let edit = ann.send("PUT", "comment", #"{"comment_id": \#(foreign), "content": "x"}"#)
        #expect(edit.status == 400 && edit.word == "no_comment_edit_allowed")
        let delete = #"{"comment_id": \#(foreign), "deleted": true}"#
        #expect(ann.send("POST", "comment/delete", delete).word == "no_comment_edit_allowed")
        _ = ben.send("POST", "comment/delete", delete)
        #expect(create("x", on: post, below: foreign).word == "deleted")
        #expect(Visitor.nobody(server).send("POST", "comment", #"{"content": "x", "post_id": 1}"#).status == 401)
        #expect(ann.send("PUT", "post/like", "{}").status == 405)
        #expect(ann.get("/api/v3/post/like").status == 405)
        var parent: Int?
        for depth in 0..<50 {
            let view = create("Depth \(depth)", on: post, below: parent).json["comment_view"]
            parent = try #require(view?["comment"]?["id"]?.int)
        }
        #expect(create("Too deep", on: post, below: parent).word == "max_comment_depth_reached")
    }

    @Test("Posts: written, changed, deleted and brought back, with a number that a comment may have too")
    func posts() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.lemmy(server, "ann"), try Visitor.lemmy(server, "ben"))
        let community = try #require(ann.read("community?name=swift")["community_view"]?["community"]?["id"]?.int)
        func create(_ fields: String) -> VisitorAnswer {
            ann.send("POST", "post", #"{"community_id": \#(community), \#(fields)}"#)
        }
        let made = create(#""name": " A title ", "url": "https://a.example/?utm_source=x&b=1", "body": "Words""#)
        let view = made.json["post_view"]
        let id = try #require(view?["post"]?["id"]?.int)
        #expect(view?["post"]?["name"]?.string == "A title" && view?["my_vote"]?.int == 1)
        #expect(view?["post"]?["url"]?.string == "https://a.example/?b=1" && view?["read"] == .bool(true))
        #expect(view?["post"]?["body"]?.string == "Words" && view?["creator"]?["name"]?.string == "ann")
        let comment = ann.send("POST", "comment", #"{"content": "x", "post_id": \#(id)}"#).json["comment_view"]
        #expect(comment?["comment"]?["id"]?.int == id, "each kind is counted for itself")
        let listed = ben.read("post/list?community_name=swift&sort=New&limit=10")["posts"]?.elements
        #expect(listed?.contains { $0["post"]?["id"]?.int == id } == true)
        #expect(ben.read("user?username=ann")["posts"]?.elements.map { $0["post"]?["id"]?.int } == [id])
        let edit = #"{"post_id": \#(id), "body": "Other", "name": "Another"}"#
        let edited = ann.send("PUT", "post", edit).json["post_view"]?["post"]
        #expect(edited?["name"]?.string == "Another" && edited?["body"]?.string == "Other")
        #expect(edited?["url"]?.string == "https://a.example/?b=1" && edited?["updated"] != nil)
        #expect(ben.send("PUT", "post", edit).word == "no_post_edit_allowed")
        let delete = #"{"post_id": \#(id), "deleted": true}"#
        #expect(ben.send("POST", "post/delete", delete).word == "no_post_edit_allowed")
        let deleted = ann.send("POST", "post/delete", delete).json["post_view"]
        #expect(deleted?["post"]?["deleted"] == .bool(true) && deleted?["creator"]?["name"]?.string == "ann")
        #expect(ann.send("POST", "post/delete", delete).word == "couldnt_update_post")
        #expect(ben.get("/api/v3/post?id=\(id)").status == 404)
        #expect(ben.send("POST", "comment", #"{"content": "x", "post_id": \#(id)}"#).word == "deleted")
        _ = ann.send("POST", "post/delete", #"{"post_id": \#(id), "deleted": false}"#)
        #expect(ben.read("post?id=\(id)")["post_view"]?["post"]?["name"]?.string == "Another")
        for (fields, word) in [
            (#""name": "ab""#, "invalid_post_title"), (#""name": "a\nb c""#, "invalid_post_title"),
            (#""name": "abc", "url": "no address""#, "invalid_url"),
            (#""name": "\#(String(repeating: "x", count: 201))""#, "invalid_post_title"),
            (#""name": "abc", "body": "\#(String(repeating: "x", count: 50_001))""#, "invalid_body_field"),
        ] {
            #expect(create(fields).word == word)
        }
        let nowhere = ann.send("POST", "post", #"{"community_id": 1, "name": "abc"}"#)
        #expect(nowhere.status == 404 && nowhere.word == "couldnt_find_community")
    }

    @Test("The server changes texts before it keeps them")
    func changedTexts() throws {
        let ann = try Visitor.lemmy(DemoServer.forWriting(), "ann")
        let post = number(try ann.server.openPost())
        let text = "A gloomwick at https://a.example/x?utm_source=y and https://b.example/?a=1&utm_id=2"
        let view = ann.send("POST", "comment", #"{"content": "\#(text)", "post_id": \#(post)}"#).json["comment_view"]
        let expected = "A *removed* at https://a.example/x and https://b.example/?a=1"
        #expect(view?["comment"]?["content"]?.string == expected)
    }

    @Test("Following is the account's own, and of another server's community pending at first")
    func follows() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.lemmy(server, "ann"), try Visitor.lemmy(server, "ben"))
        func id(_ name: String) throws -> Int {
            try #require(ann.read("community?name=\(name)")["community_view"]?["community"]?["id"]?.int)
        }
        func subscribed(_ visitor: Visitor, _ name: String) -> String? {
            visitor.read("community?name=\(name)")["community_view"]?["subscribed"]?.string
        }
        let own = ann.send("POST", "community/follow", #"{"community_id": \#(try id("memes")), "follow": true}"#)
        #expect(own.json["community_view"]?["subscribed"]?.string == "Subscribed")
        let remote = "balconygarden@garden.example"
        let other = ann.send("POST", "community/follow", #"{"community_id": \#(try id(remote)), "follow": true}"#)
        #expect(other.json["community_view"]?["subscribed"]?.string == "Pending")
        #expect(subscribed(ann, remote) == "Subscribed" && subscribed(ben, remote) == "NotSubscribed")
        let feed = ann.read("post/list?type_=Subscribed&limit=50")["posts"]?.elements ?? []
        #expect(Set(feed.compactMap { $0["community"]?["name"]?.string }) == ["memes", "balconygarden"])
        #expect(feed.allSatisfy { $0["subscribed"]?.string == "Subscribed" })
        #expect(ann.read("site")["my_user"]?["follows"]?.elements.count == 2)
        _ = ann.send("POST", "community/follow", #"{"community_id": \#(try id("memes")), "follow": false}"#)
        #expect(subscribed(ann, "memes") == "NotSubscribed")
    }

    @Test("Answers and mentions, counted and marked as read")
    func inbox() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.lemmy(server, "ann"), try Visitor.lemmy(server, "ben"))
        let post = number(try server.openPost())
        let mine = ann.send("POST", "comment", #"{"content": "Hello", "post_id": \#(post)}"#)
        let id = try #require(mine.json["comment_view"]?["comment"]?["id"]?.int)
        for content in ["One", "Two, @ann@lantern.example"] {
            _ = ben.send("POST", "comment", #"{"content": "\#(content)", "post_id": \#(post), "parent_id": \#(id)}"#)
        }
        _ = ben.send("POST", "comment", #"{"content": "Where is @ann?", "post_id": \#(post)}"#)
        func count() -> [Int?] {
            let count = ann.read("user/unread_count")
            return [count["replies"]?.int, count["mentions"]?.int]
        }
        #expect(count() == [2, 1])
        let replies = try #require(ann.read("user/replies?sort=New&unread_only=true")["replies"]?.elements)
        #expect(replies.map { $0["comment"]?["content"]?.string } == ["Two, @ann@lantern.example", "One"])
        #expect(
            replies.allSatisfy { $0["recipient"]?["name"]?.string == "ann" && $0["creator"]?["name"]?.string == "ben" })
        let reply = try #require(replies.first?["comment_reply"]?["id"]?.int)
        let body = #"{"comment_reply_id": \#(reply), "read": true}"#
        #expect(ben.send("POST", "comment/mark_as_read", body).word == "couldnt_update_comment")
        let marked = ann.send("POST", "comment/mark_as_read", body).json["comment_reply_view"]
        #expect(marked?["comment_reply"]?["read"] == .bool(true) && count() == [1, 1])
        #expect(ann.read("user/replies?unread_only=true")["replies"]?.elements.count == 1)
        #expect(ann.read("user/replies?limit=1&page=2")["replies"]?[0]?["comment"]?["content"]?.string == "One")
        let mention = try #require(ann.read("user/mention")["mentions"]?[0]?["person_mention"]?["id"]?.int)
        let read = ann.send("POST", "user/mention/mark_as_read", #"{"person_mention_id": \#(mention), "read": true}"#)
        #expect(read.json["person_mention_view"]?["person_mention"]?["read"] == .bool(true))
        #expect(
            ann.send("POST", "user/mention/mark_as_read", #"{"person_mention_id": 99, "read": true}"#).status == 404)
        #expect(
            ann.send("POST", "user/mark_all_as_read", "").json["replies"]?.elements.count == 1 && count() == [0, 0])
        #expect(ben.read("user/replies")["replies"]?.elements.isEmpty == true)
    }

    @Test("One account is the same in both dialects")
    func bothDialects() throws {
        let server = DemoServer.forWriting()
        let (lemmy, reddit) = (try Visitor.lemmy(server, "ann"), try Visitor.reddit(server, "ann"))
        let name = try server.openPost()
        _ = lemmy.send("POST", "post/like", #"{"post_id": \#(number(name)), "score": -1}"#)
        #expect(reddit.info(name)?["likes"] == .bool(false))
        let comment = try #require(reddit.call("comment", ["thing_id": name, "text": "Both"]).thing?["name"]?.string)
        #expect(lemmy.read("comment?id=\(number(comment))")["comment_view"]?["my_vote"]?.int == 1)
    }
}
