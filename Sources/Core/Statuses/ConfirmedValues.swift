/// The state of a target that a server reports to one account; `nil` for a value that it does not report.
public struct ConfirmedValues: Hashable, Sendable, Codable {
    /// An account's vote as its server reports it; unlike ``Vote``, it tells "not voted" from "not reported".
    public enum ServerVote: String, Hashable, Sendable, Codable {
        /// Voted up.
        case up
        /// Voted down.
        case down
        /// Not voted.
        case neutral

        /// Creates the value of a vote.
        ///
        /// - Parameter vote: The vote; `nil` for none.
        package init(_ vote: Vote?) {
            switch vote {
            case .up: self = .up
            case .down: self = .down
            case nil: self = .neutral
            }
        }

        /// The vote; `nil` for none.
        package var vote: Vote? {
            switch self {
            case .up: .up
            case .down: .down
            case .neutral: nil
            }
        }
    }

    /// The account's vote.
    public var vote: ServerVote?
    /// Whether the account is subscribed to the source.
    public var isSubscribed: Bool?
    /// Whether the account has saved the target on the server.
    public var isSaved: Bool?
    /// Whether the account has hidden the target on the server.
    public var isHidden: Bool?
    /// Whether the server has the target as read.
    public var isRead: Bool?

    /// Creates values; none by default.
    ///
    /// - Parameters:
    ///   - vote: The account's vote.
    ///   - isSubscribed: Whether the account is subscribed to the source.
    ///   - isSaved: Whether the account has saved the target.
    ///   - isHidden: Whether the account has hidden the target.
    ///   - isRead: Whether the server has the target as read.
    public init(
        vote: ServerVote? = nil, isSubscribed: Bool? = nil, isSaved: Bool? = nil, isHidden: Bool? = nil,
        isRead: Bool? = nil
    ) {
        self.vote = vote
        self.isSubscribed = isSubscribed
        self.isSaved = isSaved
        self.isHidden = isHidden
        self.isRead = isRead
    }
}
