import CommunityServer
import Foundation
import Testing

@Suite("People")
struct PeopleTests {
    @Test("One's own profile has address and number, another's has not")
    func profiles() throws {
        let server = CommunityServer.test()
        let ann = try Member.of(.ann, server)
        let own = ann.get("users/me/profile").json
        let keys: Set = ["user_id", "nick", "profileImage", "followers", "following", "posts"]
        #expect(own.keys == keys.union(["email", "phoneNum"]))
        #expect(own["email"]?.string == "ann@lantern.example")
        #expect(own["following"]?.elements.map { $0["nick"]?.string } == ["ben"])
        #expect(own["followers"]?.elements.map { $0["nick"]?.string } == ["cleo"])
        let ben = ann.get("users/\(CommunityServer.DemoPerson.ben.id)/profile")
        #expect(ben.status == 200 && ben.json.keys == keys)
        let posts = ann.get("posts/users/\(CommunityServer.DemoPerson.ben.id)?limit=100").json.data
        #expect(ben.json["posts"]?.strings == posts.compactMap { $0["post_id"]?.string })
        #expect(ann.get("users/\(ann.id)/profile").json == own)
        #expect(ann.get("users/6c616e740000000000000000/profile").status == 400)
    }

    @Test("A profile is changed field by field, the picture too")
    func change() throws {
        let server = CommunityServer.test()
        let cleo = try Member.of(.cleo, server)
        #expect(cleo.get("users/me/profile").json["profileImage"] == nil)
        let nick = cleo.form("PUT", "users/me/profile", [.text("nick", "클레오")])
        #expect(nick.status == 200 && nick.json["nick"]?.string == "클레오")
        let phone = cleo.form("PUT", "users/me/profile", [.text("phoneNum", "01099998888")]).json
        #expect(phone["nick"]?.string == "클레오" && phone["phoneNum"]?.string == "01099998888")
        let picture = FormPart.picture(7, name: "profile")
        let path = try #require(
            cleo.form("PUT", "users/me/profile", [picture]).json["profileImage"]?.string)
        let file = try Member.of(.ann, server).get(path)
        #expect(file.status == 200 && file.body == picture.data && file.headers["Content-Type"] == "image/jpeg")
        let post = cleo.write("With a new name").json
        #expect(post["creator"]?["nick"]?.string == "클레오" && post["creator"]?["profileImage"]?.string == path)
        for parts: [FormPart] in [
            [], [.text("nick", " ")], [.text("profile", "no file")], [.text("colour", "red")],
            [FormPart(name: "profile", fileName: "a.jpeg", data: Data("no picture".utf8))],
        ] {
            #expect(cleo.form("PUT", "users/me/profile", parts).status == 400)
        }
        #expect(cleo.put("users/me/profile", #"{"nick":"json"}"#).status == 400)
    }

    @Test("Following and no longer following agree on both sides")
    func follow() throws {
        let server = CommunityServer.test()
        let (ben, cleo) = (try Member.of(.ben, server), try Member.of(.cleo, server))
        let answer = ben.post("follow/\(cleo.id)")
        #expect(answer.status == 200 && answer.json["following_status"] == .bool(true))
        #expect(answer.json["nick"]?.string == "ben" && answer.json["opponent_nick"]?.string == "cleo")
        #expect(ben.post("follow/\(cleo.id)").status == 409)
        #expect(ben.get("users/me/profile").json["following"]?.elements.count == 1)
        #expect(cleo.get("users/me/profile").json["followers"]?.elements.count == 1)
        for _ in 0..<2 {
            let answer = ben.delete("follow/\(cleo.id)")
            #expect(answer.status == 200 && answer.json["following_status"] == .bool(false))
        }
        #expect(cleo.get("users/me/profile").json["followers"]?.elements.isEmpty == true)
        #expect(ben.post("follow/\(ben.id)").status == 400 && ben.delete("follow/\(ben.id)").status == 400)
        let nobody = "6c616e740000000000000000"
        #expect(ben.post("follow/\(nobody)").status == 410 && ben.delete("follow/\(nobody)").status == 410)
    }
}
