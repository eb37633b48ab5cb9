import Core
import Foundation
import Mocks
import Testing

struct PostMediaFilesTests {
    private func source(_ link: String, _ width: Int? = nil, _ height: Int? = nil) -> MediaSource {
        MediaSource(link: ResourceLink.mock(link), width: width, height: height)
    }

    private func plan(_ media: Media, thumbnail: String? = nil) -> PostMediaFiles {
        var post = Post.mock("a", media: media)
        post.thumbnail = thumbnail.map { ResourceLink.mock($0) }
        return PostMediaFiles(post)
    }

    @Test func aPictureIsTakenAsItIs() {
        let media = Media(
            kind: .image, source: source("/full.jpg", 2000, 1500),
            previews: [source("/108.jpg", 108, 81), source("/640.jpg", 640, 480)])
        let plan = plan(media, thumbnail: "/thumb.jpg")
        #expect(plan.full == [ResourceLink.mock("/full.jpg")])
        #expect(plan.thumbnail == ResourceLink.mock("/thumb.jpg"))
    }

    @Test func aPictureThatIsTooLargeIsTakenInTheLargestSizeThatIsNot() {
        let previews = [source("/640.jpg", 640, 480), source("/2000.jpg", 2000, 1500), source("/9000.jpg", 9000, 6750)]
        #expect(
            plan(Media(kind: .image, source: source("/9000.jpg", 9000, 6750), previews: previews)).full
                == [ResourceLink.mock("/2000.jpg")])
        #expect(
            plan(Media(kind: .image, source: source("/9000.jpg", 9000, 6750))).full == [ResourceLink.mock("/9000.jpg")],
            "where there is no other")
        #expect(
            plan(Media(kind: .image, source: source("/x.jpg"), previews: previews)).full == [
                ResourceLink.mock("/x.jpg")
            ],
            "nobody knows that it is too large")
        #expect(plan(Media(kind: .image, previews: previews)).full == [ResourceLink.mock("/2000.jpg")])
        let post = Post.mock("a", media: Media(kind: .image, source: source("/9.jpg", 900, 10), previews: previews))
        #expect(PostMediaFiles(post, largestSide: 700).full == [ResourceLink.mock("/640.jpg")])
    }

    @Test func aGalleryListsEachAvailablePictureOnce() {
        let items = [
            GalleryItem(id: "1", source: source("/1.jpg")), GalleryItem(id: "2"),
            GalleryItem(id: "3", source: source("/3.m3u8?a=1")), GalleryItem(id: "4", source: source("/4.jpg")),
            GalleryItem(id: "5", source: source("/1.jpg")),
        ]
        let media = Media(kind: .gallery, source: source("/1.jpg"), gallery: items)
        #expect(plan(media).full == [ResourceLink.mock("/1.jpg"), ResourceLink.mock("/4.jpg")])
    }

    @Test(arguments: [Media.Kind.video, .animated])
    func ofWhatMovesThePlainFileIsTaken(kind: Media.Kind) {
        let streams = VideoStreams(
            hls: ResourceLink.mock("/v.m3u8"), dash: ResourceLink.mock("/v.mpd"),
            fallback: ResourceLink.mock("/v.mp4?source=fallback")
        )
        let media = Media(kind: kind, source: source("/v.m3u8"), video: streams)
        #expect(plan(media).full == [ResourceLink.mock("/v.mp4?source=fallback")])
        // A playlist names files, and is none.
        let playlists = VideoStreams(hls: ResourceLink.mock("/v.m3u8?f=sd"), dash: ResourceLink.mock("/v.mpd"))
        #expect(plan(Media(kind: kind, source: source("/V.M3U8?f=sd"), video: playlists)).full.isEmpty)
        #expect(plan(Media(kind: kind, source: source("https://i.org/x.gifv"))).full.isEmpty)
        #expect(plan(Media(kind: kind, source: source("/a.gif"))).full == [ResourceLink.mock("/a.gif")])
    }

    @Test(arguments: [Media.Kind.link, .text, .poll, .embed, .crosspost, .removed])
    func mediaKindsWithoutAPictureHaveNoFullFile(kind: Media.Kind) {
        let media = Media(kind: kind, source: source("/page"), previews: [source("/p.jpg", 300, 200)])
        #expect(plan(media).full.isEmpty)
        #expect(plan(media).thumbnail == (kind == .removed ? nil : ResourceLink.mock("/p.jpg")))
    }

    @Test func theSmallestPreviewServesAsThumbnailWhereThereIsNone() {
        let previews = [
            source("/dot.gif", 1, 1), source("/film.mp4", 60, 60), source("/any.jpg"), source("/640.jpg", 640, 480),
            source("/108.jpg", 108, 81),
        ]
        #expect(plan(Media(kind: .link, previews: previews)).thumbnail == ResourceLink.mock("/108.jpg"))
        #expect(
            plan(Media(kind: .link, previews: [previews[0], previews[2]])).thumbnail == ResourceLink.mock("/any.jpg"))
        #expect(plan(Media(kind: .text)).thumbnail == nil)
        #expect(plan(Media(kind: .text)).items().isEmpty)
    }

    @Test func aFileWithBothRolesIsListedOnceAsFull() {
        let both = plan(Media(kind: .image, source: source("/a.jpg", 70, 70)), thumbnail: "/a.jpg")
        #expect(both.items() == [.init(ResourceLink.mock("/a.jpg"), as: .full)])
        #expect(both.items([.thumbnail]) == [.init(ResourceLink.mock("/a.jpg"), as: .thumbnail)])
        let two = plan(Media(kind: .image, source: source("/a.jpg", 70, 70)), thumbnail: "/t.jpg")
        #expect(two.items().map(\.role) == [.thumbnail, .full])
        #expect(two.items([]).isEmpty)
    }

    @Test func aBadgeCountsStoredComments() {
        let items = (1...3).map { GalleryItem(id: "\($0)", source: source("/\($0).jpg")) }
        let plan = plan(Media(kind: .gallery, gallery: items))
        let links = (1...3).map { ResourceLink.mock("/\($0).jpg") }
        #expect(plan.part(of: .full, in: []) == .missing)
        #expect(plan.part(of: .full, in: Set(links.prefix(2))) == .partial)
        #expect(plan.part(of: .full, in: Set(links + [ResourceLink.mock("/other")])) == .complete)
        #expect(plan.part(of: .thumbnail, in: Set(links)) == .notApplicable)
    }
}
