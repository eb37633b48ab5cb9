import Core
import Synchronization

/// A server whose ranked feeds never stand still between two requests: posts come, go, move and are pinned.
///
/// Its cursors are as Reddit's: the id of a page's last post, wherever that is by the time somebody asks.
final class ShiftingServer: OnlinePostProvider {
    private struct State: Sendable {
        /// The ranks of each feed, the best post first.
        var ranks: [String: [String]] = [:]
        var pinned: [String] = []
        /// The places of posts that are gone.
        var graves: [String: Int] = [:]
        var scores: [String: Int] = [:]
        var lastName = 0
        var isStill = false
    }

    let site = Site.demo
    private let random: SeededRandomSource
    /// Whether a pinned post stands at its rank as well.
    private let repeatsPinned: Bool
    private let state: Mutex<State>

    init(feeds: [Feed], random: SeededRandomSource) {
        self.random = random
        repeatsPinned = random.number(2) == 0
        var first = State()
        for feed in feeds { first.ranks[feed.key] = [] }
        state = Mutex(first)
        for _ in 0..<8 { shift() }
    }

    /// Changes something about the feeds.
    func shift() {
        state.withLock { state in
            for key in state.ranks.keys.sorted() {
                for _ in 0..<(1 + random.number(3)) { shift(key, &state) }
            }
        }
    }

    private func shift(_ key: String, _ state: inout State) {
        var ranks = state.ranks[key] ?? []
        switch random.number(12) {
        case 0...4:
            state.lastName += 1
            let name = "t3_\(state.lastName)"
            state.scores[name] = state.lastName
            ranks.insert(name, at: random.number(3) == 0 ? random.number(ranks.count + 1) : 0)
        case 5...6 where ranks.count > 1:
            let name = ranks.remove(at: random.number(ranks.count))
            state.graves[name] = random.number(ranks.count + 1)
            state.pinned.removeAll { $0 == name }
        case 7...8 where ranks.count > 1:
            let name = ranks.remove(at: random.number(ranks.count))
            ranks.insert(name, at: random.number(ranks.count + 1))
        case 9 where !ranks.isEmpty && state.pinned.count < 3:
            let name = ranks[random.number(ranks.count)]
            if !state.pinned.contains(name) { state.pinned.insert(name, at: 0) }
        case 10 where !state.pinned.isEmpty:
            state.pinned.remove(at: random.number(state.pinned.count))
        default:
            if let name = ranks.randomElement(random) { state.scores[name, default: 0] += 1 }
        }
        state.ranks[key] = Array(ranks.prefix(30))
    }

    /// Lets nothing change any more, and nothing fail.
    func rest() {
        state.withLock { state in
            state.isStill = true
            // So that no first page is the one that was fetched before.
            for name in state.scores.keys { state.scores[name, default: 0] += 1 }
        }
    }

    /// Everything that the server has in a feed, in its order.
    func list(of feed: Feed) -> [Post.ID] {
        let names = state.withLock { state in state.pinned + unpinned(state.ranks[feed.key] ?? [], state) }
        return names.map { Post.ID.mock($0) }.withoutRepetitions()
    }

    private func unpinned(_ ranks: [String], _ state: State) -> [String] {
        repeatsPinned ? ranks : ranks.filter { !state.pinned.contains($0) }
    }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        try state.withLock { state in
            if !state.isStill, random.number(30) == 0 { throw NetworkError(.timedOut) }
            var page = page(request, state)
            if !state.isStill, random.number(10) == 0 { page.forget() }
            guard request.cursor == nil else { return page }
            let words = page.posts.map { "\($0.id.native) \($0.score ?? -1) \($0.isStickied == true)" }
            let revision = PageRevision(rawValue: words.joined(separator: ","))
            page.revision = revision
            if request.revision == revision {
                page.posts = []
                page.isUnchanged = true
            }
            return page
        }
    }

    private func page(_ request: PageRequest, _ state: State) -> Page {
        let names = unpinned(state.ranks[request.feed.key] ?? [], state)
        var start = 0
        if let cursor = request.cursor?.rawValue {
            start = names.firstIndex(of: cursor).map { $0 + 1 } ?? min(names.count, state.graves[cursor] ?? 0)
        }
        let end = min(names.count, start + request.limit)
        let shown = (request.cursor == nil ? state.pinned : []) + names[start..<end]
        let posts = shown.map { name in
            var post = Post.mock(name) { $0.score = state.scores[name] }
            post.isStickied = state.pinned.contains(name)
            return post
        }
        return .mock(posts, next: end < names.count && end > start ? names[end - 1] : nil)
    }
}

extension Page {
    /// Makes it a page of a partial backend.
    fileprivate mutating func forget() {
        completeness = .partial
        for index in posts.indices {
            posts[index].score = nil
            posts[index].isStickied = nil
        }
    }
}

extension SeededRandomSource {
    /// A number below a bound.
    func number(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}

extension Array {
    func randomElement(_ random: SeededRandomSource) -> Element? {
        isEmpty ? nil : self[random.number(count)]
    }
}
