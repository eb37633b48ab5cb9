import Core

extension FeedOrder {
    /// Takes posts out whose contents are evicted; what is missing then is fetched again from the nearest known place.
    ///
    /// - Parameter gone: The posts.
    mutating func evict(_ gone: Set<Post.ID>) {
        guard let loss = elements.firstIndex(where: { $0.post.map(gone.contains) ?? false }) else { return }
        let isFirstWhole = !firstPosts.isEmpty && first.map { $0.count <= loss } ?? false
        let place = place(before: loss, isFirstWhole: isFirstWhole)
        let left = elements.map { element in
            element.post.map(gone.contains) ?? false ? Element(rank: element.rank, content: .hole) : element
        }
        elements = closingUp(Array(left.drop { $0.post == nil }))
        guard !elements.isEmpty else {
            self = FeedOrder()
            return
        }
        if !isFirstWhole { first = nil }
        guard let place else {
            // The next page at the head finds out what is missing.
            head = nil
            return
        }
        guard let next = place.next else {
            // The server has nothing behind the first page, so nothing of its list is missing.
            elements.removeAll { $0.post == nil }
            isEnd = true
            return
        }
        let ending = elements.first { $0.post == nil }?.content
        if ending.map({ $0 == .hole }) ?? (cursor == nil && !isEnd) {
            join(
                Array(elements[..<place.position]), rest: Array(elements[place.position...]), meets: false, next: next)
        }
        head = elements[place.position - 1].post.map { Head(cursor: next, last: $0) }
    }

    /// The last place in front of a loss of which it is known how the server goes on there, gaps aside.
    private func place(before loss: Int, isFirstWhole: Bool) -> (position: Int, next: PageCursor?)? {
        if let head, let last = elements.firstIndex(where: { $0.post == head.last }), last < loss {
            return (last + 1, head.cursor)
        }
        return isFirstWhole ? first.map { ($0.count, $0.next) } : nil
    }
}
