package import Foundation

extension OutboxEntry {
    /// The rules of a kind, stored with each of its entries.
    package struct Policy: Hashable, Sendable {
        /// A rule for the case that nobody knows whether an entry arrived.
        package enum Repetition: String, Hashable, Sendable, Codable {
            /// It is sent again; twice is as good as once.
            case always
            /// Its target is read, and it is sent again if that is as it was before.
            case afterReading
            /// It is looked for, and sent again only if it is not there.
            case never
        }

        /// The rule for the case that nobody knows whether an entry arrived; `never` where only a later version knows
        /// it.
        @Lenient package var repetition: Repetition
        /// Whether only the newest intent of a lane counts.
        package var isToggle = false
        /// Whether entries behind it wait while nobody knows whether it arrived; so in a chat, where order is all.
        package var holdsLaneWhileUnsure = false
        /// Whether entries behind it wait while it waits itself, so that a message with pictures is not overtaken while they
        /// are uploaded.
        package var holdsLaneWhileWaiting = false
        /// Whether it makes something that other entries can name: a comment, a post.
        package var makesThing = false
        /// Whether it exists only for the entry that waits for it, such as an upload: it leaves with that one.
        package var isPart = false
        /// Whether it is dropped only by somebody who says that they mean just that, such as a payment whose money is
        /// taken.
        package var needsConsent = false
        /// The seconds after which what was not found is not there.
        package var settleTime = Self.usualSettleTime
        /// The age in seconds from which it asks before it is sent; `nil` for never.
        package var ageLimit: TimeInterval?
        /// The greatest number of entries that one request sends.
        package var batchLimit = 1

        /// The settle time of a kind whose backend says nothing of it, in seconds.
        static let usualSettleTime: TimeInterval = 60

        /// Creates rules for a kind that is no toggle.
        ///
        /// - Parameter repetition: What may be done when nobody knows whether an entry arrived.
        package init(_ repetition: Repetition) {
            self.repetition = repetition
        }
    }
}

extension OutboxEntry.Policy.Repetition: LenientName {
    package static var fallback: Self { .never }
}

/// The stored form of the rules of a kind: rules that have their usual value are left out.
extension OutboxEntry.Policy: Codable {
    private enum Key: String, CodingKey {
        case repetition, isToggle, holdsLaneWhileUnsure, holdsLaneWhileWaiting, makesThing, isPart, needsConsent,
            settleTime, ageLimit, batchLimit
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func isSet(_ key: Key) throws -> Bool { try container.decodeIfPresent(Bool.self, forKey: key) ?? false }
        _repetition = try container.decode(Lenient<Repetition>.self, forKey: .repetition)
        isToggle = try isSet(.isToggle)
        holdsLaneWhileUnsure = try isSet(.holdsLaneWhileUnsure)
        holdsLaneWhileWaiting = try isSet(.holdsLaneWhileWaiting)
        makesThing = try isSet(.makesThing)
        isPart = try isSet(.isPart)
        needsConsent = try isSet(.needsConsent)
        settleTime = try container.decodeIfPresent(TimeInterval.self, forKey: .settleTime) ?? Self.usualSettleTime
        ageLimit = try container.decodeIfPresent(TimeInterval.self, forKey: .ageLimit)
        batchLimit = try container.decodeIfPresent(Int.self, forKey: .batchLimit) ?? 1
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func write(_ key: Key, _ isSet: Bool) throws { if isSet { try container.encode(true, forKey: key) } }
        try container.encode($repetition ?? repetition.rawValue, forKey: .repetition)
        try write(.isToggle, isToggle)
        try write(.holdsLaneWhileUnsure, holdsLaneWhileUnsure)
        try write(.holdsLaneWhileWaiting, holdsLaneWhileWaiting)
        try write(.makesThing, makesThing)
        try write(.isPart, isPart)
        try write(.needsConsent, needsConsent)
        if settleTime != Self.usualSettleTime { try container.encode(settleTime, forKey: .settleTime) }
        if let ageLimit { try container.encode(ageLimit, forKey: .ageLimit) }
        if batchLimit != 1 { try container.encode(batchLimit, forKey: .batchLimit) }
    }
}
