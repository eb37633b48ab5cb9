import Core
import Foundation

extension FeedOrder {
    /// Puts a post in front of all others, unless it is there already.
    ///
    /// Behind it there is a hole, as nobody knows what the server has there; and the feed does not begin with its first
    /// page any more, so that the next one at the head says whether something is missing.
    ///
    /// - Parameter id: The post.
    mutating func putAtHead(_ id: Post.ID) {
        guard !elements.contains(where: { $0.post == id }) else { return }
        insert(id, at: 0)
    }

    /// Puts a post in front of the first one that is older, unless it is there already, or the order does not reach so
    /// far.
    ///
    /// - Parameters:
    ///   - id: The post.
    ///   - date: Its date.
    ///   - dates: Gives the date of another post; a post without one is taken to be newer.
    mutating func put(_ id: Post.ID, from date: Date, dates: (Post.ID) throws -> Date?) rethrows {
        guard !elements.contains(where: { $0.post == id }) else { return }
        let older = try elements.firstIndex { element in
            guard let post = element.post, let other = try dates(post) else { return false }
            return other < date
        }
        if let older {
            insert(id, at: older)
        } else if isEnd {
            // The server has nothing behind the last one, so this is the last one.
            elements.append(Element(rank: (elements.last?.rank ?? 0) + 1, content: .post(id)))
        }
    }

    /// Inserts a post: into a run as a part of it, elsewhere as a run of its own.
    private mutating func insert(_ id: Post.ID, at index: Int) {
        let isInRun = index > 0 && elements[index - 1].post != nil
        var front = Array(elements[..<index])
        front.append(Element(rank: 0, content: .post(id)))
        if !isInRun, index < elements.count { front.append(Element(rank: 0, content: .hole)) }
        // Pages leave no ranks free between their posts: everything in front gets new ones.
        if let next = elements[index...].first {
            let base = min(elements[0].rank, next.rank) - Int64(front.count)
            for place in front.indices { front[place].rank = base + Int64(place) }
        }
        elements = front + elements[index...]
        if index < first?.count ?? 0 || index == 0 { first = nil }
    }

    /// Takes a post out that the server does not have there any more; nothing is missing in its place.
    ///
    /// - Parameter id: The post.
    /// - Returns: Whether it is not known any more where the feed begins.
    mutating func takeOut(_ id: Post.ID) -> Bool {
        guard let index = elements.firstIndex(where: { $0.post == id }) else { return false }
        let before = elements[..<index].last { $0.post != nil }?.post
        if var page = first, index < page.count {
            page.count -= 1
            if page.last == id, let before { page.last = before }
            first = page.count > 0 ? page : nil
        }
        if let end = head, end.last == id { head = before.map { Head(cursor: end.cursor, last: $0) } }
        elements.remove(at: index)
        // A gap in front of all posts leads to nothing that can be shown: the next page at the head finds it again.
        let isBeginLost = elements.first.map { $0.post == nil && $0.content != .hole } ?? false
        if isBeginLost { (first, head) = (nil, nil) }
        let left = Array(elements.drop { $0.post == nil })
        guard left.contains(where: { $0.post != nil }) else {
            // What stood behind it leads on from the beginning now.
            let wasEnd = isEnd && elements.isEmpty
            self = FeedOrder(isEnd: wasEnd)
            return !wasEnd
        }
        elements = closingUp(left)
        return isBeginLost
    }
}
