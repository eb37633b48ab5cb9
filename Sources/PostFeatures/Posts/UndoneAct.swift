public import Core

/// An act of a person on posts that was taken back: ``PostFormat/text(of:)-(UndoneAct)`` names it.
public struct UndoneAct: Hashable, Sendable {
    /// The change by which it was taken back, such as `.saved(false)`; of several it is the first one.
    public var change: StatusChange
    /// The number of posts that got back what they had before.
    public var count: Int

    /// Creates the value, for previews and tests.
    ///
    /// - Parameters:
    ///   - change: The change by which it was taken back.
    ///   - count: The number of posts that got back what they had before; 1 by default.
    public init(_ change: StatusChange, count: Int = 1) {
        self.change = change
        self.count = count
    }

    /// Creates the act that one store has taken back, or that several have of which each had a part; `nil` where nothing
    /// was taken back.
    ///
    /// - Parameter outcomes: What each undo came to.
    init?(_ outcomes: [StatusOutcome]) {
        let undone = outcomes.filter { $0.undone != nil }
        guard let change = undone.first?.undone else { return nil }
        // A post that was evicted meanwhile has its mark back too.
        self.init(change, count: undone.reduce(0) { $0 + $1.changed.count + $1.unknown.count })
    }
}
