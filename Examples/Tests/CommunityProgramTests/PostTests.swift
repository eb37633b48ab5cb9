import CommunityServer
import Foundation
import Testing

/// The commands of posts, against a server and without a network.
@Suite("Posts", .timeLimit(.minutes(5)))
struct PostTests {
    @Test("Lists are of a category, a hashtag, a person or what one likes, and are read again offline")
    func lists() async throws {
        try await CommunityFixture.run { fixture in
            #expect(try await fixture.call("home").status == 77)
            try await fixture.logIn()
            let home = try await fixture.call("home", "--pages", "2")
            #expect(try home.status == 0 && home.json["origin"] as? String == "network", "\(home.errors)")
            let posts = try home.entries("posts")
            #expect(try posts.count == 16 && home.json["isEnd"] as? Bool == true)
            #expect(
                Set(try #require(posts.first).keys) == [
                    "id", "category", "text", "files", "aspect", "created", "author", "likes", "isLiked", "hashtags",
                    "comments", "pending",
                ])
            let newest = try #require(posts.first)
            #expect(newest["text"] as? String == "Every window has its own #lantern now")
            #expect(newest["hashtags"] as? [String] == ["lantern"] && (newest["files"] as? [String])?.count == 5)
            let comments = try #require(newest["comments"] as? [[String: Any]])
            #expect(comments.map { $0["text"] as? String } == ["Looks warm", "Ours too"])
            #expect((newest["author"] as? [String: Any])?["nick"] as? String == "ann")
            #expect(abs(try #require(newest["aspect"] as? Double) - 20.0 / 12) < 1e-6)

            let first = try await fixture.call("home", "--limit", "3")
            #expect(try first.entries("posts").count == 3 && first.json["isEnd"] as? Bool == false)
            let pets = try await fixture.call("home", "--category", "CategoryZ_pet")
            #expect(try pets.entries("posts").allSatisfy { $0["category"] as? String == "CategoryZ_pet" })
            #expect(try pets.entries("posts").count == 3)
            #expect(try await fixture.call("home", "--category", "pets").status == 64)
            #expect(try await fixture.call("tag", "#reading").entries("posts").count == 3)
            #expect(try await fixture.call("tag", "reading", "--category", "CategoryZ_song").entries("posts").isEmpty)
            let liked = try await fixture.call("liked")
            #expect(try liked.entries("posts").allSatisfy { $0["isLiked"] as? Bool == true })
            #expect(try !liked.entries("posts").isEmpty)
            let own = try await fixture.call("posts")
            #expect(try own.entries("posts").count == 6)

            let offline = try await fixture.call("home", "--offline")
            #expect(try offline.status == 0 && offline.entries("posts").count == 16, "\(offline.errors)")
            #expect(try offline.json["origin"] as? String == "database" && offline.json["error"] is NSNull)
            let unseen = try await fixture.call("tag", "nothing", "--offline")
            #expect(try unseen.status == 69 && unseen.errorCode == "offline" && unseen.entries("posts").isEmpty)
        }
    }

    @Test("A like is shown at once, waits without a network, and leaves the list of likes when it ends")
    func likes() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let posts = try await fixture.call("home", "--limit", "20").entries("posts")
            let post = try #require(posts.first { $0["isLiked"] as? Bool == false })
            let (id, likes) = (try #require(post["id"] as? String), try #require(post["likes"] as? Int))
            let queued = try await fixture.call("like", id, "--offline")
            #expect(queued.status == 0, "\(queued.errors)")
            let entry = try #require(try queued.entries("queued").first)
            #expect(entry["kind"] as? String == "like" && entry["value"] as? Bool == true)
            #expect(entry["target"] as? String == id)
            let shown = try #require(try await fixture.call("post", id, "--offline").json["post"] as? [String: Any])
            #expect(shown["isLiked"] as? Bool == true && shown["likes"] as? Int == likes + 1)
            #expect(shown["pending"] as? [String] == ["like"])
            #expect(try await fixture.call("sync").json["sent"] as? Int == 1)
            let settled = try #require(try await fixture.call("post", id).json["post"] as? [String: Any])
            #expect(settled["likes"] as? Int == likes + 1 && settled["pending"] as? [String] == [])
            #expect(try await fixture.call("liked").entries("posts").contains { $0["id"] as? String == id })
            let ended = try await fixture.call("unlike", id)
            #expect(try ended.entries("sent").first?["value"] as? Bool == false, "\(ended.output)\(ended.errors)")
            #expect(
                try await !fixture.call("liked", "--offline").entries("posts").contains { $0["id"] as? String == id })
            let unknown = try await fixture.call("like", "6c616e740000000000ffffff")
            #expect(try unknown.status == 66 && unknown.json["unknown"] as? [String] == ["6c616e740000000000ffffff"])
        }
    }

    @Test("A comment keeps its rule, goes first, and only one's own is deleted")
    func comments() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let posts = try await fixture.call("home", "--limit", "20").entries("posts")
            let post = try #require(posts.first { ($0["comments"] as? [Any])?.count == 2 })
            let id = try #require(post["id"] as? String)
            #expect(try await fixture.call("comment", id, "one\ntwo").status == 64)
            let sent = try await fixture.call("comment", id, "Mine too")
            let entry = try #require(try sent.entries("sent").first, "\(sent.output)\(sent.errors)")
            #expect(entry["kind"] as? String == "comment" && entry["text"] as? String == "Mine too")
            let comment = try #require(entry["result"] as? String)
            func comments() async throws -> [[String: Any]] {
                let post = try #require(try await fixture.call("post", id).json["post"] as? [String: Any])
                return try #require(post["comments"] as? [[String: Any]])
            }
            #expect(try await comments().first?["id"] as? String == comment)
            let other = try #require(try await comments().last?["id"] as? String)
            #expect(try await fixture.call("uncomment", id, other).status == 64)
            let gone = try await fixture.call("uncomment", id, comment)
            #expect(try gone.entries("sent").first?["kind"] as? String == "uncomment", "\(gone.output)\(gone.errors)")
            #expect(try await comments().count == 2)
            #expect(try await fixture.call("uncomment", id, "6c616e740000000000ffffff").status == 66)
        }
    }

    @Test("A post is published with its pictures in their order, changed, and deleted")
    func publishing() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            let (one, two) = (try fixture.picture("one"), try fixture.picture("two"))
            let arguments = ["publish", "--category", "CategoryZ_pet", "--text", "Two of them #pair"]
            #expect(try await fixture.call(arguments).status == 64, "a post has pictures")
            #expect(try await fixture.call(arguments + ["--image", "\(fixture.directory)/none.jpeg"]).status == 64)
            let queued = try await fixture.call(arguments + ["--image", one, "--image", two, "--offline"])
            #expect(try queued.entries("queued").map { $0["kind"] as? String } == ["publish"], "\(queued.errors)")
            // The copies are the store's own.
            try FileManager.default.removeItem(atPath: one)
            let sync = try await fixture.call("sync")
            #expect(try sync.status == 0 && sync.json["left"] as? Int == 0, "\(sync.output)\(sync.errors)")
            let post = try #require(try await fixture.call("home").entries("posts").first)
            #expect(post["text"] as? String == "Two of them #pair" && post["aspect"] as? Double == 2)
            let files = try #require(post["files"] as? [String])
            #expect(files.count == 2)
            let id = try #require(post["id"] as? String)

            let edited = try await fixture.call("edit", id, "--category", "CategoryZ_song")
            let entry = try #require(try edited.entries("sent").first, "\(edited.output)\(edited.errors)")
            #expect(entry["kind"] as? String == "edit" && entry["target"] as? String == id)
            let moved = try await fixture.call("home", "--category", "CategoryZ_song").entries("posts")
            #expect(moved.first?["id"] as? String == id && moved.first?["files"] as? [String] == files)
            let pets = try await fixture.call("home", "--category", "CategoryZ_pet").entries("posts")
            #expect(!pets.contains { $0["id"] as? String == id })
            let replaced = try await fixture.call("edit", id, "--text", "One", "--image", try fixture.picture("three"))
            #expect(try replaced.entries("sent").count == 1, "\(replaced.output)\(replaced.errors)")
            let now = try #require(try await fixture.call("post", id).json["post"] as? [String: Any])
            #expect(now["text"] as? String == "One" && (now["files"] as? [String])?.count == 1)
            #expect(now["files"] as? [String] != [files[0]])

            let foreign = try #require(pets.first { ($0["author"] as? [String: Any])?["nick"] as? String != "ann" })
            #expect(try await fixture.call("edit", try #require(foreign["id"] as? String), "--text", "No").status == 64)
            let deleted = try await fixture.call("delete", id)
            #expect(try deleted.entries("sent").first?["kind"] as? String == "delete", "\(deleted.errors)")
            #expect(try await fixture.call("post", id).status == 66)
            #expect(
                try await !fixture.call("home", "--offline").entries("posts").contains { $0["id"] as? String == id })
        }
    }
}
