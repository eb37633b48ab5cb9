import ConsoleKit
package import ScreenKit

/// A list of blocks of lines of which one is chosen, as a part of a screen: a post with its comments, a conversation.
///
/// Blocks are known by their ids: where some come or go, the chosen one stays where it is. Only the blocks around what is
/// seen are laid out, for a key as for a drawing: a thread of thousands costs no more than a short one.
package struct BlockList<ID: Hashable & Sendable> {
    /// Gives the lines of a block by its index, which fit the width that it is given.
    package typealias Lines = (_ index: Int, _ columns: Int) -> [StyledText]

    private var ids: [ID] = []
    /// The place of each block.
    private var places: [ID: Int] = [:]
    private var chosenID: ID?
    private var topID: ID?
    private var topLine = 0
    private var height = 1
    /// The number of cells of a line, as it was drawn last.
    private var room = 78
    /// The rows of the blocks as they were drawn last.
    private var drawn: [(id: ID, rows: Range<Int>)] = []
    /// Whether the last block was the end of all when the blocks were taken over.
    private var wasEnd = true
    /// Whether the chosen block, which is the last one, has to be seen whole.
    private var needsEnd = true
    /// Whether the end stays in sight where more comes, as in a conversation.
    private let followsEnd: Bool

    /// Creates a list without blocks.
    ///
    /// - Parameter followsEnd: Whether the last block stays the chosen one where more comes behind it; false by default.
    package init(followsEnd: Bool = false) {
        self.followsEnd = followsEnd
    }

    /// The index of the chosen block; nil in an empty list.
    package var selected: Int? { chosenID.flatMap { places[$0] } }
    /// The place in the list, for a title; nothing in an empty list.
    package var place: String { selected.map { "\($0 + 1)/\(ids.count)" } ?? "" }
    /// Whether the first block is chosen, or there is none.
    package var isAtTop: Bool { selected ?? 0 == 0 }
    /// Whether the last block is chosen, or there is none.
    package var isAtEnd: Bool { selected.map { $0 == ids.count - 1 } ?? true }

    /// Takes over the blocks that there are now.
    ///
    /// - Parameters:
    ///   - new: Their ids.
    ///   - isEnd: Whether the last of them is the end of all, and not of a part; true by default.
    package mutating func follow(_ new: [ID], isEnd: Bool = true) {
        defer { wasEnd = isEnd }
        guard !new.sharesStorage(with: ids), new != ids else { return }
        let (place, wasAtEnd) = (selected ?? 0, isAtEnd && wasEnd)
        let isOtherPart = !ids.isEmpty && !new.contains { places[$0] != nil }
        ids = new
        places = Dictionary(zip(new, new.indices)) { first, _ in first }
        if followsEnd && (wasAtEnd || isOtherPart) {
            chosenID = new.last
            needsEnd = true
        } else if selected == nil {
            chosenID = new.isEmpty ? nil : new[min(place, new.count - 1)]
        }
        if topID.map({ places[$0] == nil }) ?? true { (topID, topLine) = (chosenID, 0) }
    }

    /// Chooses a block.
    ///
    /// - Parameters:
    ///   - id: Its id; one that is not there changes nothing.
    ///   - lines: Gives the lines of a block.
    package mutating func select(_ id: ID, lines: @escaping Lines) {
        guard let index = places[id] else { return }
        scroll(lines) { $0.choose(index) }
    }

    /// Moves as an action says.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - lines: Gives the lines of a block.
    /// - Returns: False for one that does not move.
    package mutating func move<Action: ScreenAction>(by action: Action, lines: @escaping Lines) -> Bool {
        let page = max(1, height - 1)
        switch action {
        case .up: scroll(lines) { $0.up() }
        case .down: scroll(lines) { $0.down() }
        case .pageUp: scroll(lines) { $0.scroll(by: -page) }
        case .pageDown: scroll(lines) { $0.scroll(by: page) }
        case .top: scroll(lines) { $0.choose(0) }
        case .bottom: scroll(lines) { $0.choose(.max) }
        default: return false
        }
        return true
    }

    /// Chooses the block that a click meets.
    ///
    /// - Parameter line: The line of the list, from its top.
    /// - Returns: True where that block was chosen already, so that it opens.
    package mutating func click(line: Int) -> Bool {
        guard let id = drawn.first(where: { $0.rows.contains(line) })?.id else { return false }
        if id == chosenID { return true }
        if places[id] != nil { chosenID = id }
        return false
    }

    /// Draws the blocks that can be seen.
    ///
    /// - Parameters:
    ///   - region: The part of the screen.
    ///   - screen: The screen.
    ///   - isActive: Whether the chosen block is marked; true by default.
    ///   - lines: Gives the lines of a block.
    package mutating func draw(
        in region: ScreenRegion, on screen: inout Screen, isActive: Bool = true, lines: @escaping Lines
    ) {
        if max(1, region.rows.count) != height { needsEnd = true }
        height = max(1, region.rows.count)
        room = max(1, region.columns.count - 2)
        drawn = []
        guard !ids.isEmpty else { return }
        let blocks = BlockLines(room, lines)
        // The chosen one stays in sight where the size or what stands above it has changed.
        scroll(blocks) { $0.fill() }
        if followsEnd, needsEnd, isAtEnd { scroll(blocks) { $0.choose(.max) } }
        needsEnd = false
        let scroller = scroller(blocks)
        for (index, rows) in scroller.shown {
            drawn.append((ids[index], rows))
            let (isChosen, block) = (isActive && ids[index] == chosenID, blocks[index])
            screen.addPart("\(ids[index])", at: index, rows: rows, in: region, isChosen: isChosen)
            let skipped = index == scroller.top ? scroller.topLine : 0
            for (offset, row) in rows.enumerated() {
                let number = offset + skipped
                guard block.indices.contains(number) else { continue }
                let mark = StyledText(
                    isChosen && number == 0 ? screen.mark : "  ", CellStyle(.cyan, attributes: .bold))
                screen.draw(mark + block[number].truncated(toColumns: room), row: row, in: region)
            }
        }
    }

    private func scroller(_ blocks: BlockLines) -> BlockScroller {
        BlockScroller(
            chosen: selected ?? 0, top: topID.flatMap { places[$0] } ?? 0, topLine: topLine, count: ids.count,
            height: height
        ) { max(1, blocks[$0].count) }
    }

    private mutating func scroll(_ lines: @escaping Lines, _ change: (inout BlockScroller) -> Void) {
        scroll(BlockLines(room, lines), change)
    }

    private mutating func scroll(_ blocks: BlockLines, _ change: (inout BlockScroller) -> Void) {
        guard !ids.isEmpty else { return }
        var scroller = scroller(blocks)
        change(&scroller)
        chosenID = ids[scroller.chosen]
        (topID, topLine) = (ids[scroller.top], scroller.topLine)
    }
}

/// The lines of blocks during one key or drawing, each made where it is needed, and once.
private final class BlockLines {
    private let columns: Int
    private let make: (Int, Int) -> [StyledText]
    private var made: [Int: [StyledText]] = [:]

    init(_ columns: Int, _ make: @escaping (Int, Int) -> [StyledText]) {
        (self.columns, self.make) = (columns, make)
    }

    subscript(index: Int) -> [StyledText] {
        if let lines = made[index] { return lines }
        let lines = make(index, columns)
        made[index] = lines
        return lines
    }
}

extension String {
    /// The lines of a text that was written by somebody, without what a terminal would obey.
    ///
    /// - Parameters:
    ///   - columns: The number of cells of a line.
    ///   - style: The style; the terminal's own by default.
    /// - Returns: The lines.
    package func lines(toColumns columns: Int, _ style: CellStyle = .plain) -> [StyledText] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { TextLines.wrapped(String($0).harmless, toColumns: max(1, columns)) }
            .map { StyledText($0, style) }
    }
}
