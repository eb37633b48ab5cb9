import Core

/// The viewport of a table: the place of the visible rows among those fetched, and the rows around them that are shown.
///
/// All positions are ranks: numbers of rows before, among all rows of the table.
struct TableViewport<Row: Identifiable & Equatable & Sendable> where Row.ID: Sendable {
    let fetchSize: Int
    let showSize: Int
    let sticksToTop: Bool
    var selectedID: Row.ID? {
        didSet { if selectedID != nil { isTouched = true } }
    }
    /// Whether somebody has moved or selected; until then another sort begins at its top.
    private var isTouched = false

    private(set) var fetched: TableWindow<Row>?
    /// The first visible row.
    private(set) var top = 0
    private(set) var visibleCount: Int
    /// The rows to draw: the visible ones and some around them.
    private(set) var shown = 0..<0
    /// The rank that the person wants to see, while it is not fetched.
    private(set) var target: Int?
    /// Whether more changed around the visible rows than the fetched ones can tell.
    private(set) var isLost = false

    init(fetchSize: Int, showSize: Int, visibleCount: Int, sticksToTop: Bool) {
        self.showSize = max(1, showSize)
        self.fetchSize = max(self.showSize, fetchSize)
        self.visibleCount = min(max(1, visibleCount), self.showSize)
        self.sticksToTop = sticksToTop
    }

    var total: Int { fetched?.total ?? 0 }

    /// The selected row, where it is none of those that are fetched: whether it is still there they cannot tell.
    var selectedElsewhere: Row.ID? {
        guard let selectedID, let fetched, place(of: selectedID, in: fetched) == nil else { return nil }
        return selectedID
    }

    var visible: Range<Int> {
        let first = target ?? top
        return first..<max(first, min(first + visibleCount, fetched == nil ? first : total))
    }

    var shownRows: [Row] {
        guard let fetched, !shown.isEmpty else { return [] }
        return Array(fetched.rows[(shown.lowerBound - fetched.offset)..<(shown.upperBound - fetched.offset)])
    }

    // MARK: What the person does

    mutating func scroll(to rank: Int) {
        if rank != (target ?? top) { isTouched = true }
        move(to: rank)
    }

    private mutating func move(to rank: Int) {
        guard let fetched else {
            target = max(0, rank)
            return
        }
        let rank = clamped(rank, fetched.total)
        if isInside(rank, fetched) {
            target = nil
            top = rank
            slide()
        } else {
            target = rank
        }
    }

    mutating func show(_ range: Range<Int>) {
        visibleCount = min(max(1, range.count), showSize)
        scroll(to: range.lowerBound)
    }

    /// Moves the visible part just so far that a row is in it.
    ///
    /// Rows appear when the table is first drawn, too, and more of them than ``visibleCount`` says: that is nobody's
    /// move. One behind all that was shown at first appears only when somebody has moved.
    mutating func reveal(_ id: Row.ID) {
        // While the person waits to be somewhere else, what appears belongs to where they were.
        guard target == nil, let rank = place(of: id, in: fetched) else { return }
        if rank >= showSize { isTouched = true }
        if rank < top {
            move(to: rank)
        } else if rank >= top + visibleCount {
            move(to: rank - visibleCount + 1)
        }
    }

    /// Gives up going where nothing could be fetched.
    mutating func stay() {
        target = nil
    }

    // MARK: Fetching

    /// Whether the visible rows come close to the edge of what is fetched.
    var needsFetch: Bool {
        guard let fetched, target == nil, !isLost else { return true }
        let margin = (fetchSize - visibleCount) / 4
        return (fetched.offset > 0 && top - fetched.offset < margin)
            || (fetched.range.upperBound < total && fetched.range.upperBound - top - visibleCount < margin)
    }

    func request(_ sort: TableSort) -> TableRequest<Row.ID> {
        let lead = (fetchSize - visibleCount) / 2
        let start: TableStart<Row.ID>
        if let target {
            start = sticksToTop && target == 0 ? .top : .offset(target, lead: lead)
        } else if staysAtTop || fetched == nil && sticksToTop && top == 0 {
            start = .top
        } else if let fetched, sort != fetched.sort, !isTouched {
            start = .offset(0, lead: lead)
        } else if let id = pins.first, let rank = place(of: id, in: fetched) {
            let height = rank - top
            start = .row(id, lead: lead + height, otherwise: sort == fetched?.sort ? top + height : 0)
        } else {
            start = .offset(top, lead: lead)
        }
        return TableRequest(sort, from: start, limit: fetchSize)
    }

