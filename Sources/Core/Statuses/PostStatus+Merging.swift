import Foundation

extension PostStatus {
    /// What two devices say of one post, put together.
    ///
    /// For each mark the one that was set or taken back later counts. Where both have one date, what is set wins over
    /// what is not, up over down, and of two that keep the post the place of the earlier one. The post was first seen
    /// at the earlier date and last changed at the later one. Whichever of the two comes first, and however often they
    /// are put together, the result is the same.
    ///
    /// - Parameter other: What the other device says of the same post; one of another post stops the program.
    /// - Returns: The status of both.
    public func merging(_ other: PostStatus) -> PostStatus {
        precondition(other.id == id, "Statuses of two posts, '\(id)' and '\(other.id)', cannot be merged.")
        var merged = self
        if isBehind(other, in: .read, isRead, other.isRead) { merged.take(.read, other) { $0.isRead = $1.isRead } }
        if isBehind(other, in: .dismissed, isDismissed, other.isDismissed) {
            merged.take(.dismissed, other) { $0.isDismissed = $1.isDismissed }
        }
        if isBehind(other, in: .hidden, isHidden, other.isHidden) {
            merged.take(.hidden, other) { $0.isHidden = $1.isHidden }
        }
        if isBehind(other, in: .vote, Self.rank(vote), Self.rank(other.vote)) {
            merged.take(.vote, other) { $0.vote = $1.vote }
        }
        if isBehind(other, in: .saved, Self.rank(isSaved, savedAt), Self.rank(other.isSaved, other.savedAt)) {
            merged.take(.saved, other) { ($0.isSaved, $0.savedAt) = ($1.isSaved, $1.savedAt) }
        }
        let (mine, theirs) = (
            Self.rank(isFavourite, favouritedAt), Self.rank(other.isFavourite, other.favouritedAt)
        )
        if isBehind(other, in: .favourite, mine, theirs) {
            merged.take(.favourite, other) { ($0.isFavourite, $0.favouritedAt) = ($1.isFavourite, $1.favouritedAt) }
        }
        // What is not kept has no place among what is.
        if !merged.isSaved { merged.savedAt = nil }
        if !merged.isFavourite { merged.favouritedAt = nil }
        merged.firstSeen = [firstSeen, other.firstSeen].compactMap { $0 }.min()
        merged.changed = [changed, other.changed].compactMap { $0 }.max()
        return merged
    }

    private mutating func take(
        _ mark: StatusMark, _ other: PostStatus, _ set: (inout PostStatus, PostStatus) -> Void
    ) {
        set(&self, other)
        dates[mark] = other.dates[mark]
    }

    private func isBehind(_ other: PostStatus, in mark: StatusMark, _ isSet: Bool, _ isSetThere: Bool) -> Bool {
        isBehind(other, in: mark, isSet ? 1.0 : 0, isSetThere ? 1.0 : 0)
    }

    /// Whether the other status says of a mark what counts: it is later, or of the same date and of a higher rank.
    private func isBehind(_ other: PostStatus, in mark: StatusMark, _ rank: Double, _ otherRank: Double) -> Bool {
        let (seconds, otherSeconds) = (dates.seconds(of: mark), other.dates.seconds(of: mark))
        return seconds == otherSeconds ? rank < otherRank : seconds < otherSeconds
    }

    /// What is not kept comes behind what is, and of what is kept the one that was kept earlier comes first.
    private static func rank(_ isKept: Bool, _ since: Date?) -> Double {
        guard isKept else { return -.infinity }
        return since.map { -$0.timeIntervalSince1970 } ?? -.greatestFiniteMagnitude
    }

    private static func rank(_ vote: Vote?) -> Double {
        switch vote {
        case nil: 0
        case .down: 1
        case .up: 2
        }
    }
}
