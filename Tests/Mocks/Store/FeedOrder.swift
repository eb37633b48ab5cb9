import Core

/// The order of a feed as runs of posts with gaps between them: the rules of pages, as a pure value.
struct FeedOrder: Sendable, Equatable {
    /// Posts that follow each other without a gap.
    struct Run: Sendable, Equatable {
        var ids: [Post.ID]
        /// The cursor behind the last post: a gap, or for the last run the feed's own cursor.
        ///
        /// Without one, the feed has ended here, or posts were evicted that only a page from further in front leads to.
        var cursor: PageCursor?
    }

    /// The end of the latest page at the head, or of what was fetched behind it.
    struct HeadEnd: Sendable, Equatable {
        var cursor: PageCursor
        var last: Post.ID
    }

    /// The page that was last put in front.
    struct FirstPage: Sendable, Equatable {
        var ids: [Post.ID]
        var next: PageCursor?
    }

    var runs: [Run] = []
    var isEnd = false
    var headEnd: HeadEnd?
    var first: FirstPage?

    var ids: [Post.ID] { runs.flatMap(\.ids) }

    var cursor: PageCursor? { runs.last?.cursor }

    var gaps: [FeedGap] {
        runs.dropLast().compactMap { run in
            guard let last = run.ids.last, let cursor = run.cursor else { return nil }
            return FeedGap(after: last, cursor: cursor)
        }
    }

    /// Puts a page in front: it is the feed's first page now.
    mutating func placeAtHead(_ page: [Post.ID], next: PageCursor?, pinned: Set<Post.ID>) {
        guard let last = page.last else {
            // Over a feed that has posts an empty answer is suspicious, and changes nothing.
            if runs.isEmpty { isEnd = true }
            return
        }
        headEnd = next.map { HeadEnd(cursor: $0, last: last) }
        first = FirstPage(ids: page, next: next)
        if next == nil {
            runs = [Run(ids: page + ids.without(page), cursor: nil)]
            isEnd = true
        } else {
            insert(page, next: next, before: 0, pinned)
        }
    }

    /// Puts a page behind the place that its cursor belongs to.
    ///
    /// - Returns: The page's posts that stand in front of the place; `nil` when no place has that cursor, and then
    ///   nothing is changed.
    mutating func place(
        _ page: [Post.ID], after cursor: PageCursor, next: PageCursor?, pinned: Set<Post.ID>
    ) -> [Post.ID]? {
        guard let (index, count) = place(of: cursor) else { return nil }
        let run = runs.remove(at: index)
        let front = Array(run.ids[..<count])
        let known = runs[..<index].flatMap(\.ids) + front
        let fresh = page.without(known)
        if headEnd?.cursor == cursor {
            headEnd = next.flatMap { next in (fresh.last ?? front.last).map { HeadEnd(cursor: next, last: $0) } }
        }
        let rest = Array(run.ids[count...])
        if !rest.isEmpty { runs.insert(Run(ids: rest, cursor: run.cursor), at: index) }
        insert(front + fresh, next: next, before: index, pinned)
        return page.filter(Set(known).contains)
    }

    /// The run that a cursor belongs to, and how many of its posts are in front of the place.
    private mutating func place(of cursor: PageCursor) -> (index: Int, count: Int)? {
        if let end = headEnd, end.cursor == cursor, let position = runs.first?.ids.firstIndex(of: end.last) {
            return (0, position + 1)
        }
        if let tail = runs.indices.last, runs[tail].cursor == cursor { return (tail, runs[tail].ids.count) }
        if let gap = runs.firstIndex(where: { $0.cursor == cursor }) { return (gap, runs[gap].ids.count) }
        if let first, let last = first.ids.last, first.next == cursor {
            // The first page is unchanged, and the server's order behind it begins anew.
            headEnd = HeadEnd(cursor: cursor, last: last)
            return (0, first.ids.count)
        }
        return nil
    }

    /// Inserts a run.
    ///
    /// Where it meets posts behind it that are not pinned, it joins them, and the gaps that it reaches across close.
    private mutating func insert(_ run: [Post.ID], next: PageCursor?, before index: Int, _ pinned: Set<Post.ID>) {
        let before = Array(runs[..<index])
        var behind = Array(runs[index...])
        let anchors = Set(run).subtracting(pinned)
        let reached = behind.lastIndex { $0.ids.contains(where: anchors.contains) }
        if let reached {
            let met = Run(ids: behind[...reached].flatMap(\.ids), cursor: behind[reached].cursor)
            behind.replaceSubrange(...reached, with: [met])
        }
        for index in behind.indices { behind[index].ids = behind[index].ids.without(run) }
        guard behind.contains(where: { !$0.ids.isEmpty }) else {
            // Nothing is left behind it, so nothing else can say how the feed goes on.
            runs = before + [Run(ids: run, cursor: next)]
            isEnd = next == nil
            return
        }
        // Of places where posts are missing, one behind the other, the first leads on.
        let gap = behind[0].ids.isEmpty ? behind[0] : nil
        if behind.last?.ids.isEmpty == true { isEnd = false }
        behind.removeAll(where: \.ids.isEmpty)
        let isBroken =
            if let gap { gap.cursor == nil } else { behind[0].cursor == nil && !(behind.count == 1 && isEnd) }
        if reached != nil, !isBroken {
            if let gap {
                behind.insert(Run(ids: run, cursor: gap.cursor), at: 0)
            } else {
                behind[0].ids = run + behind[0].ids
            }
        } else if let next {
            behind.insert(Run(ids: run, cursor: next), at: 0)
        } else {
            behind[0].ids = run + behind[0].ids
        }
        if next == nil { mendFirstRun(of: &behind) }
        runs = before + behind
    }

    /// The server has nothing behind what was inserted, so nothing is missing up to the next gap.
    private mutating func mendFirstRun(of behind: inout [Run]) {
        while behind[0].cursor == nil, behind.count > 1 {
            behind[0].cursor = behind[1].cursor
            behind[0].ids += behind.remove(at: 1).ids
        }
        if behind[0].cursor == nil { isEnd = true }
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
