import Core

/// The order of a feed as runs of posts with gaps between them: the rules of pages, as a pure value.
struct FeedOrder: Sendable, Equatable {
    /// Posts that follow each other without a gap.
    struct Run: Sendable, Equatable {
        var ids: [Post.ID]
        /// Where the server goes on behind the last post: a gap, or for the last run the feed's own cursor.
        var cursor: PageCursor?
    }

    /// Where the latest page at the head, or what was fetched behind it, ended.
    struct HeadEnd: Sendable, Equatable {
        var cursor: PageCursor
        var last: Post.ID
    }

    /// The page that was last put in front.
    struct FirstPage: Sendable, Equatable {
        var ids: [Post.ID]
        var next: PageCursor?
    }

    private(set) var runs: [Run] = []
    private(set) var isEnd = false
    private(set) var headEnd: HeadEnd?
    private(set) var first: FirstPage?

    var ids: [Post.ID] { runs.flatMap(\.ids) }

    var cursor: PageCursor? { runs.last?.cursor }

    var gaps: [FeedGap] {
        runs.dropLast().compactMap { run in
            guard let last = run.ids.last, let cursor = run.cursor else { return nil }
            return FeedGap(after: last, cursor: cursor)
        }
    }

    /// Puts a page in front: it is the feed's first page now.
    mutating func placeAtHead(_ page: [Post.ID], next: PageCursor?) {
        guard let last = page.last else {
            // Over a feed that has posts an empty answer is suspicious, and changes nothing.
            if runs.isEmpty { isEnd = true }
            return
        }
        headEnd = next.map { HeadEnd(cursor: $0, last: last) }
        first = FirstPage(ids: page, next: next)
        guard let next else {
            runs = [Run(ids: page + ids.without(page), cursor: nil)]
            isEnd = true
            return
        }
        if ids.without(page).isEmpty {
            // Nothing is left of what was stored, so nothing else can say how the feed goes on.
            runs = [Run(ids: page, cursor: next)]
            isEnd = false
        } else {
            insert(page, next: next, before: 0)
        }
    }

    /// Puts a page behind the place that its cursor belongs to.
    ///
    /// - Returns: False when no place has that cursor; nothing is changed then.
    mutating func place(_ page: [Post.ID], after place: PageCursor, next: PageCursor?) -> Bool {
        if let tail = runs.indices.last, runs[tail].cursor == place {
            append(page, next: next, toRunAt: tail, place)
        } else if let gap = runs.dropLast().firstIndex(where: { $0.cursor == place }) {
            fillGap(behind: gap, with: page, next: next, place)
        } else if headEnd?.cursor == place {
            continueHead(with: page, next: next)
        } else if let first, let last = first.ids.last, first.next == place {
            // The first page is unchanged, and the server's order behind it begins anew.
            headEnd = HeadEnd(cursor: place, last: last)
            continueHead(with: page, next: next)
        } else {
            return false
        }
        return true
    }

    private mutating func append(_ page: [Post.ID], next: PageCursor?, toRunAt tail: Int, _ place: PageCursor) {
        runs[tail].ids += page.without(ids)
        runs[tail].cursor = next
        isEnd = next == nil
        moveHeadEnd(from: place, to: next, last: runs[tail].ids.last)
    }

    private mutating func fillGap(
        behind gap: Int, with page: [Post.ID], next: PageCursor?, _ place: PageCursor
    ) {
        // What stands before the gap already came twice, because the pages have shifted.
        let page = page.without(runs[...gap].flatMap(\.ids))
        moveHeadEnd(from: place, to: next, last: page.last ?? runs[gap].ids.last)
        let before = runs.remove(at: gap).ids
        insert(before + page, next: next, before: gap)
    }

    private mutating func continueHead(with page: [Post.ID], next: PageCursor?) {
        guard let end = headEnd, let first = runs.first, let position = first.ids.firstIndex(of: end.last) else {
            return
        }
        let head = Array(first.ids[...position])
        let page = page.without(head)
        moveHeadEnd(from: end.cursor, to: next, last: page.last ?? end.last)
        let rest = Array(first.ids[(position + 1)...])
        if rest.isEmpty { runs.removeFirst() } else { runs[0].ids = rest }
        insert(head + page, next: next, before: 0)
    }

    private mutating func moveHeadEnd(from place: PageCursor, to next: PageCursor?, last: Post.ID?) {
        guard headEnd?.cursor == place else { return }
        headEnd = next.flatMap { next in last.map { HeadEnd(cursor: next, last: $0) } }
    }

    /// Inserts a run.
    ///
    /// Where it meets posts behind it, it joins them, and the gaps that it reaches across close.
    private mutating func insert(_ run: [Post.ID], next: PageCursor?, before index: Int) {
        let known = Set(run)
        if runs.indices.contains(index) == false {
            runs.append(Run(ids: run, cursor: next))
            isEnd = next == nil
        } else if let reached = runs[index...].lastIndex(where: { $0.ids.contains(where: known.contains) }) {
            let rest = runs[index...reached].flatMap(\.ids).without(run)
            // Where nothing is left behind it, nothing else can say how the feed goes on.
            let isLast = rest.isEmpty && reached == runs.indices.last
            let cursor = isLast ? next : runs[reached].cursor
            runs.replaceSubrange(index...reached, with: [Run(ids: run + rest, cursor: cursor)])
            if isLast { isEnd = next == nil }
        } else if let next {
            runs.insert(Run(ids: run, cursor: next), at: index)
        } else {
            // The server has no more behind the run, so nothing is missing there.
            runs[index].ids = run + runs[index].ids
        }
        removeEmptyRuns()
    }

    /// A run whose posts all moved elsewhere has no place for its gap to be.
    private mutating func removeEmptyRuns() {
        for index in runs.indices.reversed() where runs[index].ids.isEmpty {
            // The feed's own cursor outlives its run.
            if index == runs.indices.last, index > 0 { runs[index - 1].cursor = runs[index].cursor }
            runs.remove(at: index)
        }
    }
}

extension [Post.ID] {
    /// These ids without some others, in their order.
    func without(_ others: [Post.ID]) -> [Post.ID] {
        let others = Set(others)
        return filter { !others.contains($0) }
    }

    /// These ids, each where it stands first.
    func withoutRepetitions() -> [Post.ID] {
        var seen: Set<Post.ID> = []
        return filter { seen.insert($0).inserted }
    }
}
