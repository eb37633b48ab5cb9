import CommunityServer
import Foundation
import Testing

@Suite("Posts")
struct PostTests {
    @Test("A post has what was sent, its pictures in their order, and hashtags made from its text")
    func write() throws {
        let server = CommunityServer.test()
        let ann = try Member.of(.ann, server)
        let files = try #require(ann.upload(5).json["files"]?.strings)
        #expect(files.count == 5 && Set(files).count == 5)
        let answer = ann.write("A #lamp, a #밤_1 #lamp and # nothing", files: Array(files.reversed()))
        #expect(answer.status == 200)
        let post = answer.json
        #expect(
            post.keys == [
                "post_id", "product_id", "title", "content", "content2", "content3", "createdAt", "creator", "files",
                "likes", "hashTags", "comments",
            ])
        #expect(post["createdAt"]?.string == "2025-06-15T15:06:40.250Z")
        #expect(post["files"]?.strings == files.reversed() && post["hashTags"]?.strings == ["lamp", "밤_1"])
        #expect(post["content3"]?.string == "0.75" && post["creator"]?["user_id"]?.string == ann.id)
        let id = try #require(post["post_id"]?.string)
        #expect(ann.get("posts/\(id)").json == post)
        #expect(ann.get("posts?limit=1").json.data == [post])
        for (place, file) in files.enumerated() { #expect(ann.get(file).body == FormPart.picture(place).data) }
        #expect(ann.get("posts/6c616e740000000000000000").status == 400)
    }

    @Test("A post that cannot be made is 410")
    func refused() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let files = try #require(ben.upload(1).json["files"]?.strings)
        #expect(ann.write("Somebody else's", files: files).status == 410)
        #expect(ann.write("Unknown", files: ["data/posts/none.jpeg"]).status == 410)
        #expect(ann.write("Nowhere", category: "").status == 410)
        for body in ["", "{}", "[]"] { #expect(ann.post("posts", body).status == 410) }
        let own = try #require(ben.upload(3).json["files"]?.strings)
        #expect(ben.write("Six", files: own + own).status == 410)
        #expect(ben.write("Five", files: own + files).status == 200)
    }

    @Test("An upload is one to five pictures of five megabytes")
    func upload() throws {
        let ann = try Member.of(.ann, .test())
        let limit = 5 * 1_048_576
        func status(_ parts: [FormPart]) -> Int { ann.form("POST", "posts/files", parts).status }
        #expect(status([]) == 400 && ann.upload(6).status == 400)
        #expect(status([.picture(0, name: "file")]) == 400)
        #expect(status([.picture(0), .text("note", "hello")]) == 400)
        #expect(status([FormPart(name: "files", fileName: "a.jpeg", data: Data("GIF89a".utf8))]) == 400)
        #expect(status([.picture(0, count: limit)]) == 200)
        #expect(status([.picture(0, count: limit + 1)]) == 400)
        #expect(ann.post("posts/files", "{}").status == 400)
    }

    @Test("A form that is cut is not read in part")
    func cutForm() throws {
        let server = CommunityServer.test()
        let ann = try Member.of(.ann, server)
        let body = FormPart.body(of: [.picture(1), .picture(2)])
        let headers = ann.headers(["Content-Type": "multipart/form-data; boundary=\"\(FormPart.boundary)\""])
        func status(_ body: Data) -> Int {
            server.answer("POST", "/v1/posts/files", headers: headers, body: body).status
        }
        #expect(status(body) == 200)
        for count in [0, 10, body.count / 2, body.count - 8, body.count - 4] {
            #expect(status(body.prefix(count)) == 400)
        }
    }

