import CommunityServer
import Foundation
import Testing

@Suite("Pages of posts")
struct FeedTests {
    /// All posts of a list, page by page to its end.
    private func all(_ member: Member, _ list: String, limit: Int) throws -> (pages: [Int], posts: [JSON]) {
        var (pages, posts): ([Int], [JSON]) = ([], [])
        var next = ""
        repeat {
            let answer = member.get("\(list)\(list.contains("?") ? "&" : "?")next=\(next)&limit=\(limit)")
            #expect(answer.status == 200 && answer.json.keys == ["data", "next_cursor"])
            pages.append(answer.json.data.count)
            posts += answer.json.data
            next = try #require(answer.json["next_cursor"]?.string)
        } while next != "0" && pages.count < 100
        return (pages, posts)
    }

    @Test("Pages go on to the end, newest first, each post once", arguments: [1, 4, 7, 16, 17, 18, 100])
    func paging(limit: Int) throws {
        let server = CommunityServer.test()
        let (pages, posts) = try all(try Member.of(.ann, server), "posts", limit: limit)
        let ids = posts.compactMap { $0["post_id"]?.string }
        #expect(ids.count == 17 && ids == ids.sorted(by: >))
        #expect(
            posts.map { $0["createdAt"]?.string ?? "" } == posts.map { $0["createdAt"]?.string ?? "" }.sorted(by: >))
        #expect(pages.dropLast().allSatisfy { $0 == limit } && pages.count == (17 + limit - 1) / limit)
    }

    @Test("A first page is asked with an empty cursor, one without a value, or none; a wrong one is 400")
    func cursors() throws {
        let ann = try Member.of(.ann, .test())
        let first = ann.get("posts?limit=3").json
        #expect(ann.get("posts?next&limit=3").json == first && ann.get("posts?next=&limit=3").json == first)
        #expect(ann.get("posts").json.data.count == 10)
        for query in ["next=xyz", "limit=0", "limit=-1", "limit=many"] {
            for list in ["posts", "posts/likes/me", "posts/hashTags", "posts/users/\(ann.id)"] {
                #expect(ann.get("\(list)?\(query)").status == 400)
            }
        }
        let capped = CommunityServer.test { $0.greatestPageSize = 2 }
        #expect(try Member.of(.ann, capped).get("posts?limit=50").json.data.count == 2)
    }

    @Test("A page goes on where it ended, whatever was written or deleted since")
    func changes() throws {
        let server = CommunityServer.test()
        let ann = try Member.of(.ann, server)
        let ids = try (0..<4).map { try #require(ann.write("Number \($0)").json["post_id"]?.string) }
        let first = ann.get("posts?limit=2").json
        #expect(first.data.map { $0["post_id"]?.string } == [ids[3], ids[2]])
        _ = ann.write("Newer")
        #expect(ann.delete("posts/\(ids[2])").status == 200)
        let next = try #require(first["next_cursor"]?.string)
        #expect(ann.get("posts?limit=2&next=\(next)").json.data.map { $0["post_id"]?.string } == [ids[1], ids[0]])
    }

    @Test("Lists are by category, by person, by hashtag and by likes")
    func lists() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), CommunityServer.DemoPerson.ben)
        let everything = try all(ann, "posts", limit: 100).posts
        func expect(_ list: String, _ belongs: (JSON) -> Bool) throws {
            let posts = try all(ann, list, limit: 2).posts
            #expect(posts == everything.filter(belongs) && !posts.isEmpty)
        }
        try expect("posts?product_id=CategoryZ_pet") { $0["product_id"]?.string == "CategoryZ_pet" }
        try expect("posts/users/\(ben.id)") { $0["creator"]?["user_id"]?.string == ben.id }
        try expect("posts/users/\(ben.id)?product_id=CategoryZ_UserDonate") { $0["title"]?.string == "ben후원" }
        try expect("posts/hashTags?hashTag=reading") { $0["hashTags"]?.strings.contains("reading") == true }
        try expect("posts/hashTags?hashTag=dog&product_id=CategoryZ_pet") { $0["hashTags"]?.strings == ["dog"] }
        try expect("posts/hashTags?hashTag=%EB%B0%A4") { $0["hashTags"]?.strings.contains("밤") == true }
        try expect("posts/hashTags?hashTag=&product_id=CategoryZ_song") { $0["product_id"]?.string == "CategoryZ_song" }
        try expect("posts/likes/me") { $0["likes"]?.strings.contains(ann.id) == true }
        #expect(try all(ann, "posts/hashTags?hashTag=%23reading", limit: 5).posts.isEmpty)
        #expect(try all(ann, "posts?product_id=none", limit: 5).posts.isEmpty)
        #expect(ann.get("posts/users/6c616e740000000000000000").status == 400)
    }

    @Test("Pictures are JPEG files with the ratio that the post says")
    func pictures() throws {
        let ann = try Member.of(.ann, .test())
        let posts = ann.get("posts?limit=100").json.data
        #expect(posts.contains { $0["files"]?.elements.count == 5 })
        for post in posts {
            guard let path = post["files"]?[0]?.string else { continue }
            let data = [UInt8](ann.get(path).body)
            #expect(data.starts(with: [0xFF, 0xD8, 0xFF]) && data.suffix(2) == [0xFF, 0xD9] && data.count < 10_000)
            // Height and width stand five bytes behind the marker of the frame.
            let frame = try #require((0..<data.count - 9).first { data[$0] == 0xFF && data[$0 + 1] == 0xC0 })
            let height = Double(data[frame + 5]) * 256 + Double(data[frame + 6])
            let width = Double(data[frame + 7]) * 256 + Double(data[frame + 8])
            #expect(post["content3"]?.string == String(width / height))
        }
        #expect(ann.get("data/posts/none.jpeg").status == 404)
    }
}
