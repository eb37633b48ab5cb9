import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What an earlier version stored, which knew no sites of links.
@Suite(.timeLimit(.minutes(5)))
struct EarlierMediaTests {
    private let world = MediaFixture(EarlierStore.disk())
    private let date = Date(timeIntervalSince1970: 1_700_000_000)
    private let lemmy = Site.lemmy("example.org")
    private let cat = Post.ID(site: .reddit, native: "t3_a")
    private let dog = Post.ID(site: .demo, native: "t3_b")
    private let fox = Post.ID(site: .demo, native: "t3_c")
    private let packed = Post.ID(site: .lemmy("example.org"), native: "2")

    @Test func postsAreReadWithLinksOfTheirSiteAndWrittenAsTheyWere() throws {
        let snapshot = try world.open().store.snapshot()
        let codec = RecordCodec<Post>.make()
        let lines = EarlierStore.journal.split(separator: "\n").filter { $0.hasPrefix(#"{"put":"posts""#) }
        let posts = try snapshot.window(of: PostSchemas.posts)
        #expect(posts.count == 6 && lines.count == 6)
        var written: Set<String> = []
        for post in posts {
            let media = post.media
            var links = [post.url, post.thumbnail, media.source?.link, media.video?.hls, media.video?.fallback]
            links += media.previews.map { Optional($0.link) }
            links.append(media.gallery.first?.source?.link)
            #expect(links.allSatisfy { $0?.site == post.id.site }, "\(post.id)")
            var bytes: [UInt8] = []
            try codec.encode(post, to: &bytes)
            written.insert(#"{"put":"posts","value":"# + String(decoding: bytes, as: UTF8.self) + "}")
            // The complete decoder agrees with the quick one.
            #expect(try JSONDecoder.storeDecoder.decode(Post.self, from: Data(bytes)) == post)
        }
        #expect(written == Set(lines.map(String.init)))
    }

    @Test func keptFilesAreFoundByThePostsThatHoldThemWhateverTheirSite() async throws {
        let media = try world.open().media
        for id in [cat, dog] {
            let link = ResourceLink("/img/1.png", on: id.site)
            let file = try #require(try await media.file(for: link))
            #expect(file.link == link && file.bytes == 3 && file.holders == [cat: .full, dog: .full])
            #expect(try await media.files(of: [id])[id]?.map(\.link) == [link])
        }
        let files = try await media.files(of: [cat, dog, fox, packed])
        #expect(files[fox]?.map(\.link) == [ResourceLink("/img/2.png", on: .demo)])
        #expect(files[packed]?.map(\.link) == [ResourceLink("/img/3.png", on: lemmy)])
        #expect(try await media.usage() == FileUsage(files: 3, bytes: 6))
    }

    @Test func nothingIsFetchedAgainOrLost() async throws {
        let session = try world.open()
        let online = MockOnlineMediaProvider()
        let clock = world.clock
        let container = DependencyContainer()
        container.register((any TimeProvider).self) { clock }
        container.register((any OfflinePackProvider).self) { DatabasePackProvider(store: session.store) }
        let keeper = Dependency.withContainer(container) {
            DefaultMediaProvider(
                sites: [.reddit, .demo, lemmy], online: online, offline: session.media, posts: session.posts)
        }
        for (id, path) in [(cat, "/img/1.png"), (dog, "/img/1.png"), (fox, "/img/2.png"), (packed, "/img/3.png")] {
            let item = PostMediaFiles.Item(ResourceLink(path, on: id.site), as: .thumbnail)
            let receipt = try await keeper.keep([item], of: id, maximumBytes: 100, priority: .background)
            #expect(receipt.held.files == 1 && receipt.added.files == 0, "\(id)")
        }
        #expect(try await session.media.sweep() == FileUsage())
        #expect(online.onDownload.calls.isEmpty)
        #expect(try await session.media.usage() == FileUsage(files: 3, bytes: 6))
    }

    @Test func anotherSiteWithTheSamePathHasAFileOfItsOwn() async throws {
        let session = try world.open()
        let other = Post.ID(site: .reddit, native: "t3_d")
        let (theirs, ours) = (ResourceLink("/img/2.png", on: .demo), ResourceLink("/img/2.png", on: .reddit))
        #expect(try await session.media.file(for: ours) == nil)
        await #expect(throws: DataError.self) {
            try await session.media.keep(ours, for: other, as: .full, at: date)
        }
        _ = try await session.posts.apply(.set(.favourite(true), [other]), at: date)
        _ = try await session.media.keep(Data([9, 9, 9, 9]), as: ours, for: other, as: .full, at: date)
        #expect(try await session.media.file(for: ours)?.bytes == 4)
        #expect(try await session.media.file(for: theirs)?.bytes == 2)
        // One goes without the other.
        try await session.takeBack(fox, at: date)
        try await session.media.flush()
        #expect(try await session.media.file(for: theirs) == nil)
        #expect(try await session.media.file(for: ours)?.holders == [other: .full])
        // Also for the next start of the process.
        try await session.store.close()
        let again = try world.open().media
        #expect(try await again.files(of: [other])[other]?.map(\.link) == [ours])
    }

    @Test func aFileGoesWithTheLastPostOfWhateverSite() async throws {
        let session = try world.open()
        try await session.takeBack(cat, at: date)
        try await session.media.flush()
        #expect(try await session.media.file(for: ResourceLink("/img/1.png", on: .reddit)) == nil)
        #expect(try await session.media.file(for: ResourceLink("/img/1.png", on: .demo))?.holders == [dog: .full])
        #expect(world.names.count == 3)
        #expect(try await session.media.release([dog]) == FileUsage(), "a favourite keeps what it holds")
        try await session.takeBack(dog, at: date)
        try await session.media.flush()
        #expect(world.names.count == 2)
        #expect(try await session.media.usage() == FileUsage(files: 2, bytes: 3))
    }

    @Test func aMissingFileIsDownloadedToThePathOfItsOwnSite() async throws {
        let session = try world.open()
        let link = ResourceLink("/img/2.png", on: .demo)
        try world.files.remove("\(MediaFixture.folder)/94adab72061be98df259408b03061059")
        #expect(try await session.media.file(for: link) == nil)
        let path = try await session.media.place(for: link)
        #expect(!path.hasSuffix("94adab72061be98df259408b03061059"))
        try world.download([5, 5, 5, 5, 5], to: path)
        _ = try await session.media.keep(link, for: fox, as: .full, at: date)
        #expect(try await session.media.file(for: link)?.bytes == 5)
    }

    @Test func theSkippedLinksOfAPackBelongToItsSite() async throws {
        let packs = DatabasePackProvider(store: try world.open().store)
        #expect(try await packs.packs().map(\.missing) == [[ResourceLink("/gone.png", on: lemmy)]])
    }
}
