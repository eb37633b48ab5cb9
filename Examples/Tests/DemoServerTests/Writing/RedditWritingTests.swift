import DemoServer
import Foundation
import Testing

@Suite("Writing to Reddit's dialect")
struct RedditWritingTests {
    @Test("A vote counts for everybody, and is shown to who gave it")
    func votes() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.reddit(server, "ann"), try Visitor.reddit(server, "ben"))
        let name = try server.openPost()
        let score = try #require(ann.info(name)?["score"]?.int)
        func shown(_ visitor: Visitor) -> [JSONTree?] { [visitor.info(name)?["likes"], visitor.info(name)?["score"]] }
        let steps: [(direction: String, likes: JSONTree, change: Int)] = [
            ("1", .bool(true), 1), ("1", .bool(true), 1), ("-1", .bool(false), -1), ("0", .null, 0),
        ]
        for (direction, likes, change) in steps {
            let answer = ann.call("vote", ["id": name, "dir": direction])
            #expect(answer.status == 200 && answer.text == "{}")
            #expect(shown(ann) == [likes, .number(Double(score + change))])
            #expect(shown(ben) == [.null, .number(Double(score + change))])
            #expect(shown(.nobody(server)) == [.null, .number(Double(score + change))])
        }
        _ = ben.call("vote", ["id": name, "dir": "-1"])
        #expect(ann.info(name)?["likes"] == .null && ann.info(name)?["score"]?.int == score - 1)
    }

    @Test("What was generated as voted for and saved belongs to the first account, which can take it back")
    func generatedMarks() throws {
        let server = DemoServer.forWriting()
        let (first, ann) = (try Visitor.reddit(server), try Visitor.reddit(server, "ann"))
        let saved = first.get("/user/OksanaReads/saved?limit=100").json.children
        let name = try #require(saved.first?["name"]?.string)
        #expect(saved.allSatisfy { $0["saved"] == .bool(true) } && first.info(name)?["saved"] == .bool(true))
        #expect(ann.info(name)?["saved"] == .bool(false) && Visitor.nobody(server).info(name)?["saved"] == .bool(false))
        #expect(first.call("unsave", ["id": name]).text == "{}")
        #expect(first.info(name)?["saved"] == .bool(false))
        let voted = try #require(first.get("/user/OksanaReads/upvoted?limit=100").json.children.first)
        let other = try #require(voted["name"]?.string)
        _ = first.call("vote", ["id": other, "dir": "0"])
        #expect(first.info(other)?["likes"] == .null)
        #expect(first.info(other)?["score"]?.int == (voted["score"]?.int ?? 0) - 1)
        #expect(ann.get("/user/OksanaReads/saved").status == 403)
        #expect(ann.get("/user/ann/saved").json.children.isEmpty)
    }

    @Test("What an account hides is in none of its lists, and in everybody else's")
    func hides() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.reddit(server, "ann"), try Visitor.reddit(server, "ben"))
        let names = server.posts(in: "memes").prefix(3).compactMap { $0["name"]?.string }
        func listed(_ visitor: Visitor, _ query: String = "") -> Set<String> {
            Set(visitor.get("/r/memes/new?limit=100\(query)").json.children.compactMap { $0["name"]?.string })
        }
        #expect(ann.call("hide", ["id": names.joined(separator: ",")]).text == "{}")
        #expect(listed(ann).isDisjoint(with: names) && listed(ben).isSuperset(of: names))
        #expect(listed(ann, "&show=all").isSuperset(of: names))
        #expect(ann.info(names[0])?["hidden"] == .bool(true) && ben.info(names[0])?["hidden"] == .bool(false))
        #expect(ann.get("/user/ann/hidden").json.children.count == 3)
        _ = ann.call("unhide", ["id": names[0]])
        #expect(listed(ann).contains(names[0]))
        #expect(ann.call("hide", ["id": ""]).status == 400)
        let many = (0..<51).map { "t3_\($0)" }.joined(separator: ",")
        #expect(ann.call("hide", ["id": many]).status == 400)
    }

    @Test(
        "A comment stands in the thread, in its author's lists and in the count, and can be answered, edited, deleted")
    func comments() throws {
        let clock = TestClock()
        let server = DemoServer.forWriting(clock)
        let (ann, ben) = (try Visitor.reddit(server, "ann"), try Visitor.reddit(server, "ben"))
        let post = try server.openPost()
        let count = try #require(ann.info(post)?["num_comments"]?.int)
        let answer = ann.call("comment", ["thing_id": post, "text": "  First & <only>\r\nline two \n"])
        let made = try #require(answer.thing)
        let name = try #require(made["name"]?.string)
        #expect(number(name) > 2_140_000_000)
        #expect(made["body"]?.string == "First & <only>\nline two")
        #expect(made["parent_id"]?.string == post && made["link_id"]?.string == post)
        #expect(made["author"]?.string == "ann" && made["likes"] == .bool(true) && made["score"]?.int == 1)
        #expect(made["created_utc"]?.int == referenceTime)
        let me = ann.get("/api/v1/me").json
        #expect(made["author_fullname"]?.string == "t2_" + (me["id"]?.string ?? ""))
        clock.advance(by: 60)
        let reply = try #require(ben.call("comment", ["thing_id": name, "text": "Second"]).thing)
        #expect(reply["parent_id"]?.string == name && reply["created_utc"]?.int == referenceTime + 60)
        #expect(Visitor.nobody(server).info(post)?["num_comments"]?.int == count + 2)

        let path = "/comments/\(post.dropFirst(3))"
        let newest = ben.get("\(path)?sort=new").json[1]?.children.first
        #expect(newest?["name"]?.string == name && newest?["likes"] == .null)
        #expect(newest?["replies"]?.children.first?["body"]?.string == "Second")
        let below = ann.get("\(path)?comment=\(name.dropFirst(3))&sort=new&limit=500").json[1]?.children
        #expect(below?.count == 1 && below?.first?["replies"]?.children.count == 1)
        #expect(ann.get("/user/ann/comments").json.children.map { $0["name"]?.string } == [name])
        #expect(ann.get("/user/ANN/overview").json.children.map { $0["link_title"] != nil } == [true])
        #expect(Visitor.nobody(server).get("\(path)/.rss").text.contains("Second"))

        clock.advance(by: 60)
        let edited = try #require(ann.call("editusertext", ["thing_id": name, "text": "Changed"]).thing)
        #expect(edited["body"]?.string == "Changed" && edited["edited"]?.int == referenceTime + 120)
        #expect(ben.info(name)?["body"]?.string == "Changed")
        #expect(ann.call("del", ["id": name]).text == "{}")
        let gone = try #require(ben.info(name))
        #expect(gone["author"]?.string == "[deleted]" && gone["body"]?.string == "[deleted]")
        #expect(gone["replies"] == .string("") || gone["replies"]?.children.count == 1)
        #expect(ann.get("/user/ann/comments").json.children.isEmpty)
        #expect(ann.call("del", ["id": name]).text == "{}")
        #expect(ann.call("editusertext", ["thing_id": name, "text": "Again"]).status == 403)
        #expect(ann.call("comment", ["thing_id": name, "text": "Below"]).code == "DELETED_COMMENT")
    }

    @Test("What is written in one second is in the order of its writing")
    func order() throws {
        let server = DemoServer.forWriting()
        let ann = try Visitor.reddit(server, "ann")
        let post = try server.openPost()
        let names = try (0..<9).map { number in
            let answer = ann.call("comment", ["thing_id": post, "text": "Number \(number)"])
            return try #require(answer.thing?["name"]?.string)
        }
        func thread(_ sort: String) -> [String] {
            let thread = ann.get("/comments/\(post.dropFirst(3))?sort=\(sort)&limit=500").json[1]?.children ?? []
            return thread.compactMap { $0["name"]?.string }.filter(names.contains)
        }
        #expect(thread("new") == names.reversed())
        #expect(ann.get("/user/ann/comments").json.children.compactMap { $0["name"]?.string } == names.reversed())
        #expect(Set(names).count == 9)
        let children = names.map { String($0.dropFirst(3)) }.joined(separator: ",")
        let more = ann.get("/api/morechildren?api_type=json&link_id=\(post)&children=\(children)&sort=old")
        #expect(more.json["json"]?["data"]?["things"]?.elements.compactMap { $0["data"]?["name"]?.string } == names)
        // Nobody writes to Hacker News's dialect, and nothing is shown there.
        #expect(Visitor.nobody(server).get("/v0/item/\(number(names[0])).json").text == "null")
    }

    @Test("Posts with a text and with a link are in every list that they belong to")
    func posts() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.reddit(server, "ann"), try Visitor.reddit(server, "ben"))
        let text = ann.call("submit", ["sr": "r/Swift", "kind": "self", "title": " A & B ", "text": "Body"])
        let name = try #require(text.json["json"]?["data"]?["name"]?.string)
        #expect(text.json["json"]?["data"]?["id"]?.string == String(name.dropFirst(3)))
        let address = try #require(text.json["json"]?["data"]?["url"]?.string)
        #expect(address.hasSuffix("/r/swift/comments/\(name.dropFirst(3))/a_b/"))
        let form: KeyValuePairs = [
            "sr": "swift", "kind": "link", "title": "Look", "url": "https://tallow.example/a?b=1&c=2", "nsfw": "true",
        ]
        let link = try #require(ann.call("submit", form).json["json"]?["data"]?["name"]?.string)
        #expect(server.posts(in: "swift").prefix(2).map { $0["name"]?.string } == [link, name])
        #expect(ben.get("/new?limit=2").json.children.map { $0["name"]?.string } == [link, name])
        let shown = try #require(ben.info(name))
        #expect(shown["title"]?.string == "A & B" && shown["selftext"]?.string == "Body")
        #expect(shown["is_self"] == .bool(true) && shown["author"]?.string == "ann" && shown["score"]?.int == 1)
        let other = try #require(ben.info(link))
        #expect(other["url"]?.string == "https://tallow.example/a?b=1&c=2" && other["over_18"] == .bool(true))
        #expect(other["is_self"] == .bool(false) && other["domain"]?.string == "tallow.example")
        #expect(ann.get("/user/ann/submitted").json.children.count == 2)
        #expect(Visitor.nobody(server).get("/r/swift/new/.rss").text.contains(name))
        #expect(ann.call("submit", form).code == "ALREADY_SUB")
        let again: KeyValuePairs = [
            "sr": "swift", "kind": "link", "title": "Look", "url": "https://tallow.example/a?b=1&c=2",
            "resubmit": "true",
        ]
        #expect(ann.call("submit", again).code == nil)
        #expect(ann.call("editusertext", ["thing_id": link, "text": "No"]).status == 403)
        #expect(ann.call("editusertext", ["thing_id": name, "text": "Other"]).code == nil)
        #expect(ben.info(name)?["selftext"]?.string == "Other")
        _ = ben.call("comment", ["thing_id": name, "text": "Hello"])
        _ = ann.call("del", ["id": name])
        #expect(ben.info(name)?["author"]?.string == "[deleted]")
        #expect(!server.posts(in: "swift").contains { $0["name"]?.string == name })
        #expect(ben.get("/comments/\(name.dropFirst(3))").json[1]?.children.first?["body"]?.string == "Hello")
        #expect(ben.call("comment", ["thing_id": name, "text": "More"]).code == "DELETED_LINK")
    }

    @Test("What its author wrote before the server began can be edited and deleted as well")
    func generatedTexts() throws {
        let server = DemoServer.forWriting()
        let first = try Visitor.reddit(server)
        let mine = first.get("/user/OksanaReads/submitted?limit=100").json.children
        let text = try #require(
            mine.first { $0["selftext"] != .string("") && $0["poll_data"] == nil && $0["removed_by_category"] == .null }
        )
        let name = try #require(text["name"]?.string)
        #expect(
            first.call("editusertext", ["thing_id": name, "text": "New words"]).thing?["selftext"]?.string
                == "New words")
        #expect(Visitor.nobody(server).info(name)?["selftext"]?.string == "New words")
        let id = name.dropFirst(3)
        let before = Visitor.nobody(server).get("/comments/\(id).json").json[1]
        _ = first.call("del", ["id": name])
        let after = Visitor.nobody(server).get("/comments/\(id).json").json
        #expect(after[0]?.children.first?["author"]?.string == "[deleted]" && after[1] == before)
    }

    @Test("A subscription is the account's own")
    func subscriptions() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.reddit(server, "ann"), try Visitor.reddit(server, "ben"))
        func isSubscriber(_ visitor: Visitor) -> JSONTree? {
            visitor.get("/r/memes/about").json["data"]?["user_is_subscriber"]
        }
        #expect(isSubscriber(ann) == .bool(false))
        #expect(ann.call("subscribe", ["action": "sub", "sr_name": "Memes"]).text == "{}")
        #expect(isSubscriber(ann) == .bool(true) && isSubscriber(ben) == .bool(false))
        let mine = ann.get("/subreddits/mine/subscriber").json.children
        #expect(mine.map { $0["display_name"]?.string } == ["memes"])
        let id = try #require(mine.first?["name"]?.string)
        #expect(ann.call("subscribe", ["action": "unsub", "sr": id]).text == "{}")
        #expect(isSubscriber(ann) == .bool(false) && ann.info(id)?["user_is_subscriber"] == .bool(false))
        #expect(ann.call("subscribe", ["action": "sub", "sr_name": "nowhere"]).status == 404)
        #expect(ann.call("subscribe", ["action": "sub", "sr_name": "private"]).status == 403)
        #expect(ann.call("subscribe", ["action": "join", "sr_name": "memes"]).status == 400)
    }

    @Test("Answers and mentions are in the inbox, unread until they are marked")
    func inbox() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.reddit(server, "ann"), try Visitor.reddit(server, "ben"))
        let post = try server.openPost()
        let mine = try #require(ann.call("comment", ["thing_id": post, "text": "Who is here?"]).thing?["name"]?.string)
        let answer = try #require(ben.call("comment", ["thing_id": mine, "text": "Me, u/ann."]).thing?["name"]?.string)
        let mention = try #require(
            ben.call("comment", ["thing_id": post, "text": "Ask /u/Ann!"]).thing?["name"]?.string)
        func names(_ page: String) -> [String] {
            ann.get("/message/\(page)").json.children.compactMap { $0["name"]?.string }
        }
        #expect(names("inbox") == [mention, answer] && names("unread") == [mention, answer])
        #expect(names("mentions") == [mention] && names("comments") == [answer])
        let message = try #require(ann.get("/message/inbox").json.children.last)
        #expect(message["subject"]?.string == "comment reply" && message["new"] == .bool(true))
        #expect(message["parent_id"]?.string == mine && message["author"]?.string == "ben")
        #expect(ann.get("/api/v1/me").json["inbox_count"]?.int == 2)
        #expect(ann.call("read_message", ["id": answer]).text == "{}")
        #expect(names("unread") == [mention] && names("inbox").count == 2)
        #expect(ann.get("/message/inbox?limit=1").json.after == mention)
        #expect(ann.get("/message/inbox?limit=1&after=\(mention)").json.children.first?["name"]?.string == answer)
        #expect(ann.call("read_all_messages", [:]).status == 202 && names("unread").isEmpty)
        #expect(ben.get("/message/inbox").json.children.isEmpty)
        #expect(ben.call("read_message", ["id": answer]).status == 200)
    }
}
