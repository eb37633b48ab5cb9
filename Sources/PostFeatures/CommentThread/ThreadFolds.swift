import Core

/// What a person folded in a thread, and how far that has been stored.
struct ThreadFolds {
    /// What shows.
    private var folds: [Comment.ID: Bool] = [:]
    /// What the store is known to have; `nil` for a comment of which that is not known is as the server says.
    private var stored: [Comment.ID: Bool] = [:]
    /// What was not given to the store yet.
    private var waiting: [Comment.ID: Bool?] = [:]

    /// Whether a comment is folded; `nil` for as it began.
    subscript(_ id: Comment.ID) -> Bool? { folds[id] }

    /// Takes over what the store has; what was changed before counts more.
    mutating func restore(_ folds: [Comment.ID: Bool]) {
        stored.merge(folds) { mine, _ in mine }
        self.folds.merge(folds) { mine, _ in mine }
    }

    /// Changes what shows.
    mutating func change(_ changes: [Comment.ID: Bool?]) {
        for (id, isFolded) in changes {
            folds[id] = isFolded
            waiting.updateValue(isFolded, forKey: id)
        }
    }

    /// What is to be given to the store next; `nil` for nothing.
    mutating func takeWaiting() -> [Comment.ID: Bool?]? {
        guard !waiting.isEmpty else { return nil }
        defer { waiting = [:] }
        return waiting
    }

    /// Notes that the store has changes.
    mutating func confirm(_ changes: [Comment.ID: Bool?]) {
        for (id, isFolded) in changes { stored[id] = isFolded }
    }

    /// Takes changes back that could not be stored, where nothing else was done since.
    mutating func rollBack(_ changes: [Comment.ID: Bool?]) {
        for id in changes.keys where !waiting.keys.contains(id) { folds[id] = stored[id] }
    }
}
