import Core
import Foundation

/// A simple reference implementation of a stored feed: a list of rows that is searched from the front each time.
///
/// A feed that was fetched ends in a row that says what comes after its last post, so the end needs no rules of its
/// own.
struct ReferenceFeed: Sendable {
    enum Row: Hashable, Sendable {
        case post(Post.ID)
        /// Posts are missing, and the server goes on here; as the last row, the feed's own cursor.
        case gap(PageCursor)
        /// Posts are missing, and only a page from further in front leads here.
        case hole
        /// The server has nothing more.
        case end
        /// The end of the head, right behind its last post.
        case head(PageCursor)

        var post: Post.ID? { if case .post(let id) = self { id } else { nil } }

        var isBreak: Bool {
            switch self {
            case .gap, .hole, .end: true
            case .post, .head: false
            }
        }

        var isHead: Bool { if case .head = self { true } else { false } }
    }

    private(set) var rows: [Row] = []
    private(set) var first: FeedHead?
    private(set) var refreshedAt: Date?

    var ids: [Post.ID] { rows.compactMap(\.post) }

    /// The feed as a store should read it.
    func stored(_ feed: Feed, item: (Post.ID) -> FeedItem?) -> StoredFeed {
        var stored = StoredFeed(
            feed: feed, items: ids.compactMap(item), isEnd: rows.last == .end, refreshedAt: refreshedAt)
        stored.head = first
        var last: Post.ID?
        for (index, row) in rows.enumerated() {
            if let post = row.post { last = post }
            guard case .gap(let cursor) = row else { continue }
            if index == rows.count - 1 { stored.cursor = cursor }
            if index < rows.count - 1, let last { stored.gaps.append(FeedGap(after: last, cursor: cursor)) }
        }
        return stored
    }

    mutating func refresh(_ page: Page, _ ids: [Post.ID], pinned: Set<Post.ID>, at date: Date) {
        if ids.isEmpty {
            guard self.ids.isEmpty else { return }
            rows = [.end]
            refreshedAt = date
            return
        }
        rows = placed([], ids, rows.filter { !$0.isHead }, next: page.next, pinned)
        if page.next == nil { rows = self.ids.map { .post($0) } + [.end] }
        mark(page.next, behind: ids.last)
        first = FeedHead(ids: ids, next: page.next, revision: page.revision)
        refreshedAt = date
    }

    /// Returns what is in front of the place already; nil when there is no such place.
    mutating func place(
        _ ids: [Post.ID], after cursor: PageCursor, next: PageCursor?, pinned: Set<Post.ID>
    ) -> [Post.ID]? {
        let isHead = rows.contains(.head(cursor))
        var isRestart = false
        var position: Int
        if let mark = rows.firstIndex(of: .head(cursor)) {
            rows.remove(at: mark)
            position = mark
        } else if rows.last == .gap(cursor) {
            position = rows.count - 1
        } else if let gap = rows.firstIndex(of: .gap(cursor)) {
            position = gap
        } else if let first, first.next == cursor, let last = rows.firstIndex(where: { $0.post == first.ids.last }) {
            isRestart = true
            rows.removeAll(where: \.isHead)
            position = last + 1
        } else {
            return nil
        }
        let front = Array(rows[..<position])
        if position < rows.count, rows[position] == .gap(cursor) { position += 1 }
        let known = Set(front.compactMap(\.post))
        let page = ids.filter { !known.contains($0) }
        rows = placed(front, page, Array(rows[position...]), next: next, pinned)
        if isHead || isRestart { mark(next, behind: page.last ?? front.last { $0.post != nil }?.post) }
        return ids.filter(known.contains)
    }

    private mutating func mark(_ next: PageCursor?, behind last: Post.ID?) {
        guard let next, let position = rows.firstIndex(where: { $0.post != nil && $0.post == last }) else { return }
        rows.insert(.head(next), at: position + 1)
    }

    private func placed(
        _ front: [Row], _ page: [Post.ID], _ behind: [Row], next: PageCursor?, _ pinned: Set<Post.ID>
    ) -> [Row] {
        let placed = front + page.map { .post($0) }
        let met = behind.lastIndex { row in row.post.map { page.contains($0) && !pinned.contains($0) } ?? false }
        var rest: [Row] = []
        for (index, row) in behind.enumerated() {
            if let post = row.post, page.contains(post) { continue }
            if row.isBreak, row != .end, let met, index < met { continue }
            rest.append(row)
        }
        guard rest.contains(where: { $0.post != nil }) else { return placed + [next.map { .gap($0) } ?? .end] }
        rest = tidied(rest)
        if met != nil, rest.first(where: \.isBreak) != .hole { return placed + rest }
        if rest[0].isBreak { rest.removeFirst() }
        if let next { return placed + [.gap(next)] + rest }
        while let hole = rest.firstIndex(where: \.isBreak), rest[hole] == .hole {
            if hole == rest.count - 1 { rest.append(.end) }
            rest.remove(at: hole)
        }
        return placed + rest
    }

    /// Of breaks that follow each other, the first.
    private func tidied(_ rows: [Row]) -> [Row] {
        var tidied: [Row] = []
        for row in rows where !(row.isBreak && tidied.last?.isBreak == true) { tidied.append(row) }
        return tidied
    }

    mutating func evict(_ gone: Set<Post.ID>) {
        guard let loss = rows.firstIndex(where: { $0.post.map(gone.contains) ?? false }) else { return }
        if first?.ids.contains(where: gone.contains) == true { first = nil }
        if let mark = rows.firstIndex(where: \.isHead), mark > loss { rows.remove(at: mark) }
        rows = rows.map { $0.post.map(gone.contains) ?? false ? .hole : $0 }
        while rows.first?.isBreak == true { rows.removeFirst() }
        rows = tidied(rows)
        guard !rows.isEmpty else {
            self = ReferenceFeed()
            return
        }
        if !rows.contains(where: \.isHead) { mark(first?.next, behind: first?.ids.last) }
        if let hole = rows.firstIndex(where: \.isBreak), rows[hole] == .hole {
            if let mark = rows.firstIndex(where: \.isHead), case .head(let cursor) = rows[mark] {
                rows.insert(.gap(cursor), at: mark + 1)
                rows = tidied(rows)
            } else if first != nil {
                rows = ids.map { .post($0) } + [.end]
            }
        }
        if first == nil, !rows.contains(where: \.isHead) { refreshedAt = nil }
    }
}
