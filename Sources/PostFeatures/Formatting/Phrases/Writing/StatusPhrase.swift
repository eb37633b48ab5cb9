/// Texts about votes, subscriptions and what is not sent yet.
public enum StatusPhrase: String, LocalizedPhrase {
    // MARK: Labels of buttons

    /// Votes up.
    case voteUp
    /// Votes down.
    case voteDown
    /// Takes a vote back.
    case takeVoteBack
    /// Subscribes to a community on its server.
    case subscribe
    /// Ends a subscription on the server.
    case unsubscribe

    // MARK: What was done

    /// The person has voted up.
    case votedUp
    /// The person has voted down.
    case votedDown
    /// The account is subscribed.
    case subscribed
    /// What was done is not sent yet.
    case notSent
    /// A vote stays on this device, as nobody is signed in at the site, which is named.
    case voteStaysHere

    // MARK: How many

    /// The number of things that are not sent yet.
    case unsent
    /// The number of unread answers.
    case unread

    public var english: PhraseText {
        switch self {
        case .voteUp: .fixed("Vote up")
        case .voteDown: .fixed("Vote down")
        case .takeVoteBack: .fixed("Take the vote back")
        case .subscribe: .fixed("Subscribe on the server")
        case .unsubscribe: .fixed("Unsubscribe on the server")
        case .votedUp: .fixed("voted up")
        case .votedDown: .fixed("voted down")
        case .subscribed: .fixed("subscribed")
        case .notSent: .fixed("not sent yet")
        case .voteStaysHere: .filled("The vote stays on this device. Sign in to % for it to count there.")
        case .unsent: .counted([.one: "% thing not sent yet", .other: "% things not sent yet"])
        case .unread: .counted([.one: "% unread answer", .other: "% unread answers"])
        }
    }
}
