/// The state of one target that a server last confirmed to one account, with the commit that confirmed each value.
///
/// Own marks are never changed by it; ``Marks/shown(_:confirmed:)`` joins the two.
package struct ConfirmedState: Identifiable, Hashable, Sendable, Codable {
    /// The numbers of the commits that confirmed each value; `nil` for a value that is not known.
    package struct Commits: Hashable, Sendable, Codable {
        /// The commit that confirmed the vote.
        package fileprivate(set) var vote: UInt64?
        /// The commit that confirmed the subscription.
        package fileprivate(set) var isSubscribed: UInt64?
        /// The commit that confirmed whether the target is saved.
        package fileprivate(set) var isSaved: UInt64?
        /// The commit that confirmed whether the target is hidden.
        package fileprivate(set) var isHidden: UInt64?
        /// The commit that confirmed whether the target was read.
        package fileprivate(set) var isRead: UInt64?
    }

    /// The target and the account.
    package let id: OwnedTarget
    /// The confirmed values.
    package private(set) var values = ConfirmedValues()
    /// The commits that confirmed the values.
    package private(set) var commits = Commits()

    /// Creates the state of a target without a confirmed value.
    ///
    /// - Parameter id: The target and the account.
    package init(id: OwnedTarget) {
        self.id = id
    }

    /// Takes over the values of an answer.
    ///
    /// A value that differs from the known one replaces it unless it was asked for before the known one was confirmed.
    /// One that says the same changes nothing, and the commit stays the one that it first came by.
    ///
    /// - Parameters:
    ///   - newer: The values; those that are `nil` change nothing.
    ///   - asOf: The number of the store's last commit when the request began.
    ///   - commit: The number of the commit that stores them.
    /// - Returns: Whether anything is different now.
    @discardableResult
    package mutating func confirm(_ newer: ConfirmedValues, asOf: UInt64, commit: UInt64) -> Bool {
        let before = values
        func take<Value: Equatable>(
            _ value: WritableKeyPath<ConfirmedValues, Value?>, _ known: WritableKeyPath<Commits, UInt64?>
        ) {
            guard let new = newer[keyPath: value], new != values[keyPath: value] else { return }
            if let confirmed = commits[keyPath: known], asOf < confirmed { return }
            values[keyPath: value] = new
            commits[keyPath: known] = commit
        }
        take(\.vote, \.vote)
        take(\.isSubscribed, \.isSubscribed)
        take(\.isSaved, \.isSaved)
        take(\.isHidden, \.isHidden)
        take(\.isRead, \.isRead)
        return values != before
    }
}
