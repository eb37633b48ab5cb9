package import Foundation

/// The state of one target that a server last confirmed to one account, with the commit that confirmed each value.
///
/// Own marks are never changed by it; ``Marks/shown(_:confirmed:pending:for:)`` joins the two.
package struct ConfirmedState: Identifiable, Hashable, Sendable {
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

    /// A value that the server has taken from this account, rather than told in an answer to a read.
    package struct Acknowledgement: Hashable, Sendable, Codable {
        /// The moment of the server's answer.
        package let at: OutboxTime
        /// The seconds after which its answers to reads are taken to know of it.
        package let settle: TimeInterval

        /// Creates an acknowledgement.
        ///
        /// - Parameters:
        ///   - at: The moment of the server's answer.
        ///   - settle: The seconds after which its answers to reads are taken to know of it.
        package init(at: OutboxTime, settle: TimeInterval) {
            self.at = at
            self.settle = settle
        }

        /// Whether a read that contradicts it is believed.
        ///
        /// The seconds are counted on the clock since boot; another boot counts them anew.
        ///
        /// - Parameter begun: The moment at which the read began; one that is not known is not late enough.
        /// - Returns: True once it has settled.
        func isSettled(at begun: OutboxTime?) -> Bool {
            guard let begun else { return false }
            return (begun.boot == at.boot ? begun.uptime - at.uptime : begun.uptime) >= settle
        }
    }

    /// The target and the account.
    package let id: OwnedTarget
    /// The confirmed values.
    package private(set) var values = ConfirmedValues()
    /// The commits that confirmed the values.
    package private(set) var commits = Commits()
    /// The values that came as the server's answer to an intent, until a read says something else of them.
    package private(set) var acknowledged: [StatusField: Acknowledgement] = [:]
    /// The date at which it was first known as saved; `nil` while it is not, and where that is not known.
    package private(set) var savedAt: Date?
    /// The vote that the stored score counts, where that is another one than the confirmed.
    package private(set) var scoreVote: ConfirmedValues.ServerVote?

    /// Creates the state of a target without a confirmed value.
    ///
    /// - Parameter id: The target and the account.
    package init(id: OwnedTarget) {
        self.id = id
    }

    /// The account's vote that the stored score counts already; `nil` where it is not known.
    package var voteInScore: ConfirmedValues.ServerVote? { scoreVote ?? values.vote }

    /// Takes over the values of an answer to a read.
    ///
    /// A value that differs from the known one replaces it, unless something of the field is unsettled, the read began
    /// before the known one was confirmed, or before that had settled. One that says the same changes nothing, and the
    /// commit stays the one that it first came by.
    ///
    /// - Parameters:
    ///   - newer: The values; those that are `nil` change nothing.
    ///   - read: The moment at which the read began.
    ///   - commit: The number of the commit that stores them.
    ///   - unsettled: The fields of which something is unsettled; none by default.
    ///   - date: The date of the answer; not known by default.
    /// - Returns: Whether anything is different now.
    @discardableResult
    package mutating func confirm(
        _ newer: ConfirmedValues, read: ReadMoment, commit: UInt64, unsettled: StatusFields = [], at date: Date? = nil
    ) -> Bool {
        let before = self
        func take<Value: Equatable>(
            _ field: StatusField, _ value: WritableKeyPath<ConfirmedValues, Value?>,
            _ known: WritableKeyPath<Commits, UInt64?>
        ) {
            guard let new = newer[keyPath: value], new != values[keyPath: value], !unsettled.contains(field.set) else {
                return
            }
            if let confirmed = commits[keyPath: known], read.commit < confirmed { return }
            if let told = acknowledged[field], !told.isSettled(at: read.begun) { return }
            values[keyPath: value] = new
            commits[keyPath: known] = commit
            acknowledged[field] = nil
        }
        take(.vote, \.vote, \.vote)
        take(.subscribed, \.isSubscribed, \.isSubscribed)
        take(.saved, \.isSaved, \.isSaved)
        take(.hidden, \.isHidden, \.isHidden)
        take(.read, \.isRead, \.isRead)
        noteSaved(date, before)
        // The answer's own score counts the vote that it tells, whether that is believed or not.
        if let vote = newer.vote { scoreVote = vote == values.vote ? nil : vote }
        return self != before
    }

    /// Takes over the values that the server has after an intent of the account, whatever was known before.
    ///
    /// - Parameters:
    ///   - told: The values; those that are `nil` change nothing.
    ///   - acknowledgement: The moment, and the seconds until reads are believed that say something else.
    ///   - commit: The number of the commit that stores them.
    ///   - date: The date of the intent, which is its place among what is saved.
    package mutating func acknowledge(
        _ told: ConfirmedValues, _ acknowledgement: Acknowledgement, commit: UInt64, at date: Date
    ) {
        let before = self
        func take<Value>(
            _ field: StatusField, _ value: WritableKeyPath<ConfirmedValues, Value?>,
            _ known: WritableKeyPath<Commits, UInt64?>
        ) {
            guard let new = told[keyPath: value] else { return }
            values[keyPath: value] = new
            commits[keyPath: known] = commit
            acknowledged[field] = acknowledgement.settle > 0 ? acknowledgement : nil
        }
        take(.vote, \.vote, \.vote)
        take(.subscribed, \.isSubscribed, \.isSubscribed)
        take(.saved, \.isSaved, \.isSaved)
        take(.hidden, \.isHidden, \.isHidden)
        take(.read, \.isRead, \.isRead)
        noteSaved(date, before)
        guard told.vote != nil else { return }
        // The stored score was read before the vote reached the server; of a vote that nobody knew it had none.
        let counted = before.voteInScore ?? .neutral
        scoreVote = counted == values.vote ? nil : counted
    }

    /// Notes that a score was stored of which it is not known which vote it counts: most likely the confirmed one.
    ///
    /// - Returns: Whether anything is different now.
    package mutating func forgetScoreVote() -> Bool {
        defer { scoreVote = nil }
        return scoreVote != nil
    }

    private mutating func noteSaved(_ date: Date?, _ before: ConfirmedState) {
        guard values.isSaved == true else {
            savedAt = nil
            return
        }
        if before.values.isSaved != true { savedAt = date }
    }
}

