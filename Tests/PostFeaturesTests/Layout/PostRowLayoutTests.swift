import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@Suite struct PostRowLayoutTests {
    /// As many lines as the text has words, and what it was asked.
    private struct WordMeasurer: TextMeasuring {
        func height(of text: String, font: LayoutFont, width: Double, maximumLines: Int?) -> Double {
            Double(min(text.split(separator: " ").count, maximumLines ?? .max)) * font.lineHeight
        }
    }

    private struct OddMeasurer: TextMeasuring {
        let answer: Double

        func height(of text: String, font: LayoutFont, width: Double, maximumLines: Int?) -> Double { answer }
    }

    private let content = PostRowContent(
        title: "one two", meta: "who", snippet: "a b c d e", hasPicture: true, aspectRatio: 2)

    @Test func partsLieBelowEachOther() {
        // Given
        let layout = PostRowLayout(measurer: WordMeasurer())
        // When
        let frames = layout.frames(of: content, width: 424)
        // Then
        #expect(frames.media == LayoutFrame(x: 12, y: 12, width: 400, height: 200))
        #expect(frames.title == LayoutFrame(x: 12, y: 218, width: 400, height: 44))
        #expect(frames.snippet == LayoutFrame(x: 12, y: 268, width: 400, height: 60), "three lines at most")
        #expect(frames.meta == LayoutFrame(x: 12, y: 334, width: 400, height: 18))
        #expect(frames.width == 424 && frames.height == 364 && !frames.isMediaCropped)
        #expect(layout.height(of: content, width: 424) == 364)
    }

    @Test func emptyPartsTakeNoRoomAndNoSpace() {
        let layout = PostRowLayout(measurer: WordMeasurer())
        let title = layout.frames(of: PostRowContent(title: "one"), width: 424)
        #expect(title.media == nil && title.snippet == nil && title.meta == nil)
        #expect(title.height == 12 + 22 + 12)
        #expect(layout.height(of: PostRowContent(title: ""), width: 424) == 24)
    }

    @Test func theHeightFollowsTheWidthByTheRatio() {
        let layout = PostRowLayout(measurer: WordMeasurer())
        let picture = { (ratio: Double?, width: Double) in
            layout.frames(of: PostRowContent(title: "", hasPicture: true, aspectRatio: ratio), width: width + 24)
        }
        #expect(picture(2, 300).media?.height == 150)
        #expect(picture(2, 600).media?.height == 300)
        #expect(picture(nil, 320).media?.height == 180, "16:9 where nobody knows")
        #expect(picture(nil, 320).isMediaCropped == false, "nobody knows")
        #expect(picture(0.1, 300).media?.height == 400 && picture(0.1, 300).isMediaCropped, "3:4 at most")
        #expect(picture(100, 400).media?.height == 100 && !picture(100, 400).isMediaCropped, "4:1 at least")
    }

    @Test func aPictureIsNoHigherThanAllowed() {
        let fit = MediaFit(maximumHeight: 120)
        #expect(fit.place(aspectRatio: 2, width: 200) == fit.place(aspectRatio: 2, width: 200))
        #expect(fit.place(aspectRatio: 2, width: 200).height == 100)
        #expect(!fit.place(aspectRatio: 2, width: 200).isCropped)
        #expect(fit.place(aspectRatio: 1, width: 200).height == 120)
        #expect(fit.place(aspectRatio: 1, width: 200).isCropped)
        #expect(fit.place(aspectRatio: nil, width: 2000).height == 120)
    }

    @Test func textsAndTheSpacesBetweenThemGrowWithTheScale() {
        var layout = PostRowLayout(measurer: WordMeasurer())
        var last = 0.0
        for scale in TextScale.categories {
            layout.scale = scale
            let height = layout.height(of: content, width: 424)
            #expect(height > last, "\(scale)")
            last = height
        }
        layout.scale = .accessibilityLarge
        let frames = layout.frames(of: content, width: 424)
        #expect(frames.title?.height == (44 * 33.0 / 17).rounded(.up))
        #expect(frames.media?.height == 200, "a picture does not")
    }

    @Test func theNamedScalesAreApplesSizesOfBody() {
        #expect(TextScale.large.factor == 1 && TextScale.categories.count == 12)
        #expect(TextScale.categories == TextScale.categories.sorted())
        #expect(
            TextScale.categories.map { ($0.factor * 17).rounded() } == [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53])
        #expect(TextScale(0).factor == 0.8 && TextScale(.infinity).factor == 3.2 && TextScale(.nan).factor == 1)
    }

    static let oddWidths: [Double] = [0, -1, .nan, .infinity, -.infinity, 1, 23, 24, .greatestFiniteMagnitude, 1e-300]

    @Test(arguments: oddWidths)
    func whateverComesInTheFramesAreSane(_ width: Double) {
        for answer in [0, -1, Double.nan, .infinity, 10.2] {
            for ratio in [0, -1, Double.nan, .infinity, 1e-300, 1e300, 1] {
                var layout = PostRowLayout(measurer: OddMeasurer(answer: answer))
                layout.insets = LayoutInsets(top: .nan, left: 12, bottom: -.infinity, right: 12)
                layout.spacing = -3
                layout.media.maximumHeight = answer
                var content = content
                content.aspectRatio = ratio
                let frames = layout.frames(of: content, width: width)
                let parts = [frames.media, frames.title, frames.snippet, frames.meta].compactMap { $0 }
                for part in parts {
                    #expect([part.x, part.y, part.width, part.height].allSatisfy { $0.isFinite && $0 >= 0 })
                    #expect(part.maxX <= frames.width && part.maxY <= frames.height)
                }
                #expect(frames.height.isFinite && frames.height >= 0)
                for (upper, lower) in zip(parts, parts.dropFirst()) { #expect(upper.maxY <= lower.y) }
            }
        }
    }

    @Test func aPostsRowShowsItsTextInOneParagraphAndThePictureThatItHas() {
        // Given
        var post = Post.mock("a", title: "Two\nlines", media: Media(kind: .image))
        post.text = "one\n\n two\tthree"
        let row = PostRow(
            FeedItem(post: post), now: Date(timeIntervalSince1970: 1_700_000_000),
            format: PostFormat(language: .english))
        // When
        let content = PostRowContent(post, row: row)
        // Then
        #expect(content.title == "Two lines" && content.snippet == "one two three" && content.meta == row.meta)
        #expect(content.hasPicture && content.aspectRatio == nil)
        post.text = String(repeating: "x", count: 5000)
        #expect(PostRowContent(post, row: row).snippet.count == PostRowContent.snippetLength)
    }

    static let pictures: [(Media, Bool)] = [
        (Media(kind: .text), false), (Media(kind: .link), false), (Media(kind: .removed), false),
        (Media(kind: .video), true), (Media(kind: .gallery), true), (Media(kind: .animated), true),
        (Media(kind: .link, previews: [preview]), true), (Media(kind: .text, previews: [preview]), true),
        (Media(kind: .removed, previews: [preview]), false),
        (Media(kind: .unknown("audio")), false), (Media(kind: .unknown("audio"), previews: [preview]), true),
    ]
    private static let preview = MediaSource(link: ResourceLink.mock("/p"), width: 320, height: 160)

    @Test(arguments: pictures)
    func aRowHasAPictureWhereThereIsOneToShow(_ media: Media, _ hasPicture: Bool) {
        let post = Post.mock("a", media: media)
        let row = PostRow(
            FeedItem(post: post), now: Date(timeIntervalSince1970: 1_700_000_000),
            format: PostFormat(language: .english))
        let content = PostRowContent(post, row: row)
        #expect(content.hasPicture == hasPicture)
        #expect(content.aspectRatio == (hasPicture && !media.previews.isEmpty ? 2 : nil))
    }
}