    /// Takes over what was fetched, so that the visible rows stay where they are on the screen.
    ///
    /// An answer was asked for around what is visible, and is not just a change of what was fetched before. False when
    /// the visible rows are not in it: then nothing has changed.
    mutating func take(_ window: TableWindow<Row>, isAnswer: Bool) -> Bool {
        if let target {
            let rank = clamped(target, window.total)
            if isAnswer, isInside(rank, window) {
                self.target = nil
                adopt(window, top: rank, isRecentred: true)
                return true
            }
        }
        guard let rank = newTop(in: window, isAnswer: isAnswer) else {
            isLost = true
            return false
        }
        adopt(window, top: rank, isRecentred: window.sort != fetched?.sort)
        return true
    }

    private mutating func adopt(_ window: TableWindow<Row>, top rank: Int, isRecentred: Bool) {
        let shift = rank - top
        fetched = window
        top = rank
        isLost = false
        shown = isRecentred ? 0..<0 : (shown.lowerBound + shift)..<(shown.upperBound + shift)
        slide()
    }

    // MARK: Holding on to rows

    private var staysAtTop: Bool {
        guard sticksToTop, top == 0, let fetched else { return false }
        return place(of: selectedID, in: fetched).map { !visible.contains($0) } ?? true
    }

    /// The rows that may hold the place, the best first: the selected one if it can be seen, then from the top down.
    private var pins: [Row.ID] {
        guard let fetched else { return [] }
        let seen = (top..<(top + visibleCount)).clamped(to: fetched.range)
        var ids = fetched.rows[(seen.lowerBound - fetched.offset)..<(seen.upperBound - fetched.offset)].map(\.id)
        if let selectedID, let position = ids.firstIndex(of: selectedID) {
            ids.remove(at: position)
            ids.insert(selectedID, at: 0)
        }
        return ids
    }

    /// Returns the start of the visible part in a window; nil when that cannot be told.
    private func newTop(in window: TableWindow<Row>, isAnswer: Bool) -> Int? {
        guard let fetched, !fetched.rows.isEmpty, !window.rows.isEmpty else { return nearest(top, window) }
        if staysAtTop, window.offset == 0 { return 0 }
        let isSameSort = window.sort == fetched.sort
        if !isSameSort, !isTouched, window.offset == 0 { return 0 }
        var positions: [Row.ID: Int] = [:]
        positions.reserveCapacity(window.rows.count)
        for (position, row) in window.rows.enumerated() { positions[row.id] = position }
        /// Of those rows that are still there, one that has not changed: a change may have sorted it elsewhere.
        let candidates = pins.compactMap { id -> (old: Int, new: Int, isSame: Bool)? in
            guard let new = positions[id], let old = place(of: id, in: fetched) else { return nil }
            return (old, window.offset + new, fetched.rows[old - fetched.offset] == window.rows[new])
        }
        let held = isSameSort ? candidates.first { $0.isSame } ?? candidates.first : candidates.first
        if let held {
            let rank = clamped(held.new - (held.old - top), window.total)
            if isInside(rank, window) { return rank }
            return isSameSort ? nil : nearest(rank, window)
        }
        guard isAnswer else { return nil }
        // The row is gone: its rank is its place, and another sort begins at its top.
        let rank = clamped(isSameSort ? top : 0, window.total)
        return isInside(rank, window) ? rank : nil
    }

    private func place(of id: Row.ID?, in window: TableWindow<Row>?) -> Int? {
        guard let id, let window else { return nil }
        return window.rows.firstIndex { $0.id == id }.map { window.offset + $0 }
    }

    private func clamped(_ rank: Int, _ total: Int) -> Int {
        max(0, min(rank, total - visibleCount))
    }

    /// Returns the possible start of the visible part in a window that is closest to a rank.
    private func nearest(_ rank: Int, _ window: TableWindow<Row>) -> Int {
        max(window.offset, min(rank, window.range.upperBound - visibleCount))
    }

    private func isInside(_ rank: Int, _ window: TableWindow<Row>) -> Bool {
        rank >= window.offset && min(rank + visibleCount, window.total) <= window.range.upperBound
    }

    /// Moves the shown rows after the visible ones; not with every row, so that little is drawn again.
    private mutating func slide() {
        guard let fetched else { return }
        let range = fetched.range
        let seen = top..<max(top, min(top + visibleCount, fetched.total))
        let size = min(showSize, range.count)
        let slack = (showSize - visibleCount) / 2
        let isFull = shown.count == size && range.contains(shown)
        let hasRoomAbove = top - shown.lowerBound >= (slack + 1) / 2 || shown.lowerBound == range.lowerBound
        let hasRoomBelow =
            shown.upperBound - top - visibleCount >= (slack + 1) / 2 || shown.upperBound == range.upperBound
        if isFull && hasRoomAbove && hasRoomBelow && shown.contains(seen) { return }
        let first = max(range.lowerBound, min(top - slack, range.upperBound - size))
        shown = first..<(first + size)
    }
}

extension Range<Int> {
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        other.lowerBound >= lowerBound && other.upperBound <= upperBound
    }
}
