import Core
import Foundation

/// The posts that a person has taken out of a list of kept posts: they stay in their places until it is refreshed.
struct StayingPosts {
    /// The change that takes a post out of the list; `nil` for a list of other posts, in which nothing stays.
    private let removal: StatusChange?
    /// The posts that stay when the store lists them no longer.
    private var wanted: Set<Post.ID> = []
    /// Those that the store lists no longer.
    private(set) var ids: Set<Post.ID> = []

    init(in source: FeedSource) {
        removal = source == .saved ? .saved(false) : source == .favourites ? .favourite(false) : nil
    }

    /// Takes note of a change that is about to be made.
    mutating func prepare(for mutation: StatusMutation) {
        guard let (change, posts) = mutation.change, change == removal else { return }
        wanted.formUnion(posts)
    }

    /// Makes a change that was committed to the posts that stay, and lets those go that are put away by it.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - items: The posts of the list.
    ///   - date: The date of the change.
    /// - Returns: Whether anything is different.
    mutating func apply(_ mutation: StatusMutation, to items: inout [FeedItem], at date: Date) -> Bool {
        guard !ids.isEmpty else { return false }
        switch mutation {
        case .dismiss(let posts), .set(.hidden(true), let posts), .setUndoably(.hidden(true), let posts):
            return letGo(ids.intersection(posts), of: &items)
        case .dismissAll: return letGo(of: &items)
        case .undo, .undoDismiss: return false
        case .set(let change, let posts), .setUndoably(let change, let posts):
            let staying = ids.intersection(posts)
            for index in items.indices where staying.contains(items[index].id) {
                items[index].status.apply(change, at: date)
            }
            return !staying.isEmpty
        }
    }

    /// Lets all posts go that stay.
    ///
    /// - Parameter items: The posts of the list.
    /// - Returns: Whether there were any.
    mutating func letGo(of items: inout [FeedItem]) -> Bool {
        wanted = []
        return letGo(ids, of: &items)
    }

    private mutating func letGo(_ gone: Set<Post.ID>, of items: inout [FeedItem]) -> Bool {
        guard !gone.isEmpty else { return false }
        items.removeAll { gone.contains($0.id) }
        ids.subtract(gone)
        wanted.subtract(gone)
        return true
    }

    /// The posts of a new list, with those that stay behind the ones that they stood behind.
    ///
    /// - Parameters:
    ///   - listed: The posts that the store lists.
    ///   - before: The posts of the list until now.
    /// - Returns: The posts of the list.
    mutating func list(_ listed: [FeedItem], after before: [FeedItem]) -> [FeedItem] {
        guard !wanted.isEmpty else { return listed }
        let known = Set(listed.lazy.map(\.id))
        ids = wanted.intersection(before.lazy.map(\.id)).subtracting(known)
        guard !ids.isEmpty else { return listed }
        var all = listed
        var present = known
        var front: [Post.ID] = []
        for item in before {
            if ids.contains(item.id) {
                let place = front.last { present.contains($0) }.flatMap { id in all.firstIndex { $0.id == id } }
                all.insert(item, at: place.map { $0 + 1 } ?? 0)
                present.insert(item.id)
            }
            front.append(item.id)
        }
        return all
    }
}

extension StatusMutation {
    /// The one change of marks that it makes, with the posts; `nil` for what dismisses or undoes.
    fileprivate var change: (StatusChange, [Post.ID])? {
        switch self {
        case .set(let change, let posts), .setUndoably(let change, let posts): (change, posts)
        case .dismiss, .dismissAll, .undoDismiss, .undo: nil
        }
    }
}