extension ConfirmedState: Codable {
    private enum CodingKeys: CodingKey {
        case id, values, commits, acknowledged, savedAt, scoreVote
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(OwnedTarget.self, forKey: .id)
        values = try container.decode(ConfirmedValues.self, forKey: .values)
        commits = try container.decode(Commits.self, forKey: .commits)
        savedAt = try container.decodeIfPresent(Date.self, forKey: .savedAt)
        scoreVote = try container.decodeIfPresent(ConfirmedValues.ServerVote.self, forKey: .scoreVote)
        guard container.contains(.acknowledged) else { return }
        let told = try container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: .acknowledged)
        for field in StatusField.allCases {
            let key = AnyCodingKey(stringValue: field.rawValue)
            acknowledged[field] = try told.decodeIfPresent(Acknowledgement.self, forKey: key)
        }
    }

    /// Writes the values and their commits, and the rest only where there is some: so most records are as they always
    /// were.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(values, forKey: .values)
        try container.encode(commits, forKey: .commits)
        if !acknowledged.isEmpty {
            var told = container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: .acknowledged)
            for field in StatusField.allCases {
                guard let acknowledgement = acknowledged[field] else { continue }
                try told.encode(acknowledgement, forKey: AnyCodingKey(stringValue: field.rawValue))
            }
        }
        if let savedAt { try container.encode(savedAt, forKey: .savedAt) }
        if let scoreVote { try container.encode(scoreVote, forKey: .scoreVote) }
    }
}
