import DemoServer
import Foundation
import Testing

@Suite("Videos")
struct VideoTests {
    /// The addresses of every file that a video, a clip or a moving picture of a community names.
    private func addresses(_ client: TestClient, community: String) async throws -> [String] {
        var addresses: [String] = []
        for post in try await client.posts("/r/\(community)/new.json?limit=100&raw_json=1") {
            let videos = [post["media"]?["reddit_video"], post["preview"]?["reddit_video_preview"]]
            for video in videos.compactMap({ $0 }) {
                addresses += ["fallback_url", "hls_url", "dash_url", "scrubber_media_url"].compactMap {
                    video[$0]?.string
                }
            }
            let moving = post["preview"]?["images"]?[0]?["variants"]?["mp4"]
            addresses += ([moving?["source"]].compactMap { $0 } + (moving?["resolutions"]?.elements ?? []))
                .compactMap { $0["url"]?.string }
            addresses += (post["media_metadata"]?.members.values.map { $0 } ?? []).compactMap {
                $0["s"]?["mp4"]?.string
            }
        }
        return addresses
    }

    @Test("Every file that a video names is there, as a pack with media needs it", arguments: ["memes", "pics"])
    func allAreThere(community: String) async throws {
        try await withServer { _, client in
            let addresses = try await addresses(client, community: community)
            #expect(addresses.count > 4)
            #expect(addresses.allSatisfy { $0.hasPrefix(client.base.absoluteString) })
            for address in addresses {
                let response = try await client.get(address)
                #expect(response.status == 200, "\(address)")
                #expect(response.headers["content-length"] == String(response.body.count))
                #expect(response.headers["etag"] != nil && response.headers["accept-ranges"] == "bytes")
                if response.headers["content-type"] == "video/mp4" {
                    #expect(response.body.dropFirst(4).prefix(8) == Data("ftypmp42".utf8))
                    #expect((10_000...220_000).contains(response.body.count))
                }
            }
        }
    }

    @Test("A video of some 200 kB is the same each time, and its parts make up the whole")
    func parts() async throws {
        try await withServer { _, client in
            let address = try #require(
                try await addresses(client, community: "memes").first { $0.contains("DASH_480.mp4") })
            let whole = try await client.get(address)
            #expect((180_000..<220_000).contains(whole.body.count))
            #expect(try await client.get(address).body == whole.body)
            let tag = try #require(whole.headers["etag"])
            let head = try await client.get(address, headers: ["Range": "bytes=0-99999"])
            let rest = try await client.get(address, headers: ["Range": "bytes=100000-", "If-Range": tag])
            #expect(head.status == 206 && rest.status == 206)
            #expect(head.body + rest.body == whole.body)
            let stale = try await client.get(address, headers: ["Range": "bytes=100000-", "If-Range": "\"other\""])
            #expect(stale.status == 200 && stale.body == whole.body)
            #expect(try await client.get(address, headers: ["If-None-Match": tag]).status == 304)
        }
    }

    @Test("A video's playlists name the video file beside them")
    func playlists() async throws {
        try await withServer { _, client in
            let addresses = try await addresses(client, community: "memes")
            for (word, type) in [("m3u8", "application/vnd.apple.mpegurl"), ("mpd", "application/dash+xml")] {
                let address = try #require(addresses.first { $0.contains(".\(word)") })
                let list = try await client.get(address)
                #expect(list.headers["content-type"] == type)
                #expect(list.text.contains("DASH_480.mp4"))
                let folder = try #require(address.range(of: "/", options: .backwards)).lowerBound
                #expect(try await client.get(address[..<folder] + "/DASH_480.mp4").status == 200)
            }
        }
    }

    @Test("The manifest of a video with sound names the file that has it, and no other does")
    func sound() async throws {
        try await withServer { _, client in
            for post in try await client.posts("/r/memes/new.json?limit=100&raw_json=1") {
                guard let video = post["media"]?["reddit_video"], let address = video["dash_url"]?.string else {
                    continue
                }
                let manifest = try await client.get(address)
                let isNamed = manifest.text.contains("DASH_AUDIO_128.mp4")
                #expect(video["has_audio"] == .bool(isNamed))
                let folder = try #require(address.range(of: "/", options: .backwards)).lowerBound
                if isNamed { #expect(try await client.get(address[..<folder] + "/DASH_AUDIO_128.mp4").status == 200) }
            }
        }
    }

    @Test("A still picture has no video, and a video has no thumbnail path")
    func stillPicturesHaveNoVideo() async throws {
        try await withServer { _, client in
            let still = try #require(
                try await client.posts("/r/pics/new.json?limit=60&raw_json=1").first {
                    $0["url"]?.string?.hasSuffix(".png") == true
                }?["id"]?.string)
            for path in ["/media/\(still).mp4", "/media/\(still)/DASH_480.mp4", "/thumbnails/\(still).mp4"] {
                #expect(try await client.get(path).status == 404, "\(path)")
            }
            let film = try #require(
                try await addresses(client, community: "memes").first { $0.contains("DASH_480.mp4") })
            #expect(try await client.get(film.replacing("DASH_480", with: "DASH_720")).status == 404)
        }
    }
}
