/// Which of some blocks of lines are seen, and which one is chosen: the arithmetic of a post with its comments.
///
/// Blocks are known by their indices; lengths are asked for only where they are needed, so that a thread of thousands costs
/// no more than what is seen of it.
package struct BlockScroller {
    /// The chosen block.
    package private(set) var chosen: Int
    /// The block at the top edge.
    package private(set) var top: Int
    /// The number of its lines that lie above the edge.
    package private(set) var topLine: Int

    private let count: Int
    private let height: Int
    private let length: (Int) -> Int

    /// Creates a scroller; what does not fit the blocks is brought to the nearest that does.
    ///
    /// - Parameters:
    ///   - chosen: The chosen block.
    ///   - top: The block at the top edge.
    ///   - topLine: The number of its lines that lie above the edge.
    ///   - count: The number of blocks, at least 1.
    ///   - height: The number of lines that can be seen, at least 1.
    ///   - length: The number of lines of a block, at least 1.
    package init(chosen: Int, top: Int, topLine: Int, count: Int, height: Int, length: @escaping (Int) -> Int) {
        self.count = max(1, count)
        self.height = max(1, height)
        self.length = length
        self.chosen = max(0, min(chosen, self.count - 1))
        self.top = max(0, min(top, self.count - 1))
        self.topLine = max(0, min(topLine, length(self.top) - 1))
    }

    /// The blocks that can be seen now, with the rows that they take.
    package var shown: [(index: Int, rows: Range<Int>)] {
        var shown: [(Int, Range<Int>)] = []
        var row = -topLine
        for index in top..<count where row < height {
            let length = length(index)
            if row + length > 0 { shown.append((index, max(0, row)..<min(height, row + length))) }
            row += length
        }
        return shown
    }

    /// The row in which the chosen block begins; below 0 where its beginning lies above the edge, nil out of sight.
    package var chosenRow: Int? {
        top == chosen ? -topLine : shown.first { $0.index == chosen }?.rows.lowerBound
    }

    // MARK: Moving

    /// Chooses a block, and brings it into sight.
    package mutating func choose(_ index: Int) {
        chosen = max(0, min(index, count - 1))
        bringIntoSight()
    }

    /// Chooses a block that is seen already; nothing moves.
    package mutating func mark(_ index: Int) {
        chosen = max(0, min(index, count - 1))
    }

    /// Moves to the next block; where the chosen one goes on below the edge, that is scrolled to first.
    package mutating func down() {
        guard let place = shown.first(where: { $0.index == chosen }) else { return bringIntoSight() }
        let above = chosen == top ? topLine : 0
        let hidden = length(chosen) - above - place.rows.count
        if hidden > 0 {
            scrollOnly(by: min(hidden, 3))
        } else if chosen + 1 < count {
            choose(chosen + 1)
        }
    }

    /// Moves to the block before; where the chosen one goes on above the edge, that is scrolled to first.
    package mutating func up() {
        if top == chosen, topLine > 0 {
            scrollUp(by: min(topLine, 3))
        } else if chosen > 0 {
            choose(chosen - 1)
            // The end of a long block comes first, as when one scrolls.
            if length(chosen) > height, top == chosen { topLine = length(chosen) - height }
        }
    }

    /// Scrolls, and chooses the first block that begins on the screen where the chosen one is out of sight.
    package mutating func scroll(by lines: Int) {
        scrollOnly(by: lines)
        let shown = shown
        guard !shown.contains(where: { $0.index == chosen }) else { return }
        let first = shown.first { $0.rows.lowerBound > 0 || topLine == 0 } ?? shown.first
        if let first { chosen = first.index }
    }

    /// Shows the chosen block with its beginning in a row, or above the edge.
    package mutating func put(inRow row: Int) {
        (top, topLine) = (chosen, 0)
        if row < 0 {
            topLine = min(-row, length(chosen) - 1)
        } else {
            scrollUp(by: min(row, height - 1))
        }
        fillEnd()
    }

    /// Scrolls as far as it takes to see the chosen block, whole where that is possible.
    package mutating func bringIntoSight() {
        let length = min(height, length(chosen))
        if let place = shown.first(where: { $0.index == chosen }) {
            let hidden = length - place.rows.count
            if hidden <= 0 { return }
            if place.rows.lowerBound > 0 { return scrollOnly(by: hidden) }
        }
        // Below, as far as it takes to see it whole; elsewhere it begins at the top, with its answers below it.
        let isNear = chosen > top && chosen <= (shown.last?.index ?? 0) + 1
        (top, topLine) = (chosen, 0)
        if isNear { scrollUp(by: height - length) }
        fillEnd()
    }

    /// Leaves no blank rows below the last block where there is something above to show.
    package mutating func fill() {
        fillEnd()
        if chosenRow == nil { bringIntoSight() }
    }

    // MARK: Lines

    private mutating func scrollOnly(by lines: Int) {
        guard lines > 0 else { return scrollUp(by: -lines) }
        topLine += lines
        while top < count - 1, topLine >= length(top) {
            topLine -= length(top)
            top += 1
        }
        topLine = min(topLine, length(top) - 1)
        fillEnd()
    }

    private mutating func scrollUp(by lines: Int) {
        topLine -= lines
        while topLine < 0, top > 0 {
            top -= 1
            topLine += length(top)
        }
        topLine = max(0, topLine)
    }

    private mutating func fillEnd() {
        var seen = -topLine
        for index in top..<count where seen < height { seen += length(index) }
        if seen < height { scrollUp(by: height - seen) }
    }
}
