import Cloud
import Core
import Database
import DemoServer
import Foundation
import Testing

/// The media that a favourite keeps, from process to process.
@Suite(.timeLimit(.minutes(5)))
struct FavouriteMediaTests {
    private let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])

    private static func media(_ item: [String: Any]) -> [String: Any]? { item["media"] as? [String: Any] }

    private func names(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// With a network, what is missing is fetched at once, and nothing twice.
    @Test func aFavouriteIsFetchedWithItsMediaAndThereWithoutANetwork() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await fixture.reader("list", "--feed", "r/swift", "--limit", "50")
            let item = try #require(try list.items.first { Self.media($0)?["kind"] as? String == "image" })
            let id = try #require(item["id"] as? String)
            let address = try #require(Self.media(item)?["url"] as? String)
            let url = try #require(URL(string: address))
            func asked() -> Int { fixture.server.requests.count { $0.path == url.path() } }
            let off = try await fixture.reader("favourite", id, "--offline")
            #expect(off.status == 0 && off.errors.isEmpty && asked() == 0)
            let kept = try await fixture.reader("favourite", id)
            #expect(kept.status == 0 && kept.errors.isEmpty, "\(kept.errors)")
            #expect(try kept.json["changed"] as? [String] == [id])
            #expect(asked() == 1)
            let bytes = try Set(
                names(in: "\(fixture.store)/media").map { name in
                    try Data(contentsOf: URL(filePath: "\(fixture.store)/media/\(name)"))
                })
            #expect(bytes.contains { $0.starts(with: picture.prefix(8)) && $0.count > 1000 })
            let count = fixture.server.requests.count
            #expect(try await fixture.reader("favourite", id).status == 0)
            #expect(fixture.server.requests.count == count, "it is here already")
            let stored = try await fixture.reader("list", "--feed", "favourites", "--offline")
            #expect(try stored.items.first?["availability"] as? String != "text")
        }
    }

    @Test func aFavouriteVideoIsKeptWithTheSoundThatItsManifestNames() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "list", "--feed", "r/memes", "--limit", "100")
            let store = try JSONStore(directory: fixture.store)
            let feed = Feed(site: .demo, source: .subreddits(["memes"]))
            let posts = try await DatabasePostProvider(store: store).storedFeed(feed).items.map(\.post)
            try await store.close()
            let post = try #require(posts.first { $0.media.kind == .video && $0.media.video?.hasAudio == true })
            let kept = try await fixture.call(.demo, "favourite", post.id.native)
            #expect(kept.status == 0 && kept.errors.isEmpty, "\(kept.errors)")
            let asked = fixture.server.requests.map(\.path)
            for name in ["DASH_480.mp4", "DASHPlaylist.mpd", "DASH_AUDIO_128.mp4"] {
                #expect(asked.count { $0.hasSuffix("/\(name)") } == 1, "\(name)")
            }
        }
    }

    @Test func aFavouriteOfAServerThatIsGoneIsOneAllTheSame() async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await fixture.call(.demo, "list", "--feed", "r/swift", "--limit", "50")
            let id = try #require(
                try list.items.first { Self.media($0)?["kind"] as? String == "image" }?["id"] as? String)
            await fixture.server.stop()
            let kept = await ReaderCall.run([
                "favourite", id, "--store", fixture.store, "--base-url", "http://127.0.0.1:1", "--format", "json",
            ])
            #expect(kept.status == 0 && !kept.errors.isEmpty)
            #expect(try kept.json["changed"] as? [String] == [id])
        }
    }

    /// Without a network it keeps what the image cache has, and what is missing comes later.
    @Test func aFavouriteKeepsWhatTheCacheHasUntilItIsTakenBack() async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("list", "--feed", "r/swift", "--limit", "50")
            let store = try JSONStore(directory: fixture.store)
            let feed = Feed(site: .demo, source: .subreddits(["swift"]))
            let posts = try await DatabasePostProvider(store: store).storedFeed(feed).items.map(\.post)
            try await store.close()
            let post = try #require(posts.first { $0.media.kind == .image })
            let link = try #require(PostMediaFiles(post).full.first)
            let cache = DiskImageCache(folder: "\(fixture.store)/images")
            await cache.store(picture, for: link)
            await cache.flush()

            #expect(try await fixture.reader("favourite", post.id.native, "--offline").status == 0)
            let folder = "\(fixture.store)/media"
            let name = try #require(try names(in: folder).first)
            #expect(try names(in: folder).count == 1)
            #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")) == picture)
            // The cache may go: the file is a copy of its own.
            try FileManager.default.removeItem(atPath: "\(fixture.store)/images")
            #expect(try await fixture.reader("favourite", post.id.native, "--offline").status == 0)
            #expect(try names(in: folder) == [name])

            #expect(try await fixture.reader("unfavourite", post.id.native).status == 0)
            #expect(try names(in: folder).isEmpty)
        }
    }
}
