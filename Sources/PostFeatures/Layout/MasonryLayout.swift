public import Core

/// A layout of tiles in columns of the same width, where each tile goes into the shortest column.
///
/// ```swift
/// var masonry = MasonryLayout(width: 390)
/// masonry.append(items.map { MasonryItem($0.post, extraHeight: 60) })
/// masonry.frames[0]                                        // the first tile's frame
/// masonry.indices(in: LayoutFrame(x: 0, y: scrolled, width: 390, height: 844))   // the visible tiles
/// ```
///
/// It is a value: pure, and the same on every system. New tiles come after those that are there and never move one of
/// them, so a page that is appended disturbs nothing. For another width, make another layout.
///
/// Of columns that are equally short the leftmost is taken. Frames are finite, lie within the width beside each other,
/// and never overlap, whatever comes in: what is no length (not a number, infinite, negative) counts as 0.
public struct MasonryLayout: Hashable, Sendable {
    /// The columns, spaces and picture heights of a masonry.
    public struct Configuration: Hashable, Sendable {
        /// The least width of a column, in points, where the layout is wide enough for one.
        package var minimumColumnWidth: Double
        /// The greatest number of columns.
        package var maximumColumns: Int
        /// The space between two columns, in points.
        package var columnSpacing: Double
        /// The space between two tiles of a column, in points.
        package var rowSpacing: Double
        /// The space around all tiles.
        package var insets: LayoutInsets
        /// The bounds of pictures' heights; by default a square where the size is not known, and up to 2.5 times as
        /// high as wide.
        public var media = MediaFit(defaultRatio: 1, tallestRatio: 0.4)

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - minimumColumnWidth: The least width of a column; 160 points by default, which makes two on a phone.
        ///   - maximumColumns: The greatest number of columns, 1 to 64; 12 by default.
        ///   - columnSpacing: The space between two columns; 8 points by default.
        ///   - rowSpacing: The space between two tiles; 8 points by default.
        ///   - insets: The space around all tiles; 8 points by default.
        public init(
            minimumColumnWidth: Double = 160, maximumColumns: Int = 12, columnSpacing: Double = 8,
            rowSpacing: Double = 8, insets: LayoutInsets = LayoutInsets(8)
        ) {
            self.minimumColumnWidth = minimumColumnWidth
            self.maximumColumns = maximumColumns
            self.columnSpacing = columnSpacing
            self.rowSpacing = rowSpacing
            self.insets = insets
        }
    }

    /// The columns, spaces and picture heights.
    package let configuration: Configuration
    /// The width of the whole layout, in points.
    package let width: Double
    /// The number of columns, at least one.
    package let columnCount: Int
    /// The width of a column, in points.
    public let columnWidth: Double
    /// The left side of the first column.
    private let left: Double
    /// The tiles' frames, in the order in which the tiles were appended.
    public private(set) var frames: [LayoutFrame] = []
    /// The lower end of each column's last tile.
    private var ends: [Double]
    /// The tiles of each column, from the top down.
    private(set) var columns: [[Int]]

    /// Creates a layout without tiles.
    ///
    /// - Parameters:
    ///   - width: The width of the whole layout, in points; what is no width (not a number, infinite, negative) counts
    ///     as 0.
    ///   - configuration: The columns, spaces and picture heights.
    public init(width: Double, configuration: Configuration = Configuration()) {
        self.configuration = configuration
        self.width = width.length
        let insets = configuration.insets.valid
        left = min(insets.left, width.length)
        let room = max(0, width.length - insets.left - insets.right)
        let spacing = configuration.columnSpacing.length
        let limit = min(max(configuration.maximumColumns, 1), 64)
        let minimum = configuration.minimumColumnWidth.length
        // As many as fit, where n columns have n - 1 spaces between them. Where both are zero, the limit holds.
        let fitting = minimum + spacing > 0 ? (room + spacing) / (minimum + spacing) : Double(limit)
        columnCount = max(1, min(limit, Int(min(fitting, 64))))
        columnWidth = max(0, (room - spacing * Double(columnCount - 1)) / Double(columnCount))
        ends = Array(repeating: insets.top, count: columnCount)
        columns = Array(repeating: [], count: columnCount)
    }

    /// The height of the whole layout, the space around it included.
    public var contentHeight: Double {
        (ends.max() ?? 0) + configuration.insets.valid.bottom
    }

    /// Appends tiles.
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

    /// Appends tiles whose heights are known already.
    ///
    /// - Parameter heights: The height of each tile at ``columnWidth``, in points; what is no height counts as 0.
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

    /// The position of the smallest value; of equal ones the first.
    ///
    /// - Complexity: One comparison for each value but the first.
    static func leftmostMinimum(of values: [some Comparable]) -> Int {
        var best = 0
        for index in values.indices.dropFirst() where values[index] < values[best] { best = index }
        return best
    }

    // MARK: Finding tiles

    /// Finds the tiles that a rectangle touches, for instance those that can be seen.
    ///
    /// - Parameter rect: The rectangle, in the coordinates of ``frames``.
    /// - Returns: The tiles' positions in ``frames``, in ascending order; empty for a rectangle that is not a number.
    /// - Complexity: O(columns · log *n* + *m* log *m*), for *n* tiles of which *m* are touched.
    public func indices(in rect: LayoutFrame) -> [Int] {
        guard rect.width >= 0, rect.height >= 0, !rect.x.isNaN, !rect.y.isNaN else { return [] }
        var found: [Int] = []
        for column in columns where touches(column, rect) {
            let start = Self.partition(column.count) { frames[column[$0]].maxY >= rect.y }
            for index in column[start...] {
                guard frames[index].y <= rect.maxY else { break }
                found.append(index)
            }
        }
        return found.sorted()
    }

    private func touches(_ column: [Int], _ rect: LayoutFrame) -> Bool {
        guard let first = column.first else { return false }
        return frames[first].x <= rect.maxX && frames[first].maxX >= rect.x
    }

    /// The first position for which something holds that holds for all after it too, by binary search; `count` where it
    /// holds for none.
    static func partition(_ count: Int, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// One tile of a masonry: a picture as wide as its column, and something below it.
public struct MasonryItem: Hashable, Sendable {
    /// The picture's width divided by its height; `nil` where it is not known.
    package var aspectRatio: Double?
    /// The height of what is below the picture, such as a title, in points.
    package var extraHeight: Double

    /// Creates a tile.
    ///
    /// - Parameters:
    ///   - aspectRatio: The picture's width divided by its height; `nil` where it is not known.
    ///   - extraHeight: The height of what is below the picture; 0 by default.
    public init(aspectRatio: Double?, extraHeight: Double = 0) {
        self.aspectRatio = aspectRatio
        self.extraHeight = extraHeight
    }

    /// Creates the tile of a post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - extraHeight: The height of what is below the picture; 0 by default.
    public init(_ post: borrowing Post, extraHeight: Double = 0) {
        self.init(aspectRatio: post.media.aspectRatio, extraHeight: extraHeight)
    }
}
