import CommunityServer
import Foundation
import Testing

/// The commands of people and payments.
@Suite("People", .timeLimit(.minutes(5)))
struct PeopleTests {
    private let ben = CommunityServer.DemoPerson.ben.id
    private let cleo = CommunityServer.DemoPerson.cleo.id

    @Test("Profiles, followers and following agree, also before anything is sent")
    func following() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            func profile(_ user: String...) async throws -> [String: Any] {
                let run = try await fixture.call(["profile"] + user)
                return try #require(try run.json["profile"] as? [String: Any], "\(run.output)\(run.errors)")
            }
            let first = try await profile(cleo)
            #expect(first["isFollowed"] as? Bool == false && first["takesDonations"] as? Bool == false)
            #expect(
                Set(first.keys) == [
                    "id", "nick", "picture", "followers", "following", "posts", "isFollowed", "takesDonations",
                ])
            #expect(try await profile(ben)["takesDonations"] as? Bool == true)
            let followers = try #require(first["followers"] as? Int)
            let queued = try await fixture.call("follow", cleo, "--offline")
            let entry = try #require(try queued.entries("queued").first, "\(queued.output)\(queued.errors)")
            #expect(entry["kind"] as? String == "follow" && entry["value"] as? Bool == true)
            #expect(entry["target"] as? String == cleo)
            let offline = try await fixture.call("profile", cleo, "--offline")
            let shown = try #require(try offline.json["profile"] as? [String: Any], "\(offline.errors)")
            #expect(shown["isFollowed"] as? Bool == true && shown["followers"] as? Int == followers + 1)
            #expect(try await fixture.call("sync").json["sent"] as? Int == 1)
            let fresh = try await profile(cleo)
            #expect(fresh["isFollowed"] as? Bool == true && fresh["followers"] as? Int == followers + 1)
            let mine = try await fixture.call("following").entries("users")
            #expect(Set(mine.compactMap { $0["id"] as? String }) == [ben, cleo])
            #expect(mine.allSatisfy { $0["isFollowed"] as? Bool == true })
            let theirs = try await fixture.call("followers", cleo).entries("users")
            #expect(theirs.contains { $0["nick"] as? String == "ann" && $0["isFollowed"] as? Bool == false })
            let ended = try await fixture.call("unfollow", cleo)
            #expect(try ended.entries("sent").first?["value"] as? Bool == false, "\(ended.output)\(ended.errors)")
            #expect(try await profile(cleo)["followers"] as? Int == followers)
            #expect(try await fixture.call("follow", CommunityServer.DemoPerson.ann.id).status == 66)
            #expect(try await fixture.call("profile", "6c616e740000000000ffffff").status == 66)
        }
    }

    @Test("A field of the own profile keeps its rule, and a picture is sent as it is")
    func fields() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            #expect(try await fixture.call("set", "nick", "a").status == 64)
            let set = try await fixture.call("set", "nick", "annie")
            let entry = try #require(try set.entries("sent").first, "\(set.output)\(set.errors)")
            #expect(entry["kind"] as? String == "profile" && entry["value"] as? String == "nick")
            #expect(try await fixture.call("whoami").nick == "annie")
            let phone = try await fixture.call("set", "phone", "01099998888")
            #expect(try phone.entries("sent").count == 1, "\(phone.output)\(phone.errors)")
            func picture() async throws -> String? {
                (try await fixture.call("profile").json["profile"] as? [String: Any])?["picture"] as? String
            }
            let before = try await picture()
            let changed = try await fixture.call("set", "picture", try fixture.picture("me"))
            #expect(try changed.entries("sent").first?["value"] as? String == "picture", "\(changed.errors)")
            #expect(try await picture() != before)
        }
    }

    @Test("Donations are taken and not, and given once")
    func donations() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let on = try await fixture.call("donations", "on")
            #expect(try on.entries("sent").first?["kind"] as? String == "donations", "\(on.output)\(on.errors)")
            func takes() async throws -> Bool? {
                (try await fixture.call("profile").json["profile"] as? [String: Any])?["takesDonations"] as? Bool
            }
            #expect(try await takes() == true)
            #expect(try await fixture.call("donations", "off").status == 0)
            #expect(try await takes() == false)

            #expect(try await fixture.call("donate", ben, "1500").status == 64)
            #expect(try await fixture.call("donate", cleo, "1000").status == 69)
            #expect(try await fixture.call("donate", CommunityServer.DemoPerson.ann.id, "1000").status == 66)
            #expect(try await fixture.call("donate", "nobody", "1000").status == 66)
            #expect(try await fixture.call("posts", "nobody").status == 66)
            #expect(try await fixture.call("post", "").status == 64)
            let paid = try await fixture.call("donate", ben, "3000")
            let receipt = try #require(try paid.json["receipt"] as? [String: Any], "\(paid.output)\(paid.errors)")
            #expect(paid.status == 0 && receipt["state"] as? String == "paid" && receipt["amount"] as? Int == 3000)
            #expect(receipt["user"] as? String == ben)
            let list = try await fixture.call("payments").entries("payments")
            #expect(list.map { $0["amount"] as? Int } == [3000])
            #expect(try await fixture.call("payments", "--offline").entries("payments").count == 1)

            let failed = try await fixture.call("donate", ben, "1000", "--provider", "fake-fails")
            #expect(try failed.status == 69 && failed.errorCode == "paymentFailed", "\(failed.output)")
            #expect(!failed.errors.isEmpty)
            let back = try await fixture.call("donate", ben, "1000", "--provider", "fake-cancels")
            #expect(try back.status == 69 && back.errorCode == "paymentFailed", "\(back.output)")
            #expect(back.errors.contains("nothing was paid"), "\(back.errors)")
            let unknown = try await fixture.call("donate", ben, "2000", "--provider", "fake-unknown")
            let state = try #require(try unknown.json["receipt"] as? [String: Any], "\(unknown.errors)")["state"]
            #expect(unknown.status == 0 && state as? String == "validating")
            // What became of it is found out, and nothing is paid twice.
            let again = try await fixture.call("donate", ben, "5000")
            let earlier = try #require(try again.json["receipt"] as? [String: Any], "\(again.errors)")
            // A receipt that is paid is no failure, though nothing new was paid; the error says so.
            #expect(try again.errorCode != nil)
            #expect(again.status == 0 && earlier["amount"] as? Int == 2000 && earlier["state"] as? String == "paid")
            let amounts = try await fixture.call("payments").entries("payments").map { $0["amount"] as? Int }
            #expect(amounts == [2000, 3000])
        }
    }

    @Test("A payment that is not settled stands before the history, and is named before its account goes")
    func unsettledPayments() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let unknown = try await fixture.call("donate", ben, "2000", "--provider", "fake-unknown")
            #expect(unknown.status == 0, "\(unknown.errors)")
            let base = try #require(fixture.server.baseURL).absoluteString
            let shown = await ProgramCall.run(
                ["payments", "--offline", "--store", fixture.store, "--base-url", base], environment: [:], typed: nil,
                kinds: [])
            #expect(shown.status == 0 && shown.output.contains("2,000"), "\(shown.output)\(shown.errors)")
            // For programs there is nothing of the server's to show.
            #expect(try await fixture.call("payments", "--offline").status == 69)
            let stays = try await fixture.call("logout")
            #expect(stays.status == 64 && stays.errors.contains("2,000"), "\(stays.status) \(stays.errors)")
            #expect(try await fixture.call("whoami").json["user"] is [String: Any])
            let gone = try await fixture.call("withdraw", "--email", CommunityServer.DemoPerson.ann.email)
            #expect(gone.status == 0 && gone.errors.contains("2,000"), "\(gone.output)\(gone.errors)")
        }
    }

    @Test("A sync finds out what became of a payment, and what comes behind it is another one")
    func unknownPayments() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let unknown = try await fixture.call("donate", ben, "2000", "--provider", "fake-unknown")
            #expect(unknown.status == 0, "\(unknown.errors)")
            let offline = try await fixture.call("sync", "--offline")
            #expect(try offline.json["left"] as? Int == 0)
            let sync = try await fixture.call("sync")
            #expect(try sync.status == 0 && sync.json["sent"] as? Int == 1, "\(sync.output)\(sync.errors)")
            #expect(try await fixture.call("sync").json["sent"] as? Int == 0)
            #expect(try await fixture.call("donate", ben, "1000").status == 0)
            let amounts = try await fixture.call("payments").entries("payments").map { $0["amount"] as? Int }
            #expect(amounts == [1000, 2000])
        }
    }
}
