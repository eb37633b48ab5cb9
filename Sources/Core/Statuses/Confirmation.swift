package import Foundation

/// The confirmed values in one answer of a server: its reports to the account that asked, by post, comment or source.
///
/// A backend whose session belongs to an account gives it with a page or a thread, and its values are stored in the
/// same commit, by account and target.
public struct Confirmation: Hashable, Sendable {
    /// The account that asked.
    public var account: AccountKey
    /// The values by target; those of another site than the account's are left out.
    public var values: [StatusTarget: ConfirmedValues]
    /// The number of the store's last commit when the request began; `nil` counts as the commit that stores it.
    ///
    /// A value that was asked for before another one was confirmed does not replace it.
    public var asOf: UInt64?
    /// The time when the request began; `nil` where it is not known, and then nothing is believed that contradicts what
    /// the server has acknowledged.
    package var begun: OutboxTime?

    /// Creates a confirmation.
    ///
    /// - Parameters:
    ///   - account: The account that asked.
    ///   - values: The values by target.
    ///   - asOf: The number of the store's last commit when the request began.
    public init(account: AccountKey, values: [StatusTarget: ConfirmedValues] = [:], asOf: UInt64? = nil) {
        self.account = account
        self.values = values
        self.asOf = asOf
    }
}

extension Confirmation {
    /// Says when the request began, where the backend has not.
    ///
    /// - Parameters:
    ///   - asOf: The number of the store's last commit then; `nil` where it is not known.
    ///   - time: The time.
    package mutating func noteBegin(asOf: UInt64?, at time: OutboxTime) {
        self.asOf = self.asOf ?? asOf
        begun = begun ?? time
    }

    /// Leaves out what was saved, hidden and read on the server, for a person who keeps these on the device.
    package mutating func leaveOutMarks() {
        for (target, said) in values {
            let kept = ConfirmedValues(vote: said.vote, isSubscribed: said.isSubscribed)
            values[target] = kept.fields.isEmpty ? nil : kept
        }
    }

    /// The states that change, as a store keeps them.
    ///
    /// - Parameters:
    ///   - commit: The number of the commit that stores them.
    ///   - date: The date of the answer; not known by default.
    ///   - unsettled: Gives the fields of a target of which something is unsettled; none by default.
    ///   - stored: Gives the stored state of a target.
    /// - Returns: The changed states, in the order of their targets.
    /// - Throws: The errors of `stored`.
    package func changes(
        in commit: UInt64, at date: Date? = nil, unsettled: (StatusTarget) -> StatusFields = { _ in [] },
        stored: (OwnedTarget) throws -> ConfirmedState?
    ) rethrows -> [ConfirmedState] {
        let read = ReadMoment(commit: asOf ?? commit, begun: begun)
        var changes: [ConfirmedState] = []
        for (target, values) in values.sorted(by: { $0.key < $1.key }) where target.site == account.site {
            let id = OwnedTarget(.account(account), target)
            guard id.isReadable else { continue }
            var state = try stored(id) ?? ConfirmedState(id: id)
            if state.confirm(values, read: read, commit: commit, unsettled: unsettled(target), at: date) {
                changes.append(state)
            }
        }
        return changes
    }
}
