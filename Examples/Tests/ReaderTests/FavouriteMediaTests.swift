import Cloud
import Core
import Database
import Foundation
import Testing

/// The media that a favourite keeps, from process to process.
@Suite(.timeLimit(.minutes(5)))
struct FavouriteMediaTests {
    private let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])

    private func names(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// Setting a favourite is local: it keeps what the image cache has, and what is missing comes later.
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

            #expect(try await fixture.reader("favourite", post.id.native).status == 0)
            let folder = "\(fixture.store)/media"
            let name = try #require(try names(in: folder).first)
            #expect(try names(in: folder).count == 1)
            #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")) == picture)
            // The cache may go: the file is a copy of its own.
            try FileManager.default.removeItem(atPath: "\(fixture.store)/images")
            #expect(try await fixture.reader("favourite", post.id.native).status == 0)
            #expect(try names(in: folder) == [name])

            #expect(try await fixture.reader("unfavourite", post.id.native).status == 0)
            #expect(try names(in: folder).isEmpty)
        }
    }
}
