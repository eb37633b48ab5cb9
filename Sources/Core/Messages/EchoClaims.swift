package import Foundation

/// The rule by which messages that come from a server are taken for those that this device is sending.
///
/// A pure function of what is stored and what is unsent, so that it says the same after a relaunch. An answer to the
/// sending itself, or a finding of the outbox, is final. Until then a message of one's own that says the same, and that
/// was not there before, stands in the place of the one that is on its way.
package enum EchoClaims {
    /// A message that this device is sending or looking for.
    package struct Sought: Hashable, Sendable {
        /// The item of the outbox.
        package let item: OutboxItem.ID
        /// What it says.
        package let content: MessageContent
        /// The messages that are certainly others.
        package let known: Set<String>
        /// The moment of the attempt; `nil` where it is not known.
        package let attempt: OutboxTime?
        /// The server's time before which it cannot have been taken; `nil` where that is not known.
        package let earliest: Date?

        /// Creates a message that is sought.
        ///
        /// - Parameters:
        ///   - item: The item of the outbox.
        ///   - content: What it says.
        ///   - known: The messages that are certainly others; none by default.
        ///   - attempt: The moment of the attempt.
        ///   - earliest: The server's time before which it cannot have been taken.
        package init(
            _ item: OutboxItem.ID, _ content: MessageContent, known: Set<String> = [], attempt: OutboxTime?,
            earliest: Date?
        ) {
            self.item = item
            self.content = content
            self.known = known
            self.attempt = attempt
            self.earliest = earliest
        }
    }

    /// Returns which stored messages stand for which items.
    ///
    /// - Parameters:
    ///   - sought: What is being sent or looked for, in the order of sending.
    ///   - messages: The newest stored messages of one's own in the room, in any order.
    ///   - final: What is known for certain: the item of each message.
    ///   - boot: The id of this boot.
    /// - Returns: The item of each message that stands for one, those that are known for certain included.
    package static func claims(
        of sought: [Sought], among messages: [StoredMessage], final: [String: OutboxItem.ID], in boot: String
    ) -> [String: OutboxItem.ID] {
        var claims = final
        let settled = Set(final.values)
        // What was stored first stays the first, whatever else comes.
        let inOrder = messages.filter(\.isOwn).sorted { ($0.arrival, $0.id) < ($1.arrival, $1.id) }
        for one in sought where !settled.contains(one.item) {
            let match = inOrder.first { message in
                claims[message.native] == nil && message.local == nil && one.content.isSame(as: message.content)
                    && !one.known.contains(message.native) && message.isNew(since: one.attempt, in: boot)
                    && one.earliest.map { message.created >= $0 } ?? true
            }
            if let match { claims[match.native] = one.item }
        }
        return claims
    }
}

/// The rule by which a message whose answer was lost is looked for in its room.
package enum MessageLook {
    /// The seconds by which a server's two dates may differ.
    package static let slack: TimeInterval = 5
    /// The seconds that are looked back where the server's clock is not known: an hour.
    package static let wideSlack: TimeInterval = 3600

    /// Returns what was found.
    ///
    /// - Parameters:
    ///   - content: What the message says.
    ///   - messages: The messages of one's own that the server has, of the time in question.
    ///   - others: The ids that are certainly others': stored before the attempt, or claimed.
    ///   - earliest: The server's time before which it cannot have been taken; `nil` where that is not known.
    ///   - attempted: The date of the first attempt by this device's clock, for where `earliest` is not known.
    /// - Returns: The ids, the oldest first; `unclear` where the same words are there, and nobody knows how old they are.
    package static func finding(
        of content: MessageContent, among messages: [RemoteMessage], besides others: Set<String>,
        notBefore earliest: Date?,
        attempted: Date?
    ) -> IntentFinding {
        let alike = messages.filter { content.isSame(as: $0.content) && !others.contains($0.id) }
            .sorted { $0.position < $1.position }
        if let earliest {
            let found = alike.filter { $0.created >= earliest }
            return found.isEmpty ? .absent : .found(found.map(\.id))
        }
        let found = alike.filter { message in attempted.map { message.created >= $0 - wideSlack } ?? true }
        if !found.isEmpty { return .found(found.map(\.id)) }
        return alike.isEmpty ? .absent : .unclear(DataError(.outcomeUnknown))
    }
}
