/// Where the parts of a post's row lie, and how high it is: a pure function of what it shows, its width and the size that
/// a person reads at.
///
/// ```swift
/// let layout = PostRowLayout(scale: .extraLarge)
/// let row = PostRow(item, now: clock.now, format: format)
/// let frames = layout.frames(of: PostRowContent(item.post, row: row), width: 390)
/// frames.height          // before anything of the post was downloaded
/// ```
///
/// From the top: the picture, the title, the beginning of the text, and who wrote it when. Parts that are empty take no
/// room, and no space beside them.
public struct PostRowLayout: Sendable {
    /// What is left free around the row's parts.
    public var insets: LayoutInsets
    /// What is left free between two of them, in points; it grows with the text.
    public var spacing: Double
    /// What titles are written with, before they are scaled.
    public var titleFont: LayoutFont
    /// What the beginning of the text is written with, before it is scaled.
    public var snippetFont: LayoutFont
    /// What stands below is written with, before it is scaled.
    public var metaFont: LayoutFont
    /// How many lines a title has at most; `nil` for any number.
    public var maximumTitleLines: Int?
    /// How many lines of the text there are at most.
    public var maximumSnippetLines: Int
    /// How high pictures are.
    public var media: MediaFit
    /// How much larger than usual texts are.
    public var scale: TextScale
    /// Measures texts.
    public var measurer: any TextMeasuring

    /// Creates a layout with the usual fonts: headline, subheadline and footnote, four lines for a title and three for a
    /// text, 12 points around and 6 between.
    ///
    /// - Parameters:
    ///   - scale: How much larger than usual texts are; 1 by default.
    ///   - media: How high pictures are.
    ///   - measurer: Measures texts; by averages of scripts by default.
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

    /// Where the parts of a row lie.
    ///
    /// - Parameters:
    ///   - content: What the row shows.
    ///   - width: How wide the row is, in points; what is no width (not a number, infinite, negative) counts as 0.
    /// - Returns: Frames within the row, finite and never negative.
    public func frames(of content: PostRowContent, width: Double) -> PostRowFrames {
        let insets = insets.sane
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

    /// How high a row is.
    ///
    /// - Parameters:
    ///   - content: What the row shows.
    ///   - width: How wide the row is, in points.
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

    /// Puts parts below each other.
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
