import Core
import Foundation

extension FeedOrder {
    /// Puts a post in front of all others, unless it is there already: as a run of its own.
    mutating func putAtHead(_ id: Post.ID) {
        if !ids.contains(id) { insert(id, run: 0, at: 0) }
    }

    /// Puts a post in front of the first one that is older, unless it is there already, or the order does not reach so
    /// far.
    mutating func put(_ id: Post.ID, from date: Date, dates: (Post.ID) -> Date?) {
        guard !ids.contains(id) else { return }
        for (index, run) in runs.enumerated() {
            if let position = run.ids.firstIndex(where: { dates($0).map { $0 < date } ?? false }) {
                return insert(id, run: index, at: position)
            }
        }
        guard isEnd else { return }
        if runs.isEmpty { runs = [Run(ids: [], cursor: nil)] }
        runs[runs.count - 1].ids.append(id)
    }

    private mutating func insert(_ id: Post.ID, run: Int, at position: Int) {
        let place = runs[..<run].reduce(position) { $0 + $1.ids.count }
        if position > 0 {
            runs[run].ids.insert(id, at: position)
        } else {
            runs.insert(Run(ids: [id], cursor: nil), at: run)
        }
        if place == 0 || place < first?.ids.count ?? 0 { first = nil }
    }

    /// Takes a post out that the server does not have there any more.
    ///
    /// - Returns: Whether it is not known any more where the feed begins.
    mutating func takeOut(_ id: Post.ID) -> Bool {
        guard let index = runs.firstIndex(where: { $0.ids.contains(id) }) else { return false }
        let before = ids.prefix { $0 != id }.last
        if var page = first, page.ids.contains(id) {
            page.ids.removeAll { $0 == id }
            first = page.ids.isEmpty ? nil : page
        }
        if let end = headEnd, end.last == id { headEnd = before.map { HeadEnd(cursor: end.cursor, last: $0) } }
        runs[index].ids.removeAll { $0 == id }
        guard runs[index].ids.isEmpty else { return false }
        let cursor = runs.remove(at: index).cursor
        guard !runs.isEmpty else {
            let wasEnd = isEnd
            self = FeedOrder(isEnd: wasEnd)
            return !wasEnd
        }
        if index == runs.count { isEnd = false }
        guard index == 0, cursor != nil else { return false }
        (first, headEnd) = (nil, nil)
        return true
    }
}
