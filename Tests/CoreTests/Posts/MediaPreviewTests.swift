import Core
import Mocks
import Testing

struct MediaPreviewTests {
    private static func source(_ name: String, _ width: Int? = nil, _ height: Int? = nil) -> MediaSource {
        MediaSource(link: ResourceLink.mock("/\(name)"), width: width, height: height)
    }

    /// The widths that Reddit makes, of a picture of 4:3.
    private static let reddit = [108, 216, 320, 640, 960, 1080].map { source("\($0).jpg", $0, $0 * 3 / 4) }

    private func chosen(
        _ media: Media, _ width: Int, _ height: Int = 0, thumbnail: MediaSource? = nil
    ) -> String? {
        media.preview(for: PixelSize(width: width, height: height), thumbnail: thumbnail)?.link.text
    }

    @Test(arguments: [
        (1, 0, "/108.jpg"), (108, 81, "/108.jpg"), (109, 0, "/216.jpg"), (108, 82, "/216.jpg"), (300, 300, "/640.jpg"),
        (640, 0, "/640.jpg"), (641, 0, "/960.jpg"), (1080, 810, "/1080.jpg"), (1081, 0, "/full.jpg"),
        (2000, 1500, "/full.jpg"), (2900, 0, "/full.jpg"),
    ])
    func theSmallestThatCoversTheTargetIsTaken(_ width: Int, _ height: Int, _ name: String) {
        let media = Media(kind: .image, source: Self.source("full.jpg", 2000, 1500), previews: Self.reddit)
        #expect(chosen(media, width, height) == name)
        #expect(
            chosen(Media(kind: .image, source: media.source, previews: Self.reddit.reversed()), width, height) == name)
    }

    @Test func aFullPictureThatIsTooLargeIsLeftToTheLargestPreview() {
        let media = Media(kind: .image, source: Self.source("full.jpg", 4000, 3001), previews: Self.reddit)
        #expect(chosen(media, 2000) == "/1080.jpg")
        #expect(chosen(media, 100) == "/108.jpg")
    }

    @Test func theBoundsAreInclusive() {
        for (size, isTaken) in [(49, false), (50, true), (3000, true), (3001, false)] {
            for side in [(size, 60), (60, size)] {
                let media = Media(kind: .video, previews: [Self.source("p.jpg", side.0, side.1)])
                #expect(
                    chosen(media, 50, thumbnail: Self.source("t.jpg")) == (isTaken ? "/p.jpg" : "/t.jpg"), "\(side)")
            }
        }
    }

    @Test func aVeryLongPictureIsMeasuredByItsFullSize() {
        // 1080 wide it would be 10 800 high, whatever height the server says for its previews.
        let previews = [108, 216, 320, 1080].map { Self.source("\($0).jpg", $0, $0 * 2) }
        let media = Media(kind: .image, source: Self.source("full.jpg", 800, 8000), previews: previews)
        #expect(chosen(media, 640) == "/216.jpg")
    }

    @Test func withoutPreviewsItIsTheFullPictureThenTheThumbnail() {
        let thumbnail = Self.source("t.jpg")
        #expect(chosen(Media(kind: .image, source: Self.source("full.jpg")), 640, thumbnail: thumbnail) == "/full.jpg")
        #expect(chosen(Media(kind: .image), 640, thumbnail: thumbnail) == "/t.jpg")
        #expect(chosen(Media(kind: .text), 640, thumbnail: thumbnail) == "/t.jpg")
        #expect(chosen(Media(kind: .text), 640) == nil)
        let large = Media(kind: .image, source: Self.source("full.jpg", 9000, 9000))
        #expect(chosen(large, 640, thumbnail: thumbnail) == "/t.jpg")
        #expect(chosen(large, 640) == "/full.jpg", "a large picture is better than none")
    }

    @Test func anUnknownSizeComesLast() {
        let unknown = [Self.source("a.jpg"), Self.source("b.jpg")]
        let known = Self.source("k.jpg", 60, 60)
        #expect(chosen(Media(kind: .video, previews: unknown + [known]), 640) == "/k.jpg")
        #expect(chosen(Media(kind: .video, previews: unknown), 640, thumbnail: Self.source("t.jpg")) == "/b.jpg")
        let full = Media(kind: .image, source: Self.source("full.jpg"), previews: [known] + unknown)
        #expect(chosen(full, 50) == "/k.jpg")
        #expect(chosen(full, 61) == "/full.jpg")
    }

    @Test func equallyLargeOnesAreTakenInTheOrderOfTheirLinks() {
        let two = [Self.source("b.jpg", 100, 100), Self.source("a.jpg", 100, 100)]
        #expect(chosen(Media(kind: .video, previews: two), 100) == "/a.jpg")
        #expect(chosen(Media(kind: .video, previews: two.reversed()), 100) == "/a.jpg")
    }

    @Test func filmsAndPagesAreNoPictures() {
        let film = Self.source("v.m3u8?x=.jpg", 640, 480)
        let still = Self.source("s.jpg", 320, 240)
        #expect(chosen(Media(kind: .video, source: film, previews: [still]), 640) == "/s.jpg")
        #expect(chosen(Media(kind: .gallery, source: film), 640) == nil)
        #expect(chosen(Media(kind: .animated, source: Self.source("v.MP4", 640, 480)), 640) == nil)
        #expect(chosen(Media(kind: .link, source: Self.source("page")), 640) == nil)
        #expect(chosen(Media(kind: .embed, source: Self.source("watch", 640, 480), previews: [still]), 640) == "/s.jpg")
    }

    @Test func aCardIsThePictureOfALink() {
        #expect(chosen(Media(kind: .link, source: Self.source("card.jpg", 640, 480)), 640) == "/card.jpg")
    }

    @Test func whatMovesIsShownStillAsLongAsThereIsAPreview() {
        let gif = Self.source("cat.gif", 500, 500)
        #expect(
            chosen(Media(kind: .animated, source: gif, previews: [Self.source("s.jpg", 108, 108)]), 400) == "/s.jpg")
        #expect(chosen(Media(kind: .animated, source: gif), 400) == "/cat.gif")
    }

    @Test func aPostFallsBackToItsThumbnail() {
        var post = Post(id: Post.ID(site: .reddit, native: "t3_a"), title: "A")
        #expect(post.preview(for: PixelSize(width: 100)) == nil)
        post.thumbnail = ResourceLink.mock("/t.jpg")
        #expect(post.preview(for: PixelSize(width: 100))?.link == ResourceLink.mock("/t.jpg"))
    }

    @Test func theRatioIsKnownBeforeTheDownload() {
        let previews = [Self.source("p.jpg", 320, 160)]
        let image = Media(kind: .image, source: Self.source("full.jpg", 400, 300), previews: previews)
        #expect(image.aspectRatio == 4.0 / 3.0)
        #expect(Media(kind: .image, source: Self.source("full.jpg"), previews: previews).aspectRatio == 2)
        #expect(Media(kind: .image, source: Self.source("full.jpg", 0, 300)).aspectRatio == nil)
        let gallery = Media(
            kind: .gallery,
            gallery: [GalleryItem(id: "1"), GalleryItem(id: "2", source: Self.source("g.jpg", 50, 100))])
        #expect(gallery.aspectRatio == 0.5)
    }

    @Test func theHeightOfARowFollowsFromItsWidth() {
        let known = Media(kind: .image, source: Self.source("full.jpg", 400, 300))
        #expect(known.layoutHeight(forWidth: 400) == 300)
        #expect(Media(kind: .image).layoutHeight(forWidth: 160) == 90)
        #expect(Media(kind: .image).layoutHeight(forWidth: 160, defaultRatio: 1) == 160)
        #expect(known.layoutHeight(forWidth: -1) == 0)
        #expect(Media(kind: .image).layoutHeight(forWidth: 160, defaultRatio: 0) == 0)
    }
}
