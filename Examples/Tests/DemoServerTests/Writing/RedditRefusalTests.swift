import DemoServer
import Foundation
import Testing

@Suite("Refusals of Reddit's dialect")
struct RedditRefusalTests {
    @Test("A text that cannot be taken is refused with the site's code, and nothing is there")
    func texts() throws {
        let server = DemoServer.forWriting()
        let (ann, ben) = (try Visitor.reddit(server, "ann"), try Visitor.reddit(server, "ben"))
        let post = try server.openPost()
        let foreign = try #require(ben.call("comment", ["thing_id": post, "text": "Mine"]).thing?["name"]?.string)
        let all = server.subredditNames.flatMap { server.posts(in: $0) }
        func name(_ isMeant: (JSONTree) -> Bool) throws -> String {
            try #require(all.first(where: isMeant)?["name"]?.string)
        }
        let locked = try name { $0["locked"] == .bool(true) && $0["archived"] == .bool(false) }
        let archived = try name { $0["archived"] == .bool(true) }
        let removed = try name {
            $0["removed_by_category"]?.string != nil && $0["archived"] == .bool(false) && $0["locked"] == .bool(false)
        }
        let texts = try server.record.texts
        let comments: [(String, String, String)] = [
            (post, " \n ", "NO_TEXT"), (post, String(repeating: "ї", count: 10_001), "TOO_LONG"),
            (locked, "x", "THREAD_LOCKED"), (archived, "x", "TOO_OLD"), (removed, "x", "DELETED_LINK"),
        ]
        for (parent, text, code) in comments {
            let answer = ann.call("comment", ["thing_id": parent, "text": text])
            #expect(answer.status == 200 && answer.code == code, "\(code)")
            #expect(answer.json["json"]?["data"] == nil)
        }
        #expect(ann.call("comment", ["thing_id": "t1_nothing", "text": "x"]).status == 403)
        #expect(ann.call("editusertext", ["thing_id": foreign, "text": "x"]).code == "NOT_AUTHOR")
        #expect(ann.call("editusertext", ["thing_id": "t1_nothing", "text": "x"]).code == "NOT_AUTHOR")
        #expect(ben.call("editusertext", ["thing_id": foreign, "text": ""]).code == "NO_TEXT")
        // As on the site, a deletion that may not be is no error and nothing.
        #expect(ann.call("del", ["id": foreign]).text == "{}" && ann.call("del", ["id": "t3_nothing"]).text == "{}")
        #expect(ann.call("comment", ["thing_id": post, "text": String(repeating: "ї", count: 10_000)]).code == nil)
        #expect(try server.record.texts(by: "ben") == texts && server.record.texts(by: "ann").count == 1)
    }

    @Test("A post that cannot be taken is refused with the site's code")
    func posts() throws {
        let ann = try Visitor.reddit(DemoServer.forWriting(), "ann")
        let refused: [(KeyValuePairs<String, String>, String)] = [
            (["kind": "self", "title": "x"], "SUBREDDIT_REQUIRED"),
            (["sr": "nowhere", "kind": "self", "title": "x"], "SUBREDDIT_NOEXIST"),
            (["sr": "private", "kind": "self", "title": "x"], "SUBREDDIT_NOTALLOWED"),
            (["sr": "swift", "kind": "self", "title": "  "], "NO_TEXT"),
            (["sr": "swift", "kind": "self", "title": String(repeating: "x", count: 301)], "TOO_LONG"),
            (["sr": "swift", "kind": "self", "title": "x", "text": String(repeating: "x", count: 40_001)], "TOO_LONG"),
            (["sr": "swift", "kind": "poem", "title": "x"], "INVALID_OPTION"),
            (["sr": "swift", "kind": "link", "title": "x"], "NO_URL"),
            (["sr": "swift", "kind": "link", "title": "x", "url": "not an address"], "BAD_URL"),
            (["sr": "pics", "kind": "self", "title": "x"], "NO_SELFS"),
            (["sr": "askdemo", "kind": "link", "title": "x", "url": "https://a.example"], "NO_LINKS"),
        ]
        for (form, code) in refused {
            #expect(ann.call("submit", form).code == code, "\(form)")
        }
        #expect(ann.call("submit", ["sr": "swift", "kind": "self", "title": "x"]).code == nil)
    }

