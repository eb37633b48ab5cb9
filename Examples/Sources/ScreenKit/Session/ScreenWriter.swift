import ConsoleKit

/// Turns screens into what a terminal has to be sent: what has changed since the last one, and no more.
///
/// Terminals disagree on how wide some characters are. Behind each of those the column is set absolutely, and what the
/// widest terminal may have drawn over is drawn again, so that everything else is where it belongs in all of them.
package struct ScreenWriter {
    /// Cells that have not changed are sent again where going over them takes as many bytes.
    private static let shortestJump = 4
    /// Fewer rows than these are sent again rather than scrolled.
    private static let fewestScrolled = 4

    private var shown: Screen?
    private let hasColour: Bool
    private let has24BitColour: Bool
    /// The background that colours are chosen for.
    private var background = ScreenBackground.unknown
    /// The pictures that the terminal has.
    private var held: [ScreenPicture] = []
    /// Whether somebody else may have taken them.
    private var areHeldUnknown = false
    private var bytes: [UInt8] = []
    /// The terminal's cursor; nil where it depends on the terminal.
    private var place: Screen.Place?
    /// The row of the cursor; nil where it is not known.
    private var line: Int?
    private var style: CellStyle?
    /// Whether the terminal shows its cursor; nil where nobody knows.
    private var isCursorShown: Bool?

    /// Creates a writer for a terminal on which anything may be.
    ///
    /// - Parameters:
    ///   - hasColour: Whether to use colours; attributes such as bold are always used.
    ///   - has24BitColour: Whether the terminal has colours of 24 bits, and not 256 colours; false by default.
    package init(hasColour: Bool, has24BitColour: Bool = false) {
        self.hasColour = hasColour
        self.has24BitColour = has24BitColour
    }

    /// The bytes that change the terminal from the last screen to this one.
    ///
    /// - Parameter next: The screen to show.
    /// - Returns: What to write, in one piece; empty when nothing has changed.
    package mutating func bytes(for next: Screen) -> [UInt8] {
        let pictures = change(to: hasColour ? next.shownPictures : [])
        bytes = []
        (place, line) = (nil, nil)
        // Every piece ends with it.
        style = .plain
        var old: Screen
        if let shown, shown.size == next.size {
            old = shown
            scroll(&old, to: next)
        } else {
            add("\u{1B}[m\u{1B}[2J")
            old = Screen(next.size)
        }
        for row in 0..<next.size.rows { write(row, from: old[row: row], to: next[row: row]) }
        if let cursor = next.cursor, !bytes.isEmpty || shown?.cursor != cursor { move(to: cursor) }
        if isCursorShown != (next.cursor != nil) { add(next.cursor == nil ? "\u{1B}[?25l" : "\u{1B}[?25h") }
        isCursorShown = next.cursor != nil
        shown = next
        guard !bytes.isEmpty else { return pictures }
        set(.plain)
        // Terminals that know of it show all of it at once (synchronized updates); others ignore it. Pictures come
        // first: they are long, and a terminal waits for the end of an update only so long.
        return pictures + Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }

    /// Chooses colours for another background; the next screen is sent whole then.
    ///
    /// - Parameter background: The background.
    package mutating func setBackground(_ background: ScreenBackground) {
        guard background != self.background else { return }
        self.background = background
        // Pictures have their own colours.
        shown = nil
    }

    /// Forgets what the terminal shows: somebody else has drawn on it.
    package mutating func forget() {
        shown = nil
        isCursorShown = nil
        areHeldUnknown = true
    }

    /// The bytes that take all pictures from the terminal.
    ///
    /// - Returns: What to write at the end; empty where it has none.
    package mutating func removePictures() -> [UInt8] { change(to: []) }

    private mutating func change(to wanted: [ScreenPicture]) -> [UInt8] {
        let kept = areHeldUnknown ? [] : held.filter { wanted.contains($0) }
        let gone = held.filter { !kept.contains($0) }
        let new = wanted.filter { !kept.contains($0) }
        (held, areHeldUnknown) = (wanted, false)
        return gone.flatMap(\.removal) + new.flatMap(\.transmission)
    }

    // MARK: Scrolling

    /// Moves rows that are there already to where they are wanted, as a list that is scrolled by a row needs it.
    private mutating func scroll(_ old: inout Screen, to next: Screen) {
        let rows = 0..<next.size.rows
        guard let first = rows.first(where: { old[row: $0] != next[row: $0] }),
            let last = rows.last(where: { old[row: $0] != next[row: $0] }), last - first > Self.fewestScrolled
        else { return }
        var places: [ArraySlice<Cell>: Int] = [:]
        for row in first...last where old[row: row].contains(where: { $0 != .blank }) {
            // Of equal rows none is known from the others.
            places[old[row: row]] = places[old[row: row]] == nil ? row : -1
        }
        var votes: [Int: Int] = [:]
        for row in first...last {
            guard let place = places[next[row: row]], place >= 0 else { continue }
            votes[place - row, default: 0] += 1
        }
        let kept = votes[0] ?? 0
        guard
            let (distance, count) = votes.filter({ $0.key != 0 }).max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            count >= Self.fewestScrolled, count > kept + (last - first) / 3
        else { return }
        // Lines are deleted or inserted at the top of the part that scrolls: terminals know that as long as any.
        add(
            "\u{1B}[\(first + 1);\(last + 1)r\u{1B}[\(first + 1)H\u{1B}[\(abs(distance))\(distance > 0 ? "M" : "L")\u{1B}[r"
        )
        (place, line) = (nil, nil)
        old.scroll(first...last, by: distance)
    }

    // MARK: A row

    private mutating func write(_ row: Int, from old: ArraySlice<Cell>, to new: ArraySlice<Cell>) {
        guard old != new else { return }
        let (old, new) = (Array(old), Array(new))
        let blanks = new.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0
        let (oldEdges, edges) = (Self.edgesBehindRightToLeft(old), Self.edgesBehindRightToLeft(new))
        func isChanged(_ column: Int) -> Bool {
            old[column] != new[column] || oldEdges.contains(column) != edges.contains(column)
        }
        var column = 0
        /// The columns before this one that a terminal may have drawn over.
        var overdrawn = 0
        while column < new.count {
            let cell = new[column]
            let width = max(1, cell.columns)
            let isSign = cell.isAmbiguousSign
            // Where a sign is wide it covers the blank behind it, and what else is there covers the sign.
            let covers = isSign && column + 1 < new.count && new[column + 1].character == " "
            // At the right edge it covers what is before it.
            let first = isSign && column == new.count - 1 ? max(0, column - 1) : column
            let isSame = !(first..<column + (covers ? 2 : width)).contains(where: isChanged)
            if isSame, column >= overdrawn {
                column += width
                continue
            }
            if column >= blanks, new.count - column > Self.shortestJump {
                // Also what a wide character may have left behind the last one.
                move(to: Screen.Place(row: row, column: column))
                set(.plain)
                add("\u{1B}[K")
                return
            }
            go(to: Screen.Place(row: row, column: column), over: new)
            set(cell.style)
            if isSign {
                if covers, isChanged(column + 1) || column + 1 < overdrawn {
                    add(" ")
                    set(new[column + 1].style)
                    add(" ")
                    place = nil
                    move(to: Screen.Place(row: row, column: column))
                    set(cell.style)
                }
                add(cell.character)
                // Terminals that reorder a line end there what is reversed: a mark that is seen by nobody.
                if edges.contains(column) { add("\u{200E}") }
                place = nil
                if covers { column += 1 } else { overdrawn = max(overdrawn, column + 2) }
            } else if cell.columns == 1, cell.isCertain {
                add(cell.character)
                advance(by: 1, in: new.count)
            } else if cell.columns == 2, cell.isCertain {
                add(cell.character)
                advance(by: 2, in: new.count)
            } else {
                // A terminal that makes it narrower would leave what was there beside it.
                for _ in 0..<width { add(" ") }
                place = nil
                move(to: Screen.Place(row: row, column: column))
                add(cell.character)
                place = nil
                overdrawn = max(overdrawn, min(new.count, column + DisplayWidth.most(cell.character)))
            }
            column += width
        }
    }

    /// The columns of the edges of panes behind which nothing may be reversed together with what is before them.
    private static func edgesBehindRightToLeft(_ cells: [Cell]) -> Set<Int> {
        var edges: Set<Int> = []
        var isBehind = false
        for (column, cell) in cells.enumerated() {
            if DisplayWidth.isRightToLeft(cell.character) {
                isBehind = true
            } else if isBehind, cell.character == "│" {
                edges.insert(column)
                isBehind = false
            } else if isBehind, cell.character.isLetter {
                isBehind = false
            }
        }
        return edges
    }

    /// Moves on in a row: over few cells by writing them again.
    private mutating func go(to target: Screen.Place, over cells: [Cell]) {
        guard let place, place.row == target.row, place.column <= target.column,
            target.column - place.column <= Self.shortestJump
        else { return move(to: target) }
        let skipped = cells[place.column..<target.column]
        guard
            skipped.allSatisfy({ cell in
                cell.columns == 1 && cell.style == style && cell.isCertain && !cell.isAmbiguousSign
            })
        else { return move(to: target) }
        for cell in skipped { add(cell.character) }
        self.place = target
    }

    private mutating func move(to target: Screen.Place) {
        guard place != target else { return }
        if line == target.row {
            add(target.column == 0 ? "\r" : "\u{1B}[\(target.column + 1)G")
        } else {
            add(target.column == 0 ? "\u{1B}[\(target.row + 1)H" : "\u{1B}[\(target.row + 1);\(target.column + 1)H")
        }
        (place, line) = (target, target.row)
    }

    private mutating func advance(by columns: Int, in width: Int) {
        guard let here = place else { return }
        // At the right edge the cursor stays, or waits behind it: terminals differ.
        place = here.column + columns < width ? Screen.Place(row: here.row, column: here.column + columns) : nil
    }

    private mutating func set(_ wanted: CellStyle) {
        let readable = wanted.readable(on: background)
        let wanted = !hasColour ? wanted.colourless : has24BitColour ? readable : readable.reduced
        guard style != wanted else { return }
        add(wanted.sequence)
        style = wanted
    }

    private mutating func add(_ text: String) { bytes += text.utf8 }
    private mutating func add(_ character: Character) { bytes += character.utf8 }
}
