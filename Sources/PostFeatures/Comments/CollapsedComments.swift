import Core

/// The comments of one thread that a person collapsed or expanded: shown at once, and stored one change after the
/// other.
@MainActor
final class CollapsedComments {
    private let post: Post.ID
    private let provider: any CommentProvider
    private let viewers: CurrentViewers
    /// The state that is shown.
    private var shown: [Comment.ID: Bool] = [:] {
        didSet { changeCount += 1 }
    }
    /// Grows with every change of what is shown.
    private(set) var changeCount = 0
    /// The state that the store is known to have; no value for a comment that is as the server says, or not known.
    private var stored: [Comment.ID: Bool] = [:]
    /// The changes that were not given to the store yet; `nil` for as the server says.
    private var waiting: [Comment.ID: Bool?] = [:]
    /// The person who made those changes.
    private var owner: MarkOwner?
    /// Grows with each time that somebody else looks: what was begun before says nothing about the next one.
    private var forgetCount = 0
    /// Stores changes, while there are any.
    private var saving: Task<Void, Never>?

    init(of post: Post.ID, provider: any CommentProvider, viewers: CurrentViewers = Dependency.viewers) {
        self.post = post
        self.provider = provider
        self.viewers = viewers
    }

    /// Whether the person collapsed a comment (true) or expanded it (false); `nil` for neither.
    subscript(_ id: Comment.ID) -> Bool? { shown[id] }

    /// Whether the person collapsed and expanded nothing.
    var isEmpty: Bool { shown.isEmpty }

    /// Takes over what the store has; what was changed before counts more.
    func restore(_ collapsed: [Comment.ID: Bool]) {
        stored.merge(collapsed) { mine, _ in mine }
        shown.merge(collapsed) { mine, _ in mine }
    }

    /// Forgets what one person collapsed, because somebody else looks now; what is not with the store yet is dropped,
    /// for it would count as the other's.
    func forget() {
        (shown, stored, waiting) = ([:], [:], [:])
        forgetCount += 1
    }

    /// Changes what is shown, to be stored by ``save(onFailure:)``.
    func change(_ changes: [Comment.ID: Bool?]) {
        owner = viewers.owner(on: post.site)
        for (id, isCollapsed) in changes {
            shown[id] = isCollapsed
            waiting.updateValue(isCollapsed, forKey: id)
        }
    }

    /// Stores every change, and returns when that is done; cancelling the caller's task takes nothing back.
    ///
    /// - Parameter onFailure: Runs when changes could not be stored, and are not shown any more.
    func save(onFailure: @escaping @MainActor (any Error) -> Void) async {
        // One after the other, so that what was done last is what is stored; and nobody who leaves takes it back.
        let task = saving ?? Task { await saveWaiting(onFailure) }
        saving = task
        await task.value
    }

    private func saveWaiting(_ onFailure: @MainActor (any Error) -> Void) async {
        while !waiting.isEmpty {
            let (changes, count) = (waiting, forgetCount)
            waiting = [:]
            // Somebody else looks already, and it was not told here yet.
            guard owner == viewers.owner(on: post.site) else { continue }
            do {
                try await provider.setCollapsed(changes, of: post)
                guard count == forgetCount else { continue }
                for (id, isCollapsed) in changes { stored[id] = isCollapsed }
            } catch {
                guard count == forgetCount else { continue }
                // Where nothing else was done since.
                for id in changes.keys where !waiting.keys.contains(id) { shown[id] = stored[id] }
                onFailure(error)
            }
        }
        saving = nil
    }
}
