import CommunityServer
import Foundation
import Testing

@Suite("Accounts")
struct AccountTests {
    @Test("Who joins logs in, with the address in whatever case")
    func join() throws {
        let server = CommunityServer.test()
        let nobody = Member.nobody(server)
        let check = nobody.post("validation/email", #"{"email":"dora@candleby.example"}"#)
        #expect(check.status == 200 && check.json["message"]?.string?.isEmpty == false)
        let joined = nobody.post(
            "users/join",
            #"{"email":"dora@candleby.example","password":"secret","nick":"dora","phoneNum":"01012345678"}"#)
        #expect(joined.status == 200 && joined.json.keys == ["user_id", "email", "nick", "phoneNum"])
        let login = nobody.post("users/login", #"{"email":"Dora@candleby.example","password":"secret"}"#)
        #expect(login.status == 200)
        #expect(login.json.keys == ["user_id", "email", "nick", "accessToken", "refreshToken"])
        #expect(login.json["user_id"] == joined.json["user_id"] && login.json["nick"]?.string == "dora")
    }

    @Test("What is missing is 400, what is taken 409, a wrong password 401")
    func refusals() {
        let nobody = Member.nobody(.test())
        for body in ["", "[]", "{}", #"{"email":"d@e.fg","password":"secret"}"#, #"{"email":1}"#] {
            #expect(nobody.post("users/join", body).status == 400)
        }
        #expect(nobody.post("validation/email", "{}").status == 400)
        #expect(nobody.post("users/login", #"{"email":"ann@lantern.example"}"#).status == 400)
        #expect(nobody.post("users/login", #"{"email":" ","password":"lantern"}"#).status == 400)
        let taken = #"{"email":"ANN@lantern.example","password":"secret","nick":"other"}"#
        #expect(nobody.post("users/join", taken).status == 409)
        #expect(nobody.post("validation/email", taken).status == 409)
        #expect(nobody.post("users/login", #"{"email":"ann@lantern.example","password":"Lantern"}"#).status == 401)
        #expect(nobody.post("users/login", #"{"email":"dan@lantern.example","password":"lantern"}"#).status == 401)
    }

    @Test("A token has a lifetime, and a refresh gives a new one and keeps the refresh token")
    func refresh() throws {
        let clock = TestClock()
        let server = CommunityServer.test(clock) { $0.accessLifetime = .seconds(60) }
        let ann = try Member.of(.ann, server)
        clock.advance(by: 59)
        #expect(ann.get("users/me/profile").status == 200)
        clock.advance(by: 1)
        #expect(ann.get("users/me/profile").status == 419)
        for _ in 0..<2 {
            let answer = ann.call("GET", "auth/refresh", headers: ["Refresh": ann.refresh ?? ""])
            #expect(answer.status == 200 && answer.json.keys == ["accessToken"])
            var again = ann
            again.token = answer.json["accessToken"]?.string
            #expect(again.token != ann.token && again.get("users/me/profile").status == 200)
        }
    }

    @Test("A refresh is 401 for unknown tokens, 403 for somebody else's or a withdrawn person's, 418 when it has ended")
    func refusedRefresh() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        func status(_ access: String?, _ refresh: String?) -> Int {
            var headers: [String: String] = [:]
            headers["Authorization"] = access
            headers["Refresh"] = refresh
            return Member.nobody(server).call("GET", "auth/refresh", headers: headers).status
        }
        #expect(status("nonsense", ann.refresh) == 401)
        #expect(status(nil, ann.refresh) == 401)
        #expect(status(ann.token, nil) == 401)
        #expect(status(ann.token, ann.token) == 401)
        #expect(status(ann.token, ben.refresh) == 403)
        #expect(status(ann.token, ann.refresh) == 200)
        try server.expireRefreshTokens(of: ann.id)
        #expect(status(ann.token, ann.refresh) == 418)
        #expect(status(ben.token, ben.refresh) == 200)
        #expect(ben.get("users/withdraw").status == 200)
        #expect(status(ben.token, ben.refresh) == 403)
        try server.endSessions()
        #expect(status(ann.token, ann.refresh) == 401)
    }

    @Test("Somebody is signed in from the start, with a token that has to be refreshed")
    func known() throws {
        let server = CommunityServer.test()
        for person in CommunityServer.DemoPerson.all {
            var member = Member(server: server, id: person.id, token: person.accessToken)
            #expect(member.get("users/me/profile").status == 419)
            let answer = member.call("GET", "auth/refresh", headers: ["Refresh": person.refreshToken])
            member.token = try #require(answer.json["accessToken"]?.string)
            #expect(member.get("users/me/profile").json["user_id"]?.string == person.id)
        }
    }

    @Test("Who withdraws takes what was theirs along, and may join again as somebody new")
    func withdraw() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let answer = ann.get("users/withdraw")
        #expect(answer.status == 200 && answer.json.keys == ["user_id", "email", "nick"])
        #expect(ann.get("users/me/profile").status == 403)
        let found = try server.found
        let text = String(decoding: try server.record, as: UTF8.self)
        #expect(found["people"]?.elements.count == 2)
        #expect(found["posts"]?.elements.allSatisfy { $0["creator"]?["user_id"]?.string != ann.id } == true)
        #expect(found["posts"]?.elements.allSatisfy { $0["likes"]?.strings.contains(ann.id) == false } == true)
        #expect(!text.contains("From my aunt") && !text.contains("I can smell it"))
        #expect(ben.get("users/me/profile").json["followers"]?.elements.count == 1)
        #expect(ben.get("chats").json.data.count == 1)
        let nobody = Member.nobody(server)
        #expect(nobody.post("users/login", #"{"email":"ann@lantern.example","password":"lantern"}"#).status == 401)
        let again = nobody.post(
            "users/join", #"{"email":"ann@lantern.example","password":"secret","nick":"annie"}"#)
        #expect(again.status == 200 && again.json["user_id"]?.string != ann.id)
    }
}