    @Test("An edit changes what is given, and only the owner may")
    func edit() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let files = try #require(ann.upload(2).json["files"]?.strings)
        let id = try #require(ann.write("Before #one", files: files).json["post_id"]?.string)
        let answer = ann.put("posts/\(id)", #"{"content":"After #two","product_id":"CategoryZ_song"}"#)
        #expect(answer.status == 200 && answer.json["content"]?.string == "After #two")
        #expect(answer.json["hashTags"]?.strings == ["two"] && answer.json["product_id"]?.string == "CategoryZ_song")
        #expect(answer.json["files"]?.strings == files && answer.json["content3"]?.string == "0.75")
        let new = try #require(ann.upload(1).json["files"]?.strings)
        let mixed = ann.put("posts/\(id)", #"{"files":["\#(new[0])","\#(files[1])"]}"#)
        #expect(mixed.json["files"]?.strings == [new[0], files[1]])
        #expect(ann.put("posts/\(id)", #"{"files":["data/posts/none.jpeg"]}"#).status == 400)
        #expect(ann.put("posts/\(id)", #"{"product_id":""}"#).status == 400)
        #expect(ann.put("posts/\(id)", "nonsense").status == 400)
        #expect(ben.put("posts/\(id)", #"{"content":"Mine"}"#).status == 445)
        #expect(ben.delete("posts/\(id)").status == 445)
        #expect(ann.get("posts/\(id)").json == mixed.json)
        #expect(ann.delete("posts/\(id)").status == 200)
        #expect(ann.delete("posts/\(id)").status == 410)
        #expect(ann.put("posts/\(id)", #"{"content":"Late"}"#).status == 410)
        #expect(ann.get("posts/\(id)").status == 400)
    }

    @Test("A like counts once, and is taken back")
    func like() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let id = try #require(ann.write("Like me").json["post_id"]?.string)
        for _ in 0..<2 {
            let answer = ben.post("posts/\(id)/like", #"{"like_status":true,"currentRow":3}"#)
            #expect(answer.status == 200 && answer.json == .object(["like_status": .bool(true)]))
        }
        #expect(ann.get("posts/\(id)").json["likes"]?.strings == [ben.id])
        #expect(ben.get("posts/likes/me?limit=1").json.data.first?["post_id"]?.string == id)
        #expect(ben.post("posts/\(id)/like", #"{"like_status":false}"#).json["like_status"] == .bool(false))
        #expect(ann.get("posts/\(id)").json["likes"]?.strings == [])
        #expect(ben.get("posts/likes/me?limit=1").json.data.first?["post_id"]?.string != id)
        #expect(ben.post("posts/\(id)/like", #"{"like_status":"yes"}"#).status == 400)
        #expect(ben.post("posts/\(id)/like").status == 400)
        #expect(ben.post("posts/6c616e740000000000000000/like", #"{"like_status":true}"#).status == 410)
    }

    @Test("Comments stand newest first, and belong to who wrote them")
    func comments() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let post = try #require(ann.write("Talk").json["post_id"]?.string)
        let first = ben.post("posts/\(post)/comments", #"{"content":"One"}"#)
        #expect(first.status == 200 && first.json.keys == ["comment_id", "content", "createdAt", "creator"])
        let second = ann.post("posts/\(post)/comments", #"{"content":"Two"}"#).json
        #expect(ann.get("posts/\(post)").json["comments"]?.elements == [second, first.json])
        let id = try #require(first.json["comment_id"]?.string)
        let path = "posts/\(post)/comments/\(id)"
        #expect(ben.put(path, #"{"content":"One!"}"#).json["content"]?.string == "One!")
        #expect(ann.put(path, #"{"content":"Mine"}"#).status == 445 && ann.delete(path).status == 445)
        #expect(ben.put(path, #"{"content":" "}"#).status == 400)
        #expect(ben.post("posts/\(post)/comments").status == 400)
        #expect(ben.post("posts/6c616e740000000000000000/comments", #"{"content":"x"}"#).status == 410)
        #expect(ben.delete(path).status == 200)
        #expect(ben.delete(path).status == 410 && ben.put(path, #"{"content":"x"}"#).status == 410)
        #expect(ann.get("posts/\(post)").json["comments"]?.elements == [second])
    }
}