    @Test("Votes: what is not there is 404, what is too old 400, as is a direction that is none")
    func votes() throws {
        let server = DemoServer.forWriting()
        let ann = try Visitor.reddit(server, "ann")
        let archived = try #require(server.posts(in: "memes").last?["name"]?.string)
        let post = try server.openPost()
        #expect(ann.call("vote", ["id": archived, "dir": "1"]).status == 400)
        #expect(ann.call("vote", ["id": post, "dir": "2"]).status == 400)
        #expect(ann.call("vote", ["id": post]).status == 400)
        #expect(ann.call("vote", ["id": "t3_nothing", "dir": "1"]).status == 404)
        #expect(ann.call("vote", ["id": "t1_-1y2p0ij32e8e8", "dir": "1"]).status == 404)
        let mine = try #require(ann.call("comment", ["thing_id": post, "text": "x"]).thing?["name"]?.string)
        _ = ann.call("del", ["id": mine])
        #expect(ann.call("vote", ["id": mine, "dir": "1"]).status == 404)
        #expect(ann.call("save", ["id": "t3_nothing"]).status == 404)
    }

    @Test("Nobody, an application without an account, and a token without the scope write nothing")
    func whoMayWrite() throws {
        let server = DemoServer.forWriting()
        let post = try server.openPost()
        let form: KeyValuePairs = ["thing_id": post, "text": "x"]
        let nobody = Visitor.nobody(server)
        #expect(nobody.call("comment", form).status == 401)
        #expect(nobody.call("comment.json", form).code == "USER_REQUIRED")
        #expect(nobody.post("/api/comment.json", form).status == 403)
        let client = Visitor(server: server, headers: ["Authorization": "Basic bGFudGVybi1kZW1vOg=="])
        func visitor(_ form: KeyValuePairs<String, String>) throws -> Visitor {
            let token = try #require(client.post("/api/v1/access_token", form).json["access_token"]?.string)
            return Visitor(server: server, headers: ["Authorization": "bearer \(token)"])
        }
        let application = try visitor(["grant_type": "client_credentials"])
        #expect(application.call("comment", form).code == "USER_REQUIRED")
        #expect(application.post("/api/vote", ["id": post, "dir": "1"]).status == 403)
        #expect(application.get("/message/inbox").status == 403)
        let reader = try visitor([
            "grant_type": "password", "username": "ann", "password": "lantern", "scope": "read identity",
        ])
        for (call, form) in [("vote", ["id": post, "dir": "1"]), ("comment", form)]
            as [(String, KeyValuePairs<String, String>)]
        {
            let answer = reader.call(call, form)
            #expect(answer.status == 403 && answer.headers["www-authenticate"]?.contains("insufficient_scope") == true)
        }
        #expect(try server.record.texts.isEmpty && server.record.people.isEmpty)
        let ann = try Visitor.reddit(server, "ann")
        #expect(ann.call("comment.json", form).code == nil)
        server.expireTokens(of: "ben")
        #expect(ann.get("/api/v1/me").status == 200)
        server.expireTokens(of: "ann")
        #expect(ann.call("comment", form).status == 401)
        #expect(try server.record.texts.count == 1)
    }

    @Test("Without api_type=json an answer says only whether it went well")
    func unwrapped() throws {
        let server = DemoServer.forWriting()
        let ann = try Visitor.reddit(server, "ann")
        let post = try server.openPost()
        #expect(ann.post("/api/comment", ["thing_id": post, "text": "x"]).text == #"{"jquery":[],"success":true}"#)
        #expect(ann.post("/api/comment", ["thing_id": post, "text": ""]).text == #"{"jquery":[],"success":false}"#)
        #expect(server.answer("GET", "/api/comment").status == 405)
        #expect(server.answer("POST", "/hot").headers["Allow"] == "GET")
    }

    @Test("Answers say when they were made, and entities are encoded without raw_json")
    func dates() throws {
        let clock = TestClock()
        let server = DemoServer.forWriting(clock)
        let ann = try Visitor.reddit(server, "ann")
        clock.advance(by: 1.9)
        let form: KeyValuePairs = ["thing_id": try server.openPost(), "text": "a < b", "api_type": "json"]
        let answer = ann.post("/api/comment", form)
        #expect(answer.headers["Date"] == "Sun, 15 Jun 2025 15:06:41 GMT")
        #expect(answer.thing?["created_utc"]?.int == referenceTime + 1)
        #expect(answer.thing?["body"]?.string == "a &lt; b")
    }
}
