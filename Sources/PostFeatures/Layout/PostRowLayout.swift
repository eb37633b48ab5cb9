public import Core

/// A layout of a post's row: it works out the row's height and its parts' frames from what the row shows, its width and
/// the chosen text size.
///
/// ```swift
/// let layout = PostRowLayout(scale: .extraLarge)
/// let row = PostRow(item, now: clock.now, format: format)
/// let frames = layout.frames(of: PostRowContent(item.post, row: row), width: 390)
/// frames.height          // before anything of the post was downloaded
/// ```
///
/// From the top: the picture, the title, the beginning of the text, and the line with author and age. Parts that are
/// empty take no room, and no space beside them.
public struct PostRowLayout: Sendable {
    /// The space around the row's parts; 12 points on each side by default.
    public var insets: LayoutInsets
    /// The space between two parts, in points, before it is scaled with the text; 6 by default.
    public var spacing: Double
    /// The title's font before it is scaled; headline by default.
    public var titleFont: LayoutFont
    /// The text's font before it is scaled; subheadline by default.
    public var snippetFont: LayoutFont
    /// The font of the line below the text before it is scaled; footnote by default.
    public var metaFont: LayoutFont
    /// The greatest number of lines of a title; `nil` for any number, 4 by default.
    public var maximumTitleLines: Int?
    /// The greatest number of lines of the text; 3 by default.
    public var maximumSnippetLines: Int
    /// The bounds of the picture's height.
    public var media: MediaFit
    /// The chosen text size.
    public var scale: TextScale
    /// The measurer of texts.
    public var measurer: any TextMeasuring

    /// Creates a layout with the usual fonts, spaces and numbers of lines.
    ///
    /// - Parameters:
    ///   - scale: The chosen text size; the usual one by default.
    ///   - media: The bounds of the picture's height.
    ///   - measurer: The measurer of texts; by default one that needs no font.
    public init(
        scale: TextScale = .large, media: MediaFit = MediaFit(),
        measurer: any TextMeasuring = ApproximateTextMeasurer()
    ) {
        insets = LayoutInsets(12)
        spacing = 6
        titleFont = .headline
        snippetFont = .subheadline
        metaFont = .footnote
        maximumTitleLines = 4
        maximumSnippetLines = 3
        self.media = media
        self.scale = scale
        self.measurer = measurer
    }

    /// Works out the frames of a row's parts.
    ///
    /// - Parameters:
    ///   - content: The content of the row.
    ///   - width: The width of the row, in points; what is no width (not a number, infinite, negative) counts as 0.
    /// - Returns: Frames within the row, finite and never negative.
    public func frames(of content: PostRowContent, width: Double) -> PostRowFrames {
        let insets = insets.valid
        let room = max(0, width.length - insets.left - insets.right)
        var column = Column(x: insets.left, y: insets.top, width: room, spacing: spacing.length * scale.factor)
        let picture = content.hasPicture ? media.place(aspectRatio: content.aspectRatio, width: room) : nil
        let mediaFrame = column.add(picture?.height ?? 0)
        let title = column.add(height(of: content.title, titleFont, room, maximumTitleLines))
        let snippet = column.add(height(of: content.snippet, snippetFont, room, maximumSnippetLines))
        let meta = column.add(height(of: content.meta, metaFont, room, nil))
        return PostRowFrames(
            media: mediaFrame, title: title, snippet: snippet, meta: meta,
            isMediaCropped: picture?.isCropped ?? false, width: width.length, height: column.y + insets.bottom)
    }

    /// Works out the height of a row.
    ///
    /// - Parameters:
    ///   - content: The content of the row.
    ///   - width: The width of the row, in points.
    /// - Returns: The height in points.
    public func height(of content: PostRowContent, width: Double) -> Double {
        frames(of: content, width: width).height
    }

    private func height(of text: String, _ font: LayoutFont, _ width: Double, _ lines: Int?) -> Double {
        guard !text.isEmpty, width > 0, lines ?? 1 > 0 else { return 0 }
        let height = measurer.height(of: text, font: font.scaled(by: scale), width: width, maximumLines: lines)
        // In whole points, so that the rows below begin where pixels do.
        return height.length.rounded(.up)
    }

    /// A column that parts are put into from the top.
    private struct Column {
        let x: Double
        var y: Double
        let width: Double
        let spacing: Double
        private var isEmpty = true

        init(x: Double, y: Double, width: Double, spacing: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.spacing = spacing
        }

        mutating func add(_ height: Double) -> LayoutFrame? {
            guard height > 0 else { return nil }
            if !isEmpty { y += spacing }
            isEmpty = false
            defer { y += height }
            return LayoutFrame(x: x, y: y, width: width, height: height)
        }
    }
}

/// The parts of a post's row that decide how high it is.
public struct PostRowContent: Hashable, Sendable {
    /// The title, as it is drawn.
    package var title: String
    /// The line below the text, as it is drawn: the author, the age and the number of comments.
    package var meta: String
    /// The beginning of the text; empty for none.
    package var snippet: String
    /// Whether there is a picture.
    package var hasPicture: Bool
    /// The picture's width divided by its height; `nil` where it is not known.
    package var aspectRatio: Double?

    /// Creates content.
    ///
    /// - Parameters:
    ///   - title: The title, as it is drawn.
    ///   - meta: The line below the text; empty by default.
    ///   - snippet: The beginning of the text; empty, the default, for none.
    ///   - hasPicture: Whether there is a picture; none by default.
    ///   - aspectRatio: The picture's width divided by its height; not known by default.
    public init(
        title: String, meta: String = "", snippet: String = "", hasPicture: Bool = false, aspectRatio: Double? = nil
    ) {
        self.title = title
        self.meta = meta
        self.snippet = snippet
        self.hasPicture = hasPicture
        self.aspectRatio = aspectRatio
    }

    /// The number of characters that are taken of a post's text: more than the lines of any row hold.
    package static let snippetLength = 600

    /// Creates the content of a post's row.
    ///
    /// A picture, an animation, a video and a gallery have a picture whether its size is known or not; of all others
    /// only what the server sent a preview of. Runs of spaces and line breaks become one space.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - row: Its row of text.
    public init(_ post: Post, row: PostRow) {
        let media = post.media
        let ratio = media.aspectRatio
        let hasPicture =
            switch media.kind {
            case .image, .animated, .video, .gallery: true
            case .embed, .link, .text, .poll, .crosspost, .unknown: !media.previews.isEmpty
            case .removed: false
            }
        self.init(
            title: Self.line(row.title[...]), meta: row.meta,
            snippet: Self.line((post.text ?? "").prefix(Self.snippetLength)), hasPicture: hasPicture,
            aspectRatio: hasPicture ? ratio : nil)
    }

    private static func line(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// The frames of the parts of a post's row, in points from the row's upper left corner.
public struct PostRowFrames: Hashable, Sendable {
    /// The picture's frame; `nil` for no picture.
    public let media: LayoutFrame?
    /// The title's frame; `nil` for an empty title.
    public let title: LayoutFrame?
    /// The frame of the beginning of the text; `nil` for no text.
    public let snippet: LayoutFrame?
    /// The frame of the line below the text; `nil` where it is empty.
    public let meta: LayoutFrame?
    /// Whether the picture is taller than its place.
    public let isMediaCropped: Bool
    /// The width of the row.
    package let width: Double
    /// The height of the row, the space around its parts included.
    public let height: Double
}
