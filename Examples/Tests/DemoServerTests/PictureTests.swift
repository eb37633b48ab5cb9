import DemoServer
import Foundation
import Testing

@Suite("Pictures")
struct PictureTests {
    @Test("Pictures, previews and thumbnails are PNGs of the size the post claims")
    func png() async throws {
        try await withServer { _, client in
            let posts = try await client.posts("/r/pics/new.json?limit=30&raw_json=1")
            let images = posts.filter { $0["url"]?.string?.hasSuffix(".png") == true && $0["preview"] != nil }
            for post in images.prefix(3) {
                let preview = try #require(post["preview"]?["images"]?[0])
                let source = try #require(preview["source"])
                let response = try await client.get(try #require(post["url"]?.string))
                #expect(response.status == 200)
                #expect(response.headers["content-type"] == "image/png")
                #expect(response.headers["content-length"] == String(response.body.count))
                let png = try PNGFile(response.body)
                #expect(png.width == source["width"]?.int && png.height == source["height"]?.int)
                #expect(Set(png.pixels).count > 20)
                for smaller in preview["resolutions"]?.elements ?? [] {
                    let file = try PNGFile(try await client.get(try #require(smaller["url"]?.string)).body)
                    #expect(file.width == smaller["width"]?.int && file.height == smaller["height"]?.int)
                }
            }
            let withThumbnail = posts.filter { $0["thumbnail_width"]?.int != nil }
            #expect(!withThumbnail.isEmpty)
            for post in withThumbnail.prefix(3) {
                let file = try PNGFile(try await client.get(try #require(post["thumbnail"]?.string)).body)
                #expect(file.width == post["thumbnail_width"]?.int && file.height == post["thumbnail_height"]?.int)
            }
        }
    }

    @Test("Animated pictures are GIFs of several frames that loop")
    func gif() async throws {
        try await withServer { _, client in
            let posts = try await client.posts("/r/memes/new.json?limit=60&raw_json=1")
            let post = try #require(posts.first { $0["preview"]?["images"]?[0]?["variants"]?["gif"] != nil })
            let source = try #require(post["preview"]?["images"]?[0]?["variants"]?["gif"]?["source"])
            let response = try await client.get(try #require(post["url"]?.string))
            #expect(response.headers["content-type"] == "image/gif")
            let gif = try GIFFile(response.body)
            #expect(gif.width == source["width"]?.int && gif.height == source["height"]?.int)
            #expect(gif.loops && gif.frames.count > 1)
            #expect(gif.frames.allSatisfy { $0.count == gif.width * gif.height })
            #expect(gif.frames.allSatisfy { $0.allSatisfy { Int($0) < gif.paletteCount } })
            #expect(Set(gif.frames).count == gif.frames.count)
            let variant = try await client.get(try #require(source["url"]?.string))
            #expect(try GIFFile(variant.body).width == gif.width)
        }
    }

    @Test("Gallery pictures have the size their metadata claims")
    func gallery() async throws {
        try await withServer { _, client in
            let posts = try await client.posts("/r/pics/new.json?limit=60&raw_json=1")
            let gallery = try #require(posts.first { $0["media_metadata"]?.members.isEmpty == false })
            for entry in gallery["media_metadata"]?.members.values.map({ $0 }) ?? [] {
                guard let address = entry["s"]?["u"]?.string else { continue }
                let file = try PNGFile(try await client.get(address).body)
                #expect(file.width == entry["s"]?["x"]?.int && file.height == entry["s"]?["y"]?.int)
            }
        }
    }

    @Test("A preview's address works only exactly as it was given")
    func signatures() async throws {
        try await withServer { _, client in
            let posts = try await client.posts("/r/pics/new.json?limit=60&raw_json=1")
            let addresses = posts.compactMap { $0["preview"]?["images"]?[0]?["source"]?["url"]?.string }
            let address = try #require(addresses.first)
            #expect(try await client.get(address).status == 200)
            #expect(try await client.get(address.replacing("&", with: "&amp;")).status == 403)
            #expect(try await client.get(address.replacing("width=", with: "width=1")).status == 403)
        }
    }
}
