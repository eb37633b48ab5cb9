import Core

/// The searched texts of a list of posts, folded: made when something is typed, kept from key to key, and made anew for
/// posts that say something else after a change.
struct FoldedPosts {
    private let fields: [PostSearchField]
    private var items: [FeedItem] = []
    private var texts: [[UInt8]] = []
    private var isCurrent = false

    init(fields: [PostSearchField]) {
        self.fields = fields
    }

    /// Says that the list is another one from now on.
    mutating func invalidate() { isCurrent = false }

    /// The posts of a list in which all words of a query are found, in their order.
    mutating func posts(of list: [FeedItem], in query: SearchQuery) -> [FeedItem] {
        guard !query.isEmpty else { return list }
        if !isCurrent { update(to: list) }
        return list.indices.filter { query.matches(folded: texts[$0]) }.map { list[$0] }
    }

    private mutating func update(to list: [FeedItem]) {
        var places: [Post.ID: Int] = [:]
        places.reserveCapacity(items.count)
        for (place, item) in items.enumerated() { places[item.id] = place }
        texts = list.map { item in
            if let place = places[item.id], isSame(items[place].post, item.post) { return texts[place] }
            return TextFolding.fold(fields.compactMap { $0.text(of: item.post) }.joined(separator: "\n"))
        }
        items = list
        isCurrent = true
    }

    private func isSame(_ left: Post, _ right: Post) -> Bool {
        fields.allSatisfy { $0.text(of: left) == $0.text(of: right) }
    }
}
