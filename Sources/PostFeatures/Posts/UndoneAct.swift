public import Core

/// An act of a person on posts that was taken back: ``PostFormat/text(of:)-(UndoneAct)`` names it.
public struct UndoneAct: Hashable, Sendable {
    /// The change by which it was taken back, such as `.saved(false)`; of several it is the first one.
    public var change: StatusChange
    /// The posts that got back what they had before: first those that are stored, behind them those that no store has now.
    public var posts: [Post.ID]

    /// The number of posts that got back what they had before.
    public var count: Int { posts.count }

    /// Creates the value, for previews and tests.
    ///
    /// - Parameters:
    ///   - change: The change by which it was taken back.
    ///   - posts: The posts that got back what they had before.
    public init(_ change: StatusChange, of posts: [Post.ID]) {
        self.change = change
        self.posts = posts
    }

    /// Creates the act that one store has taken back, or that several have of which each had a part; `nil` where nothing
    /// was taken back.
    ///
    /// - Parameter outcomes: What each undo came to.
    init?(_ outcomes: [StatusOutcome]) {
        let undone = outcomes.filter { $0.undone != nil }
        guard let change = undone.first?.undone else { return nil }
        // A post that was evicted meanwhile has its mark back too.
        self.init(change, of: undone.flatMap(\.changed) + undone.flatMap(\.unknown))
    }

    /// The first post that is listed again, as a dismissal or a hiding was taken back; `nil` after any other act.
    ///
    /// It may stand above what is seen: a list that chooses it shows that it is back.
    public var returned: Post.ID? { change.bringsBack ? posts.first : nil }
}
