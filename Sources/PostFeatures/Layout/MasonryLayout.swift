/// Tiles in columns of the same width, each in the column that is shortest: the layout that Pinterest made known.
///
/// ```swift
/// var masonry = MasonryLayout(width: 390)
/// masonry.append(items.map { MasonryItem($0.post, extraHeight: 60) })
/// masonry.frames[0]                                        // where the first tile lies
/// masonry.indices(in: LayoutFrame(x: 0, y: scrolled, width: 390, height: 844))   // what can be seen
/// ```
///
/// A value: pure, and the same on every system. Tiles only come behind those that are there, and never move one of them,
/// so a page that is appended disturbs nothing. For another width, make another layout.
///
/// Of columns that are equally short the leftmost is taken. Frames are finite, lie within the width beside each other, and
/// never overlap, whatever comes in: what is no length (not a number, infinite, negative) counts as 0.
public struct MasonryLayout: Hashable, Sendable {
    /// How many columns there are, what is left free, and how high pictures are.
    public struct Configuration: Hashable, Sendable {
        /// How wide a column is at least, in points, where the width is enough for one.
        public var minimumColumnWidth: Double
        /// How many columns there are at most.
        public var maximumColumns: Int
        /// What is left free between two columns, in points.
        public var columnSpacing: Double
        /// What is left free between two tiles of a column, in points.
        public var rowSpacing: Double
        /// What is left free around all.
        public var insets: LayoutInsets
        /// How high pictures are.
        public var media: MediaFit

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - minimumColumnWidth: How wide a column is at least; 160 points by default, which makes two on a phone.
        ///   - maximumColumns: How many columns there are at most, 1 to 64; 12 by default.
        ///   - columnSpacing: What is left free between two columns; 8 points by default.
        ///   - rowSpacing: What is left free between two tiles; 8 points by default.
        ///   - insets: What is left free around all; 8 points by default.
        ///   - media: How high pictures are; a square where nobody knows, and up to 2.5 times as high as wide.
        public init(
            minimumColumnWidth: Double = 160, maximumColumns: Int = 12, columnSpacing: Double = 8,
            rowSpacing: Double = 8, insets: LayoutInsets = LayoutInsets(8),
            media: MediaFit = MediaFit(defaultRatio: 1, tallestRatio: 0.4)
        ) {
            self.minimumColumnWidth = minimumColumnWidth
            self.maximumColumns = maximumColumns
            self.columnSpacing = columnSpacing
            self.rowSpacing = rowSpacing
            self.insets = insets
            self.media = media
        }
    }

    /// What it was made with.
    public let configuration: Configuration
    /// How wide all is, in points.
    public let width: Double
    /// How many columns there are, at least one.
    public let columnCount: Int
    /// How wide each of them is, in points.
    public let columnWidth: Double
    /// Where the first column begins.
    private let left: Double
    /// Where each tile lies, in the order in which they came.
    public private(set) var frames: [LayoutFrame] = []
    /// Where the tiles of each column end, and so the next one may begin, without the space between the two.
    private var ends: [Double]
    /// Which tiles each column has, from the top down.
    private(set) var columns: [[Int]]

    /// Creates a layout without tiles.
    ///
    /// - Parameters:
    ///   - width: How wide all is, in points; what is no width (not a number, infinite, negative) counts as 0.
    ///   - configuration: How many columns there are, what is left free, and how high pictures are.
    public init(width: Double, configuration: Configuration = Configuration()) {
        self.configuration = configuration
        self.width = width.length
        let insets = configuration.insets.sane
        left = min(insets.left, width.length)
        let room = max(0, width.length - insets.left - insets.right)
        let spacing = configuration.columnSpacing.length
        let limit = min(max(configuration.maximumColumns, 1), 64)
        let minimum = configuration.minimumColumnWidth.length
        // As many as fit, where n columns have n - 1 spaces between them. A width and a space of nothing divide no room.
        let fitting = minimum + spacing > 0 ? (room + spacing) / (minimum + spacing) : Double(limit)
        columnCount = max(1, min(limit, Int(min(fitting, 64))))
        columnWidth = max(0, (room - spacing * Double(columnCount - 1)) / Double(columnCount))
        ends = Array(repeating: insets.top, count: columnCount)
        columns = Array(repeating: [], count: columnCount)
    }

    /// How high all is, what is left free around it included.
    public var contentHeight: Double {
        (ends.max() ?? 0) + configuration.insets.sane.bottom
    }

    /// Puts tiles behind those that are there.
    ///
    /// - Parameter items: The tiles.
    /// - Complexity: O(*n* · columns) for *n* new tiles, however many there are already.
    public mutating func append(_ items: some Sequence<MasonryItem>) {
        frames.reserveCapacity(frames.count + items.underestimatedCount)
        for item in items {
            let picture = configuration.media.place(aspectRatio: item.aspectRatio, width: columnWidth)
            place(picture.height + item.extraHeight.length)
        }
    }

    /// Puts tiles behind those that are there, of which the height is known already.
    ///
    /// - Parameter heights: How high each of them is at ``columnWidth``, in points; what is no height counts as 0.
    /// - Complexity: O(*n* · columns) for *n* new tiles, however many there are already.
    public mutating func append(heights: some Sequence<Double>) {
        frames.reserveCapacity(frames.count + heights.underestimatedCount)
        for height in heights { place(height.length) }
    }

    private mutating func place(_ height: Double) {
        let column = Self.leftmostMinimum(of: ends)
        let y = ends[column] + (columns[column].isEmpty ? 0 : configuration.rowSpacing.length)
        let step = columnWidth + configuration.columnSpacing.length
        columns[column].append(frames.count)
        frames.append(LayoutFrame(x: left + step * Double(column), y: y, width: columnWidth, height: height))
        ends[column] = y + height
    }

    /// Which of several values is the smallest; of equal ones the first.
    ///
    /// - Complexity: One comparison for each value but the first.
    static func leftmostMinimum(of values: [some Comparable]) -> Int {
        var best = 0
        for index in values.indices.dropFirst() where values[index] < values[best] { best = index }
        return best
    }
}
