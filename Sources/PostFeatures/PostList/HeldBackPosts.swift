import Core

/// The new posts of a list that wait in front of it until the person asks for them.
struct HeldBackPosts {
    /// Whether posts wait at all.
    let isEnabled: Bool
    /// The posts that were shown, or could have been, so that they are not new.
    private var known: Set<Post.ID> = []
    /// The posts that wait, in order.
    private(set) var waiting: [Post.ID] = []

    init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    /// The posts that need not wait; `nil` where none has to, as at the top of the list.
    func shown(isAtTop: Bool) -> Set<Post.ID>? { isEnabled && !isAtTop ? known : nil }

    /// Takes over which posts of a feed were found to wait.
    mutating func update(_ items: [FeedItem], waiting: [Post.ID]) {
        self.waiting = waiting
        guard isEnabled else { return }
        guard !waiting.isEmpty else { return known.formUnion(items.lazy.map(\.id)) }
        let held = Set(waiting)
        known.formUnion(items.lazy.map(\.id).filter { !held.contains($0) })
    }

    /// Lets the posts of a page in that was asked for in the middle of the list: behind a post, or anywhere.
    mutating func admit(_ page: PageReceipt, of items: [FeedItem], behind place: Post.ID?) {
        guard isEnabled else { return }
        let asked = Set(page.ids)
        // A refresh that came between answers in the page's stead: what it put in front of the gap is new.
        var isBehind = !items.contains { $0.id == place }
        for item in items {
            if isBehind, asked.contains(item.id) { known.insert(item.id) }
            if item.id == place { isBehind = true }
        }
    }

    /// Lets posts in that a person has brought back.
    ///
    /// - Returns: Whether any of them waits.
    mutating func admit(_ ids: [Post.ID]) -> Bool {
        known.formUnion(ids)
        return waiting.contains(where: ids.contains)
    }

    /// Lets everything in that waits.
    ///
    /// - Returns: Whether anything did.
    mutating func release() -> Bool {
        known.formUnion(waiting)
        return !waiting.isEmpty
    }
}
